import { z } from 'zod';
import { defineSurveyTool } from './guard/edit.ts';
import { answered, findEvaluation, isCurrent, refused } from './session/session.ts';
import { shownEvaluation } from './session/shown-evaluation.ts';

/** Findings of one report; a plan that has more is bad enough to be told by the first ones, errors first. */
const MOST = 60;

/** An id of an evaluation; null: the last one. */
export const evaluationId = z
  .string()
  .min(1)
  .max(16)
  .nullable()
  .describe('id of the evaluation, such as e1 or v4; null: the last one');

/** Reads the validator's report on a computed plan. */
export const getPlanReportTool = defineSurveyTool({
  name: 'get_plan_report',
  summary:
    'Reads the validator’s report on a computed plan: the verdict, the metrics, and every finding with its code, severity, objects, measured value, limit and remedy. `proven` remedies were tried out by the validator.',
  args: z.strictObject({ evaluation_id: evaluationId, language: z.enum(['en', 'ru']) }),
  run: ({ evaluation_id, language }, session) => {
    const found = findEvaluation(session, evaluation_id);
    if (!found.ok) return refused(session, found.error);
    const { evaluation, verdict } = found.value;
    return answered(session, {
      ...shownEvaluation(evaluation),
      current: isCurrent(found.value, session),
      metrics: evaluation.metrics,
      findings: evaluation.findings.slice(0, MOST).map((f) => ({
        ...f,
        message_key: undefined,
        text: f.text[language],
        remedy:
          f.remedy === null
            ? null
            : { kind: f.remedy.kind, text: f.remedy.text[language], proven: f.remedy.proven },
      })),
      not_judged: (verdict?.not_judged ?? []).map((n) => ({ code: n.code, text: n.text[language] })),
      refusals: evaluation.refusals.map((r) => ({ ...r, text: r.text[language] })),
    });
  },
});
