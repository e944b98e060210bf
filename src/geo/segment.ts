import { type Segment, onSegment, outlineContains, sideOfLine } from './contains.ts';
import { GUARD_M } from './guard.ts';
import { type PlaneOutline, type PolygonOutline } from './outline.ts';
import { boxOfSegment, boxesTouch } from './box.ts';

/** Whether two closed segments share a point; exact for doubles. */
export function segmentsTouch(s: Segment, r: Segment): boolean {
  const [ax, ay, bx, by] = s;
  const [cx, cy, dx, dy] = r;
  const a = sideOfLine(r, ax, ay);
  const b = sideOfLine(r, bx, by);
  const c = sideOfLine(s, cx, cy);
  const d = sideOfLine(s, dx, dy);
  if (((a > 0 && b < 0) || (a < 0 && b > 0)) && ((c > 0 && d < 0) || (c < 0 && d > 0))) return true;
  return onSegment(r, ax, ay) || onSegment(r, bx, by) || onSegment(s, cx, cy) || onSegment(s, dx, dy);
}

/**
 * Whether a segment shares a point with an outline, boundary included. Exact for polygons; for circles anything within
 * GUARD_M of touching counts as touching.
 */
export function segmentTouchesOutline(segment: Segment, outline: PlaneOutline): boolean {
  const [ax, ay, bx, by] = segment;
  if (outline.kind === 'circle') {
    const s = nearestParameter(segment, outline.x_m, outline.y_m);
    const gap = Math.hypot(ax + (bx - ax) * s - outline.x_m, ay + (by - ay) * s - outline.y_m);
    return gap <= outline.radius_m + GUARD_M;
  }
  if (!boxesTouch(boxOfSegment(ax, ay, bx, by), outline.box)) return false;
  if (outlineContains(outline, ax, ay) || outlineContains(outline, bx, by)) return true;
  return someEdge(outline, (edge) => segmentsTouch(segment, edge));
}

/** Whether any edge of a polygon satisfies a test. */
function someEdge(polygon: PolygonOutline, test: (edge: Segment) => boolean): boolean {
  for (const ring of polygon.rings) {
    const n = ring.length;
    for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
      if (test([ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!])) return true;
    }
  }
  return false;
}

/** The parameter in [0, 1] of the point of a segment that is nearest to p. */
export function nearestParameter(segment: Segment, px: number, py: number): number {
  const [ax, ay, bx, by] = segment;
  const ex = bx - ax;
  const ey = by - ay;
  const ee = ex * ex + ey * ey;
  if (!(ee > 0)) return 0;
  return Math.min(1, Math.max(0, ((px - ax) * ex + (py - ay) * ey) / ee));
}

/**
 * Where a segment is in an outline: closed intervals of its parameter (0 at the start, 1 at the end), ascending, flat as
 * [from, to, from, to, ...]. A touch is an interval of length 0. Empty if and only if `segmentTouchesOutline` is false.
 */
export function parametersInside(segment: Segment, outline: PlaneOutline): number[] {
  if (!segmentTouchesOutline(segment, outline)) return [];
  const [ax, ay, bx, by] = segment;
  if (ax === bx && ay === by) return [0, 1];
  if (outline.kind === 'circle') return circleInterval(segment, outline.x_m, outline.y_m, outline.radius_m);
  const cuts = [0, 1];
  const touches: number[] = [];
  if (outlineContains(outline, ax, ay)) touches.push(0);
  if (outlineContains(outline, bx, by)) touches.push(1);
  someEdge(outline, (edge) => {
    if (!segmentsTouch(segment, edge)) return false;
    for (const s of meetingParameters(segment, edge)) {
      cuts.push(s);
      touches.push(s);
    }
    return false;
  });
  cuts.sort((p, q) => p - q);
  const inside: number[] = [];
  const add = (from: number, to: number): void => {
    const end = inside.length - 1;
    if (end > 0 && from <= inside[end]!) inside[end] = Math.max(inside[end]!, to);
    else inside.push(from, to);
  };
  const touching = new Set(touches);
  for (let i = 0; i < cuts.length; i++) {
    const from = cuts[i]!;
    if (touching.has(from)) add(from, from);
    const to = cuts[i + 1];
    if (to === undefined || to === from) continue;
    const m = (from + to) / 2;
    if (outlineContains(outline, ax + (bx - ax) * m, ay + (by - ay) * m)) add(from, to);
  }
  return inside;
}

/** Parameters of the first segment at which it meets the second; for a shared stretch, its two ends. */
function meetingParameters(s: Segment, r: Segment): number[] {
  const [ax, ay, bx, by] = s;
  const [cx, cy, dx, dy] = r;
  const out: number[] = [];
  if (onSegment(r, ax, ay)) out.push(0);
  if (onSegment(r, bx, by)) out.push(1);
  if (onSegment(s, cx, cy)) out.push(nearestParameter(s, cx, cy));
  if (onSegment(s, dx, dy)) out.push(nearestParameter(s, dx, dy));
  if (out.length > 0) return out;
  const a = sideOfLine(r, ax, ay);
  const b = sideOfLine(r, bx, by);
  out.push(Math.min(1, Math.max(0, a / (a - b))));
  return out;
}

/** The interval of a segment inside a disc that it touches. */
function circleInterval(segment: Segment, x: number, y: number, radius: number): number[] {
  const [ax, ay, bx, by] = segment;
  const ex = bx - ax;
  const ey = by - ay;
  const length2 = ex * ex + ey * ey;
  const middle = ((x - ax) * ex + (y - ay) * ey) / length2;
  const cross = (ex * (y - ay) - ey * (x - ax)) ** 2 / length2;
  const half = Math.sqrt(Math.max(0, radius * radius - cross) / length2);
  const from = Math.min(1, Math.max(0, middle - half));
  return [from, Math.max(from, Math.min(1, Math.max(0, middle + half)))];
}
