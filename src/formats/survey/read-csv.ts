import { parse } from 'csv-parse/sync';
import { type Result, err, ok } from '#base';
import { type LonLat } from '#world';
import { crsOf, toWgs84 } from './crs.ts';
import { type ImportError, type ImportedAreas, badFormat } from './imported.ts';

const X_NAMES = ['lon', 'longitude', 'lng', 'lon_deg', 'долгота', 'x', 'east', 'easting', 'x_m'];
const Y_NAMES = ['lat', 'latitude', 'lat_deg', 'широта', 'y', 'north', 'northing', 'y_m'];
const AREA_NAMES = ['area', 'name', 'polygon', 'участок', 'имя', 'название', 'id'];

/**
 * Vertices of areas, one a row, in a table with a heading: a column for longitude or east, one for latitude or north, and
 * maybe one that names the area. Comma, semicolon or tab apart; a decimal comma is read where the columns are not apart
 * by commas. The coordinate system is asked for: columns called x and y mean many things.
 */
export function readCsvAreas(text: string, crs: string | null): Result<ImportedAreas, ImportError> {
  if (crs === null)
    return err({
      type: 'datum_missing',
      message: 'a table of numbers has no datum: give its coordinate system, such as EPSG:4326',
    });
  const system = crsOf(crs);
  if (!system.ok) return system;
  const head = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [';', '\t', ','].find((d) => head.includes(d)) ?? ',';
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: false,
    }) as string[][];
  } catch (e) {
    return badFormat(
      'invalid_data',
      `the table cannot be read: ${e instanceof Error ? e.message : String(e)}`,
    );
  }
  const names = (rows[0] ?? []).map((n) => n.toLowerCase());
  const column = (wanted: readonly string[]): number => names.findIndex((n) => wanted.includes(n));
  const [x, y, area] = [column(X_NAMES), column(Y_NAMES), column(AREA_NAMES)];
  if (x < 0 || y < 0)
    return badFormat(
      'incomplete_data',
      'the heading names no columns for longitude and latitude (or east and north)',
      'line 1',
    );
  const convert = toWgs84(system.value);
  const areas = new Map<string, LonLat[]>();
  for (const [i, row] of rows.slice(1).entries()) {
    const number = (cell: string): number => Number(delimiter === ',' ? cell : cell.replace(',', '.'));
    const [px, py] = [number(row[x]!), number(row[y]!)];
    if (row[x] === '' || row[y] === '' || !Number.isFinite(px) || !Number.isFinite(py))
      return badFormat('invalid_data', `"${row[x]}", "${row[y]}" are no numbers`, `line ${i + 2}`);
    const name = (area < 0 ? '' : row[area]!) || 'area 1';
    areas.set(name, [...(areas.get(name) ?? []), convert(px, py)]);
  }
  const list = [...areas.entries()].map(([name, ring]) => ({ name, rings: [ring] }));
  return ok({ format: 'csv', crs: system.value.name, areas: list, notes: [] });
}
