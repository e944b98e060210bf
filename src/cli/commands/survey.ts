import { Command } from 'commander';
import { planSurvey, type SurveyRefused } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { SurveyPlan, type SurveyVerdict } from '#ir';
import {
  bundledSurveyCatalogue,
  bundledSurveyScenario,
  bundledSurveyScenarioIds,
  readUserJson,
  writeWhole,
} from '#store';
import { parseSurveyScenario, type SurveyScenario } from '#world';
import type { SetExit } from '../options.ts';
import { BadInput, EXIT, note, orBadInput, printResult, type OutputOptions } from '../output.ts';

type PlanFlags = OutputOptions & { readonly scenario: string; readonly out?: string };
type ValidateFlags = OutputOptions & { readonly scenario: string; readonly plan: string };

/** `survey plan|validate|demo`: survey planning without a server. */
export function surveyCommand(setExit: SetExit): Command {
  const survey = new Command('survey').description(
    'aerial survey with several aircraft: plan, validate, demonstrate',
  );
  survey
    .command('plan')
    .description('plan a survey; the plan is admitted by `survey validate` alone')
    .requiredOption('--scenario <file|id>', 'a scenario document, or a bundled one (s01 to s10)')
    .option('--out <file>', 'write the plan here instead of stdout')
    .action((flags: PlanFlags) => {
      const scenario = scenarioFrom(flags.scenario);
      const plan = planSurvey(scenario, bundledSurveyCatalogue(), {
        should_stop: stopAfter(scenario.solver.time_limit_s),
      });
      if (!plan.ok) {
        printResult(flags, { status: plan.error.type, refusals: plan.error.refusals }, () =>
          refusalLines(plan.error),
        );
        setExit(plan.error.type === 'invalid' ? EXIT.bad_input : EXIT.refused);
        return;
      }
      if (flags.out !== undefined) {
        orBadInput(writeWhole(flags.out, `${JSON.stringify(plan.value)}\n`));
        note(flags, `plan written to ${flags.out}`);
      }
      printResult(
        flags.out === undefined ? { ...flags, json: true } : flags,
        flags.out === undefined || flags.json === true ? plan.value : null,
        () => planLines(plan.value),
      );
    });
  survey
    .command('validate')
    .description('judge a plan by the independent validator; exit 5 where it is not admitted')
    .requiredOption('--scenario <file|id>', 'the scenario that the plan is for')
    .requiredOption('--plan <file>', 'the plan')
    .action((flags: ValidateFlags) => {
      const scenario = scenarioFrom(flags.scenario);
      const document = SurveyPlan.safeParse(orBadInput(readUserJson(flags.plan, 'a survey plan (JSON)')));
      if (!document.success) {
        const issue = document.error.issues[0];
        throw new BadInput(
          'invalid_plan',
          `${flags.plan}: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
          flags.plan,
        );
      }
      const verdict = validateSurveyPlan(scenario, bundledSurveyCatalogue(), document.data);
      printResult(flags, verdict, () => verdictLines(verdict));
      setExit(verdict.admitted ? EXIT.done : EXIT.failed);
    });
  survey
    .command('demo')
    .description('list the bundled scenarios, or plan and judge one')
    .argument('[id]', 's01 to s10')
    .action((id: string | undefined, options: OutputOptions) => {
      if (id === undefined) {
        const all = bundledSurveyScenarioIds().map((i) => ({
          id: i,
          title: bundledSurveyScenario(i)?.title,
        }));
        printResult(options, all, () => all.map((s) => `${s.id}  ${s.title?.en ?? ''}`));
        return;
      }
      setExit(demo(scenarioFrom(id), options));
    });
  return survey;
}

function demo(scenario: SurveyScenario, options: OutputOptions): number {
  const catalogue = bundledSurveyCatalogue();
  const plan = planSurvey(scenario, catalogue, { should_stop: stopAfter(scenario.solver.time_limit_s) });
  if (!plan.ok) {
    printResult(options, { status: plan.error.type, refusals: plan.error.refusals }, () =>
      refusalLines(plan.error),
    );
    return EXIT.refused;
  }
  const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
  printResult(options, { plan: plan.value, verdict }, () => [
    ...planLines(plan.value),
    ...verdictLines(verdict),
  ]);
  return verdict.admitted ? EXIT.done : EXIT.failed;
}

/** A bundled scenario by its id or number, else a file. */
function scenarioFrom(text: string): SurveyScenario {
  const bundled = /^s\d\d(-[a-z0-9-]+)?$/.test(text) ? bundledSurveyScenario(text) : null;
  if (bundled !== null) return bundled;
  const parsed = parseSurveyScenario(orBadInput(readUserJson(text, 'a survey scenario (JSON)')));
  if (parsed.ok) return parsed.value;
  const issue = parsed.error.issues[0];
  throw new BadInput(
    'invalid_scenario',
    `${text}: ${issue?.code ?? ''} ${issue?.text.en ?? 'not a scenario'}`,
    text,
  );
}

/** The clock is only a brake: the search has an iteration budget of its own. */
function stopAfter(limit_s: number): () => boolean {
  const until = performance.now() + limit_s * 1000;
  return () => performance.now() > until;
}

function refusalLines(refused: SurveyRefused): string[] {
  return [
    `${refused.type}: no plan`,
    ...refused.refusals.map((r) => `${r.code} ${r.object_ids.join(', ')}: ${r.text.en}`),
  ];
}

function planLines(plan: SurveyPlan): string[] {
  return [
    `${plan.status.result} plan of ${plan.sorties.length} sorties over ${plan.lanes.length} lanes (${plan.status.stopped_by}, ${plan.status.iterations} iterations)`,
    ...Object.entries(plan.totals)
      .filter(([, v]) => typeof v === 'number')
      .map(([k, v]) => `  ${k} ${String(v)}`),
    ...plan.refusals.map((r) => `  not flown: ${r.code} ${r.object_ids.join(', ')}: ${r.text.en}`),
  ];
}

function verdictLines(verdict: SurveyVerdict): string[] {
  return [
    verdict.admitted ? 'admitted by the validator' : 'NOT admitted by the validator',
    ...verdict.findings.map(
      (f) =>
        `  ${f.severity} ${f.code} ${f.object_ids.join(', ')}: ${f.text.en}${f.remedy === null ? '' : ` -> ${f.remedy.text.en}`}`,
    ),
    ...verdict.not_judged.map((c) => `  not judged: ${typeof c === 'string' ? c : JSON.stringify(c)}`),
  ];
}
