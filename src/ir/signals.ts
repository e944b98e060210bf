import type { Constraints } from './low-altitude-ir.ts';

/** A name that a specification may use, with its unit and what it measures on a trajectory. */
export type VerifySignal = {
  readonly name: string;
  readonly unit: 'm' | 's' | 'm/s' | 'ratio' | 'count' | 'none';
  /** A proposition is 1 where it holds and -1 where it does not; only propositions may stand in LTL. */
  readonly kind: 'quantity' | 'proposition';
  readonly what: string;
};

const quantity = (name: string, unit: VerifySignal['unit'], what: string): VerifySignal => ({
  name,
  unit,
  kind: 'quantity',
  what,
});
const proposition = (name: string, what: string): VerifySignal => ({
  name,
  unit: 'none',
  kind: 'proposition',
  what,
});

/**
 * All signals of a trajectory. Names that end in a unit are plain measurements. `z`, `dist_to_obstacle`,
 * `dist_to_sensitive` and `dist_to_traffic` are read as the rules R2 and R3 read them: around pads, where those rules
 * make an exception, so do these.
 */
export const VERIFY_SIGNALS: readonly VerifySignal[] = [
  quantity('altitude_m', 'm', 'height above ground'),
  quantity('ceiling_m', 'm', 'lowest airspace ceiling that holds here, above ground'),
  quantity(
    'dist_to_zone_m',
    'm',
    'distance to the nearest active zone that must not be entered; negative inside',
  ),
  quantity('dist_to_sensitive_m', 'm', 'distance to the nearest active sensitive zone; negative inside'),
  quantity('dist_to_obstacle_m', 'm', 'distance to the nearest building; negative inside'),
  quantity('dist_to_traffic_m', 'm', 'distance to the nearest aircraft of an accepted operation'),
  quantity('dist_to_goal_m', 'm', 'horizontal distance to the place that the deadline counts to'),
  quantity('speed_mps', 'm/s', 'horizontal speed over ground'),
  quantity('climb_mps', 'm/s', 'vertical speed, positive up'),
  quantity('battery_ratio', 'ratio', 'energy left over battery capacity'),
  quantity(
    'corridor_load',
    'count',
    'operations in the fullest corridor flown through, the task included; 0 outside',
  ),
  quantity('corridor_free', 'count', 'places that stay free in that corridor; a million outside corridors'),
  quantity(
    'z',
    'm',
    'height as R3 reads it: inside terminal cylinders, where the band has no floor, never below its middle',
  ),
  quantity(
    'dist_to_obstacle',
    'm',
    'distance as R2 reads it: at a pad, below altitude_min, more by what R2 gives there',
  ),
  quantity('dist_to_sensitive', 'm', 'the same as dist_to_sensitive_m'),
  quantity(
    'dist_to_traffic',
    'm',
    'distance to other aircraft while flying; far while standing on the ground',
  ),
  proposition('not_in_nfz', 'outside every active zone that must not be entered; a boundary is inside'),
  proposition('in_nfz', 'inside or on the boundary of such a zone'),
  proposition('at_goal', 'at the place that the deadline counts to, from arrival until it leaves'),
  proposition('en_route', 'outside the terminal cylinders of start and stops'),
  proposition('on_ground', 'standing on the ground'),
  proposition('in_corridor', 'inside a corridor'),
];

/** Constants that a specification may use instead of numbers; they stand for the task's own constraints. */
export const SPEC_CONSTANTS = [
  'd_min',
  'altitude_min',
  'altitude_max',
  'deadline',
  'battery_reserve',
] as const;

/** The constants' values. Without a deadline `deadline` has none, and a text that uses it does not parse. */
export function specConstants(
  constraints: Pick<
    Constraints,
    'min_separation_m' | 'altitude_min_m' | 'altitude_max_m' | 'deadline_sec' | 'battery_reserve_ratio'
  >,
): Record<string, number> {
  return {
    d_min: constraints.min_separation_m,
    altitude_min: constraints.altitude_min_m,
    altitude_max: constraints.altitude_max_m,
    battery_reserve: constraints.battery_reserve_ratio,
    ...(constraints.deadline_sec === null ? {} : { deadline: constraints.deadline_sec }),
  };
}

/** A check that is a program and not a formula. All of them run on every trajectory, named in an IR or not. */
export type ProgramRule = { readonly name: string; readonly what: string };

/** The closed list of program rules. */
export const PROGRAM_RULES: readonly ProgramRule[] = [
  { name: 'no_fly_zones', what: 'R1: stays out of every active zone that must not be entered' },
  { name: 'obstacle_separation', what: 'R2: keeps more than the separation to buildings' },
  { name: 'sensitive_separation', what: 'R2: keeps more than the separation to sensitive zones' },
  { name: 'traffic_separation', what: 'R2: keeps more than the separation to accepted operations' },
  { name: 'pad_free', what: 'R2: lands where no other aircraft stands' },
  { name: 'altitude_band', what: 'R3: stays in the altitude band' },
  { name: 'airspace_ceiling', what: 'R3: stays under the local ceiling' },
  { name: 'deadline', what: 'R4: arrives by the deadline' },
  { name: 'battery_reserve', what: 'R5: keeps the battery reserve to the end' },
  { name: 'way_home', what: 'R5: a landing place stays in reach of the end, reserve kept' },
  { name: 'corridor_capacity', what: 'R6: overloads no corridor' },
  { name: 'starts_at_aircraft', what: 'starts on the ground where the aircraft stands' },
  { name: 'visits_stops', what: 'reaches every stop in order and stays for its service time' },
  { name: 'lands_at_end', what: 'ends on the ground' },
  { name: 'aircraft_limits', what: 'flies no leg faster than the aircraft can in the wind' },
  { name: 'wind_limit', what: 'wind and gusts are within what the aircraft may fly in' },
  { name: 'inside_map', what: 'stays where obstacles and zones are known' },
  { name: 'aircraft_free', what: 'the aircraft flies no other accepted operation at the time' },
];
