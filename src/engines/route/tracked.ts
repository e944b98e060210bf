import { type Result, err, ok } from '#base';
import type { TrajectoryPoint } from '#world';
import { type Hazards, type Point3, pieceClear } from './hazards.ts';
import type { Place } from './path.ts';
import { type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import { type Tracked, trackRoute } from './track-route.ts';

/** Below the altitude band a tracked flight stays this near to the vertical over a stop, metres. */
const COLUMN_M = 1;

/** The planned path as the tracker flies it, each piece clear of what the path is clear of; times from 0. */
export function trackedPlan(
  request: RouteRequest,
  hazards: Hazards,
  places: readonly Place[],
  planned: readonly TrajectoryPoint[],
): Result<Tracked, RouteRefusal> {
  const { air, uav, mission } = request;
  const { altitude_min_m, altitude_max_m } = mission.constraints;
  const high_m = Math.min(altitude_max_m, air.ceiling_agl_m);
  const overPlace = (p: Point3): boolean =>
    places.some((place) => Math.hypot(place.x_m - p.x_m, place.y_m - p.y_m) <= COLUMN_M);
  const inBand = (p: Point3): boolean =>
    p.z_m >= 0 && p.z_m <= high_m && (p.z_m >= altitude_min_m || overPlace(p));
  const tracked = trackRoute({
    planned,
    uav,
    wind: air.wind,
    isClear: (a, b) => inBand(a) && inBand(b) && pieceClear(hazards, a, b, altitude_min_m),
  });
  if (tracked.ok) return ok(tracked.value);
  return err(refusal('untrackable', `${tracked.error.type}: ${tracked.error.message}`));
}
