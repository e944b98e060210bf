import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHeight_m } from './classify.ts';
import { type CityOptions, type BuiltCity, buildCity } from './build-city.ts';
import { type MapFeature } from './extract.ts';
import { sameNameKey, slugOf } from './names.ts';
import { type EastNorth, eastNorthOf, frameAt, lonLatOf } from './plane-kit.ts';
import { insideRing } from './rings.ts';

const frame = frameAt([10, 50]);
let next = 0;

function node(tags: Record<string, string>, at: EastNorth = [0, 0]): MapFeature {
  return { source_id: `node/${++next}`, tags, geometry: { type: 'point', at: lonLatOf(frame, at) } };
}

function block(tags: Record<string, string>, at: EastNorth, half_m: number): MapFeature {
  const corners: EastNorth[] = [
    [at[0] - half_m, at[1] - half_m],
    [at[0] + half_m, at[1] - half_m],
    [at[0] + half_m, at[1] + half_m],
    [at[0] - half_m, at[1] + half_m],
    [at[0] - half_m, at[1] - half_m],
  ];
  return {
    source_id: `way/${++next}`,
    tags,
    geometry: { type: 'area', rings: [corners.map((c) => lonLatOf(frame, c))] },
  };
}

const [west, south] = lonLatOf(frame, [-2000, -2000]);
const [east, north] = lonLatOf(frame, [2000, 2000]);

function options(features: readonly MapFeature[], more: Partial<CityOptions> = {}): CityOptions {
  return {
    extract: {
      source: 'test',
      attribution: 'none',
      snapshot: null,
      bounds: [west, south, east, north],
      features,
      notes: [],
    },
    city_id: 'test',
    name: 'Test',
    bounds: null,
    ground_amsl_m: 100,
    geoid_separation_m: null,
    provenance: [],
    ...more,
  };
}

function build(...features: MapFeature[]): BuiltCity {
  const built = buildCity(options(features));
  assert.ok(built.ok, built.ok ? '' : built.error.message);
  return built.value;
}

test('the same hospital as node and as way is one place; another far away with the same name is two', () => {
  const h = { amenity: 'hospital', name: 'The Mercy Hospital' };
  const { city } = build(
    block(h, [0, 0], 60),
    node({ ...h, name: 'Mercy Hospital' }, [200, 0]),
    node(h, [1500, 0]),
  );
  assert.deepEqual(
    city.places.map((p) => p.id),
    ['hospital_the_mercy_hospital', 'hospital_the_mercy_hospital_2'],
  );
  assert.equal(new Set(city.places.map((p) => p.name)).size, 2);
});

test('historical places are left out, nameless hospitals stay with their source, nameless parts are merged', () => {
  const { city, notes } = build(
    node({ amenity: 'hospital', name: 'Old Home (historical)' }),
    node({ amenity: 'hospital' }, [900, 0]),
    block({ amenity: 'hospital', name: 'Campus' }, [-900, 0], 200),
    block({ amenity: 'hospital', building: 'yes' }, [-850, 100], 15),
    node({ leisure: 'park' }, [0, 900]),
  );
  assert.equal(city.places.length, 2);
  assert.match(city.places.map((p) => p.name).join(), /Unnamed hospital \(node \d+\)/);
  assert.ok(notes.some((n) => n.includes('historical')));
});

test('a pad stands beside the building that the map marks, and outside derived zones', () => {
  const { city, zones } = build(
    block({ amenity: 'hospital', building: 'yes', name: 'Big' }, [0, 0], 60),
    node({ aeroway: 'helipad', name: 'Big' }, [80, 0]),
  );
  const at = eastNorthOf(frame, city.places.find((p) => p.kind === 'hospital')!.at);
  const ring = city.buildings[0]!.footprint.map((p) => eastNorthOf(frame, p));
  assert.ok(!insideRing(ring, at));
  assert.equal(zones.length, 1);
  assert.ok(Math.hypot(at[0] - 80, at[1]) > 60);
  assert.equal(city.places.find((p) => p.kind === 'hospital')!.name, 'Big');
  assert.equal(city.places.find((p) => p.kind === 'helipad')!.name, 'Helipad of Big');
});

test('heights: measured before storeys before assumed; feet and metres; nonsense is not a height', () => {
  const { city } = build(
    block({ building: 'yes', height: '40 ft', 'building:levels': '9' }, [0, 0], 10),
    block({ building: 'yes', 'building:levels': '5' }, [100, 0], 10),
    block({ building: 'yes', height: 'tall' }, [200, 0], 10),
  );
  assert.deepEqual(
    city.buildings.map((b) => [b.height_m, b.height_source]),
    [
      [12.2, 'measured'],
      [15, 'levels'],
      [15, 'assumed'],
    ],
  );
  assert.equal(parseHeight_m(`40'6"`)!.toFixed(4), '12.3444');
  assert.equal(parseHeight_m('12,5'), null);
  assert.equal(parseHeight_m('-3'), null);
  assert.equal(parseHeight_m('12.5m'), 12.5);
});

test('objects are clipped by their centroid; roads end at the bounds', () => {
  const road: MapFeature = {
    source_id: 'way/900',
    tags: { highway: 'primary' },
    geometry: {
      type: 'line',
      lines: [
        [
          [-9000, 0],
          [-1000, 0],
          [1000, 0],
          [9000, 0],
        ].map((p) => lonLatOf(frame, p as never)),
      ],
    },
  };
  const { city } = build(
    block({ building: 'yes' }, [2100, 0], 60),
    block({ building: 'yes' }, [1990, 0], 60),
    road,
  );
  assert.equal(city.buildings.length, 1);
  assert.equal(city.roads[0]!.line.length, 2);
});

test('runways and power lines become zones and walls', () => {
  const line = (tags: Record<string, string>): MapFeature => ({
    source_id: `way/${++next}`,
    tags,
    geometry: { type: 'line', lines: [[lonLatOf(frame, [0, 0]), lonLatOf(frame, [600, 0])]] },
  });
  const { city, zones } = build(line({ aeroway: 'runway', ref: '08/26' }), line({ power: 'line' }));
  assert.match(zones[0]!.id, /^nfz_runway_/);
  assert.match(zones[0]!.reason!, /not a published airspace/);
  assert.equal(city.buildings.length, 1);
  assert.equal(city.places[0]!.kind, 'power_line');
});

test('bounds, ground and size that cannot be used are refused with the mend', () => {
  const f = [node({ amenity: 'school', name: 'S' })];
  const no = (o: CityOptions): string => {
    const r = buildCity(o);
    assert.ok(!r.ok);
    return `${r.error.type}: ${r.error.message}`;
  };
  assert.match(no(options(f, { ground_amsl_m: null })), /ground_unknown.*ele tags/);
  assert.match(no(options(f, { bounds: [11, 50, 10, 51] })), /west < east/);
  assert.match(no(options(f, { bounds: [9, 49, 11, 51] })), /city_too_large.*give bounds/);
  assert.match(no(options(f, { bounds: [0, 0, 0.1, 0.1] })), /no_content/);
  assert.match(no(options(f, { ground_amsl_m: NaN })), /ground_unknown/);
});

test('names become ids: accents, Cyrillic, nothing Latin', () => {
  assert.equal(slugOf("St. Anna Children's Hôpital"), 'st_anna_childrens_hopital');
  assert.equal(slugOf('Городская больница №1'), 'gorodskaya_bolnitsa_no1');
  assert.equal(slugOf('中心医院'), '');
  assert.equal(sameNameKey('The  Johns-Hopkins Hospital.'), 'johns hopkins hospital');
  const { city } = build(
    node({ amenity: 'hospital', name: '中心医院', 'name:en': 'Central' }),
    node({ amenity: 'school', name: '学校' }, [900, 0]),
  );
  assert.deepEqual(
    city.places.map((p) => p.name),
    ['Central', '学校'],
  );
  assert.deepEqual(city.places[0]!.other_names.zh, ['中心医院']);
});
