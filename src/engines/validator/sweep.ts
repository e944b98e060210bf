/** Exact area of a Boolean combination of polygons by a slab sweep: no topology is built, so nothing can break it. */
import { type Poly, eachEdge } from './poly.ts';

/**
 * The question: of the region that lies in every one of `within` and in none of `without`, how much lies in at least
 * one of `cover`?
 */
export type SweepQuestion = {
  readonly within: readonly Poly[];
  readonly without: readonly Poly[];
  readonly cover: readonly Poly[];
  /** The sweep runs across this direction (radians from x): along the lanes it is fastest. */
  readonly direction_rad: number;
};

/** Areas in square metres; `gap` is the middle of the largest uncovered patch between two sweep events. */
export type SweepAnswer = {
  readonly region_m2: number;
  readonly covered_m2: number;
  readonly gap: { readonly x: number; readonly y: number; readonly width_m: number } | null;
};

type Edges = {
  readonly n: number;
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly poly: Int32Array;
  /** Edge numbers by their lower end. */
  readonly order: readonly number[];
};

/**
 * Between two neighbouring ordinates of vertices and crossings no two edges cross, so the share of the region in a slab
 * is its height times the lengths on its middle line. Error: rounding of crossings, about 1e-9 m times the widths.
 */
export function sweepArea(question: SweepQuestion): SweepAnswer {
  const { within, without, cover } = question;
  const cos = Math.cos(question.direction_rad);
  const sin = Math.sin(question.direction_rad);
  const polys = [...within, ...without, ...cover];
  const edges = edgesOf(polys, cos, sin);
  const ys = eventsOf(edges);
  const line = new MiddleLine(polys.length, within.length, without.length);
  let region = 0;
  let covered = 0;
  let gap: { u: number; v: number; area: number; width: number } | null = null;
  let active: number[] = [];
  let next = 0;
  for (let k = 0; k + 1 < ys.length; k++) {
    const low = ys[k]!;
    const high = ys[k + 1]!;
    const mid = (low + high) / 2;
    while (next < edges.n && edges.y0[edges.order[next]!]! <= low) active.push(edges.order[next++]!);
    active = active.filter((e) => edges.y1[e]! >= high);
    const found = line.measure(edges, active, mid);
    region += found.region * (high - low);
    covered += found.covered * (high - low);
    const area = found.width * (high - low);
    if (area > (gap?.area ?? 0)) gap = { u: found.at, v: mid, area, width: found.width };
  }
  return {
    region_m2: region,
    covered_m2: covered,
    gap:
      gap === null
        ? null
        : { x: gap.u * cos - gap.v * sin, y: gap.u * sin + gap.v * cos, width_m: gap.width },
  };
}

function edgesOf(polys: readonly Poly[], cos: number, sin: number): Edges {
  const raw: number[] = [];
  polys.forEach((poly, k) =>
    eachEdge(poly, (ax, ay, bx, by) => {
      const [au, av] = [ax * cos + ay * sin, ay * cos - ax * sin];
      const [bu, bv] = [bx * cos + by * sin, by * cos - bx * sin];
      if (av === bv) return;
      if (av < bv) raw.push(au, av, bu, bv, k);
      else raw.push(bu, bv, au, av, k);
    }),
  );
  const n = raw.length / 5;
  const column = (offset: number) => Float64Array.from({ length: n }, (_, i) => raw[i * 5 + offset]!);
  const y0 = column(1);
  return {
    n,
    x0: column(0),
    y0,
    x1: column(2),
    y1: column(3),
    poly: Int32Array.from({ length: n }, (_, i) => raw[i * 5 + 4]!),
    order: Array.from({ length: n }, (_, i) => i).sort((a, b) => y0[a]! - y0[b]! || a - b),
  };
}

/** Ordinates of all vertices and of all crossings of two edges, rising. */
function eventsOf(edges: Edges): Float64Array {
  const { x0, y0, x1, y1 } = edges;
  const ys: number[] = [...y0, ...y1];
  let active: number[] = [];
  for (const e of edges.order) {
    active = active.filter((a) => y1[a]! > y0[e]!);
    const ex = x1[e]! - x0[e]!;
    const ey = y1[e]! - y0[e]!;
    const west = Math.min(x0[e]!, x1[e]!);
    const east = Math.max(x0[e]!, x1[e]!);
    for (const a of active) {
      if (Math.max(x0[a]!, x1[a]!) < west || Math.min(x0[a]!, x1[a]!) > east) continue;
      const ax = x1[a]! - x0[a]!;
      const ay = y1[a]! - y0[a]!;
      const det = ex * ay - ey * ax;
      if (det === 0) continue;
      const dx = x0[a]! - x0[e]!;
      const dy = y0[a]! - y0[e]!;
      const t = (dx * ay - dy * ax) / det;
      const u = (dx * ey - dy * ex) / det;
      if (t > 0 && t < 1 && u > 0 && u < 1) ys.push(y0[e]! + t * ey);
    }
    active.push(e);
  }
  const sorted = Float64Array.from(ys).sort();
  let n = 0;
  for (let i = 0; i < sorted.length; i++)
    if (n === 0 || sorted[i]! > sorted[n - 1]!) sorted[n++] = sorted[i]!;
  return sorted.subarray(0, n);
}

/** Lengths on a line across the slab. */
class MiddleLine {
  private readonly odd: Uint8Array;
  private readonly nWithin: number;
  private readonly nWithout: number;

  constructor(nPolys: number, nWithin: number, nWithout: number) {
    this.odd = new Uint8Array(nPolys);
    this.nWithin = nWithin;
    this.nWithout = nWithout;
  }

  measure(edges: Edges, active: readonly number[], y: number) {
    const xs = active.map((e) => {
      const f = (y - edges.y0[e]!) / (edges.y1[e]! - edges.y0[e]!);
      return { x: edges.x0[e]! + f * (edges.x1[e]! - edges.x0[e]!), poly: edges.poly[e]! };
    });
    xs.sort((a, b) => a.x - b.x || a.poly - b.poly);
    const counts = [0, 0, 0];
    let [region, covered, width, at] = [0, 0, 0, 0];
    let bare = 0;
    for (let i = 0; i < xs.length; i++) {
      const { x, poly } = xs[i]!;
      const kind = poly < this.nWithin ? 0 : poly < this.nWithin + this.nWithout ? 1 : 2;
      this.odd[poly] = 1 - this.odd[poly]!;
      counts[kind]! += this.odd[poly]! === 1 ? 1 : -1;
      const length = i + 1 < xs.length ? xs[i + 1]!.x - x : 0;
      if (counts[0] !== this.nWithin || counts[1] !== 0) {
        if (length > 0) bare = 0;
        continue;
      }
      region += length;
      if (counts[2]! > 0) {
        covered += length;
        if (length > 0) bare = 0;
        continue;
      }
      bare += length;
      if (bare > width) [width, at] = [bare, x + length - bare / 2];
    }
    for (const { poly } of xs) this.odd[poly] = 0;
    return { region, covered, width, at };
  }
}
