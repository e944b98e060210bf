import Flatbush from 'flatbush';
import { type Pt } from './projection.ts';
import { type Region } from './region.ts';

/** Where an aircraft may be, at the heights of one plan: the boundary without grown zones and obstacles. */
export type FreeSpace = {
  readonly region: Region;
  readonly contains: (p: Pt) => boolean;
  /** Whether the straight way stays inside; touching the edge is allowed. */
  readonly clear: (a: Pt, b: Pt) => boolean;
  /** Whether all chords of a path stay inside, given that its first point does. */
  readonly pathClear: (path: readonly Pt[]) => boolean;
  /** Whether a box is known to lie inside: no edge near it, and one of its corners inside. */
  readonly boxFree: (low: Pt, high: Pt) => boolean;
  /** How far one can go from `p` along the unit vector `u`, at most `most_m`; 0 outside. */
  readonly room_m: (p: Pt, u: Pt, most_m: number) => number;
};

/** Points this close to an edge count as on it, on the allowed side: clipped ends lie on edges. */
const EDGE_M = 0.004;

type Edges = { readonly xy: Float64Array; readonly index: Flatbush | null };

function edgesOf(region: Region): Edges {
  const count = region.reduce((n, ring) => n + ring.length, 0);
  const xy = new Float64Array(4 * count);
  const index = count > 0 ? new Flatbush(count) : null;
  let k = 0;
  for (const ring of region) {
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]!;
      const b = ring[(i + 1) % ring.length]!;
      xy.set([a.x, a.y, b.x, b.y], k);
      k += 4;
      index!.add(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y));
    }
  }
  index?.finish();
  return { xy, index };
}

/** Even-odd test of a point against rings; points on an edge may go either way. */
export function regionContains(region: Region, p: Pt): boolean {
  let inside = false;
  for (const ring of region) {
    let a = ring[ring.length - 1]!;
    for (const b of ring) {
      if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
      a = b;
    }
  }
  return inside;
}

/** Squared distance of a point to the segment stored at `k`. */
function squaredDistance(xy: Float64Array, k: number, p: Pt): number {
  const ax = xy[k]!;
  const ay = xy[k + 1]!;
  const dx = xy[k + 2]! - ax;
  const dy = xy[k + 3]! - ay;
  const ll = dx * dx + dy * dy;
  const s = ll > 0 ? Math.max(0, Math.min(1, ((p.x - ax) * dx + (p.y - ay) * dy) / ll)) : 0;
  return (p.x - ax - s * dx) ** 2 + (p.y - ay - s * dy) ** 2;
}

/** Builds the space of a region. */
export function createFreeSpace(region: Region): FreeSpace {
  const { xy, index } = edgesOf(region);
  const near = (a: Pt, b: Pt, pad: number): number[] =>
    index === null
      ? []
      : index.search(
          Math.min(a.x, b.x) - pad,
          Math.min(a.y, b.y) - pad,
          Math.max(a.x, b.x) + pad,
          Math.max(a.y, b.y) + pad,
        );
  const onEdge = (p: Pt): boolean =>
    near(p, p, EDGE_M).some((e) => squaredDistance(xy, 4 * e, p) <= EDGE_M * EDGE_M);
  const contains = (p: Pt): boolean => regionContains(region, p) || onEdge(p);
  /** Parameters in (0, 1) at which a way meets edges, rising. */
  const meetings = (a: Pt, b: Pt, edges: readonly number[]): number[] => {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const out: number[] = [];
    for (const e of edges) {
      const k = 4 * e;
      const ex = xy[k + 2]! - xy[k]!;
      const ey = xy[k + 3]! - xy[k + 1]!;
      const den = dx * ey - dy * ex;
      if (den === 0) continue;
      const wx = xy[k]! - a.x;
      const wy = xy[k + 1]! - a.y;
      const t = (wx * ey - wy * ex) / den;
      const s = (wx * dy - wy * dx) / den;
      if (t > 0 && t < 1 && s >= -1e-9 && s <= 1 + 1e-9) out.push(t);
    }
    return out.sort((p, q) => p - q);
  };
  const clearOf = (a: Pt, b: Pt): boolean => {
    const edges = near(a, b, 0);
    if (edges.length === 0) return true;
    const at = [0, ...meetings(a, b, edges), 1];
    for (let i = 0; i + 1 < at.length; i++) {
      const t = (at[i]! + at[i + 1]!) / 2;
      if (!contains({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) })) return false;
    }
    return true;
  };
  return {
    region,
    contains,
    clear: (a, b) => contains(a) && clearOf(a, b),
    pathClear: (path) => path.every((p, i) => i === 0 || clearOf(path[i - 1]!, p)),
    boxFree: (low, high) => near(low, high, 0).length === 0 && regionContains(region, low),
    room_m: (p, u, most_m) => {
      if (!contains(p)) return 0;
      const far = { x: p.x + u.x * most_m, y: p.y + u.y * most_m };
      const edges = near(p, far, 0);
      if (edges.length === 0) return most_m;
      const at = [0, ...meetings(p, far, edges), 1];
      for (let i = 0; i + 1 < at.length; i++) {
        const t = (at[i]! + at[i + 1]!) / 2;
        if (!contains({ x: p.x + t * (far.x - p.x), y: p.y + t * (far.y - p.y) })) return at[i]! * most_m;
      }
      return most_m;
    },
  };
}
