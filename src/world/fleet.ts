import { z } from 'zod';
import { Id, LonLatTuple, Name } from './ids.ts';

/** An aircraft can take a task only while `available`. */
export const UavStatus = z.enum(['available', 'busy', 'charging', 'maintenance', 'offline']);
export type UavStatus = z.infer<typeof UavStatus>;

/**
 * Masses of an aircraft in kilograms: without payload, and the whole mass at which its powers were stated. Both or none,
 * since no power can be scaled from one of them.
 */
export const UavMasses = z.strictObject({
  empty_kg: z.number().positive().lt(1e5),
  powers_kg: z.number().positive().lt(1e5),
});

/** One multirotor aircraft. Speeds are through the air, powers electrical at the battery. */
export const Uav = z.strictObject({
  id: Id,
  name: Name,
  model: z.string().max(80),
  status: UavStatus,
  /** Where it stands now, on the ground. */
  at: LonLatTuple,
  /** The place that it returns to. */
  home_place_id: Id,
  battery_capacity_wh: z.number().positive().max(1e6),
  /** State of charge, 0 to 1. */
  battery_ratio: z.number().min(0).max(1),
  cruise_mps: z.number().positive().max(100),
  climb_mps: z.number().positive().max(30),
  descent_mps: z.number().positive().max(30),
  max_payload_kg: z.number().min(0).max(1000),
  /** Refuses to fly in more wind or gusts than this. */
  wind_limit_mps: z.number().min(0).max(60),
  /**
   * Mean power in hover, cruise at `cruise_mps` in still air, and climb at `climb_mps`: with `max_payload_kg` aboard, or at
   * `masses.powers_kg` where masses are given. A flight is judged with all of `max_payload_kg` aboard either way.
   */
  hover_w: z.number().positive().max(1e6),
  cruise_w: z.number().positive().max(1e6),
  climb_w: z.number().positive().max(1e6),
  masses: UavMasses.optional(),
  /** Radius of the sphere that holds the aircraft. */
  radius_m: z.number().positive().max(20),
  /** What it carries: a camera for inspection, patrol and monitoring, a bay for deliveries. */
  equipment: z.array(z.enum(['cargo_bay', 'camera'])).max(8),
});
export type Uav = Readonly<z.infer<typeof Uav>>;
