import assert from 'node:assert/strict';
import test from 'node:test';
import { canonicalJson, createRng } from '#base';
import type { Mission, StressLevel } from '#ir';
import type { Trajectory } from '#world';
import { fly } from './flight.ts';
import {
  missionTo,
  rectangle,
  scene,
  straightPlan,
  type Scene,
  type SceneOptions,
} from './scene-kit.test.ts';
import { flyDecision, simulateDecision } from './simulate-decision.ts';
import { placeAt, trackOf } from './track.ts';

type Run = {
  readonly options?: SceneOptions;
  readonly constraints?: Partial<Mission['constraints']>;
  readonly plan?: Trajectory;
  readonly seed?: number;
  readonly stress?: StressLevel;
};

const made = new Map<SceneOptions | undefined, Scene>();
function sceneOf(options?: SceneOptions): Scene {
  const known = made.get(options) ?? scene(options);
  made.set(options, known);
  return known;
}

function request(run: Run): Parameters<typeof simulateDecision>[0] {
  return {
    ...sceneOf(run.options),
    mission: missionTo('clinic', run.constraints),
    trajectory: run.plan ?? straightPlan('clinic', 1000),
    seed: run.seed ?? 1,
    stress: run.stress ?? 'none',
  };
}
const simulate = (run: Run): ReturnType<typeof simulateDecision> => simulateDecision(request(run));
const failureOf = (run: Run): string | null => simulate(run).counterexample?.failure_type ?? null;

const box = (x0: number, y0: number, x1: number, y1: number): unknown => ({
  type: 'polygon',
  rings: [rectangle(x0, y0, x1, y1)],
});
const zone = (outline: unknown, more: object = {}): unknown => ({
  id: 'zone-1',
  kind: 'no_fly',
  name: 'Zone',
  outline,
  floor: null,
  ceiling: null,
  window: null,
  ...more,
});

test('without stress the plan is flown exactly, in still air and in the reported wind', () => {
  for (const options of [{}, { wind_mps: 6, wind_from_deg: 300, gust_mps: 10 }]) {
    const plan = straightPlan('clinic', 1000, options.wind_mps === undefined ? 14 : 10);
    const { log } = flyDecision(request({ options, plan }));
    const track = trackOf(plan);
    for (const p of log.path) {
      const want = placeAt(track, p.to_sec);
      const off = Math.hypot(p.to.x_m - want.x_m, p.to.y_m - want.y_m, p.to.z_m - want.z_m);
      assert.ok(off < 1e-9, `${off} m off at ${p.to_sec} s`);
    }
    const answer = simulate({ options, plan });
    assert.ok(answer.success);
    assert.equal(answer.delay_sec, 0);
    assert.equal(log.end_sec, plan.at(-1)!.t_sec);
  }
});

test('without stress the battery is what the powers say: climb, cruise, then descent at hover power', () => {
  const used_wh = (20 * 620 + (1000 / 14) * 520 + 30 * 480) / 3600;
  assert.ok(Math.abs(simulate({}).battery_end_ratio - (0.9 - used_wh / 260)) < 2e-6);
});

test('a wall 10 cm thick between two steps is a zone entered, and so is one that is only touched', () => {
  const thin = simulate({ options: { zones: [zone(box(503.3, -5, 503.4, 5))] } });
  assert.equal(thin.counterexample?.failure_type, 'zone_entered');
  assert.deepEqual(thin.counterexample?.entities, ['zone-1']);
  assert.deepEqual(thin.counterexample?.offending_segment, ['w1', 'w2']);
  assert.equal(failureOf({ options: { zones: [zone(box(500, 0, 600, 50))] } }), 'zone_entered');
  assert.equal(failureOf({ options: { zones: [zone(box(500, 0.01, 600, 50))] } }), null);
});

test('height band and time window of a zone count, both ends included', () => {
  const at = (more: object): string | null =>
    failureOf({ options: { zones: [zone(box(500, -50, 600, 50), more)] } });
  const agl = (value_m: number): object => ({ value_m, reference: 'AGL' });
  assert.equal(at({ ceiling: agl(60) }), 'zone_entered');
  assert.equal(at({ ceiling: agl(59.99) }), null);
  assert.equal(at({ floor: agl(60) }), 'zone_entered');
  assert.equal(at({ floor: agl(60.01) }), null);
  // The aircraft is over 500..600 m from 55.7 s to 62.9 s.
  const window = (start: string, end: string): object => ({ window: { start, end } });
  assert.equal(at(window('2026-01-01T12:01:03Z', '2026-01-01T13:00:00Z')), null);
  assert.equal(at(window('2026-01-01T12:01:02Z', '2026-01-01T13:00:00Z')), 'zone_entered');
  assert.equal(at(window('2026-01-01T11:00:00Z', '2026-01-01T12:00:55Z')), null);
  assert.equal(at(window('2026-01-01T11:00:00Z', '2026-01-01T12:00:56Z')), 'zone_entered');
  assert.equal(at({ kind: 'advisory' }), null);
});

test('a zone that the task avoids binds like a no-fly zone', () => {
  const options = { zones: [zone(box(500, -50, 600, 50), { kind: 'advisory' })] };
  const answer = simulateDecision({ ...request({ options }), avoid_zones: ['zone-1'] });
  assert.equal(answer.counterexample?.failure_type, 'zone_entered');
});

test('a building is hit by the radius of the aircraft, not only by its centre', () => {
  const hit = (y: number, height_m: number): string | null =>
    failureOf({
      options: {
        buildings: [
          { id: 'b-1', footprint: rectangle(400, y, 450, y + 30), height_m, height_source: 'measured' },
        ],
      },
    });
  assert.equal(hit(0.59, 80), 'collision');
  assert.equal(hit(0.61, 80), null);
  assert.equal(hit(-10, 59.5), 'collision');
  assert.equal(hit(-10, 59.3), null);
});

test('the deadline wall: arriving on the second is in time, a millisecond later is not', () => {
  const arrival = straightPlan('clinic', 1000).at(-1)!.t_sec;
  assert.equal(failureOf({ constraints: { deadline_sec: arrival } }), null);
  const missed = simulate({ constraints: { deadline_sec: arrival - 0.001 } });
  assert.equal(missed.counterexample?.failure_type, 'deadline_missed');
  assert.ok(missed.events.some((e) => e.type === 'deadline_missed'));
});

test('the reserve: exactly kept passes, a little more asked fails, and an empty battery ends the flight', () => {
  const end = simulate({}).battery_end_ratio;
  const options = { uav: { home_place_id: 'clinic' } };
  assert.equal(failureOf({ options, constraints: { battery_reserve_ratio: end - 1e-4 } }), null);
  assert.equal(failureOf({ options, constraints: { battery_reserve_ratio: end + 1e-4 } }), 'reserve_spent');
  const empty = simulate({ options: { uav: { battery_ratio: 0.02 } } });
  assert.ok(empty.events.some((e) => e.type === 'battery_empty'));
  assert.equal(empty.arrival_sec, null);
  assert.ok(!empty.success);
});

test('a plan that touches the ground away from a stop, starts elsewhere or misses a stop fails', () => {
  const plan = straightPlan('clinic', 1000);
  const low = plan.map((p, i) => (i === 2 ? { ...p, z_m: 0 } : p));
  assert.equal(failureOf({ plan: low }), 'collision');
  const elsewhere = plan.map((p) => ({ ...p, y_m: 3 }));
  assert.equal(failureOf({ plan: elsewhere }), 'kinematics_infeasible');
  const nowhere = plan.map((p) => ({ ...p, stop_id: null }));
  assert.equal(failureOf({ plan: nowhere }), 'kinematics_infeasible');
});

const crossing = {
  operation_id: 'op-1',
  uav_id: 'uav-9',
  priority: 'normal',
  start: '2026-01-01T12:00:00Z',
  trajectory: [
    { t_sec: 0, x_m: 510, y_m: -564.2857142857142, z_m: 60 },
    { t_sec: 120, x_m: 510, y_m: 635.7142857142858, z_m: 60 },
  ],
};

test('an accepted operation in the way is a collision without stress, and is yielded to under stress', () => {
  const options = { operations: [crossing] };
  const plain = simulate({ options });
  assert.equal(plain.counterexample?.failure_type, 'collision');
  assert.ok((plain.min_distance_m ?? 99) < 0.01);
  assert.deepEqual(plain.counterexample?.entities, ['op-1']);
  const yielded = simulate({ options, stress: 'low' });
  assert.ok(yielded.success && (yielded.delay_sec ?? 0) > 0 && (yielded.min_distance_m ?? 0) > 10);
});

test('an operation that leaves our pad before us, while we stand on it, holds nobody up', () => {
  const trajectory = [
    { t_sec: 0, x_m: 0, y_m: 0, z_m: 0 },
    { t_sec: 25, x_m: 0, y_m: 0, z_m: 75 },
    { t_sec: 125, x_m: 0, y_m: 1400, z_m: 75 },
  ];
  const options = { operations: [{ ...crossing, trajectory }] };
  const plan = straightPlan('clinic', 1000, 14, 60, 12);
  for (let seed = 1; seed <= 10; seed++) {
    const answer = simulate({ options, plan, seed, stress: 'low' });
    const alone = simulate({ plan, seed, stress: 'low' });
    assert.ok(answer.success && answer.delay_sec === alone.delay_sec, `seed ${seed}: ${answer.delay_sec}`);
  }
});

test('the wind limit: at the limit it flies, above it and with a limit of 0 it does not', () => {
  const fails = (wind_mps: number, wind_limit_mps: number): string | null =>
    failureOf({
      options: { wind_mps, wind_from_deg: 33, uav: { wind_limit_mps } },
      plan: straightPlan('clinic', 1000, 6),
    });
  assert.equal(fails(8, 8), null);
  assert.equal(fails(8.001, 8), 'wind_too_strong');
  assert.equal(fails(0.5, 0), 'wind_too_strong');
  assert.equal(fails(0, 0), null);
});

test('a plan that starts later is flown from its own first moment', () => {
  for (let later = 0; later < 40; later += 0.37) {
    const plan = straightPlan('clinic', 1000).map((p) => ({ ...p, t_sec: p.t_sec + later }));
    const answer = simulate({ plan, constraints: { deadline_sec: plan.at(-1)!.t_sec } });
    assert.ok(
      answer.success && answer.delay_sec === 0,
      `${later}: ${answer.counterexample?.violated_constraint}`,
    );
  }
});

test('the operation of the same aircraft is not other traffic', () => {
  const options = { operations: [{ ...crossing, uav_id: 'uav-1' }] };
  assert.equal(simulate({ options }).min_distance_m, null);
});

const breezy: SceneOptions = { wind_mps: 5, wind_from_deg: 200, gust_mps: 9 };

test('the same request gives the same bytes; another seed another flight', () => {
  for (const stress of ['low', 'high', 'extreme'] as const) {
    const plan = straightPlan('tower', 2000, 10);
    const text = (seed: number): string => canonicalJson(simulate({ options: breezy, plan, seed, stress }));
    assert.equal(text(5), text(5));
    assert.notEqual(text(5), text(6));
  }
});

test('intruders could have been hit and are avoided: yielding removes nearly all near collisions', () => {
  const plan = straightPlan('tower', 2000, 11);
  let blind = 0;
  let yielding = 0;
  for (let seed = 1; seed <= 50; seed++) {
    const run = {
      ...request({ options: breezy, plan, seed, stress: 'extreme' }),
      mission: missionTo('tower'),
    };
    const { setting, log } = flyDecision(run);
    const near = (l: typeof log): boolean => l.encounters.some((e) => e.first_nmac !== null);
    if (near(log)) yielding++;
    if (near(fly({ ...setting, yields: false }))) blind++;
  }
  assert.ok(blind >= 20, `without yielding ${blind} of 50 flights meet a near collision`);
  assert.ok(yielding <= 1, `with yielding ${yielding} of 50 do`);
});

test('medium stress is no verdict by itself: at least 95 of 100 sound flights succeed', () => {
  const plan = straightPlan('tower', 2000, 10);
  let good = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const run = {
      ...request({ options: breezy, plan, seed, stress: 'medium' }),
      mission: missionTo('tower'),
    };
    if (simulateDecision(run).success) good++;
  }
  assert.ok(good >= 95, `${good} of 100`);
});

test('events are in order of time and the gusts that blew are among them', () => {
  const answer = simulate({ options: breezy, plan: straightPlan('clinic', 1000, 10), stress: 'extreme' });
  assert.ok(answer.events.every((e, i) => i === 0 || e.t_sec >= answer.events[i - 1]!.t_sec));
  assert.ok(answer.events.filter((e) => e.type === 'gust').length >= 3);
});

test('every flight ends: random and infeasible plans too', () => {
  const rng = createRng(77);
  for (let i = 0; i < 40; i++) {
    let t = 0;
    const plan = Array.from({ length: 2 + rng.int(6) }, (_, k) => {
      t += k === 0 ? 0 : rng.between(0.001, 60);
      const z_m = k === 0 ? 0 : rng.between(0, 120);
      return {
        t_sec: t,
        x_m: k === 0 ? 0 : rng.between(-900, 900),
        y_m: k === 0 ? 0 : rng.between(-900, 900),
        z_m,
        stop_id: null,
      };
    });
    const { setting, log } = flyDecision(request({ options: breezy, plan, seed: i, stress: 'extreme' }));
    assert.ok(log.end_sec <= setting.latest_sec + 1, `case ${i} ended at ${log.end_sec}`);
  }
});

test('wind from nowhere certain is drawn by the seed and a plan timed for the worst direction still holds', () => {
  const options = { wind_mps: 5, wind_from_deg: null };
  for (let seed = 1; seed <= 20; seed++) {
    const answer = simulate({ options, plan: straightPlan('clinic', 1000, 9), seed });
    assert.ok(answer.success && answer.delay_sec === 0, `seed ${seed}`);
  }
});
