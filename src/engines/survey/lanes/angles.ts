import { type Pt } from '../plane/projection.ts';
import { type Region } from '../plane/region.ts';
import { groundSpeed } from '../motion/wind.ts';
import { uTurnLength_m } from '../motion/dubins.ts';
import { type TurnCost } from '../motion/turn-cost.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet } from './lines.ts';

/** Directions in [0, pi), counter-clockwise from the x axis, worth trying for lanes. */
export function candidateAngles(regions: readonly Region[], wind: Pt): number[] {
  const fold = (a: number): number => ((a % Math.PI) + Math.PI) % Math.PI;
  const out: number[] = [];
  for (const region of regions) {
    const edges: { a: number; length: number }[] = [];
    for (const ring of region) {
      for (let i = 0; i < ring.length; i++) {
        const p = ring[i]!;
        const q = ring[(i + 1) % ring.length]!;
        const length = Math.hypot(q.x - p.x, q.y - p.y);
        if (length > 1) edges.push({ a: fold(Math.atan2(q.y - p.y, q.x - p.x)), length });
      }
    }
    edges.sort((p, q) => q.length - p.length || p.a - q.a);
    out.push(...edges.slice(0, 90).map((e) => e.a));
  }
  if (wind.x !== 0 || wind.y !== 0) {
    const along = Math.atan2(wind.y, wind.x);
    out.push(fold(along), fold(along + Math.PI / 2));
  }
  for (let d = 0; d < 180; d++) out.push((d * Math.PI) / 180);
  return distinct(out);
}

function distinct(angles: readonly number[]): number[] {
  const sorted = [...angles].sort((a, b) => a - b);
  return sorted.filter((a, i) => i === 0 || a - sorted[i - 1]! > 1e-4);
}

/** Angles near a good one, to meet whole numbers of lines. */
export function refinedAngles(angle: number): number[] {
  const out: number[] = [];
  for (let k = -12; k <= 12; k++) {
    const a = angle + (k * 0.25 * Math.PI) / 180;
    out.push(((a % Math.PI) + Math.PI) % Math.PI);
  }
  return out;
}

/** What a turn between lanes costs, for comparing angles. */
export type TurnModel = {
  readonly winged: boolean;
  readonly acceleration_mps2: number;
  readonly radius_m: number;
  readonly settle_s: number;
  /** Turns as they will be flown. */
  readonly real: TurnCost;
};

/** Speeds both ways along lanes. */
function speeds(design: Design, wind: Pt, u: Pt): [number, number] {
  const cap = (v: number): number => Math.min(v, design.groundspeed_max_mps);
  return [
    cap(groundSpeed(design.airspeed_mps, wind, u)),
    cap(groundSpeed(design.airspeed_mps, wind, { x: -u.x, y: -u.y })),
  ];
}

/** Least time of a turn between two lanes of a set. */
export function turnTime_s(design: Design, wind: Pt, u: Pt, t: TurnModel, spacing_m: number): number {
  const [v1, v2] = speeds(design, wind, u);
  if (!t.winged) return turnBack_s(v1, v2, t.acceleration_mps2, spacing_m);
  let best = Infinity;
  for (let k = 1; k <= 12; k++) best = Math.min(best, uTurnLength_m(t.radius_m, k * spacing_m));
  return best / design.airspeed_mps + (t.settle_s * (v1 + v2)) / 2 / design.airspeed_mps;
}

/** Least time of a point mass on a line from (0, v0) to (x, v1) under an acceleration limit: bang-bang. */
export function leastTimeOnLine_s(x: number, v0: number, v1: number, a: number): number {
  // Which way to push first: where braking straight to v1 would end, compared with x.
  const straight = ((v0 + v1) / 2) * (Math.abs(v1 - v0) / a);
  const sign = x >= straight ? 1 : -1;
  const peak = sign * Math.sqrt(Math.max(0, (v0 * v0 + v1 * v1) / 2 + sign * a * x));
  return Math.max(Math.abs(v1 - v0) / a, (sign * (2 * peak - v0 - v1)) / a);
}

/**
 * A lower bound on the time from speed `v1` to speed `v2` the other way on a line `aside` metres off: any direction's
 * share of the motion is a motion on a line, so the slowest of a fan of directions counts. Turns alternate between both
 * ends of the lanes, so the mean of both counts.
 */
function turnBack_s(v1: number, v2: number, a: number, aside: number): number {
  let first = 0;
  let second = 0;
  for (let k = 0; k < 24; k++) {
    const t = (k * Math.PI) / 24;
    const [c, s] = [Math.cos(t), Math.sin(t)];
    first = Math.max(first, leastTimeOnLine_s(s * aside, c * v1, -c * v2, a));
    second = Math.max(second, leastTimeOnLine_s(s * aside, c * v2, -c * v1, a));
  }
  return (first + second) / 2;
}

/** Estimated seconds to fly a set of lines once, turns included. */
export function estimate_s(set: LineSet, design: Design, wind: Pt, turn: TurnModel): number {
  const [v1, v2] = speeds(design, wind, set.u);
  let length = 0;
  let count = 0;
  for (const line of set.lines) {
    for (const [x0, x1] of line.chords) {
      length += x1 - x0;
      count++;
    }
  }
  const pace = (1 / v1 + 1 / v2) / 2;
  const real_s = turn.real({ u: set.u, along_mps: v1, back_mps: v2, spacing_m: set.spacing_m });
  return length * pace + Math.max(0, count - 1) * real_s;
}

/** By how much a lane's end at (x, y) of the lanes' axes may be drawn in, looking out along `sign` u. */
export type Drawn = (u: Pt, x: number, y: number, sign: 1 | -1) => number;

/** Least work in a set of lines, for bounds. */
export type LeastWork = { readonly lane_s: number; readonly turn_s: number; readonly turns: number };

/**
 * What any flight of these lines takes at least. The time of a displacement in a wind is a symmetric part plus a linear
 * one, and the linear part vanishes over a flight that ends where it began, so lanes count at the pace of a pair of
 * opposite ones at the lane's airspeed; between lines the velocity has to be turned round once. `drawn` is what each
 * end at a wall may be drawn in by.
 */
export function leastWork(set: LineSet, design: Design, wind: Pt, turn: TurnModel, drawn: Drawn): LeastWork {
  const w = Math.hypot(wind.x, wind.y);
  const across = Math.abs(set.u.x * wind.y - set.u.y * wind.x);
  const v = design.airspeed_mps;
  const pace = Math.max(Math.sqrt(v * v - across * across) / (v * v - w * w), 1 / design.groundspeed_max_mps);
  let length = 0;
  let lines = 0;
  for (const line of set.lines) {
    if (line.chords.length > 0) lines++;
    for (const [x0, x1] of line.chords)
      length += Math.max(0, x1 - x0 - drawn(set.u, x0, line.y, -1) - drawn(set.u, x1, line.y, 1));
  }
  const turns = Math.max(0, lines - 1);
  return { lane_s: length * pace, turn_s: turnTime_s(design, wind, set.u, turn, set.spacing_m), turns };
}
