/** engines/validator: independent judge of survey plans; shares types with the planner, never code. */
export { SURVEY_VALIDATOR, validateSurveyPlan } from './validate.ts';
export { type SurveyValidationOptions } from './context.ts';
export { type PatchError, type ProofInput, applySurveyPatch, proveRemedies, rebound } from './prove.ts';
export { type ExportedPoint, type ReimportTolerance, checkReimport } from './reimport.ts';
export { type ReadFlight, type ReadKind, type ReadPoint } from './rebuild.ts';
export { type ExportJudgement, type ReadExport, isCarried, judgeExport } from './judge-export.ts';
