import { type AircraftFigures } from '#world';
import { openSpace, createWays } from '../plane/ways.ts';
import { type Pt } from '../plane/projection.ts';
import { left, scale } from '../plane/vec.ts';
import { type CopterContext, copterMotion } from './copter.ts';
import { turnEstimate_s } from './wind-dubins.ts';

/** Seconds of a turn between opposite lanes, lead-in included, mean of both ends; open ground. */
export type TurnCost = (turn: {
  /** Direction of the first lane. */
  readonly u: Pt;
  /** Ground speeds along it and back. */
  readonly along_mps: number;
  readonly back_mps: number;
  readonly spacing_m: number;
}) => number;

/** Lines that a wing may skip, at most. */
const MOST_SKIP = 8;

/** Turns as they will be flown, for choosing the direction of lanes. */
export function turnCost(
  craft: AircraftFigures,
  wind: Pt,
  c: { readonly acceleration_mps2: number; readonly settle_s: number },
): TurnCost {
  const space = openSpace(1e5);
  const context: CopterContext = {
    craft,
    wind,
    space,
    ways: createWays(space),
    acceleration_mps2: c.acceleration_mps2,
    airspeed_max_mps: craft.speed_max_mps * 0.995,
  };
  const copter = (u: Pt, v1: number, v2: number, spacing: number): number => {
    const start = c.settle_s > 0 ? Math.max(Math.min(v2, 0.5), v2 - c.acceleration_mps2 * c.settle_s) : v2;
    const lead_m = ((start + v2) / 2) * c.settle_s;
    const aside = scale(left(u), spacing);
    const from = { p: { x: 0, y: 0 }, v: scale(u, v1) };
    const to = { p: { x: aside.x + lead_m * u.x, y: aside.y + lead_m * u.y }, v: scale(u, -start) };
    return (copterMotion(from, to, context)?.duration_s ?? 60) + c.settle_s;
  };
  const wing = (u: Pt, v1: number, v2: number, spacing: number): number => {
    const lead_m = v2 * c.settle_s;
    let best = Infinity;
    for (let k = 1; k <= MOST_SKIP; k++) {
      const aside = scale(left(u), k * spacing);
      const goal = { p: { x: aside.x + lead_m * u.x, y: aside.y + lead_m * u.y }, track: scale(u, -1) };
      const craftOf = {
        airspeed_mps: craft.cruise_mps,
        radius_m: craft.turn_radius_m,
        wind,
      };
      best = Math.min(best, turnEstimate_s({ p: { x: 0, y: 0 }, track: u }, goal, craftOf));
    }
    return best + c.settle_s;
  };
  const one = craft.kind === 'multirotor' ? copter : wing;
  return ({ u, along_mps, back_mps, spacing_m }) =>
    (one(u, along_mps, back_mps, spacing_m) + one(scale(u, -1), back_mps, along_mps, spacing_m)) / 2;
}
