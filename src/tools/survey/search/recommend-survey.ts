import { type Result, err, hashOf, ok } from '#base';
import type { SurveyScenario } from '#world';
import type { KeptEvaluation, SurveyToolContext, SurveyToolError } from '../contract.ts';
import type { SurveyRecommendation } from '../events.ts';
import { surveyChanges } from '../session/changes.ts';
import { evaluateSurvey } from './evaluate.ts';
import { inOrder } from './in-order.ts';
import { boundLeft, rankVariants } from './rank.ts';
import { type SurveySearchSpace, listVariants, variantLabel } from './variants.ts';

/** What to search. */
export type SurveySearchOptions = SurveySearchSpace & {
  /** Every variant instead of the first `max_variants`. */
  readonly exhaustive?: boolean;
  /** Seed of every planning run. */
  readonly seed: number;
};

/**
 * Iterations of the planner's improvement search for one evaluation. So few that it ends long before the usual time limit,
 * and then the same scenario gives the same plan on every machine.
 */
export const SEARCH_ITERATIONS = 300;

/** The scenario with the solver settings of the search; a smaller budget of its own stands. */
export function searchScenario(scenario: SurveyScenario, seed: number, time_limit_s: number): SurveyScenario {
  const iteration_budget = Math.min(SEARCH_ITERATIONS, scenario.solver.iteration_budget ?? SEARCH_ITERATIONS);
  return { ...scenario, solver: { ...scenario.solver, seed, time_limit_s, iteration_budget } };
}

/** A search with everything that was computed, for a session to keep. */
export type SurveySearch = {
  readonly recommendation: SurveyRecommendation;
  readonly kept: readonly KeptEvaluation[];
};

/**
 * Searches basing, fleet, new sites and swath angles, single changes first and pairs after them, within policy and pins:
 * the base and each variant are planned, judged and ranked. Nobody is asked and nothing is chosen by chance: the order
 * is that of `surveyVariants`, and the same scenario, options and context give the same recommendation as long as no
 * planning run meets its time limit (every evaluation says so). The one error is `stopped`.
 */
export async function recommendSurvey(
  scenario: SurveyScenario,
  options: SurveySearchOptions,
  context: SurveyToolContext,
): Promise<Result<SurveyRecommendation, SurveyToolError>> {
  const search = await searchSurvey(scenario, options, context, { e: 1, v: 1 });
  return search.ok ? ok(search.value.recommendation) : err(search.error);
}

/** `recommendSurvey` with the evaluations themselves, numbered from `first`. */
export async function searchSurvey(
  scenario: SurveyScenario,
  options: SurveySearchOptions,
  context: SurveyToolContext,
  first: { readonly e: number; readonly v: number },
): Promise<Result<SurveySearch, SurveyToolError>> {
  const { limits, onProgress } = context;
  const most = options.exhaustive === true ? Infinity : limits.max_variants;
  const list = listVariants(scenario, options, most, context);
  const base_revision = hashOf(scenario);
  const total = 1 + list.variants.length;
  const evaluated = (one: SurveyScenario, head: { id: string; label: string; new_site: boolean }) =>
    evaluateSurvey(
      searchScenario(one, options.seed, limits.eval_time_limit_s),
      { ...head, base_revision, changes: surveyChanges(scenario, one) },
      limits.eval_time_limit_s,
      context,
    );
  const jobs = [
    () => evaluated(scenario, { id: `e${first.e}`, label: 'base', new_site: false }),
    ...list.variants.map(
      (v, i) => () =>
        evaluated(v.scenario, {
          id: `v${first.v + i}`,
          label: variantLabel(v.changes),
          new_site: v.new_site,
        }),
    ),
  ];
  const results = await inOrder(jobs, limits.eval_concurrency, (done) =>
    onProgress?.({ state: 'progress', step: null, tool: 'recommend', done, total }),
  );
  if (!results.ok) return err(results.error);
  const [base, ...variants] = results.value as readonly [KeptEvaluation, ...KeptEvaluation[]];
  const ranked = rankVariants(base, variants);
  const recommendation: SurveyRecommendation = {
    base: base.evaluation,
    variants: ranked,
    best_id: ranked.find((v) => v.counts)?.id ?? null,
    evaluated: variants.length,
    left: list.left,
    left_is_exact: list.left_is_exact,
    bound_left_ratio: boundLeft(base.evaluation),
    seed: options.seed,
  };
  return ok({ recommendation, kept: results.value });
}
