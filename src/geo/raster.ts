import { outlineContains } from './contains.ts';
import { type PlaneOutline, type PolygonOutline, forEachEdge } from './outline.ts';

/**
 * Square cells of the plane: cell (i, j) is the closed square from origin + (i, j) * cell to origin + (i + 1, j + 1) *
 * cell, 0 <= i < nx eastwards, 0 <= j < ny northwards. Neighbours share their border.
 */
export type Lattice = {
  readonly origin_x_m: number;
  readonly origin_y_m: number;
  readonly cell_m: number;
  readonly nx: number;
  readonly ny: number;
};

/** A run of touched cells in one row: cells (from..to, row), both ends included and inside the lattice. */
export type SpanVisitor = (row: number, from: number, to: number) => void;

/**
 * Cells within this much of a touch are taken as touched. Roundings of the extents below are some 1e-10 m for
 * coordinates under 1000 km, so no touched cell is missed, on an edge or a corner either.
 */
const TOUCH_M = 1e-7;

/**
 * Visits every cell that an outline grown by `radius_m` touches: every cell whose closed square is within the radius of
 * the closed outline. Conservative: cells within 1e-7 m of touching are visited too. Rows and runs may repeat and
 * overlap; cells outside the lattice are left out.
 *
 * A polygon grown by a radius is its interior and the grown edges. A grown edge is convex, so its part within a row of
 * cells has one interval of x, known in closed form; what no edge touches is inside or outside as its middle is.
 */
export function forEachTouchedSpan(
  outline: PlaneOutline,
  radius_m: number,
  lattice: Lattice,
  visit: SpanVisitor,
): void {
  if (outline.kind === 'circle') {
    capsuleSpans(
      [outline.x_m, outline.y_m, outline.x_m, outline.y_m],
      outline.radius_m + radius_m,
      lattice,
      visit,
    );
    return;
  }
  forEachEdge(outline, (ax, ay, bx, by) => capsuleSpans([ax, ay, bx, by], radius_m, lattice, visit));
  interiorSpans(outline, lattice, visit);
}

/** A mask of touched cells, 1 where touched: cell (i, j) is at j * nx + i. */
export function touchedCells(outline: PlaneOutline, radius_m: number, lattice: Lattice): Uint8Array {
  const mask = new Uint8Array(lattice.nx * lattice.ny);
  forEachTouchedSpan(outline, radius_m, lattice, (row, from, to) => {
    mask.fill(1, row * lattice.nx + from, row * lattice.nx + to + 1);
  });
  return mask;
}

type Capsule = readonly [ax: number, ay: number, bx: number, by: number];

/** Spans of the points within `r` of a segment, row by row. */
function capsuleSpans(segment: Capsule, r: number, lattice: Lattice, visit: SpanVisitor): void {
  const { origin_x_m, origin_y_m, cell_m, nx, ny } = lattice;
  const [ax, ay, bx, by] = segment;
  const low = Math.min(ay, by) - r;
  const high = Math.max(ay, by) + r;
  const first = Math.max(0, Math.floor((low - TOUCH_M - origin_y_m) / cell_m));
  const last = Math.min(ny - 1, Math.floor((high + TOUCH_M - origin_y_m) / cell_m));
  for (let row = first; row <= last; row++) {
    const bottom = Math.min(high, Math.max(low, origin_y_m + row * cell_m - TOUCH_M));
    const top = Math.min(high, Math.max(low, origin_y_m + (row + 1) * cell_m + TOUCH_M));
    const east = eastMost([ax, ay, bx, by], r, bottom, top);
    const west = -eastMost([-ax, ay, -bx, by], r, bottom, top);
    const from = Math.max(0, Math.floor((west - TOUCH_M - origin_x_m) / cell_m));
    const to = Math.min(nx - 1, Math.floor((east + TOUCH_M - origin_x_m) / cell_m));
    if (from <= to) visit(row, from, to);
  }
}

/**
 * Largest x of the points within `r` of a segment whose y is in [bottom, top]. The eastern side of that convex region is
 * a concave function of y, so it is largest at its peak or, if the peak is outside, at the nearer end.
 */
function eastMost(segment: Capsule, r: number, bottom: number, top: number): number {
  const [ax, ay, bx, by] = segment;
  const peak_y = ax >= bx ? ay : by;
  const y = Math.min(top, Math.max(bottom, peak_y));
  let x = -Infinity;
  const da = r * r - (y - ay) ** 2;
  const db = r * r - (y - by) ** 2;
  // At the very top or bottom of an arc rounding may leave its root slightly negative; TOUCH_M covers the difference.
  if (da >= 0 || Math.abs(y - ay) <= r) x = ax + Math.sqrt(Math.max(0, da));
  if (db >= 0 || Math.abs(y - by) <= r) x = Math.max(x, bx + Math.sqrt(Math.max(0, db)));
  const length = Math.hypot(bx - ax, by - ay);
  if (!(length > 0)) return x;
  // The side of the grown segment that faces east: the segment moved by r along its normal with a positive x.
  const sign = by >= ay ? 1 : -1;
  const normal_x = (sign * (by - ay)) / length;
  const normal_y = (sign * (ax - bx)) / length;
  const [px, py] = [ax + r * normal_x, ay + r * normal_y];
  const [qx, qy] = [bx + r * normal_x, by + r * normal_y];
  if (y >= Math.min(py, qy) && y <= Math.max(py, qy)) {
    const s = qy === py ? 0 : (y - py) / (qy - py);
    x = Math.max(x, qy === py ? Math.max(px, qx) : px + (qx - px) * s);
  }
  return x;
}

/** Runs of cells whose middle is inside a polygon. */
function interiorSpans(polygon: PolygonOutline, lattice: Lattice, visit: SpanVisitor): void {
  const { origin_x_m, origin_y_m, cell_m, nx, ny } = lattice;
  const { box } = polygon;
  const first = Math.max(0, Math.floor((box.min_y_m - origin_y_m) / cell_m));
  const last = Math.min(ny - 1, Math.floor((box.max_y_m - origin_y_m) / cell_m));
  const cuts: number[] = [];
  for (let row = first; row <= last; row++) {
    const y = origin_y_m + (row + 0.5) * cell_m;
    cuts.length = 0;
    forEachEdge(polygon, (ax, ay, bx, by) => {
      if (ay > y !== by > y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    });
    cuts.sort((a, b) => a - b);
    for (let k = 0; k + 1 < cuts.length; k++) {
      // Between two neighbouring crossings all middles are on one side; cells on the crossings are touched by an edge.
      const from = Math.max(0, Math.ceil((cuts[k]! - origin_x_m) / cell_m - 0.5));
      const to = Math.min(nx - 1, Math.floor((cuts[k + 1]! - origin_x_m) / cell_m - 0.5));
      if (from > to) continue;
      const middle = (cuts[k]! + cuts[k + 1]!) / 2;
      if (outlineContains(polygon, middle, y)) visit(row, from, to);
    }
  }
}
