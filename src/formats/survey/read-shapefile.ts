import { type LonLat } from '#world';
import { type Result, err, ok } from '#base';
import { type Crs, crsOf, crsOfWkt, toWgs84 } from './crs.ts';
import { type ImportError, type ImportedArea, type ImportedAreas, badFormat } from './imported.ts';
import { unzipSmall } from './read-kml.ts';

/** The files of a shapefile, by extension. */
export type ShapefileParts = {
  readonly shp: Uint8Array;
  readonly dbf?: Uint8Array;
  readonly prj?: string;
  /** Code page named by the .cpg file. */
  readonly cpg?: string;
};

/** A zip with one shapefile in it. */
export function shapefileFromZip(bytes: Uint8Array): Result<ShapefileParts, ImportError> {
  const files = unzipSmall(bytes);
  if (files === null)
    return badFormat('truncated', 'the archive cannot be unpacked: it was cut off or damaged');
  const names = Object.keys(files).sort();
  const shp = names.filter((n) => n.toLowerCase().endsWith('.shp'));
  if (shp.length !== 1)
    return badFormat('incomplete_data', `the archive holds ${shp.length} .shp files, expected one`);
  const stem = shp[0]!.slice(0, -4).toLowerCase();
  const part = (ext: string): Uint8Array | undefined => {
    const name = names.find((n) => n.toLowerCase() === `${stem}.${ext}`);
    return name === undefined ? undefined : files[name];
  };
  const text = (b: Uint8Array | undefined): string | undefined =>
    b === undefined ? undefined : new TextDecoder().decode(b);
  const [dbf, prj, cpg] = [part('dbf'), text(part('prj')), text(part('cpg'))];
  return ok({
    shp: files[shp[0]!]!,
    ...(dbf === undefined ? {} : { dbf }),
    ...(prj === undefined ? {} : { prj }),
    ...(cpg === undefined ? {} : { cpg }),
  });
}

/**
 * Polygons of a shapefile (ESRI white paper of 1998; types 5, 15 and 25). Rings that run clockwise are outer ones, the
 * others are holes of the outer ring that holds them. Without a .prj the coordinate system has to be given.
 */
export function readShapefileAreas(
  parts: ShapefileParts,
  crs: string | null,
): Result<ImportedAreas, ImportError> {
  const system = systemOf(parts, crs);
  if (!system.ok) return system;
  const { shp } = parts;
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength);
  if (shp.length < 100 || view.getInt32(0) !== 9994) return badFormat('wrong_type', 'this is no .shp file');
  const shape = view.getInt32(32, true);
  if (![5, 15, 25].includes(shape))
    return badFormat('invalid_data', `the shapefile holds type ${shape}, expected polygons`);
  const names = dbfNames(parts);
  const convert = toWgs84(system.value);
  const areas: ImportedArea[] = [];
  for (let at = 100, record = 0; at + 8 <= shp.length; record++) {
    const length = view.getInt32(at + 4) * 2;
    if (at + 8 + length > shp.length)
      return badFormat('truncated', 'the .shp file ends inside a record', `record ${record + 1}`);
    const rings = recordRings(view, at + 8, length, convert);
    if (rings === null)
      return badFormat('invalid_data', 'a record is longer than it says', `record ${record + 1}`);
    const name = names[record] ?? `area ${record + 1}`;
    const polygons = grouped(rings);
    polygons.forEach((p, i) =>
      areas.push({ name: polygons.length > 1 ? `${name} (${i + 1})` : name, rings: p }),
    );
    at += 8 + length;
  }
  return ok({ format: 'shapefile', crs: system.value.name, areas, notes: [] });
}

function systemOf(parts: ShapefileParts, crs: string | null): Result<Crs, ImportError> {
  if (parts.prj !== undefined) return crsOfWkt(parts.prj);
  if (crs !== null) return crsOf(crs);
  return err({
    type: 'datum_missing',
    message: 'there is no .prj file beside the .shp: give its coordinate system, such as EPSG:32637',
  });
}

function recordRings(
  view: DataView,
  at: number,
  length: number,
  convert: (x: number, y: number) => LonLat,
): LonLat[][] | null {
  if (length < 4) return null;
  if (view.getInt32(at, true) === 0) return [];
  if (length < 44) return null;
  const ringCount = view.getInt32(at + 36, true);
  const pointCount = view.getInt32(at + 40, true);
  if (ringCount < 0 || pointCount < 0 || 44 + 4 * ringCount + 16 * pointCount > length) return null;
  const starts = Array.from({ length: ringCount }, (_, i) => view.getInt32(at + 44 + 4 * i, true));
  const base = at + 44 + 4 * ringCount;
  return starts.map((from, i) => {
    const to = starts[i + 1] ?? pointCount;
    return Array.from({ length: Math.max(0, to - from) }, (_, k) => {
      const p = base + 16 * (from + k);
      return convert(view.getFloat64(p, true), view.getFloat64(p + 8, true));
    });
  });
}

function doubledArea(ring: readonly LonLat[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[(i + 1) % ring.length]!];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum;
}

function contains(ring: readonly LonLat[], [x, y]: LonLat): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[(i + 1) % ring.length]!];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** Outer rings with their holes; a file whose rings all run the wrong way is read with the roles exchanged. */
function grouped(rings: readonly LonLat[][]): LonLat[][][] {
  const clockwise = rings.filter((r) => doubledArea(r) < 0);
  const outers = clockwise.length > 0 ? clockwise : rings.filter((r) => doubledArea(r) > 0);
  const holes = rings.filter((r) => !outers.includes(r) && doubledArea(r) !== 0);
  const out = outers.map((outer) => [outer]);
  for (const hole of holes) out.find(([outer]) => contains(outer!, hole[0]!))?.push(hole);
  return out;
}

/** Names of records: the first text column called like a name, else the first text column. */
function dbfNames(parts: ShapefileParts): (string | undefined)[] {
  const { dbf } = parts;
  if (dbf === undefined || dbf.length < 32) return [];
  const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength);
  const [count, head, size] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  // 0xC9 is the language byte for Windows 1251; a .cpg file overrides it.
  const page =
    /1251/.test(parts.cpg ?? '') || (parts.cpg === undefined && dbf[29] === 0xc9) ? 'windows-1251' : 'utf-8';
  const decoder = new TextDecoder(page);
  const columns: { name: string; at: number; length: number; type: string }[] = [];
  let offset = 1;
  for (let at = 32; at + 32 <= head && dbf[at] !== 0x0d; at += 32) {
    const length = dbf[at + 16]!;
    columns.push({
      name: decoder.decode(dbf.subarray(at, at + 11)).split('\0')[0]!,
      type: String.fromCharCode(dbf[at + 11]!),
      at: offset,
      length,
    });
    offset += length;
  }
  const text = columns.filter((c) => c.type === 'C');
  const column = text.find((c) => /^(name|имя|назв)/i.test(c.name)) ?? text[0];
  if (column === undefined) return [];
  return Array.from({ length: Math.min(count, 1_000_000) }, (_, i) => {
    const at = head + i * size + column.at;
    if (at + column.length > dbf.length) return undefined;
    return decoder.decode(dbf.subarray(at, at + column.length)).trim() || undefined;
  });
}
