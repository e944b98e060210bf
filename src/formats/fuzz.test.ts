import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { readMetar } from './metar/index.ts';
import { readOpenMeteo } from './open-meteo/index.ts';
import { readOsm } from './osm/index.ts';
import { readOverture } from './overture/index.ts';
import { readUasZones } from './uas-zones/index.ts';
import { readUasfm } from './uasfm/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];

/** A small good document of each JSON format, and its reader. */
const DOCUMENTS: readonly [name: string, document: unknown, read: (b: Uint8Array) => unknown][] = [
  [
    'overpass',
    {
      elements: [
        { type: 'node', id: 1, lat: 1, lon: 2, tags: { amenity: 'school', name: 'S' } },
        {
          type: 'way',
          id: 2,
          nodes: [1],
          geometry: [{ lat: 1, lon: 1 }, null],
          bounds: { minlat: 0, minlon: 0, maxlat: 1, maxlon: 1 },
          tags: { building: 'yes' },
        },
        {
          type: 'relation',
          id: 3,
          members: [{ type: 'way', ref: 2, role: 'outer', geometry: null }],
          tags: { building: 'yes' },
        },
      ],
    },
    readOsm,
  ],
  [
    'awc',
    [
      {
        icaoId: 'KBWI',
        obsTime: 1784598840,
        wdir: 10,
        wspd: 5,
        wgst: 9,
        visib: '10+',
        temp: 3,
        lat: 1,
        lon: 2,
        elev: 3,
        wxString: '-RA',
        rawOb: 'KBWI 211054Z 01005KT',
      },
    ],
    readMetar,
  ],
  [
    'uasfm',
    {
      features: [{ attributes: { CEILING: 100, UNIT: 'Feet', GLOBALID: 'x' }, geometry: { rings: [RING] } }],
    },
    readUasfm,
  ],
  [
    'ed269',
    {
      features: [
        {
          identifier: 'Z',
          name: 'Z',
          restriction: 'PROHIBITED',
          applicability: [
            { permanent: 'NO', startDateTime: '2026-01-01T00:00:00Z', schedule: [{ startTime: '1' }] },
          ],
          geometry: [
            {
              uomDimensions: 'M',
              lowerLimit: 0,
              lowerVerticalReference: 'AGL',
              upperLimit: 9,
              upperVerticalReference: 'AGL',
              horizontalProjection: { type: 'Polygon', coordinates: [RING] },
            },
          ],
        },
      ],
    },
    readUasZones,
  ],
  [
    'ed318',
    {
      metadata: { issued: '2026-01-01T00:00:00Z' },
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              {
                type: 'Polygon',
                coordinates: [RING],
                layer: { upper: 9, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' },
              },
            ],
          },
          properties: {
            identifier: 'Z',
            name: [{ text: 'Z', lang: 'en' }],
            type: 'PROHIBITED',
            reason: ['OTHER'],
          },
        },
      ],
    },
    readUasZones,
  ],
  [
    'open-meteo',
    {
      latitude: 1,
      longitude: 2,
      utc_offset_seconds: 0,
      hourly_units: { wind_speed_10m: 'm/s' },
      hourly: { time: ['2026-01-01T00:00'], wind_speed_10m: [1] },
    },
    readOpenMeteo,
  ],
  [
    'overture',
    {
      type: 'FeatureCollection',
      features: [
        {
          id: 'a',
          geometry: { type: 'Polygon', coordinates: [RING] },
          properties: {
            sources: [{ dataset: 'OpenStreetMap', record_id: 'w1@2', update_time: '2026' }],
            names: { primary: 'A', common: [['ru', 'Б']] },
            height: 3,
          },
        },
      ],
    },
    readOverture,
  ],
];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([k, v]) => pathsOf(v, [...at, k]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((v, i) => (String(i) === String(key) ? replaced(v, rest, by) : v));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    -1,
    1e300,
    1e-300,
    '',
    'NaN',
    '\u0000',
    [],
    {},
    [[]],
    [null],
    true,
    '__proto__',
    91,
    181,
  ),
);

for (const [name, document, read] of DOCUMENTS) {
  test(`${name}: a good document reads, and one with any member replaced is read or refused in one line`, async () => {
    const good = (await read(utf8(JSON.stringify(document)))) as { ok: boolean };
    assert.ok(good.ok, name);
    const paths = pathsOf(document);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), odd, async (path, by) => {
        const text = JSON.stringify(replaced(document, path, by));
        const r = (await read(utf8(text))) as { ok: true } | { ok: false; error: { message: string } };
        if (!r.ok)
          assert.ok(r.error.message.length > 10 && !/[\n\u0000]/.test(r.error.message), r.error.message);
      }),
      { seed: 11, numRuns: 600 },
    );
  });
}

test('any bytes in a PBF block are read or refused', () => {
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
  // Field headers of string table, groups, dense nodes, ways and relations, so that the walk goes deep.
  const piece = fc.oneof(
    fc.constantFrom(
      [0x0a, 4, 0x0a, 2, 0x61, 0x62],
      [0x12, 6],
      [0x12, 4],
      [0x0a, 2],
      [0x1a, 2],
      [0x22, 3],
      [0x42, 1],
      [0x4a, 1],
      [0x52, 2],
    ),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const r = readOsm(new Uint8Array([...header, ...blob('OSMData', new Uint8Array(pieces.flat()))]));
      assert.ok(!r.ok && r.error.message.length > 10);
    }),
    { seed: 5, numRuns: 3000 },
  );
});

test('raw METAR of any words is read or refused', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'KBWI',
      '010000Z',
      'AUTO',
      'VRB05KT',
      '36010G20KT',
      '9999',
      '10SM',
      '1/2SM',
      '////',
      'M05/M10',
      '-RA',
      'RMK',
      'A2992',
      'TEMPO',
      '1',
      'P6SM',
      '350V050',
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      const r = readMetar(utf8(`KBWI 010000Z ${words.join(' ')}`), '2026-01-01T01:00:00Z');
      if (r.ok) {
        for (const report of r.value.reports) {
          assert.ok(report.wind_mps === null || Number.isFinite(report.wind_mps));
          assert.ok(
            report.wind_from_deg === null || (report.wind_from_deg >= 0 && report.wind_from_deg < 360),
          );
        }
      } else assert.ok(r.error.message.length > 10);
    }),
    { seed: 3, numRuns: 1500 },
  );
});
