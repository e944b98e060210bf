import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSystemState } from '#world';
import { assignUav } from '../assign/index.ts';
import { planRoute } from './index.ts';
import { type Scene, airOf, box, lonLat, requestOf, stateOf } from './scene.fixture.test.ts';

const GOAL: Scene = { places: { goal: [200, 200] } };

/** The type of the refusal of a flight to `goal`. */
function refusalOf(scene: Scene): string {
  const route = planRoute(requestOf({ ...GOAL, ...scene }, 'goal'));
  assert.ok(!route.ok, 'refused');
  assert.ok(route.error.message.length > 0);
  return route.error.type;
}

test('start inside an obstacle', () => {
  const house = { id: 'house', ring: box(-290, -290, -260, -260), height_m: 40 };
  assert.equal(refusalOf({ buildings: [house] }), 'start_blocked');
});

test('goal inside an obstacle', () => {
  const house = { id: 'house', ring: box(190, 190, 210, 210), height_m: 40 };
  assert.equal(refusalOf({ buildings: [house] }), 'goal_blocked');
});

test('goal outside the map', () => {
  assert.equal(refusalOf({ places: { goal: [301, 0] } }), 'outside_map');
});

test('zero wind limit: refused in any wind, flown in none', () => {
  const uavs = [{ wind_limit_mps: 0 }];
  assert.equal(refusalOf({ uavs, wind: { mps: 0.1 } }), 'wind_too_strong');
  assert.ok(planRoute(requestOf({ ...GOAL, uavs }, 'goal')).ok);
});

test('wind as fast as the aircraft, within its stated limit', () => {
  assert.equal(refusalOf({ uavs: [{ wind_limit_mps: 30 }], wind: { mps: 12 } }), 'wind_too_strong');
});

test('zone covering everything', () => {
  const all = { id: 'all', kind: 'no_fly', rings: [box(-900, -900, 900, 900)] };
  assert.equal(refusalOf({ zones: [all] }), 'start_blocked');
});

test('empty fleet', () => {
  const state = { ...stateOf(GOAL), fleet: [] };
  const chosen = assignUav({
    state,
    air: airOf(stateOf(GOAL)),
    task: {
      intent: 'delivery',
      entities: {
        origin: null,
        destination: 'goal',
        candidate_uavs: [],
        avoid_zones: [],
        sensitive_zones: [],
        handoff_points: [],
        waypoints: [],
      },
      constraints: requestOf(GOAL, 'goal').mission.constraints,
    },
    objective: 'eta',
    payload_kg: null,
  });
  assert.ok(!chosen.ok && chosen.error.type === 'no_available_uav');
});

test('negative capacity', () => {
  const state = stateOf(GOAL);
  const corridor = {
    id: 'c',
    name: 'c',
    line: [lonLat([0, -60]), lonLat([0, 60])],
    width_m: 40,
    floor: { value_m: 20, reference: 'AGL' },
    ceiling: { value_m: 100, reference: 'AGL' },
    capacity: -1,
  };
  const parsed = parseSystemState({ ...state, airspace: { ...state.airspace, corridors: [corridor] } });
  assert.ok(!parsed.ok && JSON.stringify(parsed.error).includes('capacity'));
  const battery = parseSystemState({ ...state, fleet: [{ ...state.fleet[0]!, battery_capacity_wh: -1 }] });
  assert.ok(!battery.ok && JSON.stringify(battery.error).includes('battery_capacity_wh'));
});
