import { orient2d } from 'robust-predicates';
import { type PlaneOutline } from './outline.ts';
import { GUARD_M } from './guard.ts';

/** A segment of the plane in metres: [ax, ay, bx, by]; both ends may be one point. */
export type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** Which side of an outline a point is on. */
export type Side = 'inside' | 'boundary' | 'outside';

/**
 * Twice the signed area of a, b, p: positive where p is left of the line from a to b. The sign is exact for doubles
 * (Shewchuk, 1997, adaptive predicates); robust-predicates uses the opposite sign.
 */
export function sideOfLine(line: Segment, px: number, py: number): number {
  return -orient2d(line[0], line[1], line[2], line[3], px, py);
}

/** Whether p is exactly on a segment. */
export function onSegment(segment: Segment, px: number, py: number): boolean {
  const [ax, ay, bx, by] = segment;
  if (px < Math.min(ax, bx) || px > Math.max(ax, bx)) return false;
  if (py < Math.min(ay, by) || py > Math.max(ay, by)) return false;
  return sideOfLine(segment, px, py) === 0;
}

/** Winding number and parity of a ring around a point, both exact; null where the point is on the ring. */
function turnsAround(ring: Float64Array, px: number, py: number): { winding: number; odd: boolean } | null {
  const n = ring.length;
  let winding = 0;
  let crossings = 0;
  let ax = ring[n - 2]!;
  let ay = ring[n - 1]!;
  for (let i = 0; i < n; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    if (Math.min(ay, by) <= py && py <= Math.max(ay, by)) {
      const side = -orient2d(ax, ay, bx, by, px, py);
      if (side === 0 && Math.min(ax, bx) <= px && px <= Math.max(ax, bx)) return null;
      if (ay <= py && by > py && side > 0) {
        winding++;
        crossings++;
      } else if (ay > py && by <= py && side < 0) {
        winding--;
        crossings++;
      }
    }
    ax = bx;
    ay = by;
  }
  return { winding, odd: crossings % 2 === 1 };
}

/**
 * The side of an outline that a point of the plane is on. Exact for polygons. For circles the boundary is the ring of
 * half-width GUARD_M around the circle.
 */
export function sideOfOutline(outline: PlaneOutline, px: number, py: number): Side {
  const { box } = outline;
  if (outline.kind === 'circle') {
    const past = Math.hypot(px - outline.x_m, py - outline.y_m) - outline.radius_m;
    return Math.abs(past) <= GUARD_M ? 'boundary' : past < 0 ? 'inside' : 'outside';
  }
  if (px < box.min_x_m || px > box.max_x_m || py < box.min_y_m || py > box.max_y_m) return 'outside';
  const outer = turnsAround(outline.rings[0]!, px, py);
  if (outer === null) return 'boundary';
  if (outer.winding === 0) return 'outside';
  for (let i = 1; i < outline.rings.length; i++) {
    const hole = turnsAround(outline.rings[i]!, px, py);
    if (hole === null) return 'boundary';
    if (hole.odd) return 'outside';
  }
  return 'inside';
}

/** Whether an outline holds a point; its boundary counts. */
export function outlineContains(outline: PlaneOutline, px: number, py: number): boolean {
  return sideOfOutline(outline, px, py) !== 'outside';
}
