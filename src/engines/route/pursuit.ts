import type { Uav, Wind } from '#world';
import type { Point3 } from './hazards.ts';

/** Metres, or metres a second, east, north and up. */
export type Vec = readonly [number, number, number];

export const plus = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vec): number => Math.sqrt(dot(a, a));
export const vecOf = (p: Point3): Vec => [p.x_m, p.y_m, p.z_m];

/** A straight leg of the path: where it begins, its direction and length, the fastest it is flown. */
export type PathLeg = {
  readonly from: Vec;
  readonly to: Vec;
  readonly along: Vec;
  readonly length_m: number;
  readonly fastest_mps: number;
  /** Sine of the angle by which the path turns into it; 0 for the first. */
  readonly turn_sine: number;
};

/** What the aircraft can do. Wind of unknown direction is taken against it. */
export type Craft = {
  readonly uav: Pick<Uav, 'cruise_mps' | 'climb_mps' | 'descent_mps'>;
  readonly wind: Wind;
  readonly acceleration_mps2: number;
  /** How fast the course may turn, radians a second; below CREEP_MPS the aircraft turns on the spot. */
  readonly turn_radps: number;
};

/** Where the aircraft is, how it moves, and the leg that it follows. */
export type TrackState = { readonly at: Vec; readonly v: Vec; readonly leg: number };

/** Part of the acceleration that the law plans with; the rest corrects what steps of finite length get wrong. */
const PLANNED_SHARE = 0.8;
/** Sideways errors smaller than this in seconds of their own speed are closed at a steady rate, 1/s. */
const CLOSING_PER_SEC = 6;
/** Slower than this, courses may turn at once. */
const CREEP_MPS = 1;
/** An arc may begin this much before its place: steps are of finite length. */
const ENTRY_ROOM_M = 0.3;
/** A corner to stop at is passed this near and slow. */
const STOPPED_M = 0.03;
const STOPPED_MPS = 0.4;

/** The part of the acceleration that speeds are planned with, m/s2. */
export function plannedAcceleration(craft: Craft): number {
  return PLANNED_SHARE * craft.acceleration_mps2;
}

/**
 * One step of the law. Along the leg: as fast as leg and coming corners allow. Across it: towards its line on the curve
 * of constant braking. The next leg is taken over where its own braking curve is met, so corners are flown as arcs.
 */
export function pursue(
  state: TrackState,
  path: { readonly legs: readonly PathLeg[]; readonly corner_mps: readonly number[] },
  craft: Craft,
  step: { readonly dt_sec: number; readonly speed_ratio: number },
): TrackState {
  const leg = legNow(state, path, craft, step.dt_sec);
  const { along, to } = path.legs[leg]!;
  const left = minus(to, state.at);
  const left_m = dot(left, along);
  const off = minus(left, times(along, left_m));
  const off_m = norm(off);
  const b = plannedAcceleration(craft);
  const across_mps = Math.min(CLOSING_PER_SEC * off_m, Math.sqrt(2 * b * off_m));
  const limit_mps = speedLimit(path, leg, Math.max(0, left_m), craft) * step.speed_ratio;
  // Past the end of the last leg the way is back along it.
  const along_mps = left_m >= 0 ? limit_mps : -Math.min(1, CLOSING_PER_SEC * -left_m);
  const wanted = plus(times(along, along_mps), off_m > 1e-9 ? times(off, across_mps / off_m) : [0, 0, 0]);
  const most_mps = craft.acceleration_mps2 * step.dt_sec;
  const reached = within(flown(within(wanted, craft), state.v, along, most_mps), craft);
  const v = turned(state.v, reached, craft, step.dt_sec);
  return { at: plus(state.at, times(plus(state.v, v), step.dt_sec / 2)), v, leg };
}

/** The leg to follow: the next one as soon as braking onto its line must begin, or this one is at its end. */
function legNow(
  { at, v, leg }: TrackState,
  { legs, corner_mps }: { readonly legs: readonly PathLeg[]; readonly corner_mps: readonly number[] },
  craft: Craft,
  dt_sec: number,
): number {
  const next = legs[leg + 1];
  if (next === undefined) return leg;
  const now = legs[leg]!;
  const left_m = dot(minus(now.to, at), now.along);
  if (corner_mps[leg + 1]! === 0) return left_m <= STOPPED_M && norm(v) <= STOPPED_MPS ? leg + 1 : leg;
  if (left_m <= 0) return leg + 1;
  // Slowing down for the corner would pass for braking onto the next line long before it.
  if (left_m > entryOf(next, corner_mps[leg + 1]!, craft) + ENTRY_ROOM_M) return leg;
  const away = minus(next.from, at);
  const off = minus(away, times(next.along, dot(away, next.along)));
  const off_m = norm(off);
  if (off_m < 1e-9) return leg;
  const closing_mps = dot(v, off) / off_m;
  const braking_m = (closing_mps * closing_mps) / (2 * plannedAcceleration(craft));
  // A step later it would be too late.
  return closing_mps > 0 && off_m <= braking_m + closing_mps * dt_sec ? leg + 1 : leg;
}

/** How far before a corner its arc begins, at the corner's speed. */
function entryOf(next: PathLeg, corner_mps: number, craft: Craft): number {
  return (corner_mps * corner_mps * next.turn_sine) / (2 * plannedAcceleration(craft));
}

/** The fastest here from which every corner ahead can be slowed down for. */
function speedLimit(
  { legs, corner_mps }: { readonly legs: readonly PathLeg[]; readonly corner_mps: readonly number[] },
  leg: number,
  left_m: number,
  craft: Craft,
): number {
  const b = plannedAcceleration(craft);
  let limit = legs[leg]!.fastest_mps;
  let ahead_m = left_m;
  for (let k = leg; k < legs.length; k++) {
    const corner = corner_mps[k + 1]!;
    // The arc begins before the corner, and its speed is reached by then.
    const next = legs[k + 1];
    const entry_m = next === undefined ? 0 : entryOf(next, corner, craft);
    limit = Math.min(limit, Math.sqrt(corner * corner + 2 * b * Math.max(0, ahead_m - entry_m)));
    ahead_m += legs[k + 1]?.length_m ?? 0;
    if (2 * b * ahead_m > limit * limit) break;
  }
  return limit;
}

/** A velocity brought within climb, descent and air speed; the set is convex, so changes between two stay inside. */
export function within(v: Vec, { uav, wind }: Craft): Vec {
  const z = Math.min(uav.climb_mps, Math.max(-uav.descent_mps, v[2]));
  const known = wind.toward;
  const most = known === null ? uav.cruise_mps - wind.speed_mps : uav.cruise_mps;
  const [wx, wy] = known === null ? [0, 0] : [known.east_mps, known.north_mps];
  const [x, y] = [v[0] - wx, v[1] - wy];
  const air = Math.sqrt(x * x + y * y);
  if (air <= most) return [v[0], v[1], z];
  return [wx + (x * most) / air, wy + (y * most) / air, z];
}

/** The wanted velocity as far as the acceleration allows; what is needed across the leg comes first. */
function flown(wanted: Vec, v: Vec, along: Vec, most_mps: number): Vec {
  const change = minus(wanted, v);
  const forward_mps = dot(change, along);
  const across = minus(change, times(along, forward_mps));
  const across_mps = norm(across);
  if (across_mps >= most_mps) return plus(v, times(across, most_mps / across_mps));
  const rest_mps = Math.sqrt(most_mps * most_mps - across_mps * across_mps);
  const kept_mps = Math.min(rest_mps, Math.max(-rest_mps, forward_mps));
  return plus(v, plus(across, times(along, kept_mps)));
}

/** The same, its course turned no faster than allowed: a faster turn is flown as braking along the old course. */
function turned(before: Vec, after: Vec, craft: Craft, dt_sec: number): Vec {
  const [p, q] = [Math.hypot(before[0], before[1]), Math.hypot(after[0], after[1])];
  if (p <= CREEP_MPS || q <= CREEP_MPS) return after;
  const cross = before[0] * after[1] - before[1] * after[0];
  const angle = Math.abs(Math.atan2(cross, before[0] * after[0] + before[1] * after[1]));
  if (angle <= craft.turn_radps * dt_sec) return after;
  const slower = Math.max(0, 1 - (craft.acceleration_mps2 * dt_sec) / norm(before));
  return times(before, slower);
}
