import type { RelativeState } from '../detectors/relative.ts';
import { cylinder, lossInterval, type LossVolume } from '../detectors/well-clear.ts';
import { type Other, volumesOf } from './traffic.ts';
import { type Piece, type Place3, forEachCommonPiece } from './track.ts';

/** A moment of an encounter and where our aircraft was. */
export type Moment = Place3 & { readonly t_sec: number };

/** Everything measured about one pair during a flight. */
export type Encounter = {
  readonly other: Other;
  closest_m: number;
  closest: Moment | null;
  /** Horizontal and vertical distance at the closest moment. */
  horizontal_m: number;
  vertical_m: number;
  in_terminal: boolean;
  first_lowc: Moment | null;
  first_nmac: Moment | null;
  first_lost: Moment | null;
};

/** A record in which nothing has been measured yet. */
export function newEncounter(other: Other): Encounter {
  return {
    other,
    closest_m: Infinity,
    closest: null,
    horizontal_m: Infinity,
    vertical_m: Infinity,
    in_terminal: false,
    first_lowc: null,
    first_nmac: null,
    first_lost: null,
  };
}

/**
 * Adds one straight piece of our flight to a record. Distances are least over the whole piece in closed form, so nothing
 * falls between steps. On the ground we are no party to an encounter.
 */
export function measurePiece(
  encounter: Encounter,
  piece: Piece,
  separation_m: number,
  in_terminal: boolean,
): void {
  if (piece.from.z_m <= 0 && piece.to.z_m <= 0) return;
  const { lowc, nmac } = volumesOf(encounter.other.pair_class);
  forEachCommonPiece(piece, encounter.other.track, (own, other) => {
    const rel = relativeOf(own, other);
    const span = own.to_sec - own.from_sec;
    const t = closestTime_s(rel, span);
    const dx = rel.sx_m + rel.vx_mps * t;
    const dy = rel.sy_m + rel.vy_mps * t;
    const dz = rel.sz_m + rel.vz_mps * t;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance < encounter.closest_m) {
      encounter.closest_m = distance;
      encounter.closest = momentOf(own, t);
      encounter.horizontal_m = Math.hypot(dx, dy);
      encounter.vertical_m = Math.abs(dz);
      encounter.in_terminal = in_terminal;
    }
    // Nobody is in a cylinder who is further away in space than its corner.
    if (distance > reachOf(lowc) && distance > separation_m) return;
    encounter.first_lowc ??= firstLoss(lowc, rel, own, span);
    encounter.first_nmac ??= firstLoss(nmac, rel, own, span);
    if (encounter.first_lost === null && distance <= separation_m) encounter.first_lost = momentOf(own, t);
  });
}

/** Distance from the middle of a cylinder to its corner, and a hair for rounding. */
function reachOf(volume: LossVolume): number {
  return Math.hypot(volume.horizontal_m, volume.vertical_m) + 1e-6;
}

function firstLoss(volume: LossVolume, rel: RelativeState, own: Piece, span: number): Moment | null {
  const loss = lossInterval(volume, rel, span);
  return loss === null ? null : momentOf(own, loss.from_sec);
}

function momentOf(own: Piece, after_sec: number): Moment {
  const span = own.to_sec - own.from_sec;
  const u = span > 0 ? after_sec / span : 0;
  return {
    t_sec: own.from_sec + after_sec,
    x_m: own.from.x_m + (own.to.x_m - own.from.x_m) * u,
    y_m: own.from.y_m + (own.to.y_m - own.from.y_m) * u,
    z_m: own.from.z_m + (own.to.z_m - own.from.z_m) * u,
  };
}

/** Own minus other at the start of two pieces over the same time, with the difference of their constant velocities. */
export function relativeOf(own: Piece, other: Piece): RelativeState {
  const span = own.to_sec - own.from_sec;
  const rate = span > 0 ? 1 / span : 0;
  const sx_m = own.from.x_m - other.from.x_m;
  const sy_m = own.from.y_m - other.from.y_m;
  const sz_m = own.from.z_m - other.from.z_m;
  return {
    sx_m,
    sy_m,
    sz_m,
    vx_mps: (own.to.x_m - other.to.x_m - sx_m) * rate,
    vy_mps: (own.to.y_m - other.to.y_m - sy_m) * rate,
    vz_mps: (own.to.z_m - other.to.z_m - sz_m) * rate,
  };
}

/** When in [0, span] the distance in space is least: the vertex of a quadratic, held to the ends. */
export function closestTime_s(r: RelativeState, span_sec: number): number {
  const a = r.vx_mps * r.vx_mps + r.vy_mps * r.vy_mps + r.vz_mps * r.vz_mps;
  if (a === 0) return 0;
  const b = r.sx_m * r.vx_mps + r.sy_m * r.vy_mps + r.sz_m * r.vz_mps;
  return Math.min(span_sec, Math.max(0, -b / a));
}

/**
 * Whether pieces of flight come within a cylinder of another aircraft, and the least distance in space. As in
 * `measurePiece`, an aircraft on the ground is no party.
 */
export function foresee(
  pieces: readonly Piece[],
  other: Other,
  keep: { readonly horizontal_m: number; readonly vertical_m: number },
): { readonly conflict: boolean; readonly closest_m: number } {
  const volume = cylinder(keep.horizontal_m, keep.vertical_m);
  let conflict = false;
  let closest_m = Infinity;
  for (const piece of pieces) {
    if (piece.from.z_m <= 0 && piece.to.z_m <= 0) continue;
    forEachCommonPiece(piece, other.track, (own, theirs) => {
      const rel = relativeOf(own, theirs);
      const span = own.to_sec - own.from_sec;
      const t = closestTime_s(rel, span);
      const dx = rel.sx_m + rel.vx_mps * t;
      const dy = rel.sy_m + rel.vy_mps * t;
      const dz = rel.sz_m + rel.vz_mps * t;
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      closest_m = Math.min(closest_m, distance);
      conflict ||= distance <= reachOf(volume) && lossInterval(volume, rel, span) !== null;
    });
  }
  return { conflict, closest_m };
}
