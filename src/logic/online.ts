import { err, ok, type Result } from '#base';
import { lower, planProgram, type Step } from './program.ts';
import { type MonitorError } from './monitor.ts';
import { Network, type NetworkKind, type NetworkOptions } from './network.ts';
import { type Truth, truthOf } from './report.ts';
import type { IffMeasure } from './sampled-types.ts';
import type { Formula } from './formula.ts';
import type { Spec } from './spec.ts';
import { trackStart } from './start-tracker.ts';
import { boundSteps } from './ticks.ts';
import type { SampleWindow } from './stream-nodes.ts';

/** Choices of an online monitor; windows are counted in samples of the specification's period. */
export type OnlineOptions = {
  readonly iff?: IffMeasure;
  /** Leave out the exact truth (the verdict is then the sign of the robustness, `unknown` at 0). */
  readonly skip_truth?: boolean;
  /** Leave out when each verdict became certain. */
  readonly skip_decision?: boolean;
};

/** What became known of one sample once its windows were complete. */
export type OnlineAnswer = {
  readonly index: number;
  readonly t_sec: number;
  readonly lo: number;
  readonly hi: number;
  readonly verdict: Truth;
  /** The earliest sample time at which no continuation could change the verdict; null while one could. */
  readonly decided_at_sec: number | null;
};

/** What is known after a sample. */
export type OnlineStep = {
  /** The sample whose answer is now final, `delay_samples` back; null while there is none. */
  readonly answer: OnlineAnswer | null;
  /** The specification at the first sample, as known so far. */
  readonly start: {
    readonly lo: number;
    readonly hi: number;
    readonly verdict: Truth;
    readonly decided_at_sec: number | null;
  };
};

/** Why a sample was refused; the monitor is as it was before. */
export type OnlineError = {
  readonly type: 'times_not_increasing' | 'not_a_number' | 'missing_signal';
  readonly message: string;
};

/** A running monitor. Memory is that of the windows; nothing is kept of older samples. */
export type OnlineMonitor = {
  /** Signals in the order in which `pushRow` takes them. */
  readonly variables: readonly string[];
  readonly delay_samples: number;
  readonly push: (t_sec: number, values: Readonly<Record<string, number>>) => Result<OnlineStep, OnlineError>;
  readonly pushRow: (t_sec: number, values: ArrayLike<number>) => Result<OnlineStep, OnlineError>;
};

/** Longest window of an online monitor, in samples: its memory is proportional. */
const LONGEST_WINDOW = 10_000_000;

/** Starts an online monitor in time `index`. Endless future windows never close but may be decided. */
export function onlineMonitor(spec: Spec, options: OnlineOptions = {}): Result<OnlineMonitor, MonitorError> {
  const formula = lower(spec.formula);
  const windows = windowsOf(formula, spec.period_sec);
  if (!windows.ok) return windows;
  return ok(new RunningMonitor(spec, formula, windows.value, options));
}

function windowsOf(
  formula: Formula,
  period_sec: number,
): Result<ReadonlyMap<Formula, SampleWindow>, MonitorError> {
  const windows = new Map<Formula, SampleWindow>();
  const pending = [formula];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'precedes') {
      return err({ type: 'not_in_this_time', message: "write until: 'precedes' is its offline rewriting" });
    }
    if (node.bound !== undefined) {
      const steps = boundSteps(node.bound, period_sec);
      if (!steps.ok) return steps;
      const length = steps.value.to === Infinity ? steps.value.from : steps.value.to;
      if (length > LONGEST_WINDOW) {
        return err({ type: 'time_out_of_range', message: `a window of ${length} samples is too long` });
      }
      windows.set(node, steps.value);
    }
    pending.push(...node.args);
  }
  return ok(windows);
}

class RunningMonitor implements OnlineMonitor {
  readonly variables: readonly string[];
  readonly delay_samples: number;
  private readonly row: Float64Array;
  private readonly times: Float64Array;
  private readonly value: Network;
  private readonly truth: Network | null;
  private readonly decision: Network | null;
  private readonly startValue: ReturnType<typeof trackStart>;
  private readonly startTruth: ReturnType<typeof trackStart> | null;
  private startDecided_sec: number | null = null;
  private count = 0;
  private last_sec = -Infinity;

  constructor(
    spec: Spec,
    formula: Formula,
    windows: ReadonlyMap<Formula, SampleWindow>,
    options: OnlineOptions,
  ) {
    this.variables = spec.variables;
    this.row = new Float64Array(spec.variables.length);
    const place = new Map(spec.variables.map((name, k) => [name, k]));
    const window = (step: Step): SampleWindow => windows.get(step.formula) ?? { from: 0, to: Infinity };
    const build = (kind: NetworkKind) => {
      const program = planProgram(formula, kind === 'value' ? 'value' : 'truth');
      const network: NetworkOptions = {
        kind,
        window,
        iff: options.iff ?? 'minmax',
        read: (name) => this.row[place.get(name)!]!,
      };
      return { program, network: new Network(program, network) };
    };
    const value = build('value');
    const truth = options.skip_truth ? null : build('truth');
    this.value = value.network;
    this.truth = truth?.network ?? null;
    this.decision = options.skip_decision ? null : build('decision').network;
    this.startValue = trackStart(value.program, value.network, window);
    this.startTruth = truth === null ? null : trackStart(truth.program, truth.network, window);
    this.delay_samples = this.value.delay;
    this.times = new Float64Array(this.delay_samples + 1);
  }

  push(t_sec: number, values: Readonly<Record<string, number>>): Result<OnlineStep, OnlineError> {
    const row: number[] = [];
    for (const name of this.variables) {
      if (!Object.hasOwn(values, name))
        return err({ type: 'missing_signal', message: `no value of ${name}` });
      row.push(values[name]!);
    }
    return this.pushRow(t_sec, row);
  }

  pushRow(t_sec: number, values: ArrayLike<number>): Result<OnlineStep, OnlineError> {
    if (!(t_sec > this.last_sec && t_sec < Infinity)) {
      return err({ type: 'times_not_increasing', message: `${t_sec} s does not follow ${this.last_sec} s` });
    }
    if (values.length !== this.row.length) {
      return err({
        type: 'missing_signal',
        message: `${values.length} values for ${this.row.length} signals`,
      });
    }
    for (let k = 0; k < this.row.length; k++) {
      if (!Number.isFinite(values[k])) {
        return err({ type: 'not_a_number', message: `${this.variables[k]} is ${values[k]} at ${t_sec} s` });
      }
    }
    this.last_sec = t_sec;
    this.row.set(values);
    return ok(this.take(t_sec));
  }

  private take(t_sec: number): OnlineStep {
    const now = this.count++;
    this.times[now % this.times.length] = t_sec;
    this.value.push();
    this.truth?.push();
    this.decision?.push();
    this.startValue.push(now);
    this.startTruth?.push(now);
    const [lo, hi] = this.startValue.bounds();
    const [surely, possibly] = this.startTruth?.bounds() ?? [lo, hi];
    const verdict = truthOf(surely, possibly);
    if (verdict !== 'unknown') this.startDecided_sec ??= t_sec;
    return {
      answer: now >= this.delay_samples ? this.answer(now) : null,
      start: { lo, hi, verdict, decided_at_sec: this.startDecided_sec },
    };
  }

  private answer(now: number): OnlineAnswer {
    const index = now - this.delay_samples;
    const { lo, hi } = this.value;
    const verdict = truthOf(this.truth?.lo ?? lo, this.truth?.hi ?? hi);
    return {
      index,
      t_sec: this.timeOf(index),
      lo,
      hi,
      verdict,
      decided_at_sec: this.decidedAt(verdict, index),
    };
  }

  private timeOf(index: number): number {
    return this.times[index % this.times.length]!;
  }

  /** Certain from the start of the trace counts from the sample that is spoken of, the oldest still kept. */
  private decidedAt(verdict: Truth, index: number): number | null {
    if (this.decision === null || verdict === 'unknown') return null;
    const sample = verdict ? -this.decision.lo : this.decision.hi;
    return Number.isNaN(sample) || sample === Infinity ? null : this.timeOf(Math.max(sample, index));
  }
}
