import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { type FinePoint, TICKS, fineSight } from './fine-sight.ts';
import { createSearchContext, findPath, indexOfCell, lineOfSight, rrtStar } from './index.ts';
import { type SmallGrid, allCells, freeAt, randomSmallGrid, smallGrid } from './oracle.fixture.test.ts';

/** The definition, exactly: does the closed segment meet the closed box of a cell? Slab clipping with big integers. */
function meets(a: FinePoint, b: FinePoint, cell: FinePoint): boolean {
  let [low, lowOf, high, highOf] = [0n, 1n, 1n, 1n];
  for (const axis of ['x', 'y', 'z'] as const) {
    const d = BigInt(b[axis] - a[axis]);
    const near = BigInt(cell[axis] * TICKS - a[axis]);
    const far = near + BigInt(TICKS);
    if (d === 0n) {
      if (near > 0n || far < 0n) return false;
      continue;
    }
    const [first, last, of] = d > 0n ? [near, far, d] : [-far, -near, -d];
    if (first * lowOf > low * of) [low, lowOf] = [first, of];
    if (last * highOf < high * of) [high, highOf] = [last, of];
  }
  return low * highOf <= high * lowOf;
}

const sees = (g: SmallGrid, a: FinePoint, b: FinePoint): boolean =>
  allCells(g).every((c) => freeAt(g, c.x, c.y, c.z) || !meets(a, b, c));

test('sight between fine points equals the definition, through edges and corners too', () => {
  let [seen, hidden] = [0, 0];
  for (let seed = 0; seed < 80; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 5);
    const point = (): FinePoint => {
      // Multiples of a quarter cell make segments that meet edges and corners; odd ticks make general ones.
      const along = (n: number): number =>
        rng.next() < 0.6 ? rng.int(n) * TICKS + rng.pick([256, 512, 768]) : 2 * rng.int((n * TICKS) / 2) + 1;
      return { x: along(g.nx), y: along(g.ny), z: along(g.nz) };
    };
    for (let n = 0; n < 60; n++) {
      const [a, b] = [point(), point()];
      const expected = sees(g, a, b);
      assert.equal(fineSight(g.grid, a, b), expected, JSON.stringify({ seed, a, b }));
      assert.equal(fineSight(g.grid, b, a), expected);
      if (expected) seen++;
      else hidden++;
    }
    const cells = allCells(g);
    const [a, b] = [rng.pick(cells), rng.pick(cells)];
    const mid = (c: FinePoint): FinePoint => ({
      x: c.x * TICKS + 512,
      y: c.y * TICKS + 512,
      z: c.z * TICKS + 512,
    });
    assert.equal(
      fineSight(g.grid, mid(a), mid(b)),
      lineOfSight(g.grid, indexOfCell(g.grid, a), indexOfCell(g.grid, b)),
    );
  }
  assert.ok(seen > 500 && hidden > 500);
});

test('RRT* returns free legs, the same ones for the same seed, and comes near the grid optimum', () => {
  let shorter = 0;
  for (let seed = 0; seed < 6; seed++) {
    const rng = createRng(seed);
    const g = smallGrid(
      [20, 20, 6],
      [10_000, 10_000, 5_000],
      (x, y) => x % 6 === 3 && y !== (x * 7) % 20 && y !== ((x * 7) % 20) + 1,
    );
    const query = { start: { x: 0, y: 1 + rng.int(18), z: 1 }, goal: { x: 19, y: 1 + rng.int(18), z: 4 } };
    const run = () => rrtStar(g.grid, { ...query, rng: createRng(seed).fork('rrt'), samples: 1500 });
    const found = run();
    assert.ok(found.ok, `seed ${seed}`);
    assert.deepEqual(run(), found);
    const { points, cost_units, lower_bound_units, certified_ratio } = found.value;
    for (let i = 1; i < points.length; i++) assert.ok(sees(g, points[i - 1]!, points[i]!));
    assert.ok(lower_bound_units <= cost_units && certified_ratio >= 1);
    const onGrid = findPath(createSearchContext(g.grid), { ...query, mode: 'optimal' });
    assert.ok(onGrid.ok);
    assert.ok(cost_units < 1.3 * onGrid.value.cost_units, `${cost_units} ${onGrid.value.cost_units}`);
    if (cost_units < onGrid.value.cost_units) shorter++;
  }
  assert.ok(shorter > 0);
});

test('RRT* never says that there is no path', () => {
  const g = smallGrid([5, 5, 1], [10, 10, 10], (x) => x === 2);
  const at = (x: number, y = 0) => ({ x, y, z: 0 });
  const ask = (start: ReturnType<typeof at>, goal: ReturnType<typeof at>) =>
    rrtStar(g.grid, { start, goal, rng: createRng(1), samples: 50 });
  const walled = ask(at(0), at(4));
  assert.deepEqual(walled, {
    ok: false,
    error: { type: 'budget_exhausted', expanded: 50, lower_bound_units: 40 },
  });
  const clear = ask(at(0), at(1, 4));
  assert.ok(clear.ok && clear.value.certified_ratio === 1 && clear.value.points.length === 2);
  const blocked = ask(at(2), at(0));
  assert.ok(!blocked.ok && blocked.error.type === 'start_blocked');
  const outside = ask(at(0), at(5));
  assert.ok(!outside.ok && outside.error.type === 'outside_grid');
});
