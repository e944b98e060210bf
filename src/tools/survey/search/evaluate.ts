import { type Result, err, hashOf, ok } from '#base';
import type { SurveyPlan, SurveyVerdict } from '#ir';
import type { SurveyScenario } from '#world';
import type { KeptEvaluation, SurveyPlanFailure, SurveyToolContext, SurveyToolError } from '../contract.ts';
import type { SurveyChange, SurveyEvaluation } from '../events.ts';
import { shownText } from '../session/text.ts';
import { STOPPED, isStopped } from './stopped.ts';

/** What an evaluation is called and where it comes from. */
export type EvaluationHead = {
  readonly id: string;
  readonly label: string;
  /** Hash of the scenario in which it may be adopted. */
  readonly base_revision: string;
  readonly changes: readonly SurveyChange[];
  readonly new_site: boolean;
};

type EvaluationContext = Pick<SurveyToolContext, 'engines' | 'signal'>;

/**
 * One scenario through the planner and then the validator. `admitted` and the metrics are the validator's or null; a
 * service that fails makes an evaluation that says so. The error is `stopped` alone: then nothing is kept.
 */
export async function evaluateSurvey(
  scenario: SurveyScenario,
  head: EvaluationHead,
  time_limit_s: number,
  context: EvaluationContext,
): Promise<Result<KeptEvaluation, SurveyToolError>> {
  const { engines, signal } = context;
  const limits = { time_limit_s, ...(signal === undefined ? {} : { signal }) };
  const none = blank(scenario, head);
  const planned = await engines.plan(scenario, limits);
  if (isStopped(signal)) return err(STOPPED);
  if (!planned.ok) return withoutPlan(scenario, none, planned.error);
  const plan = planned.value;
  const judged = await engines.validate(scenario, plan, limits);
  if (isStopped(signal) || (!judged.ok && judged.error.type === 'stopped')) return err(STOPPED);
  const evaluation = { ...none, ...partOfPlan(plan) };
  if (!judged.ok) return failed(scenario, plan, evaluation, judged.error.message);
  const verdict = judged.value;
  if (verdict.plan_hash !== plan.plan_hash)
    return failed(scenario, plan, evaluation, 'the verdict is about another plan');
  return ok({ evaluation: { ...evaluation, ...partOfVerdict(verdict) }, scenario, plan, verdict });
}

function blank(scenario: SurveyScenario, head: EvaluationHead): SurveyEvaluation {
  return {
    ...head,
    scenario_revision: hashOf(scenario),
    status: 'failed',
    admitted: null,
    metrics: null,
    findings: [],
    not_judged: 0,
    refusals: [],
    objective: null,
    plan_hash: null,
    reproducible: true,
    failure: null,
  };
}

function partOfPlan(plan: SurveyPlan): Partial<SurveyEvaluation> {
  const { kind, value, lower_bound, gap_ratio } = plan.objective;
  const { result, stopped_by } = plan.status;
  return {
    status: result === 'complete' ? 'planned' : result,
    refusals: plan.refusals,
    objective: { kind, value, lower_bound, gap_ratio },
    plan_hash: plan.plan_hash,
    reproducible: stopped_by !== 'time_limit',
  };
}

function partOfVerdict(verdict: SurveyVerdict): Partial<SurveyEvaluation> {
  return {
    admitted: verdict.admitted,
    metrics: verdict.metrics,
    findings: verdict.findings,
    not_judged: verdict.not_judged.length,
  };
}

function withoutPlan(
  scenario: SurveyScenario,
  none: SurveyEvaluation,
  failure: SurveyPlanFailure,
): Result<KeptEvaluation, SurveyToolError> {
  if (failure.type === 'stopped') return err(STOPPED);
  const evaluation: SurveyEvaluation =
    'refusals' in failure
      ? { ...none, status: failure.type, refusals: failure.refusals }
      : { ...none, reproducible: false, failure: shownText(failure.message).slice(0, 300) };
  return ok({ evaluation, scenario, plan: null, verdict: null });
}

function failed(
  scenario: SurveyScenario,
  plan: SurveyPlan,
  evaluation: SurveyEvaluation,
  message: string,
): Result<KeptEvaluation, SurveyToolError> {
  const failure = shownText(message).slice(0, 300);
  return ok({
    evaluation: { ...evaluation, status: 'failed', reproducible: false, failure },
    scenario,
    plan,
    verdict: null,
  });
}
