import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CeilingCell } from '#world';
import { type UasfmCells, readUasfm } from './read-uasfm.ts';

const REAL = new URL('../../../../shared/data/real/uasfm/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of facility-map cells is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const SQUARE = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];
const cell = (fields: object): object => ({
  features: [{ attributes: { UNIT: 'Feet', ...fields }, geometry: { rings: [SQUARE] } }],
});

function read(value: unknown): UasfmCells {
  const r = readUasfm(utf8(value));
  assert.ok(r.ok, r.ok ? '' : r.error.message);
  for (const c of r.value.cells) assert.ok(CeilingCell.safeParse(c).success, JSON.stringify(c));
  return r.value;
}

function refusal(value: unknown): string {
  const r = readUasfm(utf8(value));
  assert.ok(!r.ok, 'was accepted');
  return `${r.error.type} ${r.error.place}: ${r.error.message}`;
}

test('the one real cell reads: 400 ft are 121.92 m', { skip }, () => {
  const r = readUasfm(bytesOf('uasfm_arcgis_one_cell_KNFL.json'));
  assert.ok(r.ok);
  assert.equal(r.value.cells.length, 1);
  assert.equal(r.value.cells[0]!.ceiling_agl_m, 121.92);
  assert.equal(r.value.cells[0]!.source, 'uasfm KNFL class D');
});

test('a page of several is refused, or taken with a note when the gap is accepted', { skip }, () => {
  const bytes = bytesOf('STANDIN_uasfm_cells_not_faa.geojson');
  const refused = readUasfm(bytes);
  assert.ok(!refused.ok && /one page of several/.test(refused.error.message));
  const r = readUasfm(bytes, { accept_incomplete: true });
  assert.ok(r.ok);
  assert.equal(r.value.is_complete, false);
  assert.equal(r.value.cells.length, 10);
  assert.deepEqual(
    r.value.cells.map((c) => c.ceiling_agl_m),
    [121.92, 91.44, 60.96, 30.48, 0, 0, 121.92, 15.24, 121.92, null],
  );
  assert.ok(r.value.cells.every((c) => c.source.startsWith('standin_uasfm')));
  assert.equal(r.value.snapshot, '2024-01-12');
});

test('both spellings of the id, no ceiling, LAANC 0, the limit flag at the top', () => {
  assert.equal(read(cell({ CEILING: 50, GLOBALID: '{AB-1}' })).cells[0]!.id, 'uasfm_AB-1');
  assert.equal(read(cell({ CEILING: 50, GLOBAL_ID: 'AB-2' })).cells[0]!.id, 'uasfm_AB-2');
  assert.equal(read(cell({ CEILING: null })).cells[0]!.ceiling_agl_m, null);
  assert.ok(read(cell({ CEILING: 100, APT1_LAANC: 0 })).notes.some((n) => n.includes('LAANC')));
  assert.match(refusal({ ...cell({ CEILING: 50 }), exceededTransferLimit: true }), /one page of several/);
});

test('errors in an answer with status 200, units, numbers and places that cannot be', () => {
  assert.match(refusal({ error: { code: 429, message: 'Too many requests' } }), /service_error.*429/);
  assert.match(refusal(cell({ CEILING: 100, UNIT: 'Meters' })), /UNIT/);
  assert.match(refusal(cell({ CEILING: 100, UNIT: undefined })), /UNIT/);
  assert.match(refusal(cell({ CEILING: -50 })), /features\[0\]\.CEILING/);
  assert.match(refusal(cell({ CEILING: 'high' })), /CEILING/);
  assert.match(refusal(cell({})), /outFields/);
  assert.match(refusal({ features: [] }), /no cell/);
  assert.match(refusal({ spatialReference: { wkid: 102100 }, features: [] }), /outSR=4326/);
  assert.match(refusal({ features: [{ attributes: { CEILING: 0, UNIT: 'Feet' } }] }), /geometry/);
  const far = {
    features: [
      { attributes: { CEILING: 0, UNIT: 'Feet' }, geometry: { rings: [SQUARE.map(() => [-8e6, 4e6])] } },
    ],
  };
  assert.match(refusal(far), /outSR=4326/);
  const open = {
    features: [{ attributes: { CEILING: 0, UNIT: 'Feet' }, geometry: { rings: [SQUARE.slice(0, 4)] } }],
  };
  assert.match(refusal(open), /end where it starts/);
  assert.match(refusal([1, 2]), /feature service/);
});
