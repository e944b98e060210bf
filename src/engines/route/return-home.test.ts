import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import type { Stop } from '#ir';
import type { TrajectoryPoint } from '#world';
import { verify } from '../verify/index.ts';
import { powersAlong } from './answer.ts';
import { prepare, createRouteCache } from './cache.ts';
import { energyAlong_wh } from './energy.ts';
import { planRoute } from './index.ts';
import { FIRST, hazardQuery } from './attempt.ts';
import { randomScene } from './random-scene.fixture.test.ts';
import { type WayHome, createWaysHome, landingPlaces } from './return-home.ts';
import type { PlannedRoute, RouteRequest } from './route-types.ts';
import { type Scene, requestOf } from './scene.fixture.test.ts';

const land = (place_id: string, service_sec = 0): Stop => ({ place_id, action: 'land', service_sec });

function planned(request: RouteRequest): PlannedRoute {
  const route = planRoute(request);
  assert.ok(route.ok, JSON.stringify(route));
  return route.value;
}

/** The ways home from every waypoint, on the lattice with everything present. */
function waysOf(request: RouteRequest, waypoints: readonly TrajectoryPoint[]): (WayHome | null)[] {
  const prepared = prepare(hazardQuery(request, FIRST), request.state.city.grid, createRouteCache());
  assert.ok(prepared.ok && prepared.value.lattice.ok);
  const powersOn = powersAlong(request, waypoints);
  const find = createWaysHome({
    request,
    present: { hazards: prepared.value.hazards, lattice: prepared.value.lattice.value },
    timed: null,
    waypoints,
    used_wh: energyAlong_wh(waypoints, powersOn),
    powersOn,
  });
  return waypoints.map((_, i) => find(i));
}

/** Turned away at a waypoint: the plan up to it, then the way. */
function turnedAway(waypoints: readonly TrajectoryPoint[], i: number, way: WayHome): TrajectoryPoint[] {
  const flown = waypoints.slice(0, i + 1);
  const after = way.points.slice(1).map((p) => ({ ...p, t_sec: p.t_sec + waypoints[i]!.t_sec }));
  const all = [...flown, ...after];
  all[all.length - 1] = { ...all.at(-1)!, stop_id: way.place_id };
  return all;
}

test('slow oracle: turned away at any waypoint, the verifier passes the flight and measures the margin itself', () => {
  let [judged, releases] = [0, 0];
  for (let seed = 1; seed <= 18; seed++) {
    const rng = createRng(seed);
    const scene: Scene = { ...randomScene(rng.fork('scene')), operations: [], corridors: [] };
    const stops = rng.pick([[land('goal')], [land('a', 30), land('goal')]]);
    const request = requestOf(scene, stops, {
      constraints: { min_separation_m: rng.pick([0, 4, 10]), battery_reserve_ratio: 0.2 },
      return_reserve: rng.pick(['require', 'report'] as const),
    });
    const route = planRoute(request);
    if (!route.ok) continue;
    releases++;
    const { waypoints, return_margin } = route.value;
    const { state, air, uav, mission } = request;
    // The most that is left by turning away here or at any later point.
    let most_wh = -Infinity;
    const ways = waysOf(request, waypoints);
    for (let i = waypoints.length - 1; i > 0; i--) {
      const way = ways[i] ?? null;
      if (way === null) continue;
      const trajectory = turnedAway(waypoints, i, way);
      const reached = waypoints.slice(0, i + 1).filter((p) => p.stop_id !== null).length;
      // Where it lands on the last stop, that stop is the landing place already.
      const rest = way.points.length > 1 ? [land(way.place_id)] : [];
      const flight = [...mission.stops.slice(0, reached), ...rest].map((s) => ({ ...s, service_sec: 0 }));
      const verdict = verify({
        state,
        air,
        uav,
        mission: { ...mission, stops: flight, required_stop: flight.length - 1 },
        trajectory,
        entities: { avoid_zones: [], sensitive_zones: [] },
        specs: { ltl: [], stl: [], program_rules: [] },
      });
      assert.ok(verdict.ok, JSON.stringify(verdict));
      judged++;
      const rules = verdict.value.specs.filter((s) => s.rule !== 'R4' && s.rule !== 'R5');
      const broken = rules.filter((s) => s.satisfied !== true);
      assert.deepEqual(broken, [], `seed ${seed} w${i}: ${JSON.stringify(broken)}`);
      const reserve = verdict.value.specs.find((s) => s.rule === 'R5')!;
      most_wh = Math.max(most_wh, reserve.robustness! * uav.battery_capacity_wh);
      const least = return_margin.least_wh;
      assert.ok(least !== null && most_wh >= least - 0.01, `seed ${seed} w${i}: ${most_wh} < ${least}`);
    }
  }
  assert.ok(releases >= 6 && judged >= 50, `${releases} routes, ${judged} ways`);
});

test('in an empty sky the way home takes what arithmetic says, and the margin is least at the far end', () => {
  const request = requestOf({ places: { home: [-200, 0], goal: [200, 0] } }, 'goal');
  const { return_margin: m, waypoints, energy_est_wh } = planned(request);
  assert.equal(m.landing_place_id, 'home');
  assert.equal(m.waypoint, waypoints.length - 1);
  // The same flight the other way round.
  assert.ok(Math.abs(m.needed_wh! - energy_est_wh) < 0.05, `${m.needed_wh} ${energy_est_wh}`);
  assert.ok(Math.abs(m.least_wh! - (0.9 * 200 - 2 * energy_est_wh - 0.2 * 200)) < 0.1);
});

test('a route that can be flown and not turned back from is refused, told on request, and mended by a charger', () => {
  const scene: Scene = { half_m: 900, places: { home: [-850, 0], goal: [850, 0] } };
  const { energy_est_wh: one_way } = planned(requestOf(scene, 'goal'));
  const enough_for = (flights: number): number => 0.2 + (flights * one_way) / 200;
  const low = { ...scene, uavs: [{ battery_ratio: enough_for(1.6) }] };
  const refused = planRoute(requestOf(low, 'goal'));
  assert.ok(!refused.ok && refused.error.type === 'no_return');
  assert.match(refused.error.message, /Wh are left; the way to home takes/);
  const told = planned(requestOf(low, 'goal', { return_reserve: 'report' }));
  assert.ok(told.battery_end_ratio > 0.2 && told.return_margin.least_wh! < 0);
  const full = { ...scene, uavs: [{ battery_ratio: enough_for(2.05) }] };
  assert.ok(planned(requestOf(full, 'goal')).return_margin.least_wh! >= 0);
  const near = requestOf({ ...low, places: { ...low.places, pad: [700, 100] } }, 'goal');
  assert.ok(!planRoute(near).ok);
  const { city } = near.state;
  const places = city.places.map((p) => (p.id === 'pad' ? { ...p, chargers: 1 } : p));
  const air = { ...near.air };
  const charging = planned({ ...near, air, state: { ...near.state, city: { ...city, places } } });
  assert.equal(charging.return_margin.landing_place_id, 'pad');
});

test('the way home counts the wind: with it out is against it back', () => {
  const scene = (from_deg: number | null): Scene => ({
    places: { home: [-250, 0], goal: [250, 0] },
    wind: { mps: 6, from_deg },
  });
  const margin = (from_deg: number | null) => planned(requestOf(scene(from_deg), 'goal')).return_margin;
  assert.ok(margin(270).needed_wh! > margin(90).needed_wh! * 1.5);
  assert.ok(margin(null).needed_wh! >= margin(270).needed_wh! - 0.1);
});

test('a load raises the powers up to the stop where it is set down, and a load that is none is refused', () => {
  const scene: Scene = { places: { goal: [200, 200] } };
  const load = { payload_kg: 2, empty_mass_kg: 3, rated_mass_kg: 4 };
  const plain = planned(requestOf(scene, 'goal'));
  const heavy = planned(requestOf(scene, 'goal', { load }));
  const factor = (5 / 4) ** 1.5;
  assert.ok(Math.abs(heavy.energy_est_wh / plain.energy_est_wh - factor) < 1e-5);
  assert.ok(Math.abs(heavy.return_margin.needed_wh! / plain.return_margin.needed_wh! - factor) < 1e-3);
  const light = planned(requestOf(scene, 'goal', { load: { ...load, payload_kg: 0 } }));
  assert.equal(light.energy_est_wh, plain.energy_est_wh);
  const there_and_back = requestOf(scene, [land('goal'), land('home')], { load });
  const both = planned({ ...there_and_back, mission: { ...there_and_back.mission, required_stop: 0 } });
  assert.ok(Math.abs(both.energy_est_wh / plain.energy_est_wh - (factor + 1)) < 0.05);
  for (const bad of [{ payload_kg: 3 }, { payload_kg: -1 }, { empty_mass_kg: 0 }, { rated_mass_kg: NaN }]) {
    const refused = planRoute(requestOf(scene, 'goal', { load: { ...load, ...bad } }));
    assert.ok(!refused.ok && refused.error.type === 'bad_load');
  }
});

test('landing places are home and places that charge, inside the map, in order of their ids', () => {
  const request = requestOf({ places: { goal: [0, 0], pad: [10, 10], aaa: [20, 20] } }, 'goal');
  const { city } = request.state;
  const places = city.places.map((p) => (p.id === 'pad' || p.id === 'aaa' ? { ...p, chargers: 2 } : p));
  const ids = landingPlaces({ ...request, state: { ...request.state, city: { ...city, places } } });
  assert.deepEqual(
    ids.map((p) => p.place.id),
    ['aaa', 'home', 'pad'],
  );
});
