import { type Result, err, ok } from '#base';
import { cellAt, pullString } from '#search';
import { type Hazards, type Point3, blockersOfLeg, legClear } from './hazards.ts';
import { type RouteLattice, centreOf } from './lattice.ts';

/** Looked ahead for a straight leg, in corners. */
const LOOK_AHEAD = 32;

/** Where a leg begins and ends, at the height of flight. */
export type Ends = { readonly from: Point3; readonly to: Point3 };

/**
 * Turns a path of cells into few straight legs between `from` and `to`. String pulling on the lattice, then every leg is
 * checked exactly against the hazards; if one fails, the path goes through its cells instead. Corners are skipped where
 * the exact check allows it, which lattice sight cannot see. Should even a cell move fail, what blocks it is returned.
 */
export function smoothPath(
  lattice: RouteLattice,
  hazards: Hazards,
  path: Int32Array,
  ends: Ends,
): Result<readonly Point3[], { readonly blocked_by: readonly string[] }> {
  const through = (cells: Int32Array): readonly Point3[] => {
    const centres = Array.from(cells, (cell) => centreOf(lattice, cellAt(lattice.grid, cell)));
    return skipCorners(hazards, withoutRepeats([ends.from, ...centres, ends.to]));
  };
  const pulled = through(pullString(lattice.grid, path).corners);
  if (firstBlocked(hazards, pulled) === null) return ok(pulled);
  const plain = through(path);
  const blocked_by = firstBlocked(hazards, plain);
  return blocked_by === null ? ok(plain) : err({ blocked_by });
}

/**
 * The path through its own cells, straight runs joined; null where that is not clear. Straightened legs may take more
 * energy than these: a climb that is spread over a long leg is paid for at climb power all along.
 */
export function cellPath(
  lattice: RouteLattice,
  hazards: Hazards,
  path: Int32Array,
  ends: Ends,
): readonly Point3[] | null {
  const turns = path.filter(
    (cell, i) => i === 0 || i === path.length - 1 || cell - path[i - 1]! !== path[i + 1]! - cell,
  );
  const centres = Array.from(turns, (cell) => centreOf(lattice, cellAt(lattice.grid, cell)));
  const points = withoutRepeats([ends.from, ...centres, ends.to]);
  return firstBlocked(hazards, points) === null ? points : null;
}

/** What blocks the first leg that is not clear; null where all are. */
export function firstBlocked(hazards: Hazards, points: readonly Point3[]): readonly string[] | null {
  for (let i = 1; i < points.length; i++) {
    const blocked_by = blockersOfLeg(hazards, points[i - 1]!, points[i]!, false);
    if (blocked_by.length > 0) return blocked_by;
  }
  return null;
}

/** Greedy: from each kept point to the furthest of the next ones that an exactly clear leg reaches. */
export function skipCorners(hazards: Hazards, points: readonly Point3[]): Point3[] {
  const kept = [points[0]!];
  for (let i = 0; i < points.length - 1;) {
    let next = Math.min(points.length - 1, i + LOOK_AHEAD);
    while (next > i + 1 && !legClear(hazards, points[i]!, points[next]!)) next--;
    kept.push(points[next]!);
    i = next;
  }
  return kept;
}

/** Passes over all corners; each shortens the path or is the last. */
const MOST_PASSES = 12;
/** A pass that gains less than this share of the length is the last. */
const LEAST_GAIN = 1e-4;
/** Halvings on the way from a corner to the chord of its neighbours. */
const HALVINGS = 8;

/**
 * Pulls every corner towards the straight line between its neighbours as far as both its legs stay exactly clear: a path
 * between the lattice's angles, never longer than the one given, and local: it keeps to the same side of everything.
 */
export function tighten(hazards: Hazards, points: readonly Point3[]): readonly Point3[] {
  let best = [...points];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = [...best];
    for (let i = 1; i + 1 < next.length; i++)
      next[i] = pulledIn(hazards, next[i - 1]!, next[i]!, next[i + 1]!);
    const short = skipCorners(hazards, withoutRepeats(next));
    const gained = lengthOf(best) - lengthOf(short);
    if (gained > 0) best = short;
    if (!(gained > LEAST_GAIN * lengthOf(best))) break;
  }
  return best;
}

/** The corner moved towards the foot of its perpendicular on the chord, by the largest share found clear. */
function pulledIn(hazards: Hazards, a: Point3, corner: Point3, b: Point3): Point3 {
  const [ex, ey, ez] = [b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m];
  const ee = ex * ex + ey * ey + ez * ez;
  const along = (corner.x_m - a.x_m) * ex + (corner.y_m - a.y_m) * ey + (corner.z_m - a.z_m) * ez;
  const s = ee === 0 ? 0 : Math.min(1, Math.max(0, along / ee));
  const foot = { x_m: a.x_m + ex * s, y_m: a.y_m + ey * s, z_m: a.z_m + ez * s };
  let [low, high] = [0, 1];
  let best = corner;
  for (let k = 0; k < HALVINGS; k++) {
    const share = k === 0 ? 1 : (low + high) / 2;
    const p = {
      x_m: corner.x_m + (foot.x_m - corner.x_m) * share,
      y_m: corner.y_m + (foot.y_m - corner.y_m) * share,
      z_m: corner.z_m + (foot.z_m - corner.z_m) * share,
    };
    if (legClear(hazards, a, p) && legClear(hazards, p, b)) {
      best = p;
      if (share === 1) break;
      low = share;
    } else high = share;
  }
  return best;
}

/** Length of a polyline in metres. */
export function lengthOf(points: readonly Point3[]): number {
  let length_m = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    length_m += Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m);
  }
  return length_m;
}

/** Points in order without one that equals its predecessor. */
export function withoutRepeats(points: readonly Point3[]): Point3[] {
  return points.filter((p, i) => i === 0 || !samePlace(p, points[i - 1]!));
}

/** Whether two points are the same to the millimetre. */
export function samePlace(a: Point3, b: Point3): boolean {
  return Math.hypot(a.x_m - b.x_m, a.y_m - b.y_m, a.z_m - b.z_m) < 0.001;
}
