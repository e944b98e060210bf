import { must, quantize } from '#base';
import type { TrajectoryPoint } from '#world';
import { answerOf } from './answer.ts';
import { type Prepared, prepare } from './cache.ts';
import { type Hazard, type HazardQuery, timedHazardsOf } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { type Flown, type Place, flyStops } from './path.ts';
import { type PlannedRoute, type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import { LONGEST_DELAY_SEC, type ScheduleQuery, type TimeConflict, delayed, scheduleOf } from './schedule.ts';
import { flyTimed } from './timed-path.ts';
import { timedTrajectory } from './timing.ts';
import type { Tracked } from './track-route.ts';
import { trackedPlan } from './tracked.ts';

/** What a path keeps clear of beside the ordinary: corridors and operations closed for good, zones at their times. */
export type Attempt = Pick<HazardQuery, 'closed_corridors' | 'closed_operations' | 'windows'>;

/** Everything timed is taken as present throughout; ways to landing places are searched so, whatever the attempt. */
export const FIRST: Attempt = { closed_corridors: [], closed_operations: [], windows: 'present' };
/** Everything timed is left to the times of the flight. */
const TIMED: Attempt = { ...FIRST, windows: 'timed' };

/** What an attempt came to. */
export type Tried = {
  readonly route: PlannedRoute | null;
  readonly refusal: RouteRefusal | null;
  /** What an immediate launch on this path would meet. */
  readonly at_once: readonly TimeConflict[];
  readonly expansions: number;
};

/** The space that an attempt flies in, and what its flights are checked against in time. */
type Ground = {
  readonly prepared: Prepared;
  readonly lattice: RouteLattice;
  readonly query: ScheduleQuery;
};

/** One path and its earliest launch. */
export function tryAttempt(
  request: RouteRequest,
  places: readonly Place[],
  attempt: Attempt,
  spent: number,
): Tried {
  const ground = groundOf(request, attempt);
  if ('type' in ground) return failed(ground, spent);
  const { prepared, lattice, query } = ground;
  const { hazards } = prepared;
  const flown = flyStops({ request, hazards, lattice, spent }, places);
  if (!flown.ok) return failed(flown.error, spent);
  const expansions = spent + flown.value.expansions;
  const planned = atLeastTwo(timedTrajectory(flown.value.via, request.uav, request.air.wind));
  const tracked = request.tracking === 'horizon' ? trackedPlan(request, hazards, places, planned) : null;
  if (tracked !== null && !tracked.ok) return failed(tracked.error, expansions);
  const points = tracked === null ? planned : atLeastTwo(tracked.value.points);
  const schedule = scheduleOf(points, query);
  const { at_once } = schedule;
  if (schedule.type === 'never')
    return { route: null, refusal: trafficRefusal(at_once), at_once, expansions };
  const made = {
    flown: flown.value,
    tracked: tracked === null ? null : tracked.value,
    waypoints: delayed(points, schedule.delay_sec),
    launch_delay_sec: schedule.delay_sec,
  };
  return { ...answered(request, ground, made), at_once, expansions };
}

/** A path with launch and waits decided together, through what comes and goes. */
export function tryTimed(request: RouteRequest, places: readonly Place[], spent: number): Tried {
  const ground = groundOf(request, TIMED);
  if ('type' in ground) return failed(ground, spent);
  const { hazards } = ground.prepared;
  const timed = flyTimed({ request, hazards, lattice: ground.lattice, spent }, places, ground.query);
  if (!timed.ok) return failed(timed.error, spent);
  const { flown, points } = timed.value;
  const { leave_sec = 0, hold_sec } = flown.via[0]!;
  const made = {
    flown,
    tracked: null,
    waypoints: atLeastTwo(points),
    launch_delay_sec: quantize(Math.max(0, leave_sec - hold_sec), 0.001),
  };
  return { ...answered(request, ground, made), at_once: [], expansions: spent + flown.expansions };
}

function failed(refusal_: RouteRefusal, spent: number): Tried {
  return { route: null, refusal: refusal_, at_once: [], expansions: spent + refusal_.expansions };
}

function groundOf(request: RouteRequest, attempt: Attempt): Ground | RouteRefusal {
  const query = hazardQuery(request, attempt);
  const prepared = prepare(query, request.state.city.grid, request.prepared);
  if (!prepared.ok) {
    const { zone_id } = prepared.error;
    return refusal('unknown_zone', `no zone has the id ${zone_id}`, { blocked_by: [zone_id] });
  }
  const { lattice } = prepared.value;
  if (!lattice.ok) {
    const { low_m, high_m } = lattice.error;
    return refusal('no_path', `no height is above ${low_m} m and below the ceiling of ${high_m} m`);
  }
  const { air, uav, state, mission } = request;
  const timed_zones = attempt.windows === 'timed' ? timedHazardsOf(query) : [];
  return {
    prepared: prepared.value,
    lattice: lattice.value,
    query: { air, fleet: state.fleet, uav, constraints: mission.constraints, timed_zones },
  };
}

type Made = {
  readonly flown: Flown;
  readonly tracked: Tracked | null;
  readonly waypoints: readonly TrajectoryPoint[];
  readonly launch_delay_sec: number;
};

function answered(request: RouteRequest, ground: Ground, made: Made): Pick<Tried, 'route' | 'refusal'> {
  const present = prepare(hazardQuery(request, FIRST), request.state.city.grid, request.prepared);
  const zones: readonly Hazard[] = ground.query.timed_zones;
  const route = answerOf({
    request,
    ...made,
    grid_hash: ground.lattice.grid_hash,
    present: must(present.ok ? present.value : null, 'its zones are those of the attempt'),
    timed: zones.length > 0 ? { prepared: ground.prepared, zones } : null,
  });
  const stranded = request.return_reserve === 'report' ? null : returnRefusal(route);
  return stranded === null ? { route, refusal: null } : { route: null, refusal: stranded };
}

/** A refusal where no landing place is in reach from every point of a route with the reserve kept. */
export function returnRefusal({
  return_margin: m,
}: Pick<PlannedRoute, 'return_margin'>): RouteRefusal | null {
  if (m.least_wh !== null && m.least_wh >= 0) return null;
  const where = `at w${m.waypoint} (${m.t_sec.toFixed(0)} s)`;
  const message =
    m.needed_wh === null
      ? `no way to a landing place was found ${where}`
      : `${where} ${m.left_wh.toFixed(1)} Wh are left; the way to ${m.landing_place_id ?? ''} takes ` +
        `${m.needed_wh.toFixed(1)} Wh and ${m.reserve_wh.toFixed(1)} Wh must remain`;
  return refusal('no_return', message);
}

/** What decides the hazards of one attempt. */
export function hazardQuery(request: RouteRequest, attempt: Attempt): HazardQuery {
  return {
    air: request.air,
    uav: request.uav,
    constraints: request.mission.constraints,
    avoid_zones: request.avoid_zones,
    sensitive_zones: request.sensitive_zones,
    span_sec: [0, longestFlight_sec(request) + LONGEST_DELAY_SEC],
    ...attempt,
  };
}

/** No delay helps: what is met at once, and how badly, as a person would be told. */
function trafficRefusal(at_once: readonly TimeConflict[]): RouteRefusal {
  const said = at_once.slice(0, 4).map((c) => {
    const when = `at ${c.t_sec.toFixed(0)} s`;
    if (c.kind === 'corridor') return `corridor ${c.id} is ${c.short_by} over its capacity ${when}`;
    return `${c.kind} ${c.id} is ${c.short_by.toFixed(1)} m too near ${when}`;
  });
  return refusal('traffic_conflict', `no launch delay on the list avoids this: ${said.join('; ')}`, {
    blocked_by: [...new Set(at_once.map((c) => c.id))].sort(),
  });
}

/** Longer than any flight of the aircraft: a full battery at its least power, and all service times. */
function longestFlight_sec({ uav, mission }: RouteRequest): number {
  const air_sec = (uav.battery_capacity_wh * 3600) / Math.min(uav.hover_w, uav.cruise_w, uav.climb_w);
  return air_sec + mission.stops.reduce((s, stop) => s + stop.service_sec, 0);
}

/** A mission that ends where it begins, at once, still has a start and an end. */
function atLeastTwo(points: readonly TrajectoryPoint[]): readonly TrajectoryPoint[] {
  const only = points[0]!;
  return points.length > 1 ? points : [only, { ...only, t_sec: only.t_sec + 1, stop_id: null }];
}
