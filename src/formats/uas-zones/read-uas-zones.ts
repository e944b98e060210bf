import { M_PER_FT, type Result, cleanName, err, ok } from '#base';
import { type Altitude, type TimeWindow, type Zone, type ZoneKind } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeJson } from '../text-input.ts';
import { type Shape, type Row, isRow, ed269Shapes, ed318Shapes } from './shapes.ts';

/** Zones of a file, and what of their rules could not be kept. */
export type UasZones = {
  readonly zones: readonly Zone[];
  readonly snapshot: string | null;
  readonly notes: readonly string[];
};

/** What a published restriction means here. What needs a permission or a condition is closed: this product holds none. */
const KINDS: Readonly<Record<string, ZoneKind>> = {
  PROHIBITED: 'no_fly',
  REQ_AUTHORISATION: 'restricted',
  REQ_AUTHORIZATION: 'restricted',
  CONDITIONAL: 'restricted',
  NO_RESTRICTION: 'advisory',
};

/**
 * Reads UAS geographical zones after ED-269 (either wrapper) or ED-318. Times narrower than a first and a last moment
 * (weekly schedules, daily periods) are not kept: such a zone holds from its first moment to its last.
 */
export function readUasZones(bytes: Uint8Array): Result<UasZones, FormatError> {
  const json = decodeJson(bytes, 'UAS zones (ED-269 or ED-318)');
  if (!json.ok) return json;
  const root = json.value;
  if (!isRow(root)) return err(formatError('wrong_type', 'this JSON holds no UAS zones'));
  const list = Array.isArray(root['UASZoneList']) ? root['UASZoneList'] : root['features'];
  if (!Array.isArray(list)) {
    return err(
      formatError('wrong_type', 'this JSON has neither "features" nor "UASZoneList": it holds no UAS zones'),
    );
  }
  const snapshot = issuedOf(root);
  if (!snapshot.ok) return snapshot;
  const zones: Zone[] = [];
  const taken = new Set<string>();
  let scheduled = 0;
  for (const [i, raw] of (list as unknown[]).entries()) {
    const place = `${root['UASZoneList'] === list ? 'UASZoneList' : 'features'}[${i}]`;
    if (!isRow(raw)) return err(formatError('invalid_data', 'a zone must be an object', place));
    const is318 = raw['type'] === 'Feature';
    const read = zoneOf(raw, is318, place, taken);
    if (!read.ok) return read;
    zones.push(...read.value.zones);
    if (read.value.scheduled) scheduled++;
  }
  if (zones.length === 0) return err(formatError('incomplete_data', 'the file holds no zone'));
  const notes =
    scheduled > 0
      ? [`${scheduled} zones have daily or weekly hours; they are held all the time between`]
      : [];
  return ok({ zones, snapshot: snapshot.value, notes });
}

function issuedOf(root: Row): Result<string | null, FormatError> {
  const metadata = isRow(root['metadata']) ? root['metadata'] : {};
  for (const key of ['validFrom', 'validTo', 'issued']) {
    const value = metadata[key];
    if (value !== undefined && value !== null && instant(value) === null) {
      return err(formatError('invalid_data', `${key} must be a date and time`, `metadata.${key}`));
    }
  }
  return ok(instant(metadata['issued'] ?? root['createdAt']));
}

type OneZone = { readonly zones: readonly Zone[]; readonly scheduled: boolean };

function zoneOf(raw: Row, is318: boolean, place: string, taken: Set<string>): Result<OneZone, FormatError> {
  const fields = is318 ? raw['properties'] : raw;
  if (!isRow(fields))
    return err(formatError('invalid_data', 'a zone needs properties', `${place}.properties`));
  const restriction = is318 ? fields['type'] : fields['restriction'];
  const kind = typeof restriction === 'string' ? KINDS[restriction] : undefined;
  if (kind === undefined) {
    return err(
      formatError(
        'invalid_data',
        `the restriction ${JSON.stringify(restriction ?? null)} is not known`,
        `${place}.${is318 ? 'properties.type' : 'restriction'}`,
      ),
    );
  }
  const identifier = fields['identifier'];
  if (typeof identifier !== 'string' || identifier.trim() === '') {
    return err(formatError('invalid_data', 'a zone needs an identifier', `${place}.identifier`));
  }
  const shapes = is318
    ? ed318Shapes(raw['geometry'], `${place}.geometry`)
    : ed269Shapes(raw['geometry'], `${place}.geometry`);
  if (!shapes.ok) return shapes;
  const time = timesOf(is318 ? fields['limitedApplicability'] : fields['applicability'], place);
  if (!time.ok) return time;
  const names = namesOf(fields['name'], identifier);
  const zones = shapes.value.map((shape): Zone => ({
    id: freeId(`uasz_${identifier.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 50)}`, taken),
    kind: kind === 'no_fly' && time.value.window !== null ? 'temporary_no_fly' : kind,
    name: names.main,
    other_names: names.other,
    outline: shape.outline,
    floor: altitudeOf(shape, 'lower'),
    ceiling: altitudeOf(shape, 'upper'),
    window: time.value.window,
    reason: reasonOf(fields),
  }));
  return ok({ zones, scheduled: time.value.scheduled });
}

function freeId(base: string, taken: Set<string>): string {
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}_${n}`;
  taken.add(id);
  return id;
}

function altitudeOf(shape: Shape, end: 'lower' | 'upper'): Altitude | null {
  const limit = shape[end];
  if (limit === null) return null;
  return { value_m: shape.unit === 'FT' ? limit.value * M_PER_FT : limit.value, reference: limit.reference };
}

type Times = { readonly window: TimeWindow | null; readonly scheduled: boolean };

/** The hull of all periods; null where the zone always holds. */
function timesOf(value: unknown, place: string): Result<Times, FormatError> {
  const periods = periodsOf(value);
  const ends: [string | null, string | null][] = [];
  let scheduled = false;
  for (const [i, p] of periods.entries()) {
    const here = `${place}.applicability[${i}]`;
    if (!isRow(p)) return err(formatError('invalid_data', 'a period must be an object', here));
    const hours = p['schedule'] ?? p['dailyPeriod'];
    scheduled ||= Array.isArray(hours) && hours.some((h) => isRow(h) && typeof h['startTime'] === 'string');
    const from = momentOf(p, 'startDateTime', here);
    if (!from.ok) return from;
    const to = momentOf(p, 'endDateTime', here);
    if (!to.ok) return to;
    ends.push(p['permanent'] === 'YES' ? [null, null] : [from.value, to.value]);
  }
  const first = ends.map((e) => e[0]);
  const last = ends.map((e) => e[1]);
  const start = first.includes(null) ? null : ((first as string[]).sort()[0] ?? null);
  const end = last.includes(null) ? null : ((last as string[]).sort().at(-1) ?? null);
  if (start === null && end === null) return ok({ window: null, scheduled });
  if (start !== null && end !== null && Date.parse(end) <= Date.parse(start)) {
    return err(formatError('invalid_data', 'the zone ends before it starts', `${place}.applicability`));
  }
  return ok({ window: { start, end }, scheduled });
}

function periodsOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** A moment of a period; null and absent are open. */
function momentOf(period: Row, key: string, place: string): Result<string | null, FormatError> {
  const raw = period[key];
  if (raw === undefined || raw === null) return ok(null);
  const at = instant(raw);
  if (at !== null) return ok(at);
  return err(formatError('invalid_data', `${key} must be a date and time in UTC`, `${place}.${key}`));
}

/** ISO 8601 with a zone, as an instant in UTC; null where it is none. */
function instant(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(value))
    return null;
  const ms = Date.parse(value);
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace('.000Z', 'Z') : null;
}

/** A name as text (ED-269) or as a list of `{text, lang}` (ED-318). */
function namesOf(value: unknown, identifier: string): { main: string; other: Zone['other_names'] } {
  const texts: { text: string; lang: string }[] = [];
  if (typeof value === 'string') texts.push({ text: value, lang: 'en' });
  for (const v of Array.isArray(value) ? (value as unknown[]) : []) {
    if (isRow(v) && typeof v['text'] === 'string') {
      texts.push({ text: v['text'], lang: typeof v['lang'] === 'string' ? v['lang'].slice(0, 2) : 'en' });
    }
  }
  const usable = texts.map((t) => ({ ...t, text: cleanName(t.text).trim() })).filter((t) => t.text !== '');
  const main =
    (usable.find((t) => t.lang === 'en') ?? usable[0])?.text ?? (cleanName(identifier).trim() || 'zone');
  const of = (lang: string): string[] =>
    usable.filter((t) => t.lang === lang && t.text !== main).map((t) => t.text);
  return { main, other: { en: of('en'), ru: of('ru'), zh: of('zh') } };
}

function reasonOf(fields: Row): string | null {
  const reason = fields['reason'];
  const list = Array.isArray(reason) ? reason.filter((r): r is string => typeof r === 'string') : [];
  const text = cleanName(list.join(', '));
  return text === '' ? null : text.slice(0, 200);
}
