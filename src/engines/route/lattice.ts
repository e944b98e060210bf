import { LIMITS, type Result, err, must, ok, quantize, sha256Hex } from '#base';
import { type Lattice as PlaneLattice, forEachTouchedSpan } from '#geo';
import { type Cell, type Grid, type SearchContext, createGrid, createSearchContext } from '#search';
import type { AirModel, GridSpec } from '#world';
import { type Reach, reachOf } from './reach.ts';
import { type Hazard, type Hazards, type Point3 } from './hazards.ts';

/** Cells whose centres are where a route may turn: square in the plane, in layers of the altitude band. */
export type RouteLattice = {
  readonly grid: Grid;
  readonly context: SearchContext;
  readonly plane: PlaneLattice;
  /** Height of each layer in metres above ground, ascending; the first and the last bound the flight. */
  readonly layers_m: readonly number[];
  /** Which cells can reach each other at all. */
  readonly reach: Reach;
  /** SHA-256 of size, steps and occupancy. */
  readonly grid_hash: string;
};

/** Why there is no lattice: no height is both above the band's floor and below its ceiling. */
export type LatticeError = { readonly type: 'empty_band'; readonly low_m: number; readonly high_m: number };

/** Layers stay this far inside the altitude band where the band is thick enough: its bounds are met with room. */
const BAND_INSET_M = 1;
/** Cells are kept this much further from hazards than the exact check asks, so that every cell move passes it. */
const RASTER_OVER_M = 0.05;
/** A strip narrower than this part of a cell gets no row of its own: bounds carry rounding. */
const EDGE_CELLS = 0.01;
/** Lattice costs are millimetres. */
const MM_PER_M = 1000;

/**
 * The lattice of a task. Conservative: a cell is free only if no point of its box is too near a hazard. A cell's box
 * reaches half a layer up and down but not beyond the outermost layers, since no route leaves them sideways.
 * Where the city's cells would be too many for one search, they are made twice as large until they fit.
 */
export function buildLattice(
  air: AirModel,
  spec: GridSpec,
  band: { readonly low_m: number; readonly high_m: number },
  hazards: Hazards,
): Result<RouteLattice, LatticeError> {
  const high_m = Math.min(band.high_m, air.ceiling_agl_m);
  if (!(band.low_m <= high_m)) return err({ type: 'empty_band', low_m: band.low_m, high_m });
  const layers_m = layersOf(band.low_m, high_m, spec.layer_m);
  const plane = planeLattice(air, spec.cell_m, layers_m.length);
  const occupied = occupancy(air, plane, layers_m, hazards);
  const dz_m = layers_m.length > 1 ? layers_m[1]! - layers_m[0]! : spec.layer_m;
  const steps = {
    x: Math.round(plane.cell_m * MM_PER_M),
    y: Math.round(plane.cell_m * MM_PER_M),
    z: Math.max(1, Math.round(dz_m * MM_PER_M)),
  };
  const made = createGrid({ nx: plane.nx, ny: plane.ny, nz: layers_m.length, blocked: occupied, steps });
  const grid = must(made.ok ? made.value : null, 'a lattice of permitted size makes a grid');
  return ok({
    grid,
    context: createSearchContext(grid),
    reach: reachOf(grid),
    plane,
    layers_m,
    grid_hash: `sha256:${hashOfOccupancy(occupied, [plane.nx, plane.ny, layers_m.length, steps.x, steps.z])}`,
  });
}

/** Heights of the layers: evenly spaced, about `layer_m` apart, whole millimetres, inside the band. */
function layersOf(low_m: number, high_m: number, layer_m: number): number[] {
  const inset = Math.min(BAND_INSET_M, (high_m - low_m) / 4);
  const [bottom, top] = [low_m + inset, high_m - inset];
  const gaps = Math.min(59, Math.floor((top - bottom) / layer_m));
  const dz = gaps === 0 ? 0 : Math.floor(((top - bottom) / gaps) * MM_PER_M) / MM_PER_M;
  const first = Math.ceil(bottom * MM_PER_M - 1e-6) / MM_PER_M;
  return Array.from({ length: gaps + 1 }, (_, k) => quantize(first + k * dz, 0.001)).filter(
    (z) => z <= high_m,
  );
}

function planeLattice(air: AirModel, cell_m: number, layers: number): PlaneLattice {
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  for (let size = cell_m; ; size *= 2) {
    const nx = Math.max(1, Math.ceil((max_x_m - min_x_m) / size - EDGE_CELLS));
    const ny = Math.max(1, Math.ceil((max_y_m - min_y_m) / size - EDGE_CELLS));
    if (nx * ny * layers <= LIMITS.grid_cells)
      return { origin_x_m: min_x_m, origin_y_m: min_y_m, cell_m: size, nx, ny };
  }
}

/** One byte a cell, layers fastest, then north, then east: 1 where a hazard may be too near or the map ends. */
function occupancy(
  air: AirModel,
  plane: PlaneLattice,
  layers_m: readonly number[],
  hazards: Hazards,
): Uint8Array {
  const { nx, ny, cell_m } = plane;
  const nz = layers_m.length;
  const out = new Uint8Array(nx * ny * nz);
  for (const hazard of hazards.list) fillHazard(out, plane, layers_m, hazard);
  // The last column and row may reach over the map's edge; where their centres do, no route turns.
  if (plane.origin_x_m + (nx - 0.5) * cell_m > air.bounds.max_x_m) out.fill(1, (nx - 1) * ny * nz);
  if (plane.origin_y_m + (ny - 0.5) * cell_m > air.bounds.max_y_m)
    for (let x = 0; x < nx; x++) out.fill(1, (x * ny + ny - 1) * nz, (x * ny + ny) * nz);
  return out;
}

function fillHazard(out: Uint8Array, plane: PlaneLattice, layers_m: readonly number[], hazard: Hazard): void {
  const nz = layers_m.length;
  const stride = plane.ny * nz;
  forEachSpanOf(plane, layers_m, hazard, ({ row, from, to, first, last }) => {
    for (let x = from, i = from * stride + row * nz; x <= to; x++, i += stride)
      out.fill(1, i + first, i + last + 1);
  });
}

/** Cells of one row, by x and by layer, both ends included. */
export type CellSpan = {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
};

/** Every cell with a point of its box too near a hazard, row by row. */
export function forEachSpanOf(
  plane: PlaneLattice,
  layers_m: readonly number[],
  hazard: Hazard,
  act: (span: CellSpan) => void,
): void {
  const nz = layers_m.length;
  const half = nz > 1 ? (layers_m[1]! - layers_m[0]!) / 2 : 0;
  const low = hazard.prism.floor_m - hazard.keep_up_m - RASTER_OVER_M;
  const high = hazard.prism.ceiling_m + hazard.keep_up_m + RASTER_OVER_M;
  let first = nz;
  let last = -1;
  for (let k = 0; k < nz; k++) {
    const bottom = Math.max(layers_m[0]!, layers_m[k]! - half);
    const top = Math.min(layers_m[nz - 1]!, layers_m[k]! + half);
    if (top < low || bottom > high) continue;
    first = Math.min(first, k);
    last = k;
  }
  if (last < first) return;
  forEachTouchedSpan(hazard.prism.outline, hazard.keep_m + RASTER_OVER_M, plane, (row, from, to) =>
    act({ row, from, to, first, last }),
  );
}

/** Hash of the numbers and of the occupancy packed eight cells a byte. */
function hashOfOccupancy(occupied: Uint8Array, numbers: readonly number[]): string {
  const head = Uint8Array.from(
    numbers.flatMap((n) => [n & 255, (n >>> 8) & 255, (n >>> 16) & 255, n >>> 24]),
  );
  const bytes = new Uint8Array(head.length + Math.ceil(occupied.length / 8));
  bytes.set(head);
  for (let i = 0; i < occupied.length; i++)
    if (occupied[i] !== 0) bytes[head.length + (i >> 3)]! |= 1 << (i & 7);
  return sha256Hex(bytes);
}

/** The centre of a cell, in metres. */
export function centreOf(lattice: RouteLattice, cell: Cell): Point3 {
  const { origin_x_m, origin_y_m, cell_m } = lattice.plane;
  return {
    x_m: origin_x_m + (cell.x + 0.5) * cell_m,
    y_m: origin_y_m + (cell.y + 0.5) * cell_m,
    z_m: lattice.layers_m[cell.z]!,
  };
}
