import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import {
  UNREACHED,
  createCostModel,
  createSearchContext,
  distanceField,
  fieldPath,
  findPath,
  indexOfCell,
  pathCost,
} from './index.ts';
import { allCells, freeAt, leastCosts, randomSmallGrid, smallGrid } from './oracle.fixture.test.ts';

test('fields of step costs agree with Dijkstra everywhere, and their paths cost what they say', () => {
  for (let seed = 0; seed < 150; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 6);
    const context = createSearchContext(g.grid);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const depot = rng.pick(free);
    const field = distanceField(context, { depot, direction: rng.pick(['from', 'to']) });
    assert.ok(field.ok);
    const least = leastCosts(g, depot, 'strict');
    allCells(g).forEach((c, i) => {
      const got = field.value.cost_units[indexOfCell(g.grid, c)]!;
      assert.equal(got === UNREACHED ? Infinity : got, least[i], `seed ${seed}`);
      const path = fieldPath(context, field.value, c);
      assert.equal(path === null, least[i] === Infinity);
      if (path) assert.equal(pathCost(context, path), least[i]);
    });
  }
});

test('the way home under directional costs equals searches cell by cell, both ways', () => {
  for (let seed = 0; seed < 40; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 5);
    const context = createSearchContext(g.grid);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const moves = Int32Array.from({ length: 26 * g.nz }, () =>
      rng.next() < 0.1 ? -1 : 1 + rng.int(seed % 4 === 0 ? 100_000 : 90),
    );
    const extra = Int32Array.from({ length: g.grid.size }, () => rng.int(50));
    const costs = createCostModel(g.grid, { moves: g.nz === 1 ? moves.slice(0, 26) : moves, extra });
    assert.ok(costs.ok);
    const depot = rng.pick(free);
    for (const direction of ['from', 'to'] as const) {
      const field = distanceField(context, { depot, direction, costs: costs.value });
      assert.ok(field.ok);
      for (const cell of free) {
        const [start, goal] = direction === 'from' ? [depot, cell] : [cell, depot];
        const found: ReturnType<typeof findPath> = findPath(context, {
          start,
          goal,
          mode: 'optimal',
          costs: costs.value,
        });
        const got: number = field.value.cost_units[indexOfCell(g.grid, cell)]!;
        assert.equal(got, found.ok ? found.value.cost_units : UNREACHED, `seed ${seed} ${direction}`);
        const path: Int32Array | null = fieldPath(context, field.value, cell);
        if (path) {
          assert.equal(pathCost(context, path, costs.value), got);
          assert.equal(path[0], indexOfCell(g.grid, start));
          assert.equal(path.at(-1), indexOfCell(g.grid, goal));
        }
      }
    }
  }
});

test('a field stops at its limit and refuses a depot that is no free cell', () => {
  const g = smallGrid([6, 1, 1], [10, 10, 10], (x) => x === 5);
  const context = createSearchContext(g.grid);
  const depot = { x: 0, y: 0, z: 0 };
  const near = distanceField(context, { depot, direction: 'to', limit_units: 20 });
  assert.ok(near.ok);
  const costs = allCells(g).map((c) => near.value.cost_units[indexOfCell(g.grid, c)]);
  assert.deepEqual(costs, [0, 10, 20, UNREACHED, UNREACHED, UNREACHED]);
  const at = (x: number) => distanceField(context, { depot: { x, y: 0, z: 0 }, direction: 'to' });
  assert.deepEqual(at(5), { ok: false, error: { type: 'depot_blocked' } });
  assert.deepEqual(at(6), { ok: false, error: { type: 'outside_grid' } });
});
