import { parse } from 'csv-parse/sync';
import { MPS_PER_KT, M_PER_MI, type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { type MetarReports, instantOf, rangeProblem } from './awc-json.ts';
import { type MetarReport } from './report.ts';
import { canTellWeather, isVariableWind, precipitationOf, variableSector } from './tokens.ts';

/** Columns by position: the names of sky_cover and cloud_base_ft_agl stand four times each. */
const COLUMN = {
  raw_text: 0,
  station_id: 1,
  observation_time: 2,
  latitude: 3,
  longitude: 4,
  temp_c: 5,
  wind_dir_degrees: 7,
  wind_speed_kt: 8,
  wind_gust_kt: 9,
  visibility_statute_mi: 10,
  present_weather_sensor_off: 20,
  wx_string: 21,
  elevation_m: 43,
} as const;
const COLUMNS = 44;

/**
 * Reads the Aviation Weather Center's METAR cache in CSV: lines before the header, `\r\r\n` line ends and quoted commas
 * are accepted. A direction of 0 with a speed above 0 is a variable wind (VRB) in this format, so it is unknown.
 */
export function readAwcCsv(text: string): Result<MetarReports, FormatError> {
  const start = text.indexOf('raw_text,');
  if (start < 0 || (start > 0 && text[start - 1] !== '\n')) {
    return err(
      formatError('wrong_type', 'the CSV has no header line "raw_text,station_id,...": it is no METAR cache'),
    );
  }
  let rows: string[][];
  try {
    rows = parse(text.slice(start).replace(/\r+\n/g, '\n'), {
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (e) {
    const line = e instanceof Error && 'lines' in e ? `line ${String(e.lines)}` : '';
    return err(
      formatError('invalid_data', 'the CSV is broken: a quote is not closed or stands inside a field', line),
    );
  }
  const header = rows[0]!;
  for (const [name, at] of Object.entries(COLUMN)) {
    if (header[at] !== name) {
      return err(
        formatError(
          'wrong_type',
          `column ${at + 1} of the METAR cache must be ${name}, not ${header[at] ?? 'missing'}`,
          'header',
        ),
      );
    }
  }
  const reports: MetarReport[] = [];
  const notes: string[] = [];
  for (const [i, row] of rows.slice(1).entries()) {
    const place = `row ${i + 2}`;
    if (row.length !== COLUMNS) {
      notes.push(`${place}: has ${row.length} columns instead of ${COLUMNS} and was left out`);
      continue;
    }
    const report = reportOf(row, place);
    if (!report.ok) return report;
    reports.push(report.value);
  }
  if (notes.length > 0 && notes.length >= reports.length) {
    return err(
      formatError(
        'invalid_data',
        'most rows have the wrong number of columns: the CSV is broken',
        notes[0]!.split(':')[0],
      ),
    );
  }
  if (reports.length === 0) return err(formatError('incomplete_data', 'the CSV holds no METAR report'));
  return ok({ reports, notes });
}

function reportOf(row: readonly string[], place: string): Result<MetarReport, FormatError> {
  const text = (name: keyof typeof COLUMN): string => row[COLUMN[name]]!.trim();
  const observed_at = instantOf(text('observation_time'));
  if (observed_at === null) return err(formatError('invalid_data', 'observation_time is no time', place));
  const numeric = [
    'latitude',
    'longitude',
    'temp_c',
    'wind_dir_degrees',
    'wind_speed_kt',
    'wind_gust_kt',
    'visibility_statute_mi',
    'elevation_m',
  ] as const;
  const n = {} as Record<(typeof numeric)[number], number | null>;
  for (const name of numeric) {
    const value = text(name) === '' ? null : Number(text(name).replace(/\+$/, ''));
    if (value !== null && !Number.isFinite(value)) {
      return err(formatError('invalid_data', `${name} is no number: ${text(name).slice(0, 40)}`, place));
    }
    n[name] = value;
  }
  const speed_kt = n.wind_speed_kt;
  const problem = rangeProblem({
    direction: n.wind_dir_degrees,
    speed_kt,
    gust_kt: n.wind_gust_kt,
    lat: n.latitude,
    lon: n.longitude,
  });
  if (problem !== null) return err(formatError('invalid_data', problem, place));
  const raw = text('raw_text').replace(/^(METAR|SPECI) /, '');
  const known = n.wind_dir_degrees !== null && n.wind_dir_degrees > 0 && !isVariableWind(raw);
  const canTell = text('present_weather_sensor_off') !== 'TRUE' && canTellWeather(raw);
  return ok({
    station: text('station_id'),
    observed_at,
    at: n.longitude === null || n.latitude === null ? null : [n.longitude, n.latitude],
    elevation_m: n.elevation_m,
    wind_mps: speed_kt === null ? null : speed_kt * MPS_PER_KT,
    wind_from_deg: known && (speed_kt ?? 0) > 0 ? n.wind_dir_degrees! % 360 : null,
    variable_sector_deg: variableSector(raw),
    gust_mps: n.wind_gust_kt === null ? null : n.wind_gust_kt * MPS_PER_KT,
    visibility_m: n.visibility_statute_mi === null ? null : n.visibility_statute_mi * M_PER_MI,
    precipitation: precipitationOf(text('wx_string'), canTell),
    temperature_c: n.temp_c,
    raw,
  });
}
