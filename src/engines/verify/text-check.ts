import {
  type Counterexample as LogicCounterexample,
  type Formula,
  type Spec,
  type Trace,
  monitor,
  parseSpec,
} from '#logic';
import { SIGNAL_UNITS, SPEC_DIALECT, signalNames, specConstants } from '#ir';
import { shown } from './finding.ts';
import { type Flight, GROUND_M } from './flight.ts';
import { type Signals, signalsOf } from './signals.ts';
import { inSpans } from './series.ts';

/** What a specification's text says about a flight. `satisfied` null is unknown and never passes. */
export type TextVerdict = {
  readonly satisfied: boolean | null;
  readonly robustness: number | null;
  readonly note: string;
  /** When a violated text is worst, and what it rests on there; null where it is not violated. */
  readonly worst: { readonly t_sec: number; readonly why: string } | null;
};

/** Judges specification texts on one flight; signals are made once for all texts. */
export type TextJudge = (list: 'ltl' | 'stl', text: string) => TextVerdict;

/** No text looks further ahead than a day beyond the flight. */
const LONGEST_LOOK_SEC = 86_400;

/**
 * A judge for a flight. STL is read in dense time over straight lines, LTL over the sequence of moments and intervals
 * at which some proposition changes. After a landing the aircraft stands where it landed, for as long as a bounded
 * window looks ahead; beyond that nothing is known. A window without an end covers the flight.
 */
export function textJudge(flight: Flight): TextJudge {
  const fromZero = withStart(flight);
  const byEnd = new Map<number, Signals>();
  const signals = (look_sec: number): Signals => {
    const known = byEnd.get(look_sec) ?? signalsOf(withEnd(fromZero, look_sec));
    byEnd.set(look_sec, known);
    return known;
  };
  return (list, text) => {
    const parsed = parseSpec(text, {
      dialect: SPEC_DIALECT[list],
      signals: signalNames(list),
      constants: specConstants(flight.constraints),
      signal_units: SIGNAL_UNITS,
    });
    if (!parsed.ok) return unknown(`the text cannot be read: ${parsed.error.message}`);
    const spec = parsed.value;
    if (list === 'ltl') return judgeSequence(spec, signals(0));
    const look = lookAhead_sec(spec.formula);
    if (look > LONGEST_LOOK_SEC) return unknown('a window reaches more than a day ahead');
    return judgeDense(spec, signals(look));
  };
}

function unknown(note: string): TextVerdict {
  return { satisfied: null, robustness: null, note, worst: null };
}

/** The flight with the time before its first point, standing at its start. */
function withStart(flight: Flight): Flight {
  const first = flight.trajectory[0]!;
  if (!(first.t_sec > 0)) return flight;
  const { stop_id: _, ...rest } = first;
  const standing = { ...rest, t_sec: 0, stop_id: null };
  return stretched(flight, [standing, ...flight.trajectory], 0);
}

/** The flight with the time after its landing, up to a moment; as it is where it does not end on the ground. */
function withEnd(flight: Flight, until_sec: number): Flight {
  const last = flight.trajectory.at(-1)!;
  const landed = flight.legs.at(-1)!.to.z_m <= GROUND_M;
  if (!landed || !(until_sec > last.t_sec)) return flight;
  const standing = { ...last, t_sec: until_sec, stop_id: null };
  return stretched(flight, [...flight.trajectory, standing], flight.trajectory.length - 1);
}

/** A flight with one more leg, at a position of the list, on which the aircraft stands on the ground. */
function stretched(flight: Flight, trajectory: Flight['trajectory'], leg: number): Flight {
  const from = trajectory[leg]!;
  const to = trajectory[leg + 1]!;
  const whole = [[0, 1]] as const;
  const extra = { index: leg, from, to, terminal: whole, pad: whole, beyond_pad: [], grounded: true };
  const legs = [...flight.legs.slice(0, leg), extra, ...flight.legs.slice(leg)];
  return { ...flight, trajectory, legs: legs.map((l, index) => ({ ...l, index })) };
}

/** The furthest that the bounded windows of a formula look ahead, in seconds; windows without end count as 0. */
function lookAhead_sec(formula: Formula): number {
  const to = formula.bound?.to ?? 0;
  const own = ['once', 'historically', 'since'].includes(formula.kind) || to === Infinity ? 0 : to;
  return own + formula.args.reduce((most, arg) => Math.max(most, lookAhead_sec(arg)), 0);
}

function hasEndlessWindow(formula: Formula): boolean {
  const windows = ['always', 'eventually', 'until', 'unless', 'release', 'strong_release'];
  const own =
    windows.includes(formula.kind) && (formula.bound === undefined || formula.bound.to === Infinity);
  return own || formula.args.some(hasEndlessWindow);
}

function judgeDense(spec: Spec, signals: Signals): TextVerdict {
  if (spec.variables.length === 0) return judgeSequence(spec, signals);
  const values = new Map<string, Float64Array>();
  const times = new Map<string, Float64Array>();
  for (const name of spec.variables) {
    const { t_sec, value } = signals.series(name);
    values.set(name, value);
    times.set(name, t_sec);
  }
  const trace: Trace = {
    t_sec: Float64Array.of(signals.start_sec, signals.end_sec),
    signals: values,
    own_t_sec: times,
  };
  const known = run(spec, trace, { time: 'linear', end: 'unknown' });
  // An endless window covers the flight: a finite trace. Read so, a violation has a number too.
  if (known.robustness !== null || !hasEndlessWindow(spec.formula)) return known;
  return run(spec, trace, { time: 'linear', end: 'inf' });
}

/**
 * LTL over a finite sequence: one position for every moment at which a proposition of the text changes and one for each
 * interval between two of them. X moves from one to the next.
 */
function judgeSequence(spec: Spec, signals: Signals): TextVerdict {
  const { start_sec, end_sec } = signals;
  const named = spec.variables.map((name) => ({ name, p: signals.proposition(name) }));
  const edges = named.flatMap(({ p }) => p?.spans.flat() ?? []).filter((t) => t > start_sec && t < end_sec);
  const moments = [...new Set([start_sec, ...edges, end_sec])].sort((a, b) => a - b);
  const rows = moments.flatMap((t, i) => (i === 0 ? [t] : [(moments[i - 1]! + t) / 2, t]));
  // Two edges one rounding apart leave no room for an interval between them.
  const t_sec = Float64Array.from(rows.filter((t, i) => i === 0 || t > rows[i - 1]!));
  const values = new Map<string, Float64Array>();
  for (const { name, p } of named) {
    if (p === null) return unknown(`${name} is no proposition`);
    values.set(
      name,
      t_sec.map((t) => (inSpans(p.spans, t) === p.holds_inside ? 1 : -1)),
    );
  }
  return run(spec, { t_sec, signals: values }, { time: 'index', end: 'inf' });
}

function run(
  spec: Spec,
  trace: Trace,
  options: { readonly time: 'linear' | 'index'; readonly end: 'unknown' | 'inf' },
): TextVerdict {
  const report = monitor(spec, trace, { ...options, skip: { verdict_signal: true } });
  if (!report.ok) return unknown(report.error.message);
  const { robustness, verdict, counterexample } = report.value;
  const certain = robustness.lo === robustness.hi && Number.isFinite(robustness.lo);
  return {
    satisfied: verdict === 'unknown' ? null : verdict,
    robustness: certain ? robustness.lo : null,
    note:
      verdict === 'unknown' ? 'the flight ends before the window closes' : 'monitored on the whole flight',
    worst: counterexample === null ? null : worstOf(counterexample),
  };
}

/** The moment that a violated text rests on most: its failing comparison with the least margin. */
function worstOf(counterexample: LogicCounterexample): NonNullable<TextVerdict['worst']> {
  const { violation, atoms } = counterexample;
  const failing = atoms.filter((a) => !a.holds).sort((a, b) => a.margin - b.margin || a.t_sec - b.t_sec);
  const atom = failing[0] ?? atoms[0];
  if (atom === undefined) return { t_sec: violation.t_worst_sec, why: violation.formula.slice(0, 100) };
  const { signal, value, op, threshold, t_sec, holds } = atom;
  const said = `${signal.slice(0, 60)} is ${shown(value)} at ${shown(t_sec)} s`;
  return { t_sec, why: `${said}, ${holds ? 'so it is' : 'not'} ${op} ${shown(threshold)}` };
}
