import type { Counterexample } from './counterexample.ts';

export type StressLevel = 'none' | 'low' | 'medium' | 'high' | 'extreme';

/** Something that happened in a simulated flight. Metres and seconds; positions in the city's local plane. */
export type SimulationEvent = {
  readonly t_sec: number;
  readonly type:
    | 'nmac'
    | 'lowc'
    | 'separation_lost'
    | 'zone_entered'
    | 'obstacle_hit'
    | 'ground_hit'
    | 'battery_empty'
    | 'reserve_spent'
    | 'lost_link'
    | 'link_restored'
    | 'gust'
    | 'arrived'
    | 'deadline_missed'
    | 'landed'
    | 'aborted';
  readonly entities: readonly string[];
  readonly x_m: number;
  readonly y_m: number;
  readonly z_m: number;
  /** The measure that made it an event: a distance, a delay, a ratio. */
  readonly value: number | null;
};

/** Separation by class of pair: counts are of distinct pairs. Proxies, not certified encounter models. */
export type SeparationRow = {
  readonly pair_class: 'drone_drone' | 'drone_crewed' | 'terminal';
  readonly pairs: number;
  readonly lowc_count: number;
  readonly nmac_count: number;
  readonly min_horizontal_m: number | null;
  readonly min_vertical_m: number | null;
};

/** The simulator's answer for one seed and stress level. */
export type SimulationAnswer = {
  readonly success: boolean;
  readonly scenario_seed: number;
  readonly stress_level: StressLevel;
  readonly events: readonly SimulationEvent[];
  /** Smallest distance to any other aircraft; null where none was near. */
  readonly min_distance_m: number | null;
  /** Arrival after the planned arrival, seconds; negative is early; null where it never arrived. */
  readonly delay_sec: number | null;
  readonly arrival_sec: number | null;
  readonly battery_end_ratio: number;
  readonly separation: readonly SeparationRow[];
  readonly risk: 'low' | 'medium' | 'high';
  readonly counterexample: Counterexample | null;
};
