import { type Approach, type TimedPoint, boxGap_m, closestApproach } from '#geo';
import { instantOf } from './act.ts';
import type { Conflict } from './conflict-types.ts';
import { separationText } from './conflict-text.ts';
import { type OperationDraft, flightSpan } from './operation.ts';
import { type Pair, ROUNDING_M, boxOf, pairIn } from './plane.ts';

/** Up to this height above ground an aircraft stands on the ground. */
export const GROUND_M = 0.01;

/** How far two operations must stay apart: what either asks for, and never less than their spheres touching. Metres. */
export function neededSeparation_m(a: OperationDraft, b: OperationDraft): number {
  return Math.max(a.separation_m, b.separation_m, a.radius_m + b.radius_m);
}

/**
 * The separation of two operations in continuous time: on each pair of legs that share a moment the relative motion is a
 * straight line, whose nearest point is in closed form. Null where the distance is above the limit at every moment; a
 * distance equal to it is a conflict. Only while both stand on the ground are they not separated: see `padConflict`.
 */
export function separationConflict(draft: OperationDraft, stored: OperationDraft): Conflict | null {
  const [p, q] = [flightSpan(draft), flightSpan(stored)];
  const from_ms = Math.max(p.from_ms, q.from_ms);
  if (from_ms > Math.min(p.to_ms, q.to_ms) + 1) return null;
  const limit = neededSeparation_m(draft, stored);
  const pair = pairIn(draft, stored);
  if (pair === 'far') return null;
  if (pair === 'unknown') return conflict(draft, stored, limit, instantOf(from_ms), null);
  const reach_m = (limit + ROUNDING_M) / pair.shrink;
  if (boxGap_m(boxOf(pair.a), boxOf(pair.b)) > reach_m) return null;
  const nearest = nearestInAir(pair, grounded(draft), grounded(stored));
  if (nearest === null || nearest.distance_m > reach_m) return null;
  return conflict(draft, stored, limit, instantOf(pair.zero_ms + nearest.t_sec * 1000), {
    distance_m: nearest.distance_m * pair.shrink,
    lonLat: pair.lonLat(nearest.at.x_m, nearest.at.y_m),
    amsl_m: nearest.at.z_m,
  });
}

function conflict(
  draft: OperationDraft,
  stored: OperationDraft,
  limit: number,
  at: string,
  found: {
    readonly distance_m: number;
    readonly lonLat: readonly [number, number];
    readonly amsl_m: number;
  } | null,
): Conflict {
  const base = {
    kind: 'separation',
    operation_id: draft.operation_id,
    others: [stored.operation_id],
    at,
    place: found === null ? null : { lon: found.lonLat[0], lat: found.lonLat[1], amsl_m: found.amsl_m },
    corridor_id: null,
    value: found === null ? null : found.distance_m,
    limit,
    unit: 'm',
  } as const;
  return { ...base, text: separationText(base) };
}

/** For every leg of `pairIn`'s track, whether it is spent on the ground. */
function grounded({ trajectory }: OperationDraft): readonly boolean[] {
  const down = trajectory.map((p) => p.agl_m <= GROUND_M);
  return [down[0]!, ...down.slice(1).map((d, i) => d && down[i]!), down[down.length - 1]!];
}

type Nearest = Approach & { readonly at: TimedPoint };

/** The closest approach while at least one of the two is off the ground; the earliest of equals. */
function nearestInAir({ a, b }: Pair, aDown: readonly boolean[], bDown: readonly boolean[]): Nearest | null {
  let best: Nearest | null = null;
  let i = 0;
  let j = 0;
  while (i + 1 < a.length && j + 1 < b.length) {
    const [from, to] = [a[i]!, a[i + 1]!];
    const near = aDown[i] && bDown[j] ? null : closestApproach([from, to], [b[j]!, b[j + 1]!]);
    if (near !== null && (best === null || near.distance_m < best.distance_m)) {
      best = { ...near, at: onLeg(from, to, near.t_sec) };
    }
    // At a moment that ends both legs the next ones share it too; going on with one of them keeps the pair in step.
    if (to.t_sec <= b[j + 1]!.t_sec) i++;
    else j++;
  }
  return best;
}

function onLeg(from: TimedPoint, to: TimedPoint, t_sec: number): TimedPoint {
  const s = Math.min(1, Math.max(0, (t_sec - from.t_sec) / (to.t_sec - from.t_sec)));
  return {
    t_sec,
    x_m: from.x_m + (to.x_m - from.x_m) * s,
    y_m: from.y_m + (to.y_m - from.y_m) * s,
    z_m: from.z_m + (to.z_m - from.z_m) * s,
  };
}
