import type { TrajectoryPoint, Uav } from '#world';

/** Watt hours in a watt second. */
const WH_PER_WS = 1 / 3600;

/** Moves smaller than this, in metres, are rounding. */
const STILL_M = 1e-6;

/** The powers that an estimate uses, in watts at the battery. */
export type Powers = Pick<Uav, 'hover_w' | 'cruise_w' | 'climb_w'>;

/**
 * Mean power in watts on one straight leg of a trajectory: the largest of cruise power while it moves sideways, climb
 * power while it rises and hover power otherwise, so that a slanted leg is never priced below its dearer part. A wait on
 * the ground costs nothing: rotors stand.
 */
export function legPower_w(from: TrajectoryPoint, to: TrajectoryPoint, powers: Powers): number {
  const sideways = Math.hypot(to.x_m - from.x_m, to.y_m - from.y_m) > STILL_M;
  const rise = to.z_m - from.z_m;
  if (!sideways && Math.abs(rise) <= STILL_M) return from.z_m <= STILL_M ? 0 : powers.hover_w;
  return Math.max(
    Math.abs(rise) > STILL_M || !sideways ? powers.hover_w : 0,
    sideways ? powers.cruise_w : 0,
    rise > STILL_M ? powers.climb_w : 0,
  );
}

/** Energy used up to each point of a trajectory, in watt hours; the first is 0. */
export function energyUsed_wh(points: readonly TrajectoryPoint[], powers: Powers): number[] {
  return energyAlong_wh(points, () => powers);
}

/** The same where powers change on the way: `powersOn` names those of the leg that ends at a point. */
export function energyAlong_wh(
  points: readonly TrajectoryPoint[],
  powersOn: (to: number) => Powers,
): number[] {
  const used = [0];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    used.push(used[i - 1]! + legPower_w(a, b, powersOn(i)) * (b.t_sec - a.t_sec) * WH_PER_WS);
  }
  return used;
}
