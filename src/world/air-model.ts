import { type Result, err, ok, radians } from '#base';
import {
  type Box,
  type BoxIndex,
  type Frame,
  type Interval,
  type LonLat,
  type OutlineError,
  type PlaneOutline,
  type PlanePoint,
  type Prism,
  type TimedPoint,
  boxOfCoordinates,
  circleOutline,
  createBoxIndex,
  createFrame,
  linearWithin,
  outlineContains,
  parametersNearSegment,
  pointOnLeg,
  polygonOutline,
  shadowOf,
} from '#geo';
import { type Corridor, type Zone, type ZoneKind } from './airspace.ts';
import { type Altitude, type Ground, toAgl_m } from './altitude.ts';
import { type Place } from './city.ts';
import { secondsBetween } from './ids.ts';
import { type AcceptedOperation } from './operation.ts';
import { type Outline } from './outline.ts';
import { type StateIssue, type SystemState } from './system-state.ts';

/** A zone as a prism: plane metres, heights above ground, seconds after the state's time. */
export type ZoneVolume = {
  readonly id: string;
  readonly kind: ZoneKind;
  readonly name: string;
  readonly prism: Prism;
};

/** A building as a prism that reaches from far below the ground up to its height, at all times. */
export type ObstacleVolume = {
  readonly id: string;
  readonly prism: Prism;
  readonly height_source: 'measured' | 'levels' | 'assumed';
};

/** Where less height is allowed than elsewhere. */
export type CeilingArea = {
  readonly id: string;
  readonly outline: PlaneOutline;
  /** 0 where the source gives no value. */
  readonly ceiling_agl_m: number;
};

/** A corridor: all points within half its width of the centre line and within its band, ends rounded. */
export type CorridorVolume = {
  readonly id: string;
  readonly name: string;
  /** Centre line as [x0, y0, x1, y1, ...] in plane metres. */
  readonly line: Float64Array;
  readonly half_width_m: number;
  readonly floor_agl_m: number;
  readonly ceiling_agl_m: number;
  readonly capacity: number;
  readonly box: Box;
};

/** Wind over the city. `toward` is the motion of the air, m/s; null: direction unknown, so the worst one counts. */
export type Wind = {
  readonly speed_mps: number;
  readonly gust_mps: number | null;
  readonly toward: { readonly east_mps: number; readonly north_mps: number } | null;
};

/** An accepted operation with times in seconds after the state's time; before and after it, nothing is known to fly. */
export type OperationTrack = {
  readonly operation_id: string;
  readonly uav_id: string;
  readonly priority: AcceptedOperation['priority'];
  readonly points: readonly TimedPoint[];
};

/** A place in the plane. */
export type PlacePoint = PlanePoint & { readonly place: Place };

/** A state in its city's plane: what planner, verifier and simulator all measure against. */
export type AirModel = {
  readonly frame: Frame;
  /** The city's bounds in the plane. */
  readonly bounds: Box;
  readonly zones: readonly ZoneVolume[];
  readonly obstacles: readonly ObstacleVolume[];
  /** Over the outlines of `obstacles`, by position. */
  readonly obstacleIndex: BoxIndex;
  /** Holds wherever no area of `ceilings` says less. */
  readonly ceiling_agl_m: number;
  readonly ceilings: readonly CeilingArea[];
  /** Over the outlines of `ceilings`, by position. */
  readonly ceilingIndex: BoxIndex;
  readonly corridors: readonly CorridorVolume[];
  readonly places: ReadonlyMap<string, PlacePoint>;
  /** Where each aircraft stands. */
  readonly uavs: ReadonlyMap<string, PlanePoint>;
  readonly wind: Wind;
  readonly operations: readonly OperationTrack[];
};

/** Farthest that a vertex may be from the origin, degrees of longitude: beyond it the shorter way round is a guess. */
const MAX_REACH_DEG = 90;

/**
 * The air model of a state. Everything that cannot be placed is reported, nothing is dropped: altitudes whose datum is
 * missing, bands upside down, outlines too far from the city. Edges cross the antimeridian the shorter way. The radius
 * of a circle grows by the plane's distortion at its far side, so the plane's circle holds the true one.
 */
export function buildAirModel(state: SystemState): Result<AirModel, readonly StateIssue[]> {
  const framed = createFrame(state.city.origin);
  if (!framed.ok) return err([{ path: 'city.origin', message: framed.error.message }]);
  const frame = framed.value;
  const issues: StateIssue[] = [];
  const place: Placing = { frame, ground: state.city.ground, time: state.time, issues };
  const zones = keep(state.airspace.zones.map((z, i) => zoneVolume(z, `airspace.zones.${i}`, place)));
  const obstacles = keep(
    state.city.buildings.map((b, i): ObstacleVolume | null => {
      const outline = planeOutline(
        { type: 'polygon', rings: [b.footprint] },
        `city.buildings.${i}.footprint`,
        place,
      );
      if (outline === null) return null;
      const prism = { outline, floor_m: -Infinity, ceiling_m: b.height_m, ...ALWAYS };
      return { id: b.id, prism, height_source: b.height_source };
    }),
  );
  const ceilings = keep(
    state.airspace.ceiling_cells.map((c, i): CeilingArea | null => {
      const outline = planeOutline(c.outline, `airspace.ceiling_cells.${i}.outline`, place);
      return outline === null ? null : { id: c.id, outline, ceiling_agl_m: c.ceiling_agl_m ?? 0 };
    }),
  );
  const corridors = keep(
    state.airspace.corridors.map((c, i) => corridorVolume(c, `airspace.corridors.${i}`, place)),
  );
  if (issues.length > 0) return err(issues.slice(0, 20));
  const [west, south, east, north] = state.city.bounds;
  const corners = [frame.toPlane([west, south]), frame.toPlane([east, north])];
  return ok({
    frame,
    bounds: boxOfCoordinates(corners.flatMap((p) => [p.x_m, p.y_m])),
    zones,
    obstacles,
    obstacleIndex: createBoxIndex(obstacles.map((o) => o.prism.outline.box)),
    ceiling_agl_m: state.airspace.ceiling_agl_m,
    ceilings,
    ceilingIndex: createBoxIndex(ceilings.map((c) => c.outline.box)),
    corridors,
    places: new Map(state.city.places.map((p) => [p.id, { ...frame.toPlane(p.at), place: p }])),
    uavs: new Map(state.fleet.map((u) => [u.id, frame.toPlane(u.at)])),
    wind: windOf(state),
    operations: state.operations.map((o) => trackOf(o, state.time)),
  });
}

/** The lowest ceiling in metres above ground that holds at a point; a point on a border has the lower one. */
export function ceilingAt_m(air: AirModel, x_m: number, y_m: number): number {
  let lowest = air.ceiling_agl_m;
  for (const i of air.ceilingIndex.search({ min_x_m: x_m, min_y_m: y_m, max_x_m: x_m, max_y_m: y_m })) {
    const area = air.ceilings[i]!;
    if (area.ceiling_agl_m < lowest && outlineContains(area.outline, x_m, y_m)) lowest = area.ceiling_agl_m;
  }
  return lowest;
}

/**
 * When a straight leg is in a corridor: closed intervals in seconds, flat and ascending as [from, to, ...]. The rim
 * belongs to the corridor.
 */
export function timesInCorridor(from: TimedPoint, to: TimedPoint, corridor: CorridorVolume): number[] {
  const band = linearWithin(from.z_m, to.z_m, corridor.floor_agl_m, corridor.ceiling_agl_m);
  if (band === null) return [];
  const shadow = shadowOf(from, to, band);
  const { line, half_width_m } = corridor;
  const parts: Interval[] = [];
  for (let i = 0; i + 3 < line.length; i += 2) {
    const piece = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!] as const;
    const near = parametersNearSegment(shadow, piece, half_width_m);
    if (near !== null) parts.push(near);
  }
  parts.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: number[] = [];
  for (const [a, b] of parts) {
    const end = merged.length - 1;
    if (end > 0 && a <= merged[end]!) merged[end] = Math.max(merged[end]!, b);
    else merged.push(a, b);
  }
  return merged.map((s) => pointOnLeg(from, to, band[0] + (band[1] - band[0]) * s).t_sec);
}

const ALWAYS = { from_sec: -Infinity, to_sec: Infinity } as const;

type Placing = {
  readonly frame: Frame;
  readonly ground: Ground;
  readonly time: string;
  readonly issues: StateIssue[];
};

function keep<T>(items: readonly (T | null)[]): T[] {
  return items.filter((x): x is T => x !== null);
}

function planeOutline(outline: Outline, path: string, place: Placing): PlaneOutline | null {
  const { frame, issues } = place;
  const positions: readonly LonLat[] = outline.type === 'circle' ? [outline.center] : outline.rings.flat();
  const reach_m = MAX_REACH_DEG * frame.m_per_deg_lon;
  if (!positions.every((p) => Math.abs(frame.toPlane(p).x_m) <= reach_m)) {
    issues.push({ path, message: `a position is more than ${MAX_REACH_DEG} degrees of longitude away` });
    return null;
  }
  let made: Result<PlaneOutline, OutlineError>;
  if (outline.type === 'circle') {
    const center = frame.toPlane(outline.center);
    const stretch = frame.distortionRatio(Math.hypot(center.x_m, center.y_m) + outline.radius_m);
    if (!(stretch >= 0 && stretch < 0.5)) {
      issues.push({ path, message: 'the circle reaches too far from the city for its plane' });
      return null;
    }
    made = circleOutline(center, outline.radius_m * (1 + stretch));
  } else {
    made = polygonOutline(outline.rings.map((r) => r.map((p) => frame.toPlane(p))));
  }
  if (made.ok) return made.value;
  issues.push({ path, message: made.error.message });
  return null;
}

/** A height above ground; null stands for an open side. Reports what has no AGL value. */
function height(altitude: Altitude | null, open: number, path: string, place: Placing): number {
  if (altitude === null) return open;
  const agl = toAgl_m(altitude, place.ground);
  if (agl.ok) return agl.value;
  place.issues.push({ path, message: agl.error.message });
  return open;
}

function zoneVolume(zone: Zone, path: string, place: Placing): ZoneVolume | null {
  const outline = planeOutline(zone.outline, `${path}.outline`, place);
  const floor_m = height(zone.floor, -Infinity, `${path}.floor`, place);
  const ceiling_m = height(zone.ceiling, Infinity, `${path}.ceiling`, place);
  if (!(floor_m <= ceiling_m)) {
    place.issues.push({ path, message: `the floor ${floor_m} m is above the ceiling ${ceiling_m} m` });
    return null;
  }
  if (outline === null) return null;
  const { start = null, end = null } = zone.window ?? {};
  const from_sec = start === null ? -Infinity : secondsBetween(place.time, start);
  const to_sec = end === null ? Infinity : secondsBetween(place.time, end);
  return {
    id: zone.id,
    kind: zone.kind,
    name: zone.name,
    prism: { outline, floor_m, ceiling_m, from_sec, to_sec },
  };
}

function corridorVolume(corridor: Corridor, path: string, place: Placing): CorridorVolume | null {
  const floor_agl_m = height(corridor.floor, 0, `${path}.floor`, place);
  const ceiling_agl_m = height(corridor.ceiling, Infinity, `${path}.ceiling`, place);
  if (!(floor_agl_m <= ceiling_agl_m)) {
    place.issues.push({
      path,
      message: `the floor ${floor_agl_m} m is above the ceiling ${ceiling_agl_m} m`,
    });
    return null;
  }
  const points = corridor.line.map((p) => place.frame.toPlane(p));
  if (!points.every((p) => Math.abs(p.x_m) <= MAX_REACH_DEG * place.frame.m_per_deg_lon)) {
    place.issues.push({
      path,
      message: `a position is more than ${MAX_REACH_DEG} degrees of longitude away`,
    });
    return null;
  }
  const line = Float64Array.from(points.flatMap((p) => [p.x_m, p.y_m]));
  const half_width_m = corridor.width_m / 2;
  const b = boxOfCoordinates(line);
  const box = boxOfCoordinates([
    b.min_x_m - half_width_m,
    b.min_y_m - half_width_m,
    b.max_x_m + half_width_m,
    b.max_y_m + half_width_m,
  ]);
  const { id, name, capacity } = corridor;
  return { id, name, line, half_width_m, floor_agl_m, ceiling_agl_m, capacity, box };
}

function windOf(state: SystemState): Wind {
  const { wind_mps, wind_from_deg, gust_mps } = state.weather;
  if (wind_from_deg === null && wind_mps > 0) return { speed_mps: wind_mps, gust_mps, toward: null };
  const from = radians(wind_from_deg ?? 0);
  return {
    speed_mps: wind_mps,
    gust_mps,
    toward: { east_mps: -wind_mps * Math.sin(from) + 0, north_mps: -wind_mps * Math.cos(from) + 0 },
  };
}

function trackOf(operation: AcceptedOperation, time: string): OperationTrack {
  const shift_sec = secondsBetween(time, operation.start);
  const { operation_id, uav_id, priority } = operation;
  return {
    operation_id,
    uav_id,
    priority,
    points: operation.trajectory.map(({ t_sec, x_m, y_m, z_m }) => ({
      t_sec: t_sec + shift_sec,
      x_m,
      y_m,
      z_m,
    })),
  };
}
