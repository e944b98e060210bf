/** risk: a score between 0 and 1 with its reasons. */
export * from './factors.ts';
export * from './assess.ts';
export * from './learned/features.ts';
export * from './learned/logistic.ts';
export * from './learned/calibration.ts';
export { LEARNED_CALIBRATION, LEARNED_MODEL } from './learned/weights.ts';
export { LEARNED_MODEL_NAME, assessLearnedRisk } from './learned/assess-learned.ts';
