import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import type { Stop } from '#ir';
import { verify } from '../verify/index.ts';
import { PLANNERS, planRoute } from './index.ts';
import { randomScene } from './random-scene.fixture.test.ts';
import { requestOf } from './scene.fixture.test.ts';

test('whatever is released passes the independent verifier, deadline aside, and comes home by its reckoning', () => {
  let released = 0;
  const refused: Record<string, number> = {};
  for (let seed = 1; seed <= 150; seed++) {
    const rng = createRng(seed);
    const open = randomScene(rng.fork('scene'));
    // Every other aircraft is stated without its payload, and flies with it.
    const masses = seed % 2 === 0 ? {} : { masses: { empty_kg: 3, powers_kg: 4 } };
    const scene = { ...open, uavs: [{ ...open.uavs![0]!, ...masses }] };
    const land = (place_id: string, service_sec: number): Stop => ({ place_id, action: 'land', service_sec });
    const hover = (place_id: string): Stop => ({ place_id, action: 'hover', service_sec: 20 });
    const stops = rng.pick([
      [land('goal', 0)],
      [land('a', 30), land('goal', 0)],
      [hover('a'), hover('b'), land('home', 0)],
    ]);
    const request = requestOf(scene, stops, {
      planner: seed % 30 === 0 ? 'rrt_star' : rng.pick(PLANNERS.filter((p) => p !== 'rrt_star')),
      ...(seed % 30 === 0 ? { budget: { max_expansions: 300 } } : {}),
      avoid_zones: rng.next() < 0.3 ? ['z0'] : [],
      sensitive_zones: rng.next() < 0.3 ? ['z1'] : [],
      constraints: { min_separation_m: rng.pick([0, 4, 10]), altitude_min_m: rng.pick([0, 30]) },
    });
    const route = planRoute(request);
    if (!route.ok) {
      refused[route.error.type] = (refused[route.error.type] ?? 0) + 1;
      continue;
    }
    released++;
    const { state, air, uav, mission, avoid_zones, sensitive_zones } = request;
    const verdict = verify({
      state,
      air,
      uav,
      mission,
      trajectory: route.value.waypoints,
      entities: { avoid_zones: [...avoid_zones], sensitive_zones: [...sensitive_zones] },
      specs: { ltl: [], stl: [], program_rules: [] },
    });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    const broken = verdict.value.specs.filter((s) => s.satisfied !== true && s.rule !== 'R4');
    assert.deepEqual(broken, [], `seed ${seed}: ${JSON.stringify(broken)}`);
    const home = verdict.value.specs.find((s) => s.spec === 'program way_home')!;
    const least_wh = route.value.return_margin.least_wh!;
    assert.ok(home.robustness! * uav.battery_capacity_wh >= least_wh - 0.01, `seed ${seed}: way home`);
    const reserve = verdict.value.specs.find((s) => s.spec.startsWith('always (battery_ratio'))!;
    const left = reserve.robustness! + mission.constraints.battery_reserve_ratio;
    assert.ok(Math.abs(left - route.value.battery_end_ratio) < 1e-4, `seed ${seed}: energy with the load`);
  }
  assert.ok(released >= 60, `${released} released, refused ${JSON.stringify(refused)}`);
});

test('tracked flights pass the independent verifier too, and never leave the bound around the path', () => {
  let tracked = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const rng = createRng(seed);
    const scene = randomScene(rng.fork('scene'));
    const stops: Stop[] = rng.pick([
      [{ place_id: 'goal', action: 'land', service_sec: 0 }],
      [
        { place_id: 'a', action: 'hover', service_sec: 20 },
        { place_id: 'home', action: 'land', service_sec: 0 },
      ],
    ]);
    const request = requestOf(scene, stops, {
      planner: rng.pick(['astar_3d', 'any_angle'] as const),
      constraints: { min_separation_m: rng.pick([0, 4, 10]), battery_reserve_ratio: 0 },
      return_reserve: 'report',
      tracking: 'horizon',
    });
    const route = planRoute(request);
    if (!route.ok) {
      assert.notEqual(route.error.type, 'untrackable', `seed ${seed}: ${route.error.message}`);
      continue;
    }
    tracked++;
    assert.ok(route.value.tracking!.cross_track_m <= 0.5, `seed ${seed}`);
    const { state, air, uav, mission } = request;
    const verdict = verify({
      state,
      air,
      uav,
      mission,
      trajectory: route.value.waypoints,
      entities: { avoid_zones: [], sensitive_zones: [] },
      specs: { ltl: [], stl: [], program_rules: [] },
    });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    const broken = verdict.value.specs.filter(
      (s) => s.satisfied !== true && s.rule !== 'R4' && s.rule !== 'R5',
    );
    assert.deepEqual(broken, [], `seed ${seed}: ${JSON.stringify(broken)}`);
    const reserve = verdict.value.specs.find((s) => s.rule === 'R5')!;
    assert.ok(reserve.robustness! >= route.value.battery_end_ratio - 1e-4, `seed ${seed}: energy`);
  }
  assert.ok(tracked >= 6, `${tracked} tracked`);
});
