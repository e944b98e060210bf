import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { stepCosts } from './costs.ts';
import { NodeHeap } from './heap.ts';
import { cellAt, createGrid, indexOfCell, isCellIndex } from './index.ts';
import { allCells, freeAt, randomSmallGrid } from './oracle.fixture.test.ts';

test('every cell has one index, every other index is blocked border', () => {
  for (let seed = 0; seed < 60; seed++) {
    const g = randomSmallGrid(createRng(seed), 6);
    const indices = new Set<number>();
    for (const cell of allCells(g)) {
      const index = indexOfCell(g.grid, cell);
      assert.deepEqual(cellAt(g.grid, index), cell);
      assert.equal(g.grid.blocked[index] === 0, freeAt(g, cell.x, cell.y, cell.z));
      indices.add(index);
    }
    assert.equal(indices.size, g.nx * g.ny * g.nz);
    for (let i = -3; i < g.grid.size + 3; i++) {
      assert.equal(isCellIndex(g.grid, i), indices.has(i));
      if (i >= 0 && i < g.grid.size && !indices.has(i)) assert.equal(g.grid.blocked[i], 1);
    }
    const corner = g.grid.strideX + g.grid.strideY + 1;
    assert.ok(indexOfCell(g.grid, { x: 0, y: 0, z: 0 }) - corner >= 0);
    assert.ok(indexOfCell(g.grid, { x: g.nx - 1, y: g.ny - 1, z: g.nz - 1 }) + corner < g.grid.size);
  }
});

test('grids that make no sense are refused with their reason', () => {
  const grid = (nx: number, ny: number, nz: number, length: number, step = 10) =>
    createGrid({ nx, ny, nz, blocked: new Uint8Array(length), steps: { x: step, y: step, z: step } });
  const refusal = (r: ReturnType<typeof grid>): string => (r.ok ? 'ok' : r.error.type);
  assert.equal(refusal(grid(0, 1, 1, 0)), 'bad_size');
  assert.equal(refusal(grid(1.5, 1, 1, 1)), 'bad_size');
  assert.equal(refusal(grid(NaN, 1, 1, 1)), 'bad_size');
  assert.equal(refusal(grid(2, 2, 2, 7)), 'bad_occupancy');
  assert.equal(refusal(grid(1000, 1000, 1000, 0)), 'grid_too_large');
  for (const step of [0, -1, 0.5, NaN, Infinity, 2 ** 31])
    assert.equal(refusal(grid(1, 1, 1, 1, step)), 'bad_step');
  assert.equal(refusal(grid(100, 1, 1, 100, 50_000_000)), 'cost_overflow');
});

test('costs are Euclidean to a unit, monotone and submodular for any steps', () => {
  for (let seed = 0; seed < 3000; seed++) {
    const rng = createRng(seed);
    const draw = (): number => 1 + rng.int(rng.pick([3, 60, 20_000, 400_000]));
    const steps = { x: draw(), y: draw(), z: draw() };
    const made = stepCosts(steps);
    assert.ok(made.ok);
    const c = made.value;
    const sides = [steps.x, steps.y, steps.z];
    for (let s = 0; s < 8; s++) {
      const exact = Math.sqrt(sides.reduce((sum, a, i) => sum + ((s >> i) & 1) * a * a, 0));
      assert.ok(Math.abs(c[s]! - exact) <= (s === 7 ? 1.5 : 0.5) + 1e-9, `${JSON.stringify(steps)} ${s}`);
      for (let t = 0; t < 8; t++) {
        assert.ok(c[s]! + c[t]! >= c[s | t]! + c[s & t]!, `${JSON.stringify(steps)} ${s} ${t}`);
        if ((s & t) === s) assert.ok(c[s]! <= c[t]!);
      }
    }
  }
});

test('the heap removes in the total order, whatever the order of insertion', () => {
  for (let seed = 0; seed < 50; seed++) {
    const rng = createRng(seed);
    const entries = Array.from(
      { length: 1 + rng.int(3000) },
      (_, node) => [rng.int(20), rng.int(4), node] as const,
    );
    const heap = new NodeHeap(2);
    for (const [key, tie, node] of rng.shuffle(entries)) heap.push(key, tie, node);
    const sorted = [...entries].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    assert.deepEqual(
      Array.from({ length: entries.length }, () => heap.pop()),
      sorted.map((e) => e[2]),
    );
    assert.equal(heap.pop(), -1);
  }
});
