import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRng } from '#base';
import { readM100Power } from '#formats';
import { DJI_M100_Q90_REGIME_V1, calibratedPowers, fitEnergyTable, rankFor } from './energy-table.ts';
import { energyUsed_wh, legPower_w } from './energy.ts';
import { planRoute } from './index.ts';
import { requestOf } from './scene.fixture.test.ts';
import { flightTime_sec } from './wind.ts';

const POWERS = { hover_w: 300, cruise_w: 350, climb_w: 450 };
const at = (t_sec: number, x_m: number, z_m: number) => ({ t_sec, x_m, y_m: 0, z_m, stop_id: null });

test('each kind of leg has the power of its dearest part', () => {
  const power = (...leg: [ReturnType<typeof at>, ReturnType<typeof at>]) => legPower_w(...leg, POWERS);
  assert.equal(power(at(0, 0, 0), at(9, 0, 0)), 0);
  assert.equal(power(at(0, 0, 50), at(9, 0, 50)), 300);
  assert.equal(power(at(0, 0, 50), at(9, 90, 50)), 350);
  assert.equal(power(at(0, 0, 0), at(9, 0, 20)), 450);
  assert.equal(power(at(0, 0, 40), at(9, 0, 20)), 300);
  assert.equal(power(at(0, 0, 40), at(9, 90, 60)), 450);
  assert.equal(power(at(0, 0, 60), at(9, 90, 40)), 350);
  assert.deepEqual(
    energyUsed_wh([at(0, 0, 0), at(36, 0, 72), at(72, 400, 72)], POWERS).map(
      (x) => Math.round(x * 1e6) / 1e6,
    ),
    [0, 4.5, 8],
  );
});

test('flight time solves the wind triangle and no detour saves time', () => {
  const wind = { speed_mps: 5, gust_mps: null, toward: { east_mps: 3, north_mps: -4 } };
  for (let seed = 1; seed <= 200; seed++) {
    const rng = createRng(seed);
    const [dx, dy] = [rng.between(-500, 500), rng.between(-500, 500)];
    const t = flightTime_sec(dx, dy, 12, wind);
    // What the air does not carry must be flown at air speed.
    assert.ok(Math.abs(Math.hypot(dx - 3 * t, dy + 4 * t) - 12 * t) < 1e-6);
    const [ex, ey] = [rng.between(-500, 500), rng.between(-500, 500)];
    const detour = flightTime_sec(ex, ey, 12, wind) + flightTime_sec(dx - ex, dy - ey, 12, wind);
    assert.ok(detour >= t - 1e-9);
    const unknown = flightTime_sec(dx, dy, 12, { ...wind, toward: null });
    assert.ok(unknown >= t - 1e-9, 'against the wind is the slowest');
  }
  assert.equal(flightTime_sec(10, 0, 5, wind), Infinity);
  assert.equal(flightTime_sec(0, 0, 5, wind), 0);
});

const AIM = { version: 't', quantile: 0.9, confidence: 0.9, attribution: '' };

test('a table fitted on drawn flights covers new ones, and few flights make none', () => {
  let covered = 0;
  let total = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const rng = createRng(seed);
    const flights = Array.from({ length: 60 }, (_, f) => ({ flight: `${f}`, level: rng.between(400, 600) }));
    const measurements = flights.flatMap(({ flight, level }) =>
      ['takeoff', 'cruise', 'landing'].flatMap((regime) =>
        Array.from({ length: 5 }, () => ({ flight, regime, power_w: level + rng.between(-50, 50) })),
      ),
    );
    const table = fitEnergyTable(measurements, AIM);
    assert.ok(table.ok);
    for (const row of table.value.rows) {
      covered += row.coverage_ratio * row.held_out_flights;
      total += row.held_out_flights;
    }
    const few = fitEnergyTable(measurements.slice(0, 90), AIM);
    assert.ok(!few.ok && few.error.type === 'too_few_flights');
  }
  assert.ok(covered / total > 0.94 && covered / total < 0.99, `${covered / total}`);
});

test('the rank holds its confidence: by exact draws, and least', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  const chance = (n: number, k: number, q: number): number =>
    Array.from({ length: k }, (_, i) => choose(n, i) * q ** i * (1 - q) ** (n - i)).reduce(
      (a, b) => a + b,
      0,
    );
  for (const n of [10, 22, 34, 68, 200])
    for (const q of [0.5, 0.9]) {
      const k = rankFor(n, q, 0.9);
      if (k === null) assert.ok(chance(n, n, q) < 0.9, `${n} ${q}`);
      else assert.ok(chance(n, k, q) >= 0.9 - 1e-12 && chance(n, k - 1, q) < 0.9, `${n} ${q} ${k}`);
    }
  assert.deepEqual([rankFor(34, 0.9, 0.9), rankFor(21, 0.9, 0.9), rankFor(22, 0.9, 0.9)], [34, null, 22]);
});

test('over seeded splits of the measured flights the held-out share is below 0.9 in about one of twenty', (t) => {
  const file = '../shared/data/real/m100/m100_power_samples.csv';
  if (!existsSync(file)) return t.skip('no shared data: the table is not tried on other splits');
  const samples = readM100Power(readFileSync(file));
  assert.ok(samples.ok);
  const sums = new Map<string, { sum: number; n: number }>();
  for (const s of samples.value.filter((x) => x.regime === 'cruise')) {
    const known = sums.get(s.flight) ?? { sum: 0, n: 0 };
    sums.set(s.flight, { sum: known.sum + s.power_w, n: known.n + 1 });
  }
  const means = [...sums.values()].map(({ sum, n }) => sum / n);
  const shares = Array.from({ length: 500 }, (_, k) => {
    const drawn = createRng(k + 1).shuffle(means);
    const bound = drawn.slice(0, 34).sort((a, b) => a - b)[rankFor(34, 0.9, 0.9)! - 1]!;
    return drawn.slice(34).filter((w) => w <= bound).length / (drawn.length - 34);
  });
  assert.ok(shares.reduce((a, b) => a + b, 0) / shares.length > 0.96);
  assert.ok(shares.filter((s) => s < 0.9).length / shares.length < 0.1);
});

test('the shipped table is what the measured flights give', (t) => {
  const file = '../shared/data/real/m100/m100_power_samples.csv';
  if (!existsSync(file))
    return t.skip('no shared data: the shipped power table is not compared with its source');
  const samples = readM100Power(readFileSync(file));
  assert.ok(samples.ok);
  const fitted = fitEnergyTable(samples.value, DJI_M100_Q90_REGIME_V1);
  assert.deepEqual(fitted, { ok: true, value: DJI_M100_Q90_REGIME_V1 });
});

test('a calibrated route is the same path at higher energy', () => {
  const request = requestOf({ places: { goal: [200, 200] } }, 'goal');
  const [mean, high] = [planRoute(request), planRoute({ ...request, energy_table: DJI_M100_Q90_REGIME_V1 })];
  assert.ok(mean.ok && high.ok);
  assert.deepEqual(mean.value.waypoints, high.value.waypoints);
  const ratio = high.value.energy_est_wh / mean.value.energy_est_wh;
  assert.ok(ratio > 1.15 && ratio < 1.21, `${ratio}`);
  const powers = calibratedPowers(POWERS, DJI_M100_Q90_REGIME_V1);
  assert.ok(Math.abs(powers.cruise_w - (350 * 610.8) / 506.1) < 1e-9);
});
