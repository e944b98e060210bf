/** Ground around obstacles that a survey may not fly over: it is not asked to be imaged, and not held against a plan. */
import { SURVEY_RULES } from '#world';
import { type Capture } from './captures.ts';
import { type Context } from './context.ts';
import { type Poly, polyFrom } from './poly.ts';

/** A disc on the plane around an obstacle, as wide as its clearance. */
export type Disc = { readonly id: string; readonly x: number; readonly y: number; readonly r: number };

/**
 * The discs of obstacles over which a task's own flight, at the height of its exposures nearest to them, would break
 * G1-07. Of the nearest, those no more than a disc's radius farther than the first, the highest counts: one lane that is
 * lowered beside an obstacle does not excuse ground over which the others pass. What the sensor never came near, or
 * passed over with clearance, takes nothing from the area.
 */
export function discsOf(context: Context, captures: readonly Capture[]): Disc[] {
  const { obstacle_clearance_m } = context.scenario.airspace;
  const out: Disc[] = [];
  for (const { obstacle, x, y } of context.obstacles) {
    const r = obstacle.radius_m + obstacle_clearance_m;
    const height = heightNear(captures, x, y, r);
    if (height === null || !(r > 0)) continue;
    if (height < obstacle.top_amsl_m + obstacle_clearance_m - SURVEY_RULES.position_slack_m)
      out.push({ id: obstacle.id, x, y, r });
  }
  return out;
}

/** The highest of the exposures that are nearest to a point, within a band of distances; null where there is none. */
function heightNear(captures: readonly Capture[], x: number, y: number, band_m: number): number | null {
  let nearest = Infinity;
  for (const { frames } of captures)
    for (const f of frames) nearest = Math.min(nearest, (f.x - x) ** 2 + (f.y - y) ** 2);
  if (!(nearest < Infinity)) return null;
  const reach = (Math.sqrt(nearest) + band_m) ** 2;
  let highest = -Infinity;
  for (const { frames } of captures)
    for (const f of frames) if (f.z > highest && (f.x - x) ** 2 + (f.y - y) ** 2 <= reach) highest = f.z;
  return highest;
}

/** A disc as a polygon inside it; its sides stay within 5 mm of the circle. */
export function discPoly({ x, y, r }: Omit<Disc, 'id'>): Poly {
  const n = Math.max(16, Math.min(360, Math.ceil(Math.PI / Math.acos(Math.max(0, 1 - 0.005 / r)))));
  const ring = new Float64Array(n * 2);
  for (let k = 0; k < n; k++) {
    ring[2 * k] = x + r * Math.cos((2 * Math.PI * k) / n);
    ring[2 * k + 1] = y + r * Math.sin((2 * Math.PI * k) / n);
  }
  return polyFrom([ring]);
}
