import { type Ground } from '../sensing/ground.ts';
import { type Design } from '../sensing/design.ts';
import { type Pt } from '../plane/projection.ts';
import { along } from '../plane/vec.ts';

/** Height of the aircraft along a line: distances from its first end, rising; heights above the vertical datum. */
export type HeightLine = readonly { readonly along_m: number; readonly z_m: number }[];

/** Height at a distance; constant beyond both ends. */
export function heightAt(line: HeightLine, along_m: number): number {
  const first = line[0]!;
  if (along_m <= first.along_m) return first.z_m;
  for (let i = 1; i < line.length; i++) {
    const b = line[i]!;
    if (along_m > b.along_m) continue;
    const a = line[i - 1]!;
    const k = (along_m - a.along_m) / (b.along_m - a.along_m);
    return a.z_m + k * (b.z_m - a.z_m);
  }
  return line[line.length - 1]!.z_m;
}

/**
 * The lowest line that stays above `need` and climbs or falls no steeper than `slope` (rise over run): one sweep each
 * way, exact for the samples. With `above` false, the highest line below `need`.
 */
export function slopeLimited(
  at: readonly number[],
  need: readonly number[],
  slope: number,
  above: boolean,
): number[] {
  const sign = above ? 1 : -1;
  const z = need.map((x) => sign * x);
  for (let i = 1; i < z.length; i++) z[i] = Math.max(z[i]!, z[i - 1]! - slope * (at[i]! - at[i - 1]!));
  for (let i = z.length - 2; i >= 0; i--) z[i] = Math.max(z[i]!, z[i + 1]! - slope * (at[i + 1]! - at[i]!));
  return z.map((x) => sign * x);
}

/** What the height of a lane is measured from, and how. */
export type HeightInput = {
  readonly a: Pt;
  readonly u: Pt;
  readonly length_m: number;
  /** The line goes on this far beyond both ends: lead-in and run-out. */
  readonly beyond_m: number;
  /** Least height over the ground there. */
  readonly clear_m: number;
  readonly ground: Ground;
  readonly design: Design;
  readonly follow: boolean;
  /** Steepest climb or descent, rise over run. */
  readonly slope: number;
};

/**
 * A lane's height line, how far the ground rises over what it was taken from, and the greatest height over the ground;
 * null where the ground is unknown.
 */
export function laneHeights(
  input: HeightInput,
): { readonly line: HeightLine; readonly relief_m: number; readonly agl_most_m: number } | null {
  const { a, u, length_m, beyond_m, ground, design, follow } = input;
  const ends: [number, number] = [-beyond_m, length_m + beyond_m];
  const half = design.height_is === 'at_most' ? design.reach_side_m : 0;
  const flat = (z: number): HeightLine => ends.map((along_m) => ({ along_m, z_m: z }));
  if (ground.flat_m !== null)
    return { line: flat(ground.flat_m + design.agl_m), relief_m: 0, agl_most_m: design.agl_m };
  const reach = Math.max(0, design.reach_front_m);
  if (!follow) {
    const seen = ground.relief(along(a, u, -reach), along(a, u, length_m + reach), half);
    if (seen === null) return null;
    const base = design.height_is === 'at_most' ? seen.low_m : baseOver(input, seen.high_m);
    if (base === null) return null;
    const agl_most_m = base + design.agl_m - seen.low_m;
    return { line: flat(base + design.agl_m), relief_m: Math.max(0, seen.high_m - base), agl_most_m };
  }
  const n = Math.max(2, Math.ceil((ends[1] - ends[0]) / ground.step_m));
  const at: number[] = [];
  const need: number[] = [];
  const high: number[] = [];
  const low: number[] = [];
  for (let i = 0; i <= n; i++) {
    const x = ends[0] + ((ends[1] - ends[0]) * i) / n;
    const step = (ends[1] - ends[0]) / n;
    // As far as the neighbours: then the line between any two keeps to the ground under it.
    const seen = ground.relief(along(a, u, x - step), along(a, u, x + step), half);
    if (seen === null) return null;
    at.push(x);
    need.push((design.height_is === 'at_most' ? seen.low_m : seen.high_m) + design.agl_m);
    high.push(seen.high_m);
    low.push(seen.low_m);
  }
  if (design.height_is === 'at_least') clearEnds(at, need, high, input);
  const z = slopeLimited(at, need, input.slope, design.height_is === 'at_least');
  let relief_m = 0;
  let agl_most_m = 0;
  const line = at.map((along_m, i) => {
    relief_m = Math.max(relief_m, high[i]! - (z[i]! - design.agl_m));
    if (along_m >= 0 && along_m <= length_m) agl_most_m = Math.max(agl_most_m, z[i]! - low[i]!);
    return { along_m, z_m: z[i]! };
  });
  return { line, relief_m, agl_most_m };
}

/** What a level line over the highest ground of a lane is measured from: that, or what clears the ground beyond its ends. */
function baseOver(input: HeightInput, high_m: number): number | null {
  const { a, u, length_m, beyond_m, clear_m, ground, design } = input;
  if (beyond_m === 0) return high_m;
  const before = ground.relief(along(a, u, -beyond_m), a, 0);
  const after = ground.relief(along(a, u, length_m), along(a, u, length_m + beyond_m), 0);
  if (before === null || after === null) return null;
  return Math.max(high_m, Math.max(before.high_m, after.high_m) + clear_m - design.agl_m);
}

/** Whoever leaves a lane or comes to it may do so level: its ends clear what lies beyond them. */
function clearEnds(at: readonly number[], need: number[], high: readonly number[], input: HeightInput): void {
  const step = at[1]! - at[0]!;
  let before = -Infinity;
  for (let i = 0; at[i]! < step; i++) {
    before = Math.max(before, high[i]! + input.clear_m);
    need[i] = Math.max(need[i]!, before);
  }
  let after = -Infinity;
  for (let i = at.length - 1; at[i]! > input.length_m - step; i--) {
    after = Math.max(after, high[i]! + input.clear_m);
    need[i] = Math.max(need[i]!, after);
  }
}
