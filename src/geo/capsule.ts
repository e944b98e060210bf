import { type Segment } from './contains.ts';
import { toSegmentSquared } from './distance.ts';
import { GUARD_M } from './guard.ts';
import { type Interval } from './leg.ts';
import { nearestParameter } from './segment.ts';

/**
 * Where a moving segment is within `radius_m` of a fixed one (GUARD_M more counts too): an interval of the moving one's
 * parameter, or null. The distance is convex along the way, so its minimum is among the nearest points of the four ends
 * and the crossing, and each end of the interval is bisected to the last bit.
 */
export function parametersNearSegment(moving: Segment, fixed: Segment, radius_m: number): Interval | null {
  const [ax, ay, bx, by] = moving;
  const [cx, cy, dx, dy] = fixed;
  const squared = (s: number): number =>
    toSegmentSquared(ax + (bx - ax) * s - cx, ay + (by - ay) * s - cy, dx - cx, dy - cy);
  const along = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const crossing = along === 0 ? 0 : ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / along;
  const candidates = [0, 1, nearestParameter(moving, cx, cy), nearestParameter(moving, dx, dy), crossing];
  let best = 0;
  for (const c of candidates) {
    const s = Math.min(1, Math.max(0, c));
    if (squared(s) < squared(best)) best = s;
  }
  const limit = (radius_m + GUARD_M) ** 2;
  if (!(squared(best) <= limit)) return null;
  /** The last parameter on the way from `best` to `end` that is still within the radius. */
  const edge = (end: number): number => {
    if (squared(end) <= limit) return end;
    let [inside, outside] = [best, end];
    for (let i = 0; i < 100; i++) {
      const m = (inside + outside) / 2;
      if (m === inside || m === outside) break;
      if (squared(m) <= limit) inside = m;
      else outside = m;
    }
    return inside;
  };
  return [edge(0), edge(1)];
}
