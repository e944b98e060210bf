import { LIMITS } from '#base';
import { type Box, type TimedPoint, boxGap_m, boxOfCoordinates, createFrame } from '#geo';
import { instantMs } from '#world';
import { type OperationDraft } from './operation.ts';

/**
 * A micrometre. Degrees in doubles carry about 2e-9 m, seconds after different starts about 1e-9 s; what is nearer to a
 * limit than this counts as over it, so rounding can refuse, never admit.
 */
export const ROUNDING_M = 1e-6;

/** Flights that touch in time do so although their seconds were rounded: each stands still so long before and after. */
export const ROUNDING_SEC = 1e-6;

/** Planes of regions farther apart than this share nothing. */
const FAR_M = 2 * LIMITS.city_half_extent_m;

/** Two operations in one plane and on one clock, each with a leg of ROUNDING_SEC more at either end. Heights are above mean sea level. */
export type Pair = {
  readonly a: readonly TimedPoint[];
  readonly b: readonly TimedPoint[];
  /** A true distance is at least a measured one times this. */
  readonly shrink: number;
  /** Milliseconds since the epoch of second 0. */
  readonly zero_ms: number;
  /** Back to WGS84 degrees. */
  readonly lonLat: (x_m: number, y_m: number) => readonly [lon: number, lat: number];
};

/**
 * Both operations in the plane where the verifier measured them, if they share it; else in a plane at a point of one of
 * them, distances counted short by that plane's distortion. `far` where they cannot meet, `unknown` where no plane holds
 * both: unknown is never clear.
 */
export function pairIn(first: OperationDraft, second: OperationDraft): Pair | 'far' | 'unknown' {
  const [a, b] = first.operation_id <= second.operation_id ? [first, second] : [second, first];
  const [lon, lat] = a.plane_origin;
  const shared = lon === b.plane_origin[0] && lat === b.plane_origin[1];
  const origin = shared ? a.plane_origin : ([a.trajectory[0]!.lon, a.trajectory[0]!.lat] as const);
  const framed = createFrame(origin);
  if (!framed.ok) return 'unknown';
  const frame = framed.value;
  const zero_ms = Math.min(instantMs(first.start), instantMs(second.start));
  const track = (draft: OperationDraft): TimedPoint[] => {
    const shift_sec = (instantMs(draft.start) - zero_ms) / 1000;
    const points = draft.trajectory.map((p) => ({
      t_sec: p.t_sec + shift_sec,
      ...frame.toPlane([p.lon, p.lat]),
      z_m: p.amsl_m,
    }));
    const [first, last] = [points[0]!, points[points.length - 1]!];
    const before = { ...first, t_sec: first.t_sec - ROUNDING_SEC };
    return [before, ...points, { ...last, t_sec: last.t_sec + ROUNDING_SEC }];
  };
  const pair = { a: track(first), b: track(second) };
  if (boxGap_m(boxOf(pair.a), boxOf(pair.b)) > FAR_M) return 'far';
  const ratio = shared ? 0 : frame.distortionRatio(reachOf([...pair.a, ...pair.b]));
  if (!(ratio >= 0 && ratio < 0.5)) return 'unknown';
  return { ...pair, shrink: 1 - ratio, zero_ms, lonLat: (x_m, y_m) => frame.toLonLat({ x_m, y_m }) };
}

/** The box of points in the plane. */
export function boxOf(points: readonly TimedPoint[]): Box {
  return boxOfCoordinates(points.flatMap((p) => [p.x_m, p.y_m]));
}

function reachOf(points: readonly TimedPoint[]): number {
  return points.reduce((most, p) => Math.max(most, Math.hypot(p.x_m, p.y_m)), 0);
}
