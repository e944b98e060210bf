import { type Segment } from './contains.ts';
import { GUARD_M } from './guard.ts';
import { type Prism, type TimedPoint } from './prism.ts';
import { parametersInside } from './segment.ts';

/** The point of the straight leg at a parameter between 0 (its start) and 1 (its end); both ends are met exactly. */
export function pointOnLeg(from: TimedPoint, to: TimedPoint, s: number): TimedPoint {
  if (s <= 0) return from;
  if (s >= 1) return to;
  return {
    t_sec: from.t_sec + (to.t_sec - from.t_sec) * s,
    x_m: from.x_m + (to.x_m - from.x_m) * s,
    y_m: from.y_m + (to.y_m - from.y_m) * s,
    z_m: from.z_m + (to.z_m - from.z_m) * s,
  };
}

/** The parameter of a moment on a leg, clipped to [0, 1]. */
export function parameterAt(from: TimedPoint, to: TimedPoint, t_sec: number): number {
  if (t_sec <= from.t_sec) return 0;
  if (t_sec >= to.t_sec) return 1;
  return (t_sec - from.t_sec) / (to.t_sec - from.t_sec);
}

/** A closed interval of a leg's parameter. */
export type Interval = readonly [from: number, to: number];

/**
 * Where a quantity that runs linearly from `a` (parameter 0) to `b` (parameter 1) is within [low, high], ends included;
 * null where it never is. Emptiness is decided on the numbers themselves, before any division.
 */
export function linearWithin(a: number, b: number, low: number, high: number): Interval | null {
  if (Math.max(a, b) < low || Math.min(a, b) > high) return null;
  if (a === b) return [0, 1];
  const enters = a < low ? passing(a, b, low) : a > high ? passing(a, b, high) : 0;
  const leaves = b < low ? passing(a, b, low) : b > high ? passing(a, b, high) : 1;
  return [enters, Math.max(enters, leaves)];
}

/** The parameter at which a linear quantity passes a value, clipped to [0, 1]. */
function passing(a: number, b: number, value: number): number {
  return Math.min(1, Math.max(0, (value - a) / (b - a)));
}

/** Where two intervals overlap; ends that differ by rounding alone still meet. */
export function overlapOf(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null) return null;
  const from = Math.max(a[0], b[0]);
  const to = Math.min(a[1], b[1]);
  if (from <= to) return [from, to];
  return from - to <= 1e-12 ? [to, to] : null;
}

/** The part of a leg inside a prism's time window; null where there is none. */
export function legInWindow(from: TimedPoint, to: TimedPoint, prism: Prism): Interval | null {
  return linearWithin(from.t_sec, to.t_sec, prism.from_sec, prism.to_sec);
}

/** The piece of a leg between two parameters, seen from above. */
export function shadowOf(from: TimedPoint, to: TimedPoint, [a, b]: Interval): Segment {
  const p = pointOnLeg(from, to, a);
  const q = pointOnLeg(from, to, b);
  return [p.x_m, p.y_m, q.x_m, q.y_m];
}

/**
 * Where a straight 4-D leg is inside a prism: closed intervals of its parameter, flat and ascending; empty where it never
 * touches. The leg is clipped in closed form to the time window and the altitude band, and what is left is met with the
 * outline: exactly for polygons where nothing was clipped, else up to the rounding of the clipped ends (see GUARD_M;
 * `closestToPrism` applies it). A leg may stand still; from.t_sec < to.t_sec.
 */
export function parametersInPrism(from: TimedPoint, to: TimedPoint, prism: Prism): number[] {
  const part = overlapOf(
    legInWindow(from, to, prism),
    linearWithin(from.z_m, to.z_m, prism.floor_m, prism.ceiling_m),
  );
  if (part === null) return [];
  const inside = parametersInside(shadowOf(from, to, part), prism.outline);
  return inside.map((s) => part[0] + (part[1] - part[0]) * s);
}

/** When a leg is inside a prism: closed intervals in seconds, flat as [from, to, ...]; empty where it never touches. */
export function timesInPrism(from: TimedPoint, to: TimedPoint, prism: Prism): number[] {
  return parametersInPrism(from, to, prism).map((s) => pointOnLeg(from, to, s).t_sec);
}

/** Smallest distance between two moving points and when it is first reached. */
export type Approach = {
  readonly distance_m: number;
  readonly horizontal_m: number;
  readonly vertical_m: number;
  readonly t_sec: number;
};

/**
 * Closest approach of two points on straight legs while both are on theirs: the quadratic of the relative motion, in
 * closed form. Null where the legs do not overlap in time; a shared end counts.
 */
export function closestApproach(
  a: readonly [TimedPoint, TimedPoint],
  b: readonly [TimedPoint, TimedPoint],
): Approach | null {
  const start = Math.max(a[0].t_sec, b[0].t_sec);
  const end = Math.min(a[1].t_sec, b[1].t_sec);
  if (start > end) return null;
  const gap = (t: number): readonly [number, number, number] => {
    const p = pointOnLeg(a[0], a[1], parameterAt(a[0], a[1], t));
    const q = pointOnLeg(b[0], b[1], parameterAt(b[0], b[1], t));
    return [p.x_m - q.x_m, p.y_m - q.y_m, p.z_m - q.z_m];
  };
  const r = gap(start);
  const e = gap(end);
  const w = [e[0] - r[0], e[1] - r[1], e[2] - r[2]] as const;
  const ww = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  const s = ww > 0 ? Math.min(1, Math.max(0, -(r[0] * w[0] + r[1] * w[1] + r[2] * w[2]) / ww)) : 0;
  let best: Approach | null = null;
  for (const u of [0, s, 1]) {
    const [dx, dy, dz] = [r[0] + w[0] * u, r[1] + w[1] * u, r[2] + w[2] * u];
    const horizontal_m = Math.hypot(dx, dy);
    const distance_m = Math.hypot(horizontal_m, dz);
    if (best !== null && distance_m >= best.distance_m) continue;
    best = { distance_m, horizontal_m, vertical_m: Math.abs(dz), t_sec: start + (end - start) * u };
  }
  return best;
}

/** Closest approach of two tracks of straight legs, times strictly increasing in each; null where they never overlap. */
export function closestApproachOfTracks(
  a: readonly TimedPoint[],
  b: readonly TimedPoint[],
): (Approach & { readonly leg_of_a: number }) | null {
  let best: (Approach & { leg_of_a: number }) | null = null;
  let i = 0;
  let j = 0;
  while (i + 1 < a.length && j + 1 < b.length) {
    const found = closestApproach([a[i]!, a[i + 1]!], [b[j]!, b[j + 1]!]);
    if (found !== null && (best === null || found.distance_m < best.distance_m - GUARD_M)) {
      best = { ...found, leg_of_a: i };
    }
    if (a[i + 1]!.t_sec <= b[j + 1]!.t_sec) i++;
    else j++;
  }
  return best;
}
