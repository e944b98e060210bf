import { type Result, err, must, ok } from '#base';
import {
  type BoxIndex,
  type PlaneOutline,
  type PlanePoint,
  type Prism,
  circleOutline,
  createBoxIndex,
  inflateBox,
  polygonOutline,
  segmentOutlineDistance_m,
} from '#geo';
import type { Constraints } from '#ir';
import type { AirModel, CorridorVolume, OperationTrack, Uav, ZoneVolume } from '#world';
import { CORNER_CUT_M } from './timing.ts';

/** Something to keep away from: its solid, and how far to keep from it sideways and up or down, in metres. */
export type Hazard = {
  readonly id: string;
  readonly kind: 'building' | 'zone' | 'sensitive' | 'ceiling' | 'corridor' | 'operation';
  readonly prism: Prism;
  readonly keep_m: number;
  readonly keep_up_m: number;
  /** Distance kept on the vertical way to a pad, below the altitude band. */
  readonly pad_keep_m: number;
};

/** All hazards of one task, found by place. */
export type Hazards = { readonly list: readonly Hazard[]; readonly index: BoxIndex };

/** What decides which hazards a task has. */
export type HazardQuery = {
  readonly air: AirModel;
  readonly uav: Pick<Uav, 'radius_m'>;
  readonly constraints: Constraints;
  readonly avoid_zones: readonly string[];
  readonly sensitive_zones: readonly string[];
  /** Corridors that have no place left for the task. */
  readonly closed_corridors: readonly string[];
  /** Accepted operations whose paths are kept clear of at all times, by id. */
  readonly closed_operations: readonly string[];
  /** The longest that the task can last, launch delay included; seconds after the state's time. */
  readonly span_sec: readonly [from: number, to: number];
  /**
   * How zones are taken that are there for a part of the span only: `present` throughout, the safe simplification; or
   * `timed`: left out here, to be checked against the times of the flight (`timedHazardsOf`).
   */
  readonly windows: 'present' | 'timed';
};

/** Kept beyond the aircraft's radius from zones that may not be entered, metres: room for position error. */
export const ZONE_MARGIN_M = 1;
/**
 * Kept beyond the demanded separation, metres: it must be exceeded, not met, also after rounding and where a corner is
 * cut by `CORNER_CUT_M`.
 */
const OVER_M = 0.1 + CORNER_CUT_M;
/** The same where no corner is flown. */
const OVER_STRAIGHT_M = 0.1;
/** Kept beyond the aircraft's radius from obstacles on the vertical way to a pad, metres. */
const PAD_MARGIN_M = 2;

/** The hazards of a task. A zone id that the state does not know is refused. */
export function hazardsOf(
  query: HazardQuery,
): Result<Hazards, { readonly type: 'unknown_zone'; readonly zone_id: string }> {
  const { air, uav, constraints, span_sec } = query;
  const known = new Set(air.zones.map((z) => z.id));
  const lost = [...query.avoid_zones, ...query.sensitive_zones].find((id) => !known.has(id));
  if (lost !== undefined) return err({ type: 'unknown_zone', zone_id: lost });
  const separation_m = Math.max(constraints.min_separation_m, uav.radius_m) + OVER_M;
  const list: Hazard[] = air.obstacles.map((o) => ({
    id: o.id,
    kind: 'building',
    prism: o.prism,
    keep_m: separation_m,
    keep_up_m: separation_m,
    pad_keep_m: Math.min(separation_m, uav.radius_m + PAD_MARGIN_M + OVER_STRAIGHT_M),
  }));
  for (const zone of air.zones) {
    if (zone.prism.to_sec < span_sec[0] || zone.prism.from_sec > span_sec[1]) continue;
    if (query.windows === 'timed' && isPartOf(zone, span_sec)) continue;
    const hazard = zoneHazard(zone, query, separation_m);
    if (hazard !== null) list.push(hazard);
  }
  for (const area of air.ceilings) {
    const prism = {
      ...ALWAYS,
      outline: area.outline,
      floor_m: area.ceiling_agl_m + 1e-6,
      ceiling_m: Infinity,
    };
    list.push({ id: area.id, kind: 'ceiling', prism, ...keeps(0) });
  }
  for (const corridor of air.corridors) {
    if (query.closed_corridors.includes(corridor.id)) list.push(...corridorHazards(corridor));
  }
  for (const track of air.operations) {
    if (query.closed_operations.includes(track.operation_id)) list.push(...trackHazards(track, separation_m));
  }
  const reach = (h: Hazard): number => Math.max(h.keep_m, h.pad_keep_m);
  return ok({ list, index: createBoxIndex(list.map((h) => inflateBox(h.prism.outline.box, reach(h)))) });
}

/** Zones that bind the task during a part of its span only, with their windows: what `windows: 'timed'` leaves out. */
export function timedHazardsOf(query: HazardQuery): readonly Hazard[] {
  const separation_m = Math.max(query.constraints.min_separation_m, query.uav.radius_m) + OVER_M;
  return query.air.zones.flatMap((zone) => {
    const { from_sec, to_sec } = zone.prism;
    if (to_sec < query.span_sec[0] || from_sec > query.span_sec[1] || !isPartOf(zone, query.span_sec))
      return [];
    return zoneHazard(zone, query, separation_m) ?? [];
  });
}

function isPartOf(zone: ZoneVolume, span_sec: readonly [number, number]): boolean {
  return zone.prism.from_sec > span_sec[0] || zone.prism.to_sec < span_sec[1];
}

const ALWAYS = { from_sec: -Infinity, to_sec: Infinity };

function keeps(keep_m: number): Pick<Hazard, 'keep_m' | 'keep_up_m' | 'pad_keep_m'> {
  return { keep_m, keep_up_m: keep_m, pad_keep_m: keep_m };
}

/** How a zone binds the task: kept out of, kept at a distance, or not at all. */
function zoneHazard(zone: ZoneVolume, query: HazardQuery, separation_m: number): Hazard | null {
  const out = query.uav.radius_m + ZONE_MARGIN_M;
  const forbidden = zone.kind === 'no_fly' || zone.kind === 'temporary_no_fly' || zone.kind === 'restricted';
  const avoided = query.avoid_zones.includes(zone.id);
  const sensitive = zone.kind === 'sensitive' || query.sensitive_zones.includes(zone.id);
  if (!forbidden && !avoided && !sensitive) return null;
  const keep_m = Math.max(forbidden || avoided ? out : 0, sensitive ? separation_m : 0);
  return {
    id: zone.id,
    kind: forbidden || avoided ? 'zone' : 'sensitive',
    prism: zone.prism,
    ...keeps(keep_m),
  };
}

/** A corridor as one wall without thickness for each piece of its line, kept at half the width. */
export function corridorHazards(corridor: CorridorVolume): Hazard[] {
  const { line, half_width_m, floor_agl_m, ceiling_agl_m } = corridor;
  const walls: Hazard[] = [];
  for (let i = 0; i + 3 < line.length; i += 2) {
    const a = { x_m: line[i]!, y_m: line[i + 1]! };
    const b = { x_m: line[i + 2]!, y_m: line[i + 3]! };
    const outline = wallOutline(a, b);
    const prism = { ...ALWAYS, outline, floor_m: floor_agl_m, ceiling_m: ceiling_agl_m };
    const keep_m = half_width_m + OVER_STRAIGHT_M;
    walls.push({ id: corridor.id, kind: 'corridor', prism, keep_m, keep_up_m: OVER_M, pad_keep_m: keep_m });
  }
  return walls;
}

/** A wall without thickness between two points, or a pole where they are one. */
export function wallOutline(a: PlanePoint, b: PlanePoint): PlaneOutline {
  const made = a.x_m === b.x_m && a.y_m === b.y_m ? circleOutline(a, 0) : polygonOutline([[a, b, b]]);
  return must(made.ok ? made.value : null, 'a line in the plane has finite points');
}

/** The path of an operation as walls, each kept at the separation; between its heights and the separation beyond. */
function trackHazards(track: OperationTrack, separation_m: number): Hazard[] {
  return track.points.slice(1).map((b, i) => {
    const a = track.points[i]!;
    const outline = wallOutline(a, b);
    const [floor_m, ceiling_m] = [Math.min(a.z_m, b.z_m), Math.max(a.z_m, b.z_m)];
    const prism = { ...ALWAYS, outline, floor_m, ceiling_m };
    return { id: track.operation_id, kind: 'operation', prism, ...keeps(separation_m) };
  });
}

/** A point in metres. */
export type Point3 = { readonly x_m: number; readonly y_m: number; readonly z_m: number };

/**
 * Ids of the hazards that a straight leg comes too near, each once, in id order; empty where the leg is clear. Exact on
 * the continuous leg: its part within a hazard's heights (widened by what is kept up and down) must lie further from
 * the outline than what is kept sideways.
 */
export function blockersOfLeg(hazards: Hazards, a: Point3, b: Point3, near_pad: boolean): string[] {
  const found = new Set<string>();
  for (const i of hazards.index.search(boxOf(a, b))) {
    const hazard = hazards.list[i]!;
    if (tooNear(hazard, a, b, near_pad)) found.add(hazard.id);
  }
  return [...found].sort();
}

/** Whether a straight leg keeps clear of all hazards. */
export function legClear(hazards: Hazards, a: Point3, b: Point3): boolean {
  return !hazards.index.search(boxOf(a, b)).some((i) => tooNear(hazards.list[i]!, a, b, false));
}

/** What a corner may be cut by below the altitude band, where only the pad distance is kept: less than its margin. */
const PAD_CUT_M = 0.05;

/**
 * Whether a straight piece of a tracked flight keeps clear: like the legs of the path, but for the distance that was kept
 * for cutting corners. Below the altitude band the pad distance holds; a piece that crosses its floor is taken in two.
 */
export function pieceClear(hazards: Hazards, a: Point3, b: Point3, altitude_min_m: number): boolean {
  const [low, high] = a.z_m <= b.z_m ? [a, b] : [b, a];
  if (low.z_m >= altitude_min_m) return clearBut(hazards, low, high, false);
  if (high.z_m <= altitude_min_m) return clearBut(hazards, low, high, true);
  const s = (altitude_min_m - low.z_m) / (high.z_m - low.z_m);
  const knee = {
    x_m: low.x_m + (high.x_m - low.x_m) * s,
    y_m: low.y_m + (high.y_m - low.y_m) * s,
    z_m: altitude_min_m,
  };
  return clearBut(hazards, low, knee, true) && clearBut(hazards, knee, high, false);
}

function clearBut(hazards: Hazards, a: Point3, b: Point3, near_pad: boolean): boolean {
  return !hazards.index.search(boxOf(a, b)).some((i) => {
    const h = hazards.list[i]!;
    // Ceilings and corridors are kept by no more than rounding, so that nothing of it may be used up.
    const exact = h.kind === 'ceiling' || h.kind === 'corridor';
    const cut_m = exact ? 0 : near_pad ? PAD_CUT_M : CORNER_CUT_M;
    const less = (keep_m: number): number => Math.max(0, keep_m - cut_m);
    const nearer = {
      ...h,
      keep_m: less(h.keep_m),
      keep_up_m: less(h.keep_up_m),
      pad_keep_m: less(h.pad_keep_m),
    };
    return tooNear(nearer, a, b, near_pad);
  });
}

function boxOf(a: Point3, b: Point3): { min_x_m: number; min_y_m: number; max_x_m: number; max_y_m: number } {
  return {
    min_x_m: Math.min(a.x_m, b.x_m),
    min_y_m: Math.min(a.y_m, b.y_m),
    max_x_m: Math.max(a.x_m, b.x_m),
    max_y_m: Math.max(a.y_m, b.y_m),
  };
}

function tooNear(hazard: Hazard, a: Point3, b: Point3, near_pad: boolean): boolean {
  const keep_m = near_pad ? hazard.pad_keep_m : hazard.keep_m;
  const low = hazard.prism.floor_m - (near_pad ? Math.min(keep_m, hazard.keep_up_m) : hazard.keep_up_m);
  const high = hazard.prism.ceiling_m + (near_pad ? Math.min(keep_m, hazard.keep_up_m) : hazard.keep_up_m);
  const [from, to] = insideBand(a.z_m, b.z_m, low, high);
  if (!(from <= to)) return false;
  const part = [
    a.x_m + (b.x_m - a.x_m) * from,
    a.y_m + (b.y_m - a.y_m) * from,
    a.x_m + (b.x_m - a.x_m) * to,
    a.y_m + (b.y_m - a.y_m) * to,
  ] as const;
  return segmentOutlineDistance_m(part, hazard.prism.outline) <= keep_m;
}

/** The part of a leg (0 to 1) whose height is in [low, high]; from > to where there is none. */
function insideBand(z0: number, z1: number, low: number, high: number): [number, number] {
  const rise = z1 - z0;
  if (rise === 0) return z0 >= low && z0 <= high ? [0, 1] : [1, 0];
  const [p, q] = [(low - z0) / rise, (high - z0) / rise];
  return [Math.max(0, Math.min(p, q)), Math.min(1, Math.max(p, q))];
}
