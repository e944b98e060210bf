import { LIMITS, type Result, assert, err, ok } from '#base';
import {
  COST_LIMIT,
  type StepCosts,
  type StepError,
  type Steps,
  freeCost,
  heuristicCoefficients,
  stepCosts,
} from './costs.ts';

/**
 * A voxel grid: immutable occupancy with a blocked border and integer step costs.
 * A cell index is (x + 1) strideX + (y + 1) strideY + z + 1. One border cell between columns and one border column
 * between slabs serve both sides, so every neighbour of a real cell has an index and a border is always blocked.
 */
export type Grid = {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly strideX: number;
  readonly strideY: number;
  /** Number of indices, border included. */
  readonly size: number;
  /** 1 where a cell may not be entered; border cells are 1. */
  readonly blocked: Uint8Array;
  readonly steps: Steps;
  readonly costs: StepCosts;
};

/** Why a grid was refused. */
export type GridError =
  | StepError
  | { readonly type: 'bad_size'; readonly nx: number; readonly ny: number; readonly nz: number }
  | { readonly type: 'grid_too_large'; readonly cells: number; readonly limit: number }
  | { readonly type: 'bad_occupancy'; readonly length: number; readonly expected: number }
  | { readonly type: 'cost_overflow'; readonly diameter_units: number; readonly limit: number };

/**
 * Builds a grid. `blocked` holds nx * ny * nz bytes, cell (x, y, z) at (x * ny + y) * nz + z, non-zero where
 * blocked; it is copied. `steps` are the lengths of one step along each axis in whole cost units. The obstacle-free
 * cost across the whole grid must stay below half of COST_LIMIT; longer paths around obstacles are counted exactly
 * up to COST_LIMIT and refused beyond it.
 */
export function createGrid(options: {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly blocked: Uint8Array;
  readonly steps: Steps;
}): Result<Grid, GridError> {
  const { nx, ny, nz, blocked, steps } = options;
  const isSize = (n: number): boolean => Number.isInteger(n) && n >= 1;
  if (!(isSize(nx) && isSize(ny) && isSize(nz))) return err({ type: 'bad_size', nx, ny, nz });
  const cells = nx * ny * nz;
  if (!(cells <= LIMITS.grid_cells)) return err({ type: 'grid_too_large', cells, limit: LIMITS.grid_cells });
  if (blocked.length !== cells)
    return err({ type: 'bad_occupancy', length: blocked.length, expected: cells });
  const costs = stepCosts(steps);
  if (!costs.ok) return costs;
  const diameter_units = freeCost(heuristicCoefficients(costs.value), nx, ny, nz);
  const limit = Math.floor(COST_LIMIT / 2);
  if (!(diameter_units <= limit)) return err({ type: 'cost_overflow', diameter_units, limit });

  const strideY = nz + 1;
  const strideX = (ny + 1) * strideY;
  const size = (nx + 2) * strideX + strideY + 1;
  const padded = new Uint8Array(size).fill(1);
  for (let x = 0, from = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++, from += nz) {
      const to = (x + 1) * strideX + (y + 1) * strideY + 1;
      for (let z = 0; z < nz; z++) padded[to + z] = blocked[from + z] === 0 ? 0 : 1;
    }
  }
  return ok({ nx, ny, nz, strideX, strideY, size, blocked: padded, steps, costs: costs.value });
}

/** A cell by its coordinates, 0-based. */
export type Cell = { readonly x: number; readonly y: number; readonly z: number };

/** Whether a cell's coordinates are whole numbers inside the grid. */
export function insideGrid(grid: Grid, cell: Cell): boolean {
  const within = (v: number, n: number): boolean => Number.isInteger(v) && v >= 0 && v < n;
  return within(cell.x, grid.nx) && within(cell.y, grid.ny) && within(cell.z, grid.nz);
}

/** The index of a cell inside the grid. */
export function indexOfCell(grid: Grid, cell: Cell): number {
  assert(insideGrid(grid, cell), 'only cells inside the grid have an index');
  return (cell.x + 1) * grid.strideX + (cell.y + 1) * grid.strideY + cell.z + 1;
}

/** The cell of an index inside the grid. */
export function cellAt(grid: Grid, index: number): Cell {
  const x = Math.floor(index / grid.strideX);
  const rest = index - x * grid.strideX;
  const y = Math.floor(rest / grid.strideY);
  return { x: x - 1, y: y - 1, z: rest - y * grid.strideY - 1 };
}

/** Whether an index belongs to a cell and not to the border or to nothing. */
export function isCellIndex(grid: Grid, index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < grid.size && insideGrid(grid, cellAt(grid, index));
}
