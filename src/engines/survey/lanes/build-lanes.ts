import { type FreeSpace } from '../plane/free-space.ts';
import { type Pt } from '../plane/projection.ts';
import { areaOf } from '../plane/region.ts';
import { type Design, type DesignFault } from '../sensing/design.ts';
import {
  type EndRules,
  entryExtent_m,
  exitExtent_m,
  laneSpeed,
  pieceEnds,
  triggerShort_m,
} from '../motion/ends.ts';
import { type BlockInput, type BlockPlan, laneSlope } from './block.ts';
import { type Block, type Lane, wholeLane } from './lane.ts';
import { type LineSet, fromAxes, layLines } from './lines.ts';
import { laneHeights } from './heights.ts';
import { layStretches } from './stretches.ts';
import { type Stretch, bareParts, usableReach_m } from './swaths.ts';
import { imageStretches } from './images.ts';

/**
 * Lanes of a block in flyable form. `unknown_ground` counts lanes left out because the ground under them is not known;
 * `bare_ratio` is the share of the area that the main lanes do not cover.
 */
export type BuiltLanes = {
  readonly lanes: readonly Lane[];
  readonly unknown_ground: number;
  readonly bare_ratio: number;
  /** What the lanes as built do not meet of what the design asks for. */
  readonly faults: readonly DesignFault[];
};

/** A turn takes a little more room than its radius: banks are planned below the limit. */
const TURN_ROOM = 1.05;
/** Heights may exceed a sensor's range by centimetres. */
const AGL_ROOM_M = 0.03;

/** What one set of parallel lines is built from. */
type SetInput = {
  readonly input: BlockInput;
  readonly set: LineSet;
  readonly design: Design;
  readonly block: Block;
  readonly role: Lane['role'];
  readonly rules: EndRules;
};

/** Main lanes of a block, then its cross or tie lines. Indices count from `first_index`. */
export function buildLanes(
  input: BlockInput,
  plan: BlockPlan,
  block: Block,
  rules: EndRules,
  first_index: number,
): BuiltLanes {
  const { task } = input;
  const sets: SetInput[] = [{ input, set: plan.set, design: plan.design, block, role: 'main', rules }];
  const across = { x: -plan.u.y, y: plan.u.x };
  if (task.crosshatch) {
    const set = layLines(input.required, across, plan.design.spacing_max_m);
    sets.push({ input, set, design: plan.design, block, role: 'cross', rules });
  }
  if (task.tie_line_every !== null) {
    const set = layLines(input.required, across, task.tie_line_every * plan.set.spacing_m);
    sets.push({ input, set, design: plan.design, block, role: 'tie', rules });
  }
  const lanes: Lane[] = [];
  let unknown_ground = 0;
  let bare_ratio = 0;
  const faults: DesignFault[] = [];
  for (const s of sets) {
    const made = lanesOfSet(s, first_index + lanes.length);
    lanes.push(...made.lanes);
    unknown_ground += made.unknown_ground;
    if (s.role === 'main') bare_ratio = made.bare_ratio;
    faults.push(...made.faults);
  }
  return { lanes, unknown_ground, bare_ratio, faults };
}

/** Distance beyond a lane's end that free flight at lane speed needs; a wing turns there, and drifts as it turns. */
function wantedRoom_m(input: BlockInput, block: Block, rules: EndRules, u: Pt): number {
  const v = Math.max(laneSpeed(block, rules.wind, u), laneSpeed(block, rules.wind, { x: -u.x, y: -u.y }));
  const straight = Math.max(entryExtent_m(block, rules, v), exitExtent_m(block, rules, v)) + 1;
  const { turn_radius_m } = input.craft;
  return rules.winged ? straight + (TURN_ROOM * turn_radius_m * v) / block.design.airspeed_mps : straight;
}

function lanesOfSet(s: SetInput, first_index: number): BuiltLanes {
  const { input, set, design, block, rules, role } = s;
  const tie = role === 'tie';
  const laid = tie ? tieStretches(set, input.space) : layStretches(set, design, input.space, rules.winged);
  const want = wantedRoom_m(input, block, rules, set.u);
  const frames = !tie && design.reach_front_m > 0;
  const { min_images_per_point: images } = input.task;
  const many =
    frames && images > 1 ? imageStretches(laid, set, design, { images, space: input.space }) : null;
  const drawn = many?.stretches ?? (frames ? drawIn(laid, set, { design, space: input.space, want }) : laid);
  const faults: DesignFault[] = [];
  if (many !== null && many.short > 0)
    faults.push({ code: 'G2-13', measured: many.short, limit: 0, unit: '1', what: 'images' });
  const lanes: Lane[] = [];
  let unknown_ground = 0;
  const count = new Map<number, number>();
  for (const x of drawn) {
    const piece = count.get(x.line) ?? 0;
    count.set(x.line, piece + 1);
    const id = `${block.id}-${role === 'main' ? '' : role[0]}${x.line}${piece === 0 ? '' : `.${piece}`}`;
    const made = laneFrom(x, s, { id, index: first_index + lanes.length, want });
    if (made === null) unknown_ground++;
    else {
      lanes.push(...made.lanes);
      const over = made.agl_most_m > design.agl_most_m + AGL_ROOM_M && role === 'main';
      const [measured, limit] = [made.agl_most_m, design.agl_most_m];
      if (over) faults.push({ code: 'G2-05', measured, limit, unit: 'm', what: 'sensor_height' });
    }
  }
  const bare = tie ? [] : bareParts(set, drawn, design);
  const bare_ratio = bare.reduce((sum, p) => sum + areaOf(p), 0) / Math.max(1e-9, areaOf(set.area));
  return { lanes, unknown_ground, bare_ratio, faults: faults.slice(0, 2) };
}

/** Tie lines only cross the lanes; they need not cover. */
function tieStretches(set: LineSet, space: FreeSpace): Stretch[] {
  return set.lines.flatMap((line, i) =>
    line.chords
      .filter(
        ([x0, x1]) => x1 - x0 > 5 && space.clear(fromAxes(set.u, x0, line.y), fromAxes(set.u, x1, line.y)),
      )
      .map(([x0, x1]) => ({ line: i, y: line.y, x0, x1 })),
  );
}

/** A stretch lengthened at both ends as far as the free space lets it. */
function spread(x: Stretch, by_m: number, s: SetInput): Stretch {
  if (by_m <= 0) return x;
  const { set, input } = s;
  const back = input.space.room_m(fromAxes(set.u, x.x0, x.y), { x: -set.u.x, y: -set.u.y }, by_m);
  const on = input.space.room_m(fromAxes(set.u, x.x1, x.y), set.u, by_m);
  return { ...x, x0: x.x0 - back, x1: x.x1 + on };
}

/** A wing cannot slow down for frames that lie close: its lane is lengthened to where they lie wide enough. */
function unhurried(x: Stretch, s: SetInput): Stretch {
  const { block, rules, set } = s;
  const v = Math.max(
    laneSpeed(block, rules.wind, set.u),
    laneSpeed(block, rules.wind, { x: -set.u.x, y: -set.u.y }),
  );
  const length = (y: Stretch): number => y.x1 - y.x0;
  const short = triggerShort_m(block, length(x), v);
  if (short <= 0) return x;
  const out = spread(x, short / 2, s);
  const rest = triggerShort_m(block, length(out), v);
  return rest <= 1e-9 ? out : oneSided(out, rest, s);
}

/** A stretch lengthened by a distance in all, ahead if there is room for it, else behind. */
function oneSided(x: Stretch, by_m: number, s: SetInput): Stretch {
  const { space } = s.input;
  const { u } = s.set;
  const on = space.room_m(fromAxes(u, x.x1, x.y), u, by_m);
  const back = on >= by_m ? 0 : space.room_m(fromAxes(u, x.x0, x.y), { x: -u.x, y: -u.y }, by_m - on);
  return { ...x, x0: x.x0 - back, x1: x.x1 + on };
}

/**
 * Ends at a wall are drawn in, so that there is room to enter and leave at speed, as far as the frames at the new end
 * still see up to the wall; wherever that would leave ground bare, the old end stays.
 */
function drawIn(
  laid: readonly Stretch[],
  set: LineSet,
  c: { readonly design: Design; readonly space: FreeSpace; readonly want: number },
): Stretch[] {
  const reach = usableReach_m(c.design);
  const back = { x: -set.u.x, y: -set.u.y };
  const short = (x: number, y: number, u: Pt): number =>
    c.want - c.space.room_m(fromAxes(set.u, x, y), u, c.want);
  const wanted = laid.map((x) => ({
    most: Math.max(0, Math.min(reach, (x.x1 - x.x0 - 4) / 2)),
    behind: short(x.x0, x.y, back),
    ahead: short(x.x1, x.y, set.u),
  }));
  const share = laid.map(() => SHARES.length - 1);
  const total = areaOf(set.area);
  const before = bareParts(set, laid, c.design).reduce((sum, p) => sum + areaOf(p), 0);
  for (let round = 0; round < 12; round++) {
    const out = laid.map((x, i) => {
      const { most, behind, ahead } = wanted[i]!;
      const k = SHARES[share[i]!]!;
      return { ...x, x0: x.x0 + k * Math.min(most, behind), x1: x.x1 - k * Math.min(most, ahead) };
    });
    const bare = bareParts(set, out, c.design);
    if (bare.reduce((sum, p) => sum + areaOf(p), 0) <= before + 1e-7 * total) return out;
    out.forEach((x, i) => {
      if (share[i]! > 0 && bare.some((part) => near(x, part.flat(), c.design))) share[i]!--;
    });
  }
  return [...laid];
}

/** Shares of the wanted drawing-in that are tried, the last first. */
const SHARES = [0, 0.15, 0.3, 0.5, 0.75, 1];

function near(x: Stretch, points: readonly Pt[], design: Design): boolean {
  const ys = points.map((p) => p.y);
  const xs = points.map((p) => p.x);
  const [fx, fy] = [2 * design.reach_front_m + 5, design.reach_side_m];
  return (
    x.y + fy >= Math.min(...ys) &&
    x.y - fy <= Math.max(...ys) &&
    x.x1 + fx >= Math.min(...xs) &&
    x.x0 - fx <= Math.max(...xs)
  );
}

/** A stretch as a lane; two if it can be entered from neither end; null where the ground is unknown. */
function laneFrom(
  x: Stretch,
  s: SetInput,
  c: { readonly id: string; readonly index: number; readonly want: number },
): { readonly lanes: Lane[]; readonly agl_most_m: number } | null {
  const { set, input, design, block, rules, role } = s;
  const { u } = set;
  const rim = block.rim_photos * (design.photo_spacing_m ?? 0);
  const core: [number, number] = [x.x0, x.x1];
  const rimmed = rim > 0 ? spread(x, rim, s) : x;
  const flown = rules.winged ? unhurried(rimmed, s) : rimmed;
  const a = fromAxes(u, flown.x0, flown.y);
  const b = fromAxes(u, flown.x1, flown.y);
  const heights = laneHeights({
    a,
    u,
    length_m: flown.x1 - flown.x0,
    beyond_m: c.want + 20,
    clear_m: input.airspace.min_agl_m,
    ground: input.ground,
    design,
    follow: input.task.terrain_follow,
    slope: laneSlope(input.craft, design, input.wind, u),
  });
  if (heights === null) return null;
  const lane: Lane = {
    index: c.index,
    id: c.id,
    block,
    role,
    line: x.line,
    a,
    b,
    u,
    length_m: flown.x1 - flown.x0,
    core_m: [core[0] - flown.x0, core[1] - flown.x0],
    heights: heights.line,
    room_m: [input.space.room_m(a, { x: -u.x, y: -u.y }, c.want), input.space.room_m(b, u, c.want)],
  };
  const flyable = ([0, 1] as const).some((d) => pieceEnds(wholeLane(lane, d), rules) !== null);
  const lanes = flyable || rules.winged ? [lane] : halves(lane);
  return { lanes, agl_most_m: heights.agl_most_m };
}

/** A lane between two walls is flown from its middle outwards, both ways. */
function halves(lane: Lane): Lane[] {
  const mid = lane.length_m / 2;
  const at = { x: lane.a.x + mid * lane.u.x, y: lane.a.y + mid * lane.u.y };
  const shifted = lane.heights.map((h) => ({ ...h, along_m: h.along_m - mid }));
  return [
    { ...lane, b: at, length_m: mid, room_m: [lane.room_m[0], mid], core_m: [lane.core_m[0], mid] },
    {
      ...lane,
      index: lane.index + 1,
      a: at,
      length_m: mid,
      heights: shifted,
      room_m: [mid, lane.room_m[1]],
      core_m: [0, lane.core_m[1] - mid],
    },
  ];
}
