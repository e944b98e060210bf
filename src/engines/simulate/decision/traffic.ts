import { M_PER_FT, type Rng } from '#base';
import type { AirModel } from '#world';
import { NMAC_CREWED, NMAC_DRONES, WELL_CLEAR_CREWED } from '../detectors/volumes.ts';
import { cylinder, type LossVolume } from '../detectors/well-clear.ts';
import type { StressProfile } from './stress.ts';
import { type Track, placeAt, trackEnd_sec, trackOf } from './track.ts';

/** Another aircraft in a simulated flight. It never yields: our aircraft does. */
export type Other = {
  readonly id: string;
  readonly pair_class: 'drone_drone' | 'drone_crewed';
  /** `operation`: an accepted operation on its plan; `intruder`: non-cooperative, straight at constant velocity. */
  readonly kind: 'operation' | 'intruder';
  readonly radius_m: number;
  readonly track: Track;
};

/** Radius of the sphere that holds another drone, and a light helicopter, in metres: assumptions of this product. */
const DRONE_RADIUS_M = 1;
const CREWED_RADIUS_M = 6;

/** Planning buffer between two drones whose loss is counted as lost well clear: no agreed volume exists. */
export const WELL_CLEAR_DRONES: LossVolume = cylinder(50, 15);

/** Crewed aircraft keep at least this far above the task's highest height: 150 ft, half as much again as a near collision. */
const CREWED_CLEARANCE_M = 150 * M_PER_FT;
const CREWED_LOWEST_M = 500 * M_PER_FT;

/** An intruder is drawn for this long before and after its encounter: it is always seen from afar. */
const APPROACH_S = 90;

/** The volumes that count for a class of pair. */
export function volumesOf(pair_class: Other['pair_class']): { lowc: LossVolume; nmac: LossVolume } {
  return pair_class === 'drone_crewed'
    ? { lowc: WELL_CLEAR_CREWED, nmac: NMAC_CREWED }
    : { lowc: WELL_CLEAR_DRONES, nmac: NMAC_DRONES };
}

/** Accepted operations, other than those of this aircraft. */
export function operationsTraffic(air: AirModel, uav_id: string): Other[] {
  return air.operations
    .filter((o) => o.uav_id !== uav_id && o.points.length > 1)
    .map((o) => ({
      id: o.operation_id,
      pair_class: 'drone_drone',
      kind: 'operation',
      radius_m: DRONE_RADIUS_M,
      track: trackOf(o.points),
    }));
}

/** What intruders are drawn around. */
export type IntruderSetting = {
  readonly plan: Track;
  readonly profile: StressProfile;
  readonly altitude_max_m: number;
};

/**
 * Seeded intruders. Each passes near one moment of the plan in the air (drones within 60 m sideways and 20 m in height,
 * crewed ones within 400 m sideways and always above the task's band) and approaches for APPROACH_S seconds in the open, so
 * that yielding in time is possible in principle.
 */
export function drawIntruders(setting: IntruderSetting, rng: Rng): Other[] {
  const { profile } = setting;
  const others: Other[] = [];
  for (const kind of ['drones', 'crewed'] as const) {
    const stream = rng.fork(kind);
    const [fewest, most] = profile[kind];
    const count = fewest + stream.int(most - fewest + 1);
    for (let i = 0; i < count; i++) {
      const track = intruderTrack(setting, kind, stream.fork(`track-${i}`));
      if (track === null) continue;
      others.push({
        id: kind === 'drones' ? `intruder-${i + 1}` : `crewed-${i + 1}`,
        pair_class: kind === 'drones' ? 'drone_drone' : 'drone_crewed',
        kind: 'intruder',
        radius_m: kind === 'drones' ? DRONE_RADIUS_M : CREWED_RADIUS_M,
        track,
      });
    }
  }
  return others;
}

function intruderTrack(setting: IntruderSetting, kind: 'drones' | 'crewed', rng: Rng): Track | null {
  const { plan, altitude_max_m } = setting;
  const meet = airborneMoment(plan, rng.fork('moment'));
  if (meet === null) return null;
  const near = placeAt(plan, meet);
  const drone = kind === 'drones';
  const speed = drone ? rng.between(8, 15) : rng.between(30, 55);
  const course = rng.between(0, 2 * Math.PI);
  const miss = drone ? rng.between(0, 60) : rng.between(0, 400);
  const miss_angle = rng.between(0, 2 * Math.PI);
  const height = drone
    ? Math.max(20, near.z_m + rng.between(-20, 20))
    : Math.max(CREWED_LOWEST_M, altitude_max_m + CREWED_CLEARANCE_M) + rng.between(0, 120);
  const x = near.x_m + miss * Math.sin(miss_angle);
  const y = near.y_m + miss * Math.cos(miss_angle);
  const [vx, vy] = [speed * Math.sin(course), speed * Math.cos(course)];
  return trackOf(
    [-APPROACH_S, APPROACH_S].map((dt) => ({
      t_sec: meet + dt,
      x_m: x + vx * dt,
      y_m: y + vy * dt,
      z_m: height,
    })),
  );
}

/** A moment of the plan at 20 m or higher, drawn from the middle of the flight; null where there is none. */
function airborneMoment(plan: Track, rng: Rng): number | null {
  const end = trackEnd_sec(plan);
  for (let attempt = 0; attempt < 20; attempt++) {
    const t = rng.between(0.1, 0.9) * end;
    if (placeAt(plan, t).z_m >= 20) return t;
  }
  return null;
}
