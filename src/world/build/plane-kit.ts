import { assert, quantize } from '#base';
import { type Frame, type LonLat, type PlanePoint, createFrame } from '#geo';

/** Coordinates of generated documents are written to 1e-7 degrees, about a centimetre. */
const DEG_QUANTUM = 1e-7;

/** A pair of metres [east, north] in a city's plane: the short form in which hand-laid plans are written. */
export type EastNorth = readonly [x_m: number, y_m: number];

/** A rectangle in the plane, turned counter-clockwise by `angle_rad`. */
export type Box = {
  readonly at: EastNorth;
  readonly width_m: number;
  readonly depth_m: number;
  readonly angle_rad: number;
};

/** The frame at an origin that the caller has chosen inside the frame's range. */
export function frameAt(origin: LonLat): Frame {
  const frame = createFrame(origin);
  assert(frame.ok, 'a generated city stands within 80 degrees of latitude');
  return frame.value;
}

/** Degrees of a point of the plane, rounded. */
export function lonLatOf(frame: Frame, [x_m, y_m]: EastNorth): [number, number] {
  const [lon, lat] = frame.toLonLat({ x_m, y_m });
  return [quantize(lon, DEG_QUANTUM), quantize(lat, DEG_QUANTUM)];
}

/** A closed ring in degrees from corners in the plane. */
export function ringOf(frame: Frame, corners: readonly EastNorth[]): [number, number][] {
  const ring = corners.map((c) => lonLatOf(frame, c));
  return [...ring, [ring[0]![0], ring[0]![1]]];
}

/** The four corners of a box, counter-clockwise. */
export function cornersOf(box: Box): EastNorth[] {
  const c = Math.cos(box.angle_rad);
  const s = Math.sin(box.angle_rad);
  const w = box.width_m / 2;
  const d = box.depth_m / 2;
  return (
    [
      [-w, -d],
      [w, -d],
      [w, d],
      [-w, d],
    ] as const
  ).map(([x, y]) => [box.at[0] + c * x - s * y, box.at[1] + s * x + c * y]);
}

/** Corners of a regular polygon with a corner at `turn_rad` from east. */
export function regularPolygon(at: EastNorth, radius_m: number, corners: number, turn_rad = 0): EastNorth[] {
  return Array.from({ length: corners }, (_, i) => {
    const a = turn_rad + (2 * Math.PI * i) / corners;
    return [at[0] + radius_m * Math.cos(a), at[1] + radius_m * Math.sin(a)];
  });
}

/** [west, south, east, north] of a square or rectangle around the origin. */
export function boundsOf(frame: Frame, half_x_m: number, half_y_m: number): [number, number, number, number] {
  const [west, south] = lonLatOf(frame, [-half_x_m, -half_y_m]);
  const [east, north] = lonLatOf(frame, [half_x_m, half_y_m]);
  return [west, south, east, north];
}

/** The part of a segment inside an origin-centred square, or null where it misses (Liang and Barsky, 1984). */
export function clipToSquare(a: EastNorth, b: EastNorth, half_m: number): [EastNorth, EastNorth] | null {
  let from = 0;
  let to = 1;
  for (const axis of [0, 1] as const) {
    const d = b[axis] - a[axis];
    for (const [p, q] of [
      [-d, a[axis] + half_m],
      [d, half_m - a[axis]],
    ] as const) {
      if (p === 0 && q < 0) return null;
      if (p < 0) from = Math.max(from, q / p);
      if (p > 0) to = Math.min(to, q / p);
    }
  }
  if (!(from < to)) return null;
  const on = (t: number): EastNorth => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  return [on(from), on(to)];
}

/** Metres between two points of the plane. */
export function distance_m(a: EastNorth, b: EastNorth): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Plane point of a position. */
export function eastNorthOf(frame: Frame, at: LonLat): EastNorth {
  const p: PlanePoint = frame.toPlane(at);
  return [p.x_m, p.y_m];
}
