import { type Pt } from '../plane/projection.ts';

/** Position and heading (radians counter-clockwise from the x axis). */
export type Pose = { readonly x: number; readonly y: number; readonly heading: number };

/** The six words of Dubins (1957). */
export const DUBINS_WORDS = ['LSL', 'RSR', 'LSR', 'RSL', 'RLR', 'LRL'] as const;
export type DubinsWord = (typeof DUBINS_WORDS)[number];

/** A Dubins path: its word, and its three parts in units of the radius (radians for arcs). */
export type DubinsPath = {
  readonly word: DubinsWord;
  readonly parts: readonly [number, number, number];
  readonly radius_m: number;
  readonly length_m: number;
};

const TAU = 2 * Math.PI;

/** Folded into [0, 2 pi); what rounding leaves just below a full turn counts as none. */
function mod(a: number): number {
  const m = a - TAU * Math.floor(a / TAU);
  return TAU - m < 1e-9 ? 0 : m;
}

/** The path of one word, or null where the word has no solution (formulas of Shkel and Lumelsky, 2001). */
export function dubinsPath(word: DubinsWord, from: Pose, to: Pose, radius_m: number): DubinsPath | null {
  const dx = (to.x - from.x) / radius_m;
  const dy = (to.y - from.y) / radius_m;
  const d = Math.hypot(dx, dy);
  const theta = d > 0 ? Math.atan2(dy, dx) : 0;
  const parts = partsOf(word, mod(from.heading - theta), mod(to.heading - theta), d);
  if (parts === null) return null;
  return { word, parts, radius_m, length_m: (parts[0] + parts[1] + parts[2]) * radius_m };
}

/** All words that join the two poses, shortest first, ties in the order of `DUBINS_WORDS`. */
export function dubinsPaths(from: Pose, to: Pose, radius_m: number): DubinsPath[] {
  const out: DubinsPath[] = [];
  for (const word of DUBINS_WORDS) {
    const path = dubinsPath(word, from, to, radius_m);
    if (path !== null) out.push(path);
  }
  return out.sort(
    (p, q) => p.length_m - q.length_m || DUBINS_WORDS.indexOf(p.word) - DUBINS_WORDS.indexOf(q.word),
  );
}

function partsOf(word: DubinsWord, a: number, b: number, d: number): [number, number, number] | null {
  const [sa, sb, ca, cb] = [Math.sin(a), Math.sin(b), Math.cos(a), Math.cos(b)];
  const cab = Math.cos(a - b);
  switch (word) {
    case 'LSL': {
      const p2 = 2 + d * d - 2 * cab + 2 * d * (sa - sb);
      const t = Math.atan2(cb - ca, d + sa - sb);
      return p2 < -1e-12 ? null : [mod(t - a), Math.sqrt(Math.max(0, p2)), mod(b - t)];
    }
    case 'RSR': {
      const p2 = 2 + d * d - 2 * cab + 2 * d * (sb - sa);
      const t = Math.atan2(ca - cb, d - sa + sb);
      return p2 < -1e-12 ? null : [mod(a - t), Math.sqrt(Math.max(0, p2)), mod(t - b)];
    }
    case 'LSR': {
      const p2 = -2 + d * d + 2 * cab + 2 * d * (sa + sb);
      if (p2 < -1e-12) return null;
      const p = Math.sqrt(Math.max(0, p2));
      const t = Math.atan2(-ca - cb, d + sa + sb) - Math.atan2(-2, p);
      return [mod(t - a), p, mod(t - b)];
    }
    case 'RSL': {
      const p2 = -2 + d * d + 2 * cab - 2 * d * (sa + sb);
      if (p2 < -1e-12) return null;
      const p = Math.sqrt(Math.max(0, p2));
      const t = Math.atan2(ca + cb, d - sa - sb) - Math.atan2(2, p);
      return [mod(a - t), p, mod(b - t)];
    }
    case 'RLR': {
      const c = (6 - d * d + 2 * cab + 2 * d * (sa - sb)) / 8;
      if (Math.abs(c) > 1) return null;
      const p = mod(TAU - Math.acos(c));
      const t = mod(a - Math.atan2(ca - cb, d - sa + sb) + p / 2);
      return [t, p, mod(a - b - t + p)];
    }
    case 'LRL': {
      const c = (6 - d * d + 2 * cab + 2 * d * (sb - sa)) / 8;
      if (Math.abs(c) > 1) return null;
      const p = mod(TAU - Math.acos(c));
      const t = mod(-a + Math.atan2(cb - ca, d + sa - sb) + p / 2);
      return [t, p, mod(mod(b) - a - t + mod(p))];
    }
  }
}

/** The pose after `s` metres of a path that begins at `from`. */
export function dubinsPose(path: DubinsPath, from: Pose, s_m: number): Pose {
  let rest = s_m / path.radius_m;
  let pose = from;
  for (let i = 0; i < 3; i++) {
    const part = Math.min(rest, path.parts[i]!);
    pose = step(pose, path.word[i]!, part, path.radius_m);
    rest -= part;
    if (rest <= 0) break;
  }
  return pose;
}

function step(pose: Pose, kind: string, part: number, radius_m: number): Pose {
  const { x, y, heading } = pose;
  if (kind === 'S')
    return {
      x: x + part * radius_m * Math.cos(heading),
      y: y + part * radius_m * Math.sin(heading),
      heading,
    };
  const side = kind === 'L' ? 1 : -1;
  const next = heading + side * part;
  return {
    x: x + side * radius_m * (Math.sin(next) - Math.sin(heading)),
    y: y - side * radius_m * (Math.cos(next) - Math.cos(heading)),
    heading: next,
  };
}

/** Distances along a path at which points are written: each arc in equal steps of at most `turn_rad`; joints included. */
export function dubinsStations(path: DubinsPath, turn_rad: number): number[] {
  const out: number[] = [];
  let at = 0;
  path.parts.forEach((part, i) => {
    if (part <= 1e-9) return;
    const n = path.word[i] === 'S' ? 1 : Math.max(1, Math.ceil(part / turn_rad));
    for (let k = 1; k <= n; k++) out.push((at + (part * k) / n) * path.radius_m);
    at += part;
  });
  return out;
}

/** Closed form of the U-turn between parallel opposite lanes without stagger, for tests and estimates. */
export function uTurnLength_m(radius_m: number, offset_m: number): number {
  if (offset_m >= 2 * radius_m) return Math.PI * radius_m + offset_m - 2 * radius_m;
  return radius_m * (Math.PI + 4 * Math.acos((2 * radius_m + offset_m) / (4 * radius_m)));
}

/** Point of a pose. */
export const pointOf = (pose: Pose): Pt => ({ x: pose.x, y: pose.y });
