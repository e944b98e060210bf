import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type Rng, createRng } from '#base';
import {
  type Lattice,
  type PlaneOutline,
  circleOutline,
  outlineContains,
  polygonOutline,
  segmentOutlineDistance_m,
  signedDistance_m,
  touchedCells,
} from './index.ts';

const lattice: Lattice = { origin_x_m: -50, origin_y_m: -40, cell_m: 10, nx: 11, ny: 9 };

/** Distance between a closed cell and an outline from exact segment tests: the slow truth. */
function cellGap_m(outline: PlaneOutline, l: Lattice, i: number, j: number): number {
  const x = l.origin_x_m + i * l.cell_m;
  const y = l.origin_y_m + j * l.cell_m;
  const [X, Y] = [x + l.cell_m, y + l.cell_m];
  const some: [number, number] =
    outline.kind === 'circle' ? [outline.x_m, outline.y_m] : [outline.rings[0]![0]!, outline.rings[0]![1]!];
  if (some[0] >= x && some[0] <= X && some[1] >= y && some[1] <= Y) return 0;
  if (outlineContains(outline, x, y)) return 0;
  const sides = [
    [x, y, X, y],
    [X, y, X, Y],
    [X, Y, x, Y],
    [x, Y, x, y],
  ] as const;
  return Math.min(...sides.map((s) => segmentOutlineDistance_m(s, outline)));
}

function randomOutline(rng: Rng): PlaneOutline {
  const c = { x_m: rng.between(-45, 55), y_m: rng.between(-35, 45) };
  if (rng.next() < 0.25) {
    const made = circleOutline(c, rng.next() < 0.1 ? 0 : rng.between(0, 30));
    assert.ok(made.ok);
    return made.value;
  }
  const n = 3 + rng.int(6);
  const snap = rng.next() < 0.4;
  const star = (size: number) =>
    Array.from({ length: n }, (_, k) => {
      const angle = (2 * Math.PI * (k + rng.next() * 0.9)) / n;
      const r = size * rng.between(0.3, 1);
      const p = { x_m: c.x_m + r * Math.cos(angle), y_m: c.y_m + r * Math.sin(angle) };
      return snap ? { x_m: Math.round(p.x_m / 10) * 10, y_m: Math.round(p.y_m / 10) * 10 } : p;
    });
  const outer = star(rng.between(1, 60));
  const made = polygonOutline(
    rng.next() < 0.3 && !snap ? [outer, star(0.2).map((p) => ({ ...p }))] : [outer],
  );
  // A snapped ring may shrink to fewer than three vertices, which is refused; draw another.
  if (!made.ok) return randomOutline(rng);
  return made.value;
}

test('no touched cell is missed and no far cell is marked, against exact segment tests', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const rng = createRng(seed);
    const outline = randomOutline(rng);
    const radius = rng.next() < 0.3 ? 0 : rng.next() < 0.3 ? 10 : rng.between(0, 25);
    const mask = touchedCells(outline, radius, lattice);
    for (let j = 0; j < lattice.ny; j++) {
      for (let i = 0; i < lattice.nx; i++) {
        const gap = cellGap_m(outline, lattice, i, j);
        const marked = mask[j * lattice.nx + i] === 1;
        const where = `seed ${seed} cell ${i},${j} gap ${gap} radius ${radius}`;
        if (gap <= radius) assert.ok(marked, `missed: ${where}`);
        if (gap > radius + 1e-6) assert.ok(!marked, `marked for nothing: ${where}`);
      }
    }
  }
});

test('every densely sampled point of the grown outline is in a marked cell', () => {
  for (let seed = 1000; seed <= 1060; seed++) {
    const rng = createRng(seed);
    const outline = randomOutline(rng);
    const radius = rng.between(0, 20);
    const mask = touchedCells(outline, radius, lattice);
    for (let k = 0; k < 4000; k++) {
      const x = rng.between(-50, 60);
      const y = rng.between(-40, 50);
      if (signedDistance_m(outline, x, y) > radius) continue;
      const i = Math.floor((x + 50) / 10);
      const j = Math.floor((y + 40) / 10);
      assert.equal(mask[j * lattice.nx + i], 1, `seed ${seed} at ${x},${y}`);
    }
  }
});

test('a square on the grid touches its twelve neighbours by edge and corner', () => {
  const square = polygonOutline([
    [
      { x_m: 0, y_m: 0 },
      { x_m: 10, y_m: 0 },
      { x_m: 10, y_m: 10 },
      { x_m: 0, y_m: 10 },
    ],
  ]);
  assert.ok(square.ok);
  const mask = touchedCells(square.value, 0, lattice);
  assert.equal(
    mask.reduce((a, b) => a + b, 0),
    9,
  );
  assert.equal(mask[3 * lattice.nx + 4], 1, 'the corner cell below left');
  const grown = touchedCells(square.value, 10, lattice);
  // 10 m further: three rows and columns each side, but the far corners are 14.1 m away.
  assert.equal(
    grown.reduce((a, b) => a + b, 0),
    21,
  );
});

test('a disc that ends exactly on a cell corner touches all four cells there', () => {
  const disc = circleOutline({ x_m: 3, y_m: 4 }, 5);
  assert.ok(disc.ok);
  const mask = touchedCells(disc.value, 0, lattice);
  for (const [i, j] of [
    [4, 3],
    [5, 3],
    [4, 4],
    [5, 4],
  ] as const) {
    assert.equal(mask[j * lattice.nx + i], 1, `cell ${i},${j}`);
  }
});

test('a long thin diagonal marks a connected chain and both cells at each crossed corner', () => {
  const thin = polygonOutline([
    [
      { x_m: -50, y_m: -40 },
      { x_m: 40, y_m: 50 },
      { x_m: -50, y_m: -40 + 1e-12 },
    ],
  ]);
  assert.ok(thin.ok);
  const mask = touchedCells(thin.value, 0, lattice);
  for (let k = 0; k < 8; k++) {
    assert.equal(mask[k * lattice.nx + k], 1);
    assert.equal(mask[k * lattice.nx + k + 1], 1);
    assert.equal(mask[(k + 1) * lattice.nx + k], 1);
  }
});
