import { type LonLat } from '#geo';
import { type MapFeature, type MapGeometry } from '#world';

/** A row of an Overture file, from GeoJSON or Parquet. */
export type OvertureRow = {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A place that its own source believes in less than this is left out. */
export const LEAST_CONFIDENCE = 0.5;

/** Categories of places as the tags of OpenStreetMap. */
const CATEGORIES: Readonly<Record<string, readonly [string, string]>> = {
  hospital: ['amenity', 'hospital'],
  childrens_hospital: ['amenity', 'hospital'],
  clinic: ['amenity', 'clinic'],
  urgent_care_clinic: ['amenity', 'clinic'],
  medical_center: ['amenity', 'clinic'],
  school: ['amenity', 'school'],
  elementary_school: ['amenity', 'school'],
  middle_school: ['amenity', 'school'],
  high_school: ['amenity', 'school'],
  private_school: ['amenity', 'school'],
  public_school: ['amenity', 'school'],
  college_university: ['amenity', 'university'],
  police_department: ['amenity', 'police'],
  police_station: ['amenity', 'police'],
  fire_department: ['amenity', 'fire_station'],
  fire_station: ['amenity', 'fire_station'],
  park: ['leisure', 'park'],
  stadium_arena: ['leisure', 'stadium'],
  airport: ['aeroway', 'aerodrome'],
  heliport: ['aeroway', 'helipad'],
  train_station: ['railway', 'station'],
  metro_station: ['railway', 'station'],
  public_market: ['amenity', 'marketplace'],
  shopping_center: ['shop', 'mall'],
  church_cathedral: ['amenity', 'place_of_worship'],
  mosque: ['amenity', 'place_of_worship'],
  hindu_temple: ['amenity', 'place_of_worship'],
  buddhist_temple: ['amenity', 'place_of_worship'],
  synagogue: ['amenity', 'place_of_worship'],
};

/** Infrastructure classes that matter to a flight, as tags. */
const INFRASTRUCTURE: Readonly<Record<string, readonly [string, string]>> = {
  power_tower: ['power', 'tower'],
  power_line: ['power', 'line'],
  minor_line: ['power', 'minor_line'],
  communication_tower: ['man_made', 'communications_tower'],
  mobile_phone_tower: ['man_made', 'mast'],
  bell_tower: ['man_made', 'tower'],
  water_tower: ['man_made', 'water_tower'],
  crane: ['man_made', 'crane'],
  runway: ['aeroway', 'runway'],
  helipad: ['aeroway', 'helipad'],
  heliport: ['aeroway', 'helipad'],
  airport: ['aeroway', 'aerodrome'],
  municipal_airport: ['aeroway', 'aerodrome'],
  regional_airport: ['aeroway', 'aerodrome'],
  international_airport: ['aeroway', 'aerodrome'],
  railway_station: ['railway', 'station'],
};

const ROADS = /^(motorway|trunk|primary|secondary|tertiary|residential|living_street|unclassified)$/;

/** Why a row did not become a feature. */
export type Skipped = 'unwanted' | 'unsure' | 'closed' | 'underground' | 'broken';

/** A row as a feature with OpenStreetMap's tags. */
export function translateRow(row: OvertureRow): MapFeature | Skipped {
  const p = row.properties;
  const geometry = geometryOf(row.geometry);
  if (geometry === null) return 'broken';
  const tags = { ...nameTags(p['names']) };
  const kind = kindOf(p, geometry);
  if (kind === 'place') {
    const confidence = p['confidence'];
    if (typeof confidence === 'number' && confidence < LEAST_CONFIDENCE) return 'unsure';
    const status = p['operating_status'];
    if (typeof status === 'string' && status.includes('closed')) return 'closed';
    const tag = placeTag(p);
    if (tag === null) return 'unwanted';
    tags[tag[0]] = tag[1];
  } else if (kind === 'segment') {
    const road = p['class'];
    if (p['subtype'] !== 'road' || typeof road !== 'string' || !ROADS.test(road)) return 'unwanted';
    tags['highway'] = road;
  } else if (kind === 'building') {
    if (p['is_underground'] === true) return 'underground';
    tags['building'] = buildingTag(p);
    if (typeof p['height'] === 'number') tags['height'] = String(p['height']);
    if (typeof p['num_floors'] === 'number') tags['building:levels'] = String(p['num_floors']);
  } else {
    const tag = typeof p['class'] === 'string' ? INFRASTRUCTURE[p['class']] : undefined;
    if (tag === undefined) return 'unwanted';
    tags[tag[0]] = tag[1];
    if (typeof p['height'] === 'number') tags['height'] = String(p['height']);
  }
  return { source_id: kind === 'segment' ? `overture/${row.id}` : sourceId(row), tags, geometry };
}

type Kind = 'place' | 'segment' | 'building' | 'infrastructure';

/** Files of different themes are told apart by their columns, since rows do not name their theme. */
function kindOf(p: OvertureRow['properties'], geometry: MapGeometry): Kind {
  if (p['categories'] !== undefined || p['taxonomy'] !== undefined || p['basic_category'] !== undefined)
    return 'place';
  if (p['connectors'] !== undefined) return 'segment';
  if (p['source_tags'] !== undefined || p['surface'] !== undefined) return 'infrastructure';
  return geometry.type === 'area' ? 'building' : 'infrastructure';
}

function placeTag(p: OvertureRow['properties']): readonly [string, string] | null {
  const primary = (v: unknown): unknown =>
    typeof v === 'object' && v !== null ? (v as { primary?: unknown }).primary : undefined;
  for (const c of [primary(p['taxonomy']), primary(p['categories']), p['basic_category']]) {
    if (typeof c === 'string' && Object.hasOwn(CATEGORIES, c)) return CATEGORIES[c]!;
  }
  return null;
}

function buildingTag(p: OvertureRow['properties']): string {
  const known = typeof p['class'] === 'string' ? p['class'] : p['subtype'];
  return typeof known === 'string' && /^[a-z_]{1,30}$/.test(known) ? known : 'yes';
}

/** `names.primary`, and `names.common` as an object or as a list of pairs. */
function nameTags(names: unknown): Record<string, string> {
  const out: Record<string, string> = {};
  if (typeof names !== 'object' || names === null) return out;
  const { primary, common } = names as { primary?: unknown; common?: unknown };
  if (typeof primary === 'string') out['name'] = primary;
  for (const [language, name] of pairsOf(common)) {
    if (
      typeof language === 'string' &&
      /^[a-z]{2}(-[A-Za-z]+)?$/.test(language) &&
      typeof name === 'string'
    ) {
      out[`name:${language}`] = name;
    }
  }
  return out;
}

/** A map of languages as GeoJSON (an object) and Parquet (a list of pairs or of `{key, value}`) write it. */
function pairsOf(common: unknown): [unknown, unknown][] {
  if (typeof common !== 'object' || common === null) return [];
  if (!Array.isArray(common)) return Object.entries(common);
  return (common as unknown[]).map((c): [unknown, unknown] => {
    if (Array.isArray(c)) return [c[0], c[1]];
    const { key, value } = (typeof c === 'object' && c !== null ? c : {}) as {
      key?: unknown;
      value?: unknown;
    };
    return [key, value];
  });
}

/** Rows that come from OpenStreetMap keep its id (`w488089198@2`), so that the same thing from both files is one. Not roads: one way has many segments. */
function sourceId(row: OvertureRow): string {
  const sources = row.properties['sources'];
  const first: unknown = Array.isArray(sources) ? sources[0] : undefined;
  if (typeof first === 'object' && first !== null) {
    const { dataset, record_id } = first as { dataset?: unknown; record_id?: unknown };
    const m =
      dataset === 'OpenStreetMap' && typeof record_id === 'string'
        ? /^([nwr])(\d+)@\d+$/.exec(record_id)
        : null;
    if (m !== null) return `${{ n: 'node', w: 'way', r: 'relation' }[m[1] as 'n' | 'w' | 'r']}/${m[2]}`;
  }
  return `overture/${row.id}`;
}

function geometryOf(geometry: unknown): MapGeometry | null {
  if (typeof geometry !== 'object' || geometry === null) return null;
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  const list = Array.isArray(coordinates) ? (coordinates as unknown[]) : null;
  if (list === null) return null;
  if (type === 'Point') {
    const at = pointOf(list);
    return at === null ? null : { type: 'point', at };
  }
  if (type === 'LineString' || type === 'MultiLineString') {
    const lines = (type === 'LineString' ? [list] : list).map(pathOf);
    return lines.every((l) => l !== null && l.length >= 2)
      ? { type: 'line', lines: lines as LonLat[][] }
      : null;
  }
  if (type === 'Polygon' || type === 'MultiPolygon') {
    const polygons = type === 'Polygon' ? [list] : list;
    const rings = polygons.map((p) => (Array.isArray(p) ? pathOf(p[0]) : null));
    return rings.length > 0 && rings.every((r) => r !== null && r.length >= 4)
      ? { type: 'area', rings: rings as LonLat[][] }
      : null;
  }
  return null;
}

function pathOf(value: unknown): LonLat[] | null {
  if (!Array.isArray(value)) return null;
  const out = value.map((p) => (Array.isArray(p) ? pointOf(p) : null));
  return out.every((p) => p !== null) ? (out as LonLat[]) : null;
}

function pointOf([lon, lat]: readonly unknown[]): LonLat | null {
  if (typeof lon !== 'number' || typeof lat !== 'number') return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
