/** Tests on a single closed ring of positions, in degrees; enough to say that a document is unusable. */
import { type LonLat, type LonLatRing } from './primitives.ts';

/** Why a ring is no boundary; `at` is where, in its own degrees. */
export type RingFault = {
  readonly type: 'not_closed' | 'too_few_points' | 'self_crossing' | 'zero_area';
  readonly at: LonLat;
};

/**
 * The first fault of a ring, or null. Neighbouring edges may share their vertex only; an edge that folds back on the one
 * before it, or that touches another, counts as crossing. Repeated successive positions are passed over. Crossing is
 * decided by the signs of doubled triangle areas in double arithmetic: a touch closer than about 1e-11 degrees
 * (a micrometre) may be taken either way.
 */
export function ringFault(ring: LonLatRing): RingFault | null {
  const first = ring[0]!;
  const last = ring[ring.length - 1]!;
  if (first[0] !== last[0] || first[1] !== last[1]) return { type: 'not_closed', at: last };
  const points = ring.slice(0, -1).filter((p, i, all) => !same(p, all[(i + all.length - 1) % all.length]!));
  if (points.length < 3) return { type: 'too_few_points', at: first };
  if (isThin(points)) return { type: 'zero_area', at: first };
  const crossing = firstCrossing(points);
  return crossing === null ? null : { type: 'self_crossing', at: crossing };
}

/**
 * Whether all points lie on one line, to a billionth of its length squared (so a bow tie of two equal halves, whose
 * signed area is zero too, is still told apart as crossing). The line runs from the first point to the farthest from it.
 */
function isThin(points: readonly LonLat[]): boolean {
  const first = points[0]!;
  const squared = (p: LonLat) => (p[0] - first[0]) ** 2 + (p[1] - first[1]) ** 2;
  const far = points.reduce((best, p) => (squared(p) > squared(best) ? p : best), first);
  return points.every((p) => Math.abs(doubledArea([first, far, p])) <= 1e-9 * squared(far));
}

/** Twice the signed area of an open list of vertices, square degrees, counter-clockwise positive. */
function doubledArea(points: readonly LonLat[]): number {
  const [x0, y0] = points[0]!;
  let sum = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[i + 1]!;
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}

/** Edges sorted by their western end; each is compared with those that start before it ends. */
function firstCrossing(points: readonly LonLat[]): LonLat | null {
  const n = points.length;
  const edges = points.map((a, i) => {
    const b = points[(i + 1) % n]!;
    return { i, a, b, west: Math.min(a[0], b[0]), east: Math.max(a[0], b[0]) };
  });
  edges.sort((p, q) => p.west - q.west || p.i - q.i);
  for (let k = 0; k < n; k++) {
    const p = edges[k]!;
    for (let m = k + 1; m < n && edges[m]!.west <= p.east; m++) {
      const q = edges[m]!;
      if (edgesMeet(p, q, n)) return p.i < q.i ? p.b : q.b;
    }
  }
  return null;
}

type Edge = { readonly i: number; readonly a: LonLat; readonly b: LonLat };

function edgesMeet(p: Edge, q: Edge, n: number): boolean {
  if ((p.i + 1) % n === q.i) return foldsBack(p, q);
  if ((q.i + 1) % n === p.i) return foldsBack(q, p);
  const d1 = side(q.a, q.b, p.a);
  const d2 = side(q.a, q.b, p.b);
  const d3 = side(p.a, p.b, q.a);
  const d4 = side(p.a, p.b, q.b);
  if (d1 * d2 < 0 && d3 * d4 < 0) return true;
  if (d1 === 0 && between(q, p.a)) return true;
  if (d2 === 0 && between(q, p.b)) return true;
  if (d3 === 0 && between(p, q.a)) return true;
  return d4 === 0 && between(p, q.b);
}

/** Whether the edge after `p` runs back along it. */
function foldsBack(p: Edge, next: Edge): boolean {
  if (side(p.a, p.b, next.b) !== 0) return false;
  return (next.b[0] - p.b[0]) * (p.a[0] - p.b[0]) + (next.b[1] - p.b[1]) * (p.a[1] - p.b[1]) > 0;
}

function side(a: LonLat, b: LonLat, c: LonLat): number {
  const doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  return Math.sign(doubled);
}

function between(edge: Edge, p: LonLat): boolean {
  const inX = p[0] >= Math.min(edge.a[0], edge.b[0]) && p[0] <= Math.max(edge.a[0], edge.b[0]);
  return inX && p[1] >= Math.min(edge.a[1], edge.b[1]) && p[1] <= Math.max(edge.a[1], edge.b[1]);
}

function same(a: LonLat, b: LonLat): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
