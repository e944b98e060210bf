import { assert } from '#base';
import type { Bound } from './formula.ts';
import { isArithmetic } from './formula.ts';
import {
  common,
  firstFrom,
  type Interval,
  type IntervalSet,
  lastUpTo,
  merged,
  mirrored,
  moved,
  runEnd,
  without,
} from './intervals.ts';
import type { Program, Step } from './program.ts';
import { uniformWindows, type WindowLine } from './windows.ts';

/** What an explanation reads of an evaluation, whatever its time model. */
export type Evaluated = {
  readonly program: Program;
  /** First and last position of the line (the last may be Infinity). */
  readonly first: number;
  readonly last: number;
  /** Whether the last position stands for everything behind it. */
  readonly tail: 'nothing' | 'last';
  /** Whether until and since need their first operand at the witness too (dense time). */
  readonly closed: boolean;
  /** Where a step is surely true (+1) or surely false (-1). */
  readonly surely: (step: number, want: 1 | -1) => IntervalSet;
  /** A bound in positions. */
  readonly span: (bound: Bound) => { readonly from: number; readonly to: number };
  /** The windows of a bound; past ones in mirrored positions. */
  readonly windows: (bound: Bound | null, past: boolean) => WindowLine;
  /** Of two steps, which has its robustness further on the wanted side over the positions. */
  readonly further: (a: number, b: number, want: 1 | -1, at: IntervalSet) => number;
  /** The position in a range where a step's robustness is furthest on the wanted side, among members. */
  readonly furthest: (step: number, want: 1 | -1, range: Interval, among: IntervalSet) => number;
};

/** The positions of a step that the verdict rests on, and the truth it has there. */
export type Epoch = { readonly step: number; readonly want: 1 | -1; readonly at: IntervalSet };

/**
 * The implicant of a verdict (Ferrere, Maler, Nickovic, 2015): for each sub-formula the positions whose
 * truth alone forces the verdict. A false always is blamed on one instant, a false eventually on its whole
 * window, a false `and` on one side, a false until on its witness never coming or on the break before it.
 */
export function explain(evaluated: Evaluated, start: number, want: 1 | -1): Epoch[] {
  const explainer = new Explainer(evaluated);
  const root = evaluated.program.steps.length - 1;
  explainer.add(root, [[start, start]], want);
  return explainer.epochs();
}

class Explainer {
  private readonly on: Evaluated;
  private readonly found = new Map<string, { step: number; want: 1 | -1; at: IntervalSet }>();

  constructor(on: Evaluated) {
    this.on = on;
  }

  epochs(): Epoch[] {
    return [...this.found.values()].sort((a, b) => b.step - a.step || a.want - b.want);
  }

  /** Explains why a step has the wanted truth at these positions. */
  add(id: number, at: IntervalSet, want: 1 | -1): void {
    const step = this.on.program.steps[id]!;
    if (at.length === 0 || step.constant !== null) return;
    const key = `${id} ${want}`;
    const before = this.found.get(key);
    const fresh = before === undefined ? at : without(at, before.at);
    if (fresh.length === 0) return;
    this.found.set(key, { step: id, want, at: merged([...(before?.at ?? []), ...fresh]) });
    if (step.kind === 'variable' || step.kind === 'compare' || isArithmetic(step.kind)) return;
    this.operands(step, fresh, want);
  }

  private operands(step: Step, at: IntervalSet, want: 1 | -1): void {
    const [a, b] = [step.args[0]!, step.args[1]!];
    const opposite = want === 1 ? -1 : 1;
    switch (step.kind) {
      case 'not':
        return this.add(a, at, opposite);
      case 'and':
      case 'or':
        return this.junction([a, want], [b, want], at, (step.kind === 'and') === (want === 1));
      case 'implies':
        return this.junction([a, opposite], [b, want], at, want === -1);
      case 'iff':
      case 'xor':
        return this.equivalence(a, b, at, (step.kind === 'iff') === (want === 1));
      case 'rise':
      case 'fall':
        return this.edge(step, at, want);
      case 'next':
      case 'strong_next':
        return this.add(a, this.neighbours(at, 1), want);
      case 'prev':
      case 'strong_prev':
        return this.add(a, moved(at, -1, this.on.first, this.on.last), want);
      case 'always':
      case 'eventually':
        return this.window(step, at, want, false);
      case 'historically':
      case 'once':
        return this.window(step, at, want, true);
      case 'until':
        return this.until(step, at, want, false);
      case 'since':
        return this.until(step, at, want, true);
      default:
        assert(step.kind === 'precedes', 'every operator is explained');
        return this.precedes(step, at, want);
    }
  }

  private neighbours(at: IntervalSet, by: number): IntervalSet {
    const next = moved(at, by, this.on.first, this.on.last);
    const held = this.on.tail === 'last' && at.some(([, to]) => to + by > this.on.last);
    return held ? merged([...next, [this.on.last, this.on.last]]) : next;
  }

  /** Both sides where both are needed; otherwise at each position one side that suffices. */
  private junction(
    left: readonly [number, 1 | -1],
    right: readonly [number, 1 | -1],
    at: IntervalSet,
    both: boolean,
  ): void {
    if (both) {
      this.add(left[0], at, left[1]);
      this.add(right[0], at, right[1]);
      return;
    }
    const byLeft = common(at, this.on.surely(left[0], left[1]));
    const byRight = common(at, this.on.surely(right[0], right[1]));
    const [onlyLeft, onlyRight] = [without(at, byRight), without(at, byLeft)];
    // Where both would do, blame the side that is further off, or the one that is blamed anyway.
    const preferLeft =
      onlyLeft.length > 0 || onlyRight.length > 0
        ? onlyLeft.length > 0
        : left[1] === right[1]
          ? this.on.further(left[0], right[0], left[1], at) === left[0]
          : true;
    this.add(left[0], preferLeft ? byLeft : onlyLeft, left[1]);
    this.add(right[0], preferLeft ? onlyRight : byRight, right[1]);
  }

  private equivalence(a: number, b: number, at: IntervalSet, same: boolean): void {
    for (const first of [1, -1] as const) {
      const second = (first === 1) === same ? 1 : -1;
      const here = common(at, common(this.on.surely(a, first), this.on.surely(b, second)));
      this.add(a, here, first);
      this.add(b, here, second);
    }
  }

  /** rise: now and not before; before the first position nothing held, so nothing is needed there. */
  private edge(step: Step, at: IntervalSet, want: 1 | -1): void {
    const a = step.args[0]!;
    const now: 1 | -1 = (step.kind === 'rise') === (want === 1) ? 1 : -1;
    const before: 1 | -1 = now === 1 ? -1 : 1;
    if (want === 1) {
      this.add(a, at, now);
      this.add(a, moved(at, -1, this.on.first, this.on.last), before);
      return;
    }
    const byNow = common(at, this.on.surely(a, now));
    this.add(a, byNow, now);
    this.add(a, moved(without(at, byNow), -1, this.on.first, this.on.last), before);
  }

  /** Runs a rule in forward time, or for past operators in mirrored time. */
  private directed(
    step: Step,
    at: IntervalSet,
    past: boolean,
    rule: (line: WindowLine, at: IntervalSet, turn: (set: IntervalSet) => IntervalSet) => void,
  ): void {
    const turn = past ? mirrored : (set: IntervalSet) => set;
    rule(this.on.windows(step.bound, past), turn(at), turn);
  }

  private window(step: Step, at: IntervalSet, want: 1 | -1, past: boolean): void {
    const operand = step.args[0]!;
    const all = (step.kind === 'always' || step.kind === 'historically') === (want === 1);
    this.directed(step, at, past, (line, positions, turn) => {
      if (all) {
        this.add(operand, turn(unionOfWindows(line, positions)), want);
        return;
      }
      const members = turn(this.on.surely(operand, want));
      const single = at.length === 1 && at[0]![0] === at[0]![1];
      if (single) {
        const [p] = positions[0]!;
        if (line.left(p) > line.right(p)) return;
        const range = turn([[line.left(p), line.right(p)]])[0]!;
        const q = this.on.furthest(operand, want, range, this.on.surely(operand, want));
        this.add(operand, [[q, q]], want);
        return;
      }
      this.add(operand, turn(stab(line, positions, members)), want);
    });
  }

  private until(step: Step, at: IntervalSet, want: 1 | -1, past: boolean): void {
    const [hold, witness] = [step.args[0]!, step.args[1]!];
    this.directed(step, at, past, (line, positions, turn) => {
      const holds = turn(this.on.surely(hold, want));
      const witnesses = turn(this.on.surely(witness, want));
      const needed = { hold: [] as Interval[], witness: [] as Interval[] };
      for (const [from, to] of positions) {
        for (let p = from; p <= to;) {
          const next =
            want === 1
              ? this.metUntil(line, p, to, { holds, witnesses, needed })
              : this.failedUntil(line, p, to, { holds, witnesses, needed });
          assert(next > p, 'an explained position is left behind');
          p = next;
        }
      }
      this.add(hold, turn(merged(needed.hold)), want);
      this.add(witness, turn(merged(needed.witness)), want);
    });
  }

  /** A true until: one witness, and the first operand up to it. Answers the first position not served. */
  private metUntil(line: WindowLine, p: number, to: number, on: UntilSets): number {
    const breaks = runEnd(on.holds, p) + 1;
    const reach = Math.min(line.right(p), this.on.closed ? breaks - 1 : breaks);
    const q = p === to ? firstFrom(on.witnesses, line.left(p)) : lastUpTo(on.witnesses, reach);
    assert(q >= line.left(p) && q <= reach, 'a true until has a witness');
    const next = Math.min(line.lastLeftUpTo(q), q, to) + 1;
    if (q === line.right(p) && isSlow(p, next, to)) {
      const run = Math.min(runEnd(on.witnesses, q), this.on.closed ? breaks - 1 : breaks);
      const last = Math.max(p, Math.min(line.lastRightUpTo(run), to));
      on.needed.witness.push([q, line.right(last)]);
      on.needed.hold.push([p, this.on.closed ? line.right(last) : line.right(last) - 1]);
      return last + 1;
    }
    on.needed.witness.push([q, q]);
    on.needed.hold.push([p, this.on.closed ? q : q - 1]);
    return next;
  }

  /**
   * A false until, with `holds` and `witnesses` the surely false positions: either the first operand breaks
   * at k and no witness comes before that, or no witness comes in the whole window.
   */
  private failedUntil(line: WindowLine, p: number, to: number, on: UntilSets): number {
    const [left, right] = [line.left(p), line.right(p)];
    if (left > right) return line.afterEmpty(p);
    const extra = this.on.closed ? 1 : 0;
    const unmet = runEnd(on.witnesses, left);
    // A break serves if no witness can come before it: up to here.
    const latest = Math.max(left - 1 + extra, Math.min(unmet + extra, right - 1 + extra));
    const first = firstFrom(on.holds, p);
    const whole = unmet >= right ? Math.min(line.lastRightUpTo(unmet), to) : -Infinity;
    // For one position the first break says most; for many the last one that serves them all.
    const k = first > latest ? -Infinity : p === to ? first : lastUpTo(on.holds, latest);
    if (k >= p && Math.min(k, to) >= whole) {
      const next = Math.min(k, to) + 1;
      if (isSlow(p, next, to)) {
        const end = Math.min(runEnd(on.holds, k), to, firstFrom(on.witnesses, left + 1) - 1 - (left - p));
        on.needed.hold.push([k, Math.max(k, end)]);
        on.needed.witness.push([left, k - extra]);
        return Math.max(k, end) + 1;
      }
      on.needed.hold.push([k, k]);
      on.needed.witness.push([left, k - extra]);
      return next;
    }
    assert(whole >= p, 'a false until has no witness in its window');
    on.needed.witness.push([left, line.right(whole)]);
    return whole + 1;
  }

  /** p until[a,b] q seen b positions later; before the first position p held and q did not. */
  private precedes(step: Step, at: IntervalSet, want: 1 | -1): void {
    const { first, last, tail } = this.on;
    const window = this.on.span(step.bound!);
    const inner = new Explainer({
      ...this.on,
      first: -Infinity,
      windows: () => uniformWindows(window, last, tail),
      surely: (id, sign) => this.withHead(id, sign, step.args[0] === id ? 1 : -1),
    });
    inner.until({ ...step, kind: 'until' }, moved(at, -window.to, -Infinity, Infinity), want, false);
    for (const epoch of inner.epochs()) this.add(epoch.step, common(epoch.at, [[first, last]]), epoch.want);
  }

  private withHead(id: number, sign: 1 | -1, head: 1 | -1): IntervalSet {
    const own = this.on.surely(id, sign);
    return sign === head ? merged([[-Infinity, this.on.first - 1], ...own]) : own;
  }
}

type UntilSets = {
  readonly holds: IntervalSet;
  readonly witnesses: IntervalSet;
  readonly needed: { readonly hold: Interval[]; readonly witness: Interval[] };
};

/** Whether steps of this size would take too many to reach the end. */
function isSlow(from: number, next: number, to: number): boolean {
  return to - from > 1000 * (next - from);
}

/** Everything that some window of the positions sees. */
function unionOfWindows(line: WindowLine, positions: IntervalSet): IntervalSet {
  const seen: Interval[] = [];
  for (const [from, to] of positions) {
    for (let p = from; p <= to;) {
      const left = line.left(p);
      let right = line.right(p);
      if (left > right) {
        p = line.afterEmpty(p);
        continue;
      }
      if (line.contiguous) {
        seen.push([left, line.right(to)]);
        break;
      }
      let last = p;
      // Windows of later positions join on as long as they begin where this union has reached.
      for (;;) {
        const reach = Math.min(line.lastLeftUpTo(right + 1), to);
        if (!(reach > last)) break;
        last = reach;
        const wider = line.right(last);
        if (wider === right) break;
        right = wider;
      }
      seen.push([left, right]);
      p = last + 1;
    }
  }
  return merged(seen);
}

/** As few members as possible so that every position's window holds one (the latest each time). */
function stab(line: WindowLine, positions: IntervalSet, members: IntervalSet): IntervalSet {
  const chosen: Interval[] = [];
  for (const [from, to] of positions) {
    for (let p = from; p <= to;) {
      if (line.left(p) > line.right(p)) {
        // An empty window needs no witness: its truth is fixed.
        p = line.afterEmpty(p);
        continue;
      }
      const q = lastUpTo(members, line.right(p));
      assert(q >= line.left(p), 'a witness exists for every position');
      const next = Math.min(line.lastLeftUpTo(q), to) + 1;
      if (q === line.right(p) && isSlow(p, next, to)) {
        // Windows far shorter than the time to explain: take the whole run of members at once.
        const last = Math.max(p, Math.min(line.lastRightUpTo(runEnd(members, q)), to));
        chosen.push([q, line.right(last)]);
        p = last + 1;
      } else {
        chosen.push([q, q]);
        p = next;
      }
    }
  }
  return merged(chosen);
}
