import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MPS_PER_KT } from '#base';
import { readMetar } from './read-metar.ts';
import { type MetarReport, chooseReport, isStale, weatherOf } from './report.ts';
import { isVariableWind, precipitationOf, weatherGroups } from './tokens.ts';

const REAL = new URL('../../../../shared/data/real/metar/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of real weather reports is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(bytes: Uint8Array, reference: string | null = null): readonly MetarReport[] {
  const r = readMetar(bytes, reference);
  assert.ok(r.ok, r.ok ? '' : `${r.error.message} (${r.error.place})`);
  return r.value.reports;
}

function refusal(text: string | Uint8Array): string {
  const r = readMetar(typeof text === 'string' ? utf8(text) : text, '2026-01-01T00:00:00Z');
  assert.ok(!r.ok, 'was accepted');
  return `${r.error.type} ${r.error.place}: ${r.error.message}`;
}

const near = (a: number | null, b: number | null, by: number): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= by;

test('raw reports and the columns of the cache agree on wind, gust and temperature', { skip }, () => {
  const csv = read(bytesOf('metars_cache_2022-10-23_all_quirks.csv'));
  assert.equal(csv.length, 262);
  let compared = 0;
  for (const c of csv) {
    const raw = readMetar(utf8(c.raw), c.observed_at);
    if (!raw.ok) continue;
    const r = raw.value.reports[0]!;
    compared++;
    assert.equal(r.station, c.station);
    assert.equal(r.observed_at.slice(8, 16), c.observed_at.slice(8, 16), c.raw);
    // The cache rounds winds reported in metres per second to whole knots.
    assert.ok(near(r.wind_mps, c.wind_mps, 1.1 * MPS_PER_KT), `${c.raw}: ${r.wind_mps} and ${c.wind_mps}`);
    assert.ok(near(r.gust_mps, c.gust_mps, 1.1 * MPS_PER_KT), `${c.raw}: ${r.gust_mps} and ${c.gust_mps}`);
    assert.equal(r.wind_from_deg, c.wind_from_deg, c.raw);
    // The cache takes tenths from the remarks (T01330117), which one station contradicts in its own report.
    const by = / T\d{8}/.test(c.raw) ? 1 : 0.01;
    assert.ok(
      near(r.temperature_c, c.temperature_c, by),
      `${c.raw}: ${r.temperature_c} and ${c.temperature_c}`,
    );
  }
  assert.ok(compared >= 255, `only ${compared} raw reports were read`);
});

test('a variable wind and a missing wind have no direction; a missing wind is no weather', { skip }, () => {
  const csv = read(bytesOf('metars_cache_2022-10-23_all_quirks.csv'));
  const vrb = csv.filter((r) => isVariableWind(r.raw));
  assert.ok(vrb.length > 3);
  for (const r of vrb) assert.equal(r.wind_from_deg, null, r.raw);
  const silent = csv.filter((r) => r.wind_mps === null);
  assert.ok(silent.length > 3);
  for (const r of silent) assert.ok(!weatherOf(r).ok);
  const sector = csv.find((r) => r.variable_sector_deg !== null && r.wind_mps !== null)!;
  const w = weatherOf(sector);
  assert.ok(w.ok && w.value.wind_from_deg === null);
});

test('the parsed values of an independent decoder are met', { skip }, () => {
  type Expected = {
    icao: string;
    data: {
      raw: string;
      time: { dt: string };
      wind_speed: { value: number };
      wind_direction: { value: number };
      temperature: { value: number };
      visibility: { value: number };
    };
  };
  const rows = JSON.parse(readFileSync(new URL('avwx_expected.json', REAL), 'utf8')) as Expected[];
  assert.equal(rows.length, 4);
  for (const { icao, data } of rows) {
    const r = read(utf8(data.raw), data.time.dt)[0]!;
    assert.equal(r.station, icao);
    assert.equal(Date.parse(r.observed_at), Date.parse(data.time.dt));
    assert.ok(near(r.wind_mps, data.wind_speed.value * MPS_PER_KT, 1e-9), icao);
    assert.equal(r.wind_from_deg, data.wind_direction.value % 360);
    assert.equal(r.temperature_c, data.temperature.value);
    const unit = icao === 'EGLL' ? 1 : 1609.344;
    assert.ok(near(r.visibility_m, data.visibility.value * unit, 1), icao);
  }
});

test(
  'the JSON of the Aviation Weather Center reads, and a forecast is not taken for an observation',
  { skip },
  () => {
    const lax = read(bytesOf('awc_metar_2026-07-29_KLAX_KJFK_KORD.json'));
    assert.deepEqual(lax.map((r) => r.station).sort(), ['KJFK', 'KLAX', 'KORD']);
    const sts = read(bytesOf('awc_metar_2026-07-21_KSTS_KBFL_KFFZ.json')).find((r) => r.station === 'KBFL')!;
    assert.equal(sts.observed_at, '2026-07-21T01:54:00Z');
    assert.equal(sts.wind_from_deg, 350);
    assert.ok(near(sts.wind_mps, 9 * MPS_PER_KT, 1e-9));
    assert.ok(near(sts.visibility_m, 16093.44, 0.01));
    assert.equal(sts.precipitation, 'none');
    assert.match(refusal(bytesOf('awc_taf_2026-07-29.json')), /TAF/);
  },
);

test('the old JSON with nulls, and times as text', () => {
  const old = [
    {
      metar_id: 1,
      icaoId: 'KBWI',
      obsTime: '2023-05-01 12:54:00',
      temp: null,
      wdir: 'VRB',
      wspd: 3,
      wgst: null,
      visib: '10+',
      wxString: null,
      rawOb: 'KBWI 011254Z VRB03KT 10SM CLR 15/09 A2999',
      lat: 39.1733,
      lon: -76.684,
      elev: 42,
    },
  ];
  const [r] = read(utf8(JSON.stringify(old)));
  assert.equal(r!.observed_at, '2023-05-01T12:54:00Z');
  assert.equal(r!.wind_from_deg, null);
  assert.equal(r!.gust_mps, null);
  assert.ok(weatherOf(r!).ok);
});

test('the nearest station with a wind speaks for a city; a far one does not', { skip }, () => {
  const csv = read(bytesOf('metars_cache_2022-10-23_all_quirks.csv'));
  const baltimore = chooseReport(csv, { station: null, near: [-76.57, 39.28] });
  assert.ok(baltimore.ok);
  assert.ok(['KMTN', 'KBWI'].includes(baltimore.value.station), baltimore.value.station);
  const harrisburg = chooseReport(csv, { station: null, near: [-76.8, 40.26] });
  assert.ok(harrisburg.ok && ['KCXY', 'KMDT'].includes(harrisburg.value.station));
  const ocean = chooseReport(csv, { station: null, near: [-30, 40] });
  assert.ok(!ocean.ok && /km away/.test(ocean.error.message));
  const named = chooseReport(csv, { station: 'kpit', near: null });
  assert.ok(named.ok && named.value.station === 'KPIT');
  const dmh = chooseReport(csv, { station: 'KDMH', near: null });
  assert.ok(!dmh.ok && /has a wind/.test(dmh.error.message));
  assert.ok(!chooseReport(csv, { station: 'XXXX', near: null }).ok);
});

test('raw lines: month from a stamp or a reference, units of the wind, remarks are not weather', () => {
  const [a] = read(utf8('2026/02/28 23:50\nUUEE 282330Z 24005G12MPS 9999 -SHRA OVC010 02/01 Q1004='));
  assert.equal(a!.observed_at, '2026-02-28T23:30:00Z');
  assert.equal(a!.wind_mps, 5);
  assert.equal(a!.gust_mps, 12);
  assert.equal(a!.precipitation, 'light');
  const [b] = read(utf8('KBWI 310054Z 00000KT 10SM CLR 10/05 A3000 RMK AO2 RAE10'), '2026-02-01T01:00:00Z');
  assert.equal(b!.observed_at, '2026-01-31T00:54:00Z');
  assert.equal(b!.wind_mps, 0);
  assert.equal(b!.wind_from_deg, null);
  assert.equal(b!.precipitation, 'none');
  const [c] = read(utf8('KDMH 231054Z AUTO 10SM CLR 10/05 A3000 RMK AO1'), '2022-10-23T12:00:00Z');
  assert.equal(c!.wind_mps, null);
  assert.equal(c!.precipitation, 'unknown');
  assert.equal(isStale(b!, '2026-01-31T02:00:00Z'), false);
  assert.equal(isStale(b!, '2026-01-31T12:00:00Z'), true);
  const undated = readMetar(utf8('KBWI 310054Z 00000KT 10SM'));
  assert.ok(!undated.ok && /month/.test(undated.error.message));
});

test('precipitation: the worst group counts, vicinity and blowing snow do not', () => {
  assert.equal(precipitationOf('-RA BR', true), 'light');
  assert.equal(precipitationOf('RA', true), 'moderate');
  assert.equal(precipitationOf('-RA +TSGR', true), 'heavy');
  assert.equal(precipitationOf('VCSH', true), 'none');
  assert.equal(precipitationOf('BLSN', true), 'none');
  assert.equal(precipitationOf('', false), 'unknown');
  assert.equal(weatherGroups('KXYZ 010000Z 00000KT 5SM -TSRA BR OVC010 10/05 A3000 RMK RAB05'), '-TSRA BR');
});

test('what is no METAR gets one clear sentence', () => {
  assert.match(refusal(''), /empty_input/);
  assert.match(refusal('[]'), /incomplete_data/);
  assert.match(refusal('[{"icaoId":"KBWI","obsTime":1,"wspd":"fast"}]'), /\[0\]\.wspd/);
  assert.match(refusal('[{"icaoId":"KBWI","obsTime":1784598840,"wspd":-3}]'), /wind speed/);
  assert.match(refusal('[{"icaoId":"KBWI","obsTime":1784598840,"wdir":999}]'), /direction/);
  assert.match(refusal('[{"icaoId":"KBWI","obsTime":"yesterday"}]'), /obsTime/);
  assert.match(refusal('{"status":"error","error":"quota"}'), /service_error/);
  assert.match(refusal('<response/>'), /XML/);
  assert.match(refusal('a,b,c\n1,2,3'), /METAR cache/);
  assert.match(refusal('TAF KBWI 230530Z 2306/2412 10SM'), /forecast/);
  assert.match(refusal('hello world'), /no METAR/);
  assert.match(refusal('[{"icaoId":'), /truncated/);
  assert.match(refusal(Buffer.from('\ufeff[]', 'utf16le')), /UTF-16/);
});
