import {
  type PairFinder,
  type PairMeeting,
  type SeparationMatrix,
  type TrafficArrays,
  createPairTest,
} from './kernel.ts';

/** The plane that cells are laid over; aircraft outside count in the border cells, so none is lost. */
export type GridWorld = {
  readonly min_x_m: number;
  readonly min_y_m: number;
  readonly max_x_m: number;
  readonly max_y_m: number;
};

/** Below this many aircraft every pair is looked at: there the pair loop is faster than sorting into cells. */
export const PAIR_LOOP_BELOW = 300;

/** The quicker of the two finders for a number of aircraft; both find the same meetings. */
export function createPairFinder(matrix: SeparationMatrix, count: number, world: GridWorld): PairFinder {
  return count < PAIR_LOOP_BELOW ? createPairLoop(matrix, count) : createCellFinder(matrix, count, world);
}

/** Cells of one side at most: more would cost more to clear than they save. */
const MOST_CELLS = 1024;

/** Flying drones side by side in memory, and their largest speed. */
type Packed = {
  readonly index: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
};

function createPacked(count: number): Packed {
  return {
    index: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
  };
}

function put(to: Packed, place: number, t: TrafficArrays, i: number): void {
  to.index[place] = i;
  to.x[place] = t.x[i]!;
  to.y[place] = t.y[i]!;
  to.z[place] = t.z[i]!;
}

/** Largest speed of flying drones over ground and up or down, m/s. */
function topSpeeds(t: TrafficArrays): { readonly level: number; readonly vertical: number } {
  const { count, vx, vy, vz, flying, crewed } = t;
  let level2 = 0;
  let vertical = 0;
  for (let i = 0; i < count; i++) {
    if (flying[i] === 0 || crewed[i] === 1) continue;
    const v2 = vx[i]! * vx[i]! + vy[i]! * vy[i]!;
    if (v2 > level2) level2 = v2;
    const up = vz[i]! < 0 ? -vz[i]! : vz[i]!;
    if (up > vertical) vertical = up;
  }
  return { level: Math.sqrt(level2), vertical };
}

/** Calls `meet` for one packed drone and a stretch of others that are near enough to matter in this step. */
type Scan = (place: number, from: number, to: number) => void;

type Near = { readonly level_m: number; readonly vertical_m: number };

function scanner(
  packed: Packed,
  near: Near,
  traffic: TrafficArrays,
  dt: number,
  hand: { readonly meet: ReturnType<typeof createPairTest>; readonly sink: (m: PairMeeting) => void },
): Scan {
  const { index, x, y, z } = packed;
  const { level_m, vertical_m } = near;
  const { meet, sink } = hand;
  return (place, from, to) => {
    const px = x[place]!;
    const py = y[place]!;
    const pz = z[place]!;
    for (let q = from; q < to; q++) {
      const dx = x[q]! - px;
      if (dx > level_m || dx < -level_m) continue;
      const dy = y[q]! - py;
      if (dy > level_m || dy < -level_m) continue;
      const dz = z[q]! - pz;
      if (dz > vertical_m || dz < -vertical_m) continue;
      meet(traffic, index[place]!, index[q]!, dt, sink);
    }
  };
}

/** Widest well-clear cylinder among drones, and how much further apart two of them may start a step. */
function nearness(matrix: SeparationMatrix, traffic: TrafficArrays, dt: number): Near & { reach_m: number } {
  const top = topSpeeds(traffic);
  const level = Math.max(matrix[0].lowc_horizontal_m, matrix[2].lowc_horizontal_m);
  const vertical = Math.max(matrix[0].lowc_vertical_m, matrix[2].lowc_vertical_m);
  // A hair more than exact: rounding must not lose a touch.
  const grow = 1 + 1e-9;
  return {
    level_m: (level + 2 * top.level * dt) * grow,
    vertical_m: (vertical + 2 * top.vertical * dt) * grow,
    reach_m: (level + top.level * dt) * grow,
  };
}

/** Crewed aircraft have larger minima and are few: each is looked at against every drone. */
function meetCrewed(
  traffic: TrafficArrays,
  drones: Int32Array,
  count: number,
  dt: number,
  hand: { readonly meet: ReturnType<typeof createPairTest>; readonly sink: (m: PairMeeting) => void },
): void {
  for (let i = 0; i < traffic.count; i++) {
    if (traffic.flying[i] === 0 || traffic.crewed[i] === 0) continue;
    for (let p = 0; p < count; p++) hand.meet(traffic, i, drones[p]!, dt, hand.sink);
  }
}

/** Looks at every pair. */
export function createPairLoop(matrix: SeparationMatrix, count: number): PairFinder {
  const meet = createPairTest(matrix);
  const packed = createPacked(count);
  return (traffic, dt, sink) => {
    let drones = 0;
    for (let i = 0; i < traffic.count; i++) {
      if (traffic.flying[i] === 1 && traffic.crewed[i] === 0) put(packed, drones++, traffic, i);
    }
    const scan = scanner(packed, nearness(matrix, traffic, dt), traffic, dt, { meet, sink });
    for (let p = 0; p < drones; p++) scan(p, p + 1, drones);
    meetCrewed(traffic, packed.index, drones, dt, { meet, sink });
  };
}

/**
 * Sorts drones into square cells by the middle of their step (counting sort) and looks at pairs of the same and of
 * neighbouring cells. Two drones that come within D in a step of dt have middles within D + v dt, the size of a cell.
 */
export function createCellFinder(matrix: SeparationMatrix, count: number, world: GridWorld): PairFinder {
  const meet = createPairTest(matrix);
  const packed = createPacked(count);
  const cellOf = new Int32Array(count);
  let starts = new Int32Array(0);
  return (traffic, dt, sink) => {
    const near = nearness(matrix, traffic, dt);
    const width = world.max_x_m - world.min_x_m;
    const depth = world.max_y_m - world.min_y_m;
    const cell = Math.max(near.reach_m, width / MOST_CELLS, depth / MOST_CELLS, 1e-3);
    const columns = Math.max(1, Math.ceil(width / cell));
    const rows = Math.max(1, Math.ceil(depth / cell));
    const cells = columns * rows;
    if (starts.length < cells + 1) starts = new Int32Array(cells + 1);
    const drones = sortIntoCells(traffic, dt, { world, cell, columns, rows, cellOf, packed, starts });
    const scan = scanner(packed, near, traffic, dt, { meet, sink });
    for (let p = 0; p < drones; p++) {
      const c = cellOf[packed.index[p]!]!;
      const column = c % columns;
      const east = column + 1 < columns ? 2 : 1;
      // The rest of this cell and the cell to the east lie together in the order, and so do three cells of the next row.
      scan(p, p + 1, starts[c + east]!);
      if (c + columns < cells)
        scan(p, starts[c + columns - (column > 0 ? 1 : 0)]!, starts[c + columns + east]!);
    }
    meetCrewed(traffic, packed.index, drones, dt, { meet, sink });
  };
}

type Sorting = {
  readonly world: GridWorld;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellOf: Int32Array;
  readonly packed: Packed;
  readonly starts: Int32Array;
};

/** Packs flying drones by cell (by index inside a cell) and fills `starts` with each cell's first place. */
function sortIntoCells(traffic: TrafficArrays, dt: number, s: Sorting): number {
  const { count, x, y, vx, vy, flying, crewed } = traffic;
  const { cellOf, packed, starts, world, columns, rows } = s;
  const half = dt / 2;
  const scale = 1 / s.cell;
  const cells = columns * rows;
  starts.fill(0, 0, cells + 1);
  for (let i = 0; i < count; i++) {
    if (flying[i] === 0 || crewed[i] === 1) {
      cellOf[i] = -1;
      continue;
    }
    let column = Math.floor((x[i]! + vx[i]! * half - world.min_x_m) * scale);
    let row = Math.floor((y[i]! + vy[i]! * half - world.min_y_m) * scale);
    column = column < 0 ? 0 : column >= columns ? columns - 1 : column;
    row = row < 0 ? 0 : row >= rows ? rows - 1 : row;
    const c = row * columns + column;
    cellOf[i] = c;
    starts[c + 1]!++;
  }
  for (let c = 1; c <= cells; c++) starts[c]! += starts[c - 1]!;
  const drones = starts[cells]!;
  for (let i = count - 1; i >= 0; i--) {
    const c = cellOf[i]!;
    if (c >= 0) put(packed, --starts[c + 1]!, traffic, i);
  }
  // Each entry now holds the first place of the cell before it: shift by one to restore the starts.
  starts.copyWithin(0, 1, cells + 1);
  starts[cells] = drones;
  return drones;
}
