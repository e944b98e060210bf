import { type Result, err, ok } from '#base';
import { type MoveRule, type SearchContext, createSearchContext, findPath, moveKinds } from '#search';
import { parseMap } from './parse-map.ts';
import { gridOfMap } from './voxel-map.ts';

/** How far a length in cells may be from the row's. */
export const ROUTE_TOLERANCE = 1e-5;

/** Columns that hold an optimum, and the movement rule each of them was found under. */
const OPTIMUM_COLUMNS: Readonly<Record<string, MoveRule>> = {
  optimal_scen: 'strict',
  cpp_strict: 'strict',
  strict_opt: 'strict',
  cpp_axis: 'axis',
  axis_opt: 'axis',
  cpp_cut: 'cut',
  cut_opt: 'cut',
};

/** A length in cells, or why there is none. */
export type RouteOutcome = number | string;

/** One row compared; `expected` and `got` are keyed by the row's optimum columns. */
export type ConformedRoute = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: Readonly<Record<string, RouteOutcome>>;
  readonly got: Readonly<Record<string, RouteOutcome>>;
};

/** Why a file of rows was refused as a whole. */
export type RouteRowsError = { readonly type: 'bad_rows'; readonly line: number; readonly message: string };

/**
 * Runs rows of route conformance: CSV with the columns map, sx, sy, sz, gx, gy, gz (sz and gz may be missing on flat
 * maps) and one or more optimum columns (see OPTIMUM_COLUMNS); others are not read. An optimum is a length in unit
 * cells (1, sqrt 2, sqrt 3 a move), or `no_path` or `inf`; an empty one is not checked. The search optimises
 * integer costs (see gridOfMap for why they are fine enough) and the length is recomputed from the moves of its path.
 * `loadMap` gives the text of a map by its name, or null.
 */
export function conformRoute(
  rowsCsv: string,
  loadMap: (name: string) => string | null,
): Result<readonly ConformedRoute[], RouteRowsError> {
  const lines = rowsCsv.trimEnd().split(/\r?\n/);
  const columns = lines[0]!.split(',').map((name) => name.trim());
  const bad = (line: number, message: string) => err({ type: 'bad_rows' as const, line, message });
  for (const name of ['map', 'sx', 'sy', 'gx', 'gy']) {
    if (!columns.includes(name)) return bad(1, `there is no column ${name}`);
  }
  if (!columns.some((name) => name in OPTIMUM_COLUMNS)) return bad(1, 'there is no column with an optimum');
  const maps = new Map<string, SearchContext | string>();
  const rows: ConformedRoute[] = [];
  for (let i = 1; i < lines.length; i++) {
    const values = lines[i]!.split(',').map((value) => value.trim());
    if (values.length !== columns.length)
      return bad(i + 1, `expected ${columns.length} values, found ${values.length}`);
    const row = new Map(columns.map((name, at) => [name, values[at]!]));
    const name = row.get('map')!;
    if (!maps.has(name)) maps.set(name, contextOf(name, loadMap(name)));
    rows.push(conformRow(`${name}:${i}`, row, maps.get(name)!));
  }
  return ok(rows);
}

function contextOf(name: string, text: string | null): SearchContext | string {
  if (text === null) return 'map_missing';
  const map = parseMap(name, text);
  if (!map.ok) return map.error.type;
  const grid = gridOfMap({ ...map.value, cell_m: null });
  return grid.ok ? createSearchContext(grid.value) : grid.error.type;
}

function conformRow(
  id: string,
  row: ReadonlyMap<string, string>,
  context: SearchContext | string,
): ConformedRoute {
  const expected: Record<string, RouteOutcome> = {};
  const got: Record<string, RouteOutcome> = {};
  const byRule = new Map<MoveRule, RouteOutcome>();
  let passed = true;
  for (const [column, rule] of Object.entries(OPTIMUM_COLUMNS)) {
    const text = row.get(column);
    if (text === undefined || text === '') continue;
    expected[column] = /^(no_path|\+?inf(inity)?)$/i.test(text) ? 'no_path' : Number(text);
    if (!byRule.has(rule))
      byRule.set(rule, typeof context === 'string' ? context : lengthUnder(context, row, rule));
    got[column] = byRule.get(rule)!;
    passed &&= agree(expected[column], got[column]);
  }
  return { id, passed, expected, got };
}

function agree(expected: RouteOutcome, got: RouteOutcome): boolean {
  if (typeof expected === 'string' || typeof got === 'string') return expected === got;
  return Math.abs(expected - got) <= ROUTE_TOLERANCE;
}

/** Length of the optimal path in cells under a rule, or the reason that there is none. */
function lengthUnder(context: SearchContext, row: ReadonlyMap<string, string>, rule: MoveRule): RouteOutcome {
  // A missing column is 0 (flat maps have no z); an empty value is no place.
  const at = (name: string): number => (row.get(name) === '' ? NaN : Number(row.get(name) ?? 0));
  const start = { x: at('sx'), y: at('sy'), z: at('sz') };
  const goal = { x: at('gx'), y: at('gy'), z: at('gz') };
  const found = findPath(context, { start, goal, mode: 'optimal', rule });
  return found.ok ? lengthInCells(context, found.value.path) : found.error.type;
}

/** Length of a path on a grid of unit cells, in cells. */
export function lengthInCells(context: SearchContext, path: Int32Array): number {
  const kinds = moveKinds(context, path);
  const straight = kinds[1]! + kinds[2]! + kinds[4]!;
  return straight + (kinds[3]! + kinds[5]! + kinds[6]!) * Math.SQRT2 + kinds[7]! * Math.sqrt(3);
}
