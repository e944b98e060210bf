import { type Result, err, ok } from '#base';
import { type Box, boxOfCoordinates, boxOfSegment } from './box.ts';
import { type PlanePoint } from './frame.ts';

/**
 * A polygon with holes in the plane. Each ring is [x0, y0, x1, y1, ...] in metres without the closing vertex; ring 0 is
 * the outer one, the others are holes. The boundary, holes' boundaries included, belongs to the polygon. Where a ring
 * crosses itself the reading is the larger one: outer ring by non-zero winding, holes by even-odd.
 */
export type PolygonOutline = {
  readonly kind: 'polygon';
  readonly rings: readonly Float64Array[];
  readonly box: Box;
};

/** A disc in the plane, its circle included. */
export type CircleOutline = {
  readonly kind: 'circle';
  readonly x_m: number;
  readonly y_m: number;
  readonly radius_m: number;
  readonly box: Box;
};

/** A closed region of the plane. */
export type PlaneOutline = PolygonOutline | CircleOutline;

/** Why numbers make no outline. */
export type OutlineError = {
  readonly type: 'not_finite' | 'too_few_vertices' | 'out_of_range';
  readonly message: string;
};

/**
 * A polygon from rings of plane points, closed (first = last) or not. Refused: a ring with fewer than three vertices, or
 * a number that is not finite. Rings may run either way round; a flat ring is a wall without thickness.
 */
export function polygonOutline(
  rings: readonly (readonly PlanePoint[])[],
): Result<PolygonOutline, OutlineError> {
  if (rings.length === 0) return err({ type: 'too_few_vertices', message: 'a polygon needs a ring' });
  const out: Float64Array[] = [];
  for (const ring of rings) {
    const last = ring.at(-1);
    const first = ring[0];
    const closed = ring.length > 1 && first!.x_m === last!.x_m && first!.y_m === last!.y_m;
    const n = closed ? ring.length - 1 : ring.length;
    if (n < 3) return err({ type: 'too_few_vertices', message: `a ring needs three vertices, not ${n}` });
    const xy = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) {
      xy[2 * i] = ring[i]!.x_m;
      xy[2 * i + 1] = ring[i]!.y_m;
    }
    if (!xy.every(Number.isFinite)) return err({ type: 'not_finite', message: 'a vertex is not finite' });
    out.push(xy);
  }
  return ok({ kind: 'polygon', rings: out, box: boxOfCoordinates(out[0]!) });
}

/** A disc from its centre and radius in metres; the radius may be 0, a point. */
export function circleOutline(center: PlanePoint, radius_m: number): Result<CircleOutline, OutlineError> {
  const { x_m, y_m } = center;
  if (!Number.isFinite(x_m) || !Number.isFinite(y_m) || !Number.isFinite(radius_m)) {
    return err({ type: 'not_finite', message: 'centre and radius must be finite' });
  }
  if (!(radius_m >= 0)) return err({ type: 'out_of_range', message: `the radius ${radius_m} is negative` });
  const box = boxOfSegment(x_m - radius_m, y_m - radius_m, x_m + radius_m, y_m + radius_m);
  return ok({ kind: 'circle', x_m, y_m, radius_m, box });
}

/** Calls `visit` with every edge of a polygon, holes included, in ring order. */
export function forEachEdge(
  polygon: PolygonOutline,
  visit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  for (const ring of polygon.rings) {
    const n = ring.length;
    let ax = ring[n - 2]!;
    let ay = ring[n - 1]!;
    for (let i = 0; i < n; i += 2) {
      const bx = ring[i]!;
      const by = ring[i + 1]!;
      visit(ax, ay, bx, by);
      ax = bx;
      ay = by;
    }
  }
}
