import type { SurveyEvaluation } from '../events.ts';

/** Findings and refusals of one evaluation that a model is shown unasked; the report has all. */
const SHOWN = 12;

/** An evaluation as a model reads it: verdict, figures, codes. The page gets the whole one by its event. */
export function shownEvaluation(evaluation: SurveyEvaluation) {
  const { id, label, status, admitted, new_site, changes, metrics, objective, failure } = evaluation;
  return {
    id,
    label,
    status,
    admitted,
    new_site,
    changes: changes.map(({ path, object_id, was, became, safety_risk }) =>
      isWhole(path) ? { path, object_id, safety_risk } : { path, object_id, was, became, safety_risk },
    ),
    metrics: metrics === null ? null : { ...metrics, per_unit: undefined, per_task: undefined },
    objective,
    findings: evaluation.findings.slice(0, SHOWN).map((f) => ({
      code: f.code,
      severity: f.severity,
      object_ids: f.object_ids.slice(0, 4),
      measured: f.measured,
      limit: f.limit,
      unit: f.unit,
    })),
    findings_total: evaluation.findings.length,
    not_judged: evaluation.not_judged,
    refusals: evaluation.refusals.slice(0, SHOWN),
    reproducible: evaluation.reproducible,
    failure,
  };
}

/** Whether a change is of a whole object: `/sites/3`. */
function isWhole(path: string): boolean {
  return path.split('/').length === 3 && /\d$/.test(path);
}
