import type { Mission, RouteAnswer, RouteFailure } from '#ir';
import type { AirModel, SystemState, Uav } from '#world';
import type { RouteCache } from './cache.ts';
import type { EnergyTable } from './energy-table.ts';
import type { Load } from './load.ts';
import type { Objective, ObjectiveFacts } from './objective.ts';

/**
 * How a route is searched. `astar_3d`: proved shortest on the lattice. `weighted`: at most 1.2 times that, with its
 * certificate. `anytime`: weights fall until proof or budget. `any_angle`: as `astar_3d`, then corners pulled in between
 * the lattice's angles. `rrt_star`: seeded random sampling, which proves nothing but the straight line as a bound.
 */
export const PLANNERS = ['astar_3d', 'weighted', 'anytime', 'any_angle', 'rrt_star'] as const;
export type Planner = (typeof PLANNERS)[number];

/** How much a route search may cost. */
export type RouteBudget = {
  /** Cells that may be expanded over all legs; LIMITS.route_expansions where absent. */
  readonly max_expansions?: number;
  /** True ends the search; the caller keeps the clock. */
  readonly should_stop?: () => boolean;
};

/** What to plan. Zones of `avoid_zones` are kept out of, those of `sensitive_zones` at the minimum separation. */
export type RouteRequest = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly uav: Uav;
  readonly mission: Mission;
  readonly avoid_zones: readonly string[];
  readonly sensitive_zones: readonly string[];
  readonly planner: Planner;
  readonly budget?: RouteBudget;
  /** Energy at the table's quantile instead of at the aircraft's mean powers. */
  readonly energy_table?: EnergyTable;
  /** What is carried up to the required stop, where its mass is known. */
  readonly load?: Load;
  /**
   * `require`, the default: no route is handed out from which no landing place can be reached with the reserve kept.
   * `report`: the margin is told and the caller judges it.
   */
  readonly return_reserve?: 'require' | 'report';
  /** What the path is the least of; `length` where absent. */
  readonly objective?: Objective;
  /** How many points of the front of time and energy are told; none where absent. */
  readonly front_limit?: number;
  /**
   * `none`, the default: legs at constant velocity with waits for the time that corners cost. `horizon`: the trajectory
   * that the receding-horizon tracker flies along them, within CORNER_CUT_M.
   */
  readonly tracking?: 'none' | 'horizon';
  /** Seed of `rrt_star`; 1 where absent. The other planners use no chance. */
  readonly seed?: number;
  /** Keeps lattices between calls on one air model. */
  readonly prepared?: RouteCache;
};

/**
 * Why there is no route: a failure of the search, an id that the state does not know, other traffic that no launch delay
 * on the list avoids, a load that is none, a path that cannot be
 * tracked, an objective that the planner does not know, or a point from which no landing place is in reach with the reserve kept.
 */
export type RouteRefusal =
  | RouteFailure
  | (Omit<RouteFailure, 'type'> & {
      readonly type:
        | 'unknown_zone'
        | 'unknown_place'
        | 'traffic_conflict'
        | 'bad_load'
        | 'no_return'
        | 'untrackable'
        | 'unsupported';
    });

/**
 * How much energy is to spare for turning away to a landing place, at the point of a route where that is least. A
 * landing place is the aircraft's home or a place that charges. At every stop and at the end one way is known that can be
 * flown, and its energy: come to a stand, climb into the band if below it, fly by the lattice clear of everything that is
 * there at any time of the flight, land. Where zones that come and go leave no such way, one is taken that is clear of
 * them at its own times. Other operations and full corridors are not kept clear of on it. From any point between, the
 * aircraft can fly on to the next stop and turn away there with what is to spare there, so the least over the stops
 * holds for all of the route; no way from a point between is worked out, since it could only leave more.
 */
export type ReturnMargin = {
  /** Left after landing there, less the reserve; negative where it is missing, null where no way was found. */
  readonly least_wh: number | null;
  /** The stop where it is least: w0, w1, ... by position. */
  readonly waypoint: number;
  readonly t_sec: number;
  /** What is left at the point, and what the way from it takes. */
  readonly left_wh: number;
  readonly needed_wh: number | null;
  readonly reserve_wh: number;
  readonly landing_place_id: string | null;
};

/**
 * A route, the launch delay that was chosen to keep clear of other traffic and of zones in time, and what is to spare for
 * turning away to a landing place.
 */
export type PlannedRoute = RouteAnswer & {
  readonly launch_delay_sec: number;
  /** With another objective than length, `search.certified_ratio` is that of these costs. */
  readonly objective: ObjectiveFacts;
  readonly return_margin: ReturnMargin;
  /** How far from the path the tracked flight is at most, and corners slowed for; null where nothing was tracked. */
  readonly tracking: { readonly cross_track_m: number; readonly slowed: number } | null;
};

/** A refusal with what is known. */
export function refusal(
  type: RouteRefusal['type'],
  message: string,
  more: Partial<Pick<RouteRefusal, 'expansions' | 'at_place_id' | 'blocked_by'>> = {},
): RouteRefusal {
  return { type, message, expansions: 0, at_place_id: null, blocked_by: [], ...more };
}
