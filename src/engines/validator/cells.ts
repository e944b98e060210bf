/** The second method for coverage: middles of cells, counted image by image. */
import { type Capture } from './captures.ts';
import { type Context } from './context.ts';
import { coverPolys, frameCorners, turnOf, works } from './footprint.ts';
import { type Poly } from './poly.ts';

/** Counts over the plannable cells of one area. */
export type CellCount = {
  readonly cell_m: number;
  readonly plannable: number;
  readonly covered: number;
  /** Cells on at least the required number of images. */
  readonly enough: number;
  /** Fewest images on a plannable cell. */
  readonly least: number;
  /** A cell without an image, and one with the fewest. */
  readonly bare: { readonly x: number; readonly y: number } | null;
  readonly poor: { readonly x: number; readonly y: number } | null;
};

const MOST_CELLS = 600_000;

/** Rows of cells over a box. */
class Cells {
  readonly west: number;
  readonly south: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Room for the crossings of one row. */
  private xs = new Float64Array(64);
  /** Of each row the two crossings of a rectangle's sides, and whether one is known. */
  private readonly near: Float64Array;
  private readonly far: Float64Array;
  private readonly met: Uint8Array;

  constructor(area: Poly) {
    const size = (area.east - area.west) * (area.north - area.south);
    this.cell = Math.max(1, Math.sqrt(size / MOST_CELLS));
    // Small areas get finer cells, so that no lane is narrower than a few of them.
    if (size < 10_000) this.cell = Math.max(0.05, Math.sqrt(size / 40_000));
    this.west = area.west;
    this.south = area.south;
    this.columns = Math.max(1, Math.ceil((area.east - area.west) / this.cell));
    this.rows = Math.max(1, Math.ceil((area.north - area.south) / this.cell));
    this.near = new Float64Array(this.rows);
    this.far = new Float64Array(this.rows);
    this.met = new Uint8Array(this.rows);
  }

  /** Calls `span(row, from, to)` for the cells of each row whose middles lie inside. */
  fill(poly: Poly, span: (row: number, from: number, to: number) => void): void {
    const { west, south, cell, columns } = this;
    const low = Math.max(0, Math.ceil((poly.south - south) / cell - 0.5));
    const high = Math.min(this.rows - 1, Math.floor((poly.north - south) / cell - 0.5));
    for (let row = low; row <= high; row++) {
      let n = 0;
      for (const ring of poly.rings) n = this.cross(ring, south + (row + 0.5) * cell, n);
      const { xs } = this;
      if (n > 2) xs.subarray(0, n).sort();
      else if (n === 2 && xs[0]! > xs[1]!) [xs[0], xs[1]] = [xs[1]!, xs[0]!];
      for (let i = 0; i + 1 < n; i += 2) {
        const from = Math.max(0, Math.ceil((xs[i]! - west) / cell - 0.5));
        const to = Math.min(columns - 1, Math.floor((xs[i + 1]! - west) / cell - 0.5));
        if (from <= to) span(row, from, to);
      }
    }
  }

  /**
   * Adds a rectangle's cells to `steps`, of one more column than there are cells: +1 where a row of them begins, -1 behind
   * its end. Takes what `fill` takes, side by side instead of row by row.
   */
  addQuad(corners: Float64Array, steps: Int32Array): void {
    const { west, south, cell, columns, rows, near, far, met } = this;
    let [first, last] = [rows, -1];
    for (let i = 0; i < 8; i += 2) {
      const [px, py, qx, qy] = [corners[i]!, corners[i + 1]!, corners[(i + 2) & 7]!, corners[(i + 3) & 7]!];
      if (py === qy) continue;
      const low = Math.max(0, this.rowFrom(Math.min(py, qy)));
      const high = Math.min(rows - 1, this.rowFrom(Math.max(py, qy)) - 1);
      if (low > high) continue;
      first = Math.min(first, low);
      last = Math.max(last, high);
      for (let row = low; row <= high; row++) {
        const x = px + ((south + (row + 0.5) * cell - py) / (qy - py)) * (qx - px);
        if (met[row] === 0) near[row] = x;
        else far[row] = x;
        met[row] = 1;
      }
    }
    for (let row = first; row <= last; row++) {
      met[row] = 0;
      const from = Math.max(0, Math.ceil((Math.min(near[row]!, far[row]!) - west) / cell - 0.5));
      const to = Math.min(columns - 1, Math.floor((Math.max(near[row]!, far[row]!) - west) / cell - 0.5));
      if (from > to) continue;
      const at = row * (columns + 1);
      steps[at + from]! += 1;
      steps[at + to + 1]! -= 1;
    }
  }

  /** The first row whose middle lies at an ordinate or above it. */
  private rowFrom(y: number): number {
    const { south, cell } = this;
    let row = Math.ceil((y - south) / cell - 0.5);
    while (south + (row + 0.5) * cell < y) row += 1;
    while (south + (row - 0.5) * cell >= y) row -= 1;
    return row;
  }

  /** Adds the abscissas at which a ring crosses a row to the first `n` of `xs`; returns how many there are then. */
  private cross(ring: Float64Array, y: number, n: number): number {
    if (this.xs.length < n + ring.length) {
      const more = new Float64Array(2 * (n + ring.length));
      more.set(this.xs.subarray(0, n));
      this.xs = more;
    }
    const { xs } = this;
    const last = ring.length;
    let count = n;
    let px = ring[last - 2]!;
    let py = ring[last - 1]!;
    for (let i = 0; i < last; i += 2) {
      const qx = ring[i]!;
      const qy = ring[i + 1]!;
      if (qy > y !== py > y) xs[count++] = px + ((y - py) / (qy - py)) * (qx - px);
      px = qx;
      py = qy;
    }
    return count;
  }
}

/** Counts cells; null where there is no cell to count. */
export function countCells(
  context: Context,
  region: { readonly within: readonly Poly[]; readonly without: readonly Poly[] },
  captures: readonly Capture[],
): CellCount | null {
  const area = region.within[0]!;
  const cells = new Cells(area);
  const { columns, rows } = cells;
  const inside = new Uint8Array(columns * rows);
  for (const poly of region.within)
    cells.fill(poly, (row, from, to) => {
      const end = row * columns + to;
      for (let c = row * columns + from; c <= end; c++) inside[c] = inside[c]! + 1;
    });
  for (const poly of region.without)
    cells.fill(poly, (row, from, to) => inside.fill(0, row * columns + from, row * columns + to + 1));
  // Rises and falls along a row; their running sum is the number of images.
  const steps = new Int32Array((columns + 1) * rows);
  for (const capture of captures) addImages(context, capture, cells, steps);
  return tally(cells, {
    inside,
    steps,
    full: region.within.length,
    need: captures[0]?.task.min_images_per_point ?? 1,
  });
}

/** Adds what a capture images: a camera frame by frame, other sensors by the strips that they see. */
function addImages(context: Context, capture: Capture, cells: Cells, steps: Int32Array): void {
  if (capture.payload.type !== 'camera') {
    const width = cells.columns + 1;
    for (const poly of coverPolys(capture, context.wind))
      cells.fill(poly, (row, from, to) => {
        steps[row * width + from]! += 1;
        steps[row * width + to + 1]! -= 1;
      });
    return;
  }
  const corners = new Float64Array(8);
  for (const f of capture.frames) {
    if (f.agl === null || !(f.agl > 0) || !works(capture, f.agl)) continue;
    frameCorners(capture, f, turnOf(capture, f, context.wind), corners);
    cells.addQuad(corners, steps);
  }
}

function tally(
  cells: Cells,
  v: { inside: Uint8Array; steps: Int32Array; full: number; need: number },
): CellCount | null {
  const { columns, rows } = cells;
  let [plannable, covered, enough, least] = [0, 0, 0, Infinity];
  let bare: CellCount['bare'] = null;
  let poor: CellCount['poor'] = null;
  for (let row = 0; row < rows; row++) {
    let count = 0;
    for (let c = 0; c < columns; c++) {
      count += v.steps[row * (columns + 1) + c]!;
      if (v.inside[row * columns + c] !== v.full) continue;
      plannable += 1;
      if (count > 0) covered += 1;
      if (count >= v.need) enough += 1;
      if (count >= least) continue;
      least = count;
      poor = { x: cells.west + (c + 0.5) * cells.cell, y: cells.south + (row + 0.5) * cells.cell };
      if (count === 0) bare = poor;
    }
  }
  if (plannable === 0) return null;
  return { cell_m: cells.cell, plannable, covered, enough, least, bare, poor };
}
