import { type Result, err, ok, quantize } from '#base';
import type { TrajectoryPoint, Uav, Wind } from '#world';
import type { Point3 } from './hazards.ts';
import {
  type Craft,
  type PathLeg,
  type TrackState,
  type Vec,
  dot,
  minus,
  norm,
  plannedAcceleration,
  plus,
  pursue,
  times,
  vecOf,
} from './pursuit.ts';
import { type Sample, thinned } from './thin.ts';
import { CORNER_ACCELERATION_MPS2, CORNER_CUT_M, legTime_sec } from './timing.ts';
import { type PathNode, nodesOf } from './track.ts';

/** How a path is tracked. */
export type TrackLimits = {
  /** Largest change of velocity, m/s2, and of the course, degrees a second. */
  readonly acceleration_mps2: number;
  readonly turn_dps: number;
  /** Largest distance from the path at any moment, metres. */
  readonly cross_track_m: number;
};

/** A gentle multirotor, within half a metre: what every hazard is kept further away by. Assumptions of this product. */
export const TRACK_LIMITS: TrackLimits = {
  acceleration_mps2: CORNER_ACCELERATION_MPS2,
  turn_dps: 90,
  cross_track_m: CORNER_CUT_M,
};

/** What is to be tracked. `isClear` is the exact test of a straight piece that the path itself has passed. */
export type TrackQuery = {
  readonly planned: readonly TrajectoryPoint[];
  readonly uav: Pick<Uav, 'cruise_mps' | 'climb_mps' | 'descent_mps'>;
  readonly wind: Wind;
  readonly isClear: (a: Point3, b: Point3) => boolean;
  readonly limits?: TrackLimits;
};

/** A trajectory that the aircraft can fly. `cross_track_m` bounds its distance from the path at every moment. */
export type Tracked = {
  readonly points: readonly TrajectoryPoint[];
  readonly cross_track_m: number;
  /** Corners slowed down for beyond what the turn itself asks, because the piece around them was not clear or too wide. */
  readonly slowed: number;
};

/** Why a path cannot be tracked. */
export type TrackError = {
  readonly type: 'wind_too_strong' | 'bad_limits' | 'not_clear' | 'too_long';
  readonly message: string;
  /** The node of the path where it fails, by position among its distinct points. */
  readonly node: number;
};

/** Steps of the law, seconds. */
const STEP_SEC = 0.1;
/** How far ahead a speed is tried out: longer than it takes to stop from 14 m/s. */
const HORIZON_STEPS = 70;
/** Shares of the permitted speed that are tried in turn. */
const SPEED_RATIOS = [1, 0.8, 0.6, 0.4, 0.2];
/** Distance from the path that corners are planned with, and that the thinning of points adds, as shares of the bound. */
const PLANNED_CUT = 0.6;
const THINNING = 0.04;
/** A section whose corners have been slowed this often is flown with a stop at each. */
const MOST_ROUNDS = 8;
const SLOWER = 0.6;
/** So near to its end a section is closed by one straight braking move. */
const CLOSE_M = 0.25;
const LONGEST_STEPS = 200_000;

/**
 * Tracks a planned path by a receding horizon: at each step the fastest of a few speeds is taken whose flight over the
 * next seconds, by the law of `pursue`, stays within the bound around the path. Every piece of the outcome passes the
 * exact test of the path; where one does not, or no speed stays within the bound, the corners there are slowed for and
 * the section between two stands is flown again, in the end with a stop at each corner, which is the path itself.
 * Waits at stops are kept. Wind as fast as the aircraft is refused.
 */
export function trackRoute(query: TrackQuery): Result<Tracked, TrackError> {
  const { uav, wind, limits = TRACK_LIMITS } = query;
  const { acceleration_mps2, turn_dps, cross_track_m } = limits;
  if (!(wind.speed_mps < uav.cruise_mps))
    return err(errorAt('wind_too_strong', 0, `wind of ${wind.speed_mps} m/s is as fast as the aircraft`));
  if (![acceleration_mps2, turn_dps, cross_track_m].every((x) => x > 0 && x < 1000))
    return err(errorAt('bad_limits', 0, 'acceleration, turn rate and cross-track bound are above 0'));
  const craft: Craft = { uav, wind, acceleration_mps2, turn_radps: (turn_dps * Math.PI) / 180 };
  const nodes = nodesOf(query.planned);
  const points: TrajectoryPoint[] = [];
  let [t_sec, worst_m, slowed] = [0, 0, 0];
  const put = (at: Vec, stop_id: string | null): void => {
    points.push({ t_sec: quantize(t_sec, 1e-3), x_m: at[0], y_m: at[1], z_m: at[2], stop_id });
  };
  put(vecOf(nodes[0]!), nodes[0]!.stop_id);
  for (let from = 0; from < nodes.length;) {
    const node = nodes[from]!;
    if (node.hold_sec > 0) {
      t_sec = quantize(t_sec + node.hold_sec, 1e-3);
      put(vecOf(node), null);
    }
    const to = endOfSection(nodes, from);
    if (to === from) break;
    const section = flySection(query, craft, nodes.slice(from, to + 1), cross_track_m);
    if (!section.ok) return err({ ...section.error, node: from + section.error.node });
    worst_m = Math.max(worst_m, section.value.cross_track_m);
    slowed += section.value.slowed;
    const begun_sec = t_sec;
    section.value.samples.slice(1).forEach((s, i, all) => {
      t_sec = quantize(begun_sec + s.t_sec, 1e-3);
      put(s.at, i === all.length - 1 ? nodes[to]!.stop_id : null);
    });
    from = to;
  }
  return ok({ points, cross_track_m: worst_m, slowed });
}

function errorAt(type: TrackError['type'], node: number, message: string): TrackError {
  return { type, node, message };
}

/** The next node at which the aircraft stands: a stop, a wait, the ground, or the end. */
function endOfSection(nodes: readonly PathNode[], from: number): number {
  for (let i = from + 1; i < nodes.length; i++) {
    const { stop_id, hold_sec, z_m } = nodes[i]!;
    if (stop_id !== null || hold_sec > 0 || z_m <= 0 || i === nodes.length - 1) return i;
  }
  return from;
}

type Section = {
  readonly samples: readonly Sample[];
  readonly cross_track_m: number;
  readonly slowed: number;
};

function flySection(
  query: TrackQuery,
  craft: Craft,
  nodes: readonly PathNode[],
  bound_m: number,
): Result<Section, TrackError> {
  const legs: PathLeg[] = [];
  for (let i = 1; i < nodes.length; i++) legs.push(legOf(nodes[i - 1]!, nodes[i]!, query, legs.at(-1)));
  const corner_mps = legs.map((leg, i) => (i === 0 ? 0 : cornerSpeed(legs[i - 1]!, leg, craft, bound_m)));
  corner_mps.push(0);
  let slowed = 0;
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    // In the last round the aircraft stops at each corner and so flies the path itself.
    if (round === MOST_ROUNDS) corner_mps.fill(0);
    const flown = flyOnce({ legs, corner_mps }, craft, bound_m * (1 - THINNING));
    const samples = flown.ok ? thinned(flown.samples, bound_m * THINNING) : [];
    const stuck = flown.ok ? samples.findIndex((s, i) => i > 0 && !isClear(query, samples[i - 1]!, s)) : -1;
    if (flown.ok && stuck < 0)
      return ok({ samples, cross_track_m: flown.cross_track_m + bound_m * THINNING, slowed });
    const leg = flown.ok ? nearestLeg(legs, samples[stuck]!.at) : flown.leg;
    if (round === MOST_ROUNDS) {
      const type = !flown.ok && flown.too_long ? 'too_long' : 'not_clear';
      return err(errorAt(type, leg, 'the path cannot be tracked even with a stop at each corner'));
    }
    slowed += slowDown(corner_mps, leg);
  }
  throw new Error('unreachable');
}

/** Slows for the corners at both ends of a leg and the one before; a corner slowed to a creep becomes a stop. */
function slowDown(corner_mps: number[], leg: number): number {
  let changed = 0;
  for (let k = Math.max(1, leg - 1); k <= Math.min(corner_mps.length - 2, leg + 1); k++) {
    if (corner_mps[k] === 0) continue;
    const next = corner_mps[k]! * SLOWER;
    corner_mps[k] = next < 0.5 ? 0 : next;
    changed++;
  }
  return changed;
}

function isClear({ isClear: clear }: TrackQuery, a: Sample, b: Sample): boolean {
  const point = ([x_m, y_m, z_m]: Vec): Point3 => ({ x_m, y_m, z_m });
  return clear(point(a.at), point(b.at));
}

function legOf(a: PathNode, b: PathNode, { uav, wind }: TrackQuery, before: PathLeg | undefined): PathLeg {
  const [from, to] = [vecOf(a), vecOf(b)];
  const way = minus(to, from);
  const length_m = norm(way);
  const along = times(way, 1 / length_m);
  const cosine = before === undefined ? 1 : dot(before.along, along);
  return {
    from,
    to,
    along,
    turn_sine: Math.sqrt(Math.max(0, 1 - cosine * cosine)),
    length_m,
    fastest_mps: length_m / legTime_sec(a, b, uav, wind),
  };
}

/** The speed at which the arc between two legs stays within its share of the bound; 0, a stop, where it turns back. */
function cornerSpeed(before: PathLeg, after: PathLeg, craft: Craft, bound_m: number): number {
  const turned = norm(minus(before.along, after.along));
  if (turned > 1.8) return 0;
  const fastest = Math.min(before.fastest_mps, after.fastest_mps);
  const cut = Math.sqrt(8 * plannedAcceleration(craft) * PLANNED_CUT * bound_m);
  return turned * fastest > cut ? cut / turned : fastest;
}

type Path = { readonly legs: readonly PathLeg[]; readonly corner_mps: readonly number[] };
type Flown =
  | { readonly ok: true; readonly samples: readonly Sample[]; readonly cross_track_m: number }
  | { readonly ok: false; readonly leg: number; readonly too_long: boolean };

/** One flight of a section from stand to stand; fails at the leg where no speed keeps to the bound. */
function flyOnce(path: Path, craft: Craft, bound_m: number): Flown {
  const { legs } = path;
  const end = legs.at(-1)!;
  let state: TrackState = { at: legs[0]!.from, v: [0, 0, 0], leg: 0 };
  const samples: Sample[] = [{ t_sec: 0, at: state.at }];
  let worst_m = 0;
  for (let step = 1; step < LONGEST_STEPS; step++) {
    const left = minus(end.to, state.at);
    if (state.leg === legs.length - 1 && norm(left) <= CLOSE_M && dot(left, end.along) <= CLOSE_M) {
      const sec = Math.max(2 * STEP_SEC, (2 * norm(left)) / Math.max(norm(state.v), 0.2));
      if (norm(left) > 1e-6) samples.push({ t_sec: samples.at(-1)!.t_sec + sec, at: end.to });
      return { ok: true, samples, cross_track_m: worst_m };
    }
    const next = bestStep(state, path, craft, bound_m);
    if (next === null) return { ok: false, leg: state.leg, too_long: false };
    worst_m = Math.max(worst_m, offPath(legs, state, next));
    samples.push({ t_sec: step * STEP_SEC, at: next.at });
    state = next;
  }
  return { ok: false, leg: state.leg, too_long: true };
}

/** The first of the speeds whose flight over the horizon keeps to the bound; its first step. */
function bestStep(state: TrackState, path: Path, craft: Craft, bound_m: number): TrackState | null {
  for (const speed_ratio of SPEED_RATIOS) {
    const step = { dt_sec: STEP_SEC, speed_ratio };
    const first = pursue(state, path, craft, step);
    if (!(offPath(path.legs, state, first) <= bound_m)) continue;
    // Nothing turns within reach: the rest of the horizon runs straight along the leg.
    if (isSteady(first, path)) return first;
    let at = first;
    let keeps = true;
    for (let k = 1; k < HORIZON_STEPS && keeps; k++) {
      const after = pursue(at, path, craft, step);
      keeps = offPath(path.legs, at, after) <= bound_m;
      at = after;
    }
    if (keeps) return first;
  }
  return null;
}

/** Whether the aircraft is on its leg, flies along it, and no corner is within the horizon. */
function isSteady({ at, v, leg }: TrackState, { legs }: Path): boolean {
  const { to, along, fastest_mps } = legs[leg]!;
  const left_m = dot(minus(to, at), along);
  if (leg + 1 < legs.length && left_m <= fastest_mps * HORIZON_STEPS * STEP_SEC) return false;
  const off_m = norm(minus(minus(to, at), times(along, left_m)));
  return off_m < 1e-3 && norm(minus(v, times(along, dot(v, along)))) < 1e-3;
}

/** A bound of the distance from the path over a step: distance from a convex leg is greatest at an end of the step. */
function offPath(legs: readonly PathLeg[], from: TrackState, to: TrackState): number {
  let best = Infinity;
  for (let k = Math.max(0, from.leg - 1); k <= Math.min(legs.length - 1, to.leg + 1); k++)
    best = Math.min(best, Math.max(offLeg(legs[k]!, from.at), offLeg(legs[k]!, to.at)));
  return best;
}

function offLeg({ from, along, length_m }: PathLeg, at: Vec): number {
  const away = minus(at, from);
  const s = Math.min(length_m, Math.max(0, dot(away, along)));
  return norm(minus(at, plus(from, times(along, s))));
}

function nearestLeg(legs: readonly PathLeg[], at: Vec): number {
  let best = 0;
  legs.forEach((leg, i) => {
    if (offLeg(leg, at) < offLeg(legs[best]!, at)) best = i;
  });
  return best;
}
