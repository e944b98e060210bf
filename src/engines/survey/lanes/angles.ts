import { type Pt } from '../plane/projection.ts';
import { type Region } from '../plane/region.ts';
import { groundSpeed } from '../motion/wind.ts';
import { uTurnLength_m } from '../motion/dubins.ts';
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
  if (!t.winged) return (v1 + v2) / t.acceleration_mps2;
  let best = Infinity;
  for (let k = 1; k <= 12; k++) best = Math.min(best, uTurnLength_m(t.radius_m, k * spacing_m));
  return best / design.airspeed_mps + (t.settle_s * (v1 + v2)) / 2 / design.airspeed_mps;
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
  return length * pace + Math.max(0, count - 1) * turnTime_s(design, wind, set.u, turn, set.spacing_m);
}

/** Least work in a set of lines, for bounds. */
export type LeastWork = { readonly lane_s: number; readonly turn_s: number; readonly turns: number };

/**
 * What any flight of these lines takes at least. The time of a displacement in a wind is a symmetric part plus a linear
 * one, and the linear part vanishes over a flight that ends where it began, so lanes count at the pace of a pair of
 * opposite ones at the lane's airspeed; between lines the velocity has to be turned round once. `drawn_m` is what ends
 * at walls may be drawn in by.
 */
export function leastWork(
  set: LineSet,
  design: Design,
  wind: Pt,
  turn: TurnModel,
  drawn_m: number,
): LeastWork {
  const w = Math.hypot(wind.x, wind.y);
  const across = Math.abs(set.u.x * wind.y - set.u.y * wind.x);
  const v = design.airspeed_mps;
  const pace = Math.max(Math.sqrt(v * v - across * across) / (v * v - w * w), 1 / design.groundspeed_max_mps);
  let length = 0;
  let lines = 0;
  for (const line of set.lines) {
    if (line.chords.length > 0) lines++;
    for (const [x0, x1] of line.chords) length += Math.max(0, x1 - x0 - drawn_m);
  }
  const turns = Math.max(0, lines - 1);
  return { lane_s: length * pace, turn_s: turnTime_s(design, wind, set.u, turn, set.spacing_m), turns };
}
