import { LIMITS, type Result, err, ok } from '#base';
import {
  type CostModel,
  type SippContext,
  type TimedPath,
  cellAt,
  createCostModel,
  createSippContext,
  findTimedPath,
  pathCost,
} from '#search';
import type { TrajectoryPoint } from '#world';
import { busyTable } from './busy.ts';
import { centreOf } from './lattice.ts';
import { flightCosts } from './objective.ts';
import type { Point3 } from './hazards.ts';
import {
  type Flown,
  type PathSearch,
  type Place,
  groundOf,
  isOnGround,
  standsAt,
  terminalOf,
} from './path.ts';
import { type RouteRefusal, refusal } from './route-types.ts';
import { LONGEST_DELAY_SEC, type ScheduleQuery, conflictsOf } from './schedule.ts';
import { firstBlocked, samePlace, withoutRepeats } from './smooth.ts';
import type { Connector } from './terminal.ts';
import { type Via, timedTrajectory } from './timing.ts';

/** A mission timed through what comes and goes. */
export type TimedFlight = { readonly flown: Flown; readonly points: readonly TrajectoryPoint[] };

/** How much slower than possible the moves are planned, in turn: the rest is there for the time that corners cost. */
const SLOWER = [1.2, 1.6, 2.2];
/** Lattice costs are millimetres. */
const M_PER_UNIT = 0.001;
/** Gaps in time are left behind for this much of the least arrival: far fewer are expanded. */
const WEIGHT = 1.2;
const LEAST_HOLD_SEC = 0.01;

/**
 * Flies from stop to stop by safe intervals: cells are taken while a zone lasts, another operation passes or a corridor is
 * full, and launch and waits are decided with the path. The flight as timed with the cost of corners is then checked
 * exactly against all of that, and where it meets something the moves are planned slower. The search decides
 * nothing by itself: only the exact check lets a flight through.
 */
export function flyTimed(
  search: PathSearch,
  places: readonly Place[],
  query: ScheduleQuery,
): Result<TimedFlight, RouteRefusal> {
  const { lattice, request } = search;
  const { uav, air } = request;
  const costs = flightCosts(lattice, { uav, powers: uav, wind: air.wind });
  if (!costs.ok) return err(refusal('unsupported', 'the lattice is too large for times in milliseconds'));
  const sipp = createSippContext(lattice.context, busyTable(lattice, query));
  let expansions = 0;
  let last: RouteRefusal = refusal('traffic_conflict', 'no timed path was found');
  for (const slower of SLOWER) {
    const moves = costs.value.time.table.map((ms) => Math.ceil(ms * slower));
    const durations = createCostModel(lattice.grid, { moves });
    if (!durations.ok) break;
    const tried = flyLegs({ ...search, spent: search.spent + expansions }, places, sipp, durations.value);
    expansions += tried.ok ? tried.value.flown.expansions : tried.error.expansions;
    if (!tried.ok) {
      last = tried.error;
      continue;
    }
    const inBand = tried.value.flown.via.filter((p) => p.z_m > 0);
    const blocked_by = firstBlocked(search.hazards, inBand);
    if (blocked_by !== null)
      return err(refusal('unsmoothable', 'no leg passes the exact check', { expansions, blocked_by }));
    const met = conflictsOf(tried.value.points, query);
    if (met.length === 0) return ok({ ...tried.value, flown: { ...tried.value.flown, expansions } });
    const ids = [...new Set(met.map((c) => c.id))].sort();
    last = refusal('traffic_conflict', `a timed path still meets ${ids.join(', ')}`, { blocked_by: ids });
  }
  return err({ ...last, expansions });
}

type Legs = {
  readonly search: PathSearch;
  readonly sipp: SippContext;
  readonly durations: CostModel;
  readonly via: Via[];
  cost_m: number;
  bound_m: number;
  expansions: number;
};

function flyLegs(
  search: PathSearch,
  places: readonly Place[],
  sipp: SippContext,
  durations: CostModel,
): Result<TimedFlight, RouteRefusal> {
  const { uav, air } = search.request;
  const via: Via[] = [{ ...groundOf(places[0]!), hold_sec: 0, stop_id: null }];
  const legs: Legs = { search, sipp, durations, via, cost_m: 0, bound_m: 0, expansions: 0 };
  let here = places[0]!;
  for (const next of places.slice(1)) {
    const stop = next.stop!;
    const reached = { hold_sec: stop.service_sec, stop_id: stop.place_id };
    if (standsAt(here, next)) {
      const last = via.at(-1)!;
      if (last.stop_id === null) via[via.length - 1] = { ...last, ...reached };
      else via.push({ ...last, ...reached });
      continue;
    }
    const refused = flyLeg(legs, here, next);
    if (refused !== null) return err({ ...refused, expansions: legs.expansions });
    via[via.length - 1] = { ...via.at(-1)!, ...reached };
    here = next;
  }
  const { cost_m, bound_m, expansions } = legs;
  const objective = { name: 'length', unit: 'm', cost: cost_m, lower_bound: bound_m, front: null } as const;
  return ok({
    flown: { via, cost_m, bound_m, objective, expansions },
    points: timedTrajectory(via, uav, air.wind),
  });
}

/** Adds one leg to the points flown through; what refuses it, or null. */
function flyLeg(legs: Legs, here: Place, next: Place): RouteRefusal | null {
  const { search, via, sipp } = legs;
  const { request, lattice } = search;
  const { uav, air, budget } = request;
  const from = terminalOf(search, here);
  const to = terminalOf(search, next);
  if (!from.ok) return from.error;
  if (!to.ok) return to.error;
  const last = via.at(-1)!;
  const pair = pairOf(search, from.value, to.value, isOnGround(here) ? null : last.z_m);
  if (pair === null) return refusal('no_path', 'the free cells around both ends are not connected');
  const [a, b] = pair;
  const centre = centreOf(lattice, cellAt(lattice.grid, a.cell));
  const passing = { hold_sec: 0, stop_id: null };
  const up = withoutRepeats([last, a.above, centre]).map((p) => ({ ...pointOf(p), ...passing }));
  const up_sec = timedTrajectory(up, uav, air.wind).at(-1)!.t_sec;
  const ready_sec = timedTrajectory(via, uav, air.wind).at(-1)!.t_sec + up_sec;
  const found = findTimedPath(sipp, {
    start: cellAt(lattice.grid, a.cell),
    goal: cellAt(lattice.grid, b.cell),
    durations: legs.durations,
    earliest_launch: Math.ceil(ready_sec * 1000),
    // In the air there is no launch: it waits in its cell, which the search counts.
    latest_launch: Math.ceil((ready_sec + (isOnGround(here) ? LONGEST_DELAY_SEC : 0)) * 1000),
    weight: WEIGHT,
    max_expansions: Math.max(0, (budget?.max_expansions ?? LIMITS.route_expansions) - search.spent),
    ...(budget?.should_stop === undefined ? {} : { should_stop: budget.should_stop }),
  });
  if (!found.ok) {
    legs.expansions += 'expanded' in found.error ? found.error.expanded : 0;
    const type = found.error.type === 'budget_exhausted' ? 'budget_exhausted' : 'traffic_conflict';
    return refusal(type, `safe intervals: ${found.error.type}`, { at_place_id: next.place_id });
  }
  const path = found.value;
  legs.expansions += path.expansions;
  legs.cost_m += pathCost(lattice.context, path.cells) * M_PER_UNIT;
  const end = centreOf(lattice, cellAt(lattice.grid, b.cell));
  legs.bound_m += Math.hypot(centre.x_m - end.x_m, centre.y_m - end.y_m, centre.z_m - end.z_m);
  via[via.length - 1] = { ...last, leave_sec: path.launch / 1000 - up_sec };
  const level = [...cornersOf(search, path), { ...b.above, ...passing }];
  const down = isOnGround(next) ? [{ ...groundOf(next), ...passing }] : [];
  for (const p of [{ ...a.above, ...passing }, ...level, ...down]) {
    if (!samePlace(via.at(-1)!, p)) via.push(p);
  }
  return null;
}

/** The first pair of ends in one part of the lattice, from a height where the flight hovers. */
function pairOf(
  { lattice }: PathSearch,
  from: readonly Connector[],
  to: readonly Connector[],
  height_m: number | null,
): readonly [Connector, Connector] | null {
  for (const a of from) {
    if (height_m !== null && a.above.z_m !== height_m) continue;
    const b = to.find((c) => lattice.reach[c.cell] === lattice.reach[a.cell]);
    if (b !== undefined) return [a, b];
  }
  return null;
}

/** Where a timed path turns or waits, with its moments. */
function cornersOf({ lattice }: PathSearch, path: TimedPath): Via[] {
  const { cells, arrive, depart } = path;
  const out: Via[] = [];
  for (let i = 0; i < cells.length; i++) {
    const wait_ms = depart[i]! - arrive[i]!;
    const isEnd = i === 0 || i === cells.length - 1;
    const straight = !isEnd && wait_ms === 0 && cells[i]! - cells[i - 1]! === cells[i + 1]! - cells[i]!;
    if (straight) continue;
    out.push({
      ...centreOf(lattice, cellAt(lattice.grid, cells[i]!)),
      // A wait of its own length is given by the moments; here it only says that the aircraft comes to a stand.
      hold_sec: wait_ms > 0 && i > 0 && !isEnd ? LEAST_HOLD_SEC : 0,
      stop_id: null,
      arrive_sec: arrive[i]! / 1000,
      leave_sec: depart[i]! / 1000,
    });
  }
  return out;
}

function pointOf({ x_m, y_m, z_m }: Point3): Point3 {
  return { x_m, y_m, z_m };
}
