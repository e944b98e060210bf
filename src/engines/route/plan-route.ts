import { type Result, err, ok } from '#base';
import { type Attempt, FIRST, type Tried, hazardQuery, tryAttempt, tryTimed } from './attempt.ts';
import { createRouteCache } from './cache.ts';
import { timedHazardsOf } from './hazards.ts';
import { loadedPowers } from './load.ts';
import { placesOf } from './path.ts';
import { type PlannedRoute, type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import type { TimeConflict } from './schedule.ts';

/** A launch delay below this is taken as it is: a search in time costs as much as all else together. */
const LONG_WAIT_SEC = 60;
/** Different paths that one request may try: each closes something else that the first one met in time. */
const MOST_ATTEMPTS = 6;

/**
 * Plans a whole mission for one aircraft: vertical take-off, cruise in the altitude band, landing or hovering at each
 * stop in order. The path keeps clear of zones, obstacles and ceilings by exact checks of every straight leg, and of
 * other operations, full corridors and zones that come and go by the launch delay, by another path or by waits on the
 * way, whichever arrives first. Deadline and battery at the end are facts of the answer, not verdicts; that a landing place can be reached from
 * every point with the reserve kept is required, unless the request asks for the margin only. The same request
 * gives the same bytes.
 */
export function planRoute(asked: RouteRequest): Result<PlannedRoute, RouteRefusal> {
  const request = asked.prepared === undefined ? { ...asked, prepared: createRouteCache() } : asked;
  const fault = windRefusal(request) ?? loadRefusal(request);
  if (fault !== null) return err(fault);
  const places = placesOf(request);
  if (!places.ok) return places;
  const search: Search = { best: null, first: null, expansions: 0, met: false };
  const attempts: Attempt[] = [FIRST];
  for (let i = 0; i < attempts.length && i < MOST_ATTEMPTS; i++) {
    const attempt = attempts[i]!;
    const tried = tryAttempt(request, places.value, attempt, search.expansions);
    note(search, tried);
    for (const next of furtherAttempts(request, attempt, tried)) {
      if (!attempts.some((a) => sameAttempt(a, next))) attempts.push(next);
    }
  }
  // Where the whole flight has to wait long on the ground or is refused, launch and waits are decided with the path.
  const waits = search.best === null || search.best.launch_delay_sec >= LONG_WAIT_SEC;
  if (search.met && waits && canBeTimed(request))
    note(search, tryTimed(request, places.value, search.expansions));
  const { best, first, expansions } = search;
  if (best !== null) return ok({ ...best, search: { ...best.search, expansions } });
  return err({ ...first!, expansions });
}

/** The earliest route so far, the refusal to tell where there is none, and whether anything in time was met. */
type Search = {
  best: PlannedRoute | null;
  first: RouteRefusal | null;
  expansions: number;
  met: boolean;
};

function note(search: Search, { route, refusal: why, at_once, expansions }: Tried): void {
  search.expansions = expansions;
  search.met ||= at_once.length > 0;
  if (route !== null && (search.best === null || route.eta_sec < search.best.eta_sec)) search.best = route;
  // That a landing place is out of reach says more than that a first attempt found no way at all.
  if (search.first === null || why?.type === 'no_return') search.first = why ?? search.first;
}

/** Safe intervals know least time on the lattice and nothing else. */
function canBeTimed({ planner, tracking, objective, front_limit }: RouteRequest): boolean {
  const plain = (objective ?? 'length') === 'length' && (front_limit ?? 0) === 0;
  return plain && planner !== 'rrt_star' && tracking !== 'horizon';
}

function loadRefusal({ uav, load }: RouteRequest): RouteRefusal | null {
  const loaded = loadedPowers(uav, uav, load);
  return loaded.ok ? null : refusal('bad_load', loaded.error.message);
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
