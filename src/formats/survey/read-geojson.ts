import { type LonLat } from '#world';
import { type Result, err, ok } from '#base';
import { decodeJson } from '../text-input.ts';
import { crsOf, toWgs84, WGS84, type Crs } from './crs.ts';
import { type ImportError, type ImportedArea, type ImportedAreas, badFormat } from './imported.ts';

type Json = { readonly [name: string]: unknown };
const isObject = (x: unknown): x is Json => typeof x === 'object' && x !== null && !Array.isArray(x);

/** Areas of a GeoJSON document (RFC 7946): polygons of any nesting. An old `crs` member is honoured or refused. */
export function readGeoJsonAreas(bytes: Uint8Array): Result<ImportedAreas, ImportError> {
  const parsed = decodeJson(bytes, 'a GeoJSON document');
  if (!parsed.ok) return err({ type: 'format', error: parsed.error });
  const root = parsed.value;
  if (!isObject(root) || typeof root['type'] !== 'string')
    return badFormat('invalid_data', 'this is no GeoJSON object');
  const crs = crsMember(root);
  if (!crs.ok) return crs;
  const convert = toWgs84(crs.value);
  const areas: ImportedArea[] = [];
  const notes: string[] = [];
  const fault = collect(root, '', { convert, areas, notes });
  if (fault !== null) return badFormat('invalid_data', fault);
  return ok({ format: 'geojson', crs: crs.value.name, areas, notes });
}

function crsMember(root: Json): Result<Crs, ImportError> {
  const crs = root['crs'];
  if (crs === undefined || crs === null) return ok(WGS84);
  const properties = isObject(crs) ? crs['properties'] : null;
  const name = isObject(properties) ? properties['name'] : null;
  return typeof name === 'string'
    ? crsOf(name)
    : err({
        type: 'datum_missing',
        message: 'the crs member has no name: remove it if the positions are WGS 84',
      });
}

type Sink = {
  readonly convert: (x: number, y: number) => LonLat;
  readonly areas: ImportedArea[];
  readonly notes: string[];
};

/** Walks features, collections and geometries; returns what is wrong, or null. */
function collect(node: Json, name: string, sink: Sink): string | null {
  switch (node['type']) {
    case 'FeatureCollection':
      return members(node['features'], name, sink);
    case 'GeometryCollection':
      return members(node['geometries'], name, sink);
    case 'Feature':
      return feature(node, name, sink);
    case 'Polygon':
      return polygon(node['coordinates'], name, sink);
    case 'MultiPolygon':
      return multiPolygon(node['coordinates'], name, sink);
    case 'Point':
    case 'MultiPoint':
    case 'LineString':
    case 'MultiLineString':
      sink.notes.push(`${node['type']} left out: only polygons are areas`);
      return null;
    default:
      return `type ${String(node['type']).slice(0, 40)} is no GeoJSON type`;
  }
}

function members(list: unknown, name: string, sink: Sink): string | null {
  if (!Array.isArray(list)) return 'a collection has no list of members';
  for (const [i, item] of list.entries()) {
    const fault = isObject(item) ? collect(item, name || `area ${i + 1}`, sink) : 'a member is no object';
    if (fault !== null) return fault;
  }
  return null;
}

function feature(node: Json, name: string, sink: Sink): string | null {
  const properties = node['properties'];
  const own = isObject(properties) && typeof properties['name'] === 'string' ? properties['name'] : name;
  const geometry = node['geometry'];
  return isObject(geometry) ? collect(geometry, own || name, sink) : null;
}

function multiPolygon(list: unknown, name: string, sink: Sink): string | null {
  if (!Array.isArray(list)) return 'a MultiPolygon has no coordinates';
  for (const [i, part] of list.entries()) {
    const fault = polygon(part, list.length > 1 ? `${name} (${i + 1})` : name, sink);
    if (fault !== null) return fault;
  }
  return null;
}

function polygon(coordinates: unknown, name: string, sink: Sink): string | null {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return 'a polygon has no rings';
  const rings: LonLat[][] = [];
  for (const ring of coordinates as unknown[]) {
    if (!Array.isArray(ring)) return 'a ring is no list of positions';
    const out: LonLat[] = [];
    for (const p of ring as unknown[]) {
      if (!Array.isArray(p) || typeof p[0] !== 'number' || typeof p[1] !== 'number')
        return 'a position is no pair of numbers';
      out.push(sink.convert(p[0], p[1]));
    }
    rings.push(out);
  }
  sink.areas.push({ name: name || `area ${sink.areas.length + 1}`, rings });
  return null;
}
