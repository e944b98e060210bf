import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { SimulationAnswer } from '#ir';
import type { SystemState, Uav } from '#world';
import { assessRisk, NO_OVERRIDE_SCORE, RISK_LEVELS, RULE_WEIGHTS, riskLevel } from './assess.ts';
import type { RiskInput } from './factors.ts';

const uav = { id: 'uav-1', wind_limit_mps: 10 } as Uav;

type Hazards = {
  readonly wind_mps: number;
  readonly gust_mps: number;
  readonly visibility_m: number;
  readonly rain: number;
  readonly age_min: number;
  readonly spare: number;
  readonly slack_sec: number;
  readonly obstacle_m: number;
  readonly zone_m: number;
  readonly operations: number;
  readonly end_sec: number;
  readonly failed: number;
  readonly nearest_m: number;
  readonly past_failures: number;
};

const CALM: Hazards = {
  wind_mps: 1,
  gust_mps: 1,
  visibility_m: 10_000,
  rain: 0,
  age_min: 5,
  spare: 0.5,
  slack_sec: 600,
  obstacle_m: 100,
  zone_m: 500,
  operations: 0,
  end_sec: 200,
  failed: 0,
  nearest_m: 900,
  past_failures: 0,
};

const RAIN = ['none', 'light', 'moderate', 'heavy'] as const;

function inputOf(h: Hazards): RiskInput {
  const now = Date.UTC(2026, 0, 1, 12);
  const state = {
    time: new Date(now).toISOString(),
    weather: {
      observed_at: new Date(now - h.age_min * 60_000).toISOString(),
      wind_mps: h.wind_mps,
      wind_from_deg: 200,
      gust_mps: h.gust_mps,
      visibility_m: h.visibility_m,
      precipitation: RAIN[h.rain]!,
    },
    city: { buildings: [] },
    operations: Array.from({ length: h.operations }, () => ({
      start: new Date(now).toISOString(),
      trajectory: [{ t_sec: 0 }, { t_sec: 100 }],
    })),
  } as unknown as SystemState;
  const runs = Array.from({ length: 4 }, (_, i) => ({
    success: i >= h.failed,
    min_distance_m: h.nearest_m,
  })) as unknown as SimulationAnswer[];
  return {
    state,
    uav,
    constraints: {
      deadline_sec: 1200,
      battery_reserve_ratio: 0.2,
      min_separation_m: 10,
    } as RiskInput['constraints'],
    plan: {
      length_m: 1000,
      eta_sec: 1200 - h.slack_sec,
      end_sec: h.end_sec,
      battery_end_ratio: 0.2 + h.spare,
      obstacle_clearance_m: h.obstacle_m,
      zone_clearance_m: h.zone_m,
    },
    simulations: runs,
    history: { flights: 50, failures: h.past_failures },
  };
}

const hazards = fc.record<Hazards>({
  wind_mps: fc.double({ min: 0, max: 14, noNaN: true }),
  gust_mps: fc.double({ min: 0, max: 18, noNaN: true }),
  visibility_m: fc.double({ min: 0, max: 12_000, noNaN: true }),
  rain: fc.integer({ min: 0, max: 3 }),
  age_min: fc.double({ min: 0, max: 400, noNaN: true }),
  spare: fc.double({ min: -0.2, max: 0.8, noNaN: true }),
  slack_sec: fc.double({ min: -100, max: 1100, noNaN: true }),
  obstacle_m: fc.double({ min: -5, max: 60, noNaN: true }),
  zone_m: fc.double({ min: -5, max: 90, noNaN: true }),
  operations: fc.integer({ min: 0, max: 40 }),
  end_sec: fc.double({ min: 10, max: 4000, noNaN: true }),
  failed: fc.integer({ min: 0, max: 4 }),
  nearest_m: fc.double({ min: 1, max: 200, noNaN: true }),
  past_failures: fc.integer({ min: 0, max: 50 }),
});

/** +1 where more of it is worse, -1 where less is. */
const WORSE: Readonly<Record<keyof Hazards, 1 | -1>> = {
  wind_mps: 1,
  gust_mps: 1,
  visibility_m: -1,
  rain: 1,
  age_min: 1,
  spare: -1,
  slack_sec: -1,
  obstacle_m: -1,
  zone_m: -1,
  operations: 1,
  end_sec: 1,
  failed: 1,
  nearest_m: -1,
  past_failures: 1,
};

for (const key of Object.keys(WORSE) as (keyof Hazards)[]) {
  test(`risk never falls as ${key} gets worse, and an override once forbidden stays forbidden`, () => {
    fc.assert(
      fc.property(hazards, hazards, (a, b) => {
        const worse = (a[key] - b[key]) * WORSE[key] >= 0 ? a[key] : b[key];
        const better = worse === a[key] ? b[key] : a[key];
        const low = assessRisk(inputOf({ ...a, [key]: better }));
        const high = assessRisk(inputOf({ ...a, [key]: worse }));
        assert.ok(high.risk_score >= low.risk_score);
        assert.ok(low.override_allowed || !high.override_allowed);
      }),
      { seed: 9, numRuns: 120 },
    );
  });
  test(`${key} matters: its worst value raises the risk of a calm day`, () => {
    const worst: Hazards = {
      wind_mps: 14,
      gust_mps: 18,
      visibility_m: 100,
      rain: 3,
      age_min: 400,
      spare: -0.1,
      slack_sec: -10,
      obstacle_m: 0,
      zone_m: 0,
      operations: 40,
      end_sec: 4000,
      failed: 4,
      nearest_m: 1,
      past_failures: 50,
    };
    const calm = assessRisk(inputOf(CALM)).risk_score;
    assert.ok(assessRisk(inputOf({ ...CALM, [key]: worst[key] })).risk_score > calm + 0.05);
  });
}

test('a calm day is low risk and may be overridden', () => {
  const calm = assessRisk(inputOf(CALM));
  assert.equal(calm.risk_level, 'low');
  assert.ok(calm.override_allowed);
});

test('one failed simulation, wind above the limit or a spent reserve is high and allows no override', () => {
  for (const bad of [
    { failed: 1 },
    { gust_mps: 10.01 },
    { spare: -0.001 },
    { slack_sec: -1 },
    { visibility_m: 799 },
  ]) {
    const answer = assessRisk(inputOf({ ...CALM, ...bad }));
    assert.equal(answer.risk_level, 'high', JSON.stringify(bad));
    assert.equal(answer.override_allowed, false);
  }
  assert.ok(assessRisk(inputOf({ ...CALM, gust_mps: 10 })).override_allowed, 'at the limit, not above it');
});

test('reasons are ordered, sum to the score at most, and name the hazard that stands out', () => {
  const answer = assessRisk(inputOf({ ...CALM, gust_mps: 9.5 }));
  assert.equal(answer.top_reasons[0]?.factor, 'wind');
  const sum = answer.top_reasons.reduce((a, r) => a + r.contribution, 0);
  assert.ok(sum <= answer.risk_score + 1e-5);
  const sizes = answer.top_reasons.map((r) => r.contribution);
  assert.deepEqual(
    sizes,
    [...sizes].sort((a, b) => b - a),
  );
});

test('levels start exactly at their scores, and no weight reaches 1', () => {
  assert.equal(riskLevel(RISK_LEVELS.medium), 'medium');
  assert.equal(riskLevel(RISK_LEVELS.medium - 1e-9), 'low');
  assert.equal(riskLevel(RISK_LEVELS.high), 'high');
  assert.ok(NO_OVERRIDE_SCORE > RISK_LEVELS.high);
  for (const weight of Object.values(RULE_WEIGHTS)) assert.ok(weight > 0 && weight < 1);
});

test('no simulation, no history and no report of visibility are factors of their own or none, never zero risk', () => {
  const input = inputOf(CALM);
  const weather = { ...input.state.weather, visibility_m: null, precipitation: 'unknown' as const };
  const blind = assessRisk({ ...input, weather, simulations: [], history: null });
  const seeing = assessRisk({ ...input, simulations: [], history: null });
  assert.ok(blind.risk_score > seeing.risk_score);
});
