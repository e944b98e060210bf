import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createRng } from '#base';
import type { SystemState, Uav } from '#world';
import type { RiskInput } from '../factors.ts';
import { assessLearnedRisk } from './assess-learned.ts';
import { calibrate, calibrated, type Calibration } from './calibration.ts';
import { FEATURE_NAMES, featuresOf } from './features.ts';
import { brierScore, fit, predict, reliability, type Sample } from './logistic.ts';
import { LEARNED_CALIBRATION, LEARNED_MODEL } from './weights.ts';

/** Samples of a known model. */
function drawn(count: number, weights: readonly number[], bias: number, seed: number): Sample[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, () => {
    const features = weights.map(() => rng.next());
    return { features, failed: rng.next() < predict({ bias, weights }, features) };
  });
}

function logLoss(samples: readonly Sample[], m: { bias: number; weights: readonly number[] }): number {
  return (
    samples.reduce((sum, s) => {
      const p = predict(m, s.features);
      return sum - Math.log(s.failed ? p : 1 - p);
    }, 0) / samples.length
  );
}

test('fitting finds the weights that made the samples', () => {
  const fitted = fit(drawn(20_000, [3, 0, 1.5], -2, 1), 1500);
  [3, 0, 1.5].forEach((w, i) =>
    assert.ok(Math.abs(fitted.weights[i]! - w) < 0.2, `${i}: ${fitted.weights[i]}`),
  );
  assert.ok(Math.abs(fitted.bias + 2) < 0.15);
});

test('no nearby model with weights of 0 or more has a smaller loss, and a helpful hazard gets weight 0', () => {
  const samples = drawn(3000, [2, -1.5], -1, 2);
  const fitted = fit(samples, 3000);
  assert.equal(fitted.weights[1], 0);
  const rng = createRng(9);
  const least = logLoss(samples, fitted);
  for (let k = 0; k < 500; k++) {
    const nearby = {
      bias: fitted.bias + rng.between(-0.3, 0.3),
      weights: fitted.weights.map((w) => Math.max(0, w + rng.between(-0.3, 0.3))),
    };
    // The ridge shifts the optimum by less than a thousandth of the loss.
    assert.ok(logLoss(samples, nearby) > least - 1e-3, `try ${k}`);
  }
});

test('the Brier score and the reliability table by hand', () => {
  const s = (failed: boolean): Sample => ({ features: [], failed });
  const samples = [s(true), s(true), s(false), s(false)];
  const says = new Map(samples.map((x, i) => [x, [1, 0.5, 0.5, 0.05][i]!]));
  assert.ok(Math.abs(brierScore(samples, (x) => says.get(x)!) - (0 + 0.25 + 0.25 + 0.0025) / 4) < 1e-12);
  const rows = reliability(samples, (x) => says.get(x)!, 10);
  assert.deepEqual(
    rows.map((r) => [r.from, r.count, r.happened]),
    [
      [0, 1, 0],
      [0.5, 2, 0.5],
      [0.9, 1, 1],
    ],
  );
});

test('calibration rises, stays between 0 and 1 and mends a model that says too much', () => {
  const truth = drawn(4000, [2], -2, 4);
  const boasts = (x: Sample): number => Math.sqrt(predict({ bias: -2, weights: [2] }, x.features));
  const line = calibrate(truth.slice(0, 2000), boasts, 10);
  line.said.forEach((x, i) => {
    assert.ok(i === 0 || (x > line.said[i - 1]! && line.happens[i]! > line.happens[i - 1]!));
    assert.ok(line.happens[i]! > 0 && line.happens[i]! < 1);
  });
  const unseen = truth.slice(2000);
  assert.ok(brierScore(unseen, (x) => calibrated(line, boasts(x))) < brierScore(unseen, boasts) - 0.01);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b) => {
        assert.ok(calibrated(line, Math.max(a, b)) >= calibrated(line, Math.min(a, b)));
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test('the shipped figures fit the features, are 0 or more, and rise', () => {
  assert.equal(LEARNED_MODEL.weights.length, FEATURE_NAMES.length);
  assert.ok(LEARNED_MODEL.weights.every((w) => w >= 0) && LEARNED_MODEL.weights.some((w) => w > 0));
  const rises = (c: Calibration): boolean =>
    c.said.every((x, i) => i === 0 || (x > c.said[i - 1]! && c.happens[i]! >= c.happens[i - 1]!));
  assert.ok(rises(LEARNED_CALIBRATION));
  assert.deepEqual(
    featuresOf([]),
    FEATURE_NAMES.map(() => 0),
  );
});

const at = '2026-01-01T12:00:00Z';
function input(wind_mps: number, slack_sec: number, visibility_m: number, spare: number): RiskInput {
  return {
    state: {
      time: at,
      weather: {
        observed_at: at,
        wind_mps,
        wind_from_deg: 90,
        gust_mps: null,
        visibility_m,
        precipitation: 'none',
      },
      city: { buildings: [] },
      operations: [],
    } as unknown as SystemState,
    uav: { wind_limit_mps: 10 } as Uav,
    constraints: {
      deadline_sec: 1000,
      battery_reserve_ratio: 0.2,
      min_separation_m: 10,
    } as RiskInput['constraints'],
    plan: { length_m: 1, eta_sec: 1000 - slack_sec, end_sec: 600, battery_end_ratio: 0.2 + spare },
    simulations: [],
  };
}

test('learned risk never falls as wind, deadline, visibility or battery get worse', () => {
  const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(
      between(0, 12),
      between(0, 900),
      between(100, 9000),
      between(0, 0.7),
      between(0, 1),
      (w, s, v, b, by) => {
        const risk = (a: RiskInput): number => assessLearnedRisk(a).risk_score;
        const now = risk(input(w, s, v, b));
        assert.ok(risk(input(w + 4 * by, s, v, b)) >= now);
        assert.ok(risk(input(w, s * (1 - by), v, b)) >= now);
        assert.ok(risk(input(w, s, v * (1 - by), b)) >= now);
        assert.ok(risk(input(w, s, v, b * (1 - by))) >= now);
      },
    ),
    { seed: 5, numRuns: 400 },
  );
});

test('learned risk tells a calm flight from one without slack, names the reason, and keeps the hard rules', () => {
  const calm = assessLearnedRisk(input(1, 800, 9000, 0.5));
  const late = assessLearnedRisk(input(1, 1, 9000, 0.5));
  assert.equal(calm.risk_level, 'low');
  assert.ok(late.risk_score > calm.risk_score + 0.3);
  assert.equal(late.top_reasons[0]?.factor, 'deadline_margin');
  const storm = assessLearnedRisk(input(10.5, 800, 9000, 0.5));
  assert.ok(storm.risk_level === 'high' && !storm.override_allowed);
  assert.equal(calm.model, 'logistic-1');
});
