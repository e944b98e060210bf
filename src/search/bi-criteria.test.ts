import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  type Cell,
  type CostModel,
  createCostModel,
  createSearchContext,
  distanceField,
  findPathBiCriteria,
  indexOfCell,
  moveNumber,
  pathCost,
} from './index.ts';
import {
  DIRECTIONS,
  type SmallGrid,
  allCells,
  freeAt,
  mayMove,
  randomSmallGrid,
} from './oracle.fixture.test.ts';

const randomModel = (g: SmallGrid, rng: Rng, missing: number): CostModel => {
  const moves = Int32Array.from({ length: 26 }, (_, m) => (m === missing ? -1 : 1 + rng.int(30)));
  const made = createCostModel(g.grid, {
    moves,
    extra: Int32Array.from({ length: g.grid.size }, () => rng.int(20)),
  });
  assert.ok(made.ok);
  return made.value;
};

/** The whole Pareto front by relaxing sets of cost pairs until nothing changes. */
function bruteFront(
  g: SmallGrid,
  start: Cell,
  goal: Cell,
  models: readonly [CostModel, CostModel],
): [number, number][] {
  const sets = new Map<number, [number, number][]>([[indexOfCell(g.grid, start), [[0, 0]]]]);
  const covers = (set: [number, number][], p: [number, number]): boolean =>
    set.some((q) => q[0] <= p[0] && q[1] <= p[1]);
  for (let changed = true; changed;) {
    changed = false;
    for (const from of allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z)))
      for (const d of DIRECTIONS) {
        if (!mayMove(g, from, d, 'strict')) continue;
        const to = indexOfCell(g.grid, { x: from.x + d[0], y: from.y + d[1], z: from.z + d[2] });
        const m = moveNumber(...d);
        const cost = models.map((model) =>
          model.table[m]! < 0 ? Infinity : model.table[m]! + model.extra[to]!,
        );
        for (const [a, b] of sets.get(indexOfCell(g.grid, from)) ?? []) {
          const next: [number, number] = [a + cost[0]!, b + cost[1]!];
          const set = sets.get(to) ?? [];
          if (next[0] === Infinity || next[1] === Infinity || covers(set, next)) continue;
          sets.set(to, [...set.filter((q) => !covers([next], q)), next]);
          changed = true;
        }
      }
  }
  return (sets.get(indexOfCell(g.grid, goal)) ?? []).sort((p, q) => p[0] - q[0]);
}

test('the Pareto front equals brute force, and a budget cuts it where it should', () => {
  let wide = 0;
  for (let seed = 0; seed < 220; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 4);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const [start, goal] = [rng.pick(free), rng.pick(free)];
    const missing = rng.int(40);
    const [first, second] = [randomModel(g, rng, missing), randomModel(g, rng, missing)];
    const context = createSearchContext(g.grid);
    const front = bruteFront(g, start, goal, [first, second]);
    const ask = { start, goal, first, second, front_limit: 1000 };
    const all = findPathBiCriteria(context, { ...ask, second_limit_units: 1e6 });
    if (front.length === 0) {
      assert.ok(!all.ok && all.error.type === 'no_path', `seed ${seed}`);
      continue;
    }
    assert.ok(all.ok && all.value.status === 'complete');
    assert.deepEqual(
      all.value.front.map((p) => [p.first_units, p.second_units]),
      front,
      `seed ${seed}`,
    );
    for (const p of all.value.front) {
      assert.equal(pathCost(context, p.path, first), p.first_units);
      assert.equal(pathCost(context, p.path, second), p.second_units);
    }
    if (front.length > 2) wide++;
    const field = distanceField(context, { depot: goal, direction: 'to', costs: second });
    assert.ok(field.ok);
    const least = Math.min(...front.map((p) => p[1]));
    for (const limit of [...front.map((p) => p[1]), least - 1, least + 3].filter((l) => l >= 0)) {
      for (const more of [{}, { second_to_goal: field.value }]) {
        const within = findPathBiCriteria(context, {
          ...ask,
          ...more,
          front_limit: 1,
          second_limit_units: limit,
        });
        const best = front.find((p) => p[1] <= limit);
        if (best) {
          assert.ok(within.ok);
          assert.deepEqual([within.value.front[0]!.first_units, within.value.front[0]!.second_units], best);
        } else {
          assert.ok(!within.ok && within.error.type === 'over_budget');
          assert.equal(within.error.least_second_units, least);
          assert.equal(pathCost(context, within.error.cheapest, second), least);
        }
      }
    }
  }
  assert.ok(wide > 15, `only ${wide} fronts of more than two`);
});

test('models of which one lacks a move that the other has are refused', () => {
  const g = randomSmallGrid(createRng(1), 4);
  const [start] = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
  const [first, second] = [randomModel(g, createRng(1), 3), randomModel(g, createRng(2), 26)];
  const ask = { start: start!, goal: start!, first, second, second_limit_units: 5 };
  const found = findPathBiCriteria(createSearchContext(g.grid), ask);
  assert.deepEqual(found, { ok: false, error: { type: 'models_disagree', move: 3 } });
});
