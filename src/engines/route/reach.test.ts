import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { cellAt, createGrid, createSearchContext, findPath, isCellIndex } from '#search';
import { reachOf } from './reach.ts';

test('two free cells have one number if and only if a search finds a way between them', () => {
  let apart = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const rng = createRng(seed);
    const [nx, ny, nz] = [1 + rng.int(6), 1 + rng.int(6), 1 + rng.int(4)];
    const density = rng.between(0.2, 0.7);
    const blocked = Uint8Array.from({ length: nx * ny * nz }, () => (rng.next() < density ? 1 : 0));
    const made = createGrid({ nx, ny, nz, blocked, steps: { x: 10, y: 10, z: 10 } });
    assert.ok(made.ok);
    const grid = made.value;
    const reach = reachOf(grid);
    const context = createSearchContext(grid);
    const free = Array.from({ length: grid.size }, (_, i) => i).filter(
      (i) => isCellIndex(grid, i) && grid.blocked[i] === 0,
    );
    for (let i = 0; i < grid.size; i++) assert.equal(reach[i] !== 0, free.includes(i));
    for (let k = 0; k < 20 && free.length > 0; k++) {
      const [a, b] = [rng.pick(free), rng.pick(free)];
      const found = findPath(context, { start: cellAt(grid, a), goal: cellAt(grid, b), mode: 'optimal' });
      assert.equal(found.ok, reach[a] === reach[b], `seed ${seed}`);
      if (!found.ok) apart++;
    }
  }
  assert.ok(apart > 300);
});
