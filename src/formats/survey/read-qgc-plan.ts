import { type Result, err, ok } from '#base';
import { type LonLat } from '#world';
import { decodeJson } from '../text-input.ts';
import { type ImportError, type ImportedArea, type ImportedAreas, badFormat } from './imported.ts';

type Json = { readonly [name: string]: unknown };
const isObject = (x: unknown): x is Json => typeof x === 'object' && x !== null && !Array.isArray(x);

/**
 * Polygons of a QGroundControl `.plan`: those of survey items, and inclusion fences, named as such. Only geometry is
 * taken; QGC stores positions as latitude, longitude (WGS 84).
 */
export function readQgcPlanAreas(bytes: Uint8Array): Result<ImportedAreas, ImportError> {
  const parsed = decodeJson(bytes, 'a QGroundControl plan');
  if (!parsed.ok) return err({ type: 'format', error: parsed.error });
  const root = parsed.value;
  if (!isObject(root) || root['fileType'] !== 'Plan')
    return badFormat('wrong_type', 'this is no QGroundControl plan: fileType is not "Plan"');
  const areas: ImportedArea[] = [];
  const notes: string[] = [];
  const mission = root['mission'];
  const items = isObject(mission) && Array.isArray(mission['items']) ? (mission['items'] as unknown[]) : [];
  for (const [i, item] of items.entries()) {
    if (!isObject(item) || item['type'] !== 'ComplexItem') continue;
    const ring = latLonRing(item['polygon']);
    if (ring === null) {
      notes.push(`item ${i + 1} (${String(item['complexItemType'])}) has no polygon, left out`);
      continue;
    }
    areas.push({ name: `${String(item['complexItemType'] ?? 'survey')} ${areas.length + 1}`, rings: [ring] });
  }
  const fence = root['geoFence'];
  const polygons =
    isObject(fence) && Array.isArray(fence['polygons']) ? (fence['polygons'] as unknown[]) : [];
  for (const p of polygons) {
    const ring = isObject(p) ? latLonRing(p['polygon']) : null;
    if (ring === null) continue;
    const kind = isObject(p) && p['inclusion'] === false ? 'exclusion fence' : 'inclusion fence';
    areas.push({ name: `${kind} ${areas.length + 1}`, rings: [ring] });
  }
  return ok({ format: 'qgc_plan', crs: 'WGS 84', areas, notes });
}

function latLonRing(value: unknown): LonLat[] | null {
  if (!Array.isArray(value) || value.length < 3) return null;
  const out: LonLat[] = [];
  for (const p of value as unknown[]) {
    if (!Array.isArray(p) || typeof p[0] !== 'number' || typeof p[1] !== 'number') return null;
    out.push([p[1], p[0]]);
  }
  return out;
}
