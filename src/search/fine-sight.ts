import { assert } from '#base';
import { type Grid } from './grid.ts';

/** Fine points divide a cell's side by this: point p lies in cell floor(p / TICKS). */
export const TICKS = 1024;

/** A point in ticks along each axis; whole numbers, none a multiple of TICKS, so that it lies inside one cell. */
export type FinePoint = { readonly x: number; readonly y: number; readonly z: number };

/**
 * Whether the straight segment between two fine points touches free cells only; touched edges and corners count
 * (supercover). Exact, like lineOfSight: the crossings of faces are compared as integer fractions.
 */
export function fineSight(grid: Grid, a: FinePoint, b: FinePoint): boolean {
  const { blocked } = grid;
  const axes = [
    axisWalk(a.x, b.x, grid.strideX),
    axisWalk(a.y, b.y, grid.strideY),
    axisWalk(a.z, b.z, 1),
  ] as const;
  const [wx, wy, wz] = axes;
  let at = grid.strideX + grid.strideY + 1;
  at += wx.cell * grid.strideX + wy.cell * grid.strideY + wz.cell;
  if (blocked[at] !== 0) return false;
  for (let left = wx.faces + wy.faces + wz.faces; left > 0;) {
    let first = wx;
    for (const w of axes)
      if (w.faces > 0 && (first.faces === 0 || w.next * first.length < first.next * w.length)) first = w;
    const steps = axes.map((w) =>
      w.faces > 0 && w.next * first.length === first.next * w.length ? w.stride : 0,
    );
    const [dx, dy, dz] = steps as [number, number, number];
    for (let part = 1; part < 8; part++) {
      const cell = at + (part & 1 ? dx : 0) + (part & 2 ? dy : 0) + (part & 4 ? dz : 0);
      if (blocked[cell] !== 0) return false;
    }
    at += dx + dy + dz;
    axes.forEach((w, i) => {
      if (steps[i] === 0) return;
      w.next += TICKS;
      w.faces--;
      left--;
    });
  }
  return true;
}

type AxisWalk = {
  readonly cell: number;
  readonly stride: number;
  /** Ticks from end to end. */
  readonly length: number;
  /** Faces still to cross. */
  faces: number;
  /** Ticks from the start to the next face: it lies at next / length of the way. */
  next: number;
};

function axisWalk(from: number, to: number, stride: number): AxisWalk {
  assert(from % TICKS !== 0 && to % TICKS !== 0, 'a fine point lies inside one cell');
  const [cell, end] = [Math.floor(from / TICKS), Math.floor(to / TICKS)];
  const next = to > from ? (cell + 1) * TICKS - from : from - cell * TICKS;
  return {
    cell,
    stride: to > from ? stride : -stride,
    length: Math.abs(to - from),
    faces: Math.abs(end - cell),
    next,
  };
}
