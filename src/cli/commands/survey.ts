import { Command, Option } from 'commander';
import { basename, join } from 'node:path';
import { planSurvey, type SurveyRefused } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import {
  SURVEY_EXPORT_FORMATS,
  exportSurveyPlan,
  importSurveyAreas,
  surveyPlanSvg,
  surveyReportHtml,
  type SurveyExportFormat,
} from '#formats';
import { SurveyPlan, type SurveyVerdict } from '#ir';
import {
  bundledSurveyCatalogue,
  bundledSurveyScenario,
  bundledSurveyScenarioIds,
  readUserFile,
  readUserJson,
  writeWhole,
} from '#store';
import type { SurveyScenario } from '#world';
import type { SetExit } from '../options.ts';
import { scenarioFrom } from '../survey-scenario.ts';
import { surveyServiceCommand } from './survey-service.ts';
import { BadInput, EXIT, note, orBadInput, printResult, type OutputOptions } from '../output.ts';
import { surveyRecommendCommand } from './survey-recommend.ts';

type PlanFlags = OutputOptions & { readonly scenario: string; readonly out?: string };
type ValidateFlags = OutputOptions & { readonly scenario: string; readonly plan: string };

/** `survey plan|validate|recommend|export|import|report|demo`: survey planning without a server. */
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
      const verdict = validateSurveyPlan(scenario, bundledSurveyCatalogue(), planFrom(flags.plan));
      printResult(flags, verdict, () => verdictLines(verdict));
      setExit(verdict.admitted ? EXIT.done : EXIT.failed);
    });
  survey.addCommand(surveyServiceCommand());
  survey.addCommand(surveyRecommendCommand(setExit));
  survey.addCommand(exportCommand()).addCommand(importCommand()).addCommand(reportCommand(setExit));
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

/** `survey export`: a plan in an outside format, one file a sortie where the format holds one flight. */
function exportCommand(): Command {
  return new Command('export')
    .description('write a plan in an outside format')
    .requiredOption('--plan <file>', 'the plan')
    .addOption(
      new Option('--format <name>', 'the format').choices([...SURVEY_EXPORT_FORMATS]).makeOptionMandatory(),
    )
    .option('--scenario <file|id>', 'the scenario of the plan; a bundled one is found by its id')
    .option('--out <dir>', 'folder for the files', '.')
    .action(
      (
        flags: OutputOptions & { plan: string; format: SurveyExportFormat; scenario?: string; out: string },
      ) => {
        const plan = planFrom(flags.plan);
        const scenario = scenarioOf(plan, flags.scenario);
        const files = exportSurveyPlan(plan, flags.format, { scenario, catalogue: bundledSurveyCatalogue() });
        if (!files.ok)
          throw new BadInput(files.error.type, `${flags.plan}: ${files.error.message}`, flags.plan);
        const paths = files.value.map((f) => join(flags.out, basename(f.name)));
        files.value.forEach((f, i) => orBadInput(writeWhole(paths[i]!, f.bytes)));
        printResult(flags, { format: flags.format, files: paths }, () => paths);
      },
    );
}

/** `survey import`: survey areas from an outside file, in WGS 84. */
function importCommand(): Command {
  return new Command('import')
    .description('read survey areas from GeoJSON, KML, KMZ, Shapefile, DXF, CSV or a QGroundControl plan')
    .requiredOption('--in <file>', 'the file')
    .option('--crs <name>', 'coordinate system of a file that states none, e.g. EPSG:32637')
    .option('--out <file>', 'write the areas here as GeoJSON')
    .action((flags: OutputOptions & { in: string; crs?: string; out?: string }) => {
      const bytes = orBadInput(readUserFile(flags.in));
      const areas = importSurveyAreas(bytes, {
        name: basename(flags.in),
        ...(flags.crs === undefined ? {} : { crs: flags.crs }),
      });
      if (!areas.ok) {
        const { type } = areas.error;
        const message = areas.error.type === 'format' ? areas.error.error.message : areas.error.message;
        throw new BadInput(type, `${flags.in}: ${message}`, flags.in);
      }
      if (flags.out !== undefined)
        orBadInput(writeWhole(flags.out, `${JSON.stringify(featureCollection(areas.value.areas))}\n`));
      for (const text of areas.value.notes) note(flags, text);
      printResult(flags, areas.value, () => [
        `${areas.value.areas.length} areas from ${areas.value.format}, ${areas.value.crs}`,
        ...areas.value.areas.map(
          (a) =>
            `  ${a.name}: ${a.rings[0]!.length - 1} corners${a.rings.length > 1 ? `, ${a.rings.length - 1} holes` : ''}`,
        ),
      ]);
    });
}

function featureCollection(
  areas: readonly { readonly name: string; readonly rings: readonly unknown[] }[],
): unknown {
  return {
    type: 'FeatureCollection',
    features: areas.map((a) => ({
      type: 'Feature',
      properties: { name: a.name },
      geometry: { type: 'Polygon', coordinates: a.rings },
    })),
  };
}

/** `survey report`: one page with the validator's verdict, and the picture of the plan. */
function reportCommand(setExit: SetExit): Command {
  return new Command('report')
    .description("write a one-page report with the validator's verdict, and the picture of the plan")
    .requiredOption('--plan <file>', 'the plan')
    .requiredOption('--out <file>', 'the report (HTML); the picture stands beside it as .svg')
    .option('--scenario <file|id>', 'the scenario of the plan; a bundled one is found by its id')
    .addOption(new Option('--language <code>', 'language').choices(['en', 'ru']).default('en'))
    .action(
      (flags: OutputOptions & { plan: string; out: string; scenario?: string; language: 'en' | 'ru' }) => {
        const plan = planFrom(flags.plan);
        const scenario = scenarioOf(plan, flags.scenario);
        const verdict = validateSurveyPlan(scenario, bundledSurveyCatalogue(), plan);
        const picture = `${flags.out.replace(/\.html?$/, '')}.svg`;
        orBadInput(writeWhole(flags.out, surveyReportHtml(plan, scenario, verdict, flags.language)));
        orBadInput(writeWhole(picture, surveyPlanSvg(plan, scenario)));
        printResult(flags, { report: flags.out, picture, admitted: verdict.admitted }, () => [
          flags.out,
          picture,
          ...verdictLines(verdict),
        ]);
        setExit(verdict.admitted ? EXIT.done : EXIT.failed);
      },
    );
}

function planFrom(file: string): SurveyPlan {
  const document = SurveyPlan.safeParse(orBadInput(readUserJson(file, 'a survey plan (JSON)')));
  if (document.success) return document.data;
  const issue = document.error.issues[0];
  throw new BadInput(
    'invalid_plan',
    `${file}: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
    file,
  );
}

function scenarioOf(plan: SurveyPlan, given: string | undefined): SurveyScenario {
  if (given !== undefined) return scenarioFrom(given);
  const bundled = bundledSurveyScenario(plan.scenario_id);
  if (bundled !== null) return bundled;
  throw new BadInput(
    'usage',
    `give --scenario: the scenario ${plan.scenario_id} of the plan is not a bundled one`,
  );
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
