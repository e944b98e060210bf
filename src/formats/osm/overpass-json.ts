import { type Result, err, ok } from '#base';
import { type LonLat } from '#geo';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeJson } from '../text-input.ts';
import {
  type BoundsDeg,
  MOST_NODES,
  type OsmData,
  type OsmMember,
  type OsmNode,
  type OsmRelation,
  type OsmWay,
  PointTable,
  type Tags,
  isPosition,
} from './osm-data.ts';

type Json = Readonly<Record<string, unknown>>;

/** Reads an answer of the Overpass API in JSON: `out body geom`, `out center`, `out bb`, or nodes beside ways. */
export function readOverpassJson(bytes: Uint8Array): Result<OsmData, FormatError> {
  const json = decodeJson(bytes, 'an Overpass JSON answer');
  if (!json.ok) return json;
  const root = json.value;
  if (!isObject(root) || !Array.isArray(root['elements'])) {
    return err(
      formatError(
        'wrong_type',
        `this JSON is no Overpass answer (it has no list "elements"${kindHint(root)}): query with [out:json]`,
      ),
    );
  }
  const remark = root['remark'];
  if (typeof remark === 'string' && /error|timed out|exceeded/i.test(remark)) {
    return err(
      formatError(
        'service_error',
        `the Overpass server gave up, so the answer is incomplete (${remark.slice(0, 120)}): ask for less, or again later`,
        'remark',
      ),
    );
  }
  const reader = new ElementReader();
  for (const [i, element] of (root['elements'] as unknown[]).entries()) {
    const problem = reader.add(element, `elements[${i}]`);
    if (problem !== null) return err(problem);
  }
  const osm3s = root['osm3s'];
  const base = isObject(osm3s) ? osm3s['timestamp_osm_base'] : undefined;
  return ok({
    ...reader.done(),
    bounds: boundsOf(root['bounds']),
    snapshot: typeof base === 'string' ? base.slice(0, 40) : null,
  });
}

function kindHint(root: unknown): string {
  if (!isObject(root)) return '';
  if (root['type'] === 'FeatureCollection') return '; it is a GeoJSON FeatureCollection';
  if (root['schema_version'] !== undefined) return '; it is a document of this product';
  return '';
}

class ElementReader {
  private readonly points = new PointTable();
  private readonly nodes: OsmNode[] = [];
  private readonly ways: OsmWay[] = [];
  private readonly relations: OsmRelation[] = [];

  done(): Pick<OsmData, 'points' | 'nodes' | 'ways' | 'relations'> {
    return { points: this.points, nodes: this.nodes, ways: this.ways, relations: this.relations };
  }

  /** Null when the element was read. Unknown element types (`count`, `area`) are passed over. */
  add(element: unknown, place: string): FormatError | null {
    if (!isObject(element)) return formatError('invalid_data', 'an element must be an object', place);
    const { type, id } = element;
    if (type !== 'node' && type !== 'way' && type !== 'relation') return null;
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) {
      return formatError('invalid_data', 'an element needs a whole number as id', `${place}.id`);
    }
    const tags = tagsOf(element['tags']);
    if (tags === null) {
      return formatError('invalid_data', 'tags must be an object of strings', `${place}.tags`);
    }
    if (type === 'node') return this.addNode(id, tags, element, place);
    const shape = { id, tags, bounds: boundsOf(element['bounds']), center: pointOf(element['center']) };
    if (type === 'way') {
      const geometry = geometryOf(element['geometry']);
      if (geometry === undefined) {
        return formatError(
          'invalid_data',
          'geometry must be a list of {lat, lon} or null',
          `${place}.geometry`,
        );
      }
      const refs = Array.isArray(element['nodes'])
        ? element['nodes'].filter((n) => typeof n === 'number')
        : [];
      this.ways.push({ ...shape, refs, geometry });
      return null;
    }
    const members = membersOf(element['members']);
    if (members === null) return formatError('invalid_data', 'a member is broken', `${place}.members`);
    this.relations.push({ ...shape, members });
    return null;
  }

  private addNode(id: number, tags: Tags, element: Json, place: string): FormatError | null {
    const { lat, lon } = element;
    if (lat === undefined && lon === undefined) return null;
    if (!isPosition(lon, lat)) {
      return formatError(
        'invalid_data',
        `a node needs latitude -90..90 and longitude -180..180, not ${String(lat)}, ${String(lon)}`,
        place,
      );
    }
    this.points.set(id, lon as number, lat as number);
    if (this.points.size > MOST_NODES) {
      return formatError(
        'too_large',
        `more than ${MOST_NODES} nodes: cut the extract to the city's bounds`,
        place,
      );
    }
    if (Object.keys(tags).length > 0) this.nodes.push({ id, at: [lon as number, lat as number], tags });
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tags of an element; absent tags are none. Null where they are no object of strings. */
function tagsOf(value: unknown): Tags | null {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return null;
  return Object.values(value).every((v) => typeof v === 'string') ? (value as Tags) : null;
}

function pointOf(value: unknown): LonLat | null {
  if (!isObject(value) || !isPosition(value['lon'], value['lat'])) return null;
  return [value['lon'] as number, value['lat'] as number];
}

function boundsOf(value: unknown): BoundsDeg | null {
  if (!isObject(value)) return null;
  const { minlon, minlat, maxlon, maxlat } = value;
  if (!isPosition(minlon, minlat) || !isPosition(maxlon, maxlat)) return null;
  return [minlon as number, minlat as number, maxlon as number, maxlat as number];
}

/** Null where there is none, undefined where it is broken. */
function geometryOf(value: unknown): (LonLat | null)[] | null | undefined {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return undefined;
  const out: (LonLat | null)[] = [];
  for (const p of value) {
    const at = p === null ? null : pointOf(p);
    if (p !== null && at === null) return undefined;
    out.push(at);
  }
  return out;
}

function membersOf(value: unknown): OsmMember[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const out: OsmMember[] = [];
  for (const m of value) {
    if (!isObject(m) || typeof m['type'] !== 'string' || typeof m['ref'] !== 'number') return null;
    const geometry = geometryOf(m['geometry']);
    if (geometry === undefined) return null;
    out.push({
      type: m['type'],
      ref: m['ref'],
      role: typeof m['role'] === 'string' ? m['role'] : '',
      geometry,
    });
  }
  return out;
}
