import { type Result, err, ok } from '#base';
import { type MapError, type VoxelMap, emptyMap } from './voxel-map.ts';

/**
 * Reads a Moving AI `.map` (N. Sturtevant, Benchmarks for grid-based pathfinding, 2012): x is the column, y the row.
 * Free are `.`, `G` and `S`; blocked are `@`, `O`, `T` and also `W`: water may not be entered from land.
 */
export function parseMovingAiMap(text: string): Result<VoxelMap, MapError> {
  const lines = linesOf(text);
  const bad = (line: number, message: string) => err({ type: 'bad_map' as const, line, message });
  const header = new Map<string, string>();
  let at = 0;
  for (; at < lines.length && lines[at] !== 'map'; at++) {
    const [key, value] = lines[at]!.split(/\s+/);
    if (key === undefined || value === undefined) return bad(at + 1, 'expected a header line or "map"');
    header.set(key, value);
  }
  if (at === lines.length) return bad(at, 'there is no line "map"');
  if (header.get('type') !== 'octile') return bad(1, 'expected "type octile"');
  const [nx, ny] = [Number(header.get('width')), Number(header.get('height'))];
  const made = emptyMap({ nx, ny, nz: 1 }, null, 2);
  if (!made.ok) return made;
  const rows = lines.slice(at + 1);
  if (rows.length !== ny) return bad(at + 1, `expected ${ny} rows, found ${rows.length}`);
  for (let y = 0; y < ny; y++) {
    const row = rows[y]!;
    if (row.length !== nx) return bad(at + 2 + y, `expected ${nx} cells, found ${row.length}`);
    for (let x = 0; x < nx; x++) {
      const isFree = '.GS'.includes(row[x]!);
      if (!isFree && !'@OTW'.includes(row[x]!))
        return bad(at + 2 + y, `unknown terrain ${JSON.stringify(row[x])}`);
      if (!isFree) made.value.blocked[x * ny + y] = 1;
    }
  }
  return made;
}

/** Reads a Moving AI `.3dmap`: `voxel X Y Z`, then one blocked voxel `x y z` a line, 0-based. */
export function parseMovingAiVoxels(text: string): Result<VoxelMap, MapError> {
  const lines = linesOf(text);
  const bad = (line: number, message: string) => err({ type: 'bad_map' as const, line, message });
  const header = /^voxel\s+(\d+)\s+(\d+)\s+(\d+)$/.exec(lines[0] ?? '');
  if (!header) return bad(1, 'expected "voxel X Y Z"');
  const [nx, ny, nz] = [Number(header[1]), Number(header[2]), Number(header[3])];
  const made = emptyMap({ nx, ny, nz }, null, 1);
  if (!made.ok) return made;
  for (let i = 1; i < lines.length; i++) {
    const cell = /^(\d+)\s+(\d+)\s+(\d+)$/.exec(lines[i]!);
    if (!cell) return bad(i + 1, 'expected "x y z"');
    const [x, y, z] = [Number(cell[1]), Number(cell[2]), Number(cell[3])];
    if (x >= nx || y >= ny || z >= nz) return bad(i + 1, `voxel ${x} ${y} ${z} is outside`);
    made.value.blocked[(x * ny + y) * nz + z] = 1;
  }
  return made;
}

/** One query of a Moving AI scenario file with its published optimum, in cells; z is 0 on a 2-D map. */
export type ScenarioRow = {
  readonly map: string;
  readonly start: { readonly x: number; readonly y: number; readonly z: number };
  readonly goal: { readonly x: number; readonly y: number; readonly z: number };
  readonly optimum: number;
  /** Half a unit of the last printed digit: how far the printed optimum may be off. */
  readonly printed_error: number;
};

/**
 * Reads the rows of a `.scen` (bucket, map, width, height, start x y, goal x y, optimum) or a `.3dscen`
 * (the map's name on a line of its own, then start x y z, goal x y z, optimum, and a ratio that is not used).
 */
export function parseScenario(text: string): Result<readonly ScenarioRow[], MapError> {
  const lines = linesOf(text);
  const bad = (line: number, message: string) => err({ type: 'bad_map' as const, line, message });
  if (!/^version\s+1(\.0)?$/.test(lines[0] ?? '')) return bad(1, 'expected "version 1"');
  const rows: ScenarioRow[] = [];
  let map = '';
  for (let i = 1; i < lines.length; i++) {
    const words = lines[i]!.split(/\s+/);
    if (words.length === 1) {
      map = words[0]!;
      continue;
    }
    const isFlat = words.length === 9;
    if (!isFlat && words.length !== 7 && words.length !== 8)
      return bad(i + 1, 'expected 9, or 7 or 8 columns');
    const n = (isFlat ? words.slice(4) : words).map(Number);
    if (n.some((v) => !Number.isFinite(v))) return bad(i + 1, 'expected numbers');
    const [a, b, c, d, e, f, g] = n as [number, number, number, number, number, number, number];
    const printed = isFlat ? words[8]! : words[6]!;
    rows.push({
      map: isFlat ? words[1]! : map,
      start: isFlat ? { x: a, y: b, z: 0 } : { x: a, y: b, z: c },
      goal: isFlat ? { x: c, y: d, z: 0 } : { x: d, y: e, z: f },
      optimum: isFlat ? e : g,
      printed_error: 0.5 * 10 ** -(printed.split('.')[1]?.length ?? 0),
    });
  }
  return ok(rows);
}

/** Lines without their endings; empty lines at the end are dropped. */
function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r?\n/);
}
