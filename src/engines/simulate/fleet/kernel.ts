import { assert } from '#base';

/**
 * Aircraft as parallel arrays: metres east, north, above ground, and metres a second, constant during one step. Only
 * aircraft with `flying` 1 take part in encounters.
 */
export type TrafficArrays = {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  /** 1 for crewed aircraft. */
  readonly crewed: Uint8Array;
  /** 1 inside a terminal area. */
  readonly terminal: Uint8Array;
  readonly flying: Uint8Array;
};

/** Arrays for `count` aircraft, all at rest at the origin and not flying. */
export function createTraffic(count: number): TrafficArrays {
  assert(Number.isInteger(count) && count >= 0, 'a count of aircraft is a whole number');
  const floats = (): Float64Array => new Float64Array(count);
  const flags = (): Uint8Array => new Uint8Array(count);
  return {
    count,
    x: floats(),
    y: floats(),
    z: floats(),
    vx: floats(),
    vy: floats(),
    vz: floats(),
    crewed: flags(),
    terminal: flags(),
    flying: flags(),
  };
}

/** Classes of pairs by number: the order of `PAIR_CLASSES`. */
export const PAIR_CLASSES = ['drone_drone', 'drone_crewed', 'terminal'] as const;

/** Cylinders of a class of pair, in metres: lost well clear and near mid-air collision. */
export type SeparationMinima = {
  readonly lowc_horizontal_m: number;
  readonly lowc_vertical_m: number;
  readonly nmac_horizontal_m: number;
  readonly nmac_vertical_m: number;
};

/** Minima of the three classes, in the order of `PAIR_CLASSES`. */
export type SeparationMatrix = readonly [SeparationMinima, SeparationMinima, SeparationMinima];

/** What one pair did in one step; written by the kernel before each call of the sink. */
export type PairMeeting = {
  i: number;
  j: number;
  pair_class: number;
  /** Seconds into the step at which the well-clear cylinder is first violated. */
  lowc_at: number;
  /** The same for the near-collision cylinder; -1 where it is not violated. */
  nmac_at: number;
  /** Seconds into the step of the least distance in space, and that distance in metres. */
  closest_at: number;
  closest_m: number;
};

/** Finds every pair that violates its well-clear cylinder during one step, in closed form. */
export type PairFinder = (
  traffic: TrafficArrays,
  dt_sec: number,
  sink: (meeting: PairMeeting) => void,
) => void;

/** Tests one pair over one step and calls the sink where it loses well clear. */
export type PairTest = (
  traffic: TrafficArrays,
  i: number,
  j: number,
  dt_sec: number,
  sink: (meeting: PairMeeting) => void,
) => void;

/**
 * The closed-form test of one pair over one step: the time for which a line is in a cylinder is the meeting of a quadratic's
 * and a linear interval. Crewed pairs are no business of this product.
 */
export function createPairTest(matrix: SeparationMatrix): PairTest {
  const lowH = Float64Array.from(matrix, (m) => m.lowc_horizontal_m);
  const lowV = Float64Array.from(matrix, (m) => m.lowc_vertical_m);
  const nearH = Float64Array.from(matrix, (m) => m.nmac_horizontal_m);
  const nearV = Float64Array.from(matrix, (m) => m.nmac_vertical_m);
  const out: PairMeeting = {
    i: 0,
    j: 0,
    pair_class: 0,
    lowc_at: 0,
    nmac_at: -1,
    closest_at: 0,
    closest_m: 0,
  };
  // The pair in hand: |v|^2, s.v and |s|^2 in the plane, s and v in height, dt. An array keeps the figures unboxed.
  const w = new Float64Array(6);

  return (t, i, j, dt, sink) => {
    const crewed = t.crewed[i]! + t.crewed[j]!;
    if (crewed === 2) return;
    const k = crewed === 1 ? 1 : t.terminal[i]! | t.terminal[j]! ? 2 : 0;
    const sz = t.z[i]! - t.z[j]!;
    const vz = t.vz[i]! - t.vz[j]!;
    const height = lowV[k]!;
    if (Math.abs(sz) - Math.abs(vz) * dt > height) return;
    const sx = t.x[i]! - t.x[j]!;
    const sy = t.y[i]! - t.y[j]!;
    const vx = t.vx[i]! - t.vx[j]!;
    const vy = t.vy[i]! - t.vy[j]!;
    const a = vx * vx + vy * vy;
    const b = sx * vx + sy * vy;
    w[0] = a;
    w[1] = b;
    w[2] = sx * sx + sy * sy;
    w[3] = sz;
    w[4] = vz;
    w[5] = dt;
    const from = entryTime(w, lowH[k]!, height);
    if (from < 0) return;
    const speed2 = a + vz * vz;
    const at = speed2 > 0 ? Math.min(dt, Math.max(0, -(b + sz * vz) / speed2)) : 0;
    const dx = sx + vx * at;
    const dy = sy + vy * at;
    const dz = sz + vz * at;
    out.i = i < j ? i : j;
    out.j = i < j ? j : i;
    out.pair_class = k;
    out.lowc_at = from;
    out.nmac_at = entryTime(w, nearH[k]!, nearV[k]!);
    out.closest_at = at;
    out.closest_m = Math.sqrt(dx * dx + dy * dy + dz * dz);
    sink(out);
  };
}

/** Seconds into [0, dt] at which |s + v t| <= radius and |sz + vz t| <= height first both hold; -1 for never. */
function entryTime(w: Float64Array, radius: number, height: number): number {
  const a = w[0]!;
  const b = w[1]!;
  const s2 = w[2]!;
  const sz = w[3]!;
  const vz = w[4]!;
  let from = 0;
  let to = w[5]!;
  const c = s2 - radius * radius;
  if (a > 0) {
    const disc = b * b - a * c;
    if (disc < 0) return -1;
    const root = Math.sqrt(disc);
    const t0 = (-b - root) / a;
    const t1 = (-b + root) / a;
    if (t0 > from) from = t0;
    if (t1 < to) to = t1;
  } else if (c > 0) return -1;
  if (vz !== 0) {
    const t0 = (-height - sz) / vz;
    const t1 = (height - sz) / vz;
    const first = t0 < t1 ? t0 : t1;
    const last = t0 < t1 ? t1 : t0;
    if (first > from) from = first;
    if (last < to) to = last;
  } else if (sz > height || sz < -height) return -1;
  return from <= to ? from : -1;
}

/** Moves every flying aircraft by one step. */
export function moveTraffic(traffic: TrafficArrays, dt_sec: number): void {
  const { count, x, y, z, vx, vy, vz, flying } = traffic;
  for (let i = 0; i < count; i++) {
    if (flying[i] === 0) continue;
    x[i]! += vx[i]! * dt_sec;
    y[i]! += vy[i]! * dt_sec;
    z[i]! += vz[i]! * dt_sec;
  }
}
