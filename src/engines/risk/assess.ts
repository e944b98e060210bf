import { quantize } from '#base';
import type { RiskAnswer, RiskReason } from '#ir';
import { type Factor, type FactorName, type RiskInput, factorsOf } from './factors.ts';

/**
 * The share of certainty that each factor adds at severity 1: the score is 1 - product of (1 - weight x severity), the
 * probability that at least one of independent causes strikes. Weights are judgements of this product, not measurements.
 */
export const RULE_WEIGHTS: Readonly<Record<FactorName, number>> = {
  wind: 0.45,
  wind_direction_unknown: 0.1,
  visibility: 0.35,
  visibility_unknown: 0.07,
  precipitation: 0.35,
  weather_age: 0.1,
  battery_margin: 0.4,
  deadline_margin: 0.2,
  obstacle_clearance: 0.15,
  zone_clearance: 0.15,
  traffic: 0.2,
  exposure: 0.1,
  assumed_heights: 0.1,
  simulated_failures: 0.9,
  simulated_separation: 0.25,
  history: 0.3,
};

/** Scores at and above these are medium and high. */
export const RISK_LEVELS = { medium: 0.35, high: 0.65 } as const;

/** From this score on nobody may override. */
export const NO_OVERRIDE_SCORE = 0.85;

/** Reasons that are reported. */
const TOP_REASONS = 6;

/** The level of a score. */
export function riskLevel(score: number): RiskAnswer['risk_level'] {
  return score >= RISK_LEVELS.high ? 'high' : score >= RISK_LEVELS.medium ? 'medium' : 'low';
}

/**
 * Risk by weighted rules. It rises with each hazard and falls with none. An override is refused at a score of
 * NO_OVERRIDE_SCORE and wherever a hard hazard stands (wind above the limit, spent reserve, a failed simulation, ...):
 * those are at least high.
 */
export function assessRisk(input: RiskInput): RiskAnswer {
  const factors = factorsOf(input);
  return answerFrom(factors, combine(factors), 'rules-1');
}

function combine(factors: readonly Factor[]): number {
  return 1 - factors.reduce((calm, f) => calm * (1 - RULE_WEIGHTS[f.factor] * f.severity), 1);
}

/**
 * The answer for a score with the factors as its reasons; hard hazards lift it to high and forbid an override. `partOf` gives
 * a factor's part of the score on a log scale; null where the rules' weight tells it.
 */
export function answerFrom(
  factors: readonly Factor[],
  score: number,
  model: string,
  partOf: (f: Factor) => number | null = () => null,
): RiskAnswer {
  const hard = factors.some((f) => f.hard);
  const lifted = hard ? Math.max(score, RISK_LEVELS.high) : score;
  const risk_score = quantize(lifted, 1e-6);
  return {
    risk_score,
    risk_level: riskLevel(risk_score),
    override_allowed: !hard && risk_score < NO_OVERRIDE_SCORE,
    model,
    top_reasons: reasons(factors, lifted, partOf),
  };
}

/** Shares of the score in proportion to each factor's part, by the rules -log(1 - weight x severity); largest first. */
function reasons(
  factors: readonly Factor[],
  score: number,
  partOf: (f: Factor) => number | null,
): readonly RiskReason[] {
  const parts = factors.map((f) => partOf(f) ?? -Math.log(1 - RULE_WEIGHTS[f.factor] * f.severity));
  const total = parts.reduce((a, b) => a + b, 0);
  return factors
    .map((f, i) => ({
      factor: f.factor,
      value: quantize(f.value, 1e-6),
      unit: f.unit,
      contribution: quantize(total > 0 ? (score * parts[i]!) / total : 0, 1e-6),
      text: f.text,
    }))
    .filter((r) => r.contribution > 0)
    .sort((a, b) => b.contribution - a.contribution || (a.factor < b.factor ? -1 : 1))
    .slice(0, TOP_REASONS);
}
