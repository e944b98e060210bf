import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SystemState, buildAirModel, sampleState } from '#world';
import {
  type Operation,
  type ReleasedFlight,
  type Scene,
  baseHash,
  conflictsOf,
  knownTraffic,
  operationOf,
  sampleDraft,
  withTraffic,
} from './index.ts';

function sceneOf(state: SystemState): Scene {
  const air = buildAirModel(state);
  assert.ok(air.ok);
  return { state, air: air.value, base_hash: baseHash(state) };
}

const state = sampleState();
const scene = sceneOf(state);
const uav = state.fleet[0]!;

const released: ReleasedFlight = {
  final_status: 'success',
  uav_id: uav.id,
  trajectory: [
    { t_sec: 0, x_m: 100, y_m: 100, z_m: 0, stop_id: null },
    { t_sec: 20, x_m: 100, y_m: 100, z_m: 50, stop_id: null },
    { t_sec: 60, x_m: 400, y_m: 100, z_m: 50, stop_id: null },
    { t_sec: 90, x_m: 400, y_m: 100, z_m: 0, stop_id: 'hub_1' },
  ],
  ir: { priority: 'high', constraints: { min_separation_m: 12, corridor_capacity_required: 2 } },
  state_hash: `sha256:${'a'.repeat(64)}`,
  base_hash: scene.base_hash,
  certificate_digest: null,
};

const stored = (draft: ReturnType<typeof sampleDraft>, more: Partial<Operation> = {}): Operation => ({
  ...draft,
  state: 'accepted',
  version: 1,
  content_hash: '',
  accepted_at: '',
  accepted_by: '',
  approved_at: null,
  approved_by: null,
  ended_at: null,
  ended_by: null,
  end_reason: null,
  ...more,
});

test('a released decision becomes an operation: its time, place, heights, separation, and an id from its content', () => {
  const made = operationOf(released, scene);
  assert.ok(made.ok);
  const draft = made.value;
  assert.match(draft.operation_id, /^op_[0-9a-f]{16}$/);
  assert.deepEqual(
    [draft.region_id, draft.uav_id, draft.priority, draft.separation_m, draft.radius_m, draft.pad_hold_sec],
    [state.region_id, uav.id, 'high', 12, uav.radius_m, 60],
  );
  assert.equal(Date.parse(draft.start), Date.parse(state.time));
  const last = draft.trajectory[3]!;
  const back = scene.air.frame.toPlane([last.lon, last.lat]);
  assert.ok(Math.hypot(back.x_m - 400, back.y_m - 100) < 1e-6);
  assert.deepEqual([last.agl_m, last.amsl_m, last.stop_id], [0, state.city.ground.amsl_m, 'hub_1']);
  assert.deepEqual(operationOf(released, scene), made, 'the same decision is the same operation');
  const other = operationOf({ ...released, state_hash: `sha256:${'b'.repeat(64)}` }, scene);
  assert.ok(other.ok && other.value.operation_id !== draft.operation_id);
});

test('whatever is no success releases nothing; other states and unknown aircraft are refused', () => {
  const refusal = (flight: Partial<ReleasedFlight>): string => {
    const made = operationOf({ ...released, ...flight }, scene);
    return made.ok ? 'accepted' : made.error.type;
  };
  for (const final_status of ['safe_refusal', 'human_confirm', '', 'SUCCESS'])
    assert.equal(refusal({ final_status }), 'not_released');
  assert.equal(refusal({ uav_id: null }), 'not_released');
  assert.equal(refusal({ ir: null }), 'not_released');
  assert.equal(refusal({ uav_id: 'nobody' }), 'invalid_operation');
  assert.equal(refusal({ uav_id: 'uav_3' }), 'invalid_operation', 'it is busy with something unknown');
  assert.equal(refusal({ base_hash: 'sha256:other' }), 'state_mismatch');
  assert.equal(refusal({ trajectory: [] }), 'invalid_operation');
  assert.equal(refusal({ trajectory: [...released.trajectory].reverse() }), 'invalid_operation');
});

test('a corridor that is flown through becomes a slot with its capacity and the places that the task needs', () => {
  const [west, , east, north] = state.city.bounds;
  const middle = scene.air.frame.toLonLat({ x_m: 250, y_m: 0 })[0];
  const corridor = {
    id: 'k',
    name: 'k',
    line: [
      [middle, state.city.bounds[1]],
      [middle, north],
    ] as [number, number][],
    width_m: 60,
    floor: { value_m: 40, reference: 'AGL' as const },
    ceiling: { value_m: 60, reference: 'AGL' as const },
    capacity: 3,
  };
  assert.ok(west < middle && middle < east);
  const with_ = sceneOf({ ...state, airspace: { ...state.airspace, corridors: [corridor] } });
  const made = operationOf({ ...released, base_hash: with_.base_hash }, with_);
  assert.ok(made.ok);
  const [slot, ...more] = made.value.corridor_slots;
  assert.deepEqual(more, []);
  assert.deepEqual([slot?.corridor_id, slot?.capacity, slot?.places], ['k', 3, 2]);
  // 300 m in 40 s: the corridor's rim is met at 220 m and left at 280 m.
  assert.ok(Math.abs(slot!.from_sec - 36) < 1e-3 && Math.abs(slot!.to_sec - 44) < 1e-3);
});

test('stored operations stand in the state of the next decision, and its own operations in the check on write', () => {
  const made = operationOf(released, scene);
  assert.ok(made.ok);
  const accepted = stored(made.value);
  const elsewhere = stored(sampleDraft({ id: 'elsewhere', region: 'other' }));
  const ended = stored({ ...made.value, operation_id: 'ended' }, { state: 'closed' });
  const next = withTraffic(state, [accepted, elsewhere, ended], scene.air.frame);
  assert.ok(next.ok);
  const added = next.value.operations.filter(
    (o) => !state.operations.some((s) => s.operation_id === o.operation_id),
  );
  assert.deepEqual(
    added.map((o) => o.operation_id),
    [accepted.operation_id],
  );
  added[0]!.trajectory.forEach((p, i) => {
    const q = released.trajectory[i]!;
    assert.ok(Math.hypot(p.x_m - q.x_m, p.y_m - q.y_m, p.z_m - q.z_m) < 1e-6 && p.t_sec === q.t_sec);
  });
  assert.equal(next.value.fleet[0]!.status, uav.status === 'available' ? 'busy' : uav.status);
  const again = withTraffic(next.value, [accepted], scene.air.frame);
  assert.deepEqual(again.ok && again.value.operations, next.value.operations);
  assert.deepEqual(withTraffic(state, [elsewhere, ended], scene.air.frame), { ok: true, value: state });
  assert.equal(baseHash(next.value), scene.base_hash);
  assert.deepEqual(operationOf(released, sceneOf(next.value)), made, 'it is accepted again as itself');
  const known = knownTraffic({ ...scene, state: next.value });
  const twin = { ...made.value, operation_id: 'twin', uav_id: 'another' };
  const met = conflictsOf(twin, known).filter((c) => c.others.includes(accepted.operation_id));
  assert.ok(
    met.some((c) => c.kind === 'separation' && c.value === 0 && c.limit === 12),
    JSON.stringify(met),
  );
});
