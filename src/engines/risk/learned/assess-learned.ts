import type { RiskAnswer } from '#ir';
import { RULE_WEIGHTS, answerFrom } from '../assess.ts';
import { type Factor, type RiskInput, factorsOf } from '../factors.ts';
import { calibrated } from './calibration.ts';
import { FEATURE_NAMES, LEARNED_FACTORS, PRODUCTS, featuresOf } from './features.ts';
import { predict } from './logistic.ts';
import { LEARNED_CALIBRATION, LEARNED_MODEL } from './weights.ts';

/** Name of the learned model in answers. */
export const LEARNED_MODEL_NAME = 'logistic-1';

/**
 * Risk by the learned model: the probability that a simulated flight under high stress fails, from the factors that the
 * simulator knows, together with the rules' weights for those that it does not (visibility, rain, age of the report, history,
 * what this decision's own simulations showed). It never falls as a hazard grows. Hard hazards act as in the rules.
 */
export function assessLearnedRisk(input: RiskInput): RiskAnswer {
  const factors = factorsOf(input);
  const learned = calibrated(LEARNED_CALIBRATION, predict(LEARNED_MODEL, featuresOf(factors)));
  const others = factors.filter((f) => !isLearned(f));
  const calm = others.reduce((c, f) => c * (1 - RULE_WEIGHTS[f.factor] * f.severity), 1 - learned);
  return answerFrom(factors, 1 - calm, LEARNED_MODEL_NAME, (f) =>
    isLearned(f) ? learnedPart(f, factors) : null,
  );
}

function isLearned(f: Factor): boolean {
  return (LEARNED_FACTORS as readonly string[]).includes(f.factor);
}

/** A factor's share of the model's sum: its own term and half of each product that it is in. */
function learnedPart(f: Factor, factors: readonly Factor[]): number {
  const x = featuresOf(factors);
  return FEATURE_NAMES.reduce((sum, name, i) => {
    const term = LEARNED_MODEL.weights[i]! * x[i]!;
    if (name === f.factor) return sum + term;
    const pair = PRODUCTS[i - LEARNED_FACTORS.length];
    const times = pair === undefined ? 0 : pair.filter((name_) => name_ === f.factor).length;
    return sum + (term * times) / 2;
  }, 0);
}
