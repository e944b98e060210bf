import { Command, Option } from 'commander';
import { basename } from 'node:path';
import { gridOfMap, parseMap, type MapError } from '#formats';
import {
  cellAt,
  createSearchContext,
  findPath,
  moveKinds,
  type Cell,
  type FoundPath,
  type Grid,
  type SearchContext,
} from '#search';
import { readUserText } from '#store';
import type { SetExit } from '../options.ts';
import { PLANNER_NAMES, missionOptions, runMission, type MissionFlags } from './route-mission.ts';
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** Search modes by the planner's name. */
const MODES = { astar_3d: 'optimal', weighted: 'weighted', anytime: 'anytime' } as const;

type MapFlags = OutputOptions & {
  readonly map: string;
  readonly from: Cell;
  readonly to: Cell;
  readonly planner: keyof typeof MODES;
};

type RouteFlags = MissionFlags & {
  readonly map?: string;
  readonly from?: string;
  readonly to?: string;
};

/** `route`: a path on a map file, or one aircraft's flight over a city, with what the search proves about it. */
export function routeCommand(setExit: SetExit): Command {
  const command = new Command('route')
    .description(
      'search a path on a map (Moving AI .map and .3dmap, or the product grid JSON), or plan a flight over a city',
    )
    .option('--map <file>', 'the map')
    .option(
      '--from <x,y,z|place>',
      'start cell, counted from 0; with a city a place, else where the aircraft is',
    )
    .option('--to <x,y,z|place>', 'goal cell, counted from 0; with a city a place')
    .addOption(new Option('--planner <name>', 'how to search').choices(PLANNER_NAMES).default('astar_3d'));
  return missionOptions(command).action((flags: RouteFlags) => {
    if (flags.map === undefined) return setExit(runMission(flags));
    const { map, from, to } = flags;
    if (from === undefined || to === undefined)
      throw new BadInput('usage', 'give --from X,Y,Z and --to X,Y,Z');
    if (!Object.hasOwn(MODES, flags.planner))
      throw new BadInput(
        'usage',
        `--planner ${flags.planner} needs a city; a map takes ${Object.keys(MODES).join(', ')}`,
      );
    const planner = flags.planner as keyof typeof MODES;
    const cells = { from: cell('--from', from), to: cell('--to', to) };
    setExit(runMap({ ...flags, map, planner, ...cells }));
  });
}

/** A path on a map file; the exit code. */
function runMap(flags: MapFlags): number {
  const map = parseMap(basename(flags.map), orBadInput(readUserText(flags.map, 'a map')));
  if (!map.ok) throw new BadInput(map.error.type, `${flags.map}: ${mapSentence(map.error)}`, flags.map);
  const made = gridOfMap(map.value);
  if (!made.ok)
    throw new BadInput(
      made.error.type,
      `${flags.map}: the map cannot be searched (${made.error.type})`,
      flags.map,
    );
  const grid = made.value;
  const context = createSearchContext(grid);
  const started = performance.now();
  const found = findPath(context, { start: flags.from, goal: flags.to, mode: MODES[flags.planner] });
  const time_sec = (performance.now() - started) / 1000;
  if (!found.ok) {
    const { type, expanded } = found.error;
    if (type === 'outside_grid')
      throw new BadInput(
        type,
        `--${found.error.which === 'start' ? 'from' : 'to'} lies outside the map of ${map.value.nx} x ${map.value.ny} x ${map.value.nz} cells`,
      );
    const facts = {
      status: type,
      planner: flags.planner,
      movement_rule: 'strict',
      expansions: expanded,
      time_sec,
    };
    printResult(flags, facts, () => [`${type} after ${expanded} expansions`]);
    return EXIT.refused;
  }
  const metric = map.value.cell_m !== null;
  const answer = { planner: flags.planner, ...answerOf(found.value, grid, context, metric), time_sec };
  printResult(flags, answer, () => [
    `${answer.status}: ${answer.cost.toFixed(6)} ${answer.unit}, lower bound ${answer.lower_bound.toFixed(6)}, certified ratio ${answer.certified_ratio.toFixed(6)}, ${answer.expansions} expansions, ${time_sec.toFixed(3)} s`,
    answer.path.map((c) => c.join(',')).join(' '),
  ]);
  return EXIT.done;
}

/** The path with its length in metres where the map has them, else in cells (1, sqrt 2, sqrt 3 a move). */
function answerOf(found: FoundPath, grid: Grid, context: SearchContext, metric: boolean) {
  const { x, y, z } = grid.steps;
  const unit = metric ? 1000 : x;
  // Bits of the index say which axes a move uses: 1 x, 2 y, 4 z.
  const step = (axes: number): number =>
    Math.hypot(axes & 1 ? x : 0, axes & 2 ? y : 0, axes & 4 ? z : 0) / unit;
  const cost = moveKinds(context, found.path).reduce((sum, count, axes) => sum + count * step(axes), 0);
  return {
    status: found.status,
    movement_rule: 'strict' as const,
    unit: metric ? 'm' : 'cells',
    cost,
    lower_bound: Math.min(cost, found.lower_bound_units / unit),
    certified_ratio: found.certified_ratio,
    expansions: found.expansions,
    path: Array.from(found.path, (i) => {
      const at = cellAt(grid, i);
      return [at.x, at.y, at.z];
    }),
  };
}

function mapSentence(error: MapError): string {
  switch (error.type) {
    case 'unknown_map_format':
      return 'the name must end in .map, .3dmap or .json';
    case 'bad_map':
      return `line ${error.line}: ${error.message}`;
    case 'map_too_large':
      return `the map has ${error.cells} cells, more than the limit of ${error.limit}`;
  }
}

function cell(flag: string, text: string): Cell {
  const [x, y, z, more] = text.split(',').map((s) => (/^\d{1,6}$/.test(s.trim()) ? Number(s) : NaN));
  if (more !== undefined || ![x, y, z ?? 0].every(Number.isInteger))
    throw new BadInput('usage', `${flag} is x,y,z in whole cells from 0, not ${text.slice(0, 40)}`);
  return { x: x!, y: y!, z: z ?? 0 };
}
