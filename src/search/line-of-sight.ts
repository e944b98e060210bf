import { assert } from '#base';
import { type Grid, cellAt } from './grid.ts';

/**
 * Whether the straight segment between the centres of two cells touches free cells only. Every cell counts whose
 * closed box the segment meets, so passing through an edge or a corner asks for all cells around it (supercover).
 * Exact: crossings are compared as integers, nothing is sampled.
 */
export function lineOfSight(grid: Grid, from: number, to: number): boolean {
  const { blocked } = grid;
  const [a, b] = [cellAt(grid, from), cellAt(grid, to)];
  const [nx, ny, nz] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y), Math.abs(b.z - a.z)];
  const sx = Math.sign(b.x - a.x) * grid.strideX;
  const sy = Math.sign(b.y - a.y) * grid.strideY;
  const sz = Math.sign(b.z - a.z);
  if (blocked[from] !== 0) return false;
  // The i-th face along x lies at the fraction (2i + 1) / (2 nx) of the way; times 2 nx ny nz it is an integer.
  const [wx, wy, wz] = [
    Math.max(ny, 1) * Math.max(nz, 1),
    Math.max(nx, 1) * Math.max(nz, 1),
    Math.max(nx, 1) * Math.max(ny, 1),
  ];
  let [cx, cy, cz] = [firstFace(nx, wx), firstFace(ny, wy), firstFace(nz, wz)];
  let at = from;
  for (let left = nx + ny + nz; left > 0;) {
    const next = Math.min(cx, cy, cz);
    const dx = cx === next ? sx : 0;
    const dy = cy === next ? sy : 0;
    const dz = cz === next ? sz : 0;
    if (!boxFree(blocked, at, dx, dy, dz)) return false;
    at += dx + dy + dz;
    if (dx !== 0) [cx, left] = [cx + 2 * wx, left - 1];
    if (dy !== 0) [cy, left] = [cy + 2 * wy, left - 1];
    if (dz !== 0) [cz, left] = [cz + 2 * wz, left - 1];
  }
  assert(at === to, 'a walk along a segment ends at its end');
  return true;
}

/** An axis without steps never crosses a face. */
function firstFace(steps: number, at: number): number {
  return steps === 0 ? Infinity : at;
}

/** Whether the cells around the edge or corner that a step crosses are free; zero offsets add nothing new. */
function boxFree(blocked: Uint8Array, at: number, dx: number, dy: number, dz: number): boolean {
  return (
    (blocked[at + dx]! |
      blocked[at + dy]! |
      blocked[at + dz]! |
      blocked[at + dx + dy]! |
      blocked[at + dx + dz]! |
      blocked[at + dy + dz]! |
      blocked[at + dx + dy + dz]!) ===
    0
  );
}
