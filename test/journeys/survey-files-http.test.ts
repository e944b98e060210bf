import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SURVEY_EXPORT_FORMATS } from '#formats';
import { SURVEY_CODES, type SurveyPlan } from '#ir';
import { bundledSurveyScenario } from '#store';
import { parseSurveyScenario, type SurveyScenario } from '#world';
import { hgtTile } from '../hgt.ts';
import { listening } from '../server.ts';

const s01 = bundledSurveyScenario('s01')!;

let server: Awaited<ReturnType<typeof listening>>;
before(async () => {
  server = await listening();
});
after(() => server.close());

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

type Check = { admitted: boolean; same: boolean; findings: string[]; not_carried: string[] };

const checkOf = (response: Response): Check =>
  JSON.parse(response.headers.get('x-cloudbrain-check') ?? 'null') as Check;

test('every flight file is read back and judged; what it cannot be judged by is named', async () => {
  const { plan } = (await (await post('/api/survey/plan', { scenario: s01 })).json()) as { plan: SurveyPlan };
  for (const format of SURVEY_EXPORT_FORMATS) {
    const check = checkOf(await post('/api/survey/export', { scenario: s01, plan, format }));
    assert.deepEqual([check.admitted, check.same, check.findings], [true, true, []], format);
    assert.ok(
      check.not_carried.every((code) => code in SURVEY_CODES),
      format,
    );
    // Waypoints have no times and cut curves; tracks have neither pads nor batteries.
    const waypoints = !['kml', 'gpx', 'geojson'].includes(format);
    assert.equal(check.not_carried.includes('G3-01'), waypoints, format);
    assert.ok(check.not_carried.includes('G4-06'), format);
    assert.ok(!check.not_carried.includes('G1-02'), `${format} can be judged by zones`);
  }
  for (const format of ['svg', 'report']) {
    const response = await post('/api/survey/export', { scenario: s01, plan, format });
    assert.equal(response.headers.get('x-cloudbrain-check'), null, 'a picture is no flight file');
  }
  const low: SurveyScenario = {
    ...s01,
    airspace: { ...s01.airspace, ceiling_amsl_m: s01.airspace.floor_amsl_m + 1 },
  };
  const body = { scenario: low, plan, format: 'wpl', accept_not_admitted: true };
  const bad = checkOf(await post('/api/survey/export', body));
  assert.equal(bad.admitted, false);
  assert.ok(bad.findings.includes('G1-04'), 'the file itself is found too high');
});

const window = { west_deg: '39.49', south_deg: '45.3', east_deg: '39.53', north_deg: '45.33' };

function terrain(name: string, body: Uint8Array, more: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({ name, ...window, ...more });
  return fetch(`${server.url}/api/survey/terrain?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
}

test('a terrain tile becomes posts of the scenario; a window that it does not reach is said', async () => {
  const tile = hgtTile((column, row) => 60 + ((column + row) % 3));
  const response = await terrain('N45E039.hgt', tile);
  assert.equal(response.status, 200);
  const reply = (await response.json()) as {
    terrain: Extract<SurveyScenario['terrain'], { type: 'grid' }>;
    covers: boolean;
    voids: number;
    vertical_datum: string;
    lowest_amsl_m: number;
    highest_amsl_m: number;
  };
  const { covers, voids, vertical_datum, lowest_amsl_m, highest_amsl_m } = reply;
  assert.deepEqual({ covers, voids, vertical_datum }, { covers: true, voids: 0, vertical_datum: 'EGM96' });
  assert.deepEqual([lowest_amsl_m, highest_amsl_m], [60, 62]);
  assert.ok(parseSurveyScenario({ ...s01, terrain: reply.terrain }).ok);
  const beside = (await (await terrain('N45E039.hgt', tile, { east_deg: '40.2' })).json()) as {
    covers: boolean;
  };
  assert.equal(beside.covers, false);
});

test('terrain that cannot be taken is refused with its cause', async () => {
  const tile = hgtTile(() => 60);
  const rows: [string, Uint8Array, Record<string, string>, string][] = [
    [
      'N45E039.hgt',
      tile,
      { west_deg: '39.0', south_deg: '45.0', east_deg: '40', north_deg: '46' },
      'TOO_LARGE',
    ],
    ['N45E039.hgt', tile.subarray(2), {}, 'TRUNCATED'],
    ['tile.hgt', tile, {}, 'INCOMPLETE_DATA'],
    ['ground.tif', tile, {}, 'DATUM_MISSING'],
    ['ground.tif', tile, { vertical_datum: 'EGM96' }, 'INVALID_DATA'],
    ['ground.png', tile, {}, 'UNSUPPORTED'],
    ['N45E039.hgt', tile, { west_deg: '' }, 'INVALID_REQUEST'],
    ['N45E039.hgt', tile, { north_deg: '91' }, 'INVALID_REQUEST'],
    ['N45E039.hgt', tile, { vertical_datum: 'NAVD88' }, 'INVALID_REQUEST'],
  ];
  for (const [name, body, more, code] of rows) {
    const response = await terrain(name, body, more);
    const text = await response.text();
    assert.equal(response.status, 400, `${name}: ${text}`);
    assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, code, text);
  }
});
