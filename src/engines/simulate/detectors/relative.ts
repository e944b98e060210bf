/**
 * Motion of one aircraft as another sees it: own minus intruder, at constant velocity. Metres and metres a second,
 * east, north and up.
 */
export type RelativeState = {
  readonly sx_m: number;
  readonly sy_m: number;
  readonly sz_m: number;
  readonly vx_mps: number;
  readonly vy_mps: number;
  readonly vz_mps: number;
};

/** A closed stretch of time in seconds from now; `from_sec` may equal `to_sec` (a touch). */
export type TimeInterval = { readonly from_sec: number; readonly to_sec: number };

/** The state after `t_sec` seconds at constant velocity. */
export function advance(r: RelativeState, t_sec: number): RelativeState {
  return {
    ...r,
    sx_m: r.sx_m + r.vx_mps * t_sec,
    sy_m: r.sy_m + r.vy_mps * t_sec,
    sz_m: r.sz_m + r.vz_mps * t_sec,
  };
}

/** Horizontal distance now, in metres. */
export function horizontalDistance_m(r: RelativeState): number {
  return Math.hypot(r.sx_m, r.sy_m);
}

/** Seconds to the horizontal closest approach; 0 where it is past or the horizontal distance does not change. */
export function timeToClosestApproach_s(r: RelativeState): number {
  const speed2 = r.vx_mps * r.vx_mps + r.vy_mps * r.vy_mps;
  if (speed2 === 0) return 0;
  return Math.max(0, -(r.sx_m * r.vx_mps + r.sy_m * r.vy_mps) / speed2);
}

/**
 * Modified tau in seconds, (D^2 - |s|^2) / (s.v): a time that grows from 0 at the circle of radius `horizontal_m`.
 * Null where the aircraft do not converge or are already inside the circle (RTCA DO-185B, DMOD).
 */
export function modifiedTau_s(r: RelativeState, horizontal_m: number): number | null {
  const dot = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps;
  const gap = r.sx_m * r.sx_m + r.sy_m * r.sy_m - horizontal_m * horizontal_m;
  return dot < 0 && gap > 0 ? -gap / dot : null;
}

/** Seconds to equal altitude; null where the aircraft do not converge vertically. */
export function timeToCoaltitude_s(r: RelativeState): number | null {
  return r.sz_m * r.vz_mps < 0 ? -r.sz_m / r.vz_mps : null;
}

/**
 * Times at which the horizontal distance equals `radius_m`, earlier first, over the whole line of time.
 * Null where the line misses the circle or the aircraft do not move against each other. A tangent gives two equal times.
 */
export function circleTimes_s(r: RelativeState, radius_m: number): readonly [number, number] | null {
  const a = r.vx_mps * r.vx_mps + r.vy_mps * r.vy_mps;
  if (a === 0) return null;
  const b = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps;
  const cross = r.sx_m * r.vy_mps - r.sy_m * r.vx_mps;
  // The discriminant b^2 - a c written with the cross product: it loses no digits near a tangent.
  const disc = radius_m * radius_m * a - cross * cross;
  if (disc < 0) return null;
  const root = Math.sqrt(disc);
  return [(-b - root) / a, (-b + root) / a];
}
