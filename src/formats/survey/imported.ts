import { type LonLat, ringFault } from '#world';
import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';

/** An area read from an outside file: WGS 84 degrees, closed rings, the first one outside. */
export type ImportedArea = {
  /** Name, layer or number in the file; data, never interpreted. */
  readonly name: string;
  readonly rings: readonly (readonly LonLat[])[];
};

/** What a file gave. `crs` says what the numbers were in, so that a page can show it; nothing is shifted silently. */
export type ImportedAreas = {
  readonly format: 'geojson' | 'kml' | 'shapefile' | 'dxf' | 'csv' | 'qgc_plan';
  readonly crs: string;
  readonly areas: readonly ImportedArea[];
  /** What was left out or changed, one sentence each. */
  readonly notes: readonly string[];
};

/** Why an import is refused; `format` covers everything that is wrong with the bytes themselves. */
export type ImportError =
  | { readonly type: 'format'; readonly error: FormatError }
  | { readonly type: 'datum_missing' | 'datum_unknown'; readonly message: string }
  | { readonly type: 'ring_crosses' | 'ring_flat' | 'axes_swapped' | 'no_areas'; readonly message: string };

/** A refusal about the bytes. */
export function badFormat(
  type: FormatError['type'],
  message: string,
  place = '',
): Result<never, ImportError> {
  return err({ type: 'format', error: formatError(type, message, place) });
}

/** Where the areas are expected, to tell exchanged axes; a place within a few degrees of them. */
export type Near = { readonly lon_deg: number; readonly lat_deg: number };

/** Degrees within which an area counts as being where it is expected. */
const NEAR_DEG = 5;

/**
 * Closes rings, drops repeated positions (and nothing else: a boundary is never simplified), and refuses what cannot be
 * a survey area: crossing or flat rings, positions beyond the poles, axes exchanged.
 */
export function checkedAreas(found: ImportedAreas, near: Near | null): Result<ImportedAreas, ImportError> {
  if (found.areas.length === 0)
    return err({
      type: 'no_areas',
      message: 'there is no closed area in the file: draw polygons, not lines',
    });
  const areas: ImportedArea[] = [];
  for (const area of found.areas) {
    const rings = area.rings.map(closed);
    const swapped = swappedAxes(rings.flat(), near);
    if (swapped !== null) return err({ type: 'axes_swapped', message: `${area.name}: ${swapped}` });
    for (const ring of rings) {
      if (ring.length < 4)
        return err({ type: 'ring_flat', message: `${area.name}: a ring has fewer than three points` });
      const fault = ringFault(ring);
      if (fault === null) continue;
      const at = `${fault.at[0].toFixed(6)}, ${fault.at[1].toFixed(6)}`;
      if (fault.type === 'self_crossing')
        return err({
          type: 'ring_crosses',
          message: `${area.name}: the ring crosses or touches itself near ${at}`,
        });
      return err({ type: 'ring_flat', message: `${area.name}: the ring encloses no area near ${at}` });
    }
    areas.push({ name: area.name, rings });
  }
  return ok({ ...found, areas });
}

function closed(ring: readonly LonLat[]): LonLat[] {
  const out = ring.filter((p, i) => i === 0 || p[0] !== ring[i - 1]![0] || p[1] !== ring[i - 1]![1]);
  const first = out[0];
  const last = out[out.length - 1];
  if (first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1]))
    out.push(first);
  return out;
}

function swappedAxes(points: readonly LonLat[], near: Near | null): string | null {
  const bad = points.find(([lon, lat]) => !Number.isFinite(lon) || !Number.isFinite(lat));
  if (bad !== undefined) return 'a coordinate is not a number';
  const beyond = points.find(([lon, lat]) => Math.abs(lat) > 90 || Math.abs(lon) > 180);
  if (beyond !== undefined)
    return Math.abs(beyond[1]) <= 180 && Math.abs(beyond[0]) <= 90
      ? 'latitudes beyond the pole: longitude and latitude are exchanged'
      : `${beyond[0]}, ${beyond[1]} are no degrees: state the coordinate system of the file`;
  if (near === null || points.length === 0) return null;
  const mid = (k: 0 | 1): number => points.reduce((s, p) => s + p[k], 0) / points.length;
  const off = (a: number, b: number): boolean => Math.abs(a - b) > NEAR_DEG;
  const here = !off(mid(0), near.lon_deg) && !off(mid(1), near.lat_deg);
  const exchanged = !off(mid(1), near.lon_deg) && !off(mid(0), near.lat_deg);
  return !here && exchanged
    ? 'the area lies where it is expected only with longitude and latitude exchanged'
    : null;
}
