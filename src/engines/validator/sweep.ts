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
  const active = new Int32Array(edges.n);
  let n = 0;
  for (const e of edges.order) {
    let kept = 0;
    for (let i = 0; i < n; i++) if (y1[active[i]!]! > y0[e]!) active[kept++] = active[i]!;
    n = kept;
    const ex = x1[e]! - x0[e]!;
    const ey = y1[e]! - y0[e]!;
    const west = Math.min(x0[e]!, x1[e]!);
    const east = Math.max(x0[e]!, x1[e]!);
    for (let i = 0; i < n; i++) {
      const a = active[i]!;
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
    active[n++] = e;
  }
  const sorted = Float64Array.from(ys).sort();
  let m = 0;
  for (let i = 0; i < sorted.length; i++)
    if (m === 0 || sorted[i]! > sorted[m - 1]!) sorted[m++] = sorted[i]!;
  return sorted.subarray(0, m);
}

/** The edges that a slab crosses, kept in order from slab to slab, and the lengths on the slab's middle line. */
class MiddleLine {
  region = 0;
  covered = 0;
  /** The widest bare stretch and its middle. */
  width = 0;
  at = 0;
  private readonly edges: Edges;
  private readonly odd: Uint8Array;
  private readonly nWithin: number;
  private readonly nWithout: number;
  private readonly x: Float64Array;
  private readonly active: Int32Array;
  private n = 0;

  constructor(edges: Edges, nPolys: number, nWithin: number, nWithout: number) {
    this.edges = edges;
    this.odd = new Uint8Array(nPolys);
    this.nWithin = nWithin;
    this.nWithout = nWithout;
    this.x = new Float64Array(edges.n);
    this.active = new Int32Array(edges.n);
  }

  /** Lets go of edges that end below `high`. */
  drop(high: number): void {
    let kept = 0;
    for (let i = 0; i < this.n; i++)
      if (this.edges.y1[this.active[i]!]! >= high) this.active[kept++] = this.active[i]!;
    this.n = kept;
  }

  take(edge: number): void {
    this.active[this.n++] = edge;
  }

  measure(y: number): void {
    this.sort(y);
    const { active, x, odd, nWithin, n } = this;
    const { poly: owner } = this.edges;
    const nOut = nWithin + this.nWithout;
    let [inside, out, cover, bare] = [0, 0, 0, 0];
    let [region, covered, width, at] = [0, 0, 0, 0];
    let here = n > 0 ? x[active[0]!]! : 0;
    for (let i = 0; i < n; i++) {
      const poly = owner[active[i]!]!;
      const now = 1 - odd[poly]!;
      odd[poly] = now;
      const step = now === 1 ? 1 : -1;
      if (poly < nWithin) inside += step;
      else if (poly < nOut) out += step;
      else cover += step;
      const next = i + 1 < n ? x[active[i + 1]!]! : here;
      const length = next - here;
      if (inside === nWithin && out === 0) {
        region += length;
        if (cover > 0) {
          covered += length;
          if (length > 0) bare = 0;
        } else {
          bare += length;
          if (bare > width) {
            width = bare;
            at = here + length - bare / 2;
          }
        }
      } else if (length > 0) bare = 0;
      here = next;
    }
    for (let i = 0; i < n; i++) odd[owner[active[i]!]!] = 0;
    this.region = region;
    this.covered = covered;
    this.width = width;
    this.at = at;
  }

  /** Abscissas on the middle line; insertion, because the order hardly changes from slab to slab. */
  private sort(y: number): void {
    const { active, x, n } = this;
    const { x0, y0, x1, y1 } = this.edges;
    for (let i = 0; i < n; i++) {
      const e = active[i]!;
      const at = x0[e]! + ((y - y0[e]!) / (y1[e]! - y0[e]!)) * (x1[e]! - x0[e]!);
      x[e] = at;
      let k = i;
      while (k > 0 && x[active[k - 1]!]! > at) {
        active[k] = active[k - 1]!;
        k -= 1;
      }
      active[k] = e;
    }
  }
}
