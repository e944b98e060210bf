import { type PlaceKind } from '../city.ts';
import { type MapFeature } from './extract.ts';

type Tags = MapFeature['tags'];

/** A place kind by one tag; the first row that fits wins. */
const RULES: readonly (readonly [key: string, values: readonly string[], kind: PlaceKind])[] = [
  ['amenity', ['hospital'], 'hospital'],
  ['healthcare', ['hospital'], 'hospital'],
  ['amenity', ['clinic'], 'clinic'],
  ['healthcare', ['clinic'], 'clinic'],
  ['amenity', ['school'], 'school'],
  ['amenity', ['university', 'college'], 'university'],
  ['amenity', ['police'], 'police'],
  ['amenity', ['fire_station'], 'fire_station'],
  ['leisure', ['park'], 'park'],
  ['leisure', ['stadium'], 'stadium'],
  ['building', ['stadium'], 'stadium'],
  ['aeroway', ['helipad', 'heliport'], 'helipad'],
  ['aeroway', ['aerodrome'], 'airport'],
  ['railway', ['station'], 'station'],
  ['public_transport', ['station'], 'station'],
  ['amenity', ['marketplace'], 'market'],
  ['shop', ['mall'], 'market'],
  ['amenity', ['place_of_worship'], 'place_of_worship'],
  ['landuse', ['construction'], 'construction_site'],
  ['man_made', ['bridge'], 'bridge'],
  ['man_made', ['tower', 'communications_tower'], 'tower'],
  ['power', ['line'], 'power_line'],
  ['building', ['warehouse'], 'warehouse'],
  ['landuse', ['residential'], 'residential'],
  ['place', ['neighbourhood', 'quarter'], 'residential'],
];

/** Kinds that are worth a place even where the map gives no name. */
const UNNAMED: ReadonlySet<PlaceKind> = new Set<PlaceKind>([
  'hospital',
  'clinic',
  'school',
  'police',
  'fire_station',
  'helipad',
  'airport',
  'power_line',
]);

/** Which kind keeps a plain name where two kinds share it: the earlier rule, so a hospital before its helipad or station. */
export function placeRank(kind: PlaceKind): number {
  return RULES.findIndex((r) => r[2] === kind);
}

/** Prefixes of keys that speak of the past. */
const PAST = ['disused:', 'abandoned:', 'was:', 'demolished:', 'removed:', 'razed:', 'historic:'];

/** What kind of place a feature is; null where it is none, or has no name and needs one. */
export function placeKindOf(tags: Tags): PlaceKind | null {
  const rule = RULES.find(([key, values]) => values.includes(tags[key] ?? ''));
  if (rule === undefined) return null;
  let kind = rule[2];
  if (kind === 'airport' && /heli(pad|port)/i.test(tags['name'] ?? '')) kind = 'helipad';
  const named = (tags['name'] ?? '').trim() !== '' || (tags['name:en'] ?? '').trim() !== '';
  return named || UNNAMED.has(kind) ? kind : null;
}

/** Whether the map says that a thing is gone: `(historical)` in its name, an end date, a lifecycle prefix. */
export function isHistorical(tags: Tags): boolean {
  if (/\(historical\)/i.test(tags['name'] ?? '')) return true;
  if (tags['end_date'] !== undefined) return true;
  if (tags['disused'] === 'yes' || tags['abandoned'] === 'yes') return true;
  return Object.keys(tags).some((k) =>
    PAST.some((p) => k.startsWith(p) && RULES.some((r) => k === p + r[0])),
  );
}

/** Height above ground in metres from a tag such as `12`, `12.5 m`, `40 ft`, `40'6"`; null where it says nothing usable. */
export function parseHeight_m(text: string | undefined): number | null {
  if (text === undefined) return null;
  const feet = /^(\d+(?:\.\d+)?)\s*(?:ft|feet|')\s*(?:(\d+(?:\.\d+)?)\s*(?:in|"))?$/i.exec(text.trim());
  const metres = /^(\d+(?:\.\d+)?)\s*(?:m|metres|meters)?$/i.exec(text.trim());
  const value =
    feet !== null
      ? (Number(feet[1]) + Number(feet[2] ?? 0) / 12) * 0.3048
      : metres !== null
        ? Number(metres[1])
        : NaN;
  return value > 0 && value <= 1000 ? value : null;
}

/** Metres of one storey, where a map gives only the number of storeys. */
export const STOREY_M = 3;

/** Heights assumed where the map gives none, by the value of `building`; rounded up from common practice. */
const ASSUMED_M: Readonly<Record<string, number>> = {
  house: 9,
  detached: 9,
  terrace: 10,
  residential: 12,
  garage: 5,
  garages: 5,
  shed: 5,
  roof: 6,
  apartments: 20,
  hotel: 25,
  hospital: 30,
  school: 15,
  university: 20,
  church: 30,
  cathedral: 50,
  industrial: 15,
  warehouse: 15,
  stadium: 35,
};

/** Where neither height nor storeys nor a known class are given. */
export const ASSUMED_HEIGHT_M = 15;

/** A building's height and how far it can be believed. */
export function buildingHeight(
  tags: Tags,
  otherwise_m: number,
): { readonly height_m: number; readonly height_source: 'measured' | 'levels' | 'assumed' } {
  const measured = parseHeight_m(tags['height'] ?? tags['building:height']);
  if (measured !== null) return { height_m: Math.max(1, measured), height_source: 'measured' };
  const levels = Number(tags['building:levels'] ?? NaN);
  if (levels > 0 && levels <= 200) {
    return { height_m: Math.max(4, Math.ceil(levels) * STOREY_M), height_source: 'levels' };
  }
  const kind = tags['building'] ?? tags['building:part'] ?? '';
  const known = Object.hasOwn(ASSUMED_M, kind) ? ASSUMED_M[kind]! : otherwise_m;
  return { height_m: known, height_source: 'assumed' };
}
