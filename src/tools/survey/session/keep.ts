import { SurveyName } from '#world';
import type { KeptEvaluation, SurveySession, SurveyToolOutcome } from '../contract.ts';
import { answered } from './session.ts';
import { shownEvaluation } from './shown-evaluation.ts';

/** A caption of an evaluation's card. */
export const label = SurveyName.nullable().describe('short caption for the card; null: none');

/** The outcome of computations: kept in the session, shown to the model in short and to the page in full. */
export function keepEvaluations(
  session: SurveySession,
  kept: readonly KeptEvaluation[],
  more: Record<string, unknown> = {},
): SurveyToolOutcome {
  return answered(
    { ...session, evaluations: [...session.evaluations, ...kept] },
    { ...more, evaluations: kept.map((k) => shownEvaluation(k.evaluation)) },
    kept.map((k) => ({ event: 'evaluation', data: k.evaluation })),
  );
}
