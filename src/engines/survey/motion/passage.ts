import { type AircraftFigures } from '#world';
import { type Ground } from '../sensing/ground.ts';
import {
  type Part,
  type PowerContext,
  partDuration_s,
  partEnergy_wh,
  partMoments,
  partStart,
} from './parts.ts';

/**
 * A flight from one height to another: `first` at the old height, a change of height over one place, `middle` with the
 * height changing on the way, another change over one place, `last` at the new height.
 */
export type Passage = {
  readonly first: readonly Part[];
  readonly pre_m: number;
  readonly middle: readonly Part[];
  readonly post_m: number;
  readonly last: readonly Part[];
  readonly z0_m: number;
  readonly z1_m: number;
  readonly duration_s: number;
  readonly energy_wh: number;
};

/** Limits of vertical motion, and the heights below which nobody flies. */
export type VerticalContext = PowerContext & {
  readonly ground: Ground;
  readonly min_agl_m: number;
  readonly floor_m: number;
};

/** Climb and descent are planned at this share of the limits. */
const SHARE = 0.98;
/** Metres kept over the least height between samples of the ground. */
const GROUND_ROOM_M = 1;

/** Fastest climb or descent used. */
export function rate_mps(craft: AircraftFigures, dz_m: number): number {
  return SHARE * (dz_m > 0 ? craft.climb_max_mps : craft.descent_max_mps);
}

/** Times and heights over the middle parts, and what must be climbed or descended at its two ends. */
export type MiddleHeights = {
  readonly t_s: readonly number[];
  readonly z_m: readonly number[];
  readonly pre_m: number;
  readonly post_m: number;
};

/** Lays a change of height over parts: evenly over flat ground, over the ground's lowest allowed line otherwise. */
export function middleHeights(
  parts: readonly Part[],
  ends: { readonly z0_m: number; readonly z1_m: number },
  c: VerticalContext,
): MiddleHeights {
  const { z0_m, z1_m } = ends;
  const total = parts.reduce((s, p) => s + partDuration_s(p), 0);
  const dz = z1_m - z0_m;
  if (c.ground.flat_m !== null) {
    const most = rate_mps(c.craft, dz) * total;
    const rest = Math.abs(dz) <= most ? 0 : dz - Math.sign(dz) * most;
    const pre_m = dz > 0 ? rest : 0;
    const post_m = dz < 0 ? rest : 0;
    return { t_s: [0, total], z_m: [z0_m + pre_m, z1_m - post_m], pre_m, post_m };
  }
  return overGround(parts, ends, c, total);
}

/** Places along parts close enough together to see the ground between them. */
function stations(parts: readonly Part[], step_m: number): { t: number[]; z: { x: number; y: number }[] } {
  const t: number[] = [0];
  const z = [partStart(parts[0]!)];
  let at = 0;
  let p = z[0]!;
  for (const part of parts) {
    for (const m of partMoments(part, 1, 0.4)) {
      const t0 = t[t.length - 1]!;
      const n = Math.max(1, Math.ceil(Math.hypot(m.p.x - p.x, m.p.y - p.y) / step_m));
      for (let i = 1; i <= n; i++) {
        t.push(t0 + ((at + m.t_s - t0) * i) / n);
        z.push({ x: p.x + ((m.p.x - p.x) * i) / n, y: p.y + ((m.p.y - p.y) * i) / n });
      }
      p = m.p;
    }
    at += partDuration_s(part);
  }
  return { t, z };
}

/** Whether parts flown at one height stay high enough over the ground. */
export function clearsGround(parts: readonly Part[], z_m: number, c: VerticalContext): boolean {
  if (c.ground.flat_m !== null || parts.length === 0) return true;
  return stations(parts, c.ground.step_m / 4).z.every((p) => {
    const g = c.ground.at(p);
    return g === null || z_m >= g + c.min_agl_m - 1e-3;
  });
}

function overGround(
  parts: readonly Part[],
  ends: { readonly z0_m: number; readonly z1_m: number },
  c: VerticalContext,
  total: number,
): MiddleHeights {
  const { z0_m, z1_m } = ends;
  if (parts.length === 0 || !(total > 0)) {
    const dz = z1_m - z0_m;
    return { t_s: [0], z_m: [dz > 0 ? z1_m : z0_m], pre_m: Math.max(0, dz), post_m: Math.min(0, dz) };
  }
  const { t, z: places } = stations(parts, c.ground.step_m);
  const need = places.map((p, i) => {
    const g = c.ground.at(p);
    const even = z0_m + ((z1_m - z0_m) * t[i]!) / total;
    const end = i === 0 || i === places.length - 1;
    const low = Math.max(c.floor_m, (g ?? -Infinity) + c.min_agl_m + GROUND_ROOM_M);
    return end ? even : Math.max(even, low);
  });
  const up = SHARE * c.craft.climb_max_mps;
  const down = SHARE * c.craft.descent_max_mps;
  // Climbing limit seen backwards in time, descent limit forwards: the two one-sided sweeps.
  const z = [...need];
  for (let i = z.length - 2; i >= 0; i--) z[i] = Math.max(z[i]!, z[i + 1]! - up * (t[i + 1]! - t[i]!));
  for (let i = 1; i < z.length; i++) z[i] = Math.max(z[i]!, z[i - 1]! - down * (t[i]! - t[i - 1]!));
  return { t_s: t, z_m: z, pre_m: z[0]! - z0_m, post_m: z1_m - z[z.length - 1]! };
}

/** Metres climbed in all. */
function climbed(z: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < z.length; i++) sum += Math.max(0, z[i]! - z[i - 1]!);
  return sum;
}

/** Below this a change of height at a place is rounding. */
const NO_HEIGHT_M = 0.005;

/** Whether a flight needs to change height over a place at its start or end. */
export function needsStop(h: MiddleHeights): { readonly pre: boolean; readonly post: boolean } {
  return { pre: Math.abs(h.pre_m) > NO_HEIGHT_M, post: Math.abs(h.post_m) > NO_HEIGHT_M };
}

/** A passage with its sums. */
export function passageOf(
  part: Pick<Passage, 'first' | 'middle' | 'last' | 'z0_m' | 'z1_m'>,
  h: MiddleHeights,
  c: VerticalContext,
): Passage {
  const hoverTime = (dz: number): number =>
    Math.abs(dz) > NO_HEIGHT_M ? Math.abs(dz) / rate_mps(c.craft, dz) : 0;
  const all = [...part.first, ...part.middle, ...part.last];
  let duration_s = hoverTime(h.pre_m) + hoverTime(h.post_m);
  let energy_wh = partEnergy_wh({ type: 'hover', kind: 'climb', p: { x: 0, y: 0 }, duration_s, dz_m: 0 }, c);
  for (const p of all) {
    duration_s += partDuration_s(p);
    energy_wh += partEnergy_wh(p, c);
  }
  const up = climbed(h.z_m) + Math.max(0, h.pre_m) + Math.max(0, h.post_m);
  energy_wh += (c.craft.climb_power_w_per_mps * up) / 3600;
  const keep = (x: number): number => (Math.abs(x) > NO_HEIGHT_M ? x : 0);
  return { ...part, pre_m: keep(h.pre_m), post_m: keep(h.post_m), duration_s, energy_wh };
}
