import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { createOSMStream } from 'osm-pbf-parser-node';
import { type MapExtract, buildCity, mergeExtracts } from '#world';
import { joinRings } from './assemble.ts';
import { readOsmPbf } from './pbf.ts';
import { WireReader } from './pbf-wire.ts';
import { readOsm } from './read-osm.ts';

const REAL = new URL('../../../../shared/data/real/osm/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of real map data is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(bytes: Uint8Array): MapExtract {
  const r = readOsm(bytes);
  assert.ok(r.ok, r.ok ? '' : `${r.error.message} ${r.error.place}`);
  return r.value;
}

function refusal(bytes: Uint8Array): { type: string; message: string; place: string } {
  const r = readOsm(bytes);
  assert.ok(!r.ok, 'was accepted');
  assert.ok(r.error.message.length > 20 && !r.error.message.includes('\n'), r.error.message);
  return r.error;
}

const overpass = (...elements: object[]): Uint8Array => utf8(JSON.stringify({ version: 0.6, elements }));
const school = { amenity: 'school', name: 'S' };

test(
  'Baltimore from Overpass JSON and from PBF has the same hospitals, schools, fire stations and police',
  { skip },
  () => {
    const build = (extract: MapExtract): Map<string, string[]> => {
      const built = buildCity({
        extract,
        city_id: 'baltimore',
        name: 'Baltimore',
        bounds: null,
        ground_amsl_m: null,
        geoid_separation_m: null,
        provenance: [],
      });
      assert.ok(built.ok, built.ok ? '' : built.error.message);
      const by = new Map<string, string[]>();
      for (const p of built.value.city.places)
        by.set(p.kind, [...(by.get(p.kind) ?? []), `${p.id} ${p.name}`]);
      return by;
    };
    const parts = ['city', 'buildings', 'roads'].map((k) => read(bytesOf(`baltimore_md_${k}.overpass.json`)));
    const json = build(mergeExtracts(parts)!);
    const pbf = build(read(bytesOf('baltimore_md.osm.pbf')));
    for (const kind of ['hospital', 'school', 'fire_station', 'police']) {
      assert.deepEqual(json.get(kind), pbf.get(kind), kind);
    }
    // 10 hospitals in the file: one historical, one mapped twice, two nameless buildings of a named campus.
    assert.equal(pbf.get('hospital')?.length, 6);
    assert.ok(pbf.get('hospital')!.includes('hospital_johns_hopkins_hospital Johns Hopkins Hospital'));
    assert.equal(pbf.get('fire_station')?.length, 10);
    assert.equal(pbf.get('police')?.length, 5);
  },
);

test('our PBF reader and another one see the same objects', { skip }, async () => {
  for (const name of ['baltimore_md.osm.pbf', 'monaco.osm.pbf']) {
    const ours = readOsmPbf(bytesOf(name));
    assert.ok(ours.ok);
    const tagged = new Map(ours.value.nodes.map((n) => [n.id, n]));
    const ways = new Map(ours.value.ways.map((w) => [w.id, w]));
    let relations = 0;
    let nodes = 0;
    for await (const item of createOSMStream(new URL(name, REAL).pathname, { withTags: true })) {
      const o = item as {
        type?: string;
        id: number;
        lat: number;
        lon: number;
        tags?: object;
        refs?: number[];
      };
      if (o.type === 'node') {
        nodes++;
        const at = ours.value.points.get(o.id)!;
        assert.ok(Math.abs(at[0] - o.lon) < 1e-9 && Math.abs(at[1] - o.lat) < 1e-9, `node ${o.id}`);
        if (o.tags) assert.deepEqual(tagged.get(o.id)!.tags, { ...o.tags });
      } else if (o.type === 'way') {
        assert.deepEqual(ways.get(o.id)!.refs, o.refs);
        assert.deepEqual(ways.get(o.id)!.tags, { ...o.tags });
      } else if (o.type === 'relation') relations++;
    }
    assert.equal(nodes, ours.value.points.size);
    assert.equal(relations, ours.value.relations.length);
  }
});

test(
  'every real file reads: XML, PBF, JSON; the snapshot is stated where the file states it',
  { skip },
  () => {
    assert.match(read(bytesOf('baltimore_md.osm.pbf')).snapshot ?? '', /^2015-02/);
    assert.equal(read(bytesOf('harrisburg_pa_city.overpass.json')).snapshot, '2015-02-27T00:00:00Z');
    for (const name of [
      'harrisburg_pa.osm.pbf',
      'nyc_west_village.osm.pbf',
      'liechtenstein.osm.pbf',
      'tempe_az.osm',
    ]) {
      assert.ok(read(bytesOf(name)).features.length > 300, name);
    }
  },
);

test('a truncated PBF is refused at every length', { skip }, () => {
  const whole = bytesOf('monaco.osm.pbf');
  for (const cut of [1, 3, 5, 17, 100, 5000, whole.length - 1]) {
    const r = readOsm(whole.subarray(0, cut));
    assert.ok(!r.ok, `cut at ${cut}`);
  }
  assert.equal(refusal(whole.subarray(0, whole.length - 10)).type, 'truncated');
  const broken = whole.slice();
  broken.fill(0x55, 2000, 2400);
  assert.equal(refusal(broken).type, 'invalid_data');
});

test('a PBF block that unpacks without end is refused', () => {
  const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)]);
  const field = (no: number, body: Uint8Array | number[]): number[] => [
    no * 8 + 2,
    ...varint(body.length),
    ...body,
  ];
  const blob = (kind: string, data: Uint8Array): number[] => {
    const packed = field(3, deflateSync(data));
    const head = [...field(1, utf8(kind)), 3 * 8, ...varint(packed.length)];
    return [0, 0, 0, head.length, ...head, ...packed];
  };
  const header = blob('OSMHeader', new Uint8Array(field(4, utf8('OsmSchema-V0.6'))));
  const bomb = blob('OSMData', new Uint8Array(40 * 1024 * 1024));
  assert.equal(refusal(new Uint8Array([...header, ...bomb])).type, 'invalid_data');
  const history = blob('OSMHeader', new Uint8Array(field(4, utf8('HistoricalInformation'))));
  assert.match(refusal(new Uint8Array(history)).message, /HistoricalInformation/);
});

test('files that are no map get one clear sentence', () => {
  assert.equal(refusal(new Uint8Array(0)).type, 'empty_input');
  assert.match(refusal(gzipSync('<osm/>')).message, /gzip/);
  assert.match(refusal(Buffer.from('\ufeff<osm/>', 'utf16le')).message, /UTF-16/);
  assert.match(refusal(utf8('\ufeff{}')).message, /byte order mark/);
  assert.match(refusal(utf8('<html><body>429</body></html>')).message, /no root element "osm"/);
  assert.match(refusal(utf8('{"type":"FeatureCollection","features":[]}')).message, /GeoJSON/);
  assert.match(refusal(utf8('hello')).message, /no JSON/);
  assert.equal(refusal(utf8('{"elements":[{"type":"node","id":1')).type, 'truncated');
  assert.equal(refusal(utf8('<osm version="0.6"><node id="1" lat="1" lon="1">')).type, 'truncated');
  assert.equal(
    refusal(utf8('{"elements":[],"remark":"runtime error: Query timed out in \\"query\\""}')).type,
    'service_error',
  );
  assert.equal(refusal(overpass()).type, 'incomplete_data');
  assert.match(refusal(overpass({ type: 'node', id: 1, lat: 91, lon: 0, tags: school })).message, /-90..90/);
  assert.match(refusal(overpass({ type: 'node', id: 1.5, lat: 1, lon: 0 })).place, /elements\[0\]\.id/);
  assert.match(refusal(overpass({ type: 'way', id: 1, tags: { a: 1 } })).place, /elements\[0\]\.tags/);
  assert.match(
    refusal(utf8('<?xml version="1.0" encoding="windows-1251"?><osm></osm>')).message,
    /windows-1251/,
  );
  assert.match(refusal(utf8('<!DOCTYPE osm [<!ENTITY a "b">]><osm>&a;</osm>')).message, /DOCTYPE/);
});

test('the shapes of Overpass: geom with nulls, center, bb, nodes beside ways, repeated objects, ids above 2^31', () => {
  const ring = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 1 },
    { lat: 1, lon: 1 },
    { lat: 0, lon: 0 },
  ];
  const extract = read(
    overpass(
      { type: 'way', id: 1, tags: { building: 'yes' }, geometry: ring },
      { type: 'way', id: 2, tags: school, center: { lat: 5, lon: 6 } },
      {
        type: 'way',
        id: 3,
        tags: { building: 'yes' },
        bounds: { minlat: 0, minlon: 0, maxlat: 1, maxlon: 2 },
      },
      {
        type: 'way',
        id: 4,
        tags: { highway: 'primary' },
        geometry: [ring[0], ring[1], null, ring[2], ring[1]],
      },
      { type: 'way', id: 5, tags: { highway: 'primary' }, nodes: [9876543210, 11] },
      { type: 'node', id: 9876543210, lat: 1, lon: 2 },
      { type: 'node', id: 11, lat: 2, lon: 3 },
      { type: 'way', id: 1, tags: { building: 'yes' }, geometry: ring },
      { type: 'way', id: 6, tags: school },
      { type: 'count', id: 0, tags: { total: '7' } },
    ),
  );
  const by = new Map(extract.features.map((f) => [f.source_id, f.geometry]));
  assert.equal(by.get('way/1')?.type, 'area');
  assert.deepEqual(by.get('way/2'), { type: 'point', at: [6, 5] });
  assert.equal(by.get('way/3')?.type, 'area');
  const road = by.get('way/4');
  assert.equal(road?.type === 'line' ? road.lines.length : 0, 2);
  assert.deepEqual(by.get('way/5'), {
    type: 'line',
    lines: [
      [
        [2, 1],
        [3, 2],
      ],
    ],
  });
  assert.equal(by.has('way/6'), false);
  assert.ok(extract.notes.some((n) => n.includes('no position')));
  assert.ok(extract.notes.some((n) => n.includes('more than once')));
});

test('rings of a multipolygon are joined in any order and direction', () => {
  const rings = joinRings([
    [
      [0, 0],
      [1, 0],
    ],
    [
      [0, 1],
      [0, 0],
    ],
    [
      [0, 1],
      [1, 1],
      [1, 0],
    ],
    [
      [5, 5],
      [6, 6],
    ],
  ]);
  assert.equal(rings.length, 1);
  assert.equal(rings[0]!.length, 5);
});

test('varints: large, negative and endless', () => {
  const of = (...b: number[]): WireReader => new WireReader(new Uint8Array(b));
  assert.equal(of(0xac, 0x02).varint(), 300);
  assert.equal(of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01).varint(), -1);
  assert.equal(of(0x80, 0x80, 0x80, 0x80, 0x10).varint(), 2 ** 32);
  assert.equal(of(0x03).zigzag(), -2);
  assert.throws(() => of(...Array(11).fill(0x80)).varint());
  assert.throws(() => of(0x80).varint());
});
