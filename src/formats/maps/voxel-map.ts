import { LIMITS, type Result, err, ok } from '#base';
import { type Grid, type GridError, createGrid } from '#search';

/** Occupancy read from a map file. Cell (x, y, z) is at (x * ny + y) * nz + z of `blocked`, 1 where blocked. */
export type VoxelMap = {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly blocked: Uint8Array;
  /** Lengths of a cell's sides; null where the format has unit cells without a length. */
  readonly cell_m: { readonly x: number; readonly y: number; readonly z: number } | null;
};

/** Why a text is no map; lines are counted from 1. */
export type MapError =
  | { readonly type: 'unknown_map_format'; readonly name: string }
  | { readonly type: 'bad_map'; readonly line: number; readonly message: string }
  | { readonly type: 'map_too_large'; readonly cells: number; readonly limit: number };

/**
 * Units in a unit cell, finest first. Chosen so that the diagonals are near whole numbers as well:
 * 326491 sqrt 2 and 326491 sqrt 3 lie within 2.14e-4 of integers, which keeps a path of integer optimum within
 * 1.31e-9 cells a move of the true optimum (6.6e-10 for each of the two paths compared); the longest path that
 * fits the search's cost limit has 6577 cells, so every answer is within 1e-5. The others allow larger maps:
 * 20586 lies within 2.1e-3 (2e-7 cells a move), 1000 within 0.22 (4.3e-4).
 */
const UNIT_STEPS = [326_491, 20_586, 1000];

/** The search grid of a map: millimetres where the cells have a length, else the finest unit step that fits. */
export function gridOfMap(map: VoxelMap): Result<Grid, GridError> {
  const { nx, ny, nz, blocked, cell_m } = map;
  if (cell_m) {
    const mm = (side_m: number): number => Math.round(side_m * 1000);
    const steps = { x: mm(cell_m.x), y: mm(cell_m.y), z: mm(cell_m.z) };
    return createGrid({ nx, ny, nz, blocked, steps });
  }
  let made: Result<Grid, GridError> = err({ type: 'bad_size', nx, ny, nz });
  for (const step of UNIT_STEPS) {
    made = createGrid({ nx, ny, nz, blocked, steps: { x: step, y: step, z: step } });
    if (made.ok || made.error.type !== 'cost_overflow') return made;
  }
  return made;
}

/** Empty occupancy of a size, or why the size is refused. */
export function emptyMap(
  size: { readonly nx: number; readonly ny: number; readonly nz: number },
  cell_m: VoxelMap['cell_m'],
  line: number,
): Result<VoxelMap, MapError> {
  const { nx, ny, nz } = size;
  for (const n of [nx, ny, nz]) {
    if (!(Number.isInteger(n) && n >= 1))
      return err({ type: 'bad_map', line, message: 'a size is a whole number from 1' });
  }
  const cells = nx * ny * nz;
  if (!(cells <= LIMITS.grid_cells)) return err({ type: 'map_too_large', cells, limit: LIMITS.grid_cells });
  return ok({ nx, ny, nz, blocked: new Uint8Array(cells), cell_m });
}
