import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { Constraints, type Task, missionOf } from '#ir';
import { planRoute } from '../route/index.ts';
import { type Scene, airOf, stateOf } from '../route/scene.fixture.test.ts';
import { type AssignmentRequest, assignUav } from './assign-uav.ts';
import { boundOf } from './flight-bound.ts';

function taskOf(
  more: Partial<Task['entities']> = {},
  constraints = {},
  intent: Task['intent'] = 'delivery',
): Task {
  return {
    intent,
    entities: {
      origin: null,
      destination: 'goal',
      candidate_uavs: [],
      avoid_zones: [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
      ...more,
    },
    constraints: Constraints.parse(constraints),
  };
}

function requestOf(scene: Scene, task: Task, more: Partial<AssignmentRequest> = {}): AssignmentRequest {
  const state = stateOf({ half_m: 2000, places: { goal: [0, 0], ...scene.places }, ...scene });
  return { state, air: airOf(state), task, objective: 'eta', payload_kg: null, ...more };
}

test('an aircraft whose battery is too small for its full payload is refused as low on battery', () => {
  const scene = (masses: object): Scene => ({
    places: { goal: [0, 0] },
    uavs: [{ at_m: [1500, 0], battery_ratio: 0.38, ...masses }],
  });
  const ratio = (masses: object): number | null => {
    const answer = assignUav(requestOf(scene(masses), taskOf()));
    const [only] = answer.ok
      ? answer.value.candidates
      : answer.error.type === 'no_available_uav'
        ? answer.error.candidates
        : [];
    assert.equal(answer.ok, only!.refused === null);
    assert.equal(answer.ok || only!.refused === 'low_battery', true);
    return answer.ok ? only!.battery_end_ratio : null;
  };
  const plain = ratio({});
  assert.ok(plain !== null);
  assert.equal(ratio({ masses: { empty_kg: 1, powers_kg: 4 } }), plain, 'no credit for a lighter one');
  assert.equal(ratio({ masses: { empty_kg: 6, powers_kg: 4 } }), null);
});

test('the nearest able aircraft is chosen and every refusal has its reason', () => {
  const scene: Scene = {
    uavs: [
      { at_m: [500, 0] },
      { at_m: [400, 0] },
      { at_m: [10, 0], status: 'charging' },
      { at_m: [20, 0], equipment: ['camera'] },
      { at_m: [30, 0], max_payload_kg: 0.5 },
      { at_m: [40, 0], wind_limit_mps: 0 },
      { at_m: [50, 0], battery_ratio: 0.21 },
      { at_m: [60, 0] },
    ],
    wind: { mps: 3, from_deg: null },
  };
  const listed = ['uav_1', 'uav_2', 'uav_3', 'uav_4', 'uav_5', 'uav_6', 'uav_7'];
  const chosen = assignUav(requestOf(scene, taskOf({ candidate_uavs: listed }), { payload_kg: 1 }));
  assert.ok(chosen.ok);
  assert.equal(chosen.value.uav_id, 'uav_2');
  const reasons = Object.fromEntries(chosen.value.candidates.map((c) => [c.uav_id, c.refused]));
  assert.deepEqual(reasons, {
    uav_2: null,
    uav_1: null,
    uav_3: 'unavailable',
    uav_4: 'equipment',
    uav_5: 'payload',
    uav_6: 'wind',
    uav_7: 'low_battery',
    uav_8: 'not_candidate',
  });
});

test('ties fall to the lower id, whatever the order of the fleet', () => {
  const uavs = ['c', 'a', 'b'].map((id) => ({ id, at_m: [300, 0] as const }));
  for (const order of [uavs, uavs.toReversed()]) {
    const chosen = assignUav(requestOf({ uavs: order }, taskOf()));
    assert.ok(chosen.ok);
    assert.deepEqual(
      chosen.value.candidates.map((c) => c.uav_id),
      ['a', 'b', 'c'],
    );
  }
});

test('by energy a slower but thriftier aircraft wins', () => {
  const scene: Scene = {
    uavs: [
      { id: 'fast', at_m: [900, 0], cruise_mps: 20, cruise_w: 900 },
      { id: 'thrifty', at_m: [900, 0], cruise_mps: 12, cruise_w: 300 },
    ],
  };
  const byEta = assignUav(requestOf(scene, taskOf()));
  const byEnergy = assignUav(requestOf(scene, taskOf(), { objective: 'energy' }));
  assert.equal(byEta.ok && byEta.value.uav_id, 'fast');
  assert.equal(byEnergy.ok && byEnergy.value.uav_id, 'thrifty');
});

test('an empty fleet, an empty choice, a wrong payload and an unknown place are refused', () => {
  const none = assignUav(requestOf({ uavs: [] }, taskOf()));
  assert.ok(!none.ok && none.error.type === 'no_available_uav' && /fleet is empty/.test(none.error.message));
  const grounded = assignUav(requestOf({ uavs: [{ status: 'offline' }, { status: 'busy' }] }, taskOf()));
  assert.ok(!grounded.ok && grounded.error.message.includes('2 unavailable'));
  const heavy = assignUav(requestOf({}, taskOf(), { payload_kg: NaN }));
  assert.equal(!heavy.ok && heavy.error.type, 'bad_payload');
  const lost = assignUav(requestOf({}, taskOf({ destination: 'nowhere' })));
  assert.ok(!lost.ok && lost.error.type === 'unknown_place' && lost.error.place_id === 'nowhere');
});

test('a wind limit of zero refuses any wind and accepts still air', () => {
  const calm = assignUav(requestOf({ uavs: [{ wind_limit_mps: 0 }] }, taskOf()));
  assert.ok(calm.ok);
  const wind = assignUav(requestOf({ uavs: [{ wind_limit_mps: 0 }], wind: { mps: 0.1 } }, taskOf()));
  assert.ok(!wind.ok && wind.error.message.includes('1 wind'));
  const gusty = assignUav(requestOf({ wind: { mps: 1, gust_mps: 11 } }, taskOf()));
  assert.ok(!gusty.ok && gusty.error.message.includes('1 wind'));
});

test('the bound is never above what a planned route takes', () => {
  let planned = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const rng = createRng(seed);
    const at = (): [number, number] => [rng.between(-280, 280), rng.between(-280, 280)];
    const scene: Scene = {
      half_m: 300,
      places: { a: at(), b: at(), c: at() },
      uavs: [{ at_m: at() }],
      wind: { mps: rng.between(0, 9), from_deg: rng.pick([null, 10, 200]) },
      buildings: [],
    };
    const state = stateOf(scene);
    const air = airOf(state);
    const patrol = taskOf({ destination: null, waypoints: ['a', 'b', 'c'] }, {}, 'patrol');
    const task = rng.next() < 0.5 ? patrol : taskOf({ origin: 'a', destination: 'b' });
    const uav = state.fleet[0]!;
    const mission = missionOf(task, state, uav.id);
    const route = planRoute({
      state,
      air,
      uav,
      mission,
      avoid_zones: [],
      sensitive_zones: [],
      planner: 'astar_3d',
    });
    const bound = boundOf(air, uav, mission);
    assert.ok(bound !== null);
    if (!route.ok) continue;
    planned++;
    assert.ok(bound.eta_sec <= route.value.eta_sec + 0.01, `seed ${seed}`);
    assert.ok(bound.energy_wh <= route.value.energy_est_wh + 1e-3, `seed ${seed}`);
    assert.ok(bound.energy_wh >= 0.6 * route.value.energy_est_wh, `seed ${seed}: the bound is of some use`);
  }
  assert.ok(planned > 50);
});
