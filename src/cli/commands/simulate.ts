import { Command, Option } from 'commander';
import { z } from 'zod';
import type { SimulationAnswer } from '#ir';
import { Trajectory } from '#world';
import { readUserJson } from '#store';
import { flightTools, runTool, TaskArgs, type ToolContext } from '#tools';
import { contextOf, stateFrom, wholeNumber, type SetExit } from '../options.ts';
import { MOST_DRONES, runFleet, writeBlueSky, type FleetFlags } from './simulate-fleet.ts';
import { BadInput, EXIT, orBadInput, printResult } from '../output.ts';

/** What `decide --json` writes, as far as it is flown again. */
const Released = z.object({
  decision: z.object({
    uav_id: z.string(),
    trajectory: z.array(
      z.object({
        t_sec: z.number(),
        x_m: z.number(),
        y_m: z.number(),
        z_m: z.number(),
        stop_id: z.string().nullable(),
      }),
    ),
  }),
  ir: z.object({ intent: z.unknown(), entities: z.unknown(), constraints: z.unknown() }),
});

/** The same written by hand. */
const Plain = z.strictObject({ uav_id: z.string(), trajectory: Trajectory, task: TaskArgs });

/** `simulate`: flies a decision again under another seed or stress, or a fleet. */
export function simulateCommand(setExit: SetExit): Command {
  return new Command('simulate')
    .description('fly a decision under seeded stress, or a fleet between the places of a city')
    .option('--decision <file>', 'what `decide --json` wrote, or {uav_id, trajectory, task}')
    .option('--fleet <n>', 'instead: so many drones', wholeNumber('--fleet', 0, MOST_DRONES))
    .option('--crewed <n>', 'crewed aircraft beside the fleet', wholeNumber('--crewed', 0, 1000), 0)
    .option(
      '--duration <sec>',
      'how long the fleet starts missions, seconds',
      wholeNumber('--duration', 0, 86_400),
      3600,
    )
    .option('--bluesky <file>', 'also write what was planned or flown as a BlueSky scenario (.scn)')
    .option('--state <file>', 'a state document')
    .option('--city <id>', 'a bundled city or a city directory')
    .option(
      '--seed <n>',
      'seed of gusts, errors, traffic and faults',
      wholeNumber('--seed', 0, 0xffffffff),
      1,
    )
    .addOption(
      new Option('--stress <level>', 'how hard')
        .choices(['none', 'low', 'medium', 'high', 'extreme'])
        .default('low'),
    )
    .action((flags: Flags) => {
      const { fleet, decision: path } = flags;
      if ((fleet === undefined) === (path === undefined))
        throw new BadInput('usage', 'give --decision FILE or --fleet N');
      const context = contextOf(stateFrom(flags));
      if (fleet !== undefined) return runFleet({ ...flags, fleet }, context);
      setExit(flyAgain(flags, path!, context));
    });
}

type Flags = Omit<FleetFlags, 'fleet'> & {
  readonly decision?: string;
  readonly fleet?: number;
  readonly state?: string;
  readonly city?: string;
};

/** One decision again; the exit code. */
function flyAgain(flags: Flags, path: string, context: ToolContext): number {
  const decision = decisionFrom(orBadInput(readUserJson(path, 'a decision (JSON)')), path);
  const envelope = runTool(
    flightTools(),
    'simulate_scenario',
    { decision, scenario_seed: flags.seed, stress_level: flags.stress },
    context,
  );
  const answer = envelope.result as SimulationAnswer | null;
  if (answer === null)
    throw new BadInput(
      envelope.error?.type ?? 'invalid_arguments',
      `${path}: ${envelope.error?.message ?? 'not a decision'}`,
      path,
    );
  if (flags.bluesky !== undefined) {
    const { uav_id, trajectory } = Plain.parse(decision);
    const flight = { id: uav_id, type: 'M600', start_sec: 0, points: trajectory };
    writeBlueSky(flags, flags.bluesky, [flight], context);
  }
  printResult(flags, answer, () => linesOf(answer));
  return answer.success ? EXIT.done : EXIT.failed;
}

function decisionFrom(document: unknown, path: string): unknown {
  const released = Released.safeParse(document);
  if (released.success) {
    const { decision, ir } = released.data;
    const trajectory = decision.trajectory.map(({ t_sec, x_m, y_m, z_m, stop_id }) => ({
      t_sec,
      x_m,
      y_m,
      z_m,
      stop_id,
    }));
    return {
      uav_id: decision.uav_id,
      trajectory,
      task: { intent: ir.intent, entities: ir.entities, constraints: ir.constraints },
    };
  }
  const plain = Plain.safeParse(document);
  if (plain.success) return plain.data;
  const issue = plain.error.issues[0];
  throw new BadInput(
    'invalid_decision',
    `${path} holds no released decision: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`,
    path,
  );
}

function linesOf(answer: SimulationAnswer): string[] {
  return [
    `${answer.success ? 'success' : 'failed'} (seed ${answer.scenario_seed}, stress ${answer.stress_level}; simulated, not flown)`,
    ...answer.events.map(
      (e) =>
        `  ${e.t_sec.toFixed(1).padStart(8)} s  ${e.type} ${e.entities.join(' ')}${e.value === null ? '' : ` ${e.value.toFixed(2)}`}`,
    ),
    ...answer.separation.map(
      (s) => `  ${s.pair_class}: ${s.pairs} pairs, ${s.lowc_count} LoWC, ${s.nmac_count} NMAC (proxies)`,
    ),
    `  nearest ${answer.min_distance_m === null ? 'none' : `${answer.min_distance_m.toFixed(1)} m`}, delay ${answer.delay_sec === null ? 'never arrived' : `${answer.delay_sec.toFixed(1)} s`}, battery ${(answer.battery_end_ratio * 100).toFixed(0)} %`,
  ];
}
