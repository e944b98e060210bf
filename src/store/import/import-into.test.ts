import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { frozenClock } from '#base';
import { type SystemState } from '#world';
import { loadCity } from '../load-city.ts';
import { type CityKind } from './city-dir.ts';
import { type ImportReport, type ImportSettings, importInto } from './import-into.ts';

const REAL = new URL('../../../../shared/data/real/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of real data is not here';
const real = (name: string): string => new URL(name, REAL).pathname;
const root = mkdtempSync(join(tmpdir(), 'cloudbrain-import-'));
after(() => rmSync(root, { recursive: true }));
const clock = frozenClock('2026-03-01T12:00:00Z');
const dirOf = (name: string): string => join(root, name);

function file(name: string, content: unknown): string {
  const path = join(root, name);
  writeFileSync(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return path;
}

async function run(
  kind: CityKind,
  files: string[],
  dir: string,
  settings: ImportSettings = {},
): Promise<ImportReport> {
  const r = await importInto(kind, files, dir, { clock, settings });
  assert.ok(r.ok, r.ok ? '' : r.error.message);
  return r.value;
}

async function refusal(
  kind: CityKind,
  files: string[],
  dir: string,
  settings: ImportSettings = {},
): Promise<string> {
  const r = await importInto(kind, files, dir, { clock, settings });
  assert.ok(!r.ok, 'was accepted');
  assert.ok(!r.error.message.includes('\n'));
  return `${r.error.type}: ${r.error.message}`;
}

function load(dir: string): SystemState {
  const r = loadCity(dir);
  assert.ok(r.ok, r.ok ? '' : r.error.message);
  return r.value;
}

const node = (id: number, lat: number, lon: number, tags: object): object => ({
  type: 'node',
  id,
  lat,
  lon,
  tags,
});
const TOWN = {
  elements: [
    node(1, 50.01, 10.01, { amenity: 'fire_station', name: 'Station 1', ele: '100' }),
    node(2, 50.02, 10.02, { amenity: 'hospital', name: 'North Hospital' }),
    node(3, 50.0, 10.0, { leisure: 'park', name: 'South Park' }),
  ],
};
const REPORT = [
  {
    icaoId: 'EDXX',
    obsTime: 1772366400,
    wspd: 10,
    wdir: 200,
    lat: 50.02,
    lon: 10.01,
    rawOb: 'EDXX 011200Z 20010KT 9999 05/01 Q1010',
  },
];

test('a map alone makes a usable city that says what is assumed', async () => {
  const dir = dirOf('alone');
  const report = await run('osm', [file('town.json', TOWN)], dir);
  assert.ok(report.usable);
  assert.ok(report.missing.some((m) => m.startsWith('weather:')));
  assert.ok(report.missing.some((m) => m.startsWith('ceilings:')));
  const state = load(dir);
  assert.equal(state.weather.wind_from_deg, null);
  assert.match(state.weather.source, /assumed/);
  assert.equal(state.fleet.length, 12);
  assert.ok(state.fleet.every((u) => u.name.includes('(synthetic)')));
  const synthetic = state.city.provenance.filter((p) => p.synthetic).map((p) => p.source);
  assert.ok(synthetic.some((s) => s.includes('fleet')) && synthetic.some((s) => s.includes('weather')));
  assert.match(state.city.provenance[0]!.sha256!, /^[0-9a-f]{64}$/);
});

test('weather before the map: the directory says that the map is missing, then becomes a city', async () => {
  const dir = dirOf('early');
  const first = await run('metar', [file('metar.json', REPORT)], dir);
  assert.equal(first.usable, false);
  assert.match(first.missing[0]!, /map/);
  const none = loadCity(dir);
  assert.ok(!none.ok && none.error.type === 'city_incomplete' && /data import osm/.test(none.error.message));
  const second = await run('osm', [file('town.json', TOWN)], dir, { airports: [{ code: 'EDXX', at: null }] });
  assert.ok(second.usable);
  const state = load(dir);
  assert.equal(state.time, '2026-03-01T12:00:00Z');
  assert.equal(state.weather.wind_from_deg, 200);
  assert.ok(state.airspace.ceiling_cells.length > 0);
  assert.ok(state.airspace.ceiling_cells.every((c) => c.source === 'standin_uasfm'));
  assert.ok(state.city.provenance.some((p) => p.synthetic && p.source.includes('standin_uasfm')));
});

test('the same file twice, and the same imports elsewhere, give the same bytes', async () => {
  const bytes = (dir: string): string => readFileSync(join(dir, 'state.json'), 'utf8');
  for (const name of ['a', 'b']) {
    await run('osm', [file('town.json', TOWN)], dirOf(name), { ground_amsl_m: 5 });
    await run('metar', [file('metar.json', REPORT)], dirOf(name));
  }
  const once = bytes(dirOf('a')).replaceAll('"a"', '"b"');
  assert.ok(once === bytes(dirOf('b')));
  await run('osm', [file('town.json', TOWN)], dirOf('b'));
  assert.ok(once === bytes(dirOf('b')));
});

test('a failed import changes nothing', async () => {
  const dir = dirOf('kept');
  await run('osm', [file('town.json', TOWN)], dir);
  const before = readFileSync(join(dir, 'state.json'), 'utf8');
  assert.match(await refusal('metar', [file('bad.json', '[{"icaoId":')], dir), /cut off/);
  assert.match(await refusal('osm', [file('broken.json', 'nothing')], dir), /broken\.json/);
  const far = [{ ...REPORT[0]!, lat: 10, lon: 60 }];
  assert.match(await refusal('metar', [file('far.json', far)], dir), /km away/);
  assert.ok(before === readFileSync(join(dir, 'state.json'), 'utf8'));
});

test('bad arguments get one sentence', async () => {
  const town = file('town.json', TOWN);
  const big = file('big.pbf', '');
  truncateSync(big, 100 * 1024 * 1024);
  assert.match(await refusal('osm', [big], dirOf('x')), /file_too_large/);
  assert.match(await refusal('osm', [join(root, 'missing.pbf')], dirOf('x')), /file_missing/);
  assert.match(await refusal('osm', [root], dirOf('x')), /not_a_file/);
  assert.match(await refusal('osm', [town], town), /not_a_directory/);
  assert.match(await refusal('osm', [town], dirOf('demo')), /bundled city/);
  assert.match(await refusal('osm', [town], dirOf('x'), { uavs: -1 }), /invalid_option.*uavs/);
  assert.match(await refusal('osm', [town], dirOf('x'), { ground_amsl_m: NaN }), /ground_amsl_m/);
  assert.match(
    await refusal('osm', [town], dirOf('x'), { airports: [{ code: 'ABC', at: null }] }),
    /ABC@LON,LAT/,
  );
  const bare = { elements: [node(2, 50.02, 10.02, { amenity: 'hospital', name: 'H' })] };
  assert.match(await refusal('osm', [file('bare.json', bare)], dirOf('x')), /ele tags/);
  assert.equal(existsSync(dirOf('x')), false);
});

test('a raw file that was changed afterwards is noticed', async () => {
  const dir = dirOf('touched');
  const report = await run('osm', [file('town.json', TOWN)], dir);
  writeFileSync(join(dir, report.sources[0]!.file), JSON.stringify({ elements: [] }));
  assert.match(await refusal('metar', [file('metar.json', REPORT)], dir), /hash differs/);
});

test('Baltimore: map, weather and stand-in ceilings become a city', { skip }, async () => {
  const dir = dirOf('baltimore');
  await run('metar', [real('metar/metars_cache_2022-10-23_all_quirks.csv')], dir);
  const report = await run('osm', [real('osm/baltimore_md.osm.pbf')], dir, {
    airports: [
      { code: 'KMTN', at: null },
      { code: 'KBWI', at: null },
    ],
  });
  assert.deepEqual(report.missing, []);
  const state = load(dir);
  assert.match(state.weather.source, /KMTN|KBWI/);
  assert.equal(state.city.places.filter((p) => p.kind === 'fire_station').length, 10);
  assert.equal(state.city.provenance.find((p) => p.source.includes('OpenStreetMap'))!.snapshot, '2015-02-27');
  const quirks = real('uasfm/STANDIN_uasfm_cells_not_faa.geojson');
  assert.match(await refusal('uasfm', [quirks], dir), /one page of several/);
  const cells = await run('uasfm', [quirks], dir, { partial: true });
  assert.ok(cells.counts['ceiling_cells']! > 0);
  assert.ok(load(dir).airspace.ceiling_cells.some((c) => c.ceiling_agl_m === 60.96));
  const knfl = await run('uasfm', [real('uasfm/uasfm_arcgis_one_cell_KNFL.json')], dirOf('fallon'));
  assert.equal(knfl.usable, false);
});
