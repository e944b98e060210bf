import type { LonLat } from '#world';

/** Mean radius of the Earth, metres (IUGG). Everything here is for display only. */
const RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** A position on the map, degrees. */
export type Place = readonly [number, number];

/** Great-circle distance, metres (haversine). */
export function distance_m(a: Place, b: Place): number {
  const h =
    Math.sin(((b[1] - a[1]) * RAD) / 2) ** 2 +
    Math.cos(a[1] * RAD) * Math.cos(b[1] * RAD) * Math.sin(((b[0] - a[0]) * RAD) / 2) ** 2;
  return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Direction from a to b at a, degrees clockwise from north, 0 up to below 360. */
export function bearing_deg(a: Place, b: Place): number {
  const d = (b[0] - a[0]) * RAD;
  const y = Math.sin(d) * Math.cos(b[1] * RAD);
  const x =
    Math.cos(a[1] * RAD) * Math.sin(b[1] * RAD) - Math.sin(a[1] * RAD) * Math.cos(b[1] * RAD) * Math.cos(d);
  return (Math.atan2(y, x) / RAD + 360) % 360;
}

/** A position so many metres east and north of another. */
export function offset(from: Place, east_m: number, north_m: number): [number, number] {
  return [
    from[0] + east_m / (RADIUS_M * RAD * Math.cos(from[1] * RAD)),
    from[1] + north_m / (RADIUS_M * RAD),
  ];
}

/** Metres east and north of an origin. */
export function eastNorth(origin: Place, p: Place): [number, number] {
  const per_deg = RADIUS_M * RAD;
  return [(p[0] - origin[0]) * per_deg * Math.cos(origin[1] * RAD), (p[1] - origin[1]) * per_deg];
}

/** Area of a ring on the plane at its first point, square metres, never negative. */
export function ringArea_m2(ring: readonly Place[]): number {
  const origin = ring[0];
  if (origin === undefined) return 0;
  let doubled = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = eastNorth(origin, ring[i]!);
    const [bx, by] = eastNorth(origin, ring[(i + 1) % ring.length]!);
    doubled += ax * by - bx * ay;
  }
  return Math.abs(doubled) / 2;
}

/** Area of a polygon with holes, square metres. */
export function polygonArea_m2(rings: readonly (readonly LonLat[])[]): number {
  return rings.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * ringArea_m2(ring), 0);
}

/** Length of a line, metres. */
export function length_m(line: readonly Place[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += distance_m(line[i - 1]!, line[i]!);
  return sum;
}

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

/** The box around places; null without any. */
export function boxOf(places: Iterable<Place>): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return west === Infinity ? null : [west, south, east, north];
}

/** A box so many metres wider on each side. */
export function widen([west, south, east, north]: Box, metres: number): Box {
  const [w, s] = offset([west, south], -metres, -metres);
  const [e, n] = offset([east, north], metres, metres);
  return [w, s, e, n];
}

/** The closed ring of a box. */
export function boxRing([w, s, e, n]: Box): [number, number][] {
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
}

/** A circle as a closed ring. */
export function circle(centre: Place, radius_m: number, points = 48): [number, number][] {
  return Array.from({ length: points + 1 }, (_, i) => {
    const a = ((i % points) / points) * 2 * Math.PI;
    return offset(centre, Math.cos(a) * radius_m, Math.sin(a) * radius_m);
  });
}

/** Whether a place is in a polygon with holes (even-odd). */
export function inPolygon(p: Place, rings: readonly (readonly Place[])[]): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i]!;
      const [xj, yj] = ring[j]!;
      if (yi > p[1] !== yj > p[1] && p[0] < ((xj - xi) * (p[1] - yi)) / (yj - yi) + xi) inside = !inside;
    }
  return inside;
}

/** A place for the name of a polygon with holes: the middle of its widest part on the parallel halfway up its box. */
export function labelPlace(rings: readonly (readonly Place[])[]): [number, number] | null {
  const box = boxOf(rings[0] ?? []);
  if (box === null) return null;
  const lat = (box[1] + box[3]) / 2;
  const crossings: number[] = [];
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i]!;
      const [xj, yj] = ring[j]!;
      if (yi > lat !== yj > lat) crossings.push(xi + ((xj - xi) * (lat - yi)) / (yj - yi));
    }
  crossings.sort((a, b) => a - b);
  let widest: [number, number] | null = null;
  for (let i = 1; i < crossings.length; i += 2) {
    const part: [number, number] = [crossings[i - 1]!, crossings[i]!];
    if (widest === null || part[1] - part[0] > widest[1] - widest[0]) widest = part;
  }
  return widest === null ? [(box[0] + box[2]) / 2, lat] : [(widest[0] + widest[1]) / 2, lat];
}

/** Whether an open ring (first point not repeated) crosses itself. */
export function crossesItself(points: readonly Place[]): boolean {
  const n = points.length;
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      if (k === i + 1 || (i === 0 && k === n - 1)) continue;
      if (cross(points[i]!, points[(i + 1) % n]!, points[k]!, points[(k + 1) % n]!)) return true;
    }
  return false;
}

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  const side = (p: Place, q: Place, r: Place): number =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}
