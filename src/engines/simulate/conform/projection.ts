import { MPS_PER_KT, M_PER_FT, radians } from '#base';
import type { RelativeState } from '../detectors/relative.ts';

/** An aircraft by latitude and longitude on a sphere; altitude in feet, speeds in knots and feet a minute. */
export type GeodeticState = {
  readonly lat_deg: number;
  readonly lon_deg: number;
  readonly alt_ft: number;
  readonly east_kn: number;
  readonly north_kn: number;
  readonly up_fpm: number;
};

/** Radius of the sphere on which one minute of arc is one nautical mile, in metres. */
const RADIUS_M = (1852 * 60 * 180) / Math.PI;

/** Velocities are projected by flying this long along the great circle and dividing: seconds. */
const VELOCITY_STEP_S = 10;

/**
 * Own minus intruder in the orthographic plane that touches the sphere at the own aircraft: x east, y north. Detect-and-
 * avoid reference data in latitude and longitude were computed in this plane. Heights are differences of altitude.
 */
export function relativeOnSphere(own: GeodeticState, intruder: GeodeticState): RelativeState {
  const ownVelocity = projectedVelocity(own, own);
  const otherVelocity = projectedVelocity(intruder, own);
  const other = orthographic(intruder.lat_deg, intruder.lon_deg, own);
  return {
    sx_m: -other.x,
    sy_m: -other.y,
    sz_m: (own.alt_ft - intruder.alt_ft) * M_PER_FT,
    vx_mps: ownVelocity.x - otherVelocity.x,
    vy_mps: ownVelocity.y - otherVelocity.y,
    vz_mps: ((own.up_fpm - intruder.up_fpm) * M_PER_FT) / 60,
  };
}

type Pair = { readonly x: number; readonly y: number };

function orthographic(lat_deg: number, lon_deg: number, at: GeodeticState): Pair {
  const lat = radians(lat_deg);
  const lat0 = radians(at.lat_deg);
  const dlon = radians(lon_deg - at.lon_deg);
  return {
    x: RADIUS_M * Math.cos(lat) * Math.sin(dlon),
    y: RADIUS_M * (Math.cos(lat0) * Math.sin(lat) - Math.sin(lat0) * Math.cos(lat) * Math.cos(dlon)),
  };
}

function projectedVelocity(who: GeodeticState, at: GeodeticState): Pair {
  const speed = Math.hypot(who.east_kn, who.north_kn) * MPS_PER_KT;
  const course = Math.atan2(who.east_kn, who.north_kn);
  const arc = (speed * VELOCITY_STEP_S) / RADIUS_M;
  const lat = radians(who.lat_deg);
  const lat2 = Math.asin(Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(course));
  const dlon = Math.atan2(
    Math.sin(course) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * Math.sin(lat2),
  );
  const from = orthographic(who.lat_deg, who.lon_deg, at);
  const to = orthographic((lat2 * 180) / Math.PI, who.lon_deg + (dlon * 180) / Math.PI, at);
  return { x: (to.x - from.x) / VELOCITY_STEP_S, y: (to.y - from.y) / VELOCITY_STEP_S };
}
