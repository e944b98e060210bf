import {
  type Block,
  type Piece,
  directionOf,
  frameGap_m,
  lengthOf,
  pointOn,
  roomBeyond,
} from '../lanes/lane.ts';
import { heightAt } from '../lanes/heights.ts';
import { type Pt } from '../plane/projection.ts';
import { groundSpeed } from './wind.ts';

/** A moment of straight flight: place, direction, ground speed, height. */
export type Gate = { readonly p: Pt; readonly u: Pt; readonly v_mps: number; readonly z_m: number };

/** What the ends of a lane must respect. */
export type EndRules = {
  readonly winged: boolean;
  readonly acceleration_mps2: number;
  /** The same on lanes: less where a camera leans with the aircraft. */
  readonly lane_acceleration_mps2: number;
  readonly track_line: boolean;
  /** A wing's camera that banks with it: a short level stretch at both ends. */
  readonly level_s: number;
  readonly wind: Pt;
};

/** Seconds on the line before the first frame, a little more than the rule. */
const SETTLE_ROOM = 1.03;

/** Ground speed wanted on a lane in a direction. */
export function laneSpeed(block: Block, wind: Pt, u: Pt): number {
  return Math.min(groundSpeed(block.design.airspeed_mps, wind, u), block.design.groundspeed_max_mps);
}

/** Lanes are no faster than this share of what the camera can follow: times are rounded. */
const TRIGGER_SHARE = 0.9995;

/** Ground speed on a piece: where few frames share it, they lie closer and the camera needs its time between them. */
function pieceSpeed(piece: Piece, wind: Pt, u: Pt): number {
  const { block } = piece.lane;
  const gap_m = frameGap_m(piece);
  const most = gap_m === null || block.design.trigger_s === 0 ? Infinity : gap_m / block.design.trigger_s;
  return Math.min(laneSpeed(block, wind, u), TRIGGER_SHARE * most);
}

/** Metres by which a lane of this length must be longer so that frames at this speed do not follow too fast. */
export function triggerShort_m(block: Block, length_m: number, v_mps: number): number {
  const { photo_spacing_m, trigger_s } = block.design;
  if (photo_spacing_m === null || trigger_s === 0) return 0;
  const gaps = Math.ceil(length_m / photo_spacing_m - 1e-9);
  return Math.max(0, (gaps * v_mps * trigger_s) / TRIGGER_SHARE - length_m);
}

/** How a lane is entered: the stretch before it, from speed `start_mps` to `end_mps` over `length_m` in `duration_s`. */
export type Lead = {
  readonly start_mps: number;
  readonly end_mps: number;
  readonly length_m: number;
  readonly duration_s: number;
};

/** Lead-in for a lane entered at a speed. A multirotor speeds up in it, a wing flies evenly. */
export function leadFor(block: Block, rules: EndRules, v: number): Lead {
  const settle = rules.track_line ? block.design.settle_s * SETTLE_ROOM : rules.level_s;
  if (rules.winged) {
    const length_m = Math.max(settle * v, block.design.cable_m * SETTLE_ROOM);
    return { start_mps: v, end_mps: v, length_m, duration_s: length_m / v };
  }
  if (settle === 0 && block.design.cable_m === 0)
    return { start_mps: v, end_mps: v, length_m: 0, duration_s: 0 };
  const start = Math.max(Math.min(v, 0.5), v - rules.acceleration_mps2 * settle);
  const length_m = ((start + v) / 2) * settle;
  const cable = block.design.cable_m * SETTLE_ROOM;
  if (length_m >= cable) return { start_mps: start, end_mps: v, length_m, duration_s: settle };
  const even = Math.max(cable, settle * v);
  return { start_mps: v, end_mps: v, length_m: even, duration_s: even / v };
}

/** Distance beyond the lane's end that entering (or leaving) at a speed takes up: the lead and the swing before it. */
export function entryExtent_m(block: Block, rules: EndRules, v: number): number {
  const lead = leadFor(block, rules, v);
  if (rules.winged) return lead.length_m;
  return lead.length_m + (lead.start_mps * lead.start_mps) / (2 * rules.acceleration_mps2) + 0.5;
}

/** The same for leaving. */
export function exitExtent_m(block: Block, rules: EndRules, v: number): number {
  if (rules.winged) return rules.level_s * v;
  return (v * v) / (2 * rules.acceleration_mps2);
}

/** Slowest useful speeds at an end. Leaving may come nearly to a stop: 3 mm at 2 m/s2. */
const LEAST_IN_MPS = 0.6;
const LEAST_OUT_MPS = 0.1;
/** What a lane's end may lie beyond the edge of free space: rounding of clipped positions. */
const EDGE_ROOM_M = 0.004;

/** Highest speed at an end whose extent fits the room; 0 where none does. */
function fittingSpeed(
  range: readonly [least: number, most: number],
  room_m: number,
  extent: (v: number) => number,
): number {
  const [least, most] = range;
  if (extent(most) <= room_m) return most;
  if (extent(least) > room_m) return 0;
  let [low, high] = [least, most];
  for (let i = 0; i < 30; i++) {
    const mid = (low + high) / 2;
    if (extent(mid) <= room_m) low = mid;
    else high = mid;
  }
  return low;
}

/** How a piece is flown: speeds at both ends, the lead before it and the level stretch after it. */
export type PieceEnds = {
  readonly in_mps: number;
  readonly out_mps: number;
  readonly cruise_mps: number;
  readonly lead: Lead;
  readonly entry: Gate;
  readonly exit: Gate;
  /** Where a wing may bank again. */
  readonly run_out_m: number;
};

/** Ends of a piece; null where it cannot be entered or left in this direction. */
export function pieceEnds(piece: Piece, rules: EndRules): PieceEnds | null {
  const { lane, from_m, to_m } = piece;
  const u = directionOf(piece);
  const sign = to_m >= from_m ? 1 : -1;
  const wanted = laneSpeed(lane.block, rules.wind, u);
  const cruise = rules.winged ? wanted : pieceSpeed(piece, rules.wind, u);
  if (!(cruise > 0)) return null;
  if (rules.winged && pieceSpeed(piece, rules.wind, u) < wanted * (1 - 1e-6)) return null;
  const before = roomBeyond(lane, from_m, sign > 0 ? -1 : 1);
  const after = roomBeyond(lane, to_m, sign);
  let in_mps = fittingSpeed([LEAST_IN_MPS, cruise], before, (v) => entryExtent_m(lane.block, rules, v));
  const room_out = after + EDGE_ROOM_M;
  let out_mps = fittingSpeed([LEAST_OUT_MPS, cruise], room_out, (v) => exitExtent_m(lane.block, rules, v));
  if (in_mps === 0 || out_mps === 0) return null;
  if (!rules.winged) {
    // A short piece may not leave room to change speed: then its slower end rules.
    const change = 2 * rules.lane_acceleration_mps2 * lengthOf(piece) * (1 - 1e-9);
    out_mps = Math.min(out_mps, Math.sqrt(in_mps ** 2 + change));
    in_mps = Math.min(in_mps, Math.sqrt(out_mps ** 2 + change));
  }
  if (rules.winged && (in_mps < cruise || out_mps < cruise)) return null;
  const lead = leadFor(lane.block, rules, in_mps);
  const run_out_m = rules.winged ? rules.level_s * cruise : 0;
  const start_m = from_m - sign * lead.length_m;
  const end_m = to_m + sign * run_out_m;
  return {
    in_mps,
    out_mps,
    cruise_mps: cruise,
    lead,
    run_out_m,
    entry: { p: pointOn(lane, start_m), u, v_mps: lead.start_mps, z_m: heightAt(lane.heights, start_m) },
    exit: { p: pointOn(lane, end_m), u, v_mps: out_mps, z_m: heightAt(lane.heights, end_m) },
  };
}

/** Time to fly a length from one speed to another with a cruise speed between, at an acceleration; speeds reached exactly. */
export function laneRun(
  length_m: number,
  speeds: { readonly in_mps: number; readonly out_mps: number; readonly cruise_mps: number },
  a: number,
): {
  readonly phases: readonly { v0: number; v1: number; length_m: number; duration_s: number }[];
  readonly duration_s: number;
} {
  const { in_mps: v0, out_mps: v1 } = speeds;
  const peak = Math.min(speeds.cruise_mps, Math.sqrt((2 * a * length_m + v0 * v0 + v1 * v1) / 2));
  const up = Math.max(0, (peak * peak - v0 * v0) / (2 * a));
  const down = Math.max(0, (peak * peak - v1 * v1) / (2 * a));
  const level = Math.max(0, length_m - up - down);
  const phases = [
    { v0, v1: peak, length_m: up, duration_s: (peak - v0) / a },
    { v0: peak, v1: peak, length_m: level, duration_s: level / peak },
    { v0: peak, v1, length_m: down, duration_s: (peak - v1) / a },
  ].filter((p) => p.length_m > 1e-7);
  return { phases, duration_s: phases.reduce((s, p) => s + p.duration_s, 0) };
}
