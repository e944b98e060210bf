import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Rng, createRng } from '#base';
import { greedyLap } from './greedy.ts';
import { type LapProblem, certifiesLap, solveLap } from './lap.ts';

function randomProblem(rng: Rng, n: number, m: number): LapProblem {
  const span = rng.pick([3, 20, 1000]);
  return {
    rows: n,
    columns: m,
    costs: Int32Array.from({ length: n * m }, () => rng.int(span) - rng.pick([0, 0, 5])),
    forbidden: rng.next() < 0.5 ? null : Uint8Array.from({ length: n * m }, () => (rng.next() < 0.3 ? 1 : 0)),
    unassigned_costs: rng.next() < 0.5 ? null : Int32Array.from({ length: n }, () => rng.int(span)),
  };
}

/** The slow truth: every assignment is tried. Null where there is none. */
function bruteForce(p: LapProblem): number | null {
  const taken = new Set<number>();
  const best = (r: number): number => {
    if (r === p.rows) return 0;
    let least = p.unassigned_costs === null ? Infinity : p.unassigned_costs[r]! + best(r + 1);
    for (let c = 0; c < p.columns; c++) {
      if (taken.has(c) || (p.forbidden !== null && p.forbidden[r * p.columns + c] !== 0)) continue;
      taken.add(c);
      least = Math.min(least, p.costs[r * p.columns + c]! + best(r + 1));
      taken.delete(c);
    }
    return least;
  };
  const total = best(0);
  return total === Infinity ? null : total;
}

test('the cheapest assignment agrees with trying all of them, with forbidden pairs and idle rows', () => {
  let infeasible = 0;
  for (let seed = 1; seed <= 2000; seed++) {
    const rng = createRng(seed);
    const p = randomProblem(rng, rng.int(6), rng.int(6));
    const truth = bruteForce(p);
    const solved = solveLap(p);
    if (truth === null) {
      infeasible++;
      assert.ok(!solved.ok && solved.error.type === 'infeasible', `seed ${seed}`);
      continue;
    }
    assert.ok(solved.ok, `seed ${seed}`);
    assert.equal(solved.value.total, truth, `seed ${seed}`);
    assert.ok(certifiesLap(p, solved.value), `seed ${seed}`);
    const greedy = greedyLap(p).total;
    assert.ok(greedy === null || greedy >= truth, `seed ${seed}`);
  }
  assert.ok(infeasible > 100);
});

test('larger answers carry prices that prove them', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const rng = createRng(seed);
    const p = randomProblem(rng, 40 + rng.int(40), 40 + rng.int(60));
    const solved = solveLap(p);
    if (!solved.ok) continue;
    assert.ok(certifiesLap(p, solved.value), `seed ${seed}`);
    const again = solveLap(p);
    assert.deepEqual(again.ok && again.value.column_of, solved.value.column_of);
  }
});

test('a certificate with one altered price or choice is refused', () => {
  const p: LapProblem = {
    rows: 2,
    columns: 2,
    costs: Int32Array.of(1, 5, 2, 9),
    forbidden: null,
    unassigned_costs: null,
  };
  const solved = solveLap(p);
  assert.ok(solved.ok);
  assert.equal(solved.value.total, 7);
  const { row_prices } = solved.value;
  assert.ok(
    !certifiesLap(p, { ...solved.value, row_prices: row_prices.map((x, i) => x + (i === 0 ? 1 : 0)) }),
  );
  assert.ok(!certifiesLap(p, { ...solved.value, column_of: Int32Array.of(0, 1) }));
});

test('no rows cost nothing; rows without columns are infeasible or idle; a wrong size is refused', () => {
  const empty = { costs: new Int32Array(0), forbidden: null, unassigned_costs: null };
  assert.deepEqual(solveLap({ ...empty, rows: 0, columns: 4 }).ok, true);
  const none = solveLap({ ...empty, rows: 2, columns: 0 });
  assert.ok(!none.ok && none.error.type === 'infeasible');
  const idle = solveLap({ ...empty, rows: 2, columns: 0, unassigned_costs: Int32Array.of(3, 4) });
  assert.ok(idle.ok && idle.value.total === 7);
  const bad = solveLap({ ...empty, rows: 2, columns: 3 });
  assert.ok(!bad.ok && bad.error.type === 'bad_problem');
});
