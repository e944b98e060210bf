/** engines/validator: independent judge of survey plans; shares types with the planner, never code. */
export { SURVEY_VALIDATOR, validateSurveyPlan } from './validate.ts';
export { type SurveyValidationOptions } from './context.ts';
export { type PatchError, type ProofInput, applySurveyPatch, proveRemedies, rebound } from './prove.ts';
export { type ExportedPoint, type ReimportTolerance, checkReimport } from './reimport.ts';
