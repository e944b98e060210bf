import {
  type BoxIndex,
  type Prism,
  type Segment,
  boxOfSegment,
  createBoxIndex,
  inflateBox,
  parametersInside,
  segmentOutlineDistance_m,
  signedDistance_m,
} from '#geo';
import type { AirModel, ZoneVolume } from '#world';
import type { Piece } from './track.ts';

/** Something solid or forbidden that a piece of flight met. */
export type Hazard = {
  readonly type: 'zone_entered' | 'obstacle_hit';
  readonly id: string;
  readonly t_sec: number;
  /** Metres inside the zone, or metres of overlap of the aircraft's radius with the obstacle. */
  readonly depth_m: number;
};

/** Finds what a piece of flight meets, exactly: whole segments against prisms, never samples. */
export type HazardMap = {
  readonly meet: (piece: Piece, radius_m: number) => readonly Hazard[];
};

/**
 * The hazards of a flight: all no-fly, temporary no-fly, restricted and sensitive zones, zones that the task avoids, and
 * buildings. Zones are entered by the aircraft's centre, obstacles are hit by its radius; touching counts.
 */
export function createHazardMap(air: AirModel, avoid_zones: ReadonlySet<string>): HazardMap {
  const zones = air.zones.filter((z) => z.kind !== 'advisory' || avoid_zones.has(z.id));
  const zoneIndex = createBoxIndex(zones.map((z) => z.prism.outline.box));
  return {
    meet: (piece, radius_m) => [
      ...meetZones(piece, zones, zoneIndex),
      ...meetObstacles(piece, air, radius_m),
    ],
  };
}

function planeSegment(piece: Piece): Segment {
  return [piece.from.x_m, piece.from.y_m, piece.to.x_m, piece.to.y_m];
}

function meetZones(piece: Piece, zones: readonly ZoneVolume[], index: BoxIndex): Hazard[] {
  const found: Hazard[] = [];
  for (const i of index.search(boxOfSegment(...planeSegment(piece)))) {
    const zone = zones[i]!;
    const span = spanInBand(piece, zone.prism);
    if (span === null) continue;
    const [u0, u1] = span;
    const part = partOf(piece, u0, u1);
    const inside = parametersInside(part, zone.prism.outline);
    if (inside.length === 0) continue;
    const at = u0 + (u1 - u0) * inside[0]!;
    const middle = (inside[0]! + inside[1]!) / 2;
    const x = part[0] + (part[2] - part[0]) * middle;
    const y = part[1] + (part[3] - part[1]) * middle;
    found.push({
      type: 'zone_entered',
      id: zone.id,
      t_sec: piece.from_sec + (piece.to_sec - piece.from_sec) * at,
      depth_m: Math.max(0, -signedDistance_m(zone.prism.outline, x, y)),
    });
  }
  return found;
}

function meetObstacles(piece: Piece, air: AirModel, radius_m: number): Hazard[] {
  const found: Hazard[] = [];
  const box = inflateBox(boxOfSegment(...planeSegment(piece)), radius_m);
  for (const i of air.obstacleIndex.search(box)) {
    const obstacle = air.obstacles[i]!;
    const raised = { ...obstacle.prism, ceiling_m: obstacle.prism.ceiling_m + radius_m };
    const span = spanInBand(piece, raised);
    if (span === null) continue;
    const gap = segmentOutlineDistance_m(partOf(piece, span[0], span[1]), obstacle.prism.outline);
    if (gap > radius_m) continue;
    found.push({
      type: 'obstacle_hit',
      id: obstacle.id,
      t_sec: piece.from_sec + (piece.to_sec - piece.from_sec) * span[0],
      depth_m: radius_m - gap,
    });
  }
  return found;
}

/** The parameters of a piece between which it is in a prism's height and time; null where it never is. */
function spanInBand(piece: Piece, prism: Prism): readonly [number, number] | null {
  const span = clip([0, 1], piece.from.z_m, piece.to.z_m, [prism.floor_m, prism.ceiling_m]);
  return span === null ? null : clip(span, piece.from_sec, piece.to_sec, [prism.from_sec, prism.to_sec]);
}

/** The part of a parameter span in which a value that runs linearly from `a` to `b` over [0, 1] is in a closed band. */
function clip(
  span: readonly [number, number],
  a: number,
  b: number,
  band: readonly [number, number],
): readonly [number, number] | null {
  const [low, high] = band;
  if (a === b) return a >= low && a <= high ? span : null;
  const atLow = (low - a) / (b - a);
  const atHigh = (high - a) / (b - a);
  const from = Math.max(span[0], Math.min(atLow, atHigh));
  const to = Math.min(span[1], Math.max(atLow, atHigh));
  return from <= to ? [from, to] : null;
}

function partOf(piece: Piece, u0: number, u1: number): Segment {
  const dx = piece.to.x_m - piece.from.x_m;
  const dy = piece.to.y_m - piece.from.y_m;
  return [
    piece.from.x_m + dx * u0,
    piece.from.y_m + dy * u0,
    u1 === 1 ? piece.to.x_m : piece.from.x_m + dx * u1,
    u1 === 1 ? piece.to.y_m : piece.from.y_m + dy * u1,
  ];
}
