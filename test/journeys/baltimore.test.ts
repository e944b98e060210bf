import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { frozenClock } from '#base';
import type { DecisionRecord } from '#agent';
import { importInto, type CityKind, type ImportReport } from '#store';
import type { ToolContext } from '#tools';
import { NO_SHARED, SHARED, cityContext, run } from '../support.ts';

const skip = SHARED === null ? NO_SHARED : false;
const clock = frozenClock('2026-01-01T00:00:00.000Z');
const real = `${SHARED ?? ''}/real`;

async function imported(
  dir: string,
  kind: CityKind,
  files: readonly string[],
  settings = {},
): Promise<ImportReport> {
  const done = await importInto(
    kind,
    files.map((f) => `${real}/${f}`),
    dir,
    { clock, name: 'Baltimore', settings },
  );
  assert.ok(done.ok, done.ok ? '' : done.error.message);
  return done.value;
}

/** Places that the stand-in grid is generated around: real codes, real positions. */
const AIRPORTS = [
  { code: 'KMTN', at: null },
  { code: 'KBWI', at: null },
];

let city: ToolContext;
const dir = mkdtempSync(join(tmpdir(), 'cloudbrain-baltimore-'));

before(async () => {
  if (skip !== false) return;
  await imported(join(dir, 'json'), 'metar', ['metar/metars_cache_2022-10-23_all_quirks.csv']);
  await imported(
    join(dir, 'json'),
    'osm',
    [
      'osm/baltimore_md_city.overpass.json',
      'osm/baltimore_md_buildings.overpass.json',
      'osm/baltimore_md_roads.overpass.json',
    ],
    { airports: AIRPORTS },
  );
  city = cityContext(join(dir, 'json'));
});

/** Ten tasks of real places, in three languages, and how each must end. */
const tasks: readonly [string, DecisionRecord['final_status'], readonly string[]][] = [
  [
    'Deliver blood from Johns Hopkins Hospital to Johns Hopkins Bayview Medical Center within 15 minutes',
    'success',
    ['hospital_johns_hopkins_hospital', 'hospital_johns_hopkins_bayview_medical_center'],
  ],
  [
    'Deliver a defibrillator to Highlandtown Elementary School in 10 minutes',
    'success',
    ['school_highlandtown_elementary_school'],
  ],
  ['Inspect Patterson High School', 'success', ['school_patterson_high_school']],
  [
    'Urgent: take medicine from Old Town Medical Center to Engine Company 26 within 12 min, stay below 100 m',
    'success',
    ['hospital_old_town_medical_center', 'fire_station_engine_company_26'],
  ],
  [
    'Patrol Baltimore Fire Station 27, Baltimore Fire Station 29 and Digital Harbor High School',
    'success',
    [
      'fire_station_baltimore_fire_station_27',
      'fire_station_baltimore_fire_station_29',
      'school_digital_harbor_high_school',
    ],
  ],
  [
    'Доставь аптечку из Johns Hopkins Hospital в Kennedy Institute за 10 минут',
    'success',
    ['hospital_johns_hopkins_hospital', 'hospital_kennedy_institute'],
  ],
  [
    '10分钟内把药品从 Old Town Medical Center 送到 Paul Laurence Dunbar High School',
    'success',
    ['hospital_old_town_medical_center', 'school_paul_laurence_dunbar_high_school'],
  ],
  [
    'Deliver blood from Johns Hopkins Hospital to Johns Hopkins Bayview Medical Center within 30 seconds',
    'safe_refusal',
    [],
  ],
  ['Deliver a parcel from Johns Hopkins Hospital to Sinai Hospital within 20 minutes', 'human_confirm', []],
  ['Deliver a parcel from Mercy Canton FamilyCare to the fire station', 'human_confirm', []],
];

for (const [instruction, status, visits] of tasks) {
  test(`Baltimore: ${instruction}`, { skip }, async () => {
    const record = await run(city, instruction);
    assert.equal(record.final_status, status, JSON.stringify(record.refusal));
    if (status !== 'success') {
      assert.ok(record.refusal!.message.length > 0 && record.decision.trajectory.length === 0);
      return;
    }
    const reached = record.decision.trajectory.flatMap((p) => p.stop_id ?? []);
    assert.deepEqual(reached.slice(0, visits.length), visits);
    assert.ok(record.verdict!.passed && record.simulation.every((s) => s.success));
  });
}

test('the PBF of the same area gives the same hospitals, schools and fire stations', { skip }, async () => {
  await imported(join(dir, 'pbf'), 'osm', ['osm/baltimore_md.osm.pbf']);
  await imported(join(dir, 'pbf'), 'metar', ['metar/metars_cache_2022-10-23_all_quirks.csv']);
  const pbf = cityContext(join(dir, 'pbf'));
  for (const kind of ['hospital', 'school', 'fire_station']) {
    const ids = (c: ToolContext): string[] =>
      c.state.city.places
        .filter((p) => p.kind === kind)
        .map((p) => p.id)
        .sort();
    assert.deepEqual(ids(pbf), ids(city), kind);
  }
});

test(
  'provenance names every raw file with its hash; the generated fleet and stand-ins say that they are synthetic',
  { skip },
  () => {
    const { provenance } = city.state.city;
    const files = provenance.filter((p) => p.sha256 !== null);
    assert.ok(files.length >= 4 && files.every((p) => /^(sha256:)?[0-9a-f]{64}$/.test(p.sha256!)));
    assert.ok(provenance.some((p) => p.synthetic && /fleet/i.test(p.source)));
    assert.ok(provenance.some((p) => /OpenStreetMap/.test(p.attribution ?? '')));
  },
);

test(
  'the one real facility-map cell and the quirk file load, and the city stays usable',
  { skip },
  async () => {
    const one = await imported(join(dir, 'json'), 'uasfm', ['uasfm/uasfm_arcgis_one_cell_KNFL.json']);
    const quirks = 'uasfm/STANDIN_uasfm_cells_not_faa.geojson';
    await assert.rejects(imported(join(dir, 'json'), 'uasfm', [quirks]), /one page of several/);
    const all = await imported(join(dir, 'json'), 'uasfm', [quirks], { partial: true });
    assert.ok(one.usable && all.usable, JSON.stringify([one.missing, all.missing]));
    assert.equal(all.sources.filter((s) => s.kind === 'uasfm').length, 2);
    const cells = cityContext(join(dir, 'json')).state.airspace.ceiling_cells;
    assert.ok(
      cells.length > 0 && cells.every((c) => /stand-?in|uasfm/i.test(c.source)),
      JSON.stringify(cells[0]),
    );
  },
);
