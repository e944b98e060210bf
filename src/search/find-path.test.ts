import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { freeCost, heuristicCoefficients } from './costs.ts';
import {
  type Cell,
  type PathQuery,
  cellAt,
  createSearchContext,
  findPath,
  indexOfCell,
  pathCost,
} from './index.ts';
import {
  type SmallGrid,
  allCells,
  freeAt,
  leastCosts,
  mayMove,
  randomSmallGrid,
  smallGrid,
} from './oracle.fixture.test.ts';

const RULES = ['strict', 'axis', 'cut'] as const;
const MODES: readonly Pick<PathQuery, 'mode' | 'weight'>[] = [
  { mode: 'optimal' },
  { mode: 'weighted', weight: 1 },
  { mode: 'weighted', weight: 1.2 },
  { mode: 'weighted', weight: 3 },
  { mode: 'anytime' },
  { mode: 'anytime', weight: 5 },
];

/** Fails unless the path runs from start to goal by allowed moves. */
function assertWalk(g: SmallGrid, path: Int32Array, query: PathQuery): void {
  assert.deepEqual(cellAt(g.grid, path[0]!), query.start);
  assert.deepEqual(cellAt(g.grid, path.at(-1)!), query.goal);
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [cellAt(g.grid, path[i - 1]!), cellAt(g.grid, path[i]!)];
    assert.ok(mayMove(g, a, [b.x - a.x, b.y - a.y, b.z - a.z], query.rule ?? 'strict'));
  }
}

function agrees(g: SmallGrid, query: PathQuery, least: number, context = createSearchContext(g.grid)): void {
  const found = findPath(context, query);
  const said = `${JSON.stringify({ query, found, steps: g.steps, size: [g.nx, g.ny, g.nz] })} least ${least}`;
  if (least === Infinity) {
    assert.ok(!found.ok && found.error.type === 'no_path', said);
    return;
  }
  assert.ok(found.ok, said);
  const { value } = found;
  assertWalk(g, value.path, query);
  assert.equal(value.cost_units, pathCost(context, value.path), said);
  assert.ok(value.lower_bound_units <= least && least <= value.cost_units, said);
  if (query.mode !== 'weighted') assert.equal(value.cost_units, least, said);
  if (query.mode !== 'weighted') assert.equal(value.status, 'optimal', said);
  if (query.mode === 'weighted') assert.ok(value.cost_units <= (query.weight ?? 1.2) * least, said);
  assert.ok(value.certified_ratio >= 1 && value.certified_ratio <= (query.weight ?? 5) + 1e-9, said);
  if (value.certified_ratio === 1) assert.equal(value.status, 'optimal', said);
}

test('every mode and rule agrees with Dijkstra on small random grids, wherever they start', () => {
  for (let seed = 0; seed < 400; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng);
    const context = createSearchContext(g.grid);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const start = rng.pick(free);
    for (const rule of RULES) {
      const least = leastCosts(g, start, rule);
      for (const mode of MODES) {
        const goal = rng.pick(free);
        agrees(g, { start, goal, rule, ...mode }, least[(goal.x * g.ny + goal.y) * g.nz + goal.z]!, context);
      }
    }
  }
});

test('larger sparse grids with walls agree too, where dominated moves are left out', () => {
  for (let seed = 0; seed < 25; seed++) {
    const rng = createRng(1000 + seed);
    const wall = 3 + rng.int(5);
    const hole = [rng.int(9), rng.int(8)];
    const g = smallGrid(
      [11, 9, 8],
      rng.pick([
        [10, 10, 10],
        [10_000, 10_000, 3_000],
      ] as const),
      (x, y, z) => (x === wall ? y !== hole[0] && z !== hole[1] : rng.next() < 0.03),
    );
    const context = createSearchContext(g.grid);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    const start = rng.pick(free);
    for (const rule of RULES) {
      const least = leastCosts(g, start, rule);
      for (const mode of MODES)
        for (let n = 0; n < 4; n++) {
          const goal = rng.pick(free);
          agrees(
            g,
            { start, goal, rule, ...mode },
            least[(goal.x * g.ny + goal.y) * g.nz + goal.z]!,
            context,
          );
        }
    }
  }
});

test('the heuristic is the exact cost in a free grid and consistent over every move', () => {
  for (const steps of [
    [1, 1, 1],
    [1000, 1000, 1000],
    [10_000, 10_000, 5_000],
    [3, 5, 2],
    [10_000, 50, 50],
    [50, 10_000, 51],
    [1, 100, 10_000],
    [326_491, 326_491, 326_491],
  ] as const) {
    const g = smallGrid([7, 7, 7], steps, () => false);
    const table = heuristicCoefficients(g.grid.costs);
    for (const start of [
      { x: 0, y: 0, z: 0 },
      { x: 3, y: 3, z: 3 },
      { x: 6, y: 0, z: 2 },
    ]) {
      const least = leastCosts(g, start, 'strict');
      allCells(g).forEach((c, i) => {
        const h = freeCost(table, c.x - start.x, c.y - start.y, c.z - start.z);
        assert.equal(h, least[i], `${JSON.stringify({ steps, start, c })}`);
      });
    }
    const near = (d: number): number[] => [d - 1, d, d + 1];
    for (let x = -8; x <= 8; x++)
      for (let y = -8; y <= 8; y++)
        for (let z = -8; z <= 8; z++)
          for (const a of near(x))
            for (const b of near(y))
              for (const c of near(z)) {
                const cost = freeCost(table, x - a, y - b, z - c);
                assert.ok(freeCost(table, x, y, z) <= cost + freeCost(table, a, b, c));
              }
  }
});

test('the edge cases are typed answers', () => {
  const wall = smallGrid([5, 1, 1], [10, 10, 10], (x) => x === 2);
  const context = createSearchContext(wall.grid);
  const ask = (start: Cell, goal: Cell, more: Partial<PathQuery> = {}) =>
    findPath(context, { start, goal, mode: 'optimal', ...more });
  const cell = (x: number, y = 0, z = 0): Cell => ({ x, y, z });
  assert.deepEqual(ask(cell(2), cell(0)), { ok: false, error: { type: 'start_blocked', expanded: 0 } });
  assert.deepEqual(ask(cell(0), cell(2)), { ok: false, error: { type: 'goal_blocked', expanded: 0 } });
  for (const bad of [cell(5), cell(-1), cell(0, 1), cell(0, 0, -1), cell(0.5), cell(NaN), cell(Infinity)]) {
    const outside = ask(cell(0), bad);
    assert.ok(!outside.ok && outside.error.type === 'outside_grid');
  }
  assert.deepEqual(ask(cell(0), cell(4)), { ok: false, error: { type: 'no_path', expanded: 2 } });
  const capped = ask(cell(0), cell(4), { max_expansions: 2 });
  assert.ok(
    !capped.ok && capped.error.type === 'no_path',
    'an empty OPEN at the cap still proves that there is none',
  );
  const exhausted = ask(cell(0), cell(4), { max_expansions: 1 });
  assert.deepEqual(exhausted, {
    ok: false,
    error: { type: 'budget_exhausted', expanded: 1, lower_bound_units: 40 },
  });
  const here = ask(cell(3), cell(3), { max_expansions: 0 });
  assert.ok(here.ok);
  assert.deepEqual([...here.value.path], [indexOfCell(wall.grid, cell(3))]);
  assert.deepEqual([here.value.cost_units, here.value.certified_ratio, here.value.status], [0, 1, 'optimal']);
  const one = smallGrid([1, 1, 1], [1, 1, 1], () => false);
  const alone = findPath(createSearchContext(one.grid), { start: cell(0), goal: cell(0), mode: 'anytime' });
  assert.ok(alone.ok && alone.value.cost_units === 0);
});

test('a search that is stopped says budget_exhausted, or hands back what it has with a valid bound', () => {
  const rng = createRng(4);
  const g = smallGrid(
    [24, 24, 8],
    [10_000, 10_000, 5_000],
    (x, y, z) => x + y + z > 2 && x < 23 && rng.next() < 0.3,
  );
  const context = createSearchContext(g.grid);
  const query = {
    start: { x: 0, y: 0, z: 0 },
    goal: { x: 23, y: 23, z: 7 },
    mode: 'anytime',
    weight: 4,
  } as const;
  const proved = findPath(context, query);
  assert.ok(proved.ok && proved.value.status === 'optimal');
  const stopped = findPath(context, { ...query, mode: 'optimal', should_stop: () => true });
  assert.ok(!stopped.ok && stopped.error.type === 'budget_exhausted' && stopped.error.expanded === 255);
  assert.ok(stopped.error.lower_bound_units <= proved.value.cost_units);
  const interrupted = new Set<string>();
  for (let max_expansions = 0; max_expansions < proved.value.expansions; max_expansions += 31) {
    const capped = findPath(context, { ...query, max_expansions });
    const lower = capped.ok
      ? capped.value.lower_bound_units
      : 'lower_bound_units' in capped.error && capped.error.lower_bound_units;
    assert.ok(typeof lower === 'number' && lower <= proved.value.cost_units && lower > 0);
    interrupted.add(capped.ok ? capped.value.status : capped.error.type);
    if (capped.ok)
      assert.ok(
        capped.value.cost_units >= proved.value.cost_units && capped.value.expansions <= max_expansions,
      );
  }
  assert.deepEqual([...interrupted].sort(), ['budget_exhausted', 'interrupted']);
});

test('the same query gives the same bytes, in a fresh context and in a used one', () => {
  const rng = createRng(9);
  const g = smallGrid([16, 16, 6], [10, 10, 10], () => rng.next() < 0.2);
  const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
  const used = createSearchContext(g.grid);
  for (let n = 0; n < 60; n++) {
    const query: PathQuery = {
      start: rng.pick(free),
      goal: rng.pick(free),
      ...rng.pick(MODES),
      rule: rng.pick(RULES),
    };
    const plain = (r: ReturnType<typeof findPath>): string =>
      JSON.stringify(r.ok ? { ...r.value, path: [...r.value.path] } : r.error);
    const first = plain(findPath(used, query));
    assert.equal(plain(findPath(used, query)), first);
    assert.equal(plain(findPath(createSearchContext(g.grid), query)), first);
  }
});

test('stamps that have run out start again without old cells shining through', () => {
  const g = smallGrid([4, 4, 4], [10, 10, 10], (x, y) => x === 1 && y > 0);
  const context = createSearchContext(g.grid);
  const query = { start: { x: 0, y: 3, z: 0 }, goal: { x: 3, y: 3, z: 3 }, mode: 'optimal' } as const;
  const before = findPath(context, query);
  context.generation = Math.floor(0x7fffffff / 64);
  assert.deepEqual(findPath(context, query), before);
  assert.equal(context.generation, 1);
  assert.deepEqual(findPath(context, query), before);
});

test('a path dearer than the cost limit is told apart from no path at all', () => {
  const steps = [140_000_000, 140_000_000, 140_000_000] as const;
  const maze = (gap: boolean) =>
    smallGrid([5, 5, 1], steps, (x, y) => x % 2 === 1 && y !== (x === 1 ? 4 : gap ? 0 : 9));
  const query = { start: { x: 0, y: 0, z: 0 }, goal: { x: 4, y: 0, z: 0 }, mode: 'optimal' } as const;
  const far = findPath(createSearchContext(maze(true).grid), query);
  assert.ok(far.ok && far.value.cost_units === 12 * 140_000_000, JSON.stringify(far));
  const longer = smallGrid(
    [5, 7, 1],
    [100_000_000, 100_000_000, 100_000_000],
    (x, y) => x % 2 === 1 && y !== (x === 1 ? 6 : 0),
  );
  const over = findPath(createSearchContext(longer.grid), { ...query, goal: { x: 4, y: 6, z: 0 } });
  assert.ok(!over.ok && over.error.type === 'cost_overflow', JSON.stringify(over));
  const none = findPath(createSearchContext(maze(false).grid), query);
  assert.ok(!none.ok && none.error.type === 'no_path');
});
