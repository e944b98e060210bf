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
  /** x1 - x0 and y1 - y0. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
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
  const line = new MiddleLine(edges, polys.length, within.length, without.length);
  let region = 0;
  let covered = 0;
  let gap: { u: number; v: number; area: number; width: number } | null = null;
  let next = 0;
  for (let k = 0; k + 1 < ys.length; k++) {
    const low = ys[k]!;
    const high = ys[k + 1]!;
    line.drop(high);
    while (next < edges.n && edges.y0[edges.order[next]!]! <= low) line.take(edges.order[next++]!);
    line.measure((low + high) / 2);
    region += line.region * (high - low);
    covered += line.covered * (high - low);
    const area = line.width * (high - low);
    if (area > (gap?.area ?? 0)) gap = { u: line.at, v: (low + high) / 2, area, width: line.width };
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
  const column = (value: (at: number) => number) => Float64Array.from({ length: n }, (_, i) => value(5 * i));
  const y0 = column((i) => raw[i + 1]!);
  return {
    n,
    x0: column((i) => raw[i]!),
    y0,
    x1: column((i) => raw[i + 2]!),
    y1: column((i) => raw[i + 3]!),
    dx: column((i) => raw[i + 2]! - raw[i]!),
    dy: column((i) => raw[i + 3]! - raw[i + 1]!),
    poly: Int32Array.from({ length: n }, (_, i) => raw[i * 5 + 4]!),
    order: Array.from({ length: n }, (_, i) => i).sort((a, b) => y0[a]! - y0[b]! || a - b),
  };
}

/** Ordinates of all vertices and of all crossings of two edges, rising. */
function eventsOf(edges: Edges): Float64Array {
  const { n: count, x0, y0, x1, y1, dx, dy } = edges;
  let ys = new Float64Array(Math.max(64, 4 * count));
  ys.set(y0);
  ys.set(y1, count);
  let found = 2 * count;
  const west = x0.map((x, e) => Math.min(x, x1[e]!));
  const east = x0.map((x, e) => Math.max(x, x1[e]!));
  const active = new Int32Array(count);
  let n = 0;
  let end = Infinity;
  for (const e of edges.order) {
    if (end <= y0[e]!) {
      let kept = 0;
      end = Infinity;
      for (let i = 0; i < n; i++) {
        const a = active[i]!;
        if (!(y1[a]! > y0[e]!)) continue;
        active[kept++] = a;
        if (y1[a]! < end) end = y1[a]!;
      }
      n = kept;
    }
    if (found + n > ys.length) {
      const more = new Float64Array(2 * (found + n));
      more.set(ys.subarray(0, found));
      ys = more;
    }
    for (let i = 0; i < n; i++) {
      const a = active[i]!;
      if (east[a]! < west[e]! || west[a]! > east[e]!) continue;
      const det = dx[e]! * dy[a]! - dy[e]! * dx[a]!;
      if (det === 0) continue;
      const gx = x0[a]! - x0[e]!;
      const gy = y0[a]! - y0[e]!;
      const t = (gx * dy[a]! - gy * dx[a]!) / det;
      const u = (gx * dy[e]! - gy * dx[e]!) / det;
      if (t > 0 && t < 1 && u > 0 && u < 1) ys[found++] = y0[e]! + t * dy[e]!;
    }
    active[n++] = e;
    end = Math.min(end, y1[e]!);
  }
  const sorted = ys.subarray(0, found).sort();
  let m = 0;
  for (let i = 0; i < found; i++) if (m === 0 || sorted[i]! > sorted[m - 1]!) sorted[m++] = sorted[i]!;
  return sorted.subarray(0, m);
}

/**
 * Weights whose sum over the polygons around a place tells which they are: up to a million of `cover`, then a thousand
 * of `within`, then `without`. Sums stay whole and exact.
 */
const WITHIN = 2 ** 20;
const WITHOUT = 2 ** 30;

/** The edges that a slab crosses, kept in order from slab to slab, and the lengths on the slab's middle line. */
class MiddleLine {
  region = 0;
  covered = 0;
  /** The widest bare stretch and its middle. */
  width = 0;
  at = 0;
  private readonly edges: Edges;
  /** Sum of the weights of all of `within`. */
  private readonly whole: number;
  /** By polygon: its weight, negative while it is entered and not left yet. */
  private readonly weight: Float64Array;
  /** The edges from west to east and their abscissas on the middle line. */
  private readonly active: Int32Array;
  private readonly x: Float64Array;
  private n = 0;
  /** Lowest upper end of an active edge. */
  private end = Infinity;

  constructor(edges: Edges, nPolys: number, nWithin: number, nWithout: number) {
    this.edges = edges;
    this.whole = nWithin * WITHIN;
    this.weight = new Float64Array(nPolys).fill(1);
    this.weight.fill(WITHIN, 0, nWithin);
    this.weight.fill(WITHOUT, nWithin, nWithin + nWithout);
    this.x = new Float64Array(edges.n);
    this.active = new Int32Array(edges.n);
  }

  /** Lets go of edges that end below `high`. */
  drop(high: number): void {
    if (this.end >= high) return;
    const { active } = this;
    const { y1 } = this.edges;
    let kept = 0;
    this.end = Infinity;
    for (let i = 0; i < this.n; i++) {
      const e = active[i]!;
      if (y1[e]! < high) continue;
      active[kept++] = e;
      if (y1[e]! < this.end) this.end = y1[e]!;
    }
    this.n = kept;
  }

  take(edge: number): void {
    this.active[this.n++] = edge;
    this.end = Math.min(this.end, this.edges.y1[edge]!);
  }

  measure(y: number): void {
    this.sort(y);
    const { active, x, n, weight, whole } = this;
    const { poly: owner } = this.edges;
    let [sum, bare] = [0, 0];
    let [region, covered, width, at] = [0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const poly = owner[active[i]!]!;
      const step = weight[poly]!;
      weight[poly] = -step;
      sum += step;
      const length = i + 1 < n ? x[i + 1]! - x[i]! : 0;
      if (sum >= whole && sum < whole + WITHIN) {
        region += length;
        if (sum > whole) {
          covered += length;
          if (length > 0) bare = 0;
        } else {
          bare += length;
          if (bare > width) {
            width = bare;
            at = x[i]! + length - bare / 2;
          }
        }
      } else if (length > 0) bare = 0;
    }
    // Weights are positive, so the sum is 0 only if each polygon was left.
    if (sum !== 0)
      for (let i = 0; i < n; i++) weight[owner[active[i]!]!] = Math.abs(weight[owner[active[i]!]!]!);
    this.region = region;
    this.covered = covered;
    this.width = width;
    this.at = at;
  }

  /** Abscissas on the middle line; insertion, because the order hardly changes from slab to slab. */
  private sort(y: number): void {
    const { active, x, n } = this;
    const { x0, y0, dx, dy } = this.edges;
    for (let i = 0; i < n; i++) {
      const e = active[i]!;
      const at = x0[e]! + ((y - y0[e]!) / dy[e]!) * dx[e]!;
      let k = i;
      while (k > 0 && x[k - 1]! > at) {
        active[k] = active[k - 1]!;
        x[k] = x[k - 1]!;
        k -= 1;
      }
      active[k] = e;
      x[k] = at;
    }
  }
}
