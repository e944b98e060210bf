/** The survey assistant's tools: what a dialogue can do with a scenario, and the search that needs no dialogue. */
export * from './contract.ts';
export * from './events.ts';
export * from './registry.ts';
export * from './run-survey-tool.ts';
export * from './session/policy.ts';
export { startSession } from './session/session.ts';
export { type SurveySummary, surveySummary } from './session/summary.ts';
export { shownText } from './session/text.ts';
export { inProcessSurveyEngines } from './search/engines.ts';
export { type EvaluationHead, evaluateSurvey } from './search/evaluate.ts';
export { type SurveySearchOptions, recommendSurvey } from './search/recommend-survey.ts';
export { type SurveySearchSpace } from './search/variants.ts';
