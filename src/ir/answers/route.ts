import type { TrajectoryPoint } from '#world';

/** A planned route for one aircraft with its timing and energy, and what the search proves about it. */
export type RouteAnswer = {
  readonly waypoints: readonly TrajectoryPoint[];
  readonly length_m: number;
  /** Arrival at the last required place, seconds after the start. */
  readonly eta_sec: number;
  /** End of the whole path, including the return where the task returns. */
  readonly end_sec: number;
  /** Energy for the whole path, Wh, at the worst wind direction where the wind's direction is unknown. */
  readonly energy_est_wh: number;
  /** Battery left at the end over its capacity. */
  readonly battery_end_ratio: number;
  readonly planner: string;
  readonly search: SearchFacts;
};

/** What the search says of its own answer. Costs are metres of lattice path. */
export type SearchFacts = {
  readonly cost_m: number;
  readonly lower_bound_m: number;
  /** cost / lower bound: 1 is optimal on the lattice. */
  readonly certified_ratio: number;
  readonly expansions: number;
  readonly movement_rule: 'strict';
  readonly grid_hash: string;
};

/** Why there is no route. `no_path` means that the search space was exhausted; a cap says `budget_exhausted`. */
export type RouteFailure = {
  readonly type:
    | 'no_path'
    | 'budget_exhausted'
    | 'start_blocked'
    | 'goal_blocked'
    | 'outside_map'
    | 'wind_too_strong'
    | 'unsmoothable';
  readonly message: string;
  readonly expansions: number;
  /** The place at which it failed, where one is known, and what blocks it. */
  readonly at_place_id: string | null;
  readonly blocked_by: readonly string[];
};
