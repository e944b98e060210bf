import { MPS_PER_KT, M_PER_MI, type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { type MetarReport } from './report.ts';
import { canTellWeather, isVariableWind, precipitationOf, variableSector } from './tokens.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a reader hands back: reports, and what it had to leave out. */
export type MetarReports = { readonly reports: readonly MetarReport[]; readonly notes: readonly string[] };

/**
 * Reads the Aviation Weather Center's JSON: the shape of 2026, where missing fields are absent, and that of 2023, where
 * they are null. Wind is in knots, visibility in statute miles (a number or `10+`), obsTime in epoch seconds.
 */
export function readAwcJson(value: unknown): Result<MetarReports, FormatError> {
  const rows = Array.isArray(value)
    ? value
    : isRow(value) && Array.isArray(value['data'])
      ? value['data']
      : null;
  if (rows === null) {
    const said = isRow(value) ? (value['error'] ?? value['message']) : undefined;
    return typeof said === 'string'
      ? err(formatError('service_error', `the weather service answered with an error: ${said.slice(0, 120)}`))
      : err(
          formatError(
            'wrong_type',
            'this JSON is no list of METAR reports (Aviation Weather Center, format=json)',
          ),
        );
  }
  const reports: MetarReport[] = [];
  const notes: string[] = [];
  for (const [i, row] of rows.entries()) {
    const report = isRow(row)
      ? reportOf(row, `[${i}]`)
      : err(formatError('invalid_data', 'a report must be an object', `[${i}]`));
    if (report.ok) reports.push(report.value);
    else if (report.error.type === 'incomplete_data')
      notes.push(`${report.error.place}: ${report.error.message}`);
    else return report;
  }
  if (reports.length === 0) {
    return err(
      formatError('incomplete_data', 'the file holds no METAR report: ask for stations near the city'),
    );
  }
  return ok({ reports, notes });
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A finite number, null where the field is absent, null or empty; undefined where it is something else. */
function numberOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const n = typeof value === 'string' ? Number(value.replace(/\+$/, '')) : value;
  return typeof n === 'number' && Number.isFinite(n) ? n : undefined;
}

function reportOf(row: Row, place: string): Result<MetarReport, FormatError> {
  if (row['rawTAF'] !== undefined) {
    return err(
      formatError('wrong_type', 'this is a TAF, a forecast: ask for METAR reports', `${place}.rawTAF`),
    );
  }
  const station = row['icaoId'];
  if (typeof station !== 'string' || !/^[A-Z0-9]{3,5}$/.test(station)) {
    return err(formatError('wrong_type', 'a METAR report needs icaoId', `${place}.icaoId`));
  }
  const raw = typeof row['rawOb'] === 'string' ? row['rawOb'].replace(/^(METAR|SPECI) /, '') : station;
  const observed_at = instantOf(row['obsTime']);
  if (observed_at === null) return err(formatError('invalid_data', 'obsTime is no time', `${place}.obsTime`));
  const read = figuresOf(row, place);
  if (!read.ok) return read;
  const n = read.value;
  const wdir = row['wdir'];
  const direction = wdir === 'VRB' ? null : numberOf(wdir);
  if (direction === undefined)
    return err(formatError('invalid_data', 'wdir is no direction', `${place}.wdir`));
  const problem = rangeProblem({ direction, speed_kt: n.wspd, gust_kt: n.wgst, lat: n.lat, lon: n.lon });
  if (problem !== null) return err(formatError('invalid_data', problem, place));
  const blows = (n.wspd ?? 0) > 0;
  const wx = typeof row['wxString'] === 'string' ? row['wxString'] : null;
  return ok({
    station,
    observed_at,
    at: n.lon === null || n.lat === null ? null : [n.lon, n.lat],
    elevation_m: n.elev,
    wind_mps: n.wspd === null ? null : n.wspd * MPS_PER_KT,
    // North is written 360; 0 with a speed is a vane that does not work.
    wind_from_deg: !direction || !blows || isVariableWind(raw) ? null : direction % 360,
    variable_sector_deg: variableSector(raw),
    gust_mps: n.wgst === null ? null : n.wgst * MPS_PER_KT,
    visibility_m: n.visib === null ? null : n.visib * M_PER_MI,
    precipitation: precipitationOf(wx, canTellWeather(raw)),
    temperature_c: n.temp,
    raw,
  });
}

const FIGURES = ['wspd', 'wgst', 'visib', 'temp', 'lat', 'lon', 'elev'] as const;

function figuresOf(
  row: Row,
  place: string,
): Result<Record<(typeof FIGURES)[number], number | null>, FormatError> {
  const n = {} as Record<(typeof FIGURES)[number], number | null>;
  for (const f of FIGURES) {
    const value = numberOf(row[f]);
    if (value === undefined) {
      return err(
        formatError(
          'invalid_data',
          `${f} is no number: ${JSON.stringify(row[f]).slice(0, 40)}`,
          `${place}.${f}`,
        ),
      );
    }
    n[f] = value;
  }
  return ok(n);
}

/** Why figures cannot be a report, or null. */
export function rangeProblem(f: {
  direction: number | null;
  speed_kt: number | null;
  gust_kt: number | null;
  lat: number | null;
  lon: number | null;
}): string | null {
  if (f.direction !== null && !(f.direction >= 0 && f.direction <= 360))
    return `wind direction ${f.direction} is not 0..360`;
  if (f.speed_kt !== null && !(f.speed_kt >= 0 && f.speed_kt < 190))
    return `wind speed ${f.speed_kt} kt is not 0..190`;
  if (f.gust_kt !== null && !(f.gust_kt >= 0 && f.gust_kt < 250)) return `gust ${f.gust_kt} kt is not 0..250`;
  if (f.lat !== null && !(Math.abs(f.lat) <= 90)) return `latitude ${f.lat} is not -90..90`;
  if (f.lon !== null && !(Math.abs(f.lon) <= 180)) return `longitude ${f.lon} is not -180..180`;
  return null;
}

/** Epoch seconds, `YYYY-MM-DD HH:MM:SS` (meant as UTC) or ISO 8601 with a zone. */
export function instantOf(value: unknown): string | null {
  let ms = NaN;
  if (typeof value === 'number' && value > 0 && value < 32503680000) ms = value * 1000;
  else if (typeof value === 'string') {
    const plain = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(:\d\d)?)$/.exec(value);
    if (plain !== null) ms = Date.parse(`${plain[1]}T${plain[2]}Z`);
    else if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(value)) ms = Date.parse(value);
  }
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace('.000Z', 'Z') : null;
}
