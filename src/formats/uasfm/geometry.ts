import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';

export type Row = Readonly<Record<string, unknown>>;
type Ring = [number, number][];

/** Whether a JSON value is an object. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Outer rings of a cell in ArcGIS JSON or GeoJSON. Holes are dropped: the ceiling then holds there too, which is the
 * safe side. ArcGIS marks outer rings by their clockwise direction; GeoJSON by standing first.
 */
export function ringsOf(geometry: unknown, place: string): Result<Ring[], FormatError> {
  if (!isRow(geometry)) {
    return err(formatError('invalid_data', 'a cell needs a geometry: query with returnGeometry=true', place));
  }
  const rings: Ring[] = [];
  if (Array.isArray(geometry['rings'])) {
    for (const [i, raw] of (geometry['rings'] as unknown[]).entries()) {
      const ring = ringOf(raw, `${place}.rings[${i}]`);
      if (!ring.ok) return ring;
      if (rings.length === 0 || clockwise(ring.value)) rings.push(ring.value);
    }
  } else if (geometry['type'] === 'Polygon' || geometry['type'] === 'MultiPolygon') {
    const list: unknown =
      geometry['type'] === 'Polygon' ? [geometry['coordinates']] : geometry['coordinates'];
    for (const [i, polygon] of (Array.isArray(list) ? list : []).entries()) {
      const ring = ringOf(Array.isArray(polygon) ? polygon[0] : null, `${place}.coordinates[${i}]`);
      if (!ring.ok) return ring;
      rings.push(ring.value);
    }
  }
  if (rings.length === 0) return err(formatError('invalid_data', 'a cell must be a polygon', place));
  return ok(rings);
}

function ringOf(raw: unknown, place: string): Result<Ring, FormatError> {
  if (!Array.isArray(raw) || raw.length < 4) {
    return err(formatError('invalid_data', 'a ring needs at least four positions', place));
  }
  const ring: Ring = [];
  for (const [i, p] of raw.entries()) {
    const [lon, lat] = Array.isArray(p) ? (p as unknown[]) : [];
    if (
      typeof lon !== 'number' ||
      typeof lat !== 'number' ||
      !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)
    ) {
      return err(
        formatError(
          'invalid_data',
          'a position is no longitude and latitude: query with outSR=4326',
          `${place}[${i}]`,
        ),
      );
    }
    ring.push([lon, lat]);
  }
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return err(formatError('invalid_data', 'a ring must end where it starts', place));
  }
  return ok(ring);
}

function clockwise(ring: Ring): boolean {
  let area2 = 0;
  for (let i = 1; i < ring.length; i++) {
    area2 += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  }
  return area2 < 0;
}
