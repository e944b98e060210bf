import { z } from 'zod';
import { defineSurveyTool } from './guard/edit.ts';
import { evaluateSurvey } from './search/evaluate.ts';
import { nextNumber, refused } from './session/session.ts';
import { keepEvaluations, label } from './session/keep.ts';
import { surveyError } from './session/text.ts';

/** Plans the scenario as it stands and has the plan judged. */
export const computePlanTool = defineSurveyTool({
  name: 'compute_plan',
  summary:
    'Plans the scenario as it stands and has the plan judged by the validator. Answers with the verdict, the metrics and the codes; whether the plan is admitted is the validator’s word alone.',
  args: z.strictObject({ label }),
  run: async (args, session, context) => {
    const { scenario, revision } = session;
    context.onProgress?.({ state: 'computing', step: null, tool: 'compute_plan', done: null, total: null });
    const kept = await evaluateSurvey(
      scenario,
      {
        id: `e${nextNumber(session, 'e')}`,
        label: args.label ?? '',
        base_revision: revision,
        changes: [],
        new_site: false,
      },
      Math.min(scenario.solver.time_limit_s, context.limits.compute_time_limit_s),
      context,
    );
    if (!kept.ok) return refused(session, kept.error);
    const { failure } = kept.value.evaluation;
    if (failure !== null)
      return refused(
        session,
        surveyError('failed', `the computation failed: ${failure}`, `расчёт не выполнен: ${failure}`),
      );
    return keepEvaluations(session, [kept.value]);
  },
});
