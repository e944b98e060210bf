import { type Result, err, must, ok } from '#base';
import type { Stop } from '#ir';
import type { PlacePoint } from '#world';
import type { Hazards, Point3 } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { type Aim, type Leg, findLeg } from './legs.ts';
import { powersOf } from './load.ts';
import {
  type FlightCosts,
  type Front,
  type Objective,
  type ObjectiveFacts,
  flightCosts,
  joined,
} from './objective.ts';
import { type RouteRefusal, type RouteRequest, refusal } from './route-types.ts';
import { withoutRepeats } from './smooth.ts';
import { type Connector, connectorsOf } from './terminal.ts';
import type { Via } from './timing.ts';

/** An aircraft this near to a landing stop, in metres, stands there already. */
const AT_PLACE_M = 1;

/** A stop with its place, or the aircraft's own position as the first. */
export type Place = {
  readonly place_id: string | null;
  readonly x_m: number;
  readonly y_m: number;
  readonly stop: Stop | null;
};

/** Where a mission begins and stops, all of it on the map. */
export function placesOf({ air, uav, mission }: RouteRequest): Result<readonly Place[], RouteRefusal> {
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

/** The flown points in order, and what the searches proved together. */
export type Flown = {
  readonly via: readonly Via[];
  readonly cost_m: number;
  readonly bound_m: number;
  readonly objective: ObjectiveFacts;
  /** Expansions of this path alone. */
  readonly expansions: number;
};

/** What paths are searched with, and the expansions that earlier paths have spent. */
export type PathSearch = {
  readonly request: RouteRequest;
  readonly hazards: Hazards;
  readonly lattice: RouteLattice;
  readonly spent: number;
};

/** Flies from stop to stop: take-off, cruise and landing or hover of each leg. */
export function flyStops(search: PathSearch, places: readonly Place[]): Result<Flown, RouteRefusal> {
  const { request, hazards, lattice } = search;
  const { planner, budget, seed = 1, front_limit = 0 } = request;
  const aimed = aimOf(search);
  if (!aimed.ok) return aimed;
  const { aim, costs } = aimed.value;
  const front = costs !== null && front_limit > 0 ? { costs, limit: front_limit } : null;
  let objective = startOf(request.objective ?? 'length', front !== null);
  const via: Via[] = [{ ...groundOf(places[0]!), hold_sec: 0, stop_id: null }];
  let [cost_m, bound_m, expansions] = [0, 0, 0];
  let here = places[0]!;
  // Connectors at the height of a hover, from which the next leg must go on; null on the ground.
  let hovering: readonly Connector[] | null = null;
  for (const next of places.slice(1)) {
    const stop = next.stop!;
    const reached = { hold_sec: stop.service_sec, stop_id: stop.place_id };
    if (standsAt(here, next)) {
      const last = via.at(-1)!;
      if (last.stop_id === null) via[via.length - 1] = { ...last, ...reached };
      else via.push({ ...last, ...reached });
      continue;
    }
    const from = hovering === null ? terminalOf(search, here) : ok(hovering);
    if (!from.ok) return from;
    const to = terminalOf(search, next);
    if (!to.ok) return to;
    const spent = search.spent + expansions;
    const found = findLeg(
      { lattice, hazards, planner, budget, seed, spent, aim, front },
      from.value,
      to.value,
    );
    expansions += found.ok ? found.value.expansions : found.error.expansions;
    if (!found.ok) return err({ ...found.error, at_place_id: next.place_id, expansions });
    via.push(...viaOf(found.value, here, next, reached));
    cost_m += found.value.cost_m;
    bound_m += found.value.lower_bound_m;
    objective = withLeg(objective, found.value, front_limit);
    const height_m = found.value.points.at(-1)!.z_m;
    hovering = isOnGround(next) ? null : to.value.filter((c) => c.above.z_m === height_m);
    here = next;
  }
  return ok({ via, cost_m, bound_m, objective, expansions });
}

/** What the legs are searched for, and the costs of the aircraft's moves where they are needed. */
function aimOf({
  request,
  lattice,
}: PathSearch): Result<{ readonly aim: Aim | null; readonly costs: FlightCosts | null }, RouteRefusal> {
  const { uav, air, planner, objective = 'length', front_limit = 0 } = request;
  if (objective === 'length' && front_limit === 0) return ok({ aim: null, costs: null });
  if (planner === 'rrt_star')
    return err(refusal('unsupported', 'rrt_star knows no other objective than length, and no front'));
  const powers = must(powersOf(request), 'the load was checked before').aboard;
  const craft = { uav, powers, wind: air.wind };
  const costs = flightCosts(lattice, craft);
  if (!costs.ok)
    return err(
      refusal('unsupported', 'the lattice is too large for costs in milliseconds and milliwatt hours'),
    );
  const aim = objective === 'length' ? null : { objective, costs: costs.value, craft };
  return ok({ aim, costs: costs.value });
}

function startOf(name: Objective, with_front: boolean): ObjectiveFacts {
  const unit = name === 'length' ? 'm' : name === 'energy' ? 'Wh' : 's';
  const nothing: Front = { points: [{ time_sec: 0, energy_wh: 0 }], status: 'complete' };
  return { name, unit, cost: 0, lower_bound: 0, front: with_front ? nothing : null };
}

function withLeg(facts: ObjectiveFacts, leg: Leg, limit: number): ObjectiveFacts {
  return {
    ...facts,
    cost: facts.cost + leg.objective.cost,
    lower_bound: facts.lower_bound + leg.objective.lower_bound,
    front: facts.front === null || leg.front === null ? null : joined(facts.front, leg.front, limit),
  };
}

/** Whether an aircraft on the ground stands at a landing stop already. */
export function standsAt(here: Place, next: Place): boolean {
  const near = Math.hypot(here.x_m - next.x_m, here.y_m - next.y_m) <= AT_PLACE_M;
  return near && isOnGround(here) && isOnGround(next);
}

/** Whether an aircraft at a place is on the ground there. */
export function isOnGround(place: Place): boolean {
  return place.stop === null || place.stop.action === 'land';
}

/** A place on the ground. */
export function groundOf(place: Place): Point3 {
  return { x_m: place.x_m, y_m: place.y_m, z_m: 0 };
}

/** What shuts in a place is named up to this many; the rest is counted. */
const MOST_NAMED = 5;

/** The ways between a place and the lattice, or what blocks them all: the nearest, and how many. */
export function terminalOf(
  { request, hazards, lattice }: PathSearch,
  place: Place,
): Result<readonly Connector[], RouteRefusal> {
  const action = isOnGround(place) ? 'land' : 'hover';
  const { altitude_min_m } = request.mission.constraints;
  const { connectors, blocked_by } = connectorsOf(lattice, hazards, { ...place, action }, altitude_min_m);
  if (connectors.length > 0) return ok(connectors);
  const name = place.place_id ?? `the position of ${request.uav.id}`;
  const by = blocked_by.length > 0 ? `blocked by ${named(blocked_by)}` : 'shut in on all sides';
  return err(
    refusal(place.stop === null ? 'start_blocked' : 'goal_blocked', `${name} is ${by}`, {
      at_place_id: place.place_id,
      blocked_by: blocked_by.slice(0, MOST_NAMED),
    }),
  );
}

/** The first few ids of a list, and how many more there are. */
function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  const first = ids.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
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
