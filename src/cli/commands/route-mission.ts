import { type Command, Option } from 'commander';
import { OBJECTIVES, PLANNERS, type PlannedRoute } from '#engines/route';
import { flightTools, runTool } from '#tools';
import { contextOf, stateFrom, wholeNumber } from '../options.ts';
import { BadInput, EXIT, printResult, type OutputOptions } from '../output.ts';

/** Planners that a flight over a city can be searched with. */
export const PLANNER_NAMES: readonly string[] = PLANNERS;

/** Flags of a flight over a city. */
export type MissionFlags = OutputOptions & {
  readonly city?: string;
  readonly state?: string;
  readonly from?: string;
  readonly to?: string;
  readonly uav?: string;
  readonly planner: string;
  readonly objective: string;
  readonly front: number;
  readonly track?: boolean;
};

/** Adds the options of a flight over a city. */
export function missionOptions(command: Command): Command {
  return command
    .option('--city <id>', 'a bundled city or a city directory, instead of a map')
    .option('--state <file>', 'a state document, instead of a map')
    .option('--uav <id>', 'the aircraft; the first available one where absent')
    .addOption(
      new Option('--objective <name>', 'what the flight is the least of')
        .choices(OBJECTIVES)
        .default('length'),
    )
    .option('--front <n>', 'tell so many trades of time against energy', wholeNumber('--front', 0, 32), 0)
    .option('--track', 'the flight of the receding-horizon tracker along the path');
}

/** Plans one aircraft's flight by the tool `plan_route`; the exit code. */
export function runMission(flags: MissionFlags): number {
  if (flags.to === undefined) throw new BadInput('usage', 'give --to: a place of the city');
  const context = contextOf(stateFrom(flags));
  const envelope = runTool(
    flightTools(),
    'plan_route',
    {
      goal: flags.to,
      planner: flags.planner,
      objective: flags.objective,
      front_limit: flags.front,
      tracking: flags.track === true ? 'horizon' : 'none',
      ...(flags.from === undefined ? {} : { start: flags.from }),
      ...(flags.uav === undefined ? {} : { uav_id: flags.uav }),
    },
    context,
  );
  const { error, result } = envelope;
  if (error?.type === 'invalid_arguments') throw new BadInput(error.type, error.message);
  const route = result as PlannedRoute | null;
  printResult(flags, error === null ? route : { status: error.type, message: error.message, route }, () => [
    ...(error === null ? [] : [`${error.type}: ${error.message}`]),
    ...(route === null ? [] : linesOf(route)),
  ]);
  return error === null ? EXIT.done : EXIT.refused;
}

function linesOf(r: PlannedRoute): string[] {
  const { objective, return_margin: m, tracking } = r;
  const spare = m.least_wh === null ? 'no way found' : `${m.least_wh.toFixed(1)} Wh`;
  return [
    `${r.length_m.toFixed(0)} m, arrives after ${r.eta_sec.toFixed(1)} s, ${r.energy_est_wh.toFixed(1)} Wh, ${(r.battery_end_ratio * 100).toFixed(0)} % left, launch delay ${r.launch_delay_sec.toFixed(0)} s`,
    `  ${objective.name}: ${objective.cost.toFixed(3)} ${objective.unit} on the lattice, certified ratio ${r.search.certified_ratio.toFixed(4)}`,
    `  least spare for turning away, beyond the reserve: ${spare} at w${m.waypoint} (${m.t_sec.toFixed(0)} s), to ${m.landing_place_id ?? 'nowhere'}`,
    ...(tracking === null ? [] : [`  tracked within ${tracking.cross_track_m.toFixed(2)} m of the path`]),
    ...(objective.front?.points ?? []).map(
      (p) => `  front: ${p.time_sec.toFixed(1)} s, ${p.energy_wh.toFixed(2)} Wh on the lattice`,
    ),
    ...r.waypoints.map(
      (p, i) =>
        `  w${i} ${p.t_sec.toFixed(1)} s  ${p.x_m.toFixed(1)} ${p.y_m.toFixed(1)} ${p.z_m.toFixed(1)}${p.stop_id === null ? '' : `  ${p.stop_id}`}`,
    ),
  ];
}
