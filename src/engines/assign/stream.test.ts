import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { type StreamModel, lyapunovDispatcher, nearestDispatcher } from './dispatch.ts';
import { type StreamAnswer, type StreamQuery, capacityPerHour, simulateStream } from './stream.ts';

const MODEL: StreamModel = {
  cruise_mps: 14,
  cruise_w: 480,
  capacity_wh: 220,
  reserve_ratio: 0.2,
  leg_sec: 55,
  leg_wh: 6,
  charge_w: 500,
};
const LYAPUNOV = lyapunovDispatcher({ energy_price: 0.002, deficit_price: 1.3e-4 });

/** Ten aircraft, four districts of unequal demand, eight charger slots; `rate` tasks an hour in all. */
function dayOf(rate: number, more: Partial<StreamQuery> = {}): StreamQuery {
  const shares = [0.5, 0.25, 0.15, 0.1];
  const middles = [
    [0, 0],
    [1500, 500],
    [-1200, 1400],
    [600, -1800],
  ] as const;
  return {
    model: MODEL,
    districts: middles.map(([x_m, y_m], k) => ({
      middle: { x_m, y_m },
      spread_m: 500,
      tasks_per_hour: rate * shares[k]!,
    })),
    sites: [
      { at: { x_m: 200, y_m: 200 }, slots: 5 },
      { at: { x_m: 900, y_m: -900 }, slots: 3 },
    ],
    fleet: Array.from({ length: 10 }, (_, k) => ({ x_m: 100 * k, y_m: 0 })),
    dispatcher: LYAPUNOV,
    hours: 24,
    step_sec: 30,
    rng: createRng(11),
    ...more,
  };
}

function simulated(query: StreamQuery): StreamAnswer {
  const day = simulateStream(query);
  assert.ok(day.ok, JSON.stringify(day));
  return day.value;
}

test('12, 24 and 48 tasks an hour: the backlog stays bounded through 24 hours', () => {
  const bound = capacityPerHour(dayOf(1));
  for (const rate of [12, 24, 48]) {
    assert.ok(rate < 0.65 * bound);
    const day = simulated(dayOf(rate));
    assert.ok(day.served >= 0.98 * day.arrived, `rate ${rate}: ${day.served} of ${day.arrived}`);
    assert.ok(Math.max(...day.backlog_by_hour) < 40, `rate ${rate}: ${day.backlog_by_hour.join(' ')}`);
    assert.ok(day.growth_per_hour < 0.5, `rate ${rate} grows by ${day.growth_per_hour}`);
    assert.ok(day.lowest_battery_ratio >= MODEL.reserve_ratio);
  }
});

test('96 tasks an hour are more than any dispatcher can serve: the backlog grows, and the answer says so', () => {
  const bound = capacityPerHour(dayOf(1));
  assert.ok(bound < 96);
  for (const dispatcher of [LYAPUNOV, nearestDispatcher(0.5)]) {
    const day = simulated(dayOf(96, { dispatcher }));
    assert.ok(day.served / 24 <= bound, 'nothing beats the bound');
    assert.ok(day.growth_per_hour > 96 - bound, `grows by ${day.growth_per_hour}`);
  }
});

test('where nearest-first falls behind, queue-stable dispatch still keeps up', () => {
  const [stable, nearest] = [LYAPUNOV, nearestDispatcher(0.5)].map((dispatcher) =>
    simulated(dayOf(52, { dispatcher })),
  );
  assert.ok(stable!.served > nearest!.served);
  assert.ok(stable!.growth_per_hour < 1 && nearest!.growth_per_hour > stable!.growth_per_hour);
});

test('the same seed brings the same demand and the same day', () => {
  const [a, b] = [simulated(dayOf(20)), simulated(dayOf(20))];
  assert.deepEqual(a, b);
  assert.equal(simulated(dayOf(20, { dispatcher: nearestDispatcher(0.5) })).arrived, a.arrived);
  assert.notEqual(simulated(dayOf(20, { rng: createRng(12) })).arrived, a.arrived);
});

test('an empty fleet, no slot, a negative rate or no time are refused', () => {
  const bad: Partial<StreamQuery>[] = [
    { fleet: [] },
    { sites: [] },
    { sites: [{ at: { x_m: 0, y_m: 0 }, slots: -1 }] },
    { districts: [] },
    { hours: 0 },
    { step_sec: NaN },
  ];
  for (const more of bad) {
    const refused = simulateStream(dayOf(5, more));
    assert.ok(!refused.ok && refused.error.type === 'bad_query');
  }
  assert.ok(!simulateStream(dayOf(-1)).ok);
});

test('without demand nothing is flown except to a charger, and batteries stay full', () => {
  const day = simulated(dayOf(0));
  assert.equal(day.served, 0);
  assert.equal(day.mean_backlog, 0);
});
