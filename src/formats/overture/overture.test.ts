import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type MapExtract, buildCity, mergeExtracts } from '#world';
import { readOverture } from './read-overture.ts';

const REAL = new URL('../../../../shared/data/real/overture/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of Overture files is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

async function read(bytes: Uint8Array): Promise<MapExtract> {
  const r = await readOverture(bytes);
  assert.ok(r.ok, r.ok ? '' : r.error.message);
  return r.value;
}

const SOURCE = [{ dataset: 'OpenStreetMap', record_id: 'w77@2', update_time: '2025-01-02T00:00:00Z' }];
const feature = (geometry: object, properties: object): object => ({
  id: 'x1',
  type: 'Feature',
  geometry,
  properties: { sources: SOURCE, ...properties },
});
const RING = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
  [0, 0],
];
const collection = (...features: object[]): Uint8Array => utf8({ type: 'FeatureCollection', features });

test('GeoParquet of 2024: buildings with heights, infrastructure', { skip }, async () => {
  const b = await read(bytesOf('overture_buildings_2024-07-22_100rows.parquet'));
  assert.equal(b.features.length, 100);
  assert.ok(b.features.some((f) => f.tags['height'] === '4.7' && f.source_id === 'way/488089198'));
  const i = await read(bytesOf('overture_infrastructure_2024-07-22_100rows.parquet'));
  assert.ok(i.features.some((f) => f.tags['railway'] === 'station'));
});

test('Lucknow: places, buildings and roads together are a city', { skip }, async () => {
  const parts = [];
  for (const k of ['places', 'buildings', 'transportation']) {
    parts.push(await read(bytesOf(`overture_${k}_lucknow_2026-07.geojson`)));
  }
  const built = buildCity({
    extract: mergeExtracts(parts)!,
    city_id: 'lucknow',
    name: 'Lucknow',
    bounds: null,
    ground_amsl_m: 120,
    geoid_separation_m: null,
    provenance: [],
  });
  assert.ok(built.ok, built.ok ? '' : built.error.message);
  const { city } = built.value;
  assert.ok(city.buildings.length > 1400, String(city.buildings.length));
  assert.ok(city.roads.length > 400, String(city.roads.length));
  assert.ok(city.places.filter((p) => p.kind === 'hospital').length > 10);
  assert.ok(city.places.some((p) => p.id.length > 5));
  assert.ok(parts[0]!.notes.some((n) => n.includes('confidence')));
});

test('rows become tags: floors, names in languages, closed and unsure places, what lies underground', async () => {
  const place = (more: object): object =>
    feature(
      { type: 'Point', coordinates: [1, 2] },
      {
        taxonomy: { primary: 'hospital' },
        names: { primary: 'H', common: { ru: 'Б' } },
        sources: [{ dataset: 'meta' }],
        ...more,
      },
    );
  const e = await read(
    collection(
      feature({ type: 'Polygon', coordinates: [RING] }, { num_floors: 3, class: 'school', has_parts: false }),
      feature({ type: 'Polygon', coordinates: [RING] }, { is_underground: true }),
      place({ confidence: 0.9 }),
      place({ confidence: 0.2 }),
      place({ operating_status: 'permanently_closed' }),
      feature(
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
        { subtype: 'road', class: 'primary', connectors: [] },
      ),
      feature(
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
        { subtype: 'rail', class: 'subway', connectors: [] },
      ),
    ),
  );
  assert.deepEqual(
    e.features.map((f) => f.tags),
    [
      { building: 'school', 'building:levels': '3' },
      { name: 'H', 'name:ru': 'Б', amenity: 'hospital' },
      { highway: 'primary' },
    ],
  );
  assert.equal(e.snapshot, '2025-01-02');
});

test('what is no Overture file gets one clear sentence', async () => {
  const no = async (bytes: Uint8Array): Promise<string> => {
    const r = await readOverture(bytes);
    assert.ok(!r.ok);
    return `${r.error.type}: ${r.error.message}`;
  };
  assert.match(await no(new Uint8Array(0)), /empty_input/);
  assert.match(
    await no(utf8({ type: 'FeatureCollection', features: [{ properties: {}, geometry: null }] })),
    /sources/,
  );
  assert.match(await no(utf8({ elements: [] })), /FeatureCollection/);
  assert.match(await no(new TextEncoder().encode('PAR1 and then nothing')), /truncated/);
  assert.match(await no(new TextEncoder().encode('PAR1 and then rubbish PAR1')), /invalid_data/);
});
