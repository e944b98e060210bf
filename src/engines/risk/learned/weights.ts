import type { Calibration } from './calibration.ts';
import type { LogisticModel } from './logistic.ts';

/**
 * Weights trained on 2861 simulated flights under high stress, in the order of FEATURE_NAMES. Written by
 * `node --conditions=cloudbrain-src --import tsx bench-perf/risk.ts --write`; `npm run bench -- risk` trains again and compares.
 */
export const LEARNED_MODEL: LogisticModel = {
  bias: -4.62029,
  weights: [
    0, 0.01542, 0, 0, 0, 0, 0, 2.04197, 0.48264, 0, 4.89826, 0, 0.79126, 0, 0, 0.14758, 0.35105, 0, 0,
  ],
};

/** What the model says and how often it happened, on flights that it was not trained on. */
export const LEARNED_CALIBRATION: Calibration = {
  said: [0.01375, 0.02389, 0.0462, 0.11042, 0.26996, 0.39292, 0.4773, 0.55409, 0.63658, 0.69665, 0.79745],
  happens: [
    0.00826, 0.10744, 0.13223, 0.16529, 0.18182, 0.30328, 0.43802, 0.58333, 0.59504, 0.77686, 0.77869,
  ],
};
