import { type Result, err, ok, quantize } from '#base';
import type { Stop } from '#ir';
import type { PlacePoint, TrajectoryPoint } from '#world';
import { prepare } from './cache.ts';
import { energyUsed_wh } from './energy.ts';
import { type Point3, type Hazards } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { type Leg, findLeg } from './legs.ts';
import { type PlannedRoute, type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import { withoutRepeats } from './smooth.ts';
import { type Connector, connectorsOf } from './terminal.ts';
import { type Via, timedTrajectory } from './timing.ts';

/** An aircraft this near to a landing stop, in metres, stands there already. */
const AT_PLACE_M = 1;

/**
 * Plans a whole mission for one aircraft: vertical take-off, cruise in the altitude band, landing or hovering at each
 * stop in order. The path keeps clear of zones, obstacles and ceilings by exact checks of every straight leg. Deadline
 * and battery reserve are facts of the answer, not verdicts. The same request gives the same bytes.
 */
export function planRoute(request: RouteRequest): Result<PlannedRoute, RouteRefusal> {
  const wind = windRefusal(request);
  if (wind !== null) return err(wind);
  const places = placesOf(request);
  if (!places.ok) return places;
  const prepared = prepare(
    {
      air: request.air,
      uav: request.uav,
      constraints: request.mission.constraints,
      avoid_zones: request.avoid_zones,
      sensitive_zones: request.sensitive_zones,
      closed_corridors: [],
      span_sec: [0, longestFlight_sec(request)],
    },
    request.state.city.grid,
    request.prepared,
  );
  if (!prepared.ok) {
    const { zone_id } = prepared.error;
    return err(refusal('unknown_zone', `no zone has the id ${zone_id}`, { blocked_by: [zone_id] }));
  }
  const { hazards, lattice } = prepared.value;
  if (!lattice.ok) {
    const { low_m, high_m } = lattice.error;
    return err(refusal('no_path', `no height is above ${low_m} m and below the ceiling of ${high_m} m`));
  }
  const flown = flyStops(request, places.value, hazards, lattice.value);
  if (!flown.ok) return flown;
  return ok(answerOf(request, flown.value, lattice.value));
}

/** A refusal where wind or gusts are over the aircraft's limit or as fast as it flies. */
function windRefusal({ air, uav }: RouteRequest): RouteRefusal | null {
  const { speed_mps, gust_mps } = air.wind;
  const strongest = Math.max(speed_mps, gust_mps ?? 0);
  if (strongest > uav.wind_limit_mps) {
    const what = strongest > speed_mps ? 'gusts' : 'wind';
    const message = `${what} of ${strongest} m/s are over the limit of ${uav.wind_limit_mps} m/s of ${uav.id}`;
    return refusal('wind_too_strong', message);
  }
  if (speed_mps < uav.cruise_mps) return null;
  return refusal(
    'wind_too_strong',
    `wind of ${speed_mps} m/s is as fast as ${uav.id} flies (${uav.cruise_mps} m/s)`,
  );
}

/** A stop with its place, or the aircraft's own position as the first. */
type Place = {
  readonly place_id: string | null;
  readonly x_m: number;
  readonly y_m: number;
  readonly stop: Stop | null;
};

function placesOf({ air, uav, mission }: RouteRequest): Result<readonly Place[], RouteRefusal> {
  const own = air.uavs.get(uav.id) ?? air.frame.toPlane(uav.at);
  const places: Place[] = [{ place_id: null, ...own, stop: null }];
  if (mission.stops.length === 0) return err(refusal('unknown_place', 'the mission has no stop'));
  for (const stop of mission.stops) {
    const at: PlacePoint | undefined = air.places.get(stop.place_id);
    if (at === undefined)
      return err(
        refusal('unknown_place', `no place has the id ${stop.place_id}`, { at_place_id: stop.place_id }),
      );
    places.push({ place_id: stop.place_id, x_m: at.x_m, y_m: at.y_m, stop });
  }
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  const outside = places.find(
    (p) => !(p.x_m >= min_x_m && p.x_m <= max_x_m && p.y_m >= min_y_m && p.y_m <= max_y_m),
  );
  if (outside === undefined) return ok(places);
  const name = outside.place_id ?? `the position of ${uav.id}`;
  return err(refusal('outside_map', `${name} lies outside the map`, { at_place_id: outside.place_id }));
}

/** Longer than any flight of the aircraft: a full battery at its least power, and all service times. */
function longestFlight_sec({ uav, mission }: RouteRequest): number {
  const air_sec = (uav.battery_capacity_wh * 3600) / Math.min(uav.hover_w, uav.cruise_w, uav.climb_w);
  return air_sec + mission.stops.reduce((s, stop) => s + stop.service_sec, 0);
}

/** The flown points in order, and what the searches proved together. */
type Flown = {
  readonly via: readonly Via[];
  readonly cost_m: number;
  readonly bound_m: number;
  readonly expansions: number;
};

function flyStops(
  request: RouteRequest,
  places: readonly Place[],
  hazards: Hazards,
  lattice: RouteLattice,
): Result<Flown, RouteRefusal> {
  const { planner, budget } = request;
  const via: Via[] = [{ ...groundOf(places[0]!), hold_sec: 0, stop_id: null }];
  let [cost_m, bound_m, expansions] = [0, 0, 0];
  let here = places[0]!;
  let from: Result<readonly Connector[], RouteRefusal> | null = null;
  for (const next of places.slice(1)) {
    const stop = next.stop!;
    const reached = { hold_sec: stop.service_sec, stop_id: stop.place_id };
    if (
      stop.action === 'land' &&
      isOnGround(here) &&
      Math.hypot(here.x_m - next.x_m, here.y_m - next.y_m) <= AT_PLACE_M
    ) {
      const last = via.at(-1)!;
      if (last.stop_id === null) via[via.length - 1] = { ...last, ...reached };
      else via.push({ ...last, ...reached });
      continue;
    }
    from ??= terminalOf(request, here, hazards, lattice);
    if (!from.ok) return from;
    const to = terminalOf(request, next, hazards, lattice);
    if (!to.ok) return to;
    const found = findLeg({ lattice, hazards, planner, budget, spent: expansions }, from.value, to.value);
    if (!found.ok)
      return err({
        ...found.error,
        at_place_id: next.place_id,
        expansions: expansions + found.error.expansions,
      });
    via.push(...viaOf(found.value, here, next, reached));
    cost_m += found.value.cost_m;
    bound_m += found.value.lower_bound_m;
    expansions += found.value.expansions;
    here = next;
    from = null;
  }
  return ok({ via, cost_m, bound_m, expansions });
}

function isOnGround(place: Place): boolean {
  return place.stop === null || place.stop.action === 'land';
}

function groundOf(place: Place): Point3 {
  return { x_m: place.x_m, y_m: place.y_m, z_m: 0 };
}

function terminalOf(
  request: RouteRequest,
  place: Place,
  hazards: Hazards,
  lattice: RouteLattice,
): Result<readonly Connector[], RouteRefusal> {
  const action = isOnGround(place) ? 'land' : 'hover';
  const { altitude_min_m } = request.mission.constraints;
  const { connectors, blocked_by } = connectorsOf(lattice, hazards, { ...place, action }, altitude_min_m);
  if (connectors.length > 0) return ok(connectors);
  const name = place.place_id ?? `the position of ${request.uav.id}`;
  const by = blocked_by.length > 0 ? `blocked by ${blocked_by.join(', ')}` : 'shut in on all sides';
  return err(
    refusal(place.stop === null ? 'start_blocked' : 'goal_blocked', `${name} is ${by}`, {
      at_place_id: place.place_id,
      blocked_by,
    }),
  );
}

/** The points of a leg from the ground or hover before it to the ground or hover after it, without its first. */
function viaOf(leg: Leg, here: Place, next: Place, reached: Pick<Via, 'hold_sec' | 'stop_id'>): Via[] {
  const points = [...leg.points];
  if (next.stop!.action === 'land') points.push(groundOf(next));
  const all = isOnGround(here) ? [groundOf(here), ...points] : points;
  const rest = withoutRepeats(all).slice(1);
  const passing = { hold_sec: 0, stop_id: null };
  if (rest.length === 0) return [{ ...all.at(-1)!, ...reached }];
  return rest.map((p, i) => ({ ...p, ...(i === rest.length - 1 ? reached : passing) }));
}

function answerOf(request: RouteRequest, flown: Flown, lattice: RouteLattice): PlannedRoute {
  const { uav, air, mission } = request;
  const waypoints = timedTrajectory(flown.via, uav, air.wind);
  const used = energyUsed_wh(waypoints, uav);
  const end_wh = used.at(-1)!;
  return {
    waypoints,
    length_m: quantize(lengthOf(waypoints), 0.001),
    eta_sec: arrivalAt(waypoints, mission.required_stop),
    end_sec: waypoints.at(-1)!.t_sec,
    energy_est_wh: quantize(end_wh, 1e-6),
    battery_end_ratio: quantize(uav.battery_ratio - end_wh / uav.battery_capacity_wh, 1e-6),
    planner: request.planner,
    search: {
      cost_m: quantize(flown.cost_m, 0.001),
      lower_bound_m: quantize(flown.bound_m, 0.001),
      certified_ratio: flown.cost_m === flown.bound_m ? 1 : flown.cost_m / flown.bound_m,
      expansions: flown.expansions,
      movement_rule: 'strict',
      grid_hash: lattice.grid_hash,
    },
    launch_delay_sec: 0,
  };
}

function lengthOf(points: readonly TrajectoryPoint[]): number {
  let length_m = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    length_m += Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m);
  }
  return length_m;
}

/** Time at which the stop of this position in the mission is reached: stops appear in their order. */
function arrivalAt(points: readonly TrajectoryPoint[], stop: number): number {
  return points.filter((p) => p.stop_id !== null)[stop]!.t_sec;
}
