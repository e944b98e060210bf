/** Every row of the shared conformance vectors, with the semantics that the row names. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { conformLtl, type ConformResult, conformStl } from './index.ts';

const FOLDER = join(process.cwd(), '../shared/data/vectors');

function runFiles(prefix: string, run: (row: unknown) => ConformResult, least: number): void {
  test(`every row of ${prefix}*.jsonl`, (t) => {
    if (!existsSync(FOLDER)) {
      t.skip('the shared vectors are not here: NOTHING WAS CHECKED');
      return;
    }
    const files = readdirSync(FOLDER).filter((name) => name.startsWith(prefix) && name.endsWith('.jsonl'));
    let rows = 0;
    const failures: string[] = [];
    for (const file of files.sort()) {
      for (const line of readFileSync(join(FOLDER, file), 'utf8').split('\n')) {
        if (line.trim() === '') continue;
        rows++;
        const result = run(JSON.parse(line));
        if (!result.passed)
          failures.push(`${result.id}: expected ${result.expected}, got ${result.got}; ${result.note}`);
      }
    }
    assert.ok(rows >= least, `only ${rows} rows`);
    assert.deepEqual(failures, []);
  });
}

runFiles('stl_vectors', conformStl, 1000);
runFiles('ltl_vectors', conformLtl, 500);
runFiles('ltl_equiv', conformLtl, 200);

test('malformed rows fail with a note and never throw', () => {
  const rows = [
    null,
    3,
    {},
    { id: 'a', time: 'discrete' },
    { id: 'b', formula: 'x >', signals: { x: [[0, 1]] } },
  ];
  for (const row of [
    ...rows,
    { id: 'c', formula: 'x', time: 'dense', chunks: [{}] },
    { id: 'd', formula: 'x', semantics: 'ia-odd' },
  ]) {
    for (const run of [conformStl, conformLtl]) {
      const result = run(row);
      assert.equal(result.passed, false);
    }
  }
});

test('a wrong expectation fails', () => {
  const row = {
    id: 'w',
    time: 'discrete',
    mode: 'offline',
    semantics: 'standard',
    formula: 'always x',
    signals: {
      x: [
        [0, 1],
        [1, 2],
      ],
    },
  };
  assert.ok(
    conformStl({
      ...row,
      expected: [
        [0, 1],
        [1, 2],
      ],
    }).passed,
  );
  assert.ok(
    !conformStl({
      ...row,
      expected: [
        [0, 2],
        [1, 2],
      ],
    }).passed,
  );
  assert.ok(!conformStl({ ...row, expected: [[0, 1]] }).passed);
  const dense = {
    ...row,
    time: 'dense',
    formula: 'eventually[0,1] x',
    signals: {
      x: [
        [0, 1],
        [2, 5],
      ],
    },
  };
  assert.ok(
    conformStl({
      ...dense,
      expected: [
        [0, 1],
        [1, 5],
      ],
    }).passed,
  );
  assert.ok(
    !conformStl({
      ...dense,
      expected: [
        [0, 1],
        [1.5, 5],
      ],
    }).passed,
  );
  const ltl = { id: 'l', formula: 'X a', next: 'X=weak, X[!]=strong (Spot)', trace: [{ a: true }] };
  assert.ok(conformLtl({ ...ltl, expected: true }).passed);
  assert.ok(!conformLtl({ ...ltl, expected: false }).passed);
});

test('sampling period, unit, constants and sub-specifications of a row are honoured', () => {
  const x = [1, 5, 2, 7].map((v, k) => [k * 0.5, v]);
  const base = {
    id: 's',
    time: 'discrete',
    semantics: 'standard',
    signals: { x },
    expected: [
      [0, 5],
      [0.5, 5],
      [1, 7],
      [1.5, 7],
    ],
  };
  for (const sampling of [0.5, '500ms', [500, 'ms', 0.1], { period: 500, unit: 'ms' }]) {
    assert.ok(conformStl({ ...base, sampling, formula: 'eventually[0,0.5] x' }).passed);
    assert.ok(conformStl({ ...base, sampling, unit: 'ms', formula: 'eventually[0,500] x' }).passed);
    assert.ok(!conformStl({ ...base, sampling, formula: 'eventually[0,0.3] x' }).passed);
  }
  const named = { ...base, sampling: 0.5, consts: { w: '0.5' }, subspecs: ['inner = x + 0'] };
  assert.ok(conformStl({ ...named, formula: 'eventually[0,w] inner' }).passed);
});
