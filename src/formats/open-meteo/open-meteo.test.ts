import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ModelSeries, modelWeather, readOpenMeteo } from './read-open-meteo.ts';

const REAL = new URL('../../../../shared/data/real/openmeteo/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of Open-Meteo answers is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function read(bytes: Uint8Array): readonly ModelSeries[] {
  const r = readOpenMeteo(bytes);
  assert.ok(r.ok, r.ok ? '' : `${r.error.message} (${r.error.place})`);
  return r.value;
}

function refusal(value: unknown): string {
  const r = readOpenMeteo(value instanceof Uint8Array ? value : utf8(value));
  assert.ok(!r.ok, 'was accepted');
  return `${r.error.type} ${r.error.place}: ${r.error.message}`;
}

const answer = (more: object = {}): object => ({
  latitude: 1,
  longitude: 2,
  utc_offset_seconds: 34200,
  hourly_units: { time: 'iso8601', wind_speed_10m: 'km/h', wind_direction_10m: '°', precipitation: 'mm' },
  hourly: {
    time: ['2026-01-02T00:30', '2026-01-02T01:30'],
    wind_speed_10m: [36, null],
    wind_direction_10m: [360, 10],
    precipitation: [3, 0],
  },
  ...more,
});

test('Adelaide: metres per second, nine and a half hours ahead of UTC', { skip }, () => {
  for (const name of ['openmeteo_archive_adelaide.json', 'openmeteo_forecast_adelaide.json']) {
    const [series] = read(bytesOf(name));
    assert.equal(series!.hours.length, 72);
    assert.match(series!.hours[0]!.time, /T14:30:00Z$/);
  }
  const raw = JSON.parse(new TextDecoder().decode(bytesOf('openmeteo_forecast_adelaide.json'))) as {
    hourly: { wind_speed_10m: number[] };
  };
  const [s] = read(bytesOf('openmeteo_forecast_adelaide.json'));
  assert.equal(s!.hours[5]!.wind_mps, raw.hourly.wind_speed_10m[5]);
  const w = modelWeather([s!], [138.6, -34.8], s!.hours[5]!.time);
  assert.ok(w.ok && w.value.wind_from_deg === null && /no observation/.test(w.value.source));
});

test('several models: the strongest wind of each hour, from km/h', { skip }, () => {
  const [s] = read(bytesOf('openmeteo_multimodel_pressure_baqueira.json'));
  const raw = JSON.parse(
    new TextDecoder().decode(bytesOf('openmeteo_multimodel_pressure_baqueira.json')),
  ) as {
    hourly: Record<string, (number | null)[]>;
  };
  const winds = Object.entries(raw.hourly).filter(([k]) => k.startsWith('wind_speed_10m_'));
  assert.ok(winds.length > 1);
  s!.hours.forEach((h, i) => {
    const values = winds.map(([, v]) => v[i]).filter((v): v is number => typeof v === 'number');
    if (values.length === 0) assert.equal(h.wind_mps, null);
    else assert.ok(Math.abs(h.wind_mps! - Math.max(...values) / 3.6) < 1e-9);
  });
});

test('an error, missing units and old answers without units are refused', { skip }, () => {
  assert.match(refusal(bytesOf('openmeteo_error.json')), /service_error.*winddiren_10m/);
  assert.match(refusal(bytesOf('openmeteo_current_weather_legacy.json')), /hourly/);
});

test('units, times and the choice of the hour', () => {
  const [s] = read(utf8(answer()));
  assert.equal(s!.hours[0]!.time, '2026-01-01T15:00:00Z');
  assert.equal(s!.hours[0]!.wind_mps, 10);
  const w = modelWeather([s!], [2, 1], '2026-01-01T15:30:00Z');
  assert.ok(w.ok);
  assert.deepEqual(
    [w.value.observed_at, w.value.wind_mps, w.value.wind_from_deg, w.value.precipitation],
    ['2026-01-01T15:00:00Z', 10, 0, 'moderate'],
  );
  const late = modelWeather([s!], [2, 1], '2026-01-05T00:00:00Z');
  assert.ok(!late.ok && /give a time in it/.test(late.error.message));
  assert.ok(!modelWeather([s!], [50, 50], '2026-01-01T15:30:00Z').ok);
  assert.equal(read(utf8([answer(), answer()])).length, 2);
});

test('what cannot be used is refused with its place', () => {
  assert.match(refusal(answer({ hourly_units: undefined })), /hourly_units.*not guessed/);
  assert.match(
    refusal(answer({ hourly_units: { wind_speed_10m: 'furlongs' } })),
    /hourly_units\.wind_speed_10m/,
  );
  assert.match(refusal(answer({ utc_offset_seconds: undefined })), /local/);
  assert.match(refusal(answer({ hourly: { time: ['noon'], wind_speed_10m: [1] } })), /hourly\.time\[0\]/);
  assert.match(
    refusal(answer({ hourly: { time: ['2026-01-02T00:30'], wind_speed_10m: [1, 2] } })),
    /as many values/,
  );
  assert.match(
    refusal(answer({ hourly: { time: ['2026-01-02T00:30'], wind_speed_10m: [-1] } })),
    /out of range/,
  );
  assert.match(refusal({}), /latitude/);
});
