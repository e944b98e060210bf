import { M_PER_FT, M_PER_MI, MPS_PER_KT, type Result, err, ok, quantize } from '#base';
import { type LonLat, createFrame } from '#geo';
import { type Weather } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeJson } from '../text-input.ts';

/** What to show wherever this data is shown (CC BY 4.0). */
export const OPEN_METEO_ATTRIBUTION = 'Weather data by Open-Meteo.com, CC BY 4.0';

/** One hour of a model at a grid point, in SI units; null where the model gives nothing. */
export type ModelHour = {
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly wind_mps: number | null;
  readonly wind_from_deg: number | null;
  readonly gust_mps: number | null;
  readonly temperature_c: number | null;
  readonly visibility_m: number | null;
  /** Sum of the hour before. */
  readonly precipitation_mm: number | null;
};

/** The hours at one grid point, which is not exactly the point that was asked for. */
export type ModelSeries = { readonly at: LonLat; readonly hours: readonly ModelHour[] };

type Row = Readonly<Record<string, unknown>>;

const WIND: Readonly<Record<string, number>> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  kn: MPS_PER_KT,
  'mp/h': M_PER_MI / 3600,
  mph: M_PER_MI / 3600,
};

/** Names of a variable, newest first, and factors to SI by unit. Fahrenheit is the one unit with an offset. */
const VARIABLES = {
  wind_mps: { names: ['wind_speed_10m', 'windspeed_10m'], units: WIND },
  wind_from_deg: { names: ['wind_direction_10m', 'winddirection_10m'], units: { '°': 1 } },
  gust_mps: { names: ['wind_gusts_10m', 'windgusts_10m'], units: WIND },
  temperature_c: { names: ['temperature_2m'], units: { '°C': 1, '°F': 5 / 9 } },
  visibility_m: { names: ['visibility'], units: { m: 1, ft: M_PER_FT } },
  precipitation_mm: { names: ['precipitation'], units: { mm: 1, inch: 25.4 } },
} as const satisfies Record<string, { names: readonly string[]; units: Readonly<Record<string, number>> }>;
type Variable = keyof typeof VARIABLES;

/** What the surface of the Earth has seen, with room. */
const RANGE: Readonly<Record<Variable, readonly [number, number]>> = {
  wind_mps: [0, 100],
  wind_from_deg: [0, 360],
  gust_mps: [0, 150],
  temperature_c: [-80, 60],
  visibility_m: [0, 1e6],
  precipitation_mm: [0, 500],
};

/** Reads answers of Open-Meteo with hourly series, at one point or several. Local times become UTC; units are never guessed. */
export function readOpenMeteo(bytes: Uint8Array): Result<readonly ModelSeries[], FormatError> {
  const json = decodeJson(bytes, 'an Open-Meteo answer');
  if (!json.ok) return json;
  const answers = Array.isArray(json.value) ? json.value : [json.value];
  const out: ModelSeries[] = [];
  for (const [i, answer] of answers.entries()) {
    const place = Array.isArray(json.value) ? `[${i}].` : '';
    if (typeof answer !== 'object' || answer === null) {
      return err(formatError('wrong_type', 'this JSON is no Open-Meteo answer', place));
    }
    const series = seriesOf(answer as Row, place);
    if (!series.ok) return series;
    out.push(series.value);
  }
  return out.length > 0 ? ok(out) : err(formatError('incomplete_data', 'the answer holds no point'));
}

function seriesOf(root: Row, place: string): Result<ModelSeries, FormatError> {
  if (root['error'] === true) {
    const why = typeof root['reason'] === 'string' ? root['reason'].slice(0, 160) : 'no reason given';
    return err(formatError('service_error', `Open-Meteo answered with an error: ${why}`, place));
  }
  const { latitude, longitude, utc_offset_seconds: offset } = root;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    return err(formatError('wrong_type', 'an Open-Meteo answer needs latitude and longitude', place));
  }
  const hourly = root['hourly'] as Row | undefined;
  const units = root['hourly_units'] as Row | undefined;
  if (typeof hourly !== 'object' || hourly === null || !Array.isArray(hourly['time'])) {
    return err(
      formatError(
        'incomplete_data',
        'the answer has no hourly series: ask with hourly=wind_speed_10m,...',
        `${place}hourly`,
      ),
    );
  }
  if (typeof units !== 'object' || units === null) {
    return err(
      formatError(
        'incomplete_data',
        'hourly_units are missing, and units are not guessed: keep them with the data',
        `${place}hourly_units`,
      ),
    );
  }
  if (typeof offset !== 'number' || !(Math.abs(offset) <= 14 * 3600)) {
    return err(
      formatError(
        'incomplete_data',
        'utc_offset_seconds is missing: the times are local',
        `${place}utc_offset_seconds`,
      ),
    );
  }
  const times = hourly['time'] as unknown[];
  const columns = {} as Record<Variable, (number | null)[]>;
  for (const name of Object.keys(VARIABLES) as Variable[]) {
    const column = columnOf(name, hourly, units, times.length);
    if (!column.ok) return err({ ...column.error, place: `${place}${column.error.place}` });
    columns[name] = column.value;
  }
  const hours: ModelHour[] = [];
  for (const [i, time] of times.entries()) {
    const ms = typeof time === 'number' ? epochMs(time) : localMs(time, offset);
    if (!Number.isFinite(ms))
      return err(formatError('invalid_data', 'this is no time', `${place}hourly.time[${i}]`));
    const hour = Object.fromEntries(Object.entries(columns).map(([k, v]) => [k, v[i]!])) as Omit<
      ModelHour,
      'time'
    >;
    hours.push({ time: new Date(ms).toISOString().replace('.000Z', 'Z'), ...hour });
  }
  return ok({ at: [longitude, latitude], hours });
}

/** Epoch seconds up to the year 3000 (timeformat=unixtime), which are in UTC already. */
function epochMs(time: number): number {
  return time > 0 && time < 32503680000 ? time * 1000 : NaN;
}

function localMs(time: unknown, offset_sec: number): number {
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time)) return NaN;
  return Date.parse(`${time}:00Z`) - offset_sec * 1000;
}

/**
 * One variable over all hours. Where several models answer (names with a suffix), the largest value of each hour is
 * taken, and a direction only where they are one: the safe side for wind, gust and precipitation.
 */
function columnOf(
  name: Variable,
  hourly: Row,
  units: Row,
  length: number,
): Result<(number | null)[], FormatError> {
  const { names, units: factors } = VARIABLES[name];
  const keys = Object.keys(hourly).filter((k) =>
    names.some((n) => k === n || (k.startsWith(`${n}_`) && !/hPa/.test(k))),
  );
  const exact = keys.filter((k) => (names as readonly string[]).includes(k));
  const used = exact.length > 0 ? exact.slice(0, 1) : keys;
  if (used.length > 1 && name === 'wind_from_deg') return ok(Array<null>(length).fill(null));
  const out = Array<number | null>(length).fill(null);
  for (const key of used) {
    const values = hourly[key];
    const unit = units[key];
    const factor = typeof unit === 'string' ? (factors as Readonly<Record<string, number>>)[unit] : undefined;
    if (factor === undefined) {
      return err(
        formatError(
          'invalid_data',
          `the unit of ${key} is ${JSON.stringify(unit ?? null)}, which is not known`,
          `hourly_units.${key}`,
        ),
      );
    }
    if (!Array.isArray(values) || values.length !== length) {
      return err(
        formatError('invalid_data', `${key} must have as many values as there are times`, `hourly.${key}`),
      );
    }
    for (const [i, v] of values.entries()) {
      if (v === null) continue;
      if (typeof v !== 'number')
        return err(formatError('invalid_data', 'a value must be a number or null', `hourly.${key}[${i}]`));
      const si = (unit === '°F' ? v - 32 : v) * factor;
      if (!(si >= RANGE[name][0] && si <= RANGE[name][1])) {
        return err(formatError('invalid_data', `${v} is out of range`, `hourly.${key}[${i}]`));
      }
      // The least visibility is the worst one; of everything else it is the most.
      const known = out[i]!;
      out[i] = known === null ? si : name === 'visibility_m' ? Math.min(known, si) : Math.max(known, si);
    }
  }
  return ok(out);
}

/** The weather at a place and moment: the nearest point within 60 km, the hour within 60 minutes that has a wind. */
export function modelWeather(
  series: readonly ModelSeries[],
  near: LonLat,
  time: string,
): Result<Weather, FormatError> {
  const frame = createFrame(near);
  if (!frame.ok) return err(formatError('invalid_data', frame.error.message));
  const ranked = series
    .map((s) => {
      const p = frame.value.toPlane(s.at);
      return { s, distance_m: Math.hypot(p.x_m, p.y_m) };
    })
    .sort((a, b) => a.distance_m - b.distance_m);
  const best = ranked[0];
  if (best === undefined || best.distance_m > 60_000) {
    const km = best === undefined ? '' : `, ${Math.round(best.distance_m / 1000)} km away`;
    return err(
      formatError('incomplete_data', `no model point is near the city${km}: ask for its coordinates`),
    );
  }
  const moment = Date.parse(time);
  const hour = [...best.s.hours]
    .filter((h) => h.wind_mps !== null && Math.abs(Date.parse(h.time) - moment) <= 3_600_000)
    .sort((a, b) => Math.abs(Date.parse(a.time) - moment) - Math.abs(Date.parse(b.time) - moment))[0];
  if (hour === undefined) {
    const [first, last] = [best.s.hours[0]?.time, best.s.hours.at(-1)?.time];
    return err(
      formatError(
        'incomplete_data',
        `no hour with a wind within an hour of ${time}: the series runs from ${first} to ${last}, give a time in it`,
      ),
    );
  }
  const mm = hour.precipitation_mm;
  return ok({
    observed_at: hour.time,
    wind_mps: quantize(hour.wind_mps!, 0.01),
    wind_from_deg: hour.wind_from_deg === null ? null : hour.wind_from_deg % 360,
    gust_mps: hour.gust_mps === null ? null : quantize(hour.gust_mps, 0.01),
    visibility_m: hour.visibility_m === null ? null : Math.min(100_000, Math.round(hour.visibility_m)),
    // Rates of the AMS Glossary of Meteorology: light to 2.5, moderate to 7.6 mm in an hour.
    precipitation:
      mm === null ? 'unknown' : mm === 0 ? 'none' : mm <= 2.5 ? 'light' : mm <= 7.6 ? 'moderate' : 'heavy',
    temperature_c: hour.temperature_c === null ? null : quantize(hour.temperature_c, 0.1),
    source: `Open-Meteo model at ${best.s.at[1]}, ${best.s.at[0]}: a model's hour, no observation`,
  });
}
