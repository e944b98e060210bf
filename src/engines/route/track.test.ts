import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import type { TrajectoryPoint } from '#world';
import { flyable, planRoute } from './index.ts';
import { type Scene, requestOf } from './scene.fixture.test.ts';

/** Distance of a point from a polyline, metres: the slow way, over every leg. */
function fromPath(p: TrajectoryPoint, path: readonly TrajectoryPoint[]): number {
  let best = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const e = [b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m] as const;
    const q = [p.x_m - a.x_m, p.y_m - a.y_m, p.z_m - a.z_m] as const;
    const ee = e[0] ** 2 + e[1] ** 2 + e[2] ** 2;
    const s = ee === 0 ? 0 : Math.min(1, Math.max(0, (q[0] * e[0] + q[1] * e[1] + q[2] * e[2]) / ee));
    best = Math.min(best, Math.hypot(q[0] - e[0] * s, q[1] - e[1] * s, q[2] - e[2] * s));
  }
  return best;
}

test('the flown trajectory keeps path, stops, waits and limits, and is never later than the plan', () => {
  let flown = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const rng = createRng(seed);
    const spot = (): [number, number] => [rng.between(-230, 230), rng.between(-230, 230)];
    const scene: Scene = {
      half_m: 250,
      places: { a: spot(), goal: spot() },
      uavs: [{ at_m: spot() }],
      wind: { mps: rng.between(0, 8), from_deg: rng.pick([0, 120, null]) },
      zones: Array.from({ length: 5 }, (_, k) => ({
        id: `z${k}`,
        kind: 'no_fly',
        circle: { at: spot(), radius_m: rng.between(15, 60) },
        ...(rng.next() < 0.4 ? { ceiling_m: 60 } : {}),
      })),
    };
    const request = requestOf(scene, [
      { place_id: 'a', action: rng.pick(['land', 'hover'] as const), service_sec: 25 },
      { place_id: 'goal', action: 'land', service_sec: 0 },
    ]);
    const route = planRoute(request);
    if (!route.ok) continue;
    flown++;
    const { uav, air } = request;
    const plan = route.value.waypoints;
    const track = flyable(plan, uav, air.wind);
    assert.ok(track.at(-1)!.t_sec <= plan.at(-1)!.t_sec + 1e-6, `seed ${seed}`);
    assert.deepEqual(
      track.filter((p) => p.stop_id !== null).map((p) => p.stop_id),
      ['a', 'goal'],
    );
    const a = track.findIndex((p) => p.stop_id === 'a');
    assert.ok(track[a + 1]!.t_sec - track[a]!.t_sec >= 25 - 1e-3, `seed ${seed}: stays for the service`);
    let before = 0;
    for (let i = 1; i < track.length; i++) {
      const [p, q] = [track[i - 1]!, track[i]!];
      const dt = q.t_sec - p.t_sec;
      assert.ok(dt > 0);
      assert.ok(fromPath(q, plan) < 1e-6, `seed ${seed}: on the path`);
      const [vx, vy, vz] = [(q.x_m - p.x_m) / dt, (q.y_m - p.y_m) / dt, (q.z_m - p.z_m) / dt];
      const { toward, speed_mps } = air.wind;
      const ground = Math.hypot(vx, vy);
      // Standing in the air needs no more than the wind's speed, which is below cruise.
      const through_air =
        toward === null ? ground + speed_mps : Math.hypot(vx - toward.east_mps, vy - toward.north_mps);
      if (ground > 1e-6) assert.ok(through_air <= uav.cruise_mps + 1e-4, `seed ${seed}: ${through_air} m/s`);
      assert.ok(vz <= uav.climb_mps + 1e-4 && -vz <= uav.descent_mps + 1e-4, `seed ${seed}: ${vz} m/s up`);
      const speed = Math.hypot(vx, vy, vz);
      // Speeds are means over a sample, so that neighbours differ by at most the acceleration over two samples.
      assert.ok(
        Math.abs(speed - before) <= 2.5 * 1.0 + 1e-3,
        `seed ${seed}: from ${before} to ${speed} m/s at ${i}`,
      );
      before = speed;
    }
  }
  assert.ok(flown >= 15, `${flown}`);
});
