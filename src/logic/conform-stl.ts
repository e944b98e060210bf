import {
  close,
  type ConformResult,
  looseNumber,
  type Point,
  record,
  shown,
  signalsOf,
  stepDifference,
} from './conform-row.ts';
import { type Formula, variablesOf } from './formula.ts';
import { monitor, type MonitorOptions } from './monitor.ts';
import { parseSpec } from './parse-spec.ts';
import { futureHorizon, pastMemory } from './program.ts';
import type { PredicateReading } from './sampled-types.ts';
import type { Spec, TimeUnit } from './spec.ts';
import { SEC_PER_UNIT } from './spec.ts';
import type { Trace } from './trace.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs one parsed row of the STL vector format: discrete or dense, offline or online (in chunks), with
 * RTAMT's standard or interface-aware semantics, or MoonLight's. Never throws on a malformed row.
 */
export function conformStl(value: unknown): ConformResult {
  const row = record(value);
  const id = String(row['id'] ?? '(no id)');
  const failed = (note: string): ConformResult => ({ id, passed: false, expected: '', got: '', note });
  const semantics = String(row['semantics'] ?? 'standard');
  const spec = specOf(row);
  if (typeof spec === 'string') return failed(spec);
  const io = new Map(Object.entries(record(row['io'])).map(([name, kind]) => [name, String(kind)]));
  const reading = readingOf(semantics, io);
  if (reading === null) return failed(`unknown semantics '${semantics}'`);
  const outcome =
    row['time'] === 'discrete' ? discrete(row, spec, reading) : dense(row, spec, reading, semantics);
  return { id, ...outcome };
}

type Outcome = Omit<ConformResult, 'id'>;

function refused(note: string, expected: readonly Point[] | null = null): Outcome {
  return { passed: false, expected: shown(expected), got: 'an error', note };
}

function specOf(row: Row): Spec | string {
  const constants: Record<string, number> = {};
  for (const [name, text] of Object.entries(record(row['consts']))) constants[name] = looseNumber(text);
  const before = row['subspecs'];
  const parts = Array.isArray(before)
    ? before.map(String)
    : before === undefined || before === null
      ? []
      : [String(before)];
  const unit = typeof row['unit'] === 'string' ? row['unit'] : 's';
  if (!Object.hasOwn(SEC_PER_UNIT, unit)) return `unknown unit '${unit}'`;
  const period_sec = periodOf(row['sampling'] ?? row['sampling_period']);
  if (!(period_sec > 0)) return 'the sampling period is not understood';
  const parsed = parseSpec(String(row['formula'] ?? ''), {
    dialect: 'rtamt',
    constants,
    sub_specs: parts.map((part) => (/;\s*$/.test(part) ? part : `${part};`)),
    unit: unit as TimeUnit,
    period_sec,
  });
  return parsed.ok
    ? parsed.value
    : `${parsed.error.message} (line ${parsed.error.line}, column ${parsed.error.column})`;
}

/** A sampling period as a number of seconds, a text `500ms`, a list [500, 'ms', ..] or an object. */
function periodOf(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const match = /^\s*([\d.eE+-]+)\s*(s|ms|us|ns)?\s*$/.exec(value);
    return match === null ? NaN : inUnit(Number(match[1]), match[2]);
  }
  if (Array.isArray(value)) return inUnit(looseNumber(value[0]), value[1]);
  const fields = record(value);
  return inUnit(
    looseNumber(fields['period'] ?? fields['sampling_period'] ?? fields['value']),
    fields['unit'],
  );
}

function inUnit(count: number, unit: unknown): number {
  const name = typeof unit === 'string' ? unit : 's';
  return Object.hasOwn(SEC_PER_UNIT, name) ? count / Math.round(1 / SEC_PER_UNIT[name as TimeUnit]) : NaN;
}

/**
 * How each comparison is read. `ia-output-robustness`: one that reads no output counts by its sign only;
 * `ia-input-vacuity`: one that reads no input counts 0; and so on. A signal without a role is an output.
 */
function readingOf(
  semantics: string,
  io: ReadonlyMap<string, string>,
): ((formula: Formula) => PredicateReading) | null {
  const match = /^ia-(input|output)-(robustness|vacuity)$/.exec(semantics);
  if (match === null) {
    return semantics.startsWith('ia-') && semantics !== 'ia-standard' ? null : () => 'robustness';
  }
  const other: PredicateReading = match[2] === 'robustness' ? 'sign' : 'zero';
  return (formula) =>
    variablesOf(formula).some((name) => (io.get(name) ?? 'output') === match[1]) ? 'robustness' : other;
}

function discrete(row: Row, spec: Spec, reading: (formula: Formula) => PredicateReading): Outcome {
  const signals = signalsOf(row['signals']);
  const expected = [...(signalsOf({ list: row['expected'] })?.get('list') ?? [])];
  if (signals === null || row['expected'] === undefined)
    return refused('the row has no signals or no expectation');
  const n = Math.max(0, ...[...signals.values()].map((list) => list.length));
  if (n === 0)
    return { passed: expected.length === 0, expected: shown(expected), got: '[]', note: 'empty signals' };
  const columns = new Map<string, Float64Array>();
  for (const [name, list] of signals)
    columns.set(
      name,
      Float64Array.from(list, ([, v]) => v),
    );
  const trace: Trace = { t_sec: Float64Array.from({ length: n }, (_, i) => i), signals: columns };
  const report = monitor(spec, trace, { time: 'index', end: 'inf', reading, skip: SIGNAL_ONLY });
  if (!report.ok) return refused(report.error.message, expected);
  const got = [...report.value.signal.lo.value].map((v, i): Point => [expected[i]?.[0] ?? i, v]);
  const wrong = got.findIndex(([, v], i) => !(i < expected.length && close(v, expected[i]![1])));
  const passed = got.length === expected.length && wrong < 0;
  return {
    passed,
    expected: shown(expected),
    got: shown(got),
    note: passed ? '' : `differs at index ${wrong}`,
  };
}

const SIGNAL_ONLY = { verdict_signal: true, counterexample: true } as const;

function denseTrace(signals: ReadonlyMap<string, Point[]>): Trace {
  const own = new Map<string, Float64Array>();
  const columns = new Map<string, Float64Array>();
  for (const [name, list] of signals) {
    own.set(
      name,
      Float64Array.from(list, ([t]) => t),
    );
    columns.set(
      name,
      Float64Array.from(list, ([, v]) => v),
    );
  }
  const times = [...own.values()][0] ?? Float64Array.of(0);
  return { t_sec: times, signals: columns, own_t_sec: own };
}

function dense(
  row: Row,
  spec: Spec,
  reading: (formula: Formula) => PredicateReading,
  semantics: string,
): Outcome {
  if (row['chunks'] !== undefined) return chunked(row['chunks'], spec, reading);
  const signals = signalsOf(row['signals'] ?? {});
  const expected = signalsOf({ list: row['expected'] })?.get('list');
  if (signals === null || expected === undefined) return refused('the row has no signals or no expectation');
  if (semantics.startsWith('moonlight')) return moonlight(spec, signals, expected);
  const got = denseCurve(spec, signals, { time: 'step', end: 'hold', origin_sec: 0, reading });
  if (typeof got === 'string') return refused(got, expected);
  return compareSteps(expected, got, expected[0]?.[0] ?? 0, Infinity);
}

/** Steps of the robustness, [] where a signal that is read has no value, or why it was refused. */
function denseCurve(
  spec: Spec,
  signals: ReadonlyMap<string, Point[]>,
  options: Omit<MonitorOptions, 'skip'>,
): Point[] | string {
  const used = spec.variables.map((name) => signals.get(name));
  if (used.some((list) => list !== undefined && list.length === 0)) return [];
  const kept = new Map([...signals].filter(([name]) => spec.variables.includes(name)));
  const report = monitor(spec, denseTrace(kept), { ...options, skip: SIGNAL_ONLY });
  if (!report.ok) return report.error.message;
  const { t_sec, value } = report.value.signal.lo;
  return [...value].map((v, i): Point => [t_sec[i]!, v]);
}

function compareSteps(expected: readonly Point[], got: readonly Point[], from: number, to: number): Outcome {
  const texts = { expected: shown(expected), got: shown(got) };
  if (expected.length === 0 || got.length === 0) {
    const passed = expected.length === got.length;
    return { passed, ...texts, note: passed ? 'empty' : 'one of the two is empty' };
  }
  if (!close(expected[0]![0], got[0]![0])) {
    return { passed: false, ...texts, note: `begins at ${got[0]![0]} s, not ${expected[0]![0]} s` };
  }
  const difference = stepDifference(expected, got, from, to);
  return { passed: difference === null, ...texts, note: difference ?? '' };
}

/** MoonLight answers only where the whole window lies in the signal: [start + past, end - future]. */
function moonlight(spec: Spec, signals: ReadonlyMap<string, Point[]>, expected: readonly Point[]): Outcome {
  const used = spec.variables.map((name) => signals.get(name) ?? []);
  const start = Math.max(...used.map((list) => list[0]?.[0] ?? Infinity)) + pastMemory(spec.formula, 0);
  const ahead = futureHorizon(spec.formula, 0);
  const end =
    Math.min(...used.map((list) => list.at(-1)?.[0] ?? -Infinity)) - (ahead === Infinity ? 0 : ahead);
  // Half a nanosecond: 0.6 - 0.6 and 5.1 - 0.1 are the same instants as in decimals.
  if (start > end + 5e-10) {
    const passed = expected.length === 0;
    return { passed, expected: shown(expected), got: '[]', note: 'the horizon exceeds the signal' };
  }
  const curve = denseCurve(spec, signals, { time: 'step', end: 'hold', reading: () => 'robustness' });
  if (typeof curve === 'string') return refused(curve, expected);
  const first = curve.findLast(([t]) => t <= start + 5e-10);
  const inside = curve.filter(([t]) => t > start + 5e-10 && t <= end + 5e-10);
  const got: Point[] = first === undefined ? inside : [[start, first[1]], ...inside];
  return compareSteps(expected, got, start, end);
}

/**
 * Dense online rows: after each chunk the answer is known up to the last time that all signals have
 * reached. The expectations of all chunks together are one step function up to there.
 */
function chunked(value: unknown, spec: Spec, reading: (formula: Formula) => PredicateReading): Outcome {
  if (!Array.isArray(value)) return refused('chunks is not a list');
  const seen = new Map<string, Point[]>();
  const expected: Point[] = [];
  let got: Point[] = [];
  for (const [index, chunk] of value.entries()) {
    const added = signalsOf(record(chunk)['signals']);
    const asked = signalsOf({ list: record(chunk)['expected'] })?.get('list');
    if (added === null || asked === undefined) return refused(`chunk ${index} is malformed`);
    for (const [name, list] of added) seen.set(name, [...(seen.get(name) ?? []), ...list]);
    expected.push(...asked);
    const reached = Math.min(...spec.variables.map((name) => seen.get(name)?.at(-1)?.[0] ?? -Infinity));
    const curve = denseCurve(spec, seen, { time: 'step', end: 'hold', reading });
    if (typeof curve === 'string') return refused(curve, expected);
    got = curve.filter(([t]) => t <= reached + 5e-10);
    const outcome = compareChunk(expected, got, reached);
    if (outcome !== null)
      return {
        passed: false,
        expected: shown(expected),
        got: shown(got),
        note: `chunk ${index}: ${outcome}`,
      };
  }
  return { passed: true, expected: shown(expected), got: shown(got), note: '' };
}

/** RTAMT reports up to its last point; what it has not reported yet, it does not claim. */
function compareChunk(expected: readonly Point[], got: readonly Point[], reached: number): string | null {
  if (expected.length === 0) return null;
  const last = expected.at(-1)![0];
  if (last > reached + 5e-10) return `expected an answer at ${last} s, reached ${reached} s`;
  return stepDifference(expected, got, expected[0]![0], last);
}
