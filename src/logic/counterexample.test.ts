/** Counterexamples by perturbation: what they name forces the verdict, and nothing of it can be spared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  type Counterexample,
  type Formula,
  type FormulaKind,
  formatFormula,
  monitor,
  type MonitorReport,
  parseSpec,
  shortCounterexample,
  type Spec,
  type TimeModel,
  type TimeSpan,
  type Trace,
  type TraceEnd,
  traceOf,
} from './index.ts';

const WINDOW: FormulaKind[] = [
  'always',
  'eventually',
  'historically',
  'once',
  'until',
  'since',
  'release',
  'unless',
];
const LOGIC: FormulaKind[] = ['not', 'and', 'or', 'implies'];
const OTHER: FormulaKind[] = ['iff', 'xor'];
const NEIGHBOUR: FormulaKind[] = ['next', 'strong_next', 'prev', 'strong_prev'];
const EDGES: FormulaKind[] = ['rise', 'fall'];
const BINARY = new Set(['and', 'or', 'implies', 'iff', 'xor', 'until', 'since', 'release', 'unless']);

type Shape = { readonly kinds: FormulaKind[]; readonly unit: number; readonly fresh: (() => string) | null };

function randomFormula(rng: Rng, depth: number, shape: Shape): Formula {
  if (depth === 0) {
    const name = shape.fresh?.() ?? rng.pick(['x', 'y']);
    const left: Formula = { kind: 'variable', args: [], name };
    const right: Formula = { kind: 'number', args: [], value: shape.fresh === null ? rng.int(5) - 2 : 0 };
    const compare = shape.fresh === null ? rng.pick(['<', '<=', '>', '>=', '==', '!='] as const) : '>';
    return { kind: 'compare', args: [left, right], compare };
  }
  const kind = rng.pick(rng.next() < 0.6 ? WINDOW : shape.kinds);
  const args = [randomFormula(rng, depth - 1, shape)];
  if (BINARY.has(kind)) args.push(randomFormula(rng, depth - 1, shape));
  if (!WINDOW.includes(kind) || rng.next() < 0.15) return { kind, args };
  const from = rng.next() < 0.4 ? 0 : rng.int(4) * shape.unit;
  const to = rng.next() < 0.1 ? Infinity : from + rng.int(5) * shape.unit;
  return { kind, args, bound: { from, to, unit: 'sec' } };
}

function specOf(formula: Formula, variables: readonly string[]): Spec {
  const rest = { assertions: [], declarations: [], constants: {}, warnings: [] };
  return { dialect: 'rtamt', source: 'generated', name: null, formula, variables, period_sec: 1, ...rest };
}

function judged(spec: Spec, trace: Trace, time: TimeModel, end: TraceEnd): MonitorReport {
  const report = monitor(spec, trace, { time, end });
  assert.ok(report.ok, JSON.stringify(report));
  return report.value;
}

const value = (rng: Rng): number => rng.int(9) - 4;

/** Samples that decide the signals between: the trace on a finer common grid, the same function of time. */
function refined(trace: Trace, time: TimeModel, step: number): Trace {
  const last = trace.t_sec.at(-1)!;
  const t: number[] = [];
  for (let k = 0; k * step <= last; k++) t.push(k * step);
  const signals = new Map(
    [...trace.signals].map(([name, v]) => [
      name,
      Float64Array.from(t, (at) => {
        const k = trace.t_sec.findLastIndex((sample) => sample <= at);
        if (time === 'step' || k + 1 >= v.length) return v[k]!;
        const share = (at - trace.t_sec[k]!) / (trace.t_sec[k + 1]! - trace.t_sec[k]!);
        return v[k]! + share * (v[k + 1]! - v[k]!);
      }),
    ]),
  );
  return { t_sec: Float64Array.from(t), signals };
}

/** Whether a sample of a signal has a say at any of the times. */
function bears(trace: Trace, k: number, time: TimeModel, span: TimeSpan): boolean {
  const t = trace.t_sec;
  const [from, to] = [span.from_sec, span.to_sec];
  if (time === 'index' || time === 'timestamp') return from <= t[k]! && t[k]! <= to;
  const next = k + 1 < t.length ? t[k + 1]! : Infinity;
  if (time === 'step') {
    const begins = t[k]! < to || (t[k] === to && span.to_open !== true);
    return begins && next > from;
  }
  const before = k > 0 ? t[k - 1]! : -Infinity;
  // A crossing is rounded to a part of a nanosecond: leave that much room.
  return before < to + 1e-9 && next > from - 1e-9;
}

function isProtected(trace: Trace, name: string, k: number, time: TimeModel, found: Counterexample): boolean {
  return found.epochs.some(
    (epoch) =>
      epoch.atom &&
      epoch.signals.includes(name) &&
      epoch.intervals.some((span) => bears(trace, k, time, span)),
  );
}

function perturbed(rng: Rng, trace: Trace, time: TimeModel, end: TraceEnd, found: Counterexample): Trace {
  const extra = end === 'unknown' ? rng.int(4) : 0;
  const n = trace.t_sec.length;
  const gap = time === 'index' ? 1 : 0.25;
  const t_sec = Float64Array.from({ length: n + extra }, (_, k) =>
    k < n ? trace.t_sec[k]! : trace.t_sec[n - 1]! + (k - n + 1) * gap,
  );
  const signals = new Map(
    [...trace.signals].map(([name, v]) => [
      name,
      Float64Array.from(t_sec, (_, k) =>
        k < n && isProtected(trace, name, k, time, found) ? v[k]! : rng.int(21) - 10,
      ),
    ]),
  );
  return { t_sec, signals };
}

const MODES: readonly (readonly [TimeModel, TraceEnd])[] = [
  ['index', 'unknown'],
  ['index', 'inf'],
  ['index', 'hold'],
  ['timestamp', 'unknown'],
  ['timestamp', 'inf'],
  ['step', 'unknown'],
  ['step', 'inf'],
  ['step', 'hold'],
  ['linear', 'unknown'],
  ['linear', 'inf'],
  ['linear', 'hold'],
];

function randomTrace(rng: Rng, time: TimeModel, names: readonly string[]): Trace {
  const n = 1 + rng.int(8);
  let now = 0;
  const t_sec = Float64Array.from({ length: n }, (_, k) =>
    k === 0 ? 0 : (now += time === 'index' ? 1 : 0.25 * (1 + rng.int(4))),
  );
  return { t_sec, signals: new Map(names.map((name) => [name, Float64Array.from(t_sec, () => value(rng))])) };
}

for (const [time, end] of MODES) {
  test(`sound: whatever else changes, the named instants keep the verdict (${time}, ${end})`, () => {
    const rng = createRng(100 + MODES.findIndex(([t, e]) => t === time && e === end));
    const dense = time === 'step' || time === 'linear';
    const kinds = [...LOGIC, ...OTHER, ...(dense ? [] : [...NEIGHBOUR, ...EDGES])];
    let violated = 0;
    for (let c = 0; violated < 90; c++) {
      const unit = time === 'index' ? 1 : 0.25;
      const formula = randomFormula(rng, 1 + rng.int(3), { kinds, unit, fresh: null });
      const raw = randomTrace(rng, time, ['x', 'y']);
      const trace = dense ? refined(raw, time, 0.125) : raw;
      const spec = specOf(formula, ['x', 'y']);
      const report = judged(spec, trace, time, end);
      if (report.verdict !== false) {
        assert.equal(report.counterexample, null);
        continue;
      }
      violated++;
      const found = report.counterexample!;
      assert.ok(shortCounterexample(found).length <= 600);
      for (let k = 0; k < 12; k++) {
        const other = perturbed(rng, trace, time, end, found);
        const again = monitor(spec, other, { time, end, skip: { counterexample: true } });
        assert.ok(again.ok);
        const show = (t: Trace) =>
          JSON.stringify([[...t.t_sec], ...[...t.signals.values()].map((v) => [...v])]);
        assert.equal(
          again.value.verdict,
          false,
          `case ${c} ${formatFormula(formula)} on ${show(trace)} became ${show(other)}; ${JSON.stringify(found.epochs)}`,
        );
      }
      // The worst time attains the robustness exactly, up to a crossing between samples.
      if (end === 'unknown') {
        const gap = Math.abs(found.violation.robustness_worst - report.robustness.hi);
        assert.ok(
          gap <= 1e-6 || !Number.isFinite(report.robustness.hi),
          `case ${c} ${formatFormula(formula)} ${gap}`,
        );
      }
    }
  });
}

/** Sets every free sample to what helps the formula most; each signal occurs once, with one polarity. */
function helped(
  trace: Trace,
  time: TimeModel,
  found: Counterexample,
  polarity: ReadonlyMap<string, 1 | -1>,
  spared: { readonly name: string; readonly span: TimeSpan },
): Trace {
  const kept = (name: string, k: number): boolean =>
    found.epochs.some(
      (epoch) =>
        epoch.atom &&
        epoch.signals.includes(name) &&
        epoch.intervals.some(
          (span) => !(name === spared.name && span === spared.span) && bears(trace, k, time, span),
        ),
    );
  const signals = new Map(
    [...trace.signals].map(([name, v]) => [
      name,
      Float64Array.from(v, (old, k) => (kept(name, k) ? old : 100 * polarity.get(name)!)),
    ]),
  );
  return { t_sec: trace.t_sec, signals };
}

function polarities(formula: Formula, sign: 1 | -1, into: Map<string, 1 | -1>): Map<string, 1 | -1> {
  if (formula.kind === 'variable') into.set(formula.name!, sign);
  formula.args.forEach((arg, i) => {
    const flips = formula.kind === 'not' || (formula.kind === 'implies' && i === 0);
    polarities(arg, flips ? (sign === 1 ? -1 : 1) : sign, into);
  });
  return into;
}

for (const [time, end] of MODES.filter(([t]) => t !== 'linear')) {
  test(`minimal: without any one interval the verdict can be turned (${time}, ${end})`, () => {
    const rng = createRng(200 + MODES.findIndex(([t, e]) => t === time && e === end));
    const dense = time === 'step';
    let spareable = 0;
    let intervals = 0;
    for (let c = 0; intervals < 200; c++) {
      let names = 0;
      const fresh = (): string => `s${names++}`;
      const kinds = [...LOGIC, ...(dense ? [] : NEIGHBOUR)];
      const unit = time === 'index' ? 1 : 0.25;
      const formula = randomFormula(rng, 1 + rng.int(3), { kinds, unit, fresh });
      // unless and release read an operand twice or in both windows; keep to one reading of each signal.
      if (/unless/.test(formatFormula(formula))) continue;
      const polarity = polarities(formula, 1, new Map());
      const all = [...polarity.keys()];
      const raw = randomTrace(rng, time, all);
      const trace = dense ? refined(raw, time, 0.125) : raw;
      const spec = specOf(formula, all);
      const report = judged(spec, trace, time, end);
      if (report.verdict !== false) continue;
      const found = report.counterexample!;
      for (const epoch of found.epochs.filter((e) => e.atom)) {
        for (const span of epoch.intervals) {
          intervals++;
          const other = helped(trace, time, found, polarity, { name: epoch.signals[0]!, span });
          const again = monitor(spec, other, { time, end, skip: { counterexample: true } });
          assert.ok(again.ok);
          if (again.value.verdict === false) spareable++;
        }
      }
    }
    assert.equal(spareable, 0, `${spareable} of ${intervals} intervals could be spared`);
  });
}

test('the worst obligation, its run, the nearest atom and the shift are those of the trace', () => {
  const spec = parseSpec('always (alt < 120)', { dialect: 'rtamt' });
  assert.ok(spec.ok);
  const meta = new Map([['alt', { unit: 'm', entity_ids: ['uav_7'] }]]);
  const trace = traceOf([0, 1, 2, 3, 4], { alt: [100, 110, 130, 110, 90] }, meta);
  const report = monitor(spec.value, trace, { time: 'linear', end: 'unknown', requirement_id: 'R2' });
  assert.ok(report.ok);
  const found = report.value.counterexample!;
  assert.equal(found.violation.t_worst_sec, 2);
  assert.equal(found.violation.robustness_worst, -10);
  assert.ok(
    Math.abs(found.violation.t_start_sec - 1.5) < 1e-9 && Math.abs(found.violation.t_end_sec - 2.5) < 1e-9,
  );
  assert.deepEqual(found.entity_ids, ['uav_7']);
  assert.equal(found.sufficient_fix[0]!.shift, -10);
  assert.equal(found.decided_at_sec, 2);
  assert.equal(found.atoms[0]!.interpolated, false);
  const text = shortCounterexample(found);
  assert.match(text, /R2 violated: always\(\(alt\) < \(120\)\)/);
  assert.match(text, /alt = 130 m at 2 s/);
});
