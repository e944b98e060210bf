import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counterexample } from '#ir';
import { type AcceptedOperation, buildAirModel } from '#world';
import { verify } from './index.ts';
import type { VerifyRequest } from './flight.ts';
import { type Row, type Scene, after, lonLat, sampleRequest, track } from './sample-flight.ts';

/** An operation of `uav_2` that comes down at a place and ends there. */
function comesDown(x_m: number, land_sec: number, more: Partial<AcceptedOperation> = {}): AcceptedOperation {
  const rows: Row[] = [
    [0, x_m, 600, 0],
    [20, x_m, 600, 50],
    [land_sec - 25, x_m, 0, 50],
    [land_sec, x_m, 0, 0],
  ];
  return {
    operation_id: 'op_1',
    uav_id: 'uav_2',
    priority: 'normal',
    start: after(0),
    trajectory: [...track(rows)],
    ...more,
  };
}

/** The request with a second aircraft standing at a place. */
function withOther(scene: Scene, x_m: number, y_m = 0): VerifyRequest {
  const request = sampleRequest(scene);
  const other = { ...request.uav, id: 'uav_2', at: lonLat(x_m, y_m) };
  const state = { ...request.state, fleet: [request.uav, other] };
  const air = buildAirModel(state);
  assert.ok(air.ok);
  return { ...request, state, air: air.value };
}

function broken(request: VerifyRequest): Counterexample[] {
  const verdict = verify(request);
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return [...verdict.value.violations];
}

test('a parked aircraft on the pad: refused with who stands there, and passed where the two would not touch', () => {
  const [found, ...more] = broken(withOther({}, 1000));
  assert.deepEqual(more, []);
  assert.equal(found!.failure_type, 'separation_lost');
  assert.deepEqual([found!.violated_constraint, found!.rule], ['pad_free', 'R2']);
  assert.deepEqual(found!.entities, ['uav_2', 'goal']);
  assert.equal(found!.counterexample_time_sec, 145);
  assert.equal(
    found!.suggested_repair,
    'uav_2 stands at goal from t=145 s: land elsewhere, or have it moved first.',
  );
  // Two radii of 0.5 m and 2 m between them.
  assert.equal(broken(withOther({}, 1000, 2.99)).length, 1);
  assert.equal(broken(withOther({}, 1000, 3.01)).length, 0);
});

test('an accepted operation that ended on the pad long before stands there still', () => {
  const [found] = broken(sampleRequest({ operations: [comesDown(1000, 90)] }));
  assert.equal(found!.violated_constraint, 'pad_free');
  assert.deepEqual(found!.entities, ['uav_2', 'goal']);
});

test('one that comes down on the pad after this flight landed there for good is met too', () => {
  const found = broken(sampleRequest({ operations: [comesDown(1000, 500)] }));
  assert.deepEqual(
    found.map((f) => f.violated_constraint),
    ['pad_free'],
  );
  assert.equal(found[0]!.counterexample_time_sec, 500);
});

test('one that leaves the pad before is no obstacle, and one that leaves after is', () => {
  const away = (from_sec: number): AcceptedOperation => ({
    operation_id: 'op_2',
    uav_id: 'uav_2',
    priority: 'normal',
    start: after(from_sec),
    trajectory: [
      ...track([
        [0, 1000, 0, 0],
        [20, 1000, 0, 50],
        [80, 1000, 600, 50],
        [105, 1000, 600, 0],
      ]),
    ],
  });
  assert.deepEqual(broken(withOther({ operations: [away(20)] }, 1000)), []);
  const late = broken(withOther({ operations: [away(300)] }, 1000));
  assert.deepEqual(
    late.map((f) => f.violated_constraint),
    ['pad_free'],
  );
  assert.match(late[0]!.suggested_repair, /from t=145 s to 300 s: land elsewhere/);
});

test('a hub, a place that charges and the own home have room for several', () => {
  assert.deepEqual(broken(withOther({ chargers: ['goal'] }, 1000)), []);
  assert.deepEqual(broken(withOther({ uav: { home_place_id: 'goal' } }, 1000)), []);
  const request = withOther({}, 1000);
  const places = new Map(request.air.places);
  const goal = places.get('goal')!;
  places.set('goal', { ...goal, place: { ...goal.place, kind: 'hub' } });
  assert.deepEqual(broken({ ...request, air: { ...request.air, places } }), []);
});

test('a pad on the way counts for as long as the flight stays on it', () => {
  const stop = (place_id: string) => ({ place_id, action: 'land' as const, service_sec: 30 });
  const rows: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [70, 500, 0, 50],
    [95, 500, 0, 0, 'middle'],
    [125, 500, 0, 0],
    [145, 500, 0, 50],
    [195, 1000, 0, 50],
    [220, 1000, 0, 0, 'goal'],
  ];
  const mission = { stops: [stop('middle'), stop('goal')], required_stop: 1 };
  const at = (x_m: number): readonly string[] =>
    broken({ ...withOther({ mission }, x_m), trajectory: track(rows) }).flatMap((f) => f.entities);
  assert.deepEqual(at(500), ['uav_2', 'middle']);
  assert.deepEqual(at(1000), ['uav_2', 'goal']);
  assert.deepEqual(at(700), []);
});
