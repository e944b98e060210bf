/** The verdict on a survey plan: everything is re-derived from the trajectories, nothing the plan says is believed. */
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import {
  SURVEY_CODE_LIST,
  type SurveyCode,
  type SurveyMetrics,
  type SurveyPlan,
  type SurveyVerdict,
} from '#ir';
import { capturesOf } from './captures.ts';
import { type Context, type SurveyValidationOptions, contextOf, scenarioPlane } from './context.ts';
import { checkVertical } from './exempt.ts';
import { checkInput } from './g0-input.ts';
import { checkAirspace } from './g1-airspace.ts';
import { checkHeights } from './g1-height.ts';
import { checkCoverage } from './g2-coverage.ts';
import { checkFrames } from './g2-frames.ts';
import { checkLines } from './g2-lines.ts';
import { checkRim, checkSun } from './g2-rim.ts';
import { checkKinematics } from './g3-kinematics.ts';
import { checkLanes } from './g3-lanes.ts';
import { checkEnergy, checkWeather } from './g4-energy.ts';
import { checkPads } from './g6-pads.ts';
import { checkSeparation, checkTwice } from './g6-separation.ts';
import { checkSites } from './g7-sites.ts';
import { checkClaims, checkIntegrity } from './g8-integrity.ts';
import { metricsOf } from './metrics.ts';
import { Report } from './report.ts';

/** Written into every verdict. */
export const SURVEY_VALIDATOR = { name: 'cloudbrain-validator', version: '1' } as const;

/**
 * Judges a plan. Inputs that are no scenario, or whose rings enclose nothing, get their G0 findings; all other checks
 * then stand under `not_judged`. G8-04 needs an exported plan and is `checkReimport`'s.
 */
export function validateSurveyPlan(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  plan: SurveyPlan,
  options: SurveyValidationOptions = {},
): SurveyVerdict {
  const report = new Report();
  if (!checkInput(scenario, catalogue, plan, { options, report })) {
    leaveRest(report);
    return verdict(plan, report, null);
  }
  const plane = scenarioPlane(scenario);
  report.plane = plane;
  const context = contextOf(scenario, catalogue, plan, options, { plane, report });
  return verdict(plan, report, judge(context));
}

function judge(context: Context): SurveyMetrics {
  checkIntegrity(context);
  const captures = capturesOf(context);
  checkAirspace(context);
  const agl_max_m = checkHeights(context);
  checkVertical(context);
  const coverage = checkCoverage(context, captures);
  const frames = checkFrames(context, captures);
  const side = checkLines(context, captures);
  checkRim(context, captures);
  checkSun(context, captures);
  checkKinematics(context);
  checkLanes(context, captures);
  const energies = checkEnergy(context);
  checkWeather(context);
  const separation_min_m = checkSeparation(context);
  checkTwice(context, captures);
  checkPads(context);
  checkSites(context);
  checkClaims(context, energies);
  return metricsOf(context, { energies, coverage, ...frames, side, agl_max_m, separation_min_m });
}

/** Checks that could not run because the input is unusable. */
function leaveRest(report: Report): void {
  for (const code of SURVEY_CODE_LIST)
    if (!code.startsWith('G0') && code !== ('G8-04' satisfies SurveyCode))
      report.cannotJudge(code, 'the input cannot be used', 'входные данные непригодны');
}

function verdict(plan: SurveyPlan, report: Report, metrics: SurveyMetrics | null): SurveyVerdict {
  const findings = report.findings();
  return {
    schema_version: 'survey-verdict-1',
    scenario_hash: String(plan.scenario_hash),
    plan_hash: String(plan.plan_hash),
    validator: SURVEY_VALIDATOR,
    admitted: metrics !== null && !findings.some((f) => f.severity === 'error'),
    not_judged: report.notJudged(),
    findings,
    metrics,
  };
}
