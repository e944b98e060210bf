import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, createRng } from '#base';
import { closestApproachOfTracks, closestToPrism } from '#geo';
import { tryTimed } from './attempt.ts';
import { createRouteCache } from './cache.ts';
import { planRoute } from './index.ts';
import { placesOf } from './path.ts';
import { randomScene } from './random-scene.fixture.test.ts';
import type { PlannedRoute, RouteRequest } from './route-types.ts';
import { verify } from '../verify/index.ts';
import { type Scene, TIME, box, requestOf } from './scene.fixture.test.ts';

const at = (sec: number): string => new Date(Date.parse(TIME) + sec * 1000).toISOString();

/** Two walls across the map, each there for a time of its own: no launch delay suits both, a wait between them does. */
const GATES: Scene = {
  places: { home: [-250, 0], goal: [250, 0] },
  zones: [
    {
      id: 'first',
      kind: 'temporary_no_fly',
      rings: [box(-110, -320, -90, 320)],
      window: { start: at(60), end: at(4000) },
    },
    {
      id: 'second',
      kind: 'temporary_no_fly',
      rings: [box(90, -320, 110, 320)],
      window: { start: null, end: at(200) },
    },
  ],
};

function timed(request: RouteRequest): PlannedRoute | null {
  const places = placesOf(request);
  assert.ok(places.ok);
  return tryTimed({ ...request, prepared: createRouteCache() }, places.value, 0).route;
}

test('between two walls that come and go the flight passes the first before it comes and waits for the second', () => {
  const request = requestOf(GATES, 'goal', { return_reserve: 'report' });
  const route = planRoute(request);
  assert.ok(route.ok, JSON.stringify(route));
  for (const zone of request.air.zones)
    for (let i = 1; i < route.value.waypoints.length; i++) {
      const near = closestToPrism(route.value.waypoints[i - 1]!, route.value.waypoints[i]!, zone.prism);
      assert.ok(near === null || near.distance_m > request.uav.radius_m, zone.id);
    }
  assert.ok(route.value.eta_sec > 200 && route.value.eta_sec < 300, `${route.value.eta_sec}`);
  assert.equal(canonicalJson(planRoute(request)), canonicalJson(route));
});

test('where launch and landing are walled off at all times that matter, it is refused', () => {
  const zones = GATES.zones!.map((z) => ({ ...z, window: { start: null, end: at(90_000) } }));
  const route = planRoute(requestOf({ ...GATES, zones }, 'goal', { return_reserve: 'report' }));
  assert.ok(!route.ok && route.error.type === 'no_path');
});

test('every timed flight over random scenes passes the independent verifier', () => {
  let flown = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const rng = createRng(seed);
    const scene = randomScene(rng.fork('scene'));
    const stops = rng.pick([
      [{ place_id: 'goal', action: 'land' as const, service_sec: 0 }],
      [
        { place_id: 'a', action: 'hover' as const, service_sec: 20 },
        { place_id: 'goal', action: 'land' as const, service_sec: 0 },
      ],
    ]);
    const request = requestOf(scene, stops, {
      return_reserve: 'report',
      constraints: { min_separation_m: rng.pick([0, 4, 10]) },
    });
    const route = timed(request);
    if (route === null) continue;
    flown++;
    const { state, air, uav, mission } = request;
    const verdict = verify({
      state,
      air,
      uav,
      mission,
      trajectory: route.waypoints,
      entities: { avoid_zones: [], sensitive_zones: [] },
      specs: { ltl: [], stl: [], program_rules: [] },
    });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    const broken = verdict.value.specs.filter(
      (s) => s.satisfied !== true && s.rule !== 'R4' && s.rule !== 'R5',
    );
    assert.deepEqual(broken, [], `seed ${seed}: ${JSON.stringify(broken)}`);
    for (const o of air.operations) {
      const near = closestApproachOfTracks(route.waypoints, o.points);
      assert.ok(near === null || near.distance_m > mission.constraints.min_separation_m, `seed ${seed}`);
    }
  }
  assert.ok(flown >= 10, `${flown}`);
});
