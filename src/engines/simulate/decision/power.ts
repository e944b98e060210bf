import type { Uav } from '#world';

/** Ground speed below which an aircraft hovers rather than travels, m/s: station keeping in turbulence stays below it. */
const TRAVEL_MPS = 1;

/** Climb slower than this is level flight, m/s. */
const LEVEL_MPS = 0.05;

/** How an aircraft moved during one step. */
export type Motion = {
  readonly airspeed_mps: number;
  readonly ground_mps: number;
  readonly climb_mps: number;
  readonly on_ground: boolean;
};

/**
 * Electrical power in watts: the plan's own model (hover, cruise and climb power; the larger where two apply), so that an
 * undisturbed flight uses what the plan says. Above cruise air speed the cruise power grows with the cube of the speed, as
 * drag power does. On the ground the rotors stand.
 */
export function flightPower_w(uav: Uav, m: Motion): number {
  if (m.on_ground) return 0;
  const over = Math.max(1, m.airspeed_mps / uav.cruise_mps) ** 3;
  const travels = m.ground_mps > TRAVEL_MPS;
  const level = travels ? uav.cruise_w : uav.hover_w;
  const climbing = m.climb_mps > LEVEL_MPS ? uav.climb_w : 0;
  const sinking = m.climb_mps < -LEVEL_MPS ? uav.hover_w : 0;
  return Math.max(level, climbing, sinking) * over;
}
