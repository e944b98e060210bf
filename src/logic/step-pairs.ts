import type { Comparison } from './formula.ts';
import { distance } from './pointwise.ts';
import { joined, type Steps, StepWriter } from './steps.ts';

/** Bounds of a step function; the same object twice where it is exact. */
export type StepPair = { readonly lo: Steps; readonly hi: Steps };

/** The exact comparison of two step functions, as robustness or as truth. */
export function comparedSteps(op: Comparison, truth: boolean, a: Steps, b: Steps): Steps {
  const sign = op === '<' || op === '<=' ? -1 : 1;
  const equality = op === '==' || op === '!=';
  if (!truth) {
    if (!equality) return joined(a, b, (x, y) => sign * (x - y));
    const measure = op === '==' ? -1 : 1;
    return joined(a, b, (x, y) => measure * distance(x, y));
  }
  const strict = op === '<' || op === '>';
  if (!equality)
    return joined(a, b, (x, y) => ((strict ? sign * (x - y) > 0 : sign * (x - y) >= 0) ? 1 : -1));
  return joined(a, b, (x, y) => ((x === y) === (op === '==') ? 1 : -1));
}

/** Combines two pairs of step curves interval by interval. */
export function intervalSteps(
  left: StepPair,
  right: StepPair,
  combine: (
    a: readonly [number, number],
    b: readonly [number, number],
    position: number,
  ) => readonly [number, number],
): StepPair {
  const [al, ah, bl, bh] = [left.lo, left.hi, right.lo, right.hi];
  const exact = left.lo === left.hi && right.lo === right.hi;
  const parts = exact ? [al, bl] : [al, ah, bl, bh];
  const lo = new StepWriter(al.count + bl.count);
  const hi = exact ? lo : new StepWriter(al.count + bl.count);
  const at = parts.map(() => 0);
  let position = Math.max(...parts.map((part) => part.pos[0]!));
  while (position < Infinity) {
    let next = Infinity;
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k]!;
      while (at[k]! + 1 < part.count && part.pos[at[k]! + 1]! <= position) at[k]!++;
      if (at[k]! + 1 < part.count) next = Math.min(next, part.pos[at[k]! + 1]!);
    }
    const v = (k: number) => parts[k]!.val[at[k]!]!;
    const [low, high] = exact
      ? combine([v(0), v(0)], [v(1), v(1)], position)
      : combine([v(0), v(1)], [v(2), v(3)], position);
    lo.push(position, low);
    if (!exact) hi.push(position, high);
    position = next;
  }
  const low = lo.done();
  return { lo: low, hi: exact ? low : hi.done() };
}
