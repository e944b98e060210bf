import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, createRng } from '#base';
import { closestToPrism } from '#geo';
import { PLANNERS, createRouteCache, planRoute } from './index.ts';
import type { PlannedRoute, RouteRefusal, RouteRequest } from './route-types.ts';
import { type Scene, box, requestOf, ring } from './scene.fixture.test.ts';

function planned(request: RouteRequest): PlannedRoute {
  const route = planRoute(request);
  assert.ok(route.ok, JSON.stringify(route));
  return route.value;
}

function refused(request: RouteRequest): RouteRefusal {
  const route = planRoute(request);
  assert.ok(!route.ok, JSON.stringify(route));
  return route.error;
}

/** What every route must keep, measured by the continuous kernel on the timed trajectory, not by the planner's checks. */
function assertLawful(route: PlannedRoute, request: RouteRequest, label = ''): void {
  const { air, mission, uav } = request;
  const { altitude_min_m, altitude_max_m, min_separation_m } = mission.constraints;
  const points = route.waypoints;
  const ends = [points[0]!, ...mission.stops.map((s) => air.places.get(s.place_id)!)];
  const nearTerminal = (p: { x_m: number; y_m: number }): boolean =>
    ends.some((e) => Math.hypot(e.x_m - p.x_m, e.y_m - p.y_m) <= 15);
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    assert.ok(b.t_sec > a.t_sec, `${label} time runs`);
    assert.ok(Math.max(a.z_m, b.z_m) <= altitude_max_m, `${label} ceiling`);
    const low = Math.min(a.z_m, b.z_m) < altitude_min_m;
    if (low) assert.ok(nearTerminal(a) && nearTerminal(b), `${label} low only at terminals`);
    for (const zone of air.zones) {
      if (zone.kind === 'advisory') continue;
      const near = closestToPrism(a, b, zone.prism);
      const least = zone.kind === 'sensitive' ? min_separation_m : uav.radius_m;
      assert.ok(near === null || near.distance_m > least, `${label} zone ${zone.id} leg ${i}`);
    }
    for (const building of air.obstacles) {
      const near = closestToPrism(a, b, building.prism)!.distance_m;
      assert.ok(
        near > (low ? uav.radius_m + 2 : min_separation_m),
        `${label} ${building.id} leg ${i}: ${near}`,
      );
    }
  }
  const stops = points.filter((p) => p.stop_id !== null);
  assert.deepEqual(
    stops.map((p) => p.stop_id),
    mission.stops.map((s) => s.place_id),
  );
  stops.forEach((p, i) => {
    const place = air.places.get(p.stop_id!)!;
    assert.ok(Math.hypot(p.x_m - place.x_m, p.y_m - place.y_m) < 1.001, `${label} stop at its place`);
    assert.equal(p.z_m === 0, mission.stops[i]!.action === 'land');
  });
}

test('an empty sky: straight up, straight across, straight down, in the band', () => {
  const request = requestOf({ places: { goal: [200, 200] } }, 'goal');
  const route = planned(request);
  assertLawful(route, request);
  assert.ok(Math.abs(route.length_m - (Math.hypot(475, 475) + 2 * 31)) < 0.1, `${route.length_m}`);
  assert.equal(route.search.certified_ratio, 1);
  const cruise = Math.hypot(475, 475) / 12;
  // Right angles between climb or descent and cruise: through at the speed that cuts the corner by half a metre.
  const through = Math.sqrt(8 * 2.5 * 0.5) / Math.SQRT2;
  const lost = (v: number): number => Math.max(0, v - through) ** 2 / (5 * v);
  const turning = lost(3) + lost(12) + (12 - 2) ** 2 / 60;
  const [up, down] = [31 / 3 + 3 / 5, 31 / 2 + 2 / 5];
  assert.ok(Math.abs(route.eta_sec - (up + cruise + down + turning)) < 0.1, `${route.eta_sec}`);
  const wh = (450 * up + 350 * cruise + 300 * (down + turning)) / 3600;
  assert.ok(Math.abs(route.energy_est_wh - wh) < 0.01, `${route.energy_est_wh} ${wh}`);
  assert.ok(Math.abs(route.battery_end_ratio - (0.9 - wh / 200)) < 1e-4);
});

test('wind: with it faster, against it slower, and unknown counts as against', () => {
  const eta = (from_deg: number | null): number =>
    planned(requestOf({ places: { home: [-200, 0], goal: [200, 0] }, wind: { mps: 6, from_deg } }, 'goal'))
      .eta_sec;
  assert.ok(eta(270) < eta(0) && eta(0) < eta(90));
  assert.equal(eta(null), eta(90));
});

test('300 random scenes with turned polygons: no released route comes too near by exact geometry', () => {
  let ok = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const rng = createRng(seed);
    const turned = (): [number, number][] => {
      const [x, y, w, h, a] = [
        rng.between(-150, 150),
        rng.between(-150, 150),
        rng.between(5, 50),
        rng.between(5, 50),
        rng.between(0, 3.2),
      ];
      const at = (u: number, v: number): [number, number] => [
        x + u * w * Math.cos(a) - v * h * Math.sin(a),
        y + u * w * Math.sin(a) + v * h * Math.cos(a),
      ];
      return ring(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
    };
    const scene: Scene = {
      half_m: 200,
      layer_m: 20,
      places: { home: [-180, -180], goal: [180, rng.between(-180, 180)] },
      zones: Array.from({ length: 6 }, (_, k) => ({
        id: `z${k}`,
        kind: rng.pick(['no_fly', 'restricted', 'sensitive', 'temporary_no_fly']),
        rings: [turned()],
        ...(rng.next() < 0.3 ? { floor_m: 60 } : {}),
        ...(rng.next() < 0.3 ? { ceiling_m: 70 } : {}),
      })),
      buildings: Array.from({ length: 6 }, (_, k) => ({
        id: `b${k}`,
        ring: turned(),
        height_m: rng.between(10, 140),
      })),
    };
    const request = requestOf(scene, 'goal', {
      planner: rng.pick(PLANNERS.filter((p) => p !== 'rrt_star')),
      constraints: { min_separation_m: rng.pick([0, 5, 12]) },
    });
    const route = planRoute(request);
    if (!route.ok) {
      assert.ok(['no_path', 'start_blocked', 'goal_blocked'].includes(route.error.type), route.error.type);
      continue;
    }
    ok++;
    assertLawful(route.value, request, `seed ${seed}`);
    assert.ok(route.value.search.certified_ratio <= (request.planner === 'weighted' ? 1.2 : 1));
  }
  assert.ok(ok > 150, `${ok} routes`);
});

test('any-angle routes are never longer than the lattice ones, and RRT* finds lawful ones by its seed', () => {
  const scene = (seed: number): Scene => {
    const rng = createRng(seed);
    const circle = (k: number) => ({
      id: `z${k}`,
      kind: 'no_fly',
      circle: {
        at: [rng.between(-120, 120), rng.between(-120, 120)] as const,
        radius_m: rng.between(20, 50),
      },
    });
    return { half_m: 200, places: { home: [-180, -180], goal: [180, 180] }, zones: [0, 1, 2, 3].map(circle) };
  };
  let shorter = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const of = (planner: RouteRequest['planner']) => planRoute(requestOf(scene(seed), 'goal', { planner }));
    const [lattice, between] = [of('astar_3d'), of('any_angle')];
    if (!lattice.ok || !between.ok) continue;
    assert.ok(between.value.length_m <= lattice.value.length_m + 0.01, `seed ${seed}`);
    if (between.value.length_m < lattice.value.length_m - 0.5) shorter++;
    assertLawful(between.value, requestOf(scene(seed), 'goal'), `any angle, seed ${seed}`);
  }
  assert.ok(shorter >= 6, `${shorter} shorter`);
  const sampled = requestOf(scene(3), 'goal', {
    planner: 'rrt_star',
    budget: { max_expansions: 500 },
    seed: 4,
  });
  const [one, two] = [planned(sampled), planned(sampled)];
  assert.equal(canonicalJson(one), canonicalJson(two));
  assertLawful(one, sampled, 'rrt');
  assert.ok(one.search.certified_ratio >= 1);
  assert.notEqual(canonicalJson(planned({ ...sampled, seed: 5 })), canonicalJson(one));
  assert.equal(refused({ ...sampled, budget: { max_expansions: 0 } }).type, 'budget_exhausted');
});

test('a patrol hovers at each point in order and returns', () => {
  const stops = [
    { place_id: 'a', action: 'hover' as const, service_sec: 20 },
    { place_id: 'b', action: 'hover' as const, service_sec: 20 },
    { place_id: 'home', action: 'land' as const, service_sec: 0 },
  ];
  const request = requestOf({ places: { a: [100, 0], b: [0, 150] } }, stops);
  const route = planned({
    ...request,
    mission: { ...request.mission, required_stop: 1, returns_home: true },
  });
  assertLawful(route, request);
  const b = route.waypoints.findIndex((p) => p.stop_id === 'b');
  assert.equal(route.eta_sec, route.waypoints[b]!.t_sec);
  assert.ok(Math.abs(route.waypoints[b + 1]!.t_sec - route.eta_sec - 20) < 0.002);
  assert.ok(route.end_sec > route.eta_sec);
});

test('a pickup where the aircraft stands needs no flight; there and back to one place is two stops', () => {
  const stops = [
    { place_id: 'home', action: 'land' as const, service_sec: 30 },
    { place_id: 'goal', action: 'land' as const, service_sec: 0 },
  ];
  const request = requestOf({ places: { goal: [100, 0] } }, stops);
  const route = planned(request);
  assertLawful(route, request);
  assert.deepEqual(
    route.waypoints.slice(0, 2).map((p) => [p.t_sec, p.z_m, p.stop_id]),
    [
      [0, 0, 'home'],
      [30, 0, null],
    ],
  );
  const twice = planned(requestOf({}, [stops[0]!, { ...stops[0]!, service_sec: 0 }]));
  assert.deepEqual(
    twice.waypoints.map((p) => p.stop_id),
    ['home', null, 'home'],
  );
});

test('the same request gives the same bytes, with and without a cache', () => {
  const scene: Scene = {
    places: { goal: [250, 200] },
    zones: [{ id: 'z', kind: 'no_fly', circle: { at: [0, 0], radius_m: 120 } }],
  };
  const request = requestOf(scene, 'goal');
  const prepared = createRouteCache();
  const bytes = [{}, { prepared }, { prepared }].map((more) =>
    canonicalJson(planned({ ...request, ...more })),
  );
  assert.equal(new Set(bytes).size, 1);
  const other = planned({
    ...request,
    prepared,
    avoid_zones: [],
    mission: { ...request.mission, constraints: { ...request.mission.constraints, min_separation_m: 40 } },
  });
  assert.ok(other.length_m > 0);
});

test('refusals name the place and what blocks it', () => {
  const goal = { places: { goal: [200, 200] as const } };
  const over: Scene = {
    ...goal,
    zones: [{ id: 'nfz', kind: 'no_fly', circle: { at: [200, 200], radius_m: 50 } }],
  };
  assert.deepEqual(
    [refused(requestOf(over, 'goal'))].map((e) => [e.type, e.at_place_id, e.blocked_by]),
    [['goal_blocked', 'goal', ['nfz']]],
  );
  const inside: Scene = {
    ...goal,
    buildings: [{ id: 'house', ring: box(-285, -285, -265, -265), height_m: 20 }],
  };
  const start = refused(requestOf(inside, 'goal'));
  assert.deepEqual([start.type, start.at_place_id, start.blocked_by], ['start_blocked', null, ['house']]);
  const crowd: Scene = {
    ...goal,
    buildings: Array.from({ length: 8 }, (_, i) => {
      const x = -275 + (i + 1) / 2;
      return { id: `house_${8 - i}`, ring: box(x, -295, x + 1, -255), height_m: 40 };
    }),
  };
  const shut = refused(requestOf(crowd, 'goal'));
  assert.equal(
    shut.message,
    'the position of uav_1 is blocked by house_8, house_7, house_6, house_5, house_4 and 3 more',
  );
  assert.deepEqual(shut.blocked_by, ['house_8', 'house_7', 'house_6', 'house_5', 'house_4']);
  const all: Scene = { ...goal, zones: [{ id: 'all', kind: 'no_fly', rings: [box(-900, -900, 900, 900)] }] };
  assert.deepEqual(
    [refused(requestOf(all, 'goal')).type, refused(requestOf(all, 'goal')).blocked_by],
    ['start_blocked', ['all']],
  );
  assert.equal(refused(requestOf({ places: { goal: [301, 0] } }, 'goal')).type, 'outside_map');
  assert.equal(refused(requestOf(goal, 'nowhere')).type, 'unknown_place');
  assert.equal(refused(requestOf(goal, [])).type, 'unknown_place');
  assert.equal(refused(requestOf(goal, 'goal', { avoid_zones: ['ghost'] })).type, 'unknown_zone');
  const low = requestOf({ ...goal, ceiling_m: 20 }, 'goal');
  assert.equal(refused(low).type, 'no_path');
  const windy = { ...goal, wind: { mps: 1 }, uavs: [{ wind_limit_mps: 0 }] };
  assert.equal(refused(requestOf(windy, 'goal')).type, 'wind_too_strong');
  const gusts = { ...goal, wind: { mps: 1, gust_mps: 30 } };
  assert.equal(refused(requestOf(gusts, 'goal')).type, 'wind_too_strong');
});

test('a walled-in goal is no_path, a small budget is budget_exhausted', () => {
  const wall = ring([100, 100], [260, 100], [260, 260], [100, 260]);
  const hole = ring([140, 140], [220, 140], [220, 220], [140, 220]);
  const scene: Scene = {
    places: { goal: [180, 180] },
    zones: [{ id: 'wall', kind: 'no_fly', rings: [wall, hole] }],
  };
  assert.equal(refused(requestOf(scene, 'goal')).type, 'no_path');
  const lidded: Scene = {
    ...scene,
    zones: [{ id: 'wall', kind: 'no_fly', rings: [wall, hole], ceiling_m: 80 }],
  };
  const over = requestOf(lidded, 'goal');
  assertLawful(planned(over), over);
  const few = requestOf(lidded, 'goal', { budget: { max_expansions: 5 } });
  assert.equal(refused(few).type, 'budget_exhausted');
  const stopped = requestOf(lidded, 'goal', { budget: { should_stop: () => true } });
  assert.equal(refused(stopped).type, 'budget_exhausted');
});

test('zones that only an operator asks for are avoided when asked', () => {
  const scene: Scene = {
    places: { home: [-200, 0], goal: [200, 0] },
    zones: [{ id: 'fair', kind: 'advisory', circle: { at: [0, 0], radius_m: 80 } }],
  };
  const through = planned(requestOf(scene, 'goal'));
  const around = planned(requestOf(scene, 'goal', { avoid_zones: ['fair'] }));
  const wide = planned(
    requestOf(scene, 'goal', { sensitive_zones: ['fair'], constraints: { min_separation_m: 60 } }),
  );
  assert.ok(through.length_m < around.length_m && around.length_m < wide.length_m);
});

test('a low ceiling over half the map is flown under or around, never through', () => {
  const scene: Scene = {
    places: { home: [-200, 0], goal: [200, 0] },
    ceilings: [{ id: 'c', ring: box(-50, -100, 50, 100), ceiling_m: 31 }],
  };
  const route = planned(requestOf(scene, 'goal'));
  const inside = route.waypoints.filter((p) => Math.abs(p.x_m) < 50 && Math.abs(p.y_m) < 100);
  assert.ok(inside.every((p) => p.z_m <= 31));
  const none: Scene = { ...scene, ceilings: [{ id: 'c', ring: box(150, -100, 250, 100), ceiling_m: null }] };
  assert.deepEqual(refused(requestOf(none, 'goal')).blocked_by, ['c']);
});
