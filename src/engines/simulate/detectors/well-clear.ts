import { type Result, err, ok } from '#base';
import {
  type RelativeState,
  type TimeInterval,
  advance,
  circleTimes_s,
  timeToClosestApproach_s,
} from './relative.ts';

/**
 * What must not be entered by another aircraft.
 * `CYL` (also called CD3D): horizontal distance <= `horizontal_m` and vertical distance <= `vertical_m`.
 * `TAUMOD`, `TCPA`, `TEP`: the well-clear family of Munoz, Narkawicz, Chamberlain, Consiglio and Upchurch, "A Family of
 * Well-Clear Boundary Models for the Integration of UAS in the NAS" (AIAA ATIO 2014): horizontally the distance is within
 * `horizontal_m`, or the closest approach will be and the time variable of the type is between 0 and `tau_sec`; vertically
 * the distance is within `vertical_m` or equal altitude is at most `tcoa_sec` away. All bounds are included.
 */
export type LossVolume = {
  readonly type: 'CYL' | 'TAUMOD' | 'TCPA' | 'TEP';
  readonly horizontal_m: number;
  readonly vertical_m: number;
  readonly tau_sec: number;
  readonly tcoa_sec: number;
};

/** Why a volume cannot be used. */
export type VolumeError = { readonly type: 'out_of_range'; readonly field: string; readonly message: string };

/** A volume with checked numbers: distances above or at 0, times at or above 0, all finite. */
export function lossVolume(spec: LossVolume): Result<LossVolume, VolumeError> {
  for (const field of ['horizontal_m', 'vertical_m', 'tau_sec', 'tcoa_sec'] as const) {
    const value = spec[field];
    if (!(value >= 0) || !Number.isFinite(value)) {
      return err({
        type: 'out_of_range',
        field,
        message: `${field} must be finite and 0 or more, not ${value}`,
      });
    }
  }
  return ok(spec);
}

/** A cylinder: `horizontal_m` is its radius, `vertical_m` half of its height. */
export function cylinder(horizontal_m: number, vertical_m: number): LossVolume {
  return { type: 'CYL', horizontal_m, vertical_m, tau_sec: 0, tcoa_sec: 0 };
}

/** Whether the volume is violated at this very moment; the boundary violates. */
export function violatedNow(volume: LossVolume, r: RelativeState): boolean {
  return verticalNow(volume, r) && horizontalNow(volume, r);
}

function verticalNow(volume: LossVolume, r: RelativeState): boolean {
  if (Math.abs(r.sz_m) <= volume.vertical_m) return true;
  if (volume.type === 'CYL' || !(r.sz_m * r.vz_mps < 0)) return false;
  return Math.abs(r.sz_m) <= volume.tcoa_sec * Math.abs(r.vz_mps);
}

function horizontalNow(volume: LossVolume, r: RelativeState): boolean {
  const d = volume.horizontal_m;
  const gap = r.sx_m * r.sx_m + r.sy_m * r.sy_m - d * d;
  if (gap <= 0) return true;
  const dot = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps;
  if (volume.type === 'CYL' || dot >= 0) return false;
  const times = circleTimes_s(r, d);
  if (times === null) return false;
  if (volume.type === 'TAUMOD') return gap <= -dot * volume.tau_sec;
  if (volume.type === 'TCPA') return timeToClosestApproach_s(r) <= volume.tau_sec;
  return times[0] <= volume.tau_sec;
}

/**
 * The stretch of [0, horizon_sec] in which the volume is violated at constant velocities, in closed form; null where it is
 * not. One stretch, because both the vertical and the horizontal violation are one stretch for constant velocities.
 * A touch gives a stretch of length 0: callers that ask for a conflict of positive length compare its ends.
 */
export function lossInterval(volume: LossVolume, r: RelativeState, horizon_sec: number): TimeInterval | null {
  const vertical = verticalInterval(volume, r, horizon_sec);
  if (vertical === null) return null;
  const horizontal = horizontalInterval(volume, advance(r, vertical.from_sec));
  if (horizontal === null) return null;
  const from_sec = vertical.from_sec + Math.max(0, horizontal.from_sec);
  const to_sec = Math.min(vertical.to_sec, vertical.from_sec + horizontal.to_sec);
  return from_sec <= to_sec ? { from_sec, to_sec } : null;
}

/** Entry is at the larger of the height and the height closed in `tcoa_sec`; exit is always at the height. */
function verticalInterval(volume: LossVolume, r: RelativeState, horizon_sec: number): TimeInterval | null {
  if (r.vz_mps === 0) {
    return Math.abs(r.sz_m) <= volume.vertical_m ? { from_sec: 0, to_sec: horizon_sec } : null;
  }
  const rate = Math.abs(r.vz_mps);
  // Height along the direction of motion: it grows at `rate`, from below to above.
  const along = r.vz_mps > 0 ? r.sz_m : -r.sz_m;
  const entry_m =
    volume.type === 'CYL' ? volume.vertical_m : Math.max(volume.vertical_m, rate * volume.tcoa_sec);
  const from_sec = Math.max(0, (-entry_m - along) / rate);
  const to_sec = Math.min(horizon_sec, (volume.vertical_m - along) / rate);
  return from_sec <= to_sec ? { from_sec, to_sec } : null;
}

/** From now to the end of time; `to_sec` is infinite where the horizontal distance does not change. */
function horizontalInterval(volume: LossVolume, r: RelativeState): TimeInterval | null {
  const d = volume.horizontal_m;
  const gap = r.sx_m * r.sx_m + r.sy_m * r.sy_m - d * d;
  const a = r.vx_mps * r.vx_mps + r.vy_mps * r.vy_mps;
  const dot = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps;
  const times = circleTimes_s(r, d);
  if (gap <= 0) {
    if (times === null) return { from_sec: 0, to_sec: a === 0 ? Infinity : 0 };
    return { from_sec: 0, to_sec: Math.max(0, times[1]) };
  }
  if (times === null || dot >= 0) return null;
  switch (volume.type) {
    case 'CYL':
      return { from_sec: times[0], to_sec: times[1] };
    case 'TEP':
      return { from_sec: times[0] - volume.tau_sec, to_sec: times[1] };
    case 'TCPA':
      return { from_sec: Math.min(times[0], -dot / a - volume.tau_sec), to_sec: times[1] };
    case 'TAUMOD':
      return { from_sec: tauEntry_s(volume, r, times[0]), to_sec: times[1] };
  }
}

/**
 * When modified tau falls to `tau_sec`: |s + v t|^2 - D^2 = -tau (s + v t).v, the smaller root of
 * a t^2 + (2 s.v + tau a) t + |s|^2 + tau s.v - D^2 = 0. The circle's entry where rounding leaves no root.
 */
function tauEntry_s(volume: LossVolume, r: RelativeState, entry_sec: number): number {
  const d = volume.horizontal_m;
  const tau = volume.tau_sec;
  const a = r.vx_mps * r.vx_mps + r.vy_mps * r.vy_mps;
  const dot = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps;
  const b = 2 * dot + tau * a;
  const c = r.sx_m * r.sx_m + r.sy_m * r.sy_m + tau * dot - d * d;
  const disc = b * b - 4 * a * c;
  if (disc < 0) return entry_sec;
  return Math.min(entry_sec, (-b - Math.sqrt(disc)) / (2 * a));
}
