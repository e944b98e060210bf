import { quantize } from '#base';
import { type Frame, type LonLat } from '#geo';
import { type Building } from '../city.ts';
import { buildingHeight, parseHeight_m } from './classify.ts';
import { type MapFeature } from './extract.ts';
import { type EastNorth, cornersOf, distance_m, eastNorthOf, ringOf } from './plane-kit.ts';
import { centroidOf } from './rings.ts';

/** Heights of masts and lines where the map gives none; rounded up, since wires are hard to see. */
const MAST_M: Readonly<Record<string, number>> = {
  tower: 50,
  communications_tower: 100,
  mast: 60,
  chimney: 80,
  water_tower: 45,
  crane: 70,
  flagpole: 20,
  silo: 30,
  storage_tank: 20,
};
const POWER_TOWER_M = 45;
const WIRE_WIDTH_M = 6;

/** Buildings, masts and wires of an extract inside the city, with ids from the source. */
export function obstaclesOf(
  features: readonly MapFeature[],
  frame: Frame,
  isInside: (at: EastNorth) => boolean,
  otherwise_m: number,
): Building[] {
  const out: Building[] = [];
  for (const f of features) {
    const id = shortId(f.source_id);
    const { tags, geometry } = f;
    const isBuilding = (tags['building'] ?? 'no') !== 'no' || (tags['building:part'] ?? 'no') !== 'no';
    if (isBuilding && geometry.type === 'area') {
      const height = buildingHeight(tags, otherwise_m);
      geometry.rings.forEach((ring, i) => {
        const footprint = solidRing(ring, frame);
        if (footprint === null || !isInside(centroidOf(footprint))) return;
        out.push({
          id: i === 0 ? `b_${id}` : `b_${id}_${i + 1}`,
          footprint: ringOf(frame, footprint),
          ...height,
          height_m: quantize(height.height_m, 0.1),
        });
      });
    } else if (mastHeight_m(tags) !== null) out.push(...mast(f, id, frame, isInside));
    else if (tags['power'] === 'line' || tags['power'] === 'minor_line')
      out.push(...wires(f, id, frame, isInside));
  }
  return out.filter((b) => b.footprint.length <= 20_000);
}

/** `way/12` as `w12`. */
export function shortId(source_id: string): string {
  const m = /^(node|way|relation)\/(\d+)$/.exec(source_id);
  return m === null ? source_id.replace(/[^A-Za-z0-9_.:-]+/g, '_').slice(0, 60) : `${m[1]![0]}${m[2]}`;
}

/** Corners in the plane without repeats, or null where they enclose less than a square metre. */
function solidRing(ring: readonly LonLat[], frame: Frame): EastNorth[] | null {
  const points = ring.map((p) => eastNorthOf(frame, p));
  const corners = points.filter((p, i) => i === 0 || distance_m(p, points[i - 1]!) > 0.005);
  while (corners.length > 1 && distance_m(corners[0]!, corners.at(-1)!) <= 0.005) corners.pop();
  if (corners.length < 3) return null;
  let area2 = 0;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    area2 += corners[j]![0] * corners[i]![1] - corners[i]![0] * corners[j]![1];
  }
  return Math.abs(area2) < 2 ? null : corners;
}

function mastHeight_m(tags: MapFeature['tags']): number | null {
  const kind = tags['man_made'] ?? '';
  const assumed =
    tags['power'] === 'tower' ? POWER_TOWER_M : Object.hasOwn(MAST_M, kind) ? MAST_M[kind]! : null;
  return assumed === null ? null : (parseHeight_m(tags['height']) ?? assumed);
}

function mast(f: MapFeature, id: string, frame: Frame, isInside: (at: EastNorth) => boolean): Building[] {
  const height_m = quantize(mastHeight_m(f.tags)!, 0.1);
  const source = parseHeight_m(f.tags['height']) === null ? ('assumed' as const) : ('measured' as const);
  if (f.geometry.type === 'area') {
    const ring = solidRing(f.geometry.rings[0]!, frame);
    if (ring === null || !isInside(centroidOf(ring))) return [];
    return [{ id: `m_${id}`, footprint: ringOf(frame, ring), height_m, height_source: source }];
  }
  if (f.geometry.type !== 'point') return [];
  const at = eastNorthOf(frame, f.geometry.at);
  if (!isInside(at)) return [];
  const box = { at, width_m: 8, depth_m: 8, angle_rad: 0 };
  return [{ id: `m_${id}`, footprint: ringOf(frame, cornersOf(box)), height_m, height_source: source }];
}

/** Wires as walls from the ground: nothing is flown under. One wall a span, where its middle is in the city. */
function wires(f: MapFeature, id: string, frame: Frame, isInside: (at: EastNorth) => boolean): Building[] {
  if (f.geometry.type !== 'line') return [];
  const height_m = f.tags['power'] === 'line' ? POWER_TOWER_M : 15;
  const out: Building[] = [];
  for (const line of f.geometry.lines) {
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [eastNorthOf(frame, line[i - 1]!), eastNorthOf(frame, line[i]!)];
      const length_m = distance_m(a, b);
      const at: EastNorth = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      if (length_m < 1 || !(isInside(at) || isInside(a) || isInside(b))) continue;
      const angle_rad = Math.atan2(b[1] - a[1], b[0] - a[0]);
      const corners = cornersOf({ at, width_m: length_m, depth_m: WIRE_WIDTH_M, angle_rad });
      out.push({
        id: `wire_${id}_${out.length + 1}`,
        footprint: ringOf(frame, corners),
        height_m,
        height_source: 'assumed',
      });
    }
  }
  return out;
}
