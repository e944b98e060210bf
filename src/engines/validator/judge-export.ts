/** G8-04 with teeth: an exported plan is read back, laid over the plan and judged like any other. */
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { SURVEY_CODES, type SurveyCode, type SurveyFinding, type SurveyPlan, type SurveyVerdict } from '#ir';
import { type SurveyValidationOptions } from './context.ts';
import { type Mismatch, type ReadFlight, type ReadKind, rebuildPlan } from './rebuild.ts';
import { type ReimportTolerance } from './reimport.ts';
import { validateSurveyPlan } from './validate.ts';

/** A file's contents and how exactly its format writes. */
export type ReadExport = {
  readonly kind: ReadKind;
  readonly flights: readonly ReadFlight[];
  readonly tolerance: ReimportTolerance;
};

/** What the judge says of a file. */
export type ExportJudgement = {
  /** True only if the plan itself is admitted, every place was found again, and no judged check finds an error. */
  readonly admitted: boolean;
  /** G8-04, and the errors of the plan that the file describes, of the codes that can be judged. */
  readonly findings: readonly SurveyFinding[];
  /** Codes that the format cannot carry the facts for; those of the plan's own verdict included. */
  readonly not_judged: readonly SurveyCode[];
  /** The judged error codes of the plan and of the file are the same, and nothing differs otherwise. */
  readonly same: boolean;
};

/** Pads, battery sets and the schedule stand in no file. */
const IN_NO_FILE = /^G4-06$|^G6-0[237]$/;
/** Waypoints have no times and cut curves: nothing that hangs on speed, energy, totals or a turn's own shape. */
const NOT_OF_WAYPOINTS = /^G3-|^G4-0[1-5]$|^G5-05$|^G2-0[579]$|^G2-08$|^G1-08$/;

/**
 * Whether a file of this kind carries what a code is judged by. Positions without times are judged with the plan's
 * times, which is the rule for separation and timed zones.
 */
export function isCarried(code: SurveyCode, kind: ReadKind): boolean {
  return !IN_NO_FILE.test(code) && (kind === 'track' || !NOT_OF_WAYPOINTS.test(code));
}

/** Judges a file against the verdict on the plan that it was written from. */
export function judgeExport(
  documents: { readonly scenario: SurveyScenario; readonly catalogue: SurveyCatalogue },
  plan: SurveyPlan,
  verdict: SurveyVerdict,
  file: ReadExport,
  options: SurveyValidationOptions = {},
): ExportJudgement {
  const { scenario, catalogue } = documents;
  const read = rebuildPlan(plan, file.flights, file.kind, file.tolerance);
  const again = validateSurveyPlan(scenario, catalogue, read.plan, options);
  const judged = (f: SurveyFinding) => f.severity === 'error' && isCarried(f.code, file.kind);
  const errors = again.findings.filter(judged);
  const differs = read.mismatches.map(mismatchFinding);
  const left = [...new Set([...again.not_judged.map((n) => n.code), ...uncarried(file)])].sort();
  const codes = (list: readonly SurveyFinding[]) => [...new Set(list.map((f) => f.code))].sort().join(' ');
  return {
    admitted: verdict.admitted && differs.length === 0 && errors.length === 0,
    findings: [...differs, ...errors],
    not_judged: left,
    same: differs.length === 0 && codes(errors) === codes(verdict.findings.filter(judged)),
  };
}

function uncarried(file: ReadExport): SurveyCode[] {
  return (Object.keys(SURVEY_CODES) as SurveyCode[]).filter((code) => !isCarried(code, file.kind));
}

function mismatchFinding(m: Mismatch): SurveyFinding {
  const entry = SURVEY_CODES['G8-04'];
  const { at } = m;
  return {
    code: 'G8-04',
    severity: entry.level,
    object_ids: [m.sortie_id],
    place: at === null ? null : { lon_deg: at.lon_deg, lat_deg: at.lat_deg, amsl_m: at.amsl_m },
    time_sec: null,
    measured: m.off_m !== null && Number.isFinite(m.off_m) ? m.off_m : null,
    limit: null,
    margin: null,
    unit: m.off_m === null ? null : 'm',
    text: { en: entry.en, ru: entry.ru },
    remedy: null,
  };
}
