import { err, ok, type Result } from '#base';
import type { CurvePair, DenseSetup } from './dense.ts';
import type { Bound, Formula } from './formula.ts';
import type { Lines } from './lines.ts';
import { pastMemory } from './program.ts';
import type { IffMeasure, Pair, PredicateReading, SampledSetup } from './sampled-types.ts';
import { StepWriter } from './steps.ts';
import {
  boundPositions,
  boundSteps,
  chooseGrid,
  positionOf,
  type TickError,
  type TickGrid,
} from './ticks.ts';
import { timestampWindows } from './timestamps.ts';
import type { Trace } from './trace.ts';

/** How time runs between and beyond samples; see docs/monitor.md. */
export type TimeModel = 'index' | 'timestamp' | 'step' | 'linear';

/** What is assumed after the last sample: nothing is known, nothing is there, or it stays as it was. */
export type TraceEnd = 'unknown' | 'inf' | 'hold';

/** Choices of an evaluation, all explicit by now. */
export type Choices = {
  readonly time: TimeModel;
  readonly end: TraceEnd;
  readonly iff: IffMeasure;
  readonly reading: (formula: Formula) => PredicateReading;
  readonly period_sec: number;
  /** Where dense time begins under `inf` and `hold`; the first sample when left out. */
  readonly origin_sec?: number;
};

/** Longest held tail of a sampled trace, in samples, beyond its own length. */
const LONGEST_TAIL = 20_000_000;

function boundsOf(formula: Formula, into = new Set<Bound>(), seen = new Set<Formula>()): Set<Bound> {
  if (seen.has(formula)) return into;
  seen.add(formula);
  if (formula.bound !== undefined) into.add(formula.bound);
  for (const arg of formula.args) boundsOf(arg, into, seen);
  return into;
}

/** Sum of all finite bounds: an upper limit of how far any result lies from the trace. */
function totalBound_sec(formula: Formula): number {
  const own =
    formula.bound === undefined ? 0 : formula.bound.to === Infinity ? formula.bound.from : formula.bound.to;
  return own + formula.args.reduce((sum, arg) => Math.max(sum, totalBound_sec(arg)), 0);
}

/** Everything for a sampled evaluation of a lowered formula over a checked trace. */
export function prepareSampled(
  formula: Formula,
  variables: readonly string[],
  trace: Trace,
  choices: Choices,
): Result<{ setup: SampledSetup; grid: TickGrid | null }, TickError> {
  const known = trace.t_sec.length;
  const byTime = choices.time === 'timestamp';
  const stepCounts = new Map<Bound, { from: number; to: number }>();
  let grid: TickGrid | null = null;
  for (const bound of boundsOf(formula)) {
    if (byTime) continue;
    const steps = boundSteps(bound, choices.period_sec);
    if (!steps.ok) return steps;
    stepCounts.set(bound, steps.value);
  }
  let positions: Float64Array | null = null;
  if (byTime) {
    const largest = Math.max(Math.abs(trace.t_sec[0]!), Math.abs(trace.t_sec[known - 1]!));
    const chosen = chooseGrid(largest + totalBound_sec(formula), false);
    if (!chosen.ok) return chosen;
    grid = chosen.value;
    for (const bound of boundsOf(formula)) {
      const exact = boundPositions(grid, bound);
      if (!exact.ok) return exact;
    }
    positions = trace.t_sec.map((t) => positionOf(chosen.value, t));
  }
  const memory = byTime ? 0 : pastMemory(formula, choices.period_sec) / choices.period_sec;
  const tail = choices.end === 'inf' ? 0 : byTime ? 1 : 1 + Math.ceil(memory);
  if (tail > LONGEST_TAIL) {
    return err({
      type: 'time_out_of_range',
      message: `past windows of ${memory} samples are too long to hold`,
    });
  }
  const total = known + tail;
  const signals = new Map<string, Pair>();
  for (const name of variables) {
    signals.set(name, withTail(trace.signals.get(name)!, total, choices.end));
  }
  return ok({
    grid,
    setup: {
      known,
      total,
      beyond: choices.end === 'inf' ? 'nothing' : 'last',
      signals,
      timestamps: positions === null ? null : timestampWindows(grid!, positions, choices.end === 'unknown'),
      steps: (bound) => stepCounts.get(bound)!,
      iff: choices.iff,
      reading: choices.reading,
    },
  });
}

function withTail(values: Float64Array, total: number, end: TraceEnd): Pair {
  const n = values.length;
  if (total === n) return { lo: values, hi: values };
  const lo = new Float64Array(total);
  lo.set(values);
  if (end === 'hold') {
    lo.fill(values[n - 1]!, n);
    return { lo, hi: lo };
  }
  const hi = lo.slice();
  lo.fill(-Infinity, n);
  hi.fill(Infinity, n);
  return { lo, hi };
}

/** Everything for a dense evaluation of a lowered formula over a checked trace. */
export function prepareDense(
  formula: Formula,
  variables: readonly string[],
  trace: Trace,
  choices: Choices,
): Result<{ setup: DenseSetup; grid: TickGrid; end: number }, TickError> {
  const times = (name: string): Float64Array => trace.own_t_sec?.get(name) ?? trace.t_sec;
  const used = variables.length > 0 ? variables.map(times) : [trace.t_sec];
  const starts = used.map((t) => t[0]!);
  const ends = used.map((t) => t[t.length - 1]!);
  const origin_sec =
    choices.end === 'unknown' ? Math.min(...starts) : (choices.origin_sec ?? Math.min(...starts));
  const largest = Math.max(...[...starts, ...ends, origin_sec].map(Math.abs));
  const chosen = chooseGrid(largest + 2 * totalBound_sec(formula), choices.time === 'linear');
  if (!chosen.ok) return chosen;
  const grid = chosen.value;
  const shifts = new Map<Bound, { from: number; to: number }>();
  for (const bound of boundsOf(formula)) {
    const exact = boundPositions(grid, bound);
    if (!exact.ok) return exact;
    shifts.set(bound, exact.value);
  }
  const end = positionOf(grid, choices.end === 'inf' ? Math.min(...ends) : Math.max(...ends));
  const domain = {
    start: positionOf(grid, origin_sec),
    end: choices.end === 'inf' ? end + 1 : Infinity,
  };
  const signals = new Map<string, CurvePair>();
  for (const name of variables) {
    const samples = {
      positions: times(name).map((t) => positionOf(grid, t)),
      values: trace.signals.get(name)!,
    };
    signals.set(name, denseSignal(samples, choices, domain.start, domain.end));
  }
  return ok({
    grid,
    end,
    setup: {
      shape: choices.time === 'linear' ? 'lines' : 'steps',
      domain,
      signals,
      positions: (bound) => shifts.get(bound)!,
      iff: choices.iff,
      reading: choices.reading,
    },
  });
}

type Samples = { readonly positions: Float64Array; readonly values: Float64Array };

function denseSignal(samples: Samples, choices: Choices, start: number, end: number): CurvePair {
  const unknown = choices.end === 'unknown' ? [-Infinity, Infinity] : [null];
  const curves = unknown.map((value) =>
    choices.time === 'linear'
      ? ({ shape: 'lines', lines: lineSignal(samples, value, start, end) } as const)
      : ({ shape: 'steps', steps: stepSignal(samples, value, start, end) } as const),
  );
  return { lo: curves[0]!, hi: curves[1] ?? curves[0]! };
}

/** Steps from sample to sample; outside the samples the value that stands for unknown, if there is one. */
function stepSignal(samples: Samples, unknown: number | null, start: number, end: number) {
  const { positions, values } = samples;
  const out = new StepWriter(values.length + 2);
  if (unknown !== null && positions[0]! > start) out.push(start, unknown);
  for (let k = 0; k < values.length && positions[k]! < end; k++) out.push(positions[k]!, values[k]!);
  if (unknown !== null) out.push(positions[positions.length - 1]! + 1, unknown);
  return out.done();
}

function lineSignal(samples: Samples, unknown: number | null, start: number, end: number): Lines {
  const { positions, values } = samples;
  const n = values.length;
  const before = unknown !== null && positions[0]! > start ? 1 : 0;
  const after = unknown !== null ? 1 : 0;
  const count = before + n + after;
  const pos = new Float64Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  if (before === 1) {
    pos[0] = start;
    from[0] = to[0] = unknown!;
  }
  for (let k = 0; k < n; k++) {
    pos[before + k] = positions[k]!;
    from[before + k] = values[k]!;
    to[before + k] = k + 1 < n ? values[k + 1]! : values[k]!;
  }
  if (after === 1) {
    pos[count - 1] = positions[n - 1]! + 1;
    from[count - 1] = to[count - 1] = unknown!;
  }
  const kept = pos.findIndex((position) => position >= end);
  return { count: kept < 0 ? count : kept, pos, from, to };
}
