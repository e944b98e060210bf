import { assert } from '#base';

/** One simulated flight: its features, and whether it failed. */
export type Sample = { readonly features: readonly number[]; readonly failed: boolean };

/** A logistic model. Weights are 0 or more, so that the probability never falls as a feature grows. */
export type LogisticModel = { readonly bias: number; readonly weights: readonly number[] };

/** Probability of failure. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  assert(features.length === model.weights.length, 'one weight for each feature');
  let sum = model.bias;
  for (let i = 0; i < features.length; i++) sum += model.weights[i]! * features[i]!;
  return 1 / (1 + Math.exp(-sum));
}

/** Strength of the pull of all weights towards 0, per sample. */
const RIDGE = 1e-4;

/**
 * Fits by accelerated projected gradient descent (Nesterov, 1983; FISTA after Beck and Teboulle, 2009) on the mean log loss with a small
 * ridge; weights below 0 are set to 0 after each step. Deterministic: no chance, samples in their order.
 */
export function fit(samples: readonly Sample[], steps: number): LogisticModel {
  const n = samples[0]?.features.length ?? 0;
  assert(samples.length > 0 && samples.every((s) => s.features.length === n), 'samples of one length');
  // Features are at most 1, so the loss bends by at most (n + 1) / 4.
  const rate = 4 / (n + 1);
  let at = new Float64Array(n + 1);
  let look = at.slice();
  let momentum = 1;
  for (let step = 0; step < steps; step++) {
    const slope = gradient(samples, look);
    const next = look.map((w, i) => (i < n ? Math.max(0, w - rate * slope[i]!) : w - rate * slope[i]!));
    const grown = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const push = (momentum - 1) / grown;
    look = next.map((w, i) => w + push * (w - at[i]!));
    at = next;
    momentum = grown;
  }
  return { bias: at[n]!, weights: [...at.subarray(0, n)] };
}

function gradient(samples: readonly Sample[], w: Float64Array): Float64Array {
  const n = w.length - 1;
  const slope = new Float64Array(n + 1);
  for (const s of samples) {
    let sum = w[n]!;
    for (let i = 0; i < n; i++) sum += w[i]! * s.features[i]!;
    const off = 1 / (1 + Math.exp(-sum)) - (s.failed ? 1 : 0);
    for (let i = 0; i < n; i++) slope[i]! += off * s.features[i]!;
    slope[n]! += off;
  }
  for (let i = 0; i <= n; i++) slope[i] = slope[i]! / samples.length + (i < n ? RIDGE * w[i]! : 0);
  return slope;
}

/** Mean square of probability minus outcome (Brier, 1950): 0 is perfect; a constant p scores p (1 - p). */
export function brierScore(samples: readonly Sample[], probability: (s: Sample) => number): number {
  assert(samples.length > 0, 'a score needs samples');
  const sum = samples.reduce((total, s) => total + (probability(s) - (s.failed ? 1 : 0)) ** 2, 0);
  return sum / samples.length;
}

/** One row of a reliability table: how often flights failed of which the model said so much. */
export type ReliabilityRow = {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly said: number;
  readonly happened: number;
};

/** Reliability by equal bins of probability; empty bins are left out. */
export function reliability(
  samples: readonly Sample[],
  probability: (s: Sample) => number,
  bins: number,
): readonly ReliabilityRow[] {
  const rows = Array.from({ length: bins }, () => ({ count: 0, said: 0, happened: 0 }));
  for (const s of samples) {
    const p = probability(s);
    const row = rows[Math.min(bins - 1, Math.floor(p * bins))]!;
    row.count++;
    row.said += p;
    row.happened += s.failed ? 1 : 0;
  }
  return rows
    .map((r, i) => ({
      from: i / bins,
      to: (i + 1) / bins,
      count: r.count,
      said: r.said / Math.max(1, r.count),
      happened: r.happened / Math.max(1, r.count),
    }))
    .filter((r) => r.count > 0);
}
