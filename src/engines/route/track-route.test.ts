import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, createRng } from '#base';
import type { TrajectoryPoint } from '#world';
import { TRACK_LIMITS, trackRoute } from './index.ts';

const UAV = { cruise_mps: 14, climb_mps: 3, descent_mps: 2 };
const CALM = { speed_mps: 0, gust_mps: null, toward: { east_mps: 0, north_mps: 0 } };

/** A path through places at about cruise speed; times do not matter to the tracker. */
function path(...at: readonly (readonly [number, number, number])[]): TrajectoryPoint[] {
  return at.map(([x_m, y_m, z_m], i) => ({ t_sec: 100 * i, x_m, y_m, z_m, stop_id: null }));
}

/** Distance from a path, sampled ten times as densely as the trajectory has points: the slow way. */
function worstOff(track: readonly TrajectoryPoint[], plan: readonly TrajectoryPoint[]): number {
  let worst = 0;
  for (let i = 1; i < track.length; i++) {
    const [p, q] = [track[i - 1]!, track[i]!];
    for (let k = 0; k <= 20; k++) {
      const at = ([c, d]: readonly [number, number]): number => c + ((d - c) * k) / 20;
      const here = [at([p.x_m, q.x_m]), at([p.y_m, q.y_m]), at([p.z_m, q.z_m])] as const;
      let best = Infinity;
      for (let j = 1; j < plan.length; j++) {
        const [a, b] = [plan[j - 1]!, plan[j]!];
        const e = [b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m] as const;
        const w = [here[0] - a.x_m, here[1] - a.y_m, here[2] - a.z_m] as const;
        const ee = e[0] ** 2 + e[1] ** 2 + e[2] ** 2;
        const s = ee === 0 ? 0 : Math.min(1, Math.max(0, (w[0] * e[0] + w[1] * e[1] + w[2] * e[2]) / ee));
        best = Math.min(best, Math.hypot(w[0] - e[0] * s, w[1] - e[1] * s, w[2] - e[2] * s));
      }
      worst = Math.max(worst, best);
    }
  }
  return worst;
}

/** Air speed, climb, descent and acceleration between pieces, by differences. */
function assertFlown(
  track: readonly TrajectoryPoint[],
  uav: typeof UAV,
  wind: {
    readonly toward: { readonly east_mps: number; readonly north_mps: number } | null;
    speed_mps: number;
  },
  label: string,
): void {
  for (let i = 1; i < track.length; i++) {
    const [p, q] = [track[i - 1]!, track[i]!];
    const dt = q.t_sec - p.t_sec;
    assert.ok(dt > 0, `${label}: time runs at ${i}`);
    const v = [(q.x_m - p.x_m) / dt, (q.y_m - p.y_m) / dt, (q.z_m - p.z_m) / dt] as const;
    const air =
      wind.toward === null
        ? Math.hypot(v[0], v[1]) + wind.speed_mps
        : Math.hypot(v[0] - wind.toward.east_mps, v[1] - wind.toward.north_mps);
    // Times are written to the millisecond.
    const rounding = (1e-3 / dt) * 16 + 1e-6;
    if (Math.hypot(...v) > 0) assert.ok(air <= uav.cruise_mps + rounding, `${label}: ${air} m/s at ${i}`);
    assert.ok(
      v[2] <= uav.climb_mps + rounding && -v[2] <= uav.descent_mps + rounding,
      `${label}: ${v[2]} up`,
    );
  }
}

test('a right angle is flown as an arc within the bound, faster than by stopping', () => {
  const plan = path([0, 0, 50], [200, 0, 50], [200, 200, 50]);
  const tracked = trackRoute({ planned: plan, uav: UAV, wind: CALM, isClear: () => true });
  assert.ok(tracked.ok);
  const { points, cross_track_m, slowed } = tracked.value;
  const worst = worstOff(points, plan);
  assert.ok(worst <= cross_track_m + 1e-9 && cross_track_m <= TRACK_LIMITS.cross_track_m);
  assert.ok(worst > 0.1, 'the corner is cut');
  assert.equal(slowed, 0);
  assertFlown(points, UAV, CALM, 'corner');
  const end = points.at(-1)!;
  assert.deepEqual([end.x_m, end.y_m, end.z_m], [200, 200, 50]);
  // Twice 200 m from stand to stand at 14 m/s and the planned 2 m/s2 take 42.6 s.
  assert.ok(end.t_sec < 42.6 && end.t_sec > 400 / 14, `${end.t_sec}`);
});

test('where the arc is not clear the corner is slowed for, in the end to a stop; a path that is not clear is refused', () => {
  const plan = path([0, 0, 50], [100, 0, 50], [100, 100, 50]);
  // Nothing is allowed inside the corner.
  const strict = (p: { x_m: number; y_m: number }): boolean => p.y_m < 0.05 || p.x_m > 99.95;
  const tracked = trackRoute({
    planned: plan,
    uav: UAV,
    wind: CALM,
    isClear: (a, b) => strict(a) && strict(b),
  });
  assert.ok(tracked.ok);
  assert.ok(tracked.value.slowed > 0);
  assert.ok(tracked.value.points.every(strict));
  const never = trackRoute({ planned: plan, uav: UAV, wind: CALM, isClear: () => false });
  assert.ok(!never.ok && never.error.type === 'not_clear');
});

test('wind as fast as the aircraft and limits of nothing are typed errors', () => {
  const plan = path([0, 0, 50], [100, 0, 50]);
  const storm = { speed_mps: 14, gust_mps: null, toward: { east_mps: 14, north_mps: 0 } };
  const refused = trackRoute({ planned: plan, uav: UAV, wind: storm, isClear: () => true });
  assert.ok(!refused.ok && refused.error.type === 'wind_too_strong');
  const limits = { ...TRACK_LIMITS, cross_track_m: 0 };
  const bad = trackRoute({ planned: plan, uav: UAV, wind: CALM, isClear: () => true, limits });
  assert.ok(!bad.ok && bad.error.type === 'bad_limits');
});

test('random zigzags in wind: within the bound and the limits, to the end, whatever the corners', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const rng = createRng(seed);
    const speed_mps = rng.between(0, 12);
    const angle = rng.between(0, 7);
    const known = rng.next() < 0.8;
    const wind = {
      speed_mps,
      gust_mps: null,
      toward: known
        ? { east_mps: speed_mps * Math.cos(angle), north_mps: speed_mps * Math.sin(angle) }
        : null,
    };
    const plan = path(
      ...Array.from(
        { length: 3 + rng.int(5) },
        () => [rng.between(0, 150), rng.between(0, 150), rng.between(30, 60)] as const,
      ),
    );
    const tracked = trackRoute({ planned: plan, uav: UAV, wind, isClear: () => true });
    assert.ok(tracked.ok, `seed ${seed}: ${JSON.stringify(tracked)}`);
    const { points, cross_track_m } = tracked.value;
    const worst = worstOff(points, plan);
    assert.ok(worst <= cross_track_m + 1e-6, `seed ${seed}: ${worst} > ${cross_track_m}`);
    assert.ok(cross_track_m <= TRACK_LIMITS.cross_track_m + 1e-9, `seed ${seed}: ${cross_track_m}`);
    assertFlown(points, UAV, wind, `seed ${seed}`);
    const again = trackRoute({ planned: plan, uav: UAV, wind, isClear: () => true });
    assert.equal(canonicalJson(again), canonicalJson(tracked));
  }
});
