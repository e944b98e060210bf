/** The validator's own plane geometry: polygons with holes, points and segments against them. Metres. */
import { type LonLatPolygon } from '#world';
import { type Plane } from './plane.ts';

/** A polygon with holes: open rings as x0, y0, x1, y1, ...; inside is an odd number of rings. */
export type Poly = {
  readonly rings: readonly Float64Array[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/** Projects a GeoJSON polygon; repeated positions are dropped. */
export function polyOf(plane: Plane, polygon: LonLatPolygon): Poly {
  return polyFrom(
    polygon.coordinates.map((ring) => {
      const out: number[] = [];
      for (const [lon, lat] of ring) {
        const [x, y] = plane.xy(lon, lat);
        const n = out.length;
        if (n >= 2 && out[n - 2] === x && out[n - 1] === y) continue;
        out.push(x, y);
      }
      const n = out.length;
      if (n >= 4 && out[0] === out[n - 2] && out[1] === out[n - 1]) out.length = n - 2;
      return Float64Array.from(out);
    }),
  );
}

/** A polygon from open rings. */
export function polyFrom(rings: readonly Float64Array[]): Poly {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i]!);
      east = Math.max(east, ring[i]!);
      south = Math.min(south, ring[i + 1]!);
      north = Math.max(north, ring[i + 1]!);
    }
  return { rings, west, east, south, north };
}

/** Even-odd test; a point on an edge may be taken either way. */
export function isInside(poly: Poly, x: number, y: number): boolean {
  if (x < poly.west || x > poly.east || y < poly.south || y > poly.north) return false;
  let odd = false;
  for (const ring of poly.rings) {
    const n = ring.length;
    let px = ring[n - 2]!;
    let py = ring[n - 1]!;
    for (let i = 0; i < n; i += 2) {
      const qx = ring[i]!;
      const qy = ring[i + 1]!;
      if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) odd = !odd;
      px = qx;
      py = qy;
    }
  }
  return odd;
}

/** Distance from a point to a segment. */
export function pointSegment(p: readonly [number, number], s: Seg): number {
  const dx = s.bx - s.ax;
  const dy = s.by - s.ay;
  const length2 = dx * dx + dy * dy;
  const f = length2 > 0 ? ((p[0] - s.ax) * dx + (p[1] - s.ay) * dy) / length2 : 0;
  const t = f < 0 ? 0 : f > 1 ? 1 : f;
  return Math.hypot(p[0] - s.ax - t * dx, p[1] - s.ay - t * dy);
}

/** A segment from a to b. */
export type Seg = { readonly ax: number; readonly ay: number; readonly bx: number; readonly by: number };

/** Visits every edge of a polygon. */
export function eachEdge(poly: Poly, visit: (ax: number, ay: number, bx: number, by: number) => void): void {
  for (const ring of poly.rings) {
    const n = ring.length;
    for (let i = 0; i < n; i += 2) visit(ring[i]!, ring[i + 1]!, ring[(i + 2) % n]!, ring[(i + 3) % n]!);
  }
}

/** Distance from a point to the nearest edge, inside or outside. */
export function edgeDistance(poly: Poly, x: number, y: number): number {
  let best = Infinity;
  eachEdge(poly, (ax, ay, bx, by) => {
    best = Math.min(best, pointSegment([x, y], { ax, ay, bx, by }));
  });
  return best;
}

/** Where a segment meets the edges: rising parameters in 0..1, with 0 and 1 themselves at the ends. */
export function cuts(poly: Poly, s: Seg): number[] {
  const out = [0, 1];
  const dx = s.bx - s.ax;
  const dy = s.by - s.ay;
  eachEdge(poly, (ax, ay, bx, by) => {
    const ex = bx - ax;
    const ey = by - ay;
    const det = dx * ey - dy * ex;
    if (det === 0) return;
    const t = ((ax - s.ax) * ey - (ay - s.ay) * ex) / det;
    const u = ((ax - s.ax) * dy - (ay - s.ay) * dx) / det;
    if (t > 0 && t < 1 && u >= -1e-12 && u <= 1 + 1e-12) out.push(t);
  });
  return out.length > 2 ? out.sort((a, b) => a - b) : out;
}

/** A place on a segment and how far beyond (or inside) it lies, metres. */
export type Deep = { readonly depth_m: number; readonly f: number };

/**
 * How far a segment runs inside a polygon (`side` true) or outside it (`side` false): the greatest distance from the
 * edges of the ends and middles of its parts on that side; 0 with f = 0 where it has none. Exact for deciding whether
 * there is such a part; the depth of a part that is deepest elsewhere is understated, never overstated.
 */
export function depthOn(poly: Poly, s: Seg, side: boolean): Deep {
  if (side && apart(poly, s)) return { depth_m: 0, f: 0 };
  const at = cuts(poly, s);
  let best: Deep = { depth_m: 0, f: 0 };
  for (let i = 0; i + 1 < at.length; i++) {
    const from = at[i]!;
    const to = at[i + 1]!;
    const mid = (from + to) / 2;
    if (isInside(poly, s.ax + mid * (s.bx - s.ax), s.ay + mid * (s.by - s.ay)) !== side) continue;
    for (const f of [from, mid, to]) {
      const depth_m = edgeDistance(poly, s.ax + f * (s.bx - s.ax), s.ay + f * (s.by - s.ay));
      if (depth_m > best.depth_m) best = { depth_m, f };
    }
  }
  return best;
}

/** Whether the boxes are apart by more than `gap`. */
export function apart(poly: Poly, s: Seg, gap = 0): boolean {
  return (
    Math.max(s.ax, s.bx) < poly.west - gap ||
    Math.min(s.ax, s.bx) > poly.east + gap ||
    Math.max(s.ay, s.by) < poly.south - gap ||
    Math.min(s.ay, s.by) > poly.north + gap
  );
}

/** Distance of a segment from a polygon, 0 where they share a point; `f` is where on the segment it is nearest. */
export function segmentDistance(poly: Poly, s: Seg): { readonly distance_m: number; readonly f: number } {
  if (isInside(poly, s.ax, s.ay)) return { distance_m: 0, f: 0 };
  if (isInside(poly, s.bx, s.by)) return { distance_m: 0, f: 1 };
  const at = cuts(poly, s);
  if (at.length > 2) return { distance_m: 0, f: at[1]! };
  let distance_m = Infinity;
  let f = 0;
  const take = (d: number, where: number) => {
    if (d < distance_m) [distance_m, f] = [d, where];
  };
  const dx = s.bx - s.ax;
  const dy = s.by - s.ay;
  const length2 = dx * dx + dy * dy;
  eachEdge(poly, (ax, ay, bx, by) => {
    const edge = { ax, ay, bx, by };
    take(pointSegment([s.ax, s.ay], edge), 0);
    take(pointSegment([s.bx, s.by], edge), 1);
    const t = length2 > 0 ? Math.min(1, Math.max(0, ((ax - s.ax) * dx + (ay - s.ay) * dy) / length2)) : 0;
    take(pointSegment([ax, ay], s), t);
  });
  return { distance_m, f };
}

/** Signed-free area of a polygon with holes by the shoelace formula (rings must not cross). */
export function polyArea(poly: Poly): number {
  let total = 0;
  poly.rings.forEach((ring, k) => {
    let sum = 0;
    const n = ring.length;
    for (let i = 0; i < n; i += 2) sum += ring[i]! * ring[(i + 3) % n]! - ring[(i + 2) % n]! * ring[i + 1]!;
    total += (k === 0 ? 1 : -1) * Math.abs(sum / 2);
  });
  return total;
}
