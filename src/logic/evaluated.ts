import { assert, must } from '#base';
import { type Curve, type CurvePair, type DenseSetup, evaluateDense } from './dense.ts';
import type { Epoch, Evaluated } from './explain.ts';
import { isAtom } from './atoms.ts';
import { type Formula, variablesOf } from './formula.ts';
import { common, type Interval, type IntervalSet, merged } from './intervals.ts';
import { instantOf, type Lines, lineValueAt, onPiece, pieceAt } from './lines.ts';
import type { Program } from './program.ts';
import { evaluateSampled, type SampledResult } from './sampled.ts';
import type { Pair, SampledSetup } from './sampled-types.ts';
import { stepAt, type Steps, StepWriter, valueAt } from './steps.ts';
import { listedWindows, uniformWindows } from './windows.ts';

/** An evaluation ready to be explained, with its robustness at hand. */
export type Explainable = {
  readonly evaluated: Evaluated;
  readonly values: Program;
  /** Robustness of a sub-formula at a position: its lower (-1: upper) bound. */
  readonly value: (formula: Formula, position: number, side: 'lo' | 'hi') => number;
  /** Where a sub-formula's robustness is furthest on a side, within a range and among members. */
  readonly furthest: (formula: Formula, want: 1 | -1, range: Interval, among: IntervalSet) => number;
  /** Whether atoms known only at these epochs (and unknown elsewhere) still make the formula false at a start. */
  readonly followsFrom: (epochs: readonly Epoch[], start: number) => boolean;
  /** How much work one such question is: results times their length. */
  readonly size: number;
  /** The last sample, which a held end repeats: what an atom is behind it, it is there. */
  readonly lastSample: number;
};

/** A pair of programs over the same lowered formula, and both results in full. */
type Both<R> = {
  readonly truth: { readonly program: Program; readonly result: R };
  readonly value: { readonly program: Program; readonly result: R };
};

/** Positions are sample indices. */
export function sampledEvaluation(both: Both<SampledResult>, setup: SampledSetup, end: string): Explainable {
  const { truth, value } = both;
  // The tail is part of the line: past operators still see known samples from there.
  const last = setup.total - 1;
  const tail = end === 'inf' ? ('nothing' as const) : ('last' as const);
  const sets = new Map<string, IntervalSet>();
  const column = (formula: Formula, side: 'lo' | 'hi'): Float64Array =>
    value.result.of(must(value.program.idOf.get(formula), 'both programs see the same nodes'))[side];
  const furthest = (formula: Formula, want: 1 | -1, range: Interval, among: IntervalSet): number => {
    const x = column(formula, want === 1 ? 'lo' : 'hi');
    let best = -Infinity;
    let at = -1;
    for (const [from, to] of common([range], among)) {
      for (let i = from; i <= to; i++) {
        if (at < 0 || want * x[i]! > best) {
          best = want * x[i]!;
          at = i;
        }
      }
    }
    assert(at >= 0, 'a witness is among the members');
    return at;
  };
  const valueOf = (formula: Formula, position: number, side: 'lo' | 'hi'): number =>
    column(formula, side)[position]!;
  return {
    values: value.program,
    value: valueOf,
    furthest,
    size: setup.total * truth.program.steps.length,
    lastSample: setup.known - 1,
    followsFrom: (epochs, start) => {
      const given = sampledAtoms(truth.program, setup, epochs, end === 'hold');
      return evaluateSampled(truth.program, { ...setup, given }).root.hi[start]! < 0;
    },
    evaluated: {
      program: truth.program,
      first: 0,
      last,
      tail,
      closed: false,
      surely: (id, want) => {
        const key = `${id} ${want}`;
        let set = sets.get(key);
        if (set === undefined) {
          set = membersOf(truth.result.of(id)[want === 1 ? 'lo' : 'hi'], want, last);
          sets.set(key, set);
        }
        return set;
      },
      span: setup.steps,
      windows: (bound, past) => {
        if (setup.timestamps !== null && bound !== null) {
          const listed = past ? setup.timestamps.behind(bound) : setup.timestamps.ahead(bound);
          return listedWindows(listed, past);
        }
        const window = bound === null ? { from: 0, to: Infinity } : setup.steps(bound);
        return past ? uniformWindows(window, 0, 'nothing') : uniformWindows(window, last, tail);
      },
      further: (a, b, want, at) => furtherOf(truth.program, valueOf, [a, b], want, at[0]![0]),
      furthest: (id, want, range, among) => furthest(truth.program.steps[id]!.formula, want, range, among),
    },
  };
}

function furtherOf(
  program: Program,
  value: Explainable['value'],
  [a, b]: readonly [number, number],
  want: 1 | -1,
  at: number,
): number {
  const side = want === 1 ? 'lo' : 'hi';
  const of = (id: number): number => {
    const step = program.steps[id]!;
    return want * (step.constant !== null ? step.constant * Infinity : value(step.formula, at, side));
  };
  return of(b) > of(a) ? b : a;
}

function membersOf(x: Float64Array, want: 1 | -1, last: number): IntervalSet {
  const out: [number, number][] = [];
  for (let i = 0; i <= last; i++) {
    if (!(want * x[i]! > 0)) continue;
    const run = out.at(-1);
    if (run !== undefined && run[1] === i - 1) run[1] = i;
    else out.push([i, i]);
  }
  return out;
}

/** Positions are those of the dense signals; a held tail is cut where everything has become constant. */
export function denseEvaluation(
  both: Both<readonly CurvePair[]>,
  setup: DenseSetup,
  line: {
    readonly first: number;
    readonly last: number;
    readonly tail: 'nothing' | 'last';
    readonly lastSample: number;
    /** Whether the last sample is held for ever. */
    readonly held: boolean;
  },
): Explainable {
  const { truth, value } = both;
  const curve = (formula: Formula, side: 'lo' | 'hi'): Curve =>
    value.result[must(value.program.idOf.get(formula), 'both programs see the same nodes')]![side];
  const furthest = (formula: Formula, want: 1 | -1, range: Interval, among: IntervalSet): number =>
    furthestOn(curve(formula, want === 1 ? 'lo' : 'hi'), want, common([range], among));
  const valueOf = (formula: Formula, position: number, side: 'lo' | 'hi'): number => {
    const c = curve(formula, side);
    return c.shape === 'steps' ? valueAt(c.steps, position) : lineValueAt(c.lines, position);
  };
  const sets = new Map<string, IntervalSet>();
  return {
    values: value.program,
    value: valueOf,
    furthest,
    size: truth.result.reduce((sum, { hi }) => sum + (hi.shape === 'steps' ? hi.steps.count : 0), 0),
    lastSample: line.lastSample,
    followsFrom: (epochs, start) => {
      const given = new Map<number, CurvePair>();
      for (const id of atomSteps(truth.program)) {
        const own = epochs.filter((epoch) => epoch.step === id);
        const curve = (want: 1 | -1): Curve => ({
          shape: 'steps',
          steps: indicator(own.find((epoch) => epoch.want === want)?.at ?? [], want, line),
        });
        given.set(id, { lo: curve(1), hi: curve(-1) });
      }
      const { hi } = evaluateDense(truth.program, { ...setup, given }).at(-1)!;
      return hi.shape === 'steps' && valueAt(hi.steps, start) < 0;
    },
    evaluated: {
      program: truth.program,
      ...line,
      closed: true,
      surely: (id, want) => {
        const key = `${id} ${want}`;
        let set = sets.get(key);
        if (set === undefined) {
          const c = truth.result[id]![want === 1 ? 'lo' : 'hi'];
          assert(c.shape === 'steps', 'truth is made of steps');
          set = stepMembers(c.steps, want, line.last);
          sets.set(key, set);
        }
        return set;
      },
      span: setup.positions,
      windows: (bound, past) => {
        const window = bound === null ? { from: 0, to: Infinity } : setup.positions(bound);
        return past
          ? uniformWindows(window, -line.first, 'nothing')
          : uniformWindows(window, line.last, line.tail);
      },
      further: (a, b, want, at) => furtherOf(truth.program, valueOf, [a, b], want, at[0]![0]),
      furthest: (id, want, range, among) => furthest(truth.program.steps[id]!.formula, want, range, among),
    },
  };
}

/** Ids of the steps where signals enter as truth. */
function atomSteps(program: Program): number[] {
  return program.steps
    .filter((step) => step.role === 'truth' && isAtom(step.formula) && variablesOf(step.formula).length > 0)
    .map((step) => step.id);
}

/** Atoms as +1 or -1 where an epoch says so, and unknown elsewhere. */
function sampledAtoms(
  program: Program,
  setup: SampledSetup,
  epochs: readonly Epoch[],
  held: boolean,
): Map<number, Pair> {
  const given = new Map<number, Pair>();
  for (const id of atomSteps(program)) {
    const lo = new Float64Array(setup.total).fill(-1);
    const hi = new Float64Array(setup.total).fill(1);
    for (const { want, at } of epochs.filter((epoch) => epoch.step === id)) {
      for (const [from, to] of at) {
        const last = held && to === setup.known - 1 ? setup.total - 1 : to;
        (want === 1 ? lo : hi).fill(want, from, last + 1);
      }
    }
    given.set(id, { lo, hi });
  }
  return given;
}

/** `want` on the members, its opposite elsewhere; a member at the end of the line is one for ever. */
function indicator(
  members: IntervalSet,
  want: 1 | -1,
  line: { first: number; lastSample: number; held: boolean },
): Steps {
  const out = new StepWriter(2 * members.length + 1);
  out.push(line.first, -want);
  for (const [from, to] of members) {
    out.push(from, want);
    if (!(line.held && to >= line.lastSample)) out.push(to + 1, -want);
  }
  return out.done();
}

function stepMembers(x: Steps, want: 1 | -1, last: number): IntervalSet {
  const out: Interval[] = [];
  for (let k = 0; k < x.count && x.pos[k]! <= last; k++) {
    if (!(want * x.val[k]! > 0)) continue;
    const next = k + 1 < x.count ? x.pos[k + 1]! - 1 : Infinity;
    out.push([x.pos[k]!, Math.min(next, last)]);
  }
  return merged(out);
}

/** The position where a curve is furthest on a side: at a break, or at an end of the members. */
function furthestOn(curve: Curve, want: 1 | -1, members: IntervalSet): number {
  let best = -Infinity;
  let at = NaN;
  const consider = (position: number, value: number): void => {
    // Of equals an instant (even) is preferred to the open interval before it.
    const better = want * value > best || (want * value === best && at % 2 === 1 && position % 2 === 0);
    if (at !== at || better) {
      best = want * value;
      at = position;
    }
  };
  for (const [from, to] of members) {
    if (curve.shape === 'steps') {
      const { pos, val, count } = curve.steps;
      for (let k = stepAt(curve.steps, from); k < count && pos[k]! <= to; k++) {
        consider(Math.max(pos[k]!, from), val[k]!);
      }
    } else considerPieces(curve.lines, from, to, consider);
  }
  assert(at === at, 'a witness is among the members');
  return at;
}

function considerPieces(
  x: Lines,
  from: number,
  to: number,
  consider: (position: number, value: number) => void,
): void {
  for (let k = pieceAt(x, from); k < x.count && x.pos[k]! <= to; k++) {
    const start = Math.max(x.pos[k]!, from);
    const end = Math.min(k + 1 < x.count ? x.pos[k + 1]! - 1 : Infinity, to);
    consider(start, onPiece(x, k, instantOf(start)));
    // An odd last position is the open interval up to the next tick: its value there is the limit.
    if (end !== Infinity) consider(end, onPiece(x, k, instantOf(end) + (end % 2)));
  }
}
