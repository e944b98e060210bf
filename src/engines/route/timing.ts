import { quantize } from '#base';
import type { TrajectoryPoint, Uav, Wind } from '#world';
import { flightTime_sec } from './wind.ts';

/** A point to pass, in order: where, how long to stay there, and the stop that is reached by arriving. */
export type Via = {
  readonly x_m: number;
  readonly y_m: number;
  readonly z_m: number;
  readonly hold_sec: number;
  readonly stop_id: string | null;
  /** Not arrived at and not left before these moments, seconds; a leg is flown slower to arrive no sooner. */
  readonly arrive_sec?: number;
  readonly leave_sec?: number;
};

/** Speeds that the timing uses. */
export type Speeds = Pick<Uav, 'cruise_mps' | 'climb_mps' | 'descent_mps'>;

/**
 * Acceleration with which the aircraft is assumed to change its velocity at a corner, m/s2: a gentle multirotor turn,
 * an assumption of this product.
 */
export const CORNER_ACCELERATION_MPS2 = 2.5;

/** How far inside a corner the aircraft may fly, in metres; an assumption of this product. */
export const CORNER_CUT_M = 0.5;

/** Times are written to the millisecond and places to the millimetre, so that hashes do not hang on rounding. */
const QUANTUM = 0.001;

/** Metres a second east, north and up. */
export type Velocity = readonly [x_mps: number, y_mps: number, z_mps: number];
const STANDING: Velocity = [0, 0, 0];

/** Waits shorter than this are left out. */
const LEAST_WAIT_SEC = 0.01;

/**
 * A trajectory through the given points: each leg at constant velocity, as fast as air speed, wind, climb and descent
 * rate allow. A trajectory knows no acceleration, so the time that slowing down for a corner and speeding up after it
 * costs is put in as a wait at the corner (`cornerLoss_sec`), and as a slower leg where it stands at an end. The wind must be slower than the aircraft.
 */
export function timedTrajectory(via: readonly Via[], speeds: Speeds, wind: Wind): TrajectoryPoint[] {
  const points: TrajectoryPoint[] = [];
  let t = 0;
  let velocity: Velocity = STANDING;
  const put = (at: Via, stop_id: string | null): void => {
    points.push({
      t_sec: quantize(t, QUANTUM),
      x_m: quantize(at.x_m, QUANTUM),
      y_m: quantize(at.y_m, QUANTUM),
      z_m: quantize(at.z_m, QUANTUM),
      stop_id,
    });
  };
  via.forEach((at, i) => {
    put(at, at.stop_id);
    const next = via[i + 1];
    const leg_sec = next === undefined ? 0 : legTime_sec(at, next, speeds, wind);
    const onward: Velocity = next === undefined || leg_sec === 0 ? STANDING : velocityOf(at, next, leg_sec);
    const hold_sec = at.hold_sec + (stands(at) ? 0 : cornerLoss_sec(velocity, onward));
    const leave_sec = Math.max(t + hold_sec, at.leave_sec ?? 0);
    if (leave_sec - t >= LEAST_WAIT_SEC) {
      t = onQuantum(leave_sec);
      put(at, null);
    }
    velocity = onward;
    // Setting off and coming to a stand are part of the leg, so that no stop is claimed too early.
    const ends = (stands(at) ? 1 : 0) + (next !== undefined && stands(next) ? 1 : 0);
    const standing_sec = ends * cornerLoss_sec(STANDING, onward);
    t = onQuantum(Math.max(t + Math.max(leg_sec + standing_sec, 2 * QUANTUM), next?.arrive_sec ?? 0));
  });
  return points;
}

/** Whether the aircraft comes to a stand at a point: on the ground, at a stop, or where it waits. */
function stands(at: Via): boolean {
  return at.z_m <= 0 || at.stop_id !== null || at.hold_sec > 0;
}

/** Seconds for one straight leg: the slower of its sideways and its vertical part. */
export function legTime_sec(
  from: Pick<Via, 'x_m' | 'y_m' | 'z_m'>,
  to: Pick<Via, 'x_m' | 'y_m' | 'z_m'>,
  speeds: Speeds,
  wind: Wind,
): number {
  const rise = to.z_m - from.z_m;
  const vertical = rise >= 0 ? rise / speeds.climb_mps : -rise / speeds.descent_mps;
  return Math.max(vertical, flightTime_sec(to.x_m - from.x_m, to.y_m - from.y_m, speeds.cruise_mps, wind));
}

/** The next whole millisecond, so that no leg is flown faster and no stop left earlier than it should be. */
function onQuantum(t_sec: number): number {
  return Math.ceil(t_sec / QUANTUM - 1e-6) * QUANTUM;
}

/**
 * Seconds lost at a corner between two constant velocities. Turning by an angle at speed v with acceleration a along the
 * bisector cuts the corner by (2 v sin(angle / 2))^2 / (8 a); v is the speed at which that is CORNER_CUT_M. Slowing from
 * V to v loses (V - v)^2 / (2 a V) against flying on at V, and so does speeding up.
 */
function cornerLoss_sec(before: Velocity, after: Velocity): number {
  const through_mps = cornerSpeed_mps(before, after);
  const lost = (speed: number): number =>
    speed > 0 ? (speed - through_mps) ** 2 / (2 * CORNER_ACCELERATION_MPS2 * speed) : 0;
  return lost(Math.hypot(...before)) + lost(Math.hypot(...after));
}

/** The fastest that a corner between two velocities is flown through: cut by at most CORNER_CUT_M; 0 from standing. */
export function cornerSpeed_mps(before: Velocity, after: Velocity): number {
  const [from_mps, to_mps] = [Math.hypot(...before), Math.hypot(...after)];
  const slowest = Math.min(from_mps, to_mps);
  if (slowest === 0) return 0;
  // The length of the difference of two unit vectors is 2 sin(angle / 2).
  const turned = Math.hypot(...before.map((v, i) => v / from_mps - after[i]! / to_mps));
  const cut = Math.sqrt(8 * CORNER_ACCELERATION_MPS2 * CORNER_CUT_M);
  return turned * slowest > cut ? cut / turned : slowest;
}

/** The constant velocity from one point to another in a time. */
export function velocityOf(
  from: Pick<Via, 'x_m' | 'y_m' | 'z_m'>,
  to: Pick<Via, 'x_m' | 'y_m' | 'z_m'>,
  sec: number,
): Velocity {
  return [(to.x_m - from.x_m) / sec, (to.y_m - from.y_m) / sec, (to.z_m - from.z_m) / sec];
}
