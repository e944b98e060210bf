import { Command, InvalidArgumentError } from 'commander';
import { bundledSurveyCatalogue, nodeClock, writeWhole } from '#store';
import {
  DEFAULT_SURVEY_POLICY,
  inProcessSurveyEngines,
  recommendSurvey,
  type SurveyEvaluation,
  type SurveyPins,
  type SurveyPolicy,
  type SurveyRecommendation,
  type SurveyToolContext,
} from '#tools';
import type { SurveyScenario } from '#world';
import { wholeNumber, type SetExit } from '../options.ts';
import { BadInput, EXIT, note, orBadInput, printResult, type OutputOptions } from '../output.ts';
import { scenarioFrom } from '../survey-scenario.ts';

type Pin = { readonly kind: 'site' | 'unit' | 'task'; readonly id: string };

/** Flags of `survey recommend`. */
export type RecommendFlags = OutputOptions & {
  readonly scenario: string;
  readonly out?: string;
  readonly policy: SurveyPolicy;
  readonly pin: readonly Pin[];
  readonly exhaustive?: boolean;
  readonly limit: number;
  readonly seed?: number;
};

/** Seconds of planning for one variant, as the server has it by default. */
const EVAL_TIME_LIMIT_S = 5;

/** `survey recommend`: the search for better variants, without a model and without a server. */
export function surveyRecommendCommand(setExit: SetExit): Command {
  return new Command('recommend')
    .description('search bases, fleet, candidate sites and swath angles for a better plan; no model is asked')
    .requiredOption('--scenario <file|id>', 'a scenario document, or a bundled one (s01 to s10)')
    .option('--out <file>', 'write the recommendation here (JSON)')
    .option(
      '--policy <list>',
      'what may vary: propose_new_sites, rebase_units, change_fleet, each =on or =off',
      policyFrom,
      DEFAULT_SURVEY_POLICY,
    )
    .option('--pin <kind:id>', 'never change this site, unit or task; may be repeated', pinFrom, [])
    .option('--exhaustive', 'evaluate every variant instead of the first ones')
    .option('--limit <n>', 'variants to evaluate', wholeNumber('--limit', 1, 10_000), 24)
    .option('--seed <n>', 'seed of every planning run', wholeNumber('--seed', 0, 4_294_967_295))
    .action(async (flags: RecommendFlags) => setExit(await recommend(flags)));
}

/** Runs the search and prints it; answers the exit code. */
export async function recommend(flags: RecommendFlags): Promise<number> {
  const scenario = scenarioFrom(flags.scenario);
  const found = await recommendSurvey(
    scenario,
    {
      basing: true,
      fleet: true,
      sites: true,
      angle: true,
      combine: true,
      exhaustive: flags.exhaustive === true,
      seed: flags.seed ?? scenario.solver.seed,
    },
    searchContext(flags, scenario),
  );
  if (!found.ok) throw new BadInput(found.error.type, found.error.message.en);
  const { base } = found.value;
  if (base.status === 'invalid') {
    const first = base.refusals[0];
    throw new BadInput('invalid_scenario', `${flags.scenario}: ${first?.code ?? ''} ${first?.text.en ?? ''}`);
  }
  if (flags.out !== undefined) {
    orBadInput(writeWhole(flags.out, `${JSON.stringify(found.value)}\n`));
    note(flags, `recommendation written to ${flags.out}`);
  }
  printResult(flags, found.value, () => recommendationLines(found.value));
  return exitOf([base, ...found.value.variants]);
}

function searchContext(flags: RecommendFlags, scenario: SurveyScenario): SurveyToolContext {
  const catalogue = bundledSurveyCatalogue();
  return {
    catalogue,
    policy: flags.policy,
    pins: pinsOf(flags.pin, scenario),
    engines: inProcessSurveyEngines(catalogue, nodeClock()),
    limits: {
      max_variants: flags.limit,
      eval_time_limit_s: EVAL_TIME_LIMIT_S,
      eval_concurrency: 1,
      compute_time_limit_s: EVAL_TIME_LIMIT_S,
    },
    onProgress: ({ done, total }) => note(flags, `evaluated ${done ?? 0} of ${total ?? 0}`),
  };
}

/** Done where something whole is admitted; else refused where there is no plan, and failed where a plan is not admitted. */
function exitOf(all: readonly SurveyEvaluation[]): number {
  if (all.some((e) => e.admitted === true && e.status === 'planned')) return EXIT.done;
  return all.some((e) => e.admitted !== null) ? EXIT.failed : EXIT.refused;
}

function recommendationLines(found: SurveyRecommendation): string[] {
  const { base, variants, best_id, evaluated, left, left_is_exact, bound_left_ratio } = found;
  const unsure = [base, ...variants].filter((e) => !e.reproducible).length;
  return [
    evaluationLine(base),
    ...variants.map((v) => {
      const gain = v.gain_ratio === null ? '' : ` gain ${percent(v.gain_ratio)}`;
      return `${v.rank}. ${evaluationLine(v)}${gain}${v.counts ? '' : ', no gain'}${v.new_site ? ', new site' : ''}`;
    }),
    best_id === null ? 'no variant is better by 0.5 % or more' : `best: ${best_id}`,
    `${evaluated} variants evaluated, ${left_is_exact ? '' : 'at least '}${left} left`,
    bound_left_ratio === null
      ? 'what is left to gain in the scenario as it stands is not known'
      : `at most ${percent(bound_left_ratio)} is left to gain in the scenario as it stands`,
    ...(unsure === 0 ? [] : [`${unsure} evaluations met the time limit: another run may differ there`]),
  ];
}

function evaluationLine(e: SurveyEvaluation): string {
  const verdict = e.admitted === null ? 'no verdict' : e.admitted ? 'admitted' : 'NOT admitted';
  const times =
    e.metrics === null
      ? ''
      : `, work ${e.metrics.work_time_s.toFixed(0)} s, flight ${e.metrics.flight_time_s.toFixed(0)} s`;
  return `${e.id} ${e.label}: ${e.status}, ${verdict}${times}`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(2)} %`;
}

function policyFrom(text: string): SurveyPolicy {
  const policy: Record<string, boolean> = { ...DEFAULT_SURVEY_POLICY };
  for (const part of text.split(',')) {
    const [, name, value] = /^([a-z_]+)=(on|off)$/.exec(part.trim()) ?? [];
    if (name === undefined || !Object.hasOwn(policy, name))
      throw new InvalidArgumentError(
        `--policy takes ${Object.keys(policy).join(', ')}, each =on or =off, not ${part.slice(0, 40)}`,
      );
    policy[name] = value === 'on';
  }
  return policy as SurveyPolicy;
}

function pinFrom(text: string, before: readonly Pin[]): readonly Pin[] {
  const [, kind, id] = /^(site|unit|task):(.+)$/.exec(text) ?? [];
  if (kind === undefined || id === undefined)
    throw new InvalidArgumentError(`--pin takes site:ID, unit:ID or task:ID, not ${text.slice(0, 40)}`);
  return [...before, { kind: kind as Pin['kind'], id }];
}

/** A pin on something that is not there protects nothing, and is refused. */
function pinsOf(pins: readonly Pin[], scenario: SurveyScenario): SurveyPins {
  const known = {
    site: [...scenario.sites, ...scenario.candidate_sites],
    unit: scenario.units,
    task: scenario.tasks,
  };
  const stray = pins.find((p) => !known[p.kind].some((x) => x.id === p.id));
  if (stray !== undefined) {
    const ids = known[stray.kind].map((x) => x.id).join(', ');
    throw new BadInput('usage', `--pin ${stray.kind}:${stray.id}: the scenario has ${ids}`);
  }
  const of = (kind: Pin['kind']) => pins.filter((p) => p.kind === kind).map((p) => p.id);
  return { site_ids: of('site'), unit_ids: of('unit'), task_ids: of('task') };
}
