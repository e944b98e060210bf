import { type Result, err, must, ok } from '#base';
import type { TrajectoryPoint } from '#world';
import { answerOf } from './answer.ts';
import { createRouteCache, prepare } from './cache.ts';
import { type HazardQuery, timedHazardsOf } from './hazards.ts';
import { loadedPowers } from './load.ts';
import { type Place, flyStops, placesOf } from './path.ts';
import { type PlannedRoute, type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import { LONGEST_DELAY_SEC, type TimeConflict, delayed, scheduleOf } from './schedule.ts';
import { timedTrajectory } from './timing.ts';
import { trackedPlan } from './tracked.ts';

/** Different paths that one request may try: each closes something else that the first one met in time. */
const MOST_ATTEMPTS = 6;

/** What a path keeps clear of beside the ordinary: corridors and operations closed for good, zones at their times. */
type Attempt = Pick<HazardQuery, 'closed_corridors' | 'closed_operations' | 'windows'>;

/** Everything timed is taken as present throughout; ways to landing places are searched so, whatever the attempt. */
export const FIRST: Attempt = { closed_corridors: [], closed_operations: [], windows: 'present' };

/**
 * Plans a whole mission for one aircraft: vertical take-off, cruise in the altitude band, landing or hovering at each
 * stop in order. The path keeps clear of zones, obstacles and ceilings by exact checks of every straight leg, and of
 * other operations, full corridors and zones that come and go by the launch delay or by another path, whichever arrives
 * first. Deadline and battery at the end are facts of the answer, not verdicts; that a landing place can be reached from
 * every point with the reserve kept is required, unless the request asks for the margin only. The same request
 * gives the same bytes.
 */
export function planRoute(asked: RouteRequest): Result<PlannedRoute, RouteRefusal> {
  const request = asked.prepared === undefined ? { ...asked, prepared: createRouteCache() } : asked;
  const fault = windRefusal(request) ?? loadRefusal(request);
  if (fault !== null) return err(fault);
  const places = placesOf(request);
  if (!places.ok) return places;
  const attempts: Attempt[] = [FIRST];
  let best: PlannedRoute | null = null;
  let first: RouteRefusal | null = null;
  let expansions = 0;
  for (let i = 0; i < attempts.length && i < MOST_ATTEMPTS; i++) {
    const attempt = attempts[i]!;
    const tried = tryAttempt(request, places.value, attempt, expansions);
    expansions = tried.expansions;
    if (tried.route !== null && (best === null || tried.route.eta_sec < best.eta_sec)) best = tried.route;
    // That a landing place is out of reach says more than that a first attempt found no way at all.
    if (first === null || tried.refusal?.type === 'no_return') first = tried.refusal ?? first;
    for (const next of furtherAttempts(request, attempt, tried)) {
      if (!attempts.some((a) => sameAttempt(a, next))) attempts.push(next);
    }
  }
  if (best !== null) return ok({ ...best, search: { ...best.search, expansions } });
  return err({ ...first!, expansions });
}

type Tried = {
  readonly route: PlannedRoute | null;
  readonly refusal: RouteRefusal | null;
  /** What an immediate launch on this path would meet. */
  readonly at_once: readonly TimeConflict[];
  readonly expansions: number;
};

/** One path and its earliest launch. */
function tryAttempt(request: RouteRequest, places: readonly Place[], attempt: Attempt, spent: number): Tried {
  const failed = (refusal_: RouteRefusal): Tried => ({
    route: null,
    refusal: refusal_,
    at_once: [],
    expansions: spent + refusal_.expansions,
  });
  const query = hazardQuery(request, attempt);
  const prepared = prepare(query, request.state.city.grid, request.prepared);
  if (!prepared.ok) {
    const { zone_id } = prepared.error;
    return failed(refusal('unknown_zone', `no zone has the id ${zone_id}`, { blocked_by: [zone_id] }));
  }
  const { hazards, lattice } = prepared.value;
  if (!lattice.ok) {
    const { low_m, high_m } = lattice.error;
    return failed(refusal('no_path', `no height is above ${low_m} m and below the ceiling of ${high_m} m`));
  }
  const flown = flyStops({ request, hazards, lattice: lattice.value, spent }, places);
  if (!flown.ok) return failed(flown.error);
  const expansions = spent + flown.value.expansions;
  const planned = atLeastTwo(timedTrajectory(flown.value.via, request.uav, request.air.wind));
  const tracked = request.tracking === 'horizon' ? trackedPlan(request, hazards, places, planned) : null;
  if (tracked !== null && !tracked.ok)
    return failed({ ...tracked.error, expansions: flown.value.expansions });
  const points = tracked === null ? planned : atLeastTwo(tracked.value.points);
  const { air, uav, state, mission } = request;
  const timed_zones = attempt.windows === 'timed' ? timedHazardsOf(query) : [];
  const schedule = scheduleOf(points, {
    air,
    fleet: state.fleet,
    uav,
    constraints: mission.constraints,
    timed_zones,
  });
  const { at_once } = schedule;
  if (schedule.type === 'never')
    return { route: null, refusal: trafficRefusal(at_once), at_once, expansions };
  const present = prepare(hazardQuery(request, FIRST), request.state.city.grid, request.prepared);
  const route = answerOf({
    request,
    flown: flown.value,
    tracked: tracked === null ? null : tracked.value,
    waypoints: delayed(points, schedule.delay_sec),
    launch_delay_sec: schedule.delay_sec,
    grid_hash: lattice.value.grid_hash,
    present: must(present.ok ? present.value : null, 'its zones are those of the attempt'),
    timed: timed_zones.length > 0 ? { prepared: prepared.value, zones: timed_zones } : null,
  });
  const stranded = request.return_reserve === 'report' ? null : returnRefusal(route);
  if (stranded !== null) return { route: null, refusal: stranded, at_once, expansions };
  return { route, refusal: null, at_once, expansions };
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

function loadRefusal({ uav, load }: RouteRequest): RouteRefusal | null {
  const loaded = loadedPowers(uav, uav, load);
  return loaded.ok ? null : refusal('bad_load', loaded.error.message);
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

/** Other paths worth trying: past what the launch had to wait for, and with zones at their times. */
function furtherAttempts(request: RouteRequest, attempt: Attempt, tried: Tried): Attempt[] {
  const next: Attempt[] = [];
  const ids = (kind: TimeConflict['kind']): string[] =>
    tried.at_once.filter((c) => c.kind === kind).map((c) => c.id);
  const [corridors, operations] = [ids('corridor'), ids('operation')];
  if (corridors.length > 0)
    next.push({ ...attempt, closed_corridors: [...attempt.closed_corridors, ...corridors].sort() });
  if (operations.length > 0)
    next.push({ ...attempt, closed_operations: [...attempt.closed_operations, ...operations].sort() });
  if (attempt.windows === 'present' && timedHazardsOf(hazardQuery(request, attempt)).length > 0)
    next.push({ ...attempt, windows: 'timed' });
  return next;
}

function sameAttempt(a: Attempt, b: Attempt): boolean {
  return (
    a.windows === b.windows &&
    a.closed_corridors.join() === b.closed_corridors.join() &&
    a.closed_operations.join() === b.closed_operations.join()
  );
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
