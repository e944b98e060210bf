import { assert } from '#base';
import type { Sample } from './logistic.ts';

/** A rising broken line from what a model says to how often it happens; flat beyond its ends. */
export type Calibration = { readonly said: readonly number[]; readonly happens: readonly number[] };

/** The calibrated probability. It never falls as the model's own rises. */
export function calibrated(line: Calibration, said: number): number {
  const { said: x, happens: y } = line;
  const n = x.length;
  assert(n > 0 && y.length === n, 'a calibration has knots');
  if (said <= x[0]!) return y[0]!;
  for (let i = 1; i < n; i++) {
    if (said > x[i]!) continue;
    const u = (said - x[i - 1]!) / (x[i]! - x[i - 1]!);
    return y[i - 1]! + u * (y[i]! - y[i - 1]!);
  }
  return y[n - 1]!;
}

/**
 * Knots from samples that the model was not trained on: bins of equal count, each with one failure and one success added in
 * thought (Laplace), made to rise by pooling neighbours that do not (pool adjacent violators; Ayer et al., 1955).
 */
export function calibrate(
  samples: readonly Sample[],
  probability: (s: Sample) => number,
  bins: number,
): Calibration {
  const sorted = samples
    .map((s) => ({ p: probability(s), failed: s.failed ? 1 : 0 }))
    .sort((a, b) => a.p - b.p || a.failed - b.failed);
  assert(sorted.length >= bins && bins > 0, 'a bin needs a sample');
  const pools: { said: number; failed: number; count: number }[] = [];
  for (let k = 0; k < bins; k++) {
    const from = Math.floor((k * sorted.length) / bins);
    const to = Math.floor(((k + 1) * sorted.length) / bins);
    const part = sorted.slice(from, to);
    pools.push({
      said: part.reduce((a, s) => a + s.p, 0),
      failed: part.reduce((a, s) => a + s.failed, 0),
      count: part.length,
    });
    for (let i = pools.length - 1; i > 0 && rate(pools[i - 1]!) >= rate(pools[i]!); i--) {
      const last = pools.pop()!;
      const before = pools[i - 1]!;
      pools[i - 1] = {
        said: before.said + last.said,
        failed: before.failed + last.failed,
        count: before.count + last.count,
      };
    }
  }
  return { said: pools.map((p) => p.said / p.count), happens: pools.map(rate) };
}

function rate(pool: { readonly failed: number; readonly count: number }): number {
  return (pool.failed + 1) / (pool.count + 2);
}
