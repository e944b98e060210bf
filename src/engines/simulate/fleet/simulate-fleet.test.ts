import assert from 'node:assert/strict';
import test from 'node:test';
import { canonicalJson, createRng } from '#base';
import { scene } from '../decision/scene-kit.test.ts';
import { createChargers } from './chargers.ts';
import { cityScenario, randomScenario, type FleetScenario } from './scenario.ts';
import { simulateFleet, type FleetRequest } from './simulate-fleet.ts';

const small = (drones: number, more: Partial<FleetScenario> = {}): FleetScenario => ({
  ...randomScenario({ drones, crewed: 2, pads: 40, side_m: 3000 }, createRng(4)),
  ...more,
});

test('the same request gives the same bytes and another seed other ones, above and below the pair loop', () => {
  for (const drones of [50, 350]) {
    const run = (seed: number): string =>
      canonicalJson(simulateFleet({ scenario: small(drones), seed, duration_sec: 300, dt_sec: 1 }));
    assert.equal(run(1), run(1));
    assert.notEqual(run(1), run(2));
  }
});

test('every mission ends: nobody is in the air at the end, at any stress', () => {
  for (const stress of ['none', 'low', 'medium', 'high', 'extreme'] as const) {
    const report = simulateFleet({ scenario: small(60, { stress }), seed: 3, duration_sec: 600, dt_sec: 1 });
    assert.equal(report.aborted, 0, stress);
    assert.ok(report.flights > 60, stress);
    const landings = report.agent_events.filter((e) => e.type === 'landed').length;
    assert.equal(landings, report.flights);
    assert.ok(report.end_sec < 600 + 3600);
  }
});

test('a drone that the wind cannot be beaten in is not flying forever', () => {
  const scenario = small(20, { wind: { east_mps: 40, north_mps: 0 } });
  const report = simulateFleet({ scenario, seed: 1, duration_sec: 120, dt_sec: 1 });
  assert.ok(report.end_sec <= 120 + 3600);
  assert.ok(report.agent_events.some((e) => e.type === 'battery_empty'));
});

test('events are in order of time and pair, the closest distance is inside the volume, near losses are losses', () => {
  const report = simulateFleet({ scenario: small(300), seed: 2, duration_sec: 400, dt_sec: 1 });
  assert.ok(report.pair_events.length > 50);
  report.pair_events.forEach((e, k) => {
    const before = report.pair_events[k - 1];
    assert.ok(e.i < e.j);
    if (before !== undefined) {
      const order =
        before.t_sec - e.t_sec || before.i - e.i || before.j - e.j || (before.type < e.type ? -1 : 1);
      assert.ok(order <= 0, `event ${k}`);
    }
    if (e.type === 'nmac') {
      assert.ok(
        report.pair_events.some((l) => l.type === 'lowc' && l.i === e.i && l.j === e.j && l.t_sec <= e.t_sec),
      );
    }
  });
  for (const row of report.separation) {
    assert.ok(row.nmac_pairs <= row.lowc_pairs && row.lowc_pairs <= row.lowc_events);
  }
});

test('layers by course keep drones apart: without them there are more losses between drones', () => {
  const losses = (noncooperative_ratio: number): number =>
    simulateFleet({
      scenario: small(300, { noncooperative_ratio, crewed: 0 }),
      seed: 6,
      duration_sec: 600,
      dt_sec: 1,
    }).separation[0]!.lowc_events;
  const [layered, free] = [losses(0), losses(1)];
  assert.ok(layered > 0 && layered < 0.9 * free, `${layered} and ${free}`);
});

test('few chargers make queues, and many make none', () => {
  const pads = (chargers: number): FleetScenario['pads'] =>
    small(1).pads.map((p, i) => ({ ...p, chargers: i === 0 ? chargers : 0 }));
  const report = (chargers: number): ReturnType<typeof simulateFleet>['charging'] =>
    simulateFleet({ scenario: small(60, { pads: pads(chargers) }), seed: 3, duration_sec: 3600, dt_sec: 1 })
      .charging;
  const few = report(1);
  const many = report(60);
  assert.ok(few.max_wait_sec > 600, JSON.stringify(few));
  assert.equal(many.max_wait_sec, 0);
  assert.ok(many.sessions > few.sessions);
});

test('a charging queue serves first come first, the lower number at the same moment, never above its slots', () => {
  const chargers = createChargers([
    { id: 'a', x_m: 0, y_m: 0, chargers: 2 },
    { id: 'b', x_m: 0, y_m: 0, chargers: 0 },
  ]);
  assert.deepEqual(chargers.pads, [0]);
  for (const [agent, t] of [
    [9, 0],
    [4, 1],
    [7, 1],
    [2, 1],
  ] as const) {
    chargers.arrive(0, agent, t);
  }
  assert.deepEqual(chargers.serve(5), [9, 2]);
  assert.deepEqual(chargers.serve(6), []);
  chargers.leave(0);
  assert.deepEqual(chargers.serve(8), [4]);
  const r = chargers.report();
  assert.deepEqual([r.sessions, r.max_wait_sec, r.still_waiting], [3, 7, 1]);
  assert.ok(Math.abs(r.mean_wait_sec - (5 + 4 + 7) / 3) < 1e-12);
});

test('a city gives a scenario of its places, and an empty fleet ends at once', () => {
  const { air } = scene();
  const scenario = cityScenario(air, { drones: 6, crewed: 0, stress: 'low' });
  assert.deepEqual(
    scenario.pads.map((p) => p.id),
    ['clinic', 'home', 'tower'],
  );
  assert.ok(simulateFleet({ scenario, seed: 1, duration_sec: 300, dt_sec: 1 }).flights > 0);
  const none = simulateFleet({ scenario: { ...scenario, drones: 0 }, seed: 1, duration_sec: 0, dt_sec: 1 });
  assert.deepEqual([none.agents, none.steps, none.pair_events.length], [0, 0, 0]);
});

test('recorded flights begin and end on the ground, are as many as were flown, and change nothing', () => {
  const request: FleetRequest = {
    scenario: randomScenario({ drones: 25, crewed: 2, pads: 12, side_m: 3000 }, createRng(4)),
    seed: 8,
    duration_sec: 900,
    dt_sec: 1,
  };
  const plain = simulateFleet(request);
  const { tracks, ...rest } = simulateFleet({ ...request, record_tracks: true });
  assert.equal(plain.tracks, null);
  assert.deepEqual({ ...rest, tracks: null }, plain);
  assert.equal(
    tracks?.length,
    plain.flights + plain.agent_events.filter((e) => e.type === 'battery_empty').length,
  );
  const { pads, model } = request.scenario;
  for (const { points } of tracks ?? []) {
    const [first, last] = [points[0]!, points.at(-1)!];
    assert.equal(first.z_m, 0);
    assert.ok(pads.some((p) => p.x_m === first.x_m && p.y_m === first.y_m));
    assert.ok(
      Math.abs(last.z_m) < 1e-6 && pads.some((p) => Math.hypot(p.x_m - last.x_m, p.y_m - last.y_m) < 1e-6),
    );
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      assert.ok(b.t_sec > a.t_sec);
      const climb = (b.z_m - a.z_m) / (b.t_sec - a.t_sec);
      assert.ok(climb <= model.climb_mps + 1e-9 && -climb <= model.descent_mps + 1e-9);
    }
  }
});
