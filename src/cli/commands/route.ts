import { Command, InvalidArgumentError, Option } from 'commander';
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
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** Search modes by the planner's name. */
const MODES = { astar_3d: 'optimal', weighted: 'weighted', anytime: 'anytime' } as const;

type RouteFlags = OutputOptions & {
  readonly map: string;
  readonly from: Cell;
  readonly to: Cell;
  readonly planner: keyof typeof MODES;
};

/** `route`: a path on a map file, with what the search proves about it. */
export function routeCommand(setExit: SetExit): Command {
  return new Command('route')
    .description('search a path on a map: Moving AI .map and .3dmap, or the product grid JSON')
    .requiredOption('--map <file>', 'the map')
    .requiredOption('--from <x,y,z>', 'start cell, counted from 0', cell('--from'))
    .requiredOption('--to <x,y,z>', 'goal cell, counted from 0', cell('--to'))
    .addOption(
      new Option('--planner <name>', 'how to search').choices(Object.keys(MODES)).default('astar_3d'),
    )
    .action((flags: RouteFlags) => {
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
        printResult(
          flags,
          { status: type, planner: flags.planner, movement_rule: 'strict', expansions: expanded, time_sec },
          () => [`${type} after ${expanded} expansions`],
        );
        setExit(EXIT.refused);
        return;
      }
      const metric = map.value.cell_m !== null;
      const answer = { planner: flags.planner, ...answerOf(found.value, grid, context, metric), time_sec };
      printResult(flags, answer, () => [
        `${answer.status}: ${answer.cost.toFixed(6)} ${answer.unit}, lower bound ${answer.lower_bound.toFixed(6)}, certified ratio ${answer.certified_ratio.toFixed(6)}, ${answer.expansions} expansions, ${time_sec.toFixed(3)} s`,
        answer.path.map((c) => c.join(',')).join(' '),
      ]);
    });
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

function cell(flag: string): (text: string) => Cell {
  return (text) => {
    const [x, y, z, more] = text.split(',').map((s) => (/^\d{1,6}$/.test(s.trim()) ? Number(s) : NaN));
    if (more !== undefined || ![x, y, z ?? 0].every(Number.isInteger))
      throw new InvalidArgumentError(`${flag} is x,y,z in whole cells from 0, not ${text.slice(0, 40)}`);
    return { x: x!, y: y!, z: z ?? 0 };
  };
}
