import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import { gaugeCost, gaugeOf } from './gauge.ts';
import {
  type CostModel,
  type PathQuery,
  MOVE_X,
  MOVE_Y,
  MOVE_Z,
  createCostModel,
  createSearchContext,
  findPath,
  moveNumber,
  plainCostModel,
} from './index.ts';
import { allCells, freeAt, leastCosts, randomSmallGrid, smallGrid, stepCost } from './oracle.fixture.test.ts';

/** Times to fly each move in a steady wind, whole milliseconds; -1 where the wind is too strong to hold the course. */
function windTable(wind: readonly [number, number], airspeed: number, side: number): Int32Array {
  return MOVE_X.map((x, m) => {
    const [dx, dy, dz] = [x * side, MOVE_Y[m]! * side, MOVE_Z[m]! * side];
    const v2 = airspeed ** 2 - wind[0] ** 2 - wind[1] ** 2;
    const dw = dx * wind[0] + dy * wind[1];
    const root = dw ** 2 + v2 * (dx ** 2 + dy ** 2 + dz ** 2);
    if (root < 0) return -1;
    const t = v2 > 0 ? (-dw + Math.sqrt(root)) / v2 : (dw - Math.sqrt(root)) / -v2;
    return t > 0 && Number.isFinite(t) ? Math.max(1, Math.round(t * 1000)) : -1;
  });
}

const randomTable = (rng: Rng): Int32Array =>
  Int32Array.from({ length: 26 }, () => (rng.next() < 0.1 ? -1 : 1 + rng.int(rng.pick([2, 50, 20_000]))));

function tables(rng: Rng): Int32Array {
  return rng.pick([
    () => randomTable(rng),
    () => windTable([rng.between(-8, 8), rng.between(-8, 8)], 15, 10),
    () => windTable([12, 5], 10, 10),
  ])();
}

test('the gauge is consistent for any table, and exact for Euclidean costs', () => {
  for (let seed = 0; seed < 40; seed++) {
    const table = tables(createRng(seed));
    const gauge = gaugeOf(table);
    for (let x = -4; x <= 4; x++)
      for (let y = -4; y <= 4; y++)
        for (let z = -4; z <= 4; z++)
          for (let m = 0; m < 26; m++) {
            if (table[m]! < 0) continue;
            const after = gaugeCost(gauge, x - MOVE_X[m]!, y - MOVE_Y[m]!, z - MOVE_Z[m]!);
            assert.ok(gaugeCost(gauge, x, y, z) <= table[m]! + after, `seed ${seed}`);
          }
    assert.equal(gaugeCost(gauge, 0, 0, 0), 0);
  }
  for (const steps of [
    [10_000, 10_000, 10_000],
    [10_000, 10_000, 5_000],
    [3, 7, 5],
  ] as const) {
    const g = smallGrid([6, 6, 6], steps, () => false);
    const model = plainCostModel(g.grid);
    assert.ok(model.ok);
    const least = leastCosts(g, { x: 5, y: 0, z: 2 }, 'strict');
    allCells(g).forEach((c, i) =>
      assert.equal(gaugeCost(model.value.gauge, c.x - 5, c.y, c.z - 2), least[i]),
    );
  }
});

test('searches with directional, layered and extra costs agree with Dijkstra', () => {
  let reached = 0;
  for (let seed = 0; seed < 300; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng);
    const layers = rng.next() < 0.5 ? [tables(rng)] : Array.from({ length: g.nz }, () => tables(rng));
    const moves = Int32Array.from(layers.flatMap((t) => [...t]));
    const extra =
      rng.next() < 0.5 ? Int32Array.from({ length: g.grid.size }, () => rng.int(3000)) : undefined;
    const made = createCostModel(g.grid, extra ? { moves, extra } : { moves });
    assert.ok(made.ok, JSON.stringify(made));
    const model: CostModel = made.value;
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const start = rng.pick(free);
    const least = leastCosts(g, start, 'strict', (from, d, to) => {
      const cost = layers[layers.length === 1 ? 0 : from.z]![moveNumber(...d)]!;
      if (cost < 0) return Infinity;
      return (
        cost + (extra ? extra[(to.x + 1) * g.grid.strideX + (to.y + 1) * g.grid.strideY + to.z + 1]! : 0)
      );
    });
    const context = createSearchContext(g.grid);
    for (const mode of [
      { mode: 'optimal' },
      { mode: 'weighted', weight: 1.5 },
      { mode: 'anytime' },
    ] as const) {
      const goal = rng.pick(free);
      const query: PathQuery = { start, goal, costs: model, ...mode };
      const found = findPath(context, query);
      const optimum = least[(goal.x * g.ny + goal.y) * g.nz + goal.z]!;
      const said = JSON.stringify({ seed, found, optimum, mode });
      if (optimum === Infinity) {
        assert.ok(!found.ok && found.error.type === 'no_path', said);
        continue;
      }
      reached++;
      assert.ok(found.ok, said);
      assert.ok(found.value.lower_bound_units <= optimum && optimum <= found.value.cost_units, said);
      if (mode.mode !== 'weighted') assert.equal(found.value.cost_units, optimum, said);
      else assert.ok(found.value.cost_units <= 1.5 * optimum, said);
    }
  }
  assert.ok(reached > 300);
});

test('the plain model gives the costs of the search without a model', () => {
  for (let seed = 0; seed < 60; seed++) {
    const rng = createRng(seed);
    const g = smallGrid([9, 9, 6], [10_000, 10_000, 4_000], () => rng.next() < 0.25);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    const model = plainCostModel(g.grid);
    assert.ok(model.ok);
    assert.equal(stepCost(g, [1, 0, 0]), model.value.table[moveNumber(1, 0, 0)]);
    const context = createSearchContext(g.grid);
    const query: PathQuery = { start: rng.pick(free), goal: rng.pick(free), mode: 'optimal' };
    const [plain, modelled] = [findPath(context, query), findPath(context, { ...query, costs: model.value })];
    assert.equal(plain.ok && plain.value.cost_units, modelled.ok && modelled.value.cost_units);
  }
});

test('tables that make no sense are refused', () => {
  const { grid } = smallGrid([3, 3, 3], [1, 1, 1], () => false);
  const table = new Int32Array(26).fill(5);
  const refusal = (moves: Int32Array, extra?: Int32Array): string => {
    const made = createCostModel(grid, extra ? { moves, extra } : { moves });
    return made.ok ? 'ok' : made.error.type;
  };
  assert.equal(refusal(table), 'ok');
  assert.equal(refusal(table.slice(1)), 'bad_table');
  assert.equal(refusal(table.with(3, 0)), 'bad_cost');
  assert.equal(refusal(table.with(3, -2)), 'bad_cost');
  assert.equal(refusal(new Int32Array(26).fill(0x3fffffff)), 'cost_overflow');
  assert.equal(refusal(table, new Int32Array(5)), 'bad_extra');
  assert.equal(refusal(table, new Int32Array(grid.size).fill(-1)), 'bad_cost');
});
