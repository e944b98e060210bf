import { assert } from '#base';
import { type Grid, cellAt } from './grid.ts';
import { lineOfSight } from './line-of-sight.ts';

/** How far back, in corners, a straight leg is looked for; bounds the work on long paths. */
const LOOK_BACK = 64;

/** An any-angle path: the cells at whose centres it turns. */
export type PulledPath = {
  /** Cell indices from start to goal, both included. */
  readonly corners: Int32Array;
  /** Euclidean length in the units of the grid's steps. */
  readonly length_units: number;
};

/**
 * Shortens a path of cells by straight legs between its corners, each leg with line of sight (see lineOfSight).
 * Shortest among the paths that turn at corners of the given one, at most LOOK_BACK corners a leg; corners between
 * are then replaced until nothing gets shorter. Never longer than the path given; not the shortest any-angle path.
 * Neighbouring cells of the path must see each other, as those of a `strict` path do.
 */
export function pullString(grid: Grid, path: Int32Array): PulledPath {
  assert(path.length > 0, 'a path has a cell');
  let corners = shortestLegs(grid, cornersOf(path));
  for (;;) {
    const fewer = shortestLegs(grid, slideCorners(grid, corners));
    if (!(lengthOf(grid, fewer) < lengthOf(grid, corners) * (1 - 1e-9))) break;
    corners = fewer;
  }
  return { corners, length_units: lengthOf(grid, corners) };
}

/** Euclidean length of a polyline through cell centres, in the units of the grid's steps. */
export function lengthOf(grid: Grid, corners: Int32Array): number {
  let length_units = 0;
  for (let i = 1; i < corners.length; i++) length_units += legLength(grid, corners[i - 1]!, corners[i]!);
  return length_units;
}

function legLength(grid: Grid, from: number, to: number): number {
  const [a, b] = [cellAt(grid, from), cellAt(grid, to)];
  const x = (a.x - b.x) * grid.steps.x;
  const y = (a.y - b.y) * grid.steps.y;
  const z = (a.z - b.z) * grid.steps.z;
  return Math.sqrt(x * x + y * y + z * z);
}

/** The cells where a path changes its direction, with its ends. */
function cornersOf(path: Int32Array): Int32Array {
  return path.filter(
    (cell, i) => i === 0 || i === path.length - 1 || cell - path[i - 1]! !== path[i + 1]! - cell,
  );
}

/** Shortest chain of visible legs through the corners in their order (dynamic programming over earlier corners). */
function shortestLegs(grid: Grid, corners: Int32Array): Int32Array {
  const length = new Float64Array(corners.length).fill(Infinity);
  const before = new Int32Array(corners.length).fill(-1);
  length[0] = 0;
  for (let i = 1; i < corners.length; i++) {
    for (let j = Math.max(0, i - LOOK_BACK); j < i; j++) {
      const through = length[j]! + legLength(grid, corners[j]!, corners[i]!);
      if (through < length[i]! && (j === i - 1 || lineOfSight(grid, corners[j]!, corners[i]!))) {
        length[i] = through;
        before[i] = j;
      }
    }
  }
  const kept: number[] = [];
  for (let i = corners.length - 1; i >= 0; i = before[i]!) kept.push(corners[i]!);
  return Int32Array.from(kept.reverse());
}

/** Moves each inner corner towards the chord of its neighbours, cell by cell, while both its legs stay visible. */
function slideCorners(grid: Grid, corners: Int32Array): Int32Array {
  const moved = corners.slice();
  for (let i = 1; i < moved.length - 1; i++) {
    const [left, right] = [moved[i - 1]!, moved[i + 1]!];
    moved[i] = bestBetween(grid, left, moved[i]!, right);
  }
  return moved;
}

function bestBetween(grid: Grid, left: number, corner: number, right: number): number {
  let best = corner;
  let least = legLength(grid, left, corner) + legLength(grid, corner, right);
  for (let improved = true; improved;) {
    improved = false;
    const around = best;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const cell = around + dx * grid.strideX + dy * grid.strideY + dz;
          if (grid.blocked[cell] !== 0) continue;
          const length = legLength(grid, left, cell) + legLength(grid, cell, right);
          if (!(length < least - 1e-9 * least)) continue;
          if (!lineOfSight(grid, left, cell) || !lineOfSight(grid, cell, right)) continue;
          [best, least, improved] = [cell, length, true];
        }
  }
  return best;
}
