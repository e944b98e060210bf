/** Every named deviation from RTAMT in docs/monitor.md, shown on the smallest trace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monitor, type MonitorOptions, type ParseOptions, parseSpec, type Trace, traceOf } from './index.ts';

const DISCRETE: MonitorOptions = { time: 'index', end: 'inf' };
const DENSE: MonitorOptions = { time: 'step', end: 'hold', origin_sec: 0 };

function robustness(
  text: string,
  trace: Trace,
  options: MonitorOptions,
  parse: Partial<ParseOptions> = {},
): number[] {
  const spec = parseSpec(text, { dialect: 'rtamt', ...parse });
  assert.ok(spec.ok, JSON.stringify(spec));
  const report = monitor(spec.value, trace, options);
  assert.ok(report.ok, JSON.stringify(report));
  return [...report.value.signal.lo.value].map((v) => v + 0);
}

test('DEV-UNARY-MINUS: x > -1 at 5 is 6', () => {
  assert.deepEqual(robustness('x > -1', traceOf([0], { x: [5] }), DISCRETE), [6]);
});

test('DEV-NO-MUTATE: a window does not poison its neighbour or the input', () => {
  const trace = traceOf([0, 1, 2], { x: [3, 1, 2] });
  assert.deepEqual(robustness('(eventually[0,10] x) and (always x)', trace, DISCRETE), [1, 1, 2]);
  assert.deepEqual([...trace.signals.get('x')!], [3, 1, 2]);
});

test('DEV-UNITS: 1500 ms is 1.5 s in dense and in sampled time', () => {
  const jump = traceOf([0, 1000], { x: [0, 1] });
  assert.deepEqual(robustness('eventually[0ms,1500ms] x', jump, DENSE), [0, 1]);
  const report = parseSpec('eventually[500,1500] x', { dialect: 'rtamt', unit: 'ms', period_sec: 0.5 });
  assert.ok(report.ok);
  const trace = traceOf([0, 0.5, 1, 1.5], { x: [1, 2, 3, 4] });
  const options = { unit: 'ms', period_sec: 0.5 } as const;
  assert.deepEqual(robustness('eventually[500,1500] x', trace, DISCRETE, options), [4, 4, 4, -Infinity]);
  const half = parseSpec('eventually[1s,2] x', { dialect: 'rtamt' });
  assert.ok(!half.ok && half.error.type === 'bad_unit');
});

test('DEV-UNLESS: without a bound it is always p, or p until q', () => {
  const trace = traceOf([0, 1, 2], { x: [2, 3, -1], y: [-5, 4, -5] });
  assert.deepEqual(robustness('x unless y', trace, DISCRETE), [2, 4, -1]);
});

test('DEV-SHORT-TRACE: one sample is judged', () => {
  assert.deepEqual(robustness('always[0,3] (x > 1)', traceOf([0], { x: [5] }), DISCRETE), [4]);
});

test('DEV-DENSE-SINCE-DOMAIN: the leading -inf of since is kept', () => {
  const trace = traceOf([0, 4], { x: [2, 3] });
  assert.deepEqual(robustness('x since once[1,2] x', trace, DENSE), [-Infinity, 2, 3]);
});

test('DEV-LOG-LN: logarithms compute, and refuse 0 and less', () => {
  const trace = traceOf([0, 1], { x: [8, 2] });
  assert.ok(Math.abs(robustness('log(x, 2)', trace, DISCRETE)[0]! - 3) < 1e-12);
  assert.ok(Math.abs(robustness('ln(x)', trace, DISCRETE)[1]! - Math.LN2) < 1e-12);
  for (const text of ['ln(x - 2)', 'log(x - 9, 2)', 'log(x - 2, 2)']) {
    const spec = parseSpec(text, { dialect: 'rtamt' });
    assert.ok(spec.ok);
    const report = monitor(spec.value, trace, DISCRETE);
    assert.ok(!report.ok && report.error.type === 'no_number', text);
  }
});

test('DEV-DENSE-UNTIL-STRICT: p at the witness is needed in dense time and not in sampled time', () => {
  const trace = traceOf([0, 1], { h: [0, 1] });
  const text = '(h < 0.5) until[0,1] (h >= 0.5)';
  assert.equal(robustness(text, trace, DISCRETE)[0], 0.5);
  assert.equal(robustness(text, trace, DENSE)[0], -0.5);
});

test('DEV-PREV-README: prev is weak and s_prev strong at the first sample', () => {
  const trace = traceOf([0, 1], { x: [7, 8] });
  assert.deepEqual(robustness('prev x', trace, DISCRETE), [Infinity, 7]);
  assert.deepEqual(robustness('s_prev x', trace, DISCRETE), [-Infinity, 7]);
});

test('DEV-IFF: the truth of iff is not the sign of its distance, and equal infinities are equal', () => {
  const trace = traceOf([0, 1], { x: [5, 1], y: [3, 1] });
  const spec = parseSpec('(x > 0) iff (y > 0)', { dialect: 'rtamt' });
  assert.ok(spec.ok);
  const distance = monitor(spec.value, trace, DISCRETE);
  assert.ok(distance.ok && distance.value.robustness.lo === -2 && distance.value.verdict === true);
  const sound = monitor(spec.value, trace, { time: 'index', end: 'unknown' });
  assert.ok(sound.ok && sound.value.robustness.lo === 3 && sound.value.verdict === true);
  assert.deepEqual(robustness('(next x) iff (next x)', trace, DISCRETE), [0, 0]);
});

test('DEV-NAN: a sample that is not a number is refused by row and column', () => {
  const spec = parseSpec('x > 0', { dialect: 'rtamt' });
  assert.ok(spec.ok);
  const report = monitor(spec.value, traceOf([0, 1], { x: [0, NaN] }), DISCRETE);
  assert.ok(!report.ok && report.error.type === 'not_a_number' && report.error.row === 1);
});
