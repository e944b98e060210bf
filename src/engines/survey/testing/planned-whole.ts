/** For tests of the planner only: whether a scenario is planned whole, by everything that measuring finds. */
import { SurveyPlan, surveyPlanHash } from '#ir';
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { planSurvey } from '../plan.ts';
import { bookFaults, sortieFaults } from './measure.ts';
import { airspaceFaults, coverage, separationFaults } from './measure-space.ts';

/** Faults of a plan's flights, books, airspace and separation; empty for a sound plan. */
export function measuredFaults(plan: SurveyPlan, s: SurveyScenario, catalogue: SurveyCatalogue): string[] {
  return [
    ...plan.sorties.flatMap((x) => sortieFaults(x, s, catalogue)),
    ...bookFaults(plan, s),
    ...airspaceFaults(plan, s),
    ...separationFaults(plan, s),
  ];
}

/** Plans a scenario; what keeps the plan from being complete, well formed, sound and covering. Empty if nothing does. */
export function wholePlanFaults(s: SurveyScenario, catalogue: SurveyCatalogue): string[] {
  const r = planSurvey(s, catalogue);
  if (!r.ok) return [JSON.stringify(r.error)];
  const plan = r.value;
  const covered = coverage(plan, s, catalogue, 15);
  const { value, lower_bound } = plan.objective;
  return [
    ...(SurveyPlan.safeParse(plan).success ? [] : ['not well formed']),
    ...(plan.status.result === 'complete' ? [] : [`${plan.status.result}: ${JSON.stringify(plan.refusals)}`]),
    ...measuredFaults(plan, s, catalogue),
    ...(covered >= 0.9999 ? [] : [`covers ${covered}`]),
    ...(plan.plan_hash === surveyPlanHash(plan) ? [] : ['hash of another plan']),
    ...(value >= lower_bound ? [] : [`${value} below its bound ${lower_bound}`]),
  ];
}
