import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { unzipSync, zlibSync } from 'fflate';
import { readGeoTiffDem, readHgt } from './dem.ts';

/** A directory entry of a TIFF: tag, type (2 text, 3 short, 4 long, 12 double) and values. */
type Tag = readonly [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[] | string];

const SIZES = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

/** A little-endian TIFF of one image, by the TIFF 6.0 book: header, data blocks, values too long for an entry, entries. */
function tiff(blocks: readonly Uint8Array[], tags: readonly Tag[], tiled: boolean): Uint8Array {
  const offsets: number[] = [];
  let at = 8;
  for (const block of blocks) {
    offsets.push(at);
    at += block.length + (block.length % 2);
  }
  const lengths = blocks.map((b) => b.length);
  const where: Tag[] = tiled
    ? [
        [324, 4, offsets],
        [325, 4, lengths],
      ]
    : [
        [273, 4, offsets],
        [279, 4, lengths],
      ];
  const all = [...tags, ...where].sort((a, b) => a[0] - b[0]);
  const out = new Uint8Array(at + 20_000);
  const view = new DataView(out.buffer);
  out.set([0x49, 0x49, 42, 0]);
  blocks.forEach((block, i) => out.set(block, offsets[i]));
  const put = (to: number, type: Tag[1], values: readonly number[]): void =>
    values.forEach((v, i) => {
      if (type === 2) view.setUint8(to + i, v);
      else if (type === 3) view.setUint16(to + 2 * i, v, true);
      else if (type === 4) view.setUint32(to + 4 * i, v, true);
      else view.setFloat64(to + 8 * i, v, true);
    });
  const entries = all.map(([tag, type, given]) => {
    const values = typeof given === 'string' ? [...new TextEncoder().encode(`${given}\0`)] : given;
    const size = values.length * SIZES[type];
    const far = size > 4 ? at : null;
    if (far !== null) {
      put(far, type, values);
      at += size + (size % 2);
    }
    return { tag, type, values, far };
  });
  view.setUint32(4, at, true);
  view.setUint16(at, entries.length, true);
  entries.forEach((e, i) => {
    const to = at + 2 + 12 * i;
    view.setUint16(to, e.tag, true);
    view.setUint16(to + 2, e.type, true);
    view.setUint32(to + 4, e.values.length, true);
    if (e.far === null) put(to + 8, e.type, e.values);
    else view.setUint32(to + 8, e.far, true);
  });
  return out.slice(0, at + 2 + 12 * entries.length + 4);
}

const COLUMNS = 20;
const ROWS = 18;
/** Height of the post in a column and a row counted from the north; one void. */
const height = (c: number, r: number): number => (c === 3 && r === 4 ? -9999 : 100 + 10 * c + r);

type Shape = {
  readonly point?: boolean;
  readonly utm?: boolean;
  readonly unsaid?: boolean;
  readonly southUp?: boolean;
  readonly tiled?: boolean;
  readonly deflate?: boolean;
  readonly floats?: boolean;
};

/** Heights of 0.001 degree posts whose north-west corner (or post) is 39 E, 45 N. */
function dem(shape: Shape): Uint8Array {
  const bytesPer = shape.floats === true ? 4 : 2;
  const block = (c0: number, r0: number, columns: number, rows: number): Uint8Array => {
    const raw = new DataView(new ArrayBuffer(columns * rows * bytesPer));
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const inside = c0 + c < COLUMNS && r0 + r < ROWS;
        const h = inside ? height(c0 + c, r0 + r) : 0;
        if (shape.floats === true) raw.setFloat32(4 * (r * columns + c), h, true);
        else raw.setInt16(2 * (r * columns + c), h, true);
      }
    const plain = new Uint8Array(raw.buffer);
    return shape.deflate === true ? zlibSync(plain) : plain;
  };
  const tiled = shape.tiled === true;
  const blocks = tiled
    ? [block(0, 0, 16, 16), block(16, 0, 16, 16), block(0, 16, 16, 16), block(16, 16, 16, 16)]
    : [block(0, 0, COLUMNS, ROWS)];
  const model = shape.utm === true ? 1 : 2;
  const system = shape.utm === true ? [3072, 0, 1, 32637] : [2048, 0, 1, 4326];
  const keys = [
    1,
    1,
    0,
    shape.unsaid === true ? 2 : 3,
    1024,
    0,
    1,
    model,
    1025,
    0,
    1,
    shape.point === true ? 2 : 1,
  ];
  const step = shape.utm === true ? 30 : 0.001;
  const origin = shape.utm === true ? [500_000, 5_000_000] : [39, 45];
  const place: Tag[] =
    shape.southUp === true
      ? [[34264, 12, [step, 0, 0, 39, 0, step, 0, 44, 0, 0, 0, 0, 0, 0, 0, 1]]]
      : [
          [33550, 12, [step, step, 0]],
          [33922, 12, [0, 0, 0, ...origin, 0]],
        ];
  return tiff(
    blocks,
    [
      [256, 4, [COLUMNS]],
      [257, 4, [ROWS]],
      [258, 3, [8 * bytesPer]],
      [259, 3, [shape.deflate === true ? 8 : 1]],
      [262, 3, [1]],
      [277, 3, [1]],
      ...(tiled
        ? ([
            [322, 4, [16]],
            [323, 4, [16]],
          ] as Tag[])
        : ([[278, 4, [ROWS]]] as Tag[])),
      [339, 3, [shape.floats === true ? 3 : 2]],
      ...place,
      [34735, 3, shape.unsaid === true ? keys : [...keys, ...system]],
      [42113, 2, '-9999'],
    ],
    tiled,
  );
}

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} against ${b}`);

test('GeoTIFF in degrees: rows turned to the south, nodata as null, strips or tiles, plain or deflated, whole or float', async () => {
  for (const tiled of [false, true])
    for (const deflate of [false, true])
      for (const floats of [false, true]) {
        const read = await readGeoTiffDem(dem({ tiled, deflate, floats }), 'EGM2008', null);
        assert.ok(read.ok, JSON.stringify(read));
        const { grid, vertical_datum } = read.value;
        assert.equal(vertical_datum, 'EGM2008');
        assert.deepEqual([grid.columns, grid.rows], [COLUMNS, ROWS]);
        for (let r = 0; r < ROWS; r++)
          for (let c = 0; c < COLUMNS; c++) {
            const h = height(c, r);
            assert.equal(grid.amsl_m[(ROWS - 1 - r) * COLUMNS + c], h === -9999 ? null : h);
          }
      }
});

test('GeoTIFF: pixel-is-area posts lie in the middle of pixels, pixel-is-point posts on the corner', async () => {
  const [area, point] = await Promise.all(
    [false, true].map((p) => readGeoTiffDem(dem({ point: p }), 'EGM96', null)),
  );
  assert.ok(area!.ok && point!.ok);
  near(area!.value.grid.west_deg, 39.0005);
  near(area!.value.grid.south_deg, 45 - 0.0175);
  near(point!.value.grid.west_deg, 39);
  near(point!.value.grid.south_deg, 45 - 0.017);
});

test('GeoTIFF: a window takes the posts around it; one beside the model is refused', async () => {
  const window = { west_deg: 39.0051, south_deg: 44.9902, east_deg: 39.0074, north_deg: 44.9931 };
  const read = await readGeoTiffDem(dem({ point: true }), 'EGM96', window);
  assert.ok(read.ok);
  const { grid } = read.value;
  near(grid.west_deg, 39.005);
  near(grid.south_deg, 44.99);
  assert.deepEqual([grid.columns, grid.rows], [4, 5]);
  assert.equal(grid.amsl_m[0], height(5, 10));
  const away = { west_deg: 50, south_deg: 44.99, east_deg: 50.01, north_deg: 45 };
  assert.ok(!(await readGeoTiffDem(dem({}), 'EGM96', away)).ok);
});

test('GeoTIFF: UTM, an unsaid system and rows from the south are refused, never guessed', async () => {
  for (const [shape, says] of [
    [{ utm: true }, /projected/],
    [{ unsaid: true }, /EPSG:4326/],
    [{ southUp: true }, /not north up/],
  ] as const) {
    const read = await readGeoTiffDem(dem(shape), 'EGM96', null);
    assert.ok(!read.ok);
    assert.match(read.error.message, says);
  }
});

test('.hgt: both resolutions, south and west in the name, voids', () => {
  for (const side of [1201, 3601])
    for (const [name, west, south] of [
      ['N43E007.hgt', 7, 43],
      ['S34W059.hgt', -59, -34],
      ['s01e036.HGT', 36, -1],
    ] as const) {
      const tile = new Uint8Array(2 * side * side);
      const view = new DataView(tile.buffer);
      view.setInt16(2 * (side - 1) * side, 7);
      view.setInt16(2 * ((side - 1) * side + 1), -32768);
      view.setInt16(2 * ((side - 2) * side), -12);
      const step = 1 / (side - 1);
      const corner = { west_deg: west, south_deg: south, east_deg: west + step, north_deg: south + step };
      const read = readHgt(tile, name, corner);
      assert.ok(read.ok);
      const { grid } = read.value;
      assert.deepEqual([grid.west_deg, grid.south_deg, grid.columns, grid.rows], [west, south, 2, 2]);
      assert.deepEqual(grid.amsl_m, [7, null, -12, 0]);
    }
});

test('real terrain: the crop as GeoTIFF, as text and in the tile it was cut from say the same', async (t) => {
  const folder = '../shared/data/real/dem';
  if (!existsSync(`${folder}/monaco_srtm3_crop.tif`)) {
    t.skip('the shared terrain is not here');
    return;
  }
  const read = await readGeoTiffDem(readFileSync(`${folder}/monaco_srtm3_crop.tif`), 'EGM96', null);
  assert.ok(read.ok, JSON.stringify(read));
  const { grid } = read.value;
  const lines = readFileSync(`${folder}/monaco_srtm3_crop.asc`, 'utf8').trim().split('\n');
  const rows = lines.slice(6).map((l) => l.trim().split(/\s+/).map(Number));
  assert.deepEqual([grid.columns, grid.rows], [193, 145]);
  assert.equal(grid.amsl_m.filter((h) => h === null).length, 31);
  rows.forEach((row, r) =>
    row.forEach((h, c) =>
      assert.equal(grid.amsl_m[(grid.rows - 1 - r) * grid.columns + c], h === -32768 ? null : h),
    ),
  );
  const tile = Object.values(unzipSync(readFileSync(`${folder}/N43E007.hgt.zip`)))[0]!;
  const whole = readHgt(tile, 'N43E007.hgt', null);
  assert.ok(whole.ok);
  assert.equal(whole.value.grid.amsl_m.filter((h) => h === null).length, 1595);
  const [c0, r0] = [grid.west_deg - 7, grid.south_deg - 43].map((d) => Math.round(d * 1200));
  for (let r = 0; r < grid.rows; r++)
    for (let c = 0; c < grid.columns; c++)
      assert.equal(grid.amsl_m[r * grid.columns + c], whole.value.grid.amsl_m[(r0! + r) * 1201 + c0! + c]);
});
