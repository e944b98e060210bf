import { counterexampleOf } from './counterexample.ts';
import type { Counterexample, TimeSpan } from './counterexample-types.ts';
import { type CurvePair, type DenseSetup, evaluateDense, startOf } from './dense.ts';
import { denseEvaluation, sampledEvaluation } from './evaluated.ts';
import type { Formula } from './formula.ts';
import type { Interval } from './intervals.ts';
import { type Choices, prepareDense, prepareSampled } from './prepare.ts';
import { pastMemory, planProgram, type Program } from './program.ts';
import { evaluateSampled } from './sampled.ts';
import type { SampledSetup } from './sampled-types.ts';
import type { Spec } from './spec.ts';
import { valueAt } from './steps.ts';
import { positionOf, secondsOf, type TickGrid } from './ticks.ts';
import type { Trace } from './trace.ts';

type Common = {
  readonly spec: Spec;
  readonly formula: Formula;
  readonly trace: Trace;
  readonly choices: Choices;
  readonly requirement_id: string | null;
};

/** Explains a violation in sampled time. */
export function explainSampled(found: Common & { readonly setup: SampledSetup }): Counterexample {
  const { formula, setup, trace, choices } = found;
  const value = planProgram(formula, 'value');
  const truth = planProgram(formula, 'truth');
  const explainable = sampledEvaluation(
    {
      truth: { program: truth, result: evaluateSampled(truth, setup, true) },
      value: { program: value, result: evaluateSampled(value, setup, true) },
    },
    setup,
    choices.end,
  );
  const last = setup.known - 1;
  const span = ([from, to]: Interval): TimeSpan => ({
    from_sec: trace.t_sec[Math.min(from, last)]!,
    to_sec: trace.t_sec[Math.min(to, last)]!,
  });
  return counterexampleOf({
    ...found,
    explainable,
    start: 0,
    span,
    decidedAt: (latest_sec) => decidedAt(found, latest_sec),
  });
}

/** Explains a violation in dense time. */
export function explainDense(
  found: Common & {
    readonly setup: DenseSetup;
    readonly grid: TickGrid;
    readonly end: number;
    readonly start: number;
    readonly programs: { readonly value: Program; readonly truth: Program };
    readonly results: { readonly value: readonly CurvePair[]; readonly truth: readonly CurvePair[] };
  },
): Counterexample {
  const { setup, grid, end, choices, formula } = found;
  const cut = choices.end === 'inf';
  // Behind the end past operators still see the trace for a while; then everything is constant.
  const memory = cut ? 0 : positionOf(grid, pastMemory(formula, 0)) + 2;
  const explainable = denseEvaluation(
    {
      truth: { program: found.programs.truth, result: found.results.truth },
      value: { program: found.programs.value, result: found.results.value },
    },
    setup,
    {
      first: setup.domain.start,
      last: end + memory,
      tail: cut ? 'nothing' : 'last',
      lastSample: end,
      held: choices.end === 'hold',
    },
  );
  const span = ([from, to]: Interval): TimeSpan => {
    const [low, high] = [Math.min(from, end), Math.min(to, end)];
    return {
      from_sec: secondsOf(grid, low),
      to_sec: secondsOf(grid, high + (high % 2 === 0 ? 0 : 1)),
      ...(low % 2 === 0 ? {} : { from_open: true as const }),
      ...(high % 2 === 0 ? {} : { to_open: true as const }),
    };
  };
  return counterexampleOf({
    ...found,
    explainable,
    span,
    decidedAt: (latest_sec) => decidedAt(found, latest_sec),
  });
}

/**
 * The earliest sample time after which nothing could have saved the verdict, by bisection over prefixes of
 * the trace with an unknown end. Where the end was assumed (`inf`, `hold`) and decides, the last sample.
 */
function decidedAt(found: Common, latest_sec: number): number {
  const times = [
    ...new Set([found.trace.t_sec, ...(found.trace.own_t_sec?.values() ?? [])].flatMap((t) => [...t])),
  ];
  times.sort((a, b) => a - b);
  const candidates = times.filter((t, i) => t <= latest_sec + 1e-9 || times[i - 1]! < latest_sec - 1e-9);
  if (candidates.length === 0 || !falseOn(found, candidates.at(-1)!)) return times.at(-1)!;
  let low = 0;
  let high = candidates.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (falseOn(found, candidates[middle]!)) high = middle;
    else low = middle + 1;
  }
  return candidates[low]!;
}

/** Whether the samples up to a time, followed by anything, violate the specification. */
function falseOn(found: Common, until_sec: number): boolean {
  const { formula, spec } = found;
  const choices: Choices = { ...found.choices, end: 'unknown' };
  const trace = prefix(found.trace, until_sec);
  if (trace === null) return false;
  const truth = planProgram(formula, 'truth');
  if (choices.time === 'index' || choices.time === 'timestamp') {
    const prepared = prepareSampled(formula, spec.variables, trace, choices);
    return prepared.ok && evaluateSampled(truth, prepared.value.setup).root.hi[0]! < 0;
  }
  const prepared = prepareDense(formula, spec.variables, trace, choices);
  if (!prepared.ok) return false;
  const hi = evaluateDense(truth, prepared.value.setup).at(-1)!.hi;
  return (
    hi.shape === 'steps' && valueAt(hi.steps, Math.max(startOf(hi), prepared.value.setup.domain.start)) < 0
  );
}

function prefix(trace: Trace, until_sec: number): Trace | null {
  const count = (times: Float64Array): number => {
    const k = times.findIndex((t) => t > until_sec);
    return k < 0 ? times.length : k;
  };
  const common = count(trace.t_sec);
  const signals = new Map<string, Float64Array>();
  const own = new Map<string, Float64Array>();
  for (const [name, values] of trace.signals) {
    const times = trace.own_t_sec?.get(name);
    const n = times === undefined ? common : count(times);
    if (n === 0) return null;
    signals.set(name, values.subarray(0, n));
    if (times !== undefined) own.set(name, times.subarray(0, n));
  }
  return {
    t_sec: trace.t_sec.subarray(0, Math.max(1, common)),
    signals,
    ...(own.size > 0 ? { own_t_sec: own } : {}),
  };
}
