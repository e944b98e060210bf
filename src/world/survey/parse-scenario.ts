/** The one door through which a scenario document comes in. */
import { type Result, err, ok } from '#base';
import { SurveyScenario } from './scenario.ts';
import { schemaIssueRu } from './russian.ts';
import { type SurveyIssue, surveyIssue } from './survey-issue.ts';

/** Why a document is no scenario. */
export type ScenarioError = { readonly type: 'invalid_scenario'; readonly issues: readonly SurveyIssue[] };

/**
 * Reads a parsed JSON document as a scenario: shape, types and ranges. References, rings and contradictions are
 * `checkScenario`'s. A missing or foreign datum is G0-07, anything else that does not fit the schema G0-10.
 */
export function parseSurveyScenario(document: unknown): Result<SurveyScenario, ScenarioError> {
  const parsed = SurveyScenario.safeParse(document);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    const datum = path === 'horizontal_datum' || path === 'vertical_datum';
    return datum
      ? surveyIssue(
          'G0-07',
          { path },
          `${path}: ${issue.message}`,
          `${path}: система координат или высот не указана или не принята`,
        )
      : surveyIssue(
          'G0-10',
          { path },
          `${path || 'document'}: ${issue.message}`,
          `${path || 'документ'}: не соответствует схеме (${schemaIssueRu(issue)})`,
        );
  });
  return err({ type: 'invalid_scenario', issues });
}
