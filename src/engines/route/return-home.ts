import { quantize } from '#base';
import type { PlacePoint, TrajectoryPoint } from '#world';
import { type Powers, energyUsed_wh } from './energy.ts';
import type { Hazard, Hazards, Point3 } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { findLeg } from './legs.ts';
import type { ReturnMargin, RouteRequest } from './route-types.ts';
import { zoneConflict } from './schedule.ts';
import { withoutRepeats } from './smooth.ts';
import { type Connector, connectorsFrom, connectorsOf } from './terminal.ts';
import { CORNER_ACCELERATION_MPS2, type Via, timedTrajectory } from './timing.ts';
import { flightTime_sec } from './wind.ts';

/** A way to a landing place: where to, what it takes, and its points, timed from 0 at the moment of turning away. */
export type WayHome = {
  readonly place_id: string;
  readonly needed_wh: number;
  readonly points: readonly TrajectoryPoint[];
};

/** A lattice with its exact hazards. */
type Space = { readonly hazards: Hazards; readonly lattice: RouteLattice };

/** What ways to landing places are searched with. */
export type ReturnQuery = {
  readonly request: RouteRequest;
  /** Every zone of the flight is present throughout. */
  readonly present: Space;
  /** Zones that come and go are left out, and given beside it; null where there are none. */
  readonly timed: (Space & { readonly zones: readonly Hazard[] }) | null;
  readonly waypoints: readonly TrajectoryPoint[];
  /** Energy used up to each waypoint. */
  readonly used_wh: readonly number[];
  /** Powers on the leg that ends at a waypoint; the way from it is flown with the same load. */
  readonly powersOn: (to: number) => Powers;
};

/** An aircraft on the ground this near to a landing place, in metres, stands there. */
const AT_PLACE_M = 1;
/** One in the air this near is over it: places of a route are written to the millimetre. */
const OVER_PLACE_M = 0.002;
/** Searches at one point before the best way found so far is taken. */
const MOST_SEARCHES = 3;

/** The least margin over the stops of a route. */
export function returnMargin(query: ReturnQuery): ReturnMargin {
  const { request, waypoints, used_wh } = query;
  const { uav, mission } = request;
  const reserve_wh = mission.constraints.battery_reserve_ratio * uav.battery_capacity_wh;
  const find = createWaysHome(query);
  let least: ReturnMargin | null = null;
  // From the end, because a stop without a way of its own (a zone there that is still to come) flies on to the next.
  let onward: { readonly place_id: string; readonly at_wh: number } | null = null;
  for (let i = waypoints.length - 1; i >= 0; i--) {
    const left_wh = uav.battery_ratio * uav.battery_capacity_wh - used_wh[i]!;
    const isStop = i === waypoints.length - 1 || waypoints[i]!.stop_id !== null;
    if (!isStop) continue;
    const way = find(i);
    if (way !== null) onward = { place_id: way.place_id, at_wh: used_wh[i]! + way.needed_wh };
    const needed_wh = onward === null ? null : onward.at_wh - used_wh[i]!;
    const least_wh = needed_wh === null ? null : left_wh - needed_wh - reserve_wh;
    if (least !== null && !isLess(least_wh, least.least_wh)) continue;
    least = {
      least_wh,
      waypoint: i,
      t_sec: waypoints[i]!.t_sec,
      left_wh,
      needed_wh,
      reserve_wh,
      landing_place_id: onward?.place_id ?? null,
    };
  }
  return rounded(least!);
}

function isLess(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === null && b !== null;
  return a < b;
}

/** Rounded against the flight: what is left down, what is needed up. */
function rounded(m: ReturnMargin): ReturnMargin {
  const step = 1e-4;
  const down = (x: number): number => quantize(Math.floor(x / step) * step, step);
  return {
    ...m,
    least_wh: m.least_wh === null ? null : down(m.least_wh),
    left_wh: down(m.left_wh),
    needed_wh: m.needed_wh === null ? null : -down(-m.needed_wh),
    reserve_wh: -down(-m.reserve_wh),
  };
}

/** Home and the places that charge, by id. */
export function landingPlaces({ state, air, uav }: RouteRequest): readonly PlacePoint[] {
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  return state.city.places
    .filter((p) => p.id === uav.home_place_id || p.chargers !== null)
    .flatMap((p) => air.places.get(p.id) ?? [])
    .filter((p) => p.x_m >= min_x_m && p.x_m <= max_x_m && p.y_m >= min_y_m && p.y_m <= max_y_m)
    .sort((a, b) => (a.place.id < b.place.id ? -1 : 1));
}

/** The cheapest way found from a waypoint to a landing place; null where none was. Asked again, it remembers. */
export function createWaysHome(query: ReturnQuery): (waypoint: number) => WayHome | null {
  const { present, timed, waypoints } = query;
  const everywhere = createFinder(query, present);
  const between = timed === null ? null : createFinder(query, timed);
  return (i) => {
    const way = everywhere(i);
    if (way !== null || timed === null || between === null) return way;
    const late = between(i);
    if (late === null) return null;
    // A waypoint is turned away from when it is left, which is at the latest at its own time: waits are points too.
    const points = late.points.map((p) => ({ ...p, t_sec: p.t_sec + waypoints[i]!.t_sec }));
    return timed.zones.some((z) => zoneConflict(points, z) !== null) ? null : late;
  };
}

function createFinder(query: ReturnQuery, space: Space): (waypoint: number) => WayHome | null {
  const { request, waypoints, powersOn } = query;
  const places = landingPlaces(request);
  const { altitude_min_m } = request.mission.constraints;
  const terminals = new Map<string, readonly Connector[]>();
  const terminalOf = (p: PlacePoint): readonly Connector[] => {
    const known = terminals.get(p.place.id);
    if (known !== undefined) return known;
    const { lattice, hazards } = space;
    const { connectors } = connectorsOf(lattice, hazards, { ...p, action: 'land' }, altitude_min_m);
    terminals.set(p.place.id, connectors);
    return connectors;
  };
  const known = new Map<string, WayHome | null>();
  return (i) => {
    const at = waypoints[i]!;
    const powers = powersOn(i);
    const stop_sec = stoppingTime_sec(waypoints, i);
    const key = [at.x_m, at.y_m, at.z_m, stop_sec, powers.hover_w].join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    let best: WayHome | null = null;
    const ranked = places
      .map((p) => ({ p, bound_wh: boundTo_wh(query, at, p, powers) }))
      .sort((a, b) => a.bound_wh - b.bound_wh);
    let searches = 0;
    for (const { p, bound_wh } of ranked) {
      if ((best !== null && bound_wh >= best.needed_wh) || searches++ >= MOST_SEARCHES) break;
      const path = pathTo(request, space, at, { place: p, terminal: terminalOf(p) });
      if (path === null) continue;
      const via = path.map((q, k): Via => ({ ...q, hold_sec: k === 0 ? stop_sec : 0, stop_id: null }));
      const points = timedTrajectory(via, request.uav, request.air.wind);
      const needed_wh = energyUsed_wh(points, powers).at(-1)!;
      if (best === null || needed_wh < best.needed_wh) best = { place_id: p.place.id, needed_wh, points };
    }
    known.set(key, best);
    return best;
  };
}

/** Seconds lost by coming to a stand from the speed at which a point is reached. */
function stoppingTime_sec(points: readonly TrajectoryPoint[], i: number): number {
  const [a, b] = [points[i - 1], points[i]!];
  if (a === undefined || b.z_m <= 0) return 0;
  const speed = Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m) / (b.t_sec - a.t_sec);
  return speed / (2 * CORNER_ACCELERATION_MPS2);
}

/** No way to a place takes less: while it moves sideways the aircraft draws at least cruise power. */
function boundTo_wh({ request }: ReturnQuery, at: Point3, place: PlacePoint, powers: Powers): number {
  const { uav, air } = request;
  const sec = flightTime_sec(place.x_m - at.x_m, place.y_m - at.y_m, uav.cruise_mps, air.wind);
  return (sec * powers.cruise_w) / 3600;
}

/** Points of a way that is clear by the exact check, from a point of the route to the ground at a place. */
function pathTo(
  request: RouteRequest,
  { hazards, lattice }: Space,
  at: Point3,
  { place, terminal }: { readonly place: PlacePoint; readonly terminal: readonly Connector[] },
): readonly Point3[] | null {
  const { altitude_min_m } = request.mission.constraints;
  const ground = { x_m: place.x_m, y_m: place.y_m, z_m: 0 };
  const here = { x_m: at.x_m, y_m: at.y_m, z_m: at.z_m };
  const off_m = Math.hypot(at.x_m - place.x_m, at.y_m - place.y_m);
  if (off_m <= AT_PLACE_M && at.z_m <= 0) return [here];
  // The way down to the place is checked up to the heights of its connectors.
  if (off_m <= OVER_PLACE_M && terminal.some((c) => c.above.z_m >= at.z_m)) return [here, ground];
  const from =
    at.z_m < altitude_min_m
      ? connectorsOf(lattice, hazards, { ...at, action: 'land' }, altitude_min_m).connectors
      : connectorsFrom(lattice, hazards, here);
  const { budget } = request;
  const leg = findLeg(
    {
      lattice,
      hazards,
      planner: 'weighted',
      budget: budget?.should_stop === undefined ? undefined : { should_stop: budget.should_stop },
      seed: 1,
      spent: 0,
      aim: null,
      front: null,
    },
    from,
    terminal,
  );
  return leg.ok ? withoutRepeats([here, ...leg.value.points, ground]) : null;
}
