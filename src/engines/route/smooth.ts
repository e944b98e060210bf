import { type Result, err, ok } from '#base';
import { cellAt, pullString } from '#search';
import { type Hazards, type Point3, blockersOfLeg, legClear } from './hazards.ts';
import { type RouteLattice, centreOf } from './lattice.ts';

/** Looked ahead for a straight leg, in corners. */
const LOOK_AHEAD = 32;

/**
 * Turns a path of cells into few straight legs between `from` and `to`. String pulling on the lattice, then every leg is
 * checked exactly against the hazards; if one fails, the path goes through its cells instead. Corners are skipped where
 * the exact check allows it, which lattice sight cannot see. Should even a cell move fail, what blocks it is returned.
 */
export function smoothPath(
  lattice: RouteLattice,
  hazards: Hazards,
  path: Int32Array,
  ends: { readonly from: Point3; readonly to: Point3 },
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

/** What blocks the first leg that is not clear; null where all are. */
function firstBlocked(hazards: Hazards, points: readonly Point3[]): readonly string[] | null {
  for (let i = 1; i < points.length; i++) {
    const blocked_by = blockersOfLeg(hazards, points[i - 1]!, points[i]!, false);
    if (blocked_by.length > 0) return blocked_by;
  }
  return null;
}

/** Greedy: from each kept point to the furthest of the next ones that an exactly clear leg reaches. */
function skipCorners(hazards: Hazards, points: readonly Point3[]): Point3[] {
  const kept = [points[0]!];
  for (let i = 0; i < points.length - 1;) {
    let next = Math.min(points.length - 1, i + LOOK_AHEAD);
    while (next > i + 1 && !legClear(hazards, points[i]!, points[next]!)) next--;
    kept.push(points[next]!);
    i = next;
  }
  return kept;
}

/** Points in order without one that equals its predecessor. */
export function withoutRepeats(points: readonly Point3[]): Point3[] {
  return points.filter((p, i) => i === 0 || !samePlace(p, points[i - 1]!));
}

/** Whether two points are the same to the millimetre. */
function samePlace(a: Point3, b: Point3): boolean {
  return Math.hypot(a.x_m - b.x_m, a.y_m - b.y_m, a.z_m - b.z_m) < 0.001;
}
