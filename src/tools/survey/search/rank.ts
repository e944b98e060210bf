import { byCodeUnits } from '#base';
import type { KeptEvaluation } from '../contract.ts';
import type { SurveyEvaluation, SurveyRecommendation } from '../events.ts';

/** A gain below this share of the base's objective is not counted as one. */
const LEAST_GAIN_RATIO = 0.005;

type Ranked = SurveyRecommendation['variants'][number];

/** Bounds by which the mixed objective measures work time and flight time. */
type Scale = { readonly work_s: number; readonly flight_s: number };

/**
 * Variants, best first: whole and admitted ones by the objective's value, then by fewer changes, then by id; the others
 * after them. The value is made of the validator's metrics; under `pareto` all are measured by the base's bounds, for a
 * variant's own bounds would make the ratios incomparable.
 */
export function rankVariants(base: KeptEvaluation, variants: readonly KeptEvaluation[]): Ranked[] {
  const scale = scaleOf([base, ...variants]);
  const reference = isGood(base.evaluation) ? valueOf(base, scale) : null;
  return variants
    .map((kept) => ({ kept, good: isGood(kept.evaluation), value: valueOf(kept, scale) }))
    .sort(
      (a, b) =>
        Number(b.good) - Number(a.good) ||
        (a.value ?? Infinity) - (b.value ?? Infinity) ||
        a.kept.evaluation.changes.length - b.kept.evaluation.changes.length ||
        byNumber(a.kept.evaluation.id, b.kept.evaluation.id),
    )
    .map(({ kept, good, value }, i) => {
      const gain_ratio =
        good && value !== null && reference !== null && reference > 0 ? 1 - value / reference : null;
      // Where the base is not admitted, or leaves something out, a whole and admitted variant is a gain by itself.
      const counts = good && (reference === null || (gain_ratio ?? 0) >= LEAST_GAIN_RATIO);
      return { ...kept.evaluation, rank: i + 1, gain_ratio, counts };
    });
}

/** At most this share of the base's objective is left to gain for any plan of the base scenario; null: unknown. */
export function boundLeft(base: SurveyEvaluation): number | null {
  if (!isGood(base) || base.objective === null || !(base.objective.value > 0)) return null;
  return Math.max(0, 1 - base.objective.lower_bound / base.objective.value);
}

/** A plan of everything, admitted by the validator. */
function isGood(evaluation: SurveyEvaluation): boolean {
  return evaluation.status === 'planned' && evaluation.admitted === true;
}

function scaleOf(all: readonly KeptEvaluation[]): Scale | null {
  const plan = all.find((kept) => kept.plan !== null)?.plan;
  if (plan === undefined || plan === null) return null;
  return { work_s: plan.objective.work_time_bound_s, flight_s: plan.objective.flight_time_bound_s };
}

function valueOf({ evaluation, scenario }: KeptEvaluation, scale: Scale | null): number | null {
  const { metrics } = evaluation;
  if (metrics === null || scale === null) return null;
  const { kind, lambda } = scenario.objective;
  if (kind === 'work_time') return metrics.work_time_s;
  if (kind === 'flight_time') return metrics.flight_time_s;
  if (!(scale.work_s > 0 && scale.flight_s > 0)) return null;
  return (
    (1 - lambda) * (metrics.work_time_s / scale.work_s) + lambda * (metrics.flight_time_s / scale.flight_s)
  );
}

/** `v2` before `v10`. */
function byNumber(a: string, b: string): number {
  return a.length - b.length || byCodeUnits(a, b);
}
