import { type EastNorth } from './plane-kit.ts';

/** Whether a point lies inside a ring by the crossing rule; for laying out cities, not for verdicts. */
export function insideRing(ring: readonly EastNorth[], [x, y]: EastNorth): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Metres from a point to the nearest edge of a ring (0 on it); inside or outside makes no difference. */
export function distanceToRing(ring: readonly EastNorth[], [x, y]: EastNorth): number {
  let best = Infinity;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[j]!;
    const [dx, dy] = [ring[i]![0] - ax, ring[i]![1] - ay];
    const length2 = dx * dx + dy * dy;
    const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2));
    best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return best;
}

/** The centroid of a simple ring by the shoelace formula; the mean of its points where its area vanishes. */
export function centroidOf(ring: readonly EastNorth[]): EastNorth {
  let [area2, cx, cy] = [0, 0, 0];
  const [ox, oy] = ring[0]!;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = [ring[j]![0] - ox, ring[j]![1] - oy];
    const [bx, by] = [ring[i]![0] - ox, ring[i]![1] - oy];
    const cross = ax * by - bx * ay;
    area2 += cross;
    cx += (ax + bx) * cross;
    cy += (ay + by) * cross;
  }
  if (Math.abs(area2) < 1e-9) {
    const sum = ring.reduce<[number, number]>((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
    return [sum[0] / ring.length, sum[1] / ring.length];
  }
  return [ox + cx / (3 * area2), oy + cy / (3 * area2)];
}
