import type { TimedPoint } from '#geo';

/**
 * A path of straight pieces at constant velocity, as arrays of equal length; times strictly increase. Outside its times
 * there is nothing.
 */
export type Track = {
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
};

/** A place: metres east, north and above ground. */
export type Place3 = { readonly x_m: number; readonly y_m: number; readonly z_m: number };

/** The track through timed points. */
export function trackOf(points: readonly TimedPoint[]): Track {
  return {
    t: Float64Array.from(points, (p) => p.t_sec),
    x: Float64Array.from(points, (p) => p.x_m),
    y: Float64Array.from(points, (p) => p.y_m),
    z: Float64Array.from(points, (p) => p.z_m),
  };
}

/** First and last moment of a track. */
export function trackStart_sec(track: Track): number {
  return track.t[0]!;
}
export function trackEnd_sec(track: Track): number {
  return track.t[track.t.length - 1]!;
}

/** The leg that holds a time: the last `i` with t[i] <= time, at most the last leg; 0 before the start. */
export function legAt(track: Track, t_sec: number): number {
  let low = 0;
  let high = track.t.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (track.t[middle]! <= t_sec) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a track is at a time; its ends hold outside its times. Exact at its points. */
export function placeAt(track: Track, t_sec: number): Place3 {
  const i = legAt(track, t_sec);
  const t0 = track.t[i]!;
  const t1 = track.t[i + 1]!;
  if (t_sec <= t0) return { x_m: track.x[i]!, y_m: track.y[i]!, z_m: track.z[i]! };
  if (t_sec >= t1) return { x_m: track.x[i + 1]!, y_m: track.y[i + 1]!, z_m: track.z[i + 1]! };
  const u = (t_sec - t0) / (t1 - t0);
  return {
    x_m: track.x[i]! + (track.x[i + 1]! - track.x[i]!) * u,
    y_m: track.y[i]! + (track.y[i + 1]! - track.y[i]!) * u,
    z_m: track.z[i]! + (track.z[i + 1]! - track.z[i]!) * u,
  };
}

/** A straight piece of flight. */
export type Piece = {
  readonly from_sec: number;
  readonly to_sec: number;
  readonly from: Place3;
  readonly to: Place3;
};

/** Calls `visit` with the parts of a piece and a track over the same stretch of time, both straight in each part. */
export function forEachCommonPiece(
  piece: Piece,
  track: Track,
  visit: (own: Piece, other: Piece) => void,
): void {
  const start = Math.max(piece.from_sec, trackStart_sec(track));
  const end = Math.min(piece.to_sec, trackEnd_sec(track));
  if (!(start <= end)) return;
  let from_sec = start;
  let leg = legAt(track, start);
  for (;;) {
    const to_sec = Math.min(end, track.t[leg + 1]!);
    const own = cut(piece, from_sec, to_sec);
    visit(own, { from_sec, to_sec, from: placeAt(track, from_sec), to: placeAt(track, to_sec) });
    if (to_sec >= end || leg + 2 >= track.t.length) return;
    from_sec = to_sec;
    leg++;
  }
}

/** The part of a piece between two of its times. */
export function cut(piece: Piece, from_sec: number, to_sec: number): Piece {
  if (from_sec <= piece.from_sec && to_sec >= piece.to_sec) return piece;
  return { from_sec, to_sec, from: placeOn(piece, from_sec), to: placeOn(piece, to_sec) };
}

function placeOn(piece: Piece, t: number): Place3 {
  const span = piece.to_sec - piece.from_sec;
  if (t <= piece.from_sec || span <= 0) return piece.from;
  if (t >= piece.to_sec) return piece.to;
  const u = (t - piece.from_sec) / span;
  return {
    x_m: piece.from.x_m + (piece.to.x_m - piece.from.x_m) * u,
    y_m: piece.from.y_m + (piece.to.y_m - piece.from.y_m) * u,
    z_m: piece.from.z_m + (piece.to.z_m - piece.from.z_m) * u,
  };
}
