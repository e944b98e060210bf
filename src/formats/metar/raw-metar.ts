import { type IMetar, parseMetar } from 'metar-taf-parser';
import { MPS_PER_KT, M_PER_MI, type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { type MetarReports } from './awc-json.ts';
import { type MetarReport } from './report.ts';
import {
  canTellWeather,
  isVariableWind,
  precipitationOf,
  temperatureOf,
  variableSector,
  weatherGroups,
} from './tokens.ts';

const DAY_MS = 86_400_000;
const STAMP = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)$/;

/**
 * Reads raw METAR lines, one report a line, as written by the observer. They carry the day of the month only: the month
 * comes from a line `YYYY/MM/DD HH:MM` before them, or from `reference`, a moment at or shortly after the reports.
 */
export function readRawMetar(text: string, reference: string | null): Result<MetarReports, FormatError> {
  const reports: MetarReport[] = [];
  const notes: string[] = [];
  let moment = reference;
  for (const [i, written] of text.split(/\r*\n/).entries()) {
    const line = written.trim().replace(/=$/, '');
    const place = `line ${i + 1}`;
    if (line === '' || line.startsWith('#')) continue;
    const stamp = STAMP.exec(line);
    if (stamp !== null) {
      moment = `${stamp[1]}-${stamp[2]}-${stamp[3]}T${stamp[4]}:${stamp[5]}:00Z`;
      continue;
    }
    if (/^TAF\b/.test(line)) {
      return err(formatError('wrong_type', 'this is a TAF, a forecast: give METAR reports', place));
    }
    if (moment === null || !Number.isFinite(Date.parse(moment))) {
      return err(
        formatError(
          'incomplete_data',
          'a raw METAR says the day but not the month: give the time of the reports',
          place,
        ),
      );
    }
    const report = readOne(firstReport(line), moment, place);
    if (report.ok) reports.push(report.value);
    else if (reports.length === 0 && i < 3) return report;
    else notes.push(`${place}: ${report.error.message}`);
  }
  if (reports.length === 0) return err(formatError('incomplete_data', 'the text holds no METAR report'));
  return ok({ reports, notes });
}

/** Some services write older reports of the same station on the same line; the first is the newest. */
function firstReport(line: string): string {
  const body = line.replace(/^(METAR|SPECI) /, '');
  const station = body.slice(0, 4);
  const next = body.slice(4).search(new RegExp(`\\s${station.replace(/\W/g, '.')}\\s\\d{6}Z\\b`));
  return next < 0 ? body : body.slice(0, next + 4);
}

function readOne(raw: string, reference: string, place: string): Result<MetarReport, FormatError> {
  const head = /^([A-Z][A-Z0-9]{3}) (\d\d)(\d\d)(\d\d)Z\b/.exec(raw.replace(/^COR /, ''));
  if (head === null) {
    return err(
      formatError(
        'wrong_type',
        'this is no METAR: expected a station and a time such as KBWI 231054Z',
        place,
      ),
    );
  }
  const observed_at = dayBefore(reference, Number(head[2]), Number(head[3]), Number(head[4]));
  if (observed_at === null)
    return err(formatError('invalid_data', `there is no time ${head[2]}${head[3]}${head[4]}Z`, place));
  let parsed: IMetar;
  try {
    parsed = parseMetar(raw);
  } catch {
    return err(formatError('invalid_data', `the METAR of ${head[1]} cannot be read`, place));
  }
  const wind = parsed.wind;
  const per = wind === undefined ? 1 : { KT: MPS_PER_KT, MPS: 1, 'KM/H': 1 / 3.6 }[wind.unit];
  const speed_mps = wind === undefined ? null : wind.speed * per;
  // North is written 360; 000 with a speed is a vane that does not work.
  const gust_mps = wind?.gust === undefined ? null : wind.gust * per;
  if (!((speed_mps ?? 0) >= 0 && (speed_mps ?? 0) <= 100 && (gust_mps ?? 0) >= 0 && (gust_mps ?? 0) <= 130)) {
    return err(formatError('invalid_data', `the wind of ${head[1]} cannot be`, place));
  }
  const variable = isVariableWind(raw) || !wind?.degrees;
  return ok({
    station: head[1]!,
    observed_at,
    at: null,
    elevation_m: null,
    wind_mps: speed_mps,
    wind_from_deg: variable || speed_mps === 0 ? null : wind.degrees! % 360,
    variable_sector_deg: variableSector(raw),
    gust_mps,
    visibility_m: visibilityOf(parsed.visibility, parsed.cavok),
    precipitation: precipitationOf(weatherGroups(raw), canTellWeather(raw)),
    temperature_c: temperatureOf(raw),
    raw,
  });
}

function visibilityOf(visibility: IMetar['visibility'], cavok: true | undefined): number | null {
  if (visibility === undefined) return cavok === true ? 10_000 : null;
  return visibility.unit === 'SM' ? visibility.value * M_PER_MI : visibility.value;
}

/** The last such day of a month at or before the reference; up to two hours after it are accepted for slow clocks. */
function dayBefore(reference: string, day: number, hour: number, minute: number): string | null {
  if (!(day >= 1 && day <= 31 && hour <= 24 && minute <= 59)) return null;
  const latest = Date.parse(reference) + 2 * 3_600_000;
  for (let back = 0; back <= 62; back++) {
    const date = new Date(latest - back * DAY_MS);
    if (date.getUTCDate() !== day) continue;
    const ms = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day, hour, minute);
    if (ms <= latest) return new Date(ms).toISOString().replace('.000Z', 'Z');
  }
  return null;
}
