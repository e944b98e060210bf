import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Constraints, type Task } from '#ir';
import { type Scene, airOf, lonLat, stateOf } from '../route/scene.fixture.test.ts';
import { type FleetQuery, type FleetRequest, fleetProblemOf } from './fleet-options.ts';
import { solveFleet } from './fleet-milp.ts';
import { loadMilpSolver } from './milp-solver.ts';

const solver = await loadMilpSolver();

function request(
  task_id: string,
  destination: string,
  more: Partial<FleetRequest> = {},
  deadline?: number,
): FleetRequest {
  const task: Task = {
    intent: 'delivery',
    entities: {
      origin: null,
      destination,
      candidate_uavs: [],
      avoid_zones: [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints: Constraints.parse(deadline === undefined ? {} : { deadline_sec: deadline }),
  };
  return { task_id, priority: 'normal', task, payload_kg: null, ...more };
}

function queryOf(
  scene: Scene,
  requests: readonly FleetRequest[],
  chargers: Record<string, number> = {},
): FleetQuery {
  const state = stateOf({ half_m: 2000, ...scene });
  const places = state.city.places.map((p) => ({ ...p, chargers: chargers[p.id] ?? null }));
  const charged = { ...state, city: { ...state.city, places } };
  return { state: charged, air: airOf(charged), requests, charge_w: 500 };
}

function solved(query: FleetQuery) {
  const problem = fleetProblemOf(query);
  const answer = solveFleet(problem, solver);
  assert.ok(answer.ok);
  const chosen = answer.value.chosen.map((i) => problem.options[i]!);
  return { chosen, unassigned: answer.value.unassigned };
}

test('two tasks, two aircraft: the sum of arrivals counts, not the first come', () => {
  // a is nearest to uav_1 and hardly farther from uav_2; b can be reached soon by uav_1 only.
  const scene: Scene = {
    places: { a: [0, 0], b: [-900, 0] },
    uavs: [{ at_m: [-100, 0] }, { at_m: [150, 0] }],
  };
  const { chosen } = solved(queryOf(scene, [request('t_a', 'a'), request('t_b', 'b')]));
  assert.deepEqual(chosen.map((o) => [o.task_id, o.uav_id]).sort(), [
    ['t_a', 'uav_2'],
    ['t_b', 'uav_1'],
  ]);
});

test('payload and deadline exclude, priority decides who stays out', () => {
  const scene: Scene = { places: { a: [500, 0], b: [600, 0] }, uavs: [{ at_m: [0, 0] }] };
  const heavy = solved(queryOf(scene, [request('t', 'a', { payload_kg: 9 })]));
  assert.deepEqual(heavy.unassigned, ['t']);
  const late = solved(queryOf(scene, [request('t', 'a', {}, 20)]));
  assert.deepEqual(late.unassigned, ['t']);
  const one = solved(
    queryOf(scene, [request('near', 'a'), request('urgent', 'b', { priority: 'critical' })]),
  );
  assert.deepEqual(one.unassigned, ['near']);
});

test('an empty aircraft charges first, one at a time where there is one slot, and never without one', () => {
  const low = { battery_ratio: 0.26, at_m: [0, 0] as const };
  const scene: Scene = {
    places: { station: [0, 100], a: [1900, 0], b: [1900, 200] },
    uavs: [low, { ...low, at_m: [20, 0] }],
  };
  const requests = [request('t_a', 'a'), request('t_b', 'b')];
  const none = solved(queryOf(scene, requests));
  assert.equal(none.unassigned.length, 2);
  const oneSlot = solved(queryOf(scene, requests, { station: 1 }));
  assert.deepEqual([oneSlot.chosen.map((o) => o.charger_id), oneSlot.unassigned.length], [['station'], 1]);
  const twoSlots = solved(queryOf(scene, requests, { station: 2 }));
  assert.equal(twoSlots.unassigned.length, 0);
  const taken: Scene = { ...scene, uavs: [...scene.uavs!, { status: 'charging', at_m: [0, 100] }] };
  assert.equal(solved(queryOf(taken, requests, { station: 2 })).chosen.length, 1);
});

test('a corridor with one place lets one of two tasks through', () => {
  const scene: Scene = {
    places: { a: [900, 0], b: [900, 100] },
    uavs: [{ at_m: [-900, 0] }, { at_m: [-900, 60] }],
    corridors: [
      {
        id: 'c',
        name: 'c',
        line: [lonLat([0, -500]), lonLat([0, 500])],
        width_m: 50,
        floor: { value_m: 0, reference: 'AGL' },
        ceiling: { value_m: 120, reference: 'AGL' },
        capacity: 1,
      },
    ],
  };
  const { chosen, unassigned } = solved(queryOf(scene, [request('t_a', 'a'), request('t_b', 'b')]));
  assert.deepEqual([chosen.length, chosen[0]!.corridor_ids, unassigned.length], [1, ['c'], 1]);
});
