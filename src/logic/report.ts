import { instantOf } from './lines.ts';
import type { Curve, CurvePair } from './dense.ts';
import type { TickGrid } from './ticks.ts';
import { secondsOf } from './ticks.ts';

/** What is known of a formula at one time. */
export type Truth = true | false | 'unknown';

/**
 * A signal over time. `samples`: one value a time. `steps`: each value holds until the next time. `pieces`:
 * straight from `value` to `end_value` at the next time. Where `after` is 1 the entry begins just after its
 * time (an open end), so that a single instant can differ from what follows it.
 */
export type SignalCurve = {
  readonly shape: 'samples' | 'steps' | 'pieces';
  readonly t_sec: Float64Array;
  readonly value: Float64Array;
  readonly end_value?: Float64Array;
  readonly after?: Uint8Array;
};

/** Robustness over time, as bounds; `hi` is the same object as `lo` where nothing is unknown. */
export type RobustnessSignal = { readonly lo: SignalCurve; readonly hi: SignalCurve };

/** Verdict over time: 1 true, -1 false, 0 unknown, with times as in SignalCurve. */
export type VerdictSignal = {
  readonly shape: 'samples' | 'steps';
  readonly t_sec: Float64Array;
  readonly verdict: Int8Array;
  readonly after?: Uint8Array;
};

/** A truth from bounds of +1 and -1. */
export function truthOf(lo: number, hi: number): Truth {
  return lo > 0 ? true : hi < 0 ? false : 'unknown';
}

/** A dense curve in seconds, cut off behind `end` (a position). */
export function curveReport(curve: Curve, grid: TickGrid, end: number): SignalCurve {
  const source = curve.shape === 'steps' ? curve.steps : curve.lines;
  let count = source.count;
  while (count > 1 && source.pos[count - 1]! > end) count--;
  const t_sec = new Float64Array(count);
  const after = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    t_sec[k] = secondsOf(grid, source.pos[k]!);
    after[k] = source.pos[k]! % 2 === 0 ? 0 : 1;
  }
  const open = after.includes(1) ? { after } : {};
  if (curve.shape === 'steps') {
    return { shape: 'steps', t_sec, value: curve.steps.val.slice(0, count), ...open };
  }
  const { pos, from, to } = curve.lines;
  const end_value = to.slice(0, count);
  // The last piece may have been cut: its end value is where it is at the end of the trace.
  const level = from[count - 1] === to[count - 1];
  if (!level && count < curve.lines.count && instantOf(pos[count]!) > instantOf(end)) {
    const span = instantOf(pos[count]!) - instantOf(pos[count - 1]!);
    const share = (instantOf(end) - instantOf(pos[count - 1]!)) / span;
    end_value[count - 1] = from[count - 1]! + share * (to[count - 1]! - from[count - 1]!);
  }
  return { shape: 'pieces', t_sec, value: from.slice(0, count), end_value, ...open };
}

/** Bounds as reported; one object twice where they are equal. */
export function pairReport(pair: CurvePair, grid: TickGrid, end: number): RobustnessSignal {
  const lo = curveReport(pair.lo, grid, end);
  return { lo, hi: pair.lo === pair.hi ? lo : curveReport(pair.hi, grid, end) };
}

/** Verdict over time from truth curves (steps of +1 and -1). */
export function verdictReport(pair: CurvePair, grid: TickGrid, end: number): VerdictSignal {
  const lo = curveReport(pair.lo, grid, end);
  const hi = pair.lo === pair.hi ? lo : curveReport(pair.hi, grid, end);
  const t: number[] = [];
  const verdict: number[] = [];
  const after: number[] = [];
  let i = 0;
  let j = 0;
  const place = (c: SignalCurve, k: number): number => (k < c.t_sec.length ? c.t_sec[k]! : Infinity);
  const open = (c: SignalCurve, k: number): number => c.after?.[k] ?? 0;
  for (;;) {
    const late = place(lo, i) > place(hi, j) || (place(lo, i) === place(hi, j) && open(lo, i) >= open(hi, j));
    const value = lo.value[i]! > 0 ? 1 : hi.value[j]! < 0 ? -1 : 0;
    if (verdict.at(-1) !== value) {
      t.push(late ? place(lo, i) : place(hi, j));
      after.push(late ? open(lo, i) : open(hi, j));
      verdict.push(value);
    }
    const [ni, nj] = [place(lo, i + 1), place(hi, j + 1)];
    if (ni === Infinity && nj === Infinity) break;
    const [oi, oj] = [open(lo, i + 1), open(hi, j + 1)];
    const first = ni < nj || (ni === nj && oi < oj);
    const both = ni === nj && oi === oj;
    if (first || both) i++;
    if (!first || both) j++;
  }
  const flags = Uint8Array.from(after);
  return {
    shape: 'steps',
    t_sec: Float64Array.from(t),
    verdict: Int8Array.from(verdict),
    ...(flags.includes(1) ? { after: flags } : {}),
  };
}
