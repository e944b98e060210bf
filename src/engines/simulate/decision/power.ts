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
 * drag power does. On the ground the rotors stand. All of it with the full payload aboard.
 */
export function flightPower_w(uav: Uav, m: Motion): number {
  if (m.on_ground) return 0;
  const over = Math.max(1, m.airspeed_mps / uav.cruise_mps) ** 3;
  const travels = m.ground_mps > TRAVEL_MPS;
  const level = travels ? uav.cruise_w : uav.hover_w;
  const climbing = m.climb_mps > LEVEL_MPS ? uav.climb_w : 0;
  const sinking = m.climb_mps < -LEVEL_MPS ? uav.hover_w : 0;
  return Math.max(level, climbing, sinking) * over * fullLoadFactor(uav);
}

/**
 * How much more than the stated power is drawn with `max_payload_kg` aboard, since nobody says what is carried: mass to the
 * power 1.5, as the induced power of a hovering rotor in momentum theory (Leishman, Principles of Helicopter Aerodynamics,
 * 2006, section 2.2), and at least 1. 1 where the fleet states no masses: its powers hold with that payload.
 */
export function fullLoadFactor({ masses, max_payload_kg }: Uav): number {
  if (masses === undefined) return 1;
  const ratio = (masses.empty_kg + max_payload_kg) / masses.powers_kg;
  return ratio > 1 ? ratio * Math.sqrt(ratio) : 1;
}
