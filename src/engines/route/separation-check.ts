import type { TimedPoint } from '#geo';

/** A flown or planned path of one aircraft: straight legs, times strictly increasing. */
export type Track = { readonly id: string; readonly points: readonly TimedPoint[] };

/** Two tracks nearer than the separation, at their closest. */
export type SeparationConflict = {
  readonly first: string;
  readonly second: string;
  readonly t_sec: number;
  readonly distance_m: number;
};

/** Up to this height an aircraft that does not move stands on the ground and is not separated from others. */
const GROUND_M = 0.01;
/** Length of a time slice, seconds: short enough that boxes of slices are small, long enough that there are few. */
const SLICE_SEC = 5;

/**
 * Every pair of tracks that comes nearer than `separation_m` while both are under way, by continuous closest approach:
 * the relative motion of two straight legs is a straight line, whose nearest point is in closed form. Independent of
 * every planner: it knows neither cells nor reservations. Sorted by time, then ids. A distance equal to the separation
 * is no conflict; distances are compared with 1e-9 m of rounding in the planner's favour.
 */
export function checkSeparation(
  tracks: readonly Track[],
  separation_m: number,
): readonly SeparationConflict[] {
  const worst = new Map<string, SeparationConflict>();
  for (const slice of slicesOf(tracks)) {
    // Sweep along x: boxes are sorted by their west side, and only those that overlap in x are compared.
    slice.sort((a, b) => a.min_x - b.min_x || a.track - b.track || a.leg - b.leg);
    for (let i = 0; i < slice.length; i++) {
      const a = slice[i]!;
      for (let j = i + 1; j < slice.length && slice[j]!.min_x <= a.max_x + separation_m; j++) {
        const b = slice[j]!;
        if (a.track === b.track || b.min_y > a.max_y + separation_m || a.min_y > b.max_y + separation_m)
          continue;
        note(worst, tracks, nearest(tracks, a, b), separation_m);
      }
    }
  }
  return [...worst.values()].sort(
    (a, b) => a.t_sec - b.t_sec || compare(a.first, b.first) || compare(a.second, b.second),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The part of a leg that lies in one time slice, with its box in the plane. */
type Piece = {
  readonly track: number;
  readonly leg: number;
  readonly from_sec: number;
  readonly to_sec: number;
  readonly min_x: number;
  readonly max_x: number;
  readonly min_y: number;
  readonly max_y: number;
};

function slicesOf(tracks: readonly Track[]): Piece[][] {
  const slices = new Map<number, Piece[]>();
  tracks.forEach(({ points }, track) => {
    for (let leg = 0; leg + 1 < points.length; leg++) {
      const [p, q] = [points[leg]!, points[leg + 1]!];
      if (p.z_m <= GROUND_M && q.z_m <= GROUND_M && p.x_m === q.x_m && p.y_m === q.y_m) continue;
      const last = Math.floor(q.t_sec / SLICE_SEC);
      for (let k = Math.floor(p.t_sec / SLICE_SEC); k <= last; k++) {
        const from_sec = Math.max(p.t_sec, k * SLICE_SEC);
        const to_sec = Math.min(q.t_sec, (k + 1) * SLICE_SEC);
        if (from_sec > to_sec) continue;
        const [a, b] = [along(p, q, from_sec), along(p, q, to_sec)];
        const piece = {
          track,
          leg,
          from_sec,
          to_sec,
          min_x: Math.min(a[0], b[0]),
          max_x: Math.max(a[0], b[0]),
          min_y: Math.min(a[1], b[1]),
          max_y: Math.max(a[1], b[1]),
        };
        const list = slices.get(k);
        if (list === undefined) slices.set(k, [piece]);
        else list.push(piece);
      }
    }
  });
  return [...slices].sort(([a], [b]) => a - b).map(([, list]) => list);
}

function along(p: TimedPoint, q: TimedPoint, t_sec: number): [x: number, y: number, z: number] {
  const s = (t_sec - p.t_sec) / (q.t_sec - p.t_sec);
  return [p.x_m + (q.x_m - p.x_m) * s, p.y_m + (q.y_m - p.y_m) * s, p.z_m + (q.z_m - p.z_m) * s];
}

type Near = { readonly a: number; readonly b: number; readonly t_sec: number; readonly distance_m: number };

/** The nearest moment of two pieces in their common time; null where they have none. */
function nearest(tracks: readonly Track[], a: Piece, b: Piece): Near | null {
  const from = Math.max(a.from_sec, b.from_sec);
  const to = Math.min(a.to_sec, b.to_sec);
  if (from > to) return null;
  const [p, q] = [tracks[a.track]!.points, tracks[b.track]!.points];
  const offset = (t: number): [number, number, number] => {
    const u = along(p[a.leg]!, p[a.leg + 1]!, t);
    const v = along(q[b.leg]!, q[b.leg + 1]!, t);
    return [v[0] - u[0], v[1] - u[1], v[2] - u[2]];
  };
  const [s, e] = [offset(from), offset(to)];
  const [mx, my, mz] = [e[0] - s[0], e[1] - s[1], e[2] - s[2]];
  const mm = mx * mx + my * my + mz * mz;
  const best = mm === 0 ? 0 : Math.min(1, Math.max(0, -(s[0] * mx + s[1] * my + s[2] * mz) / mm));
  return {
    a: a.track,
    b: b.track,
    t_sec: from + (to - from) * best,
    distance_m: Math.hypot(s[0] + mx * best, s[1] + my * best, s[2] + mz * best),
  };
}

function note(
  worst: Map<string, SeparationConflict>,
  tracks: readonly Track[],
  near: Near | null,
  separation_m: number,
): void {
  if (near === null || near.distance_m >= separation_m - 1e-9) return;
  const [first, second] = [tracks[near.a]!.id, tracks[near.b]!.id].sort() as [string, string];
  const key = `${first} ${second}`;
  const known = worst.get(key);
  if (known !== undefined && known.distance_m <= near.distance_m) return;
  worst.set(key, { first, second, t_sec: near.t_sec, distance_m: near.distance_m });
}
