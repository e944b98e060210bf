import { judgeExport } from '#engines/validator';
import { readBack, type SurveyExportFormat } from '#formats';
import { SURVEY_CODES, type SurveyPlan, type SurveyVerdict } from '#ir';
import type { SurveyCatalogue, SurveyScenario } from '#world';
import type { SurveyFileCheck } from './jobs.ts';

type Written = {
  readonly format: SurveyExportFormat;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The verdict on the plan, as JSON text. */
  readonly verdict: Uint8Array;
};

/** Reads written files back and has them judged against the plan. A file that cannot be read back is not admitted. */
export function checkFiles(
  documents: { readonly scenario: SurveyScenario; readonly catalogue: SurveyCatalogue },
  plan: SurveyPlan,
  { format, files, verdict }: Written,
): SurveyFileCheck {
  const context = {
    zero_ms: Date.parse(documents.scenario.work_window.start_utc),
    home_amsl_m: new Map(plan.sorties.map((s) => [s.id, s.legs[0]?.points[0]?.amsl_m ?? Number.NaN])),
  };
  let contents: ReturnType<typeof readBack>;
  try {
    contents = readBack(format, files, context);
  } catch {
    return { admitted: false, same: false, findings: ['G8-04'], not_carried: Object.keys(SURVEY_CODES) };
  }
  const told = JSON.parse(new TextDecoder().decode(verdict)) as SurveyVerdict;
  const judged = judgeExport(documents, plan, told, contents);
  return {
    admitted: judged.admitted,
    same: judged.same,
    findings: [...new Set(judged.findings.map((f) => f.code))].sort(),
    not_carried: [...judged.not_judged],
  };
}
