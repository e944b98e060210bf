import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, createRng } from '#base';
import { planRoute } from './index.ts';
import { type Front, OBJECTIVES, joined } from './objective.ts';
import type { PlannedRoute, RouteRequest } from './route-types.ts';
import { type Scene, box, requestOf } from './scene.fixture.test.ts';

function planned(request: RouteRequest): PlannedRoute {
  const route = planRoute({ ...request, return_reserve: 'report' });
  assert.ok(route.ok, JSON.stringify(route));
  return route.value;
}

/** A wall with a gap at its end: over it is short and dear where climbing draws much power, around it is long. */
function walled(top_m: number, climb_w: number): Scene {
  return {
    half_m: 300,
    places: { home: [-200, -100], goal: [200, -100] },
    uavs: [{ climb_w }],
    zones: [{ id: 'wall', kind: 'no_fly', rings: [box(-20, -310, 20, 200)], ceiling_m: top_m }],
  };
}

test('time goes over the wall, energy around it; each is the least by its own measure, flown and not only searched', () => {
  const scene = walled(60, 2500);
  const by = Object.fromEntries(
    OBJECTIVES.map((objective) => [objective, planned(requestOf(scene, 'goal', { objective }))]),
  ) as Record<(typeof OBJECTIVES)[number], PlannedRoute>;
  const highest = (r: PlannedRoute): number => Math.max(...r.waypoints.map((p) => p.z_m));
  assert.ok(highest(by.time) > 60 && highest(by.energy) < 60);
  assert.ok(by.time.eta_sec < by.energy.eta_sec - 3);
  assert.ok(by.energy.energy_est_wh < by.time.energy_est_wh - 1);
  for (const r of Object.values(by)) {
    assert.ok(by.time.objective.cost <= r.eta_sec + 0.01);
    assert.ok(r.search.lower_bound_m <= r.search.cost_m && r.search.certified_ratio === 1);
  }
  assert.deepEqual(
    OBJECTIVES.map((o) => by[o].objective.unit),
    ['m', 's', 'Wh', 's'],
  );
});

test('the front is what the single searches say at its ends, falls in between, and holds the balanced path', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const rng = createRng(seed);
    const scene = {
      ...walled(rng.between(40, 70), rng.between(450, 3000)),
      wind: { mps: rng.between(0, 8), from_deg: rng.between(0, 360) },
      layer_m: 15,
      cell_m: 20,
    };
    const of = (objective: RouteRequest['objective']): PlannedRoute =>
      planned(requestOf(scene, 'goal', { objective: objective!, front_limit: 32 }));
    const { points, status } = of('time').objective.front!;
    assert.ok(points.length > 0);
    points.slice(1).forEach((p, i) => {
      assert.ok(p.time_sec > points[i]!.time_sec && p.energy_wh < points[i]!.energy_wh);
    });
    assert.ok(Math.abs(points[0]!.time_sec - of('time').objective.cost) < 1e-6, `seed ${seed}: fastest`);
    const energy = of('energy').objective.cost;
    if (status === 'complete')
      assert.ok(Math.abs(points.at(-1)!.energy_wh - energy) < 1e-6, `seed ${seed}: cheapest`);
    const balanced = of('balanced').objective.cost;
    const least = Math.min(...points.map((p) => p.time_sec + (p.energy_wh * 3600) / 350));
    // Each of a path's moves is rounded up to a unit, which sums differently in one cost than in two.
    if (status === 'complete')
      assert.ok(Math.abs(balanced - least) < 0.2, `seed ${seed}: ${balanced} ${least}`);
    assert.ok(of('length').objective.front !== null);
  }
});

test('fronts of legs join to the sums that no other beats, by trying all', () => {
  const rng = createRng(3);
  const front = (n: number): Front => {
    let [time_sec, energy_wh] = [rng.between(1, 5), rng.between(20, 30)];
    const points = Array.from({ length: n }, () => {
      time_sec += rng.between(0.1, 3);
      energy_wh -= rng.between(0.1, 2);
      return { time_sec, energy_wh };
    });
    return { points, status: 'complete' };
  };
  for (let k = 0; k < 50; k++) {
    const [a, b] = [front(1 + rng.int(6)), front(1 + rng.int(6))];
    const all = a.points.flatMap((p) =>
      b.points.map((q) => [p.time_sec + q.time_sec, p.energy_wh + q.energy_wh] as const),
    );
    const best = all.filter(([t, e]) => !all.some(([u, f]) => u <= t && f <= e && (u < t || f < e)));
    const got = joined(a, b, 100);
    assert.equal(got.status, 'complete');
    assert.equal(got.points.length, new Set(best.map(String)).size);
    const cut = joined(a, b, 2);
    assert.deepEqual(cut.points.at(-1), got.points.at(-1));
    assert.ok(cut.points.length <= 2 && (cut.status === 'complete') === got.points.length <= 2);
  }
});

test('length stays the default and its bytes; sampling knows no other objective', () => {
  const scene = walled(75, 450);
  const plain = planned(requestOf(scene, 'goal'));
  assert.equal(
    canonicalJson(plain),
    canonicalJson(planned(requestOf(scene, 'goal', { objective: 'length' }))),
  );
  assert.equal(plain.objective.front, null);
  const sampled = planRoute(requestOf(scene, 'goal', { planner: 'rrt_star', objective: 'time' }));
  assert.ok(!sampled.ok && sampled.error.type === 'unsupported');
});
