import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { conformSeparation } from './separation.ts';
import { conformVolume4d } from './volume4d.ts';
import type { ConformOutcome } from './outcome.ts';

const DATA = '../shared/data/vectors';

function rows(file: string): Record<string, unknown>[] {
  return readFileSync(`${DATA}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

for (const [file, run] of [
  ['daa_vectors.jsonl', conformSeparation],
  ['volume4d_vectors.jsonl', conformVolume4d],
] as const) {
  test(`every row of ${file} is met`, (t) => {
    if (!existsSync(`${DATA}/${file}`)) {
      t.skip(`NOT RUN: ${DATA}/${file} is absent`);
      return;
    }
    const outcomes = rows(file)
      .map(run)
      .filter((o): o is ConformOutcome => o !== null);
    assert.ok(outcomes.length > 20);
    assert.deepEqual(
      outcomes.filter((o) => !o.passed),
      [],
    );
  });
}

const headOn = {
  kind: 'interval',
  encounter: 'own',
  detector: 'puck',
  params: { type: 'CYL', D_m: 100, H_m: 20 },
  own: { x: 0, y: 0, z: 50, trk: 90, gs: 10, vs: 0 },
  intruder: { x: 1000, y: 0, z: 50, trk: 270, gs: 10, vs: 0 },
  lookahead_s: 180,
  conflict: true,
  t_in: 45,
  t_out: 55,
};

test('a row with a wrong expectation fails, by more than a millisecond and not by less', () => {
  assert.ok(conformSeparation(headOn).passed);
  assert.ok(conformSeparation({ ...headOn, t_in: 45.0009 }).passed);
  assert.ok(!conformSeparation({ ...headOn, t_in: 45.0011 }).passed);
  assert.ok(!conformSeparation({ ...headOn, conflict: false, t_in: null, t_out: null }).passed);
  assert.ok(!conformSeparation({ ...headOn, alert_level: 0 }).passed);
});

test('the time variables of the family differ as their definitions say', () => {
  const entry = (type: string): unknown =>
    (
      conformSeparation({ ...headOn, params: { type, D_m: 100, H_m: 20, TTHR_s: 10, TCOA_s: 0 } }).got as {
        t_in: number;
      }
    ).t_in;
  assert.equal(entry('CYL'), 45);
  assert.equal(entry('TEP'), 35);
  assert.equal(entry('TCPA'), 40);
  const tau = entry('TAUMOD') as number;
  const distance = 1000 - 20 * tau;
  assert.ok(Math.abs((distance * distance - 1e4) / (20 * distance) - 10) < 1e-9, String(tau));
});

test('a touch of no length is no conflict of an interval row', () => {
  const tangent = {
    ...headOn,
    intruder: { ...headOn.intruder, y: 100 },
    conflict: false,
    t_in: null,
    t_out: null,
  };
  assert.ok(conformSeparation(tangent).passed);
});

test('rows that cannot be read fail with a reason', () => {
  for (const row of [
    null,
    3,
    {},
    { kind: 'interval' },
    { ...headOn, params: { type: 'X', D_m: 1, H_m: 1 } },
  ]) {
    const o = conformSeparation(row);
    assert.ok(!o.passed && o.note !== '');
  }
  assert.equal(conformVolume4d({ meta: {} }), null);
  assert.ok(!conformVolume4d({ name: 'x', a: 1, b: 2 })!.passed);
});
