import { type Pt } from '../plane/projection.ts';
import { angleBetween, norm } from '../plane/vec.ts';

/** Position and velocity on the plane, metres and metres per second over the ground. */
export type State = { readonly p: Pt; readonly v: Pt };

/** Constant acceleration for a time, from a state. */
export type Phase = { readonly from: State; readonly a: Pt; readonly duration_s: number };

/** The state after `t` seconds of a phase. */
export function stateAt(phase: Phase, t: number): State {
  const { from, a } = phase;
  return {
    p: {
      x: from.p.x + from.v.x * t + (a.x * t * t) / 2,
      y: from.p.y + from.v.y * t + (a.y * t * t) / 2,
    },
    v: { x: from.v.x + a.x * t, y: from.v.y + a.y * t },
  };
}

/** The phase that takes `from` to velocity `v` at acceleration `limit`; null duration is none. */
export function changeVelocity(from: State, v: Pt, limit_mps2: number): Phase {
  const dv = { x: v.x - from.v.x, y: v.y - from.v.y };
  const duration_s = norm(dv) / limit_mps2;
  const a = duration_s > 0 ? { x: dv.x / duration_s, y: dv.y / duration_s } : { x: 0, y: 0 };
  return { from, a, duration_s };
}

type Shape = { readonly a1: Pt; readonly a2: Pt; readonly peak: number; readonly middle: Pt };

/**
 * The two constant accelerations that bring one state to another in time `t`, changing at `f t`. With S = dv / t and
 * D = (dp - v0 t) / t^2: a1 = (2 D - S (1 - f)) / f, a2 = (S - f a1) / (1 - f).
 */
function shapeOf(from: State, to: State, t: number, f: number): Shape {
  const sx = (to.v.x - from.v.x) / t;
  const sy = (to.v.y - from.v.y) / t;
  const dx = (to.p.x - from.p.x - from.v.x * t) / (t * t);
  const dy = (to.p.y - from.p.y - from.v.y * t) / (t * t);
  const a1 = { x: (2 * dx - sx * (1 - f)) / f, y: (2 * dy - sy * (1 - f)) / f };
  const a2 = { x: (sx - f * a1.x) / (1 - f), y: (sy - f * a1.y) / (1 - f) };
  const middle = { x: from.v.x + a1.x * f * t, y: from.v.y + a1.y * f * t };
  return { a1, a2, peak: Math.max(norm(a1), norm(a2)), middle };
}

/** Switching fractions tried, the likeliest first. */
const FRACTIONS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.14, 0.86, 0.25, 0.75, 0.35, 0.65, 0.45, 0.55];
/** A fraction is looked at closely only if it is quicker than the best so far by this ratio. */
const WORTH = 0.995;

/** Limits of a multirotor's transfer: acceleration over the ground, and airspeed in the wind. */
export type TransferLimits = {
  readonly acceleration_mps2: number;
  readonly airspeed_mps: number;
  readonly wind: Pt;
};

/**
 * A quick transfer of two constant accelerations between two states, or null beyond `longest_s`. Not the true optimum:
 * the best of a few switching fractions, each at its shortest time. Velocity is linear in each phase and airspeed convex
 * in it, so the limit needs checking at the middle only (the ends are the caller's).
 */
export function transfer(
  from: State,
  to: State,
  limits: TransferLimits,
  longest_s: number,
): readonly Phase[] | null {
  const dv = Math.hypot(to.v.x - from.v.x, to.v.y - from.v.y);
  const start = Math.max(0.2, dv / limits.acceleration_mps2);
  let best = longest_s;
  let chosen: { f: number; t: number } | null = null;
  const fits = (t: number, f: number): boolean => {
    const s = shapeOf(from, to, t, f);
    if (s.peak > limits.acceleration_mps2) return false;
    return Math.hypot(s.middle.x - limits.wind.x, s.middle.y - limits.wind.y) <= limits.airspeed_mps;
  };
  for (const f of FRACTIONS) {
    if (chosen !== null && (start >= best * WORTH || !fits(best * WORTH, f))) continue;
    let high = start;
    while (high < best && !fits(high, f)) high *= 1.12;
    if (high >= best) continue;
    let low = high === start ? start : high / 1.12;
    for (let i = 0; i < 12; i++) {
      const mid = (low + high) / 2;
      if (fits(mid, f)) high = mid;
      else low = mid;
    }
    best = high;
    chosen = { f, t: high };
  }
  if (chosen === null) return null;
  const { f, t } = chosen;
  const s = shapeOf(from, to, t, f);
  const first: Phase = { from, a: s.a1, duration_s: f * t };
  return [first, { from: stateAt(first, f * t), a: s.a2, duration_s: (1 - f) * t }];
}

/** Steps are not made shorter: a velocity within a centimetre a second of zero turns at once. */
const LEAST_STEP_S = 0.004;

/**
 * Times inside a phase at which points are written: steps of at most `step_s`, and at most `turn_rad` between successive
 * velocities. The end is included, the start is not. A velocity through zero turns at once and is not cut finer.
 */
export function sampleTimes(phase: Phase, step_s: number, turn_rad: number): number[] {
  const out: number[] = [];
  if (!(phase.duration_s > 0)) return out;
  const still = phase.a.x === 0 && phase.a.y === 0;
  if (still) return [phase.duration_s];
  const split = (t0: number, v0: Pt, t1: number, v1: Pt): void => {
    const dt = t1 - t0;
    const turned = Math.min(norm(v0), norm(v1)) > 0.05 ? angleBetween(v0, v1) : 0;
    if (dt > LEAST_STEP_S && (dt > step_s || turned > turn_rad || turnsInside(v0, v1, turn_rad))) {
      const tm = (t0 + t1) / 2;
      const vm = stateAt(phase, tm).v;
      split(t0, v0, tm, vm);
      split(tm, vm, t1, v1);
    } else out.push(t1);
  };
  split(0, phase.from.v, phase.duration_s, stateAt(phase, phase.duration_s).v);
  return out;
}

function turnsInside(v0: Pt, v1: Pt, turn_rad: number): boolean {
  const m = { x: (v0.x + v1.x) / 2, y: (v0.y + v1.y) / 2 };
  return norm(m) > 0.05 && norm(v0) > 0.05 && angleBetween(v0, m) > turn_rad;
}
