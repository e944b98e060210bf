import { err, nearestNames, ok, type Result } from '#base';
import type { Counterexample } from './counterexample-types.ts';
import { evaluateDense, NotInDenseTime, startOf } from './dense.ts';
import { type Formula } from './formula.ts';
import { lineValueAt } from './lines.ts';
import { type Choices, prepareDense, prepareSampled, type TimeModel, type TraceEnd } from './prepare.ts';
import { formatFormula } from './print.ts';
import { lower, planProgram, type Program } from './program.ts';
import {
  pairReport,
  type RobustnessSignal,
  type Truth,
  truthOf,
  verdictReport,
  type VerdictSignal,
} from './report.ts';
import { evaluateSampled, NoNumber } from './sampled.ts';
import type { IffMeasure, Pair, PredicateReading, SampledSetup } from './sampled-types.ts';
import type { Spec, SpecWarning } from './spec.ts';
import { stepAt } from './steps.ts';
import { secondsOf } from './ticks.ts';
import { checkTrace, type Trace, type TraceError } from './trace.ts';
import { explainDense, explainSampled } from './violation.ts';

/** How to monitor. Time and end have no default on purpose: they decide what the answer means. */
export type MonitorOptions = {
  readonly time: TimeModel;
  readonly end: TraceEnd;
  /**
   * Measure of `iff` and `xor`. `minmax` has the sign of the truth; `distance` is RTAMT's and has not.
   * Left out: `minmax` with end `unknown`, else `distance`.
   */
  readonly iff?: IffMeasure;
  /** Interface-aware reading of a comparison; the plain robustness when left out. */
  readonly reading?: (formula: Formula) => PredicateReading;
  /** Where dense time begins under `inf` and `hold` if before the first sample, in seconds. */
  readonly origin_sec?: number;
  /** Parts of the report to leave out where speed matters. */
  readonly skip?: { readonly verdict_signal?: boolean; readonly counterexample?: boolean };
  /** Id of the requirement, carried into the counterexample. */
  readonly requirement_id?: string;
};

/** Why a trace could not be judged. Nothing here means "violated". */
export type MonitorError =
  | TraceError
  | {
      readonly type:
        | 'missing_signal'
        | 'bound_too_fine'
        | 'time_out_of_range'
        | 'not_in_this_time'
        | 'no_number'
        | 'common_times_needed';
      readonly message: string;
      readonly nearest?: readonly string[];
    };

/** What a specification says about a trace. */
export type MonitorReport = {
  readonly time: TimeModel;
  readonly end: TraceEnd;
  readonly formula: string;
  /** The time at which the specification is judged: the first of the trace. */
  readonly t_sec: number;
  /** Robustness there, as bounds; equal where nothing is unknown. Infinite where a window was empty. */
  readonly robustness: { readonly lo: number; readonly hi: number };
  /** Exact truth there: `>` and `>=` differ at equality. */
  readonly verdict: Truth;
  readonly signal: RobustnessSignal;
  readonly verdict_signal: VerdictSignal | null;
  /** Why it is violated; null unless the verdict is false (or if left out on request). */
  readonly counterexample: Counterexample | null;
  readonly warnings: readonly SpecWarning[];
};

/** Judges a trace by a specification. Linear in the trace; never changes its inputs. */
export function monitor(
  spec: Spec,
  trace: Trace,
  options: MonitorOptions,
): Result<MonitorReport, MonitorError> {
  const checked = checkTrace(trace);
  if (!checked.ok) return checked;
  const missing = spec.variables.find((name) => !trace.signals.has(name));
  if (missing !== undefined) {
    const nearest = nearestNames(missing, trace.signals.keys());
    return err({ type: 'missing_signal', message: `the trace has no signal '${missing}'`, nearest });
  }
  const choices: Choices = {
    time: options.time,
    end: options.end,
    iff: options.iff ?? (options.end === 'unknown' ? 'minmax' : 'distance'),
    reading: options.reading ?? (() => 'robustness'),
    period_sec: spec.period_sec,
    ...(options.origin_sec === undefined ? {} : { origin_sec: options.origin_sec }),
  };
  const refused = refuse(spec, trace, choices);
  if (refused !== null) return err(refused);
  const sampled = options.time === 'index' || options.time === 'timestamp';
  try {
    return sampled
      ? monitorSampled(spec, trace, choices, options)
      : monitorDense(spec, trace, choices, options);
  } catch (failure) {
    if (failure instanceof NotInDenseTime) {
      const message = `${formatFormula(failure.formula)}: ${failure.message}`;
      return err({ type: 'not_in_this_time', message });
    }
    if (failure instanceof NoNumber) {
      const message = `${formatFormula(failure.formula)} has no value at row ${failure.index}`;
      return err({ type: 'no_number', message });
    }
    throw failure;
  }
}

function refuse(spec: Spec, trace: Trace, choices: Choices): MonitorError | null {
  const own = trace.own_t_sec !== undefined && spec.variables.some((name) => trace.own_t_sec!.has(name));
  if (own && (choices.time === 'index' || choices.time === 'timestamp')) {
    const message = 'sampled time needs one time base for all signals';
    return { type: 'common_times_needed', message };
  }
  if (choices.time === 'timestamp' && choices.end === 'hold') {
    const message = "behind the last timestamp there are no samples to hold; use end 'unknown' or 'inf'";
    return { type: 'not_in_this_time', message };
  }
  const kinds = new Set<string>();
  const walk = (node: Formula): void => {
    kinds.add(node.kind);
    if (node.bound?.unit === 'step') kinds.add('steps');
    node.args.forEach(walk);
  };
  walk(spec.formula);
  if (choices.time !== 'index' && (kinds.has('steps') || kinds.has('precedes'))) {
    return { type: 'not_in_this_time', message: "windows counted in samples need time 'index'" };
  }
  return null;
}

function monitorSampled(
  spec: Spec,
  trace: Trace,
  choices: Choices,
  options: MonitorOptions,
): Result<MonitorReport, MonitorError> {
  const formula = lower(spec.formula);
  const prepared = prepareSampled(formula, spec.variables, trace, choices);
  if (!prepared.ok) return prepared;
  const { setup } = prepared.value;
  const value = evaluateSampled(planProgram(formula, 'value'), setup).root;
  const truth = truthPair(formula, value, setup, choices);
  const n = setup.known;
  const lo = { shape: 'samples' as const, t_sec: trace.t_sec, value: value.lo.slice(0, n) };
  const hi = value.lo === value.hi ? lo : { ...lo, value: value.hi.slice(0, n) };
  const verdict = truthOf(truth.lo[0]!, truth.hi[0]!);
  return ok({
    ...common(spec, choices),
    t_sec: trace.t_sec[0]!,
    robustness: { lo: value.lo[0]!, hi: value.hi[0]! },
    verdict,
    signal: { lo, hi },
    verdict_signal: options.skip?.verdict_signal ? null : sampledVerdicts(trace.t_sec, truth),
    counterexample:
      verdict === false && !options.skip?.counterexample
        ? explainSampled({
            spec,
            formula,
            trace,
            setup,
            choices,
            requirement_id: options.requirement_id ?? null,
          })
        : null,
  });
}

function common(spec: Spec, choices: Choices) {
  return {
    time: choices.time,
    end: choices.end,
    formula: formatFormula(spec.formula),
    warnings: spec.warnings,
  };
}

/**
 * Truth as bounds of +1 and -1. Where no robustness is exactly 0 its sign is the truth and no second
 * evaluation is needed (unless a measure without that property is in use).
 */
function truthPair(formula: Formula, value: Pair, setup: SampledSetup, choices: Choices): Pair {
  if (signIsTruth(formula, choices)) {
    let zero = false;
    for (let i = 0; i < setup.known && !zero; i++) zero = value.lo[i] === 0 || value.hi[i] === 0;
    if (!zero) return value;
  }
  return evaluateSampled(planProgram(formula, 'truth'), setup).root;
}

function signIsTruth(formula: Formula, choices: Choices): boolean {
  if (choices.iff === 'distance' && (formula.kind === 'iff' || formula.kind === 'xor')) return false;
  if (formula.kind === 'compare' && choices.reading(formula) !== 'robustness') return false;
  return formula.args.every((arg) => signIsTruth(arg, choices));
}

function sampledVerdicts(t_sec: Float64Array, truth: Pair): VerdictSignal {
  const verdict = new Int8Array(t_sec.length);
  for (let i = 0; i < verdict.length; i++) {
    verdict[i] = truth.lo[i]! > 0 ? 1 : truth.hi[i]! < 0 ? -1 : 0;
  }
  return { shape: 'samples', t_sec, verdict };
}

/**
 * Whether truth must be computed apart from robustness: for its own signal or an explanation, and where the
 * sign of the robustness does not settle it.
 */
function truthNeeded(
  formula: Formula,
  [lo, hi]: readonly [number, number],
  choices: Choices,
  options: MonitorOptions,
): boolean {
  if (options.skip?.verdict_signal !== true || lo === 0 || hi === 0) return true;
  if (!signIsTruth(formula, choices)) return true;
  return hi < 0 && options.skip.counterexample !== true;
}

function monitorDense(
  spec: Spec,
  trace: Trace,
  choices: Choices,
  options: MonitorOptions,
): Result<MonitorReport, MonitorError> {
  const formula = lower(spec.formula);
  const prepared = prepareDense(formula, spec.variables, trace, choices);
  if (!prepared.ok) return prepared;
  const { setup, grid, end } = prepared.value;
  const valueProgram = planProgram(formula, 'value');
  const truthProgram: Program = planProgram(formula, 'truth');
  const values = evaluateDense(valueProgram, setup);
  const value = values.at(-1)!;
  const start = Math.max(startOf(value.lo), setup.domain.start);
  const at = (curve: (typeof value)['lo']): number =>
    curve.shape === 'steps' ? curve.steps.val[stepAt(curve.steps, start)]! : lineValueAt(curve.lines, start);
  const [lo, hi] = [at(value.lo), at(value.hi)];
  const needed = truthNeeded(formula, [lo, hi], choices, options);
  const truths = needed ? evaluateDense(truthProgram, setup) : null;
  const truth = truths?.at(-1) ?? null;
  const verdict = truth === null ? truthOf(lo, hi) : truthOf(at(truth.lo), at(truth.hi));
  const cut = choices.end === 'hold' ? Infinity : end;
  return ok({
    ...common(spec, choices),
    t_sec: secondsOf(grid, start),
    robustness: { lo, hi },
    verdict,
    signal: pairReport(value, grid, cut),
    verdict_signal: options.skip?.verdict_signal ? null : verdictReport(truth!, grid, cut),
    counterexample:
      verdict === false && !options.skip?.counterexample && truths !== null
        ? explainDense({
            spec,
            formula,
            trace,
            setup,
            choices,
            grid,
            end,
            programs: { value: valueProgram, truth: truthProgram },
            results: { value: values, truth: truths },
            start,
            requirement_id: options.requirement_id ?? null,
          })
        : null,
  });
}
