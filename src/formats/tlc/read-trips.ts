import { M_PER_MI, type Result, err, ok, quantize } from '#base';
import { type LonLat } from '#geo';
import { type CsvTable, columnsOf, readCsv } from '../csv-rows.ts';
import { type FormatError, formatError } from '../format-error.ts';

/** What to show wherever these trips are shown. */
export const TRIP_ATTRIBUTION = {
  tlc: 'NYC Taxi and Limousine Commission trip records',
  chicago: 'City of Chicago, Taxi Trips',
} as const;

/** Where a trip starts or ends: a zone or community area of the publisher, and a place where one is given. */
export type TripEnd = { readonly area: string | null; readonly at: LonLat | null };

/** One taxi trip: a proxy of demand, no drone flight. Times are the city's own wall time (TLC) or UTC (Chicago). */
export type Trip = {
  readonly start: string;
  readonly duration_sec: number | null;
  readonly distance_m: number | null;
  readonly from: TripEnd;
  readonly to: TripEnd;
};

/** Trips of a file, and how many were left out for which reason. */
export type Trips = {
  readonly publisher: 'tlc' | 'chicago';
  readonly trips: readonly Trip[];
  readonly notes: readonly string[];
};

/** Zones of the TLC that mean "unknown" and "outside the city". */
const NOWHERE = new Set(['264', '265']);

/** Reads trips of the NYC TLC (yellow, green or merged CSV) or of the City of Chicago, told apart by their columns. */
export function readTrips(bytes: Uint8Array): Result<Trips, FormatError> {
  const table = readCsv(bytes, 'taxi trips (CSV)');
  if (!table.ok) return table;
  const isChicago = table.value.columns.includes('trip_start_timestamp');
  const read = isChicago ? chicago(table.value) : tlc(table.value);
  if (read.ok && read.value.trips.length === 0) {
    return err(formatError('incomplete_data', 'no trip of the file is usable'));
  }
  return read;
}

function tlc(table: CsvTable): Result<Trips, FormatError> {
  const prefix = ['tpep', 'lpep'].find((p) => table.columns.includes(`${p}_pickup_datetime`)) ?? 'tpep';
  const [up, off] = [`${prefix}_pickup_datetime`, `${prefix}_dropoff_datetime`];
  const at = columnsOf(
    table,
    [up, off, 'trip_distance', 'PULocationID', 'DOLocationID'],
    'file of TLC trips',
  );
  if (!at.ok) return at;
  const trips: Trip[] = [];
  const left = { nowhere: 0, still: 0, backwards: 0 };
  for (const [i, row] of table.rows.entries()) {
    const place = `row ${i + 2}`;
    const text = (name: string): string => row[at.value[name]!]!.trim();
    const [start, end] = [wallMs(text(up)), wallMs(text(off))];
    const miles = Number(text('trip_distance'));
    if (!Number.isFinite(start) || !Number.isFinite(end)) {
      return err(formatError('invalid_data', 'pickup and dropoff must be times YYYY-MM-DD HH:MM:SS', place));
    }
    const [from, to] = [text('PULocationID'), text('DOLocationID')];
    if (!/^\d{1,3}$/.test(from) || !/^\d{1,3}$/.test(to) || !Number.isFinite(miles)) {
      return err(formatError('invalid_data', 'a trip needs a distance and two location ids', place));
    }
    if (NOWHERE.has(from) || NOWHERE.has(to)) left.nowhere++;
    else if (!(miles > 0)) left.still++;
    else if (!(end > start)) left.backwards++;
    else {
      trips.push({
        start: new Date(start).toISOString().slice(0, 19),
        duration_sec: (end - start) / 1000,
        distance_m: quantize(miles * M_PER_MI, 0.1),
        from: { area: from, at: null },
        to: { area: to, at: null },
      });
    }
  }
  return ok({ publisher: 'tlc', trips, notes: notesOf(left) });
}

function notesOf(left: Readonly<Record<'nowhere' | 'still' | 'backwards', number>>): string[] {
  return [
    left.nowhere > 0
      ? `${left.nowhere} trips start or end in an unknown zone (264, 265) and were left out`
      : '',
    left.still > 0 ? `${left.still} trips without a distance were left out` : '',
    left.backwards > 0 ? `${left.backwards} trips that end before they start were left out` : '',
  ].filter((n) => n !== '');
}

/** Wall time without a zone, read as if it were UTC. */
function wallMs(text: string): number {
  const m = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text.trim());
  return m === null ? NaN : Date.parse(`${m[1]}T${m[2]}Z`);
}

const CHICAGO = [
  'trip_start_timestamp',
  'trip_seconds',
  'trip_miles',
  'pickup_community_area',
  'dropoff_community_area',
  'pickup_latitude',
  'pickup_longitude',
  'dropoff_latitude',
  'dropoff_longitude',
] as const;

function chicago(table: CsvTable): Result<Trips, FormatError> {
  const at = columnsOf(table, CHICAGO, 'file of Chicago trips');
  if (!at.ok) return at;
  const trips: Trip[] = [];
  let placeless = 0;
  for (const [i, row] of table.rows.entries()) {
    const n = {} as Record<(typeof CHICAGO)[number], number | null>;
    for (const name of CHICAGO) {
      const text = row[at.value[name]]!.trim();
      const value = text === '' ? null : Number(text);
      if (value !== null && !Number.isFinite(value)) {
        return err(formatError('invalid_data', `${name} must be a number`, `row ${i + 2}`));
      }
      n[name] = value;
    }
    const start = n.trip_start_timestamp;
    if (start === null || !(start > 0 && start < 32503680000)) {
      return err(formatError('invalid_data', 'trip_start_timestamp must be epoch seconds', `row ${i + 2}`));
    }
    const from = endOf(n.pickup_community_area, n.pickup_longitude, n.pickup_latitude);
    const to = endOf(n.dropoff_community_area, n.dropoff_longitude, n.dropoff_latitude);
    if (isNowhere(from) || isNowhere(to)) {
      placeless++;
      continue;
    }
    trips.push({
      start: new Date(start * 1000).toISOString().replace('.000Z', 'Z'),
      duration_sec: n.trip_seconds,
      distance_m: n.trip_miles === null ? null : quantize(n.trip_miles * M_PER_MI, 0.1),
      from,
      to,
    });
  }
  const notes =
    placeless > 0 ? [`${placeless} trips do not say where they start or end and were left out`] : [];
  return ok({ publisher: 'chicago', trips, notes });
}

function endOf(area: number | null, lon: number | null, lat: number | null): TripEnd {
  const known = lon !== null && lat !== null && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  return { area: area === null ? null : String(area), at: known ? [lon, lat] : null };
}

function isNowhere(end: TripEnd): boolean {
  return end.area === null && end.at === null;
}
