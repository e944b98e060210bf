import {
  type SurveyCatalogue,
  type SurveyIssue,
  type SurveyScenario,
  checkScenario,
  parseSurveyScenario,
} from '#world';
import type { SurveyToolError } from '../contract.ts';
import { surveyError } from '../session/text.ts';

/**
 * Whether the whole scenario still stands after an operation: its schema, its references, and an enabled unit. Findings
 * that were there before do not count against the operation, so that a broken scenario can be mended.
 */
export function stillWhole(
  before: SurveyScenario,
  after: SurveyScenario,
  catalogue: SurveyCatalogue,
): SurveyToolError | null {
  const parsed = parseSurveyScenario(after);
  if (!parsed.ok) return broken(parsed.error.issues);
  if (before.units.some((u) => u.enabled) && !after.units.some((u) => u.enabled))
    return surveyError(
      'breaks_scenario',
      'no enabled unit would be left',
      'не останется ни одного включённого борта',
    );
  const known = new Set(checkScenario(before, catalogue).map(issueKey));
  const fresh = checkScenario(parsed.value, catalogue).filter((issue) => !known.has(issueKey(issue)));
  return fresh.length === 0 ? null : broken(fresh);
}

function issueKey(issue: SurveyIssue): string {
  return JSON.stringify([issue.code, issue.object_ids, issue.text.en]);
}

function broken(issues: readonly SurveyIssue[]): SurveyToolError {
  const first = issues.slice(0, 3);
  return surveyError(
    'breaks_scenario',
    first.map((i) => `${i.code} ${i.text.en}`).join('; '),
    first.map((i) => `${i.code} ${i.text.ru}`).join('; '),
  );
}
