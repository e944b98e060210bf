import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Result, type Rng } from '#base';
import {
  type Formula,
  type FormulaKind,
  formatFormula,
  monitor,
  type OnlineError,
  onlineMonitor,
  type OnlineStep,
  parseSpec,
  type Spec,
  type Trace,
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
const OTHER: FormulaKind[] = 'not and or implies iff xor next strong_next prev strong_prev rise fall'.split(
  ' ',
) as FormulaKind[];
const BINARY = new Set(['and', 'or', 'implies', 'iff', 'xor', 'until', 'since', 'release', 'unless']);

function randomFormula(rng: Rng, depth: number, endless: boolean): Formula {
  if (depth === 0) {
    const left: Formula = { kind: 'variable', args: [], name: rng.pick(['x', 'y']) };
    const right: Formula = { kind: 'number', args: [], value: rng.int(5) - 2 };
    return {
      kind: 'compare',
      args: [left, right],
      compare: rng.pick(['<', '<=', '>', '>=', '==', '!='] as const),
    };
  }
  const kind = rng.pick(rng.next() < 0.5 ? WINDOW : OTHER);
  const args = [randomFormula(rng, depth - 1, endless)];
  if (BINARY.has(kind)) args.push(randomFormula(rng, rng.int(depth), endless));
  if (!WINDOW.includes(kind)) return { kind, args };
  const past = kind === 'historically' || kind === 'once' || kind === 'since';
  const from = rng.int(3);
  const to = (past || endless) && rng.next() < 0.3 ? Infinity : from + rng.int(4);
  return { kind, args, bound: { from, to, unit: 'sec' } };
}

function specOf(formula: Formula): Spec {
  const rest = { assertions: [], declarations: [], constants: {}, warnings: [] };
  return { dialect: 'rtamt', source: '', name: null, formula, variables: ['x', 'y'], period_sec: 1, ...rest };
}

function randomTrace(rng: Rng, n: number): Trace {
  const t_sec = Float64Array.from({ length: n }, (_, k) => 10 + k);
  const column = (): Float64Array => Float64Array.from(t_sec, () => rng.int(7) - 3);
  return {
    t_sec,
    signals: new Map([
      ['x', column()],
      ['y', column()],
    ]),
  };
}

function prefix(trace: Trace, n: number): Trace {
  return {
    t_sec: trace.t_sec.slice(0, n),
    signals: new Map([...trace.signals].map(([name, v]) => [name, v.slice(0, n)])),
  };
}

function accepted(step: Result<OnlineStep, OnlineError>): OnlineStep {
  assert.ok(step.ok);
  return step.value;
}

function offline(spec: Spec, trace: Trace) {
  const report = monitor(spec, trace, { time: 'index', end: 'unknown', skip: { counterexample: true } });
  assert.ok(report.ok);
  return report.value;
}

test('answers equal the offline monitor, and each is decided when a prefix first decides it', () => {
  const rng = createRng(31);
  for (let c = 0; c < 500; c++) {
    const formula = randomFormula(rng, 1 + rng.int(3), false);
    const spec = specOf(formula);
    const trace = randomTrace(rng, 24);
    const online = onlineMonitor(spec);
    assert.ok(online.ok);
    const whole = offline(spec, trace);
    const prefixes = Array.from({ length: 24 }, (_, k) =>
      c % 10 === 0 ? offline(spec, prefix(trace, k + 1)) : null,
    );
    let answers = 0;
    for (let k = 0; k < 24; k++) {
      const [x, y] = [trace.signals.get('x')![k]!, trace.signals.get('y')![k]!];
      const answer: OnlineStep['answer'] = accepted(online.value.push(10 + k, { x, y })).answer;
      if (answer === null) continue;
      answers++;
      const where: string = `case ${c} ${formatFormula(formula)} index ${answer.index}`;
      assert.equal(answer.t_sec, 10 + answer.index, where);
      assert.ok(answer.lo === whole.signal.lo.value[answer.index], where);
      assert.ok(answer.hi === whole.signal.hi.value[answer.index], where);
      const verdict: number = whole.verdict_signal!.verdict[answer.index]!;
      assert.equal(answer.verdict, verdict === 1 ? true : verdict === -1 ? false : 'unknown', where);
      if (c % 10 === 0) {
        const first = prefixes.findIndex(
          (p, n) => n >= answer.index && p!.verdict_signal!.verdict[answer.index] !== 0,
        );
        assert.equal(answer.decided_at_sec, 10 + first, `${where} decided`);
      }
    }
    assert.equal(answers, Math.max(0, 24 - online.value.delay_samples));
  }
});

test('the first sample is known no better online than offline, and never wrongly', () => {
  const rng = createRng(32);
  for (let c = 0; c < 400; c++) {
    const formula = randomFormula(rng, 1 + rng.int(2), true);
    const spec = specOf(formula);
    const trace = randomTrace(rng, 10);
    const online = onlineMonitor(spec);
    assert.ok(online.ok);
    for (let k = 0; k < 10; k++) {
      const row = [trace.signals.get('x')![k]!, trace.signals.get('y')![k]!];
      const start: OnlineStep['start'] = accepted(online.value.pushRow(k, row)).start;
      const best = offline(spec, prefix(trace, k + 1));
      const where = `case ${c} ${formatFormula(formula)} after ${k}`;
      assert.ok(start.lo <= best.robustness.lo && start.hi >= best.robustness.hi, where);
      if (start.verdict !== 'unknown') assert.equal(start.verdict, best.verdict, where);
    }
  }
});

test('an endless always is refuted at its first bad sample, an endless until met at its witness', () => {
  const run = (text: string, rows: number[][]) => {
    const spec = parseSpec(text, { dialect: 'rtamt', signals: ['x', 'y'] });
    assert.ok(spec.ok);
    const online = onlineMonitor({ ...spec.value, variables: ['x', 'y'] });
    assert.ok(online.ok);
    return rows.map((row, k) => {
      const step = online.value.pushRow(k, row);
      assert.ok(step.ok);
      return step.value.start.verdict;
    });
  };
  assert.deepEqual(
    run('always (x > 0)', [
      [1, 0],
      [0, 0],
      [1, 0],
    ]),
    ['unknown', false, false],
  );
  assert.deepEqual(
    run('always (x >= 0)', [
      [1, 0],
      [0, 0],
    ]),
    ['unknown', 'unknown'],
  );
  assert.deepEqual(
    run('(x > 0) until (y > 0)', [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    ['unknown', 'unknown', true, true],
  );
  assert.deepEqual(
    run('always[0,1] (x > 0)', [
      [1, 0],
      [1, 0],
      [0, 0],
    ]),
    ['unknown', true, true],
  );
});

test('a refused sample leaves the monitor as it was', () => {
  const spec = parseSpec('historically (x > 0)', { dialect: 'rtamt' });
  assert.ok(spec.ok);
  const online = onlineMonitor(spec.value);
  assert.ok(online.ok);
  assert.ok(online.value.push(0, { x: 1 }).ok);
  for (const bad of [
    online.value.push(0, { x: 1 }),
    online.value.push(1, {}),
    online.value.push(1, { x: NaN }),
  ]) {
    assert.ok(!bad.ok);
  }
  const next = online.value.push(1, { x: 2 });
  assert.ok(next.ok);
  assert.equal(next.value.answer!.index, 1);
  assert.equal(next.value.answer!.lo, 1);
});
