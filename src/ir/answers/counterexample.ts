/** The rules that hold for every decision. */
export type RuleId = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8';

/** What went wrong, as a closed list: repair and metrics branch on it. */
export type FailureType =
  | 'zone_entered'
  | 'separation_lost'
  | 'altitude_band_left'
  | 'deadline_missed'
  | 'reserve_spent'
  | 'corridor_overloaded'
  | 'spec_violated'
  | 'priority_override'
  | 'information_missing'
  | 'collision'
  | 'near_miss'
  | 'kinematics_infeasible'
  | 'risk_too_high'
  | 'no_path'
  | 'budget_exhausted'
  | 'no_available_uav'
  | 'endpoint_blocked'
  | 'wind_too_strong'
  | 'tool_failed';

/**
 * One violated requirement, at its worst moment rather than its first; short enough for a prompt (under 200 tokens).
 * `robustness` is in the unit of the requirement (metres, seconds, ratio); negative fails.
 */
export type Counterexample = {
  readonly failure_type: FailureType;
  readonly violated_constraint: string;
  readonly rule: RuleId | 'spec' | 'simulation' | 'risk' | 'planning';
  /** When it is worst, in seconds after the start; null where it has no moment. */
  readonly counterexample_time_sec: number | null;
  /** Ids of the waypoints at both ends of the offending leg; empty where it has no place. */
  readonly offending_segment: readonly string[];
  readonly robustness: number | null;
  /** Zones, obstacles, aircraft and corridors involved. */
  readonly entities: readonly string[];
  readonly suggested_repair: string;
};
