import { type PlanePoint, boxOfSegment, parametersInside } from '#geo';
import { type AirModel } from '#world';

/** The lowest ceiling over a path and where it first holds. */
export type LowestCeiling = {
  readonly ceiling_agl_m: number;
  /** The area that lowers it; null where the airspace's own ceiling holds. */
  readonly area_id: string | null;
  /** Leg of the path, by its first point's position, and the place on it. */
  readonly leg: number;
  readonly x_m: number;
  readonly y_m: number;
};

/**
 * The lowest ceiling along a path of straight legs in the plane, exact: every area that a leg touches counts, a border
 * or a corner too. A path of one point has the ceiling of that point; null for an empty path.
 */
export function lowestCeilingAlong(air: AirModel, path: readonly PlanePoint[]): LowestCeiling | null {
  const first = path[0];
  if (first === undefined) return null;
  let best: LowestCeiling = {
    ceiling_agl_m: air.ceiling_agl_m,
    area_id: null,
    leg: 0,
    x_m: first.x_m,
    y_m: first.y_m,
  };
  for (let i = 0; i < Math.max(1, path.length - 1); i++) {
    const a = path[i]!;
    const b = path[i + 1] ?? a;
    const segment = [a.x_m, a.y_m, b.x_m, b.y_m] as const;
    for (const k of air.ceilingIndex.search(boxOfSegment(...segment))) {
      const area = air.ceilings[k]!;
      if (area.ceiling_agl_m >= best.ceiling_agl_m) continue;
      const s = parametersInside(segment, area.outline)[0];
      if (s === undefined) continue;
      best = {
        ceiling_agl_m: area.ceiling_agl_m,
        area_id: area.id,
        leg: i,
        x_m: a.x_m + (b.x_m - a.x_m) * s,
        y_m: a.y_m + (b.y_m - a.y_m) * s,
      };
    }
  }
  return best;
}
