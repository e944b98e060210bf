import { toSegmentSquared } from './distance.ts';
import { GUARD_M } from './guard.ts';
import { type Interval, legInWindow, linearWithin, parametersInPrism, pointOnLeg } from './leg.ts';
import { type PolygonOutline, forEachEdge } from './outline.ts';
import { type Prism, type TimedPoint, prismDistance_m } from './prism.ts';

/** A distance to a prism and when it is reached. Negative is a depth inside. */
export type Closest = { readonly distance_m: number; readonly t_sec: number };

/** How far the depth reported for a leg inside a prism may fall short of the deepest, in metres. */
export const DEPTH_TOLERANCE_M = 1e-6;

/**
 * The smallest signed three-dimensional distance between a straight 4-D leg and a prism while the prism's window lasts,
 * with the first time at which it is reached; null where leg and window do not overlap.
 * At most 0 if and only if they touch, or come within GUARD_M of touching.
 *
 * Outside a polygon's prism it is in closed form: walls are the only faces whose nearest point can lie inside a stretch
 * of the leg (above and below the solid the distance is linear), and the distance to one wall is convex and piecewise
 * quadratic. Outside a cylinder's it is convex and its derivative is bisected to the last bit. Inside, the depth is the
 * maximum of a lower envelope of convex functions, bracketed by branch and bound to DEPTH_TOLERANCE_M.
 */
export function closestToPrism(from: TimedPoint, to: TimedPoint, prism: Prism): Closest | null {
  const window = legInWindow(from, to, prism);
  if (window === null) return null;
  if (from.x_m === to.x_m && from.y_m === to.y_m && from.z_m === to.z_m) {
    const still = prismDistance_m(prism, from);
    return {
      distance_m: still <= GUARD_M ? Math.min(0, still) + 0 : still,
      t_sec: pointOnLeg(from, to, window[0]).t_sec,
    };
  }
  const inside = parametersInPrism(from, to, prism);
  if (inside.length > 0) return deepest(from, to, prism, inside);
  const leg: LegView = { from, to, prism };
  const best = prism.outline.kind === 'circle' ? closestToCylinder(leg, window) : closestToWalls(leg, window);
  const t_sec = pointOnLeg(from, to, best.s).t_sec;
  return { distance_m: best.distance_m <= GUARD_M ? 0 : best.distance_m, t_sec };
}

type LegView = { readonly from: TimedPoint; readonly to: TimedPoint; readonly prism: Prism };
type Found = { readonly s: number; readonly distance_m: number };

/** Parameters at which a leg crosses a prism's floor or ceiling, within an interval, with the interval's ends. */
function levelCuts({ from, to, prism }: LegView, [a, b]: Interval): number[] {
  const cuts = [a, b];
  for (const level of [prism.floor_m, prism.ceiling_m]) {
    if (from.z_m === to.z_m || !Number.isFinite(level)) continue;
    const s = (level - from.z_m) / (to.z_m - from.z_m);
    if (s > a && s < b) cuts.push(s);
  }
  return cuts.sort((p, q) => p - q);
}

function closestToWalls(leg: LegView, window: Interval): Found {
  const { from, to, prism } = leg;
  const cuts = levelCuts(leg, window);
  let best: Found = { s: window[0], distance_m: Infinity };
  const offer = (s: number, distance_m: number): void => {
    if (distance_m < best.distance_m || (distance_m === best.distance_m && s < best.s))
      best = { s, distance_m };
  };
  for (const s of cuts) offer(s, prismDistance_m(prism, pointOnLeg(from, to, s)));
  for (let k = 0; k + 1 < cuts.length; k++) {
    const a = cuts[k]!;
    const b = cuts[k + 1]!;
    const middle_z = pointOnLeg(from, to, (a + b) / 2).z_m;
    // Over the band the vertical part is the height above it, below the depth under it, within it nothing.
    const level =
      middle_z > prism.ceiling_m ? prism.ceiling_m : middle_z < prism.floor_m ? prism.floor_m : null;
    forEachEdge(prism.outline as PolygonOutline, (ax, ay, bx, by) => {
      const wall: Wall = { ax, ay, ex: bx - ax, ey: by - ay, level };
      const s = nearestToWall(leg, wall, [a, b]);
      offer(s, Math.sqrt(wallSquared(leg, wall, s)));
    });
  }
  return best;
}

/** One wall: its edge from (ax, ay) along (ex, ey); `level` is the height of its nearest rim, null beside the wall. */
type Wall = {
  readonly ax: number;
  readonly ay: number;
  readonly ex: number;
  readonly ey: number;
  readonly level: number | null;
};

/** Squared distance to a wall at a parameter of the leg. */
function wallSquared({ from, to }: LegView, wall: Wall, s: number): number {
  const x = from.x_m + (to.x_m - from.x_m) * s;
  const y = from.y_m + (to.y_m - from.y_m) * s;
  const flat = toSegmentSquared(x - wall.ax, y - wall.ay, wall.ex, wall.ey);
  if (wall.level === null) return flat;
  const dz = from.z_m + (to.z_m - from.z_m) * s - wall.level;
  return flat + dz * dz;
}

/**
 * The parameter in [a, b] nearest to a wall. The foot of the leg on the edge's line moves linearly; before, along and
 * after the edge the squared distance is one quadratic each, and all together it is convex.
 */
function nearestToWall(leg: LegView, wall: Wall, [a, b]: Interval): number {
  const { from, to } = leg;
  const { ax, ay, ex, ey, level } = wall;
  const ee = ex * ex + ey * ey;
  const qx = from.x_m - ax;
  const qy = from.y_m - ay;
  const vx = to.x_m - from.x_m;
  const vy = to.y_m - from.y_m;
  const vz = level === null ? 0 : to.z_m - from.z_m;
  const qv_z = level === null ? 0 : (from.z_m - level) * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  if (!(vv > 0)) return a;
  // Nearest to the edge's first end, to its second end and to its line, and where the foot passes the edge's ends.
  const first = -(qx * vx + qy * vy + qv_z) / vv;
  let [second, line, in_at, out_at] = [first, first, first, first];
  if (ee > 0) {
    second = -((qx - ex) * vx + (qy - ey) * vy + qv_z) / vv;
    const turn = ex * vy - ey * vx;
    const across = (turn * turn) / ee + vz * vz;
    if (across > 0) line = -(((ex * qy - ey * qx) * turn) / ee + qv_z) / across;
    const along = vx * ex + vy * ey;
    if (along !== 0) {
      in_at = -(qx * ex + qy * ey) / along;
      out_at = in_at + ee / along;
    }
  }
  let best = a;
  let best_m2 = wallSquared(leg, wall, a);
  for (let k = 0; k < 6; k++) {
    const c = k === 0 ? b : k === 1 ? first : k === 2 ? second : k === 3 ? line : k === 4 ? in_at : out_at;
    const s = c <= a ? a : c >= b ? b : c;
    const d = wallSquared(leg, wall, s);
    if (d < best_m2 || (d === best_m2 && s < best)) {
      best = s;
      best_m2 = d;
    }
  }
  return best;
}

/** The distance to a convex solid along a line is convex: bisect the sign of its slope. */
function closestToCylinder(leg: LegView, window: Interval): Found {
  const { from, to, prism } = leg;
  const distance = (s: number): number => prismDistance_m(prism, pointOnLeg(from, to, s));
  const cuts = levelCuts(leg, window);
  let best: Found = { s: window[0], distance_m: distance(window[0]) };
  for (let k = 0; k + 1 < cuts.length; k++) {
    const [start, end] = [cuts[k]!, cuts[k + 1]!];
    let [a, b] = [start, end];
    for (let i = 0; i < 200 && a < b; i++) {
      const m = (a + b) / 2;
      if (m <= a || m >= b) break;
      if (cylinderSlope(leg, m) < 0) a = m;
      else b = m;
    }
    for (const s of [a, b, start, end]) {
      const d = distance(s);
      if (d < best.distance_m) best = { s, distance_m: d };
    }
  }
  return best;
}

/** A number of the sign of the derivative of half the squared distance to a cylinder, by the leg's parameter. */
function cylinderSlope({ from, to, prism }: LegView, s: number): number {
  const outline = prism.outline;
  if (outline.kind !== 'circle') return 0;
  const p = pointOnLeg(from, to, s);
  const [dx, dy] = [p.x_m - outline.x_m, p.y_m - outline.y_m];
  const r = Math.hypot(dx, dy);
  const flat = Math.max(0, r - outline.radius_m);
  const radial = r > 0 ? (dx * (to.x_m - from.x_m) + dy * (to.y_m - from.y_m)) / r : 0;
  const dz =
    p.z_m > prism.ceiling_m ? p.z_m - prism.ceiling_m : p.z_m < prism.floor_m ? p.z_m - prism.floor_m : 0;
  return flat * radial + dz * (to.z_m - from.z_m);
}

/** Upper bound on the depth over an interval of a leg that is inside a prism, from the depths below each face. */
function depthBound_m({ from, to, prism }: LegView, a: number, b: number): number {
  const p = pointOnLeg(from, to, a);
  const q = pointOnLeg(from, to, b);
  let bound = Math.min(Math.max(p.z_m, q.z_m) - prism.floor_m, prism.ceiling_m - Math.min(p.z_m, q.z_m));
  const { outline } = prism;
  if (outline.kind === 'circle') {
    const near = toSegmentSquared(outline.x_m - p.x_m, outline.y_m - p.y_m, q.x_m - p.x_m, q.y_m - p.y_m);
    return Math.min(bound, outline.radius_m - Math.sqrt(near));
  }
  let squared = Infinity;
  // The distance to one edge is convex along the leg, so it is largest at an end.
  forEachEdge(outline, (ax, ay, bx, by) => {
    const [ex, ey] = [bx - ax, by - ay];
    const here = toSegmentSquared(p.x_m - ax, p.y_m - ay, ex, ey);
    if (here >= squared) return;
    squared = Math.min(squared, Math.max(here, toSegmentSquared(q.x_m - ax, q.y_m - ay, ex, ey)));
  });
  bound = Math.min(bound, Math.sqrt(squared));
  return bound;
}

/** The deepest point of a leg inside a prism, by best-first branch and bound over the intervals inside. */
function deepest(from: TimedPoint, to: TimedPoint, prism: Prism, inside: readonly number[]): Closest {
  const leg: LegView = { from, to, prism };
  let s_best = inside[0]!;
  let depth_best = 0;
  const look = (s: number): void => {
    const depth = -prismDistance_m(prism, pointOnLeg(from, to, s));
    if (depth > depth_best) {
      depth_best = depth;
      s_best = s;
    }
  };
  let open: { a: number; b: number; bound: number }[] = [];
  const add = (a: number, b: number): void => {
    const bound = depthBound_m(leg, a, b);
    if (bound > depth_best + DEPTH_TOLERANCE_M) open.push({ a, b, bound });
  };
  for (let i = 0; i < inside.length; i += 2) {
    look(inside[i]!);
    look(inside[i + 1]!);
    add(inside[i]!, inside[i + 1]!);
  }
  // Each round halves every interval that may still hide a deeper point; 60 halvings exhaust a double.
  for (let round = 0; round < 60 && open.length > 0; round++) {
    const halves = open;
    open = [];
    for (const { a, b } of halves) look((a + b) / 2);
    for (const { a, b, bound } of halves) {
      if (bound <= depth_best + DEPTH_TOLERANCE_M || b - a < 1e-15) continue;
      add(a, (a + b) / 2);
      add((a + b) / 2, b);
    }
  }
  return { distance_m: -depth_best + 0, t_sec: pointOnLeg(from, to, s_best).t_sec };
}

/** Whether a leg touches a prism, or comes within GUARD_M of touching, while its window lasts. */
export function legTouchesPrism(from: TimedPoint, to: TimedPoint, prism: Prism): boolean {
  const z = linearWithin(from.z_m, to.z_m, prism.floor_m - GUARD_M, prism.ceiling_m + GUARD_M);
  if (z === null) return false;
  const closest = closestToPrism(from, to, prism);
  return closest !== null && closest.distance_m <= 0;
}
