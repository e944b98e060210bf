import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { zipSync } from 'fflate';
import proj4 from 'proj4';
import { readHgt, readGeoTiffDem } from './dem.ts';
import { crsOf, mskCrs, toWgs84 } from './crs.ts';
import { importSurveyAreas } from './import-areas.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const RING = [
  [39.5, 45.3],
  [39.51, 45.3],
  [39.51, 45.31],
  [39.5, 45.31],
  [39.5, 45.3],
];
const HOLE = [
  [39.503, 45.303],
  [39.505, 45.303],
  [39.505, 45.305],
  [39.503, 45.303],
];
const polygon = (rings: number[][][]): string => JSON.stringify({ type: 'Polygon', coordinates: rings });
const errorOf = (b: Uint8Array, name: string, more = {}): string => {
  const r = importSurveyAreas(b, { name, ...more });
  assert.ok(!r.ok);
  return r.error.type === 'format' ? r.error.error.type : r.error.type;
};

test('GeoJSON: polygon with a hole, features, multi-polygons; lines are left out and said so', () => {
  const doc = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Поле' },
        geometry: { type: 'Polygon', coordinates: [RING, HOLE] },
      },
      { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [[RING], [RING]] } },
      { type: 'Feature', properties: null, geometry: { type: 'LineString', coordinates: RING } },
    ],
  };
  const r = importSurveyAreas(bytes(JSON.stringify(doc)), { name: 'a.geojson' });
  assert.ok(r.ok);
  assert.deepEqual(
    r.value.areas.map((a) => [a.name, a.rings.length]),
    [
      ['Поле', 2],
      ['area 2 (1)', 1],
      ['area 2 (2)', 1],
    ],
  );
  assert.equal(r.value.notes.length, 1);
});

test('bad areas are refused by name: crossing, flat, exchanged axes, beyond the pole, none, cut off', () => {
  assert.equal(
    errorOf(bytes(polygon([[RING[0]!, RING[2]!, RING[1]!, RING[3]!, RING[0]!]])), 'a.json'),
    'ring_crosses',
  );
  assert.equal(
    errorOf(bytes(polygon([[RING[0]!, [39.505, 45.305], RING[2]!, RING[0]!]])), 'a.json'),
    'ring_flat',
  );
  const swapped = RING.map(([x, y]) => [y!, x!]);
  assert.equal(
    errorOf(bytes(polygon([swapped])), 'a.json', { near: { lon_deg: 39.5, lat_deg: 45.3 } }),
    'axes_swapped',
  );
  const far = RING.map(([x, y]) => [y!, x! + 100]);
  assert.equal(errorOf(bytes(polygon([far])), 'a.json'), 'axes_swapped');
  assert.equal(errorOf(bytes('{"type":"Point","coordinates":[1,2]}'), 'a.json'), 'no_areas');
  assert.equal(errorOf(bytes(polygon([RING]).slice(0, 40)), 'a.json'), 'truncated');
  assert.equal(errorOf(bytes('x'), 'a.docx'), 'wrong_type');
  assert.equal(errorOf(new Uint8Array(0), 'a.json'), 'empty_input');
});

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>
<Placemark><name>A &amp; B</name><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>${RING.map((p) => `${p.join(',')},100`).join(' ')}</coordinates></LinearRing></outerBoundaryIs>
<innerBoundaryIs><LinearRing><coordinates>${HOLE.map((p) => p.join(',')).join('\n')}</coordinates></LinearRing></innerBoundaryIs></Polygon></MultiGeometry></Placemark></Folder></Document></kml>`;

test('KML and KMZ: nested polygons with holes; broken XML and entities are refused', () => {
  for (const [name, body] of [
    ['a.kml', bytes(KML)],
    ['a.kmz', zipSync({ 'doc.kml': bytes(KML) })],
  ] as const) {
    const r = importSurveyAreas(body, { name });
    assert.ok(r.ok);
    assert.equal(r.value.areas[0]!.name, 'A & B');
    assert.deepEqual(r.value.areas[0]!.rings[1], HOLE);
  }
  assert.equal(errorOf(bytes(KML.slice(0, 300)), 'a.kml'), 'invalid_data');
  assert.equal(errorOf(bytes(`<!DOCTYPE x [<!ENTITY a "b">]>${KML}`), 'a.kml'), 'invalid_data');
  assert.equal(errorOf(zipSync({ 'doc.kml': bytes(KML) }).slice(0, 60), 'a.kmz'), 'truncated');
});

/** A .shp of polygons, clockwise outer rings, as the ESRI paper of 1998 describes it. */
function shp(rings: number[][][]): Uint8Array {
  const points = rings.flat();
  const content = 44 + 4 * rings.length + 16 * points.length;
  const out = new Uint8Array(100 + 8 + content);
  const v = new DataView(out.buffer);
  v.setInt32(0, 9994);
  v.setInt32(24, out.length / 2);
  v.setInt32(28, 1000, true);
  v.setInt32(32, 5, true);
  v.setInt32(100, 1);
  v.setInt32(104, content / 2);
  v.setInt32(108, 5, true);
  v.setInt32(108 + 36, rings.length, true);
  v.setInt32(108 + 40, points.length, true);
  let start = 0;
  rings.forEach((r, i) => {
    v.setInt32(108 + 44 + 4 * i, start, true);
    start += r.length;
  });
  points.forEach((p, i) => {
    v.setFloat64(108 + 44 + 4 * rings.length + 16 * i, p[0]!, true);
    v.setFloat64(108 + 52 + 4 * rings.length + 16 * i, p[1]!, true);
  });
  return out;
}

test('Shapefile in UTM with a hole comes back in degrees; without a datum it is refused', () => {
  const utm = proj4('EPSG:4326', '+proj=utm +zone=37 +datum=WGS84 +units=m');
  const project = (ring: number[][]): number[][] => ring.map((p) => utm.forward([p[0]!, p[1]!]));
  const body = shp([project([...RING].reverse()), project(HOLE)]);
  const prj =
    'PROJCS["WGS_1984_UTM_Zone_37N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Central_Meridian",39.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const r = importSurveyAreas(zipSync({ 'f.shp': body, 'f.prj': bytes(prj) }), { name: 'f.zip' });
  assert.ok(r.ok);
  const [outer, hole] = r.value.areas[0]!.rings;
  assert.equal(hole!.length, 4);
  for (const p of outer!) assert.ok(RING.some((q) => Math.hypot(q[0]! - p[0], q[1]! - p[1]) < 1e-9));
  assert.equal(errorOf(zipSync({ 'f.shp': body }), 'f.zip'), 'datum_missing');
  assert.ok(importSurveyAreas(body, { name: 'f.shp', crs: 'EPSG:32637' }).ok);
  assert.equal(
    errorOf(zipSync({ 'f.shp': body, 'f.prj': bytes(prj.replace('D_WGS_1984', 'D_Tokyo')) }), 'f.zip'),
    'datum_unknown',
  );
  assert.equal(errorOf(body.slice(0, 160), 'f.shp', { crs: 'EPSG:32637' }), 'truncated');
});

test('CSV and DXF ask for their coordinate system; decimal commas and layers are read', () => {
  const csv = `участок;долгота;широта\n${RING.slice(0, 4)
    .map((p) => `П1;${String(p[0]).replace('.', ',')};${String(p[1]).replace('.', ',')}`)
    .join('\n')}\n`;
  const r = importSurveyAreas(bytes(csv), { name: 'a.csv', crs: 'EPSG:4326' });
  assert.ok(r.ok);
  assert.deepEqual(r.value.areas, [{ name: 'П1', rings: [RING] }]);
  assert.equal(errorOf(bytes(csv), 'a.csv'), 'datum_missing');
  assert.equal(errorOf(bytes('lon,lat\n1,x\n'), 'a.csv', { crs: 'WGS84' }), 'invalid_data');
  const utm = proj4('EPSG:4326', '+proj=utm +zone=37 +datum=WGS84 +units=m');
  const vertices = RING.slice(0, 4)
    .map((p) => utm.forward([p[0]!, p[1]!]))
    .map(([x, y]) => `10\n${x}\n20\n${y}\n`)
    .join('');
  const dxf = `0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nAREA\n90\n4\n70\n1\n${vertices}0\nENDSEC\n0\nEOF\n`;
  const d = importSurveyAreas(bytes(dxf), { name: 'a.dxf', crs: 'EPSG:32637' });
  assert.ok(d.ok, JSON.stringify(d));
  assert.equal(d.value.areas[0]!.name, 'AREA');
  assert.ok(Math.abs(d.value.areas[0]!.rings[0]![0]![0] - 39.5) < 1e-7);
  assert.equal(errorOf(bytes(dxf), 'a.dxf'), 'datum_missing');
});

test('QGroundControl plans keep latitude first', () => {
  const plan = {
    fileType: 'Plan',
    mission: {
      items: [
        { type: 'ComplexItem', complexItemType: 'survey', polygon: RING.slice(0, 4).map(([x, y]) => [y, x]) },
      ],
    },
    geoFence: { polygons: [] },
  };
  const r = importSurveyAreas(bytes(JSON.stringify(plan)), { name: 'a.plan' });
  assert.ok(r.ok);
  assert.deepEqual(r.value.areas[0]!.rings[0], RING);
});

test('Pulkovo 1942 is not taken for WGS 84: it lies about 100 m off; MSK goes through its own parameters', () => {
  const pulkovo = crsOf('EPSG:4284');
  assert.ok(pulkovo.ok);
  const [lon, lat] = toWgs84(pulkovo.value)(37.6, 55.75);
  const off = Math.hypot((lon - 37.6) * 62_700, (lat - 55.75) * 111_300);
  assert.ok(off > 80 && off < 160, `${off} m`);
  const msk = mskCrs({
    name: 'MSK',
    central_meridian_deg: 38,
    false_easting_m: 2_000_000,
    false_northing_m: -5_700_000,
  });
  const forward = proj4('EPSG:4326', msk.definition).forward([37.6, 55.75]);
  const back = toWgs84(msk)(forward[0]!, forward[1]!);
  assert.ok(Math.hypot(back[0] - 37.6, back[1] - 55.75) < 1e-8);
  for (const bad of ['EPSG:9999', '+proj=tmerc +lon_0=38', 'MSK-50']) assert.ok(!crsOf(bad).ok, bad);
});

test('an .hgt tile: rows from the north, voids as null, cut to a window', () => {
  const tile = new Uint8Array(2 * 1201 * 1201);
  const v = new DataView(tile.buffer);
  const put = (column: number, rowFromSouth: number, h: number): void =>
    v.setInt16(2 * ((1200 - rowFromSouth) * 1201 + column), h);
  put(10, 20, 345);
  put(11, 20, -32768);
  const window = {
    west_deg: 39 + 10 / 1200,
    south_deg: 45 + 20 / 1200,
    east_deg: 39 + 12 / 1200,
    north_deg: 45 + 22 / 1200,
  };
  const r = readHgt(tile, 'N45E039.hgt', window);
  assert.ok(r.ok);
  assert.equal(r.value.grid.amsl_m[0], 345);
  assert.equal(r.value.grid.amsl_m[1], null);
  assert.ok(Math.abs(r.value.grid.west_deg - (39 + 10 / 1200)) < 1e-12);
  assert.ok(!readHgt(tile, 'tile.hgt', null).ok);
  assert.ok(!readHgt(tile.slice(2), 'N45E039.hgt', null).ok);
});

test('a GeoTIFF that is none is an error, not an exception', async () => {
  assert.ok(!(await readGeoTiffDem(bytes('II*\0 not a tiff'), 'EGM96', null)).ok);
});

test('the shared areas are read', (t) => {
  const file = '../shared/data/survey_areas/f2c_test_parcel.geojson';
  if (!existsSync(file)) {
    t.skip(`${file} is not here`);
    return;
  }
  const r = importSurveyAreas(readFileSync(file), { name: file });
  // Its positions may be metres: then it must say so, and not fly somewhere else.
  if (r.ok) assert.ok(r.value.areas.length > 0);
  else
    assert.ok(
      ['axes_swapped', 'datum_unknown', 'datum_missing', 'no_areas'].includes(r.error.type),
      JSON.stringify(r.error),
    );
});
