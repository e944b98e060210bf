import { type Result, err, ok } from '#base';
import {
  type Box,
  type PlaneOutline,
  type Prism,
  boxOfCoordinates,
  boxesTouch,
  outlineContains,
  segmentTouchesOutline,
} from '#geo';
import { type AirModel, type ZoneKind, type ZoneVolume } from '#world';
import { type CorridorLoad, loadOf } from './load.ts';

/** What is asked: an area, a height range above ground and a time range, all ends included. */
export type AirspaceQuery = {
  /** [west, south, east, north] in degrees; null means the whole city. */
  readonly bbox: readonly [number, number, number, number] | null;
  readonly min_agl_m: number;
  readonly max_agl_m: number;
  /** Seconds after the state's time. */
  readonly from_sec: number;
  readonly to_sec: number;
};

/** A zone that touches the area, the heights and the times asked for. */
export type ZoneFact = {
  readonly zone_id: string;
  readonly kind: ZoneKind;
  readonly name: string;
  /** Height band above ground; null is open. */
  readonly floor_agl_m: number | null;
  readonly ceiling_agl_m: number | null;
  /** Seconds after the state's time; null is open. */
  readonly from_sec: number | null;
  readonly to_sec: number | null;
  /** True where it covers the whole area, all heights and all times asked for. */
  readonly covers_query: boolean;
};

/** A corridor that touches the area and the heights, with its load over the times. */
export type CorridorFact = CorridorLoad & {
  readonly name: string;
  readonly floor_agl_m: number;
  readonly ceiling_agl_m: number;
  readonly width_m: number;
};

/** What the airspace holds at a place and time. Lists are in the state's order. */
export type AirspaceAnswer = {
  readonly corridors: readonly CorridorFact[];
  /** No-fly, temporary no-fly and restricted zones: none of them is ever entered. */
  readonly nfz: readonly ZoneFact[];
  readonly sensitive_zones: readonly ZoneFact[];
  readonly advisory_zones: readonly ZoneFact[];
  /** Free places of the fullest corridor asked for; null where there is no corridor. */
  readonly capacity: number | null;
  /** Lowest ceiling anywhere in the area, metres above ground. */
  readonly ceiling_agl_m: number;
  /** Zones each of which closes all that was asked for. */
  readonly closed_by: readonly string[];
};

/** Why a query is refused. */
export type AirspaceError = { readonly type: 'invalid_query'; readonly message: string };

/** Kinds that are never entered, whatever a task says (R1). */
export const FORBIDDEN_KINDS: ReadonlySet<ZoneKind> = new Set(['no_fly', 'temporary_no_fly', 'restricted']);

/** Zones, corridors with their load, and the ceiling over an area, a height range and a time range. */
export function queryAirspace(air: AirModel, query: AirspaceQuery): Result<AirspaceAnswer, AirspaceError> {
  const bad = complaint(query);
  if (bad !== null) return err({ type: 'invalid_query', message: bad });
  const area = query.bbox === null ? air.bounds : planeBox(air, query.bbox);
  const zones = air.zones.filter((z) => meets(z.prism, area, query)).map((z) => zoneFact(z, area, query));
  const corridors = air.corridors
    .filter(
      (c) =>
        c.floor_agl_m <= query.max_agl_m &&
        query.min_agl_m <= c.ceiling_agl_m &&
        corridorTouchesBox(c.line, c.half_width_m, area),
    )
    .map((c): CorridorFact => {
      const { name, floor_agl_m, ceiling_agl_m, half_width_m } = c;
      const load = loadOf(air, c, query.from_sec, query.to_sec);
      return { ...load, name, floor_agl_m, ceiling_agl_m, width_m: 2 * half_width_m };
    });
  let ceiling_agl_m = air.ceiling_agl_m;
  for (const i of air.ceilingIndex.search(area)) {
    const cell = air.ceilings[i]!;
    if (cell.ceiling_agl_m < ceiling_agl_m && outlineTouchesBox(cell.outline, area)) {
      ceiling_agl_m = cell.ceiling_agl_m;
    }
  }
  const nfz = zones.filter((z) => FORBIDDEN_KINDS.has(z.kind));
  return ok({
    corridors,
    nfz,
    sensitive_zones: zones.filter((z) => z.kind === 'sensitive'),
    advisory_zones: zones.filter((z) => z.kind === 'advisory'),
    capacity: corridors.length === 0 ? null : Math.min(...corridors.map((c) => c.free)),
    ceiling_agl_m,
    closed_by: nfz.filter((z) => z.covers_query).map((z) => z.zone_id),
  });
}

function complaint(q: AirspaceQuery): string | null {
  if (![q.min_agl_m, q.max_agl_m, q.from_sec, q.to_sec].every(Number.isFinite))
    return 'ranges must be finite';
  if (!(q.min_agl_m <= q.max_agl_m)) return 'the height range runs from low to high';
  if (!(q.from_sec <= q.to_sec)) return 'the time range runs forward';
  if (q.bbox === null) return null;
  const [west, south, east, north] = q.bbox;
  if (!q.bbox.every(Number.isFinite)) return 'a bbox has four finite numbers';
  if (!(west >= -180 && west <= 180 && east >= -180 && east <= 180)) return 'longitudes are in -180..180';
  if (!(south >= -90 && north <= 90 && south < north)) return 'latitudes are in -90..90, south below north';
  return west === east ? 'west and east are the same' : null;
}

/** A box of degrees in the plane; west above east crosses the antimeridian. Half the globe or more is every longitude. */
function planeBox(air: AirModel, [west, south, east, north]: readonly [number, number, number, number]): Box {
  const a = air.frame.toPlane([west, south]);
  const b = air.frame.toPlane([east, north]);
  const width_deg = east > west ? east - west : east - west + 360;
  const [min_x_m, max_x_m] =
    width_deg >= 180 ? [-Infinity, Infinity] : [a.x_m, a.x_m + width_deg * air.frame.m_per_deg_lon];
  return { min_x_m, max_x_m, min_y_m: a.y_m, max_y_m: b.y_m };
}

function meets(prism: Prism, area: Box, q: AirspaceQuery): boolean {
  return (
    prism.floor_m <= q.max_agl_m &&
    q.min_agl_m <= prism.ceiling_m &&
    prism.from_sec <= q.to_sec &&
    q.from_sec <= prism.to_sec &&
    outlineTouchesBox(prism.outline, area)
  );
}

function zoneFact({ id, kind, name, prism }: ZoneVolume, area: Box, q: AirspaceQuery): ZoneFact {
  const open = (v: number): number | null => (Number.isFinite(v) ? v : null);
  return {
    zone_id: id,
    kind,
    name,
    floor_agl_m: open(prism.floor_m),
    ceiling_agl_m: open(prism.ceiling_m),
    from_sec: open(prism.from_sec),
    to_sec: open(prism.to_sec),
    covers_query:
      prism.floor_m <= q.min_agl_m &&
      q.max_agl_m <= prism.ceiling_m &&
      prism.from_sec <= q.from_sec &&
      q.to_sec <= prism.to_sec &&
      outlineCoversBox(prism.outline, area),
  };
}

function sidesOf(b: Box): (readonly [number, number, number, number])[] {
  return [
    [b.min_x_m, b.min_y_m, b.max_x_m, b.min_y_m],
    [b.max_x_m, b.min_y_m, b.max_x_m, b.max_y_m],
    [b.max_x_m, b.max_y_m, b.min_x_m, b.max_y_m],
    [b.min_x_m, b.max_y_m, b.min_x_m, b.min_y_m],
  ];
}

/** Whether an outline and a closed box share a point; exact for polygons. */
export function outlineTouchesBox(outline: PlaneOutline, box: Box): boolean {
  if (!boxesTouch(outline.box, box)) return false;
  if (!Object.values(box).every(Number.isFinite)) return true;
  const x = outline.kind === 'circle' ? outline.x_m : outline.rings[0]![0]!;
  const y = outline.kind === 'circle' ? outline.y_m : outline.rings[0]![1]!;
  if (x >= box.min_x_m && x <= box.max_x_m && y >= box.min_y_m && y <= box.max_y_m) return true;
  return sidesOf(box).some((s) => segmentTouchesOutline(s, outline));
}

/** Whether an outline holds a whole box. Says no where a hole or a dent reaches into it. */
function outlineCoversBox(outline: PlaneOutline, box: Box): boolean {
  const corners = sidesOf(box).map(([x, y]) => outlineContains(outline, x, y));
  if (!corners.every(Boolean)) return false;
  if (outline.kind === 'circle') return true;
  // All corners inside and no vertex in the open box and no edge across it: then nothing cuts the box.
  const inner = {
    min_x_m: box.min_x_m + 1e-9,
    min_y_m: box.min_y_m + 1e-9,
    max_x_m: box.max_x_m - 1e-9,
    max_y_m: box.max_y_m - 1e-9,
  };
  if (!(inner.min_x_m < inner.max_x_m && inner.min_y_m < inner.max_y_m)) return true;
  return outline.rings.every((ring) => !ringMeetsBox(ring, inner));
}

/** Whether an edge of a ring meets a box. */
function ringMeetsBox(ring: Float64Array, box: Box): boolean {
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const edge = boxOfCoordinates([ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!]);
    if (!boxesTouch(edge, box)) continue;
    const flat: PlaneOutline = {
      kind: 'polygon',
      rings: [Float64Array.of(ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!)],
      box: edge,
    };
    if (outlineTouchesBox(flat, box)) return true;
  }
  return false;
}

function corridorTouchesBox(line: Float64Array, half_width_m: number, box: Box): boolean {
  const grown = {
    min_x_m: box.min_x_m - half_width_m,
    min_y_m: box.min_y_m - half_width_m,
    max_x_m: box.max_x_m + half_width_m,
    max_y_m: box.max_y_m + half_width_m,
  };
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const piece: PlaneOutline = {
      kind: 'polygon',
      rings: [Float64Array.of(ax, ay, bx, by, ax, ay)],
      box: boxOfCoordinates([ax, ay, bx, by]),
    };
    if (outlineTouchesBox(piece, grown)) return true;
  }
  return false;
}
