import { type Segment, sideOfOutline } from './contains.ts';
import { type PlaneOutline, forEachEdge } from './outline.ts';
import { segmentTouchesOutline, segmentsTouch } from './segment.ts';

/** Distance in metres from p to a segment, which may be a point. */
export function pointSegmentDistance_m(px: number, py: number, segment: Segment): number {
  const [ax, ay, bx, by] = segment;
  return Math.sqrt(toSegmentSquared(px - ax, py - ay, bx - ax, by - ay));
}

/** Squared distance from a point to a segment, both relative to the segment's start. */
export function toSegmentSquared(qx: number, qy: number, ex: number, ey: number): number {
  const ee = ex * ex + ey * ey;
  const u = ee > 0 ? (qx * ex + qy * ey) / ee : 0;
  if (u <= 0) return qx * qx + qy * qy;
  if (u >= 1) {
    const rx = qx - ex;
    const ry = qy - ey;
    return rx * rx + ry * ry;
  }
  const cross = ex * qy - ey * qx;
  return (cross * cross) / ee;
}

/**
 * Distance in metres from a point to an outline's edge, negative inside, 0 on the boundary. The sign is exact for
 * polygons; the size is rounded as doubles round.
 */
export function signedDistance_m(outline: PlaneOutline, px: number, py: number): number {
  if (outline.kind === 'circle') return Math.hypot(px - outline.x_m, py - outline.y_m) - outline.radius_m;
  const side = sideOfOutline(outline, px, py);
  if (side === 'boundary') return 0;
  let best = Infinity;
  forEachEdge(outline, (ax, ay, bx, by) => {
    const d = toSegmentSquared(px - ax, py - ay, bx - ax, by - ay);
    if (d < best) best = d;
  });
  return side === 'inside' ? -Math.sqrt(best) : Math.sqrt(best);
}

/** Smallest distance in metres between two segments of the plane; exactly 0 where they touch. */
export function segmentDistance_m(a: Segment, b: Segment): number {
  if (segmentsTouch(a, b)) return 0;
  const [ax, ay, bx, by] = a;
  const [cx, cy, dx, dy] = b;
  return Math.sqrt(
    Math.min(
      toSegmentSquared(ax - cx, ay - cy, dx - cx, dy - cy),
      toSegmentSquared(bx - cx, by - cy, dx - cx, dy - cy),
      toSegmentSquared(cx - ax, cy - ay, bx - ax, by - ay),
      toSegmentSquared(dx - ax, dy - ay, bx - ax, by - ay),
    ),
  );
}

/** Smallest distance in metres between a segment and an outline; 0 where they touch. */
export function segmentOutlineDistance_m(segment: Segment, outline: PlaneOutline): number {
  if (segmentTouchesOutline(segment, outline)) return 0;
  if (outline.kind === 'circle') {
    return pointSegmentDistance_m(outline.x_m, outline.y_m, segment) - outline.radius_m;
  }
  let best = Infinity;
  forEachEdge(outline, (ax, ay, bx, by) => {
    best = Math.min(best, segmentDistance_m(segment, [ax, ay, bx, by]));
  });
  return best;
}
