import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Zone } from '#world';
import { type UasZones, readUasZones } from './read-uas-zones.ts';

const REAL = new URL('../../../../shared/data/real/zones/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of zone files is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function read(bytes: Uint8Array): UasZones {
  const r = readUasZones(bytes);
  assert.ok(r.ok, r.ok ? '' : `${r.error.message} (${r.error.place})`);
  for (const z of r.value.zones) assert.ok(Zone.safeParse(z).success, JSON.stringify(z));
  assert.equal(new Set(r.value.zones.map((z) => z.id)).size, r.value.zones.length);
  return r.value;
}

function refusal(value: unknown): string {
  const r = readUasZones(value instanceof Uint8Array ? value : utf8(value));
  assert.ok(!r.ok, 'was accepted');
  return `${r.error.type} ${r.error.place}: ${r.error.message}`;
}

const circle = (more: object = {}): object => ({
  uomDimensions: 'FT',
  lowerLimit: '0',
  lowerVerticalReference: 'AGL',
  upperLimit: 1000,
  upperVerticalReference: 'AMSL',
  horizontalProjection: { type: 'Circle', center: [7, 46], radius: 1000 },
  ...more,
});
const zone = (more: object = {}): object => ({
  features: [
    {
      identifier: 'Z 1',
      name: 'Zone',
      restriction: 'PROHIBITED',
      applicability: [{ permanent: 'YES' }],
      geometry: [circle()],
      ...more,
    },
  ],
});

test('ED-269: six Swiss zones with circles and polygons, and the other wrapper', { skip }, () => {
  const { zones, notes } = read(bytesOf('ed269_interuss_che1.json'));
  const by = (id: string): Zone[] => zones.filter((z) => z.id.startsWith(id));
  const concert = by('uasz_Montreux_Concert_Area')[0]!;
  assert.equal(concert.kind, 'temporary_no_fly');
  assert.deepEqual(concert.window, { start: '2022-06-15T09:00:00Z', end: '2023-06-15T09:00:00Z' });
  assert.deepEqual(concert.ceiling, { value_m: 6259, reference: 'AMSL' });
  assert.equal(by('uasz_Flugplatz_Reichenbach').length, 3);
  assert.equal(by('uasz_Lausanne_Airport')[0]!.kind, 'no_fly');
  const park = by('uasz_Gantrisch_Nature_Park');
  assert.deepEqual(
    park.map((z) => z.kind),
    ['advisory', 'restricted'],
  );
  assert.ok(Math.abs(park[0]!.ceiling!.value_m - 76.2) < 1e-9);
  assert.ok(notes[0]!.includes('all the time'));
  const list = read(bytesOf('ed269_interuss_uaszonelist.json'));
  assert.equal(list.zones[0]!.kind, 'restricted');
  assert.equal(list.zones[0]!.ceiling, null);
  assert.equal(list.snapshot, '2022-11-30T14:50:33Z');
});

test('ED-318: layers, circle by extent, names in languages; the invalid example is refused', { skip }, () => {
  assert.equal(read(bytesOf('ed318_Example_GeoZone_2_Layers.json')).zones.length, 2);
  const c = read(bytesOf('ed318_Example_GeoZone_Circle.json')).zones[0]!;
  assert.deepEqual(c.outline, { type: 'circle', center: [2.636866, 50.122901], radius_m: 3500 });
  assert.deepEqual(c.floor, { value_m: 50, reference: 'AGL' });
  assert.equal(read(bytesOf('ed318_Example_Collection.json')).zones.length, 3);
  read(bytesOf('ed318_Example_GeoZone_with_extension.json'));
  assert.match(refusal(bytesOf('ed318_InvalidExample_GeoZone_2_Layers.json')), /metadata\.validFrom/);
});

test('feet are feet, radius included; numbers may be text; periods are joined', () => {
  const z = read(utf8(zone())).zones[0]!;
  assert.ok(z.outline.type === 'circle' && Math.abs(z.outline.radius_m - 304.8) < 1e-9);
  assert.ok(Math.abs(z.ceiling!.value_m - 304.8) < 1e-9);
  assert.deepEqual(z.floor, { value_m: 0, reference: 'AGL' });
  const periods = [
    { permanent: 'NO', startDateTime: '2026-02-01T00:00:00Z', endDateTime: '2026-02-02T00:00:00+02:00' },
    { permanent: 'NO', startDateTime: '2026-01-01T00:00:00Z', endDateTime: '2026-01-02T00:00:00Z' },
  ];
  assert.deepEqual(read(utf8(zone({ applicability: periods }))).zones[0]!.window, {
    start: '2026-01-01T00:00:00Z',
    end: '2026-02-01T22:00:00Z',
  });
});

test('what cannot be kept is refused with its place', () => {
  assert.match(refusal(zone({ restriction: 'MAYBE' })), /restriction/);
  assert.match(refusal(zone({ identifier: '' })), /identifier/);
  assert.match(refusal(zone({ geometry: [circle({ uomDimensions: undefined })] })), /uomDimensions/);
  assert.match(refusal(zone({ geometry: [circle({ upperVerticalReference: 'FL' })] })), /AGL, AMSL or WGS84/);
  assert.match(
    refusal(zone({ geometry: [circle({ upperLimit: -5, upperVerticalReference: 'AGL' })] })),
    /below the upper/,
  );
  assert.match(
    refusal(
      zone({ geometry: [circle({ horizontalProjection: { type: 'Circle', center: [7, 46], radius: 0 } })] }),
    ),
    /radius/,
  );
  assert.match(refusal(zone({ applicability: [{ startDateTime: '2026-01-01' }] })), /startDateTime/);
  assert.match(refusal({ features: [] }), /no zone/);
  assert.match(refusal({ a: 1 }), /UASZoneList/);
});
