/** Laws that hold whatever the trace: duality, unfolding, time shift, mirror, monotonicity, and the edges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  checkFiniteLtl,
  type Formula,
  monitor,
  type MonitorOptions,
  type MonitorReport,
  parseSpec,
  type Spec,
  type Trace,
  traceOf,
} from './index.ts';

function specOf(text: string): Spec {
  const parsed = parseSpec(text, { dialect: 'rtamt' });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

function judge(text: string | Spec, trace: Trace, options: MonitorOptions): MonitorReport {
  const report = monitor(typeof text === 'string' ? specOf(text) : text, trace, options);
  assert.ok(report.ok, JSON.stringify(report));
  return report.value;
}

function randomTrace(rng: Rng, n: number, start = 0): Trace {
  const column = (): number[] => Array.from({ length: n }, () => rng.int(13) - 6);
  return traceOf(
    Array.from({ length: n }, (_, k) => start + k),
    { x: column(), y: column(), z: column() },
  );
}

const MODES: MonitorOptions[] = (['index', 'timestamp', 'step', 'linear'] as const).flatMap((time) =>
  (['unknown', 'inf', 'hold'] as const)
    .filter((end) => !(time === 'timestamp' && end === 'hold'))
    .map((end) => ({ time, end, skip: { counterexample: true } })),
);

/** Same values at the same times; how a curve is cut into pieces does not matter. */
function sampled(report: MonitorReport, side: 'lo' | 'hi', last: number): number[] {
  const c = report.signal[side];
  if (c.shape === 'samples') return [...c.value].map((v) => v + 0);
  const out: number[] = [];
  for (let t = 0; t <= last; t += 0.125) {
    let k = c.t_sec.length - 1;
    while (k > 0 && (c.t_sec[k]! > t || (c.t_sec[k] === t && c.after?.[k] === 1))) k--;
    const next = c.t_sec[k + 1];
    const share = next === undefined || c.shape === 'steps' ? 0 : (t - c.t_sec[k]!) / (next - c.t_sec[k]!);
    const [from, to] = [c.value[k]!, c.end_value?.[k] ?? c.value[k]!];
    out.push(Math.round((from === to ? from : from + share * (to - from)) * 1e6) / 1e6 + 0);
  }
  return out;
}

function same(a: string, b: string, trace: Trace, options: MonitorOptions): void {
  const [left, right] = [judge(a, trace, options), judge(b, trace, options)];
  const where = `${a} = ${b} (${options.time}, ${options.end})`;
  const last = trace.t_sec.at(-1)!;
  assert.equal(left.verdict, right.verdict, where);
  for (const side of ['lo', 'hi'] as const)
    assert.deepEqual(sampled(left, side, last), sampled(right, side, last), where);
}

test('duality, derived operators and nesting of windows, in every mode', () => {
  const rng = createRng(61);
  const laws: [string, string][] = [
    ['not eventually[1,3] (x > 0)', 'always[1,3] (x <= 0)'],
    ['not once[0,2] (x > 0)', 'historically[0,2] (x <= 0)'],
    ['not ((x > 0) until[1,4] (y > 0))', '(x <= 0) release[1,4] (y <= 0)'],
    ['(x > 0) unless (y > 0)', '(always (x > 0)) or ((x > 0) until (y > 0))'],
    ['eventually[1,2] eventually[0,3] (x > 0)', 'eventually[1,5] (x > 0)'],
    ['always[0,2] always[1,1] (x > 0)', 'always[1,3] (x > 0)'],
    ['true until[1,3] (x > 0)', 'eventually[1,3] (x > 0)'],
    ['true since[1,3] (x > 0)', 'once[1,3] (x > 0)'],
    ['always always (x > 0)', 'always (x > 0)'],
    ['once[1,2] once[0,3] (x > 0)', 'once[1,5] (x > 0)'],
    ['(x > 0) -> (y > 0)', '(not (x > 0)) or (y > 0)'],
    ['(x > y)', '(x - y > 0)'],
    ['eventually[2,inf] (x > 0)', 'eventually[2,2] eventually (x > 0)'],
  ];
  for (let c = 0; c < 25; c++) {
    const trace = randomTrace(rng, 1 + rng.int(9));
    for (const options of MODES) for (const [a, b] of laws) same(a, b, trace, options);
  }
});

test('until unfolds: p U q = q or (p and next (p U q)), and since likewise', () => {
  const rng = createRng(62);
  for (let c = 0; c < 100; c++) {
    const trace = randomTrace(rng, 1 + rng.int(9));
    for (const end of ['unknown', 'inf', 'hold'] as const) {
      const options: MonitorOptions = { time: 'index', end };
      same(
        '(x > 0) until (y > 0)',
        '(y > 0) or ((x > 0) and s_next ((x > 0) until (y > 0)))',
        trace,
        options,
      );
      same(
        '(x > 0) since (y > 0)',
        '(y > 0) or ((x > 0) and s_prev ((x > 0) since (y > 0)))',
        trace,
        options,
      );
    }
  }
});

test('past is the mirror of future: reversed samples give reversed answers', () => {
  const rng = createRng(63);
  const pairs = [
    ['always[1,3] (x > 0)', 'historically[1,3] (x > 0)'],
    ['eventually (x > 0)', 'once (x > 0)'],
    ['(x > 0) until[1,4] (y > 0)', '(x > 0) since[1,4] (y > 0)'],
    ['next (x > 0)', 'prev (x > 0)'],
    ['(x > 0) until (y > 0)', '(x > 0) since (y > 0)'],
  ] as const;
  for (let c = 0; c < 100; c++) {
    const trace = randomTrace(rng, 1 + rng.int(12));
    const mirrored: Trace = {
      ...trace,
      signals: new Map([...trace.signals].map(([k, v]) => [k, v.slice().reverse()])),
    };
    for (const [future, past] of pairs) {
      const a = judge(future, trace, { time: 'index', end: 'inf' }).signal.lo.value;
      const b = judge(past, mirrored, { time: 'index', end: 'inf' }).signal.lo.value;
      assert.deepEqual([...a], [...b].reverse(), future);
    }
  }
});

test('time shift: a trace that begins later has the same answers later', () => {
  const rng = createRng(64);
  const texts = [
    'always[0,2] (x > 0)',
    '(x > 0) until[1,3] (y > 0)',
    'once[1,2] (x > y)',
    'eventually[0,1] historically[0,2] (x > 1)',
  ];
  for (let c = 0; c < 60; c++) {
    const n = 1 + rng.int(9);
    const trace = randomTrace(rng, n);
    for (const shift of [1000, 1.5e6]) {
      const later: Trace = { ...trace, t_sec: trace.t_sec.map((t) => t + shift) };
      for (const options of MODES) {
        for (const text of texts) {
          const [a, b] = [judge(text, trace, options), judge(text, later, options)];
          assert.equal(a.verdict, b.verdict);
          for (const side of ['lo', 'hi'] as const) {
            const moved = { ...b.signal[side], t_sec: b.signal[side].t_sec.map((t) => t - shift) };
            const back = { ...b, signal: { ...b.signal, [side]: moved } };
            const last = trace.t_sec.at(-1)!;
            const [left, right] = [sampled(a, side, last), sampled(back, side, last)];
            const off = left.findIndex((v, k) => !(v === right[k] || Math.abs(v - right[k]!) < 1e-3));
            assert.equal(
              off,
              -1,
              `${text} ${options.time} ${options.end} ${side} ${shift}: ${left[off]} ${right[off]} at ${off / 8}`,
            );
          }
        }
      }
    }
  }
});

test('raising a signal never lowers the robustness of a formula that is positive in it', () => {
  const rng = createRng(65);
  for (let c = 0; c < 60; c++) {
    const trace = randomTrace(rng, 1 + rng.int(9));
    const raised: Trace = {
      ...trace,
      signals: new Map([...trace.signals].map(([k, v]) => [k, v.map((u) => u + rng.int(3))])),
    };
    for (const options of MODES) {
      for (const text of [
        '(x > 0) until[0,3] (y > 0)',
        'always eventually[0,2] (x > 0)',
        '(x > 0) since[1,2] (y >= 1)',
      ]) {
        const [a, b] = [judge(text, trace, options).robustness, judge(text, raised, options).robustness];
        // Where lines cross, values carry the rounding of a part of a nanosecond.
        assert.ok(
          a.lo <= b.lo + 1e-9 && a.hi <= b.hi + 1e-9,
          `${text} ${options.time} ${options.end} ${a.lo} ${b.lo}`,
        );
      }
    }
  }
});

test('a second evaluation gives the same bytes, and inputs may be frozen copies', () => {
  const trace = randomTrace(createRng(66), 50);
  for (const options of MODES) {
    const text = '(eventually[0,10] x) and (always x) and ((x > 0) until[1,5] (y > 0))';
    assert.deepEqual(judge(text, trace, options), judge(text, trace, options));
  }
});

test('steps and samples agree where steps change at samples, but for the witness of until', () => {
  const rng = createRng(67);
  for (let c = 0; c < 60; c++) {
    const trace = randomTrace(rng, 1 + rng.int(10));
    for (const text of [
      'historically[0,2] (x > 0)',
      'once (x > 0)',
      'always (x > y)',
      'eventually (x > 0)',
    ]) {
      const a = judge(text, trace, { time: 'index', end: 'inf' });
      const b = judge(text, trace, { time: 'step', end: 'inf' });
      if (text.startsWith('historically')) continue;
      assert.equal(a.robustness.lo, b.robustness.lo, text);
    }
  }
});

test('a minimum between samples counts in linear time', () => {
  // Two drones cross between samples: the distance signal is 10 at both samples of each and 0 between.
  const trace = traceOf([0, 1], { a: [-10, 10] });
  const options = { time: 'linear', end: 'unknown' } as const;
  assert.equal(judge('always[0,1] (abs(a) > 5)', trace, options).verdict, false);
  assert.equal(judge('always[0,1] (abs(a) > 5)', trace, options).robustness.lo, -5);
  assert.equal(judge('always[0,1] (abs(a) > 5)', trace, { ...options, time: 'index' }).verdict, true);
  assert.equal(judge('always[0,1] (abs(a) >= 0)', trace, options).verdict, true);
  assert.equal(judge('always[0,1] (abs(a) > 0)', trace, options).verdict, false);
});

test('at robustness 0 the comparison decides', () => {
  const trace = traceOf([0, 1, 2], { x: [1, 0, 1] });
  for (const options of MODES.filter((o) => o.end !== 'unknown')) {
    for (const [text, verdict] of [
      ['always (x >= 0)', true],
      ['always (x > 0)', false],
      ['eventually (x <= 0)', true],
      ['eventually (x < 0)', false],
      ['eventually (x == 0)', true],
      ['always (x != 0)', false],
    ] as const) {
      const report = judge(text, trace, options);
      assert.equal(report.verdict, verdict, `${text} ${options.time}`);
      assert.equal(report.robustness.lo + 0, 0, text);
    }
  }
});

test('lengths 0 and 1, infinities of empty windows, and the unknown end', () => {
  const one = traceOf([5], { x: [3] });
  for (const options of MODES) {
    assert.equal(judge('x > 1', one, options).verdict, true);
    assert.equal(judge('historically[1,2] (x > 9)', one, options).robustness.lo, Infinity);
    assert.equal(judge('once[1,2] (x > 1)', one, options).verdict, false);
  }
  assert.equal(judge('always[1,2] (x > 9)', one, { time: 'index', end: 'inf' }).robustness.lo, Infinity);
  assert.equal(judge('always[1,2] (x > 9)', one, { time: 'index', end: 'unknown' }).verdict, 'unknown');
  assert.equal(judge('always[1,2] (x > 9)', one, { time: 'index', end: 'hold' }).verdict, false);
  const none = monitor(specOf('x > 1'), traceOf([], { x: [] }), { time: 'index', end: 'inf' });
  assert.ok(!none.ok && none.error.type === 'empty_trace');
});

test('bad traces and questions are refused by name and place', () => {
  const spec = specOf('x > y');
  const fail = (trace: Trace, options: Partial<MonitorOptions> = {}, text: Spec = spec) => {
    const report = monitor(text, trace, { time: 'index', end: 'unknown', ...options });
    assert.ok(!report.ok);
    return report.error;
  };
  const nan = fail(traceOf([0, 1], { x: [1, NaN], y: [1, 1] }));
  assert.ok(nan.type === 'not_a_number' && nan.row === 1 && nan.column === 'x');
  const short = fail(traceOf([0, 1], { x: [1, 2], y: [1] }));
  assert.ok(short.type === 'unequal_lengths' && short.column === 'y');
  for (const t of [
    [0, 0],
    [1, 0],
  ]) {
    const order = fail(traceOf(t, { x: [1, 2], y: [1, 2] }));
    assert.ok(order.type === 'times_not_increasing' && order.row === 1);
  }
  const missing = fail(traceOf([0], { x: [1], yy: [1] }));
  assert.ok(missing.type === 'missing_signal' && missing.nearest!.includes('yy'));
  const ok = traceOf([0, 1], { x: [1, 2], y: [1, 2] });
  assert.equal(fail(ok, {}, specOf('always[0,0.5] (x > y)')).type, 'bound_too_fine');
  assert.equal(fail(ok, { time: 'step' }, specOf('next (x > y)')).type, 'not_in_this_time');
  assert.equal(fail(ok, { time: 'linear' }, specOf('x * y > 1')).type, 'not_in_this_time');
  assert.equal(fail(ok, { time: 'timestamp', end: 'hold' }).type, 'not_in_this_time');
  assert.equal(fail(ok, {}, specOf('x / (y - 1) > 0')).type, 'no_number');
  assert.equal(fail(ok, {}, specOf('sqrt(0 - x) > y')).type, 'no_number');
});

test('0.1 s samples and bounds of 0.3 s are whole steps', () => {
  const parsed = parseSpec('always[0,0.3] (x > 0)', { dialect: 'rtamt', period_sec: 0.1 });
  assert.ok(parsed.ok);
  const trace = traceOf([0, 0.1, 0.2, 0.30000000000000004, 0.4], { x: [1, 1, 1, -1, 1] });
  for (const time of ['index', 'timestamp', 'step', 'linear'] as const) {
    assert.equal(judge(parsed.value, trace, { time, end: 'unknown' }).verdict, false, time);
  }
});

test('finite LTL: weak and strong next at the end, the empty trace, other operators refused', () => {
  const ltl = (text: string): Formula => {
    const parsed = parseSpec(text, { dialect: 'spot' });
    assert.ok(parsed.ok);
    return parsed.value.formula;
  };
  const check = (text: string, trace: ReadonlySet<string>[]) =>
    checkFiniteLtl(ltl(text), trace, { dialect: 'spot' });
  const a = [new Set(['a'])];
  assert.deepEqual(check('X a', a), { ok: true, value: { verdict: true, at: [true] } });
  assert.deepEqual(check('X[!] a', a), { ok: true, value: { verdict: false, at: [false] } });
  const none = check('G a', []);
  assert.ok(!none.ok && none.error.type === 'empty_trace');
  const weak = checkFiniteLtl(ltl('G a'), [], { dialect: 'spot', empty_trace: 'weak' });
  assert.ok(weak.ok && weak.value.verdict);
  assert.ok(!checkFiniteLtl(specOf('once x').formula, a, { dialect: 'rtamt' }).ok);
});
