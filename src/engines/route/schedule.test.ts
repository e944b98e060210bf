import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closestApproachOfTracks, closestToPrism } from '#geo';
import { planRoute } from './index.ts';
import { type PlannedRoute, type RouteRequest } from './route-types.ts';
import { type Scene, TIME, box, lonLat, requestOf } from './scene.fixture.test.ts';

type XYZ = readonly [t: number, x: number, y: number, z: number];

const operation = (id: string, start: string, ...points: XYZ[]): object => ({
  operation_id: id,
  uav_id: 'other',
  priority: 'normal',
  start,
  trajectory: points.map(([t_sec, x_m, y_m, z_m]) => ({ t_sec, x_m, y_m, z_m, stop_id: null })),
});

function planned(request: RouteRequest): PlannedRoute {
  const route = planRoute(request);
  assert.ok(route.ok, JSON.stringify(route));
  return route.value;
}

function nearest(route: PlannedRoute, request: RouteRequest): number {
  return Math.min(
    ...request.air.operations.map(
      (o) => closestApproachOfTracks(route.waypoints, o.points)?.distance_m ?? 999,
    ),
  );
}

const ALONG: Scene = { places: { home: [-200, 0], goal: [200, 0] } };

test('a crossing flight is passed by a short delay or another path, by continuous closest approach', () => {
  const free = planned(requestOf(ALONG, 'goal'));
  const middle = free.waypoints.find((p) => p.z_m > 30 && p.x_m > -100)!;
  // Meets the undisturbed flight half way, at its height.
  const t = 31 / 3 + 200 / 12 + 2.5;
  const scene: Scene = {
    ...ALONG,
    operations: [operation('op', TIME, [t - 20, 0, -240, middle.z_m], [t + 20, 0, 240, middle.z_m])],
  };
  const undisturbed = requestOf(scene, 'goal');
  assert.ok(nearest(free, undisturbed) < 10, 'the scene is a conflict');
  const route = planned(undisturbed);
  assert.ok(nearest(route, undisturbed) > 10);
  assert.ok(route.eta_sec < free.eta_sec + 30);
});

test('an operation that hovers at the goal for long: waited for where it ends, refused where it does not', () => {
  const hover = (until: number): Scene => ({
    ...ALONG,
    operations: [operation('op', TIME, [0, 200, 0, 60], [until, 200, 0, 60])],
  });
  const route = planned(requestOf({ ...hover(200) }, 'goal'));
  assert.ok(route.launch_delay_sec > 0 || nearest(route, requestOf(hover(200), 'goal')) > 10);
  const low = (until: number): Scene => ({
    ...ALONG,
    operations: [operation('op', TIME, [0, 200, 0, 12], [until, 200, 0, 12])],
  });
  const waits = planned(requestOf(low(300), 'goal'));
  assert.ok(waits.launch_delay_sec >= 200, `${waits.launch_delay_sec}`);
  assert.equal(waits.waypoints[0]!.t_sec, 0);
  assert.equal(waits.waypoints[1]!.t_sec, waits.launch_delay_sec);
  const never = planRoute(requestOf(low(5000), 'goal'));
  assert.ok(!never.ok && never.error.type === 'traffic_conflict');
  assert.deepEqual(never.error.blocked_by, ['op']);
  assert.match(never.error.message, /operation op is [\d.]+ m too near at \d+ s/);
});

test('a full corridor is flown around or waited for; one with room is flown through', () => {
  const corridor = (capacity: number): Scene => ({
    ...ALONG,
    corridors: [
      {
        id: 'c',
        name: 'c',
        line: [lonLat([0, -60]), lonLat([0, 60])],
        width_m: 40,
        floor: { value_m: 20, reference: 'AGL' },
        ceiling: { value_m: 100, reference: 'AGL' },
        capacity,
      },
    ],
    operations: [operation('op', TIME, [0, 0, 50, 90], [4000, 0, -50, 90])],
  });
  const through = planned(requestOf(corridor(2), 'goal'));
  assert.ok(Math.abs(through.length_m - (400 + 62)) < 1);
  const around = planned(requestOf(corridor(1), 'goal'));
  assert.ok(around.length_m > through.length_m + 5);
  const two = planned(requestOf(corridor(2), 'goal', { constraints: { corridor_capacity_required: 2 } }));
  assert.equal(two.length_m, around.length_m);
});

test('a zone that ends soon is waited for where there is no way around, one that begins late is flown before', () => {
  const wall = (window: { start: string | null; end: string | null }): Scene => ({
    ...ALONG,
    zones: [{ id: 'z', kind: 'temporary_no_fly', rings: [box(-20, -320, 20, 320)], window }],
  });
  const early = requestOf(wall({ start: null, end: '2026-05-01T12:03:00Z' }), 'goal');
  const route = planned(early);
  assert.ok(route.launch_delay_sec > 100 && route.launch_delay_sec <= 200, `${route.launch_delay_sec}`);
  const later = requestOf(wall({ start: '2026-05-01T12:05:00Z', end: null }), 'goal');
  const before = planned(later);
  assert.equal(before.launch_delay_sec, 0);
  for (const [request, r] of [
    [early, route],
    [later, before],
  ] as const) {
    const { prism } = request.air.zones[0]!;
    for (let i = 1; i < r.waypoints.length; i++) {
      const near = closestToPrism(r.waypoints[i - 1]!, r.waypoints[i]!, prism);
      assert.ok(near === null || near.distance_m > request.uav.radius_m);
    }
  }
  const now = planRoute(requestOf(wall({ start: null, end: '2026-05-01T18:00:00Z' }), 'goal'));
  assert.ok(!now.ok && now.error.type === 'no_path');
});

test('a return to where the aircraft stands is over at once and still has a start and an end', () => {
  const route = planned(requestOf({}, 'home'));
  assert.deepEqual(
    route.waypoints.map((p) => [p.t_sec, p.stop_id]),
    [
      [0, 'home'],
      [1, null],
    ],
  );
  assert.equal(route.energy_est_wh, 0);
});
