import { radians, degrees } from '#base';
import { type Pt } from '../plane/projection.ts';
import { cross, dot, norm } from '../plane/vec.ts';

/** Ground speed and crab on a track, or why the track cannot be held. */
export type WindTriangle =
  | { readonly feasible: true; readonly groundspeed_mps: number; readonly crab_deg: number }
  | { readonly feasible: false };

/**
 * Wind triangle: ground speed = tail wind + sqrt(airspeed^2 - cross wind^2); the crab angle (clockwise positive, heading
 * minus track) = asin(-cross/airspeed), cross positive when the wind pushes to the right. Infeasible where the cross wind
 * is not below the airspeed or no headway is left.
 */
export function windTriangle(input: {
  readonly airspeed_mps: number;
  readonly wind_mps: number;
  readonly wind_from_deg: number;
  readonly track_deg: number;
}): WindTriangle {
  const toward = radians(input.wind_from_deg + 180 - input.track_deg);
  const tail = input.wind_mps * Math.cos(toward);
  const across = input.wind_mps * Math.sin(toward);
  // Past 90 degrees cos and sin leave 1e-16; a wind of exactly the airspeed must still count as infeasible.
  const rest = input.airspeed_mps ** 2 - across ** 2;
  if (!(rest > 1e-9 * input.airspeed_mps ** 2)) return { feasible: false };
  const groundspeed_mps = tail + Math.sqrt(rest);
  if (!(groundspeed_mps > 1e-9)) return { feasible: false };
  return { feasible: true, groundspeed_mps, crab_deg: degrees(Math.asin(-across / input.airspeed_mps)) };
}

/** Ground speed along the unit vector `u` at an airspeed in a wind (both m/s); 0 where the track cannot be held. */
export function groundSpeed(airspeed_mps: number, wind: Pt, u: Pt): number {
  const rest = airspeed_mps ** 2 - cross(u, wind) ** 2;
  return rest > 0 ? Math.max(0, dot(u, wind) + Math.sqrt(rest)) : 0;
}

/** The airspeed that holds a ground speed along `u`. */
export function airspeedFor(groundspeed_mps: number, wind: Pt, u: Pt): number {
  return norm({ x: groundspeed_mps * u.x - wind.x, y: groundspeed_mps * u.y - wind.y });
}

/** Mean speed over a lane flown once each way, (Va^2 - w^2) / sqrt(Va^2 - w^2 sin^2 phi); 0 where it cannot be flown. */
export function pairSpeed(airspeed_mps: number, wind_mps: number, between_rad: number): number {
  if (!(wind_mps < airspeed_mps)) return 0;
  const s = wind_mps * Math.sin(between_rad);
  return (airspeed_mps ** 2 - wind_mps ** 2) / Math.sqrt(airspeed_mps ** 2 - s * s);
}
