import { type TrackLeg } from './sections.ts';

/** A flight's track in flat arrays, launch at second 0. */
export type FlatTrack = {
  readonly site_id: string;
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** 1 where the chord ending at this point belongs to a take-off or landing. */
  readonly atSite: Uint8Array;
  readonly duration_s: number;
  /** What each `BLOCK` chords in a row keep within: least and greatest x, y and z, six numbers a block. */
  readonly boxes: Float64Array;
};

/** Chords of a block. */
const BLOCK = 24;

/** Flattens a track; repeated first points of legs are left out. */
export function flatten(track: readonly TrackLeg[], site_id: string): FlatTrack {
  const n = track.reduce((sum, leg) => sum + leg.points.length - 1, 1);
  const [t, x, y, z] = [0, 1, 2, 3].map(() => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const atSite = new Uint8Array(n);
  let k = 0;
  track.forEach((leg, l) => {
    const exempt = leg.kind === 'takeoff' || leg.kind === 'landing' ? 1 : 0;
    leg.points.forEach((p, i) => {
      if (i === 0 && l > 0) return;
      t[k] = p.t_s;
      x[k] = p.p.x;
      y[k] = p.p.y;
      z[k] = p.z_m;
      atSite[k] = exempt;
      k++;
    });
  });
  return { site_id, t, x, y, z, atSite, duration_s: t[n - 1]!, boxes: boxesOf([x, y, z]) };
}

function boxesOf(columns: readonly Float64Array[]): Float64Array {
  const chords = columns[0]!.length - 1;
  const out = new Float64Array(6 * Math.ceil(chords / BLOCK));
  for (let at = 0, k = 0; at < chords; at += BLOCK)
    for (const values of columns) {
      let [low, high] = [Infinity, -Infinity];
      for (let i = at; i <= Math.min(at + BLOCK, chords); i++) {
        if (values[i]! < low) low = values[i]!;
        if (values[i]! > high) high = values[i]!;
      }
      out[k++] = low;
      out[k++] = high;
    }
  return out;
}

/** Distances that keep two aircraft apart; either one suffices. */
export type Apart = { readonly horizontal_m: number; readonly vertical_m: number };

/** Index of the chord (by its end point) that holds a time. */
function chordAt(track: FlatTrack, t: number): number {
  let [low, high] = [1, track.t.length - 1];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (track.t[mid]! < t) low = mid + 1;
    else high = mid;
  }
  return low;
}

/**
 * First moment (on the common clock) at which two flights with given launches are closer than allowed, or null. Motion
 * of both is straight between points, so the relative motion is too, and the times below the horizontal distance solve a
 * quadratic. Take-offs and landings at one site are left out. Blocks of chords that keep apart are passed over.
 */
export function firstConflict_s(
  a: FlatTrack,
  startA: number,
  b: FlatTrack,
  startB: number,
  apart: Apart,
): number | null {
  let t = Math.max(startA, startB);
  const end = Math.min(startA + a.duration_s, startB + b.duration_s);
  if (!(t < end)) return null;
  let blockA = blockOf(chordAt(a, t - startA));
  let blockB = blockOf(chordAt(b, t - startB));
  while (t < end) {
    const endA = startA + blockEnd_s(a, blockA);
    const endB = startB + blockEnd_s(b, blockB);
    const next = Math.min(endA, endB, end);
    if (next > t && meet(a.boxes, 6 * blockA, b.boxes, 6 * blockB, apart)) {
      const hit = sweep(a, b, { from: t, to: next, startA, startB }, apart);
      if (hit !== null) return hit;
    }
    if (endA <= next) blockA++;
    if (endB <= next) blockB++;
    t = next;
  }
  return null;
}

const blockOf = (chord: number): number => Math.floor((chord - 1) / BLOCK);

const blockEnd_s = (track: FlatTrack, block: number): number =>
  track.t[Math.min((block + 1) * BLOCK, track.t.length - 1)]!;

/** Whether two boxes come closer than both distances. */
function meet(a: Float64Array, i: number, b: Float64Array, j: number, apart: Apart): boolean {
  const h = apart.horizontal_m;
  const dx = Math.max(a[i]! - b[j + 1]!, b[j]! - a[i + 1]!, 0);
  if (dx >= h) return false;
  const dy = Math.max(a[i + 2]! - b[j + 3]!, b[j + 2]! - a[i + 3]!, 0);
  if (dx * dx + dy * dy >= h * h) return false;
  return Math.max(a[i + 4]! - b[j + 5]!, b[j + 4]! - a[i + 5]!) < apart.vertical_m;
}

/** The first conflict within a window of time, chord by chord. */
function sweep(a: FlatTrack, b: FlatTrack, w: Window, apart: Apart): number | null {
  const { startA, startB, to: end } = w;
  let t = w.from;
  let i = chordAt(a, t - startA);
  let j = chordAt(b, t - startB);
  const same = a.site_id === b.site_id;
  while (t < end) {
    const next = Math.min(startA + a.t[i]!, startB + b.t[j]!, end);
    if (next > t && !(same && a.atSite[i] === 1 && b.atSite[j] === 1)) {
      const hit = closeIn([a, i], [b, j], { from: t, to: next, startA, startB }, apart);
      if (hit !== null) return hit;
    }
    if (startA + a.t[i]! <= next + 1e-9) i++;
    if (startB + b.t[j]! <= next + 1e-9) j++;
    t = next;
    if (i >= a.t.length || j >= b.t.length) break;
  }
  return null;
}

type Window = {
  readonly from: number;
  readonly to: number;
  readonly startA: number;
  readonly startB: number;
};

/** Value of a column at a time between points `k - 1` and `k`. */
function valueAt(track: FlatTrack, k: number, values: Float64Array, t: number): number {
  const t0 = track.t[k - 1]!;
  const dt = track.t[k]! - t0;
  const f = dt > 0 ? (t - t0) / dt : 1;
  return values[k - 1]! + f * (values[k]! - values[k - 1]!);
}

function closeIn(
  [a, i]: readonly [FlatTrack, number],
  [b, j]: readonly [FlatTrack, number],
  w: Window,
  apart: Apart,
): number | null {
  const dt = w.to - w.from;
  const [fromA, fromB] = [w.from - w.startA, w.from - w.startB];
  const [toA, toB] = [w.to - w.startA, w.to - w.startB];
  const x0 = valueAt(a, i, a.x, fromA) - valueAt(b, j, b.x, fromB);
  const x1 = valueAt(a, i, a.x, toA) - valueAt(b, j, b.x, toB);
  const reach = apart.horizontal_m;
  if ((x0 >= reach && x1 >= reach) || (x0 <= -reach && x1 <= -reach)) return null;
  const y0 = valueAt(a, i, a.y, fromA) - valueAt(b, j, b.y, fromB);
  const y1 = valueAt(a, i, a.y, toA) - valueAt(b, j, b.y, toB);
  if ((y0 >= reach && y1 >= reach) || (y0 <= -reach && y1 <= -reach)) return null;
  const z0 = valueAt(a, i, a.z, fromA) - valueAt(b, j, b.z, fromB);
  const z1 = valueAt(a, i, a.z, toA) - valueAt(b, j, b.z, toB);
  const h = apart.horizontal_m;
  // Shares of the window with the horizontal distance below h.
  const [dx, dy] = [x1 - x0, y1 - y0];
  const qa = dx * dx + dy * dy;
  const qb = x0 * dx + y0 * dy;
  const qc = x0 * x0 + y0 * y0 - h * h;
  let [low, high] = [0, 1];
  if (qa < 1e-12) {
    if (qc >= 0) return null;
  } else {
    const disc = qb * qb - qa * qc;
    if (disc <= 0) return null;
    const r = Math.sqrt(disc);
    low = Math.max(low, (-qb - r) / qa);
    high = Math.min(high, (-qb + r) / qa);
  }
  const v = apart.vertical_m;
  const dz = z1 - z0;
  if (Math.abs(dz) < 1e-9) {
    if (Math.abs(z0) >= v) return null;
  } else {
    const [s0, s1] = [(-v - z0) / dz, (v - z0) / dz];
    low = Math.max(low, Math.min(s0, s1));
    high = Math.min(high, Math.max(s0, s1));
  }
  return high - low > 1e-9 ? w.from + low * dt : null;
}
