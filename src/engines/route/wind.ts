import type { Wind } from '#world';

/**
 * Seconds to fly the horizontal displacement (dx, dy) at a constant air speed V in the wind w: the t with
 * |d - w t| = V t, which is (sqrt((d.w)^2 + (V^2 - w^2) d^2) - d.w) / (V^2 - w^2). Where the direction is unknown the
 * wind is taken against the flight. Infinity where the wind is as fast as the aircraft: then no direction is sure.
 * The time is convex and homogeneous in d, so a detour never saves time.
 */
export function flightTime_sec(dx_m: number, dy_m: number, airspeed_mps: number, wind: Wind): number {
  const d2 = dx_m * dx_m + dy_m * dy_m;
  if (d2 === 0) return 0;
  if (!(wind.speed_mps < airspeed_mps)) return Infinity;
  if (wind.toward === null) return Math.sqrt(d2) / (airspeed_mps - wind.speed_mps);
  const along = dx_m * wind.toward.east_mps + dy_m * wind.toward.north_mps;
  const spare = airspeed_mps * airspeed_mps - wind.speed_mps * wind.speed_mps;
  return (Math.sqrt(along * along + spare * d2) - along) / spare;
}
