import { type SurveyTask, type SurveyAirspace, type AircraftFigures, type PayloadFigures } from '#world';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Pt } from '../plane/projection.ts';
import { type Region } from '../plane/region.ts';
import { type Ground } from '../sensing/ground.ts';
import {
  type Design,
  type DesignFault,
  type DesignResult,
  designBlock,
  linesSeeing,
} from '../sensing/design.ts';
import { groundSpeed } from '../motion/wind.ts';
import {
  candidateAngles,
  estimate_s,
  type Drawn,
  type LeastWork,
  leastWork,
  refinedAngles,
  type TurnModel,
} from './angles.ts';
import { type LineSet, fromAxes, layLines } from './lines.ts';
import { laneHeights } from './heights.ts';
import { layStretches } from './stretches.ts';

/** One task, or a part of it, for one kind of aircraft and payload. */
export type BlockInput = {
  readonly task: SurveyTask;
  readonly required: Region;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly airspace: SurveyAirspace;
  readonly wind: Pt;
  readonly ground: Ground;
  readonly space: FreeSpace;
  /** Other outlines whose edges are worth following. */
  readonly outlines: readonly Region[];
  readonly low_m: number;
  readonly high_m: number;
  /** The direction asked for by the task, as an angle in the plane; null: free. */
  readonly fixed_angle: number | null;
  readonly turn: TurnModel;
  /** Whether walls are so near that ends of lanes may be drawn in. */
  readonly nearWalls: boolean;
};

/** Lines of a block in one direction, with the design they follow. */
export type BlockPlan = {
  readonly angle: number;
  readonly u: Pt;
  readonly design: Design;
  readonly set: LineSet;
  readonly estimate_s: number;
};

const vector = (angle: number): Pt => ({ x: Math.cos(angle), y: Math.sin(angle) });

/** Steepest height change used along lanes, rise over run. */
export function laneSlope(craft: AircraftFigures, design: Design, wind: Pt, u: Pt): number {
  const fast = Math.max(
    groundSpeed(design.airspeed_mps, wind, u),
    groundSpeed(design.airspeed_mps, wind, { x: -u.x, y: -u.y }),
  );
  const speed = Math.min(fast, design.groundspeed_max_mps);
  return (0.95 * Math.min(craft.climb_max_mps, craft.descent_max_mps)) / Math.max(1, speed);
}

/** Rounds of design and lines until both agree. */
const ROUNDS = 7;

/**
 * Design and lines in one direction; spacing follows the relief seen under the lanes, and that of frames the number of
 * lines, to a fixed point.
 */
export function planDirection(
  input: BlockInput,
  angle: number,
): { readonly ok: true; readonly value: BlockPlan } | { readonly ok: false; readonly error: DesignFault } {
  const u = vector(angle);
  const images = input.task.min_images_per_point > 1 && input.payload.type === 'camera';
  let relief_m = 0;
  let lines_most = images ? linesSeeing(input.task) : Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const made = designSets(input, { relief_m, lines_most }, u);
    if (!made.ok) return made;
    const set = layLines(input.required, u, made.value.spacing_max_m);
    const sets = [set];
    if (input.task.crosshatch)
      sets.push(layLines(input.required, { x: -u.y, y: u.x }, made.value.spacing_max_m));
    const fewest = Math.max(1, Math.min(...sets.map((s) => s.lines.length)));
    if (images && fewest < lines_most) {
      lines_most = fewest;
      continue;
    }
    const { relief, agl_most_m } = reliefUnder(input, sets, made.value);
    if (agl_most_m > made.value.agl_most_m + 1e-6) {
      const limit = made.value.agl_most_m;
      return {
        ok: false,
        error: { code: 'G2-05', measured: agl_most_m, limit, unit: 'm', what: 'sensor_height' },
      };
    }
    if (relief <= relief_m + 1e-6) {
      const estimate = estimate_s(set, made.value, input.wind, input.turn);
      return { ok: true, value: { angle, u, design: made.value, set, estimate_s: estimate } };
    }
    relief_m = relief + 0.25;
  }
  return { ok: false, error: { code: 'G2-04', measured: relief_m, limit: 0, unit: 'm', what: 'height' } };
}

/**
 * The design of a block. A crosshatch has one for both its sets: wings drift differently in them, so the lower airspeed
 * and the closer spacings count.
 */
function designSets(
  input: BlockInput,
  c: { readonly relief_m: number; readonly lines_most: number },
  u: Pt,
): DesignResult {
  const along = designBlock({ ...input, ...c, u });
  if (!along.ok || !input.task.crosshatch || input.craft.kind === 'multirotor') return along;
  const right = { x: u.y, y: -u.x };
  const across = designBlock({ ...input, ...c, u: right });
  if (!across.ok) return across;
  const cruise_mps = Math.min(along.value.airspeed_mps, across.value.airspeed_mps);
  const craft = { ...input.craft, cruise_mps };
  const both = [u, right].map((way) => designBlock({ ...input, craft, ...c, u: way }));
  const bad = both.find((d) => !d.ok);
  if (bad !== undefined) return bad;
  const [a, b] = both.map((d) => (d as { readonly value: Design }).value) as [Design, Design];
  const photo = [a.photo_spacing_m, b.photo_spacing_m].filter((x) => x !== null);
  return {
    ok: true,
    value: {
      ...a,
      spacing_max_m: Math.min(a.spacing_max_m, b.spacing_max_m),
      photo_spacing_m: photo.length === 0 ? null : Math.min(...photo),
      reach_side_m: Math.min(a.reach_side_m, b.reach_side_m),
      reach_front_m: Math.min(a.reach_front_m, b.reach_front_m),
      groundspeed_max_mps: Math.min(a.groundspeed_max_mps, b.groundspeed_max_mps),
    },
  };
}

/** Greatest rise of the ground under any lane over what its height is taken from, and greatest height over the ground. */
function reliefUnder(
  input: BlockInput,
  sets: readonly LineSet[],
  design: Design,
): { readonly relief: number; readonly agl_most_m: number } {
  let relief = 0;
  let agl_most_m = 0;
  if (input.ground.flat_m !== null) return { relief, agl_most_m };
  for (const set of sets)
    for (const s of layStretches(set, design, input.space, input.craft.kind !== 'multirotor')) {
      const heights = laneHeights({
        a: fromAxes(set.u, s.x0, s.y),
        u: set.u,
        length_m: s.x1 - s.x0,
        beyond_m: 0,
        clear_m: input.airspace.min_agl_m,
        ground: input.ground,
        design,
        follow: input.task.terrain_follow,
        slope: laneSlope(input.craft, design, input.wind, set.u),
      });
      relief = Math.max(relief, heights?.relief_m ?? 0);
      agl_most_m = Math.max(agl_most_m, heights?.agl_most_m ?? 0);
    }
  return { relief, agl_most_m };
}

/**
 * The best directions by estimated time, best first, at least 2 degrees apart. The number of lanes is least along an
 * edge (each edge adds |sin| of its angle to the lanes, and a sum of such is concave between edge directions), so all
 * edges are tried, with the wind's own two directions, a fan of whole degrees, and a close look round the best.
 */
export function bestDirections(input: BlockInput, most: number): Directions {
  let fault: DesignFault | null = null;
  let least: LeastWork | null = null;
  const scored = new Map<number, number>();
  const look = (angle: number): void => {
    if (scored.has(angle)) return;
    const seen = quickLook(input, angle);
    if ('code' in seen) fault ??= seen;
    else {
      scored.set(angle, seen.estimate_s);
      if (least === null || totalOf(seen.least) < totalOf(least)) least = seen.least;
    }
  };
  if (input.fixed_angle !== null) look(input.fixed_angle);
  else for (const angle of candidateAngles([input.required, ...input.outlines], input.wind)) look(angle);
  const ranked = (): number[] =>
    [...scored.entries()].sort((p, q) => p[1] - q[1] || p[0] - q[0]).map((e) => e[0]);
  if (input.fixed_angle === null)
    for (const angle of ranked().slice(0, 2)) refinedAngles(angle).forEach(look);
  const plans: BlockPlan[] = [];
  for (const angle of ranked()) {
    if (plans.length >= most) break;
    if (plans.some((p) => apart(p.angle, angle) < (2 * Math.PI) / 180)) continue;
    const plan = planDirection(input, angle);
    if (plan.ok) plans.push(plan.value);
    else fault ??= plan.error;
  }
  return { plans, least, fault };
}

/** Directions found, best first; the least work of any direction tried; the first fault met. */
export type Directions = {
  readonly plans: readonly BlockPlan[];
  readonly least: LeastWork | null;
  readonly fault: DesignFault | null;
};

const totalOf = (w: LeastWork): number => w.lane_s + w.turns * w.turn_s;

/** Angle between two directions without a sense, 0 to pi / 2. */
export function apart(a: number, b: number): number {
  const d = Math.abs(a - b) % Math.PI;
  return Math.min(d, Math.PI - d);
}

/** Room beyond a lane's end within which it may be drawn in, at most. */
const WANT_M = 120;

/** What an end may be drawn in by: as far as frames see, and no more than the room that is missing. */
function drawnBy(input: BlockInput, design: Design): Drawn {
  if (!input.nearWalls) return () => 0;
  const reach = Math.max(0, design.reach_front_m);
  return (u, x, y, sign) => {
    const room = input.space.room_m(fromAxes(u, x, y), { x: sign * u.x, y: sign * u.y }, WANT_M);
    return Math.min(reach, WANT_M - room);
  };
}

/** Estimated time and least work of a direction without looking at the ground, or why it cannot be flown. */
function quickLook(
  input: BlockInput,
  angle: number,
): { readonly estimate_s: number; readonly least: LeastWork } | DesignFault {
  const u = vector(angle);
  const made = designSets(input, { relief_m: 0, lines_most: Infinity }, u);
  if (!made.ok) return made.error;
  const { wind, turn, task, required } = input;
  const sets = [layLines(required, u, made.value.spacing_max_m)];
  const across = { x: -u.y, y: u.x };
  if (task.crosshatch) sets.push(layLines(required, across, made.value.spacing_max_m));
  if (task.tie_line_every !== null)
    sets.push(layLines(required, across, task.tie_line_every * sets[0]!.spacing_m));
  let estimate = 0;
  let lane_s = 0;
  let turns = 0;
  let turn_s = Infinity;
  for (const set of sets) {
    estimate += estimate_s(set, made.value, wind, turn);
    const least = leastWork(set, made.value, wind, turn, drawnBy(input, made.value));
    lane_s += least.lane_s;
    turns += least.turns;
    turn_s = Math.min(turn_s, least.turn_s);
  }
  return { estimate_s: estimate, least: { lane_s, turn_s, turns } };
}
