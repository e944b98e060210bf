import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { createSearchContext, findPath, indexOfCell, lengthOf, lineOfSight, pullString } from './index.ts';
import { type Cell } from './index.ts';
import { type SmallGrid, allCells, freeAt, randomSmallGrid, smallGrid } from './oracle.fixture.test.ts';

/**
 * The definition: does the closed segment between two centres meet the closed unit box of a cell? Slab clipping with
 * fractions over one common denominator, so the answer is exact.
 */
function meets(a: Cell, b: Cell, c: Cell): boolean {
  let [low, lowOf, high, highOf] = [0n, 1n, 1n, 1n];
  for (const axis of ['x', 'y', 'z'] as const) {
    const d = BigInt(2 * (b[axis] - a[axis]));
    const [near, far] = [BigInt(2 * (c[axis] - a[axis]) - 1), BigInt(2 * (c[axis] - a[axis]) + 1)];
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

const sees = (g: SmallGrid, a: Cell, b: Cell): boolean =>
  allCells(g).every((c) => freeAt(g, c.x, c.y, c.z) || !meets(a, b, c));

test('line of sight equals the definition for every pair of cells in small grids, both ways', () => {
  let [seen, hidden] = [0, 0];
  for (let seed = 0; seed < 60; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 6);
    const cells = allCells(g);
    for (let n = 0; n < 80; n++) {
      const [a, b] = [rng.pick(cells), rng.pick(cells)];
      const expected = sees(g, a, b);
      const said = JSON.stringify({ seed, a, b, size: [g.nx, g.ny, g.nz] });
      assert.equal(lineOfSight(g.grid, indexOfCell(g.grid, a), indexOfCell(g.grid, b)), expected, said);
      assert.equal(lineOfSight(g.grid, indexOfCell(g.grid, b), indexOfCell(g.grid, a)), expected, said);
      if (expected) seen++;
      else hidden++;
    }
  }
  assert.ok(seen > 500 && hidden > 500);
});

test('touching the corner of a blocked cell blocks', () => {
  const g = smallGrid([3, 3, 1], [1, 1, 1], (x, y) => x === 0 && y === 1);
  const at = (x: number, y: number): number => indexOfCell(g.grid, { x, y, z: 0 });
  assert.ok(!lineOfSight(g.grid, at(0, 0), at(1, 1)));
  assert.ok(!lineOfSight(g.grid, at(0, 0), at(2, 2)));
  assert.ok(lineOfSight(g.grid, at(0, 0), at(2, 1)));
  assert.ok(lineOfSight(g.grid, at(0, 0), at(2, 0)));
  assert.ok(!lineOfSight(g.grid, at(0, 1), at(0, 1)), 'a blocked cell does not see itself');
});

test('a pulled path keeps its ends, sees every leg and is never longer', () => {
  let shorter = 0;
  for (let seed = 0; seed < 120; seed++) {
    const rng = createRng(seed);
    const g = smallGrid(
      [14, 14, 5],
      rng.pick([
        [10, 10, 10],
        [10_000, 10_000, 5_000],
      ] as const),
      () => rng.next() < 0.15,
    );
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    const context = createSearchContext(g.grid);
    const found = findPath(context, { start: rng.pick(free), goal: rng.pick(free), mode: 'optimal' });
    if (!found.ok) continue;
    const { path } = found.value;
    const { corners, length_units } = pullString(g.grid, path);
    assert.equal(corners[0], path[0]);
    assert.equal(corners.at(-1), path.at(-1));
    for (let i = 1; i < corners.length; i++)
      assert.ok(lineOfSight(g.grid, corners[i - 1]!, corners[i]!), `seed ${seed}`);
    assert.equal(length_units, lengthOf(g.grid, corners));
    assert.ok(length_units <= lengthOf(g.grid, path) * (1 + 1e-12));
    if (length_units < lengthOf(g.grid, path) * 0.999) shorter++;
  }
  assert.ok(shorter > 60, `only ${shorter} got shorter`);
});

test('in a free grid a pulled path is the straight segment', () => {
  const g = smallGrid([9, 7, 5], [10, 10, 4], () => false);
  const context = createSearchContext(g.grid);
  const found = findPath(context, {
    start: { x: 0, y: 0, z: 0 },
    goal: { x: 8, y: 3, z: 4 },
    mode: 'weighted',
  });
  assert.ok(found.ok);
  const { corners, length_units } = pullString(g.grid, found.value.path);
  assert.equal(corners.length, 2);
  assert.ok(Math.abs(length_units - Math.hypot(80, 30, 16)) < 1e-9);
});
