import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { type Track, checkSeparation } from './separation-check.ts';

type P = readonly [t: number, x: number, y: number, z: number];
const track = (id: string, ...points: P[]): Track => ({
  id,
  points: points.map(([t_sec, x_m, y_m, z_m]) => ({ t_sec, x_m, y_m, z_m })),
});

function at({ points }: Track, t: number): readonly [number, number, number] | null {
  const i = points.findIndex((p, k) => k > 0 && points[k - 1]!.t_sec <= t && t <= p.t_sec);
  if (i < 0) return null;
  const [p, q] = [points[i - 1]!, points[i]!];
  const s = (t - p.t_sec) / (q.t_sec - p.t_sec);
  return [p.x_m + (q.x_m - p.x_m) * s, p.y_m + (q.y_m - p.y_m) * s, p.z_m + (q.z_m - p.z_m) * s];
}

test('conflicts agree with dense sampling of every pair', () => {
  let found = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const rng = createRng(seed);
    const tracks = Array.from({ length: 8 }, (_, k) => {
      let t = rng.between(0, 20);
      return track(
        `t${k}`,
        ...Array.from({ length: 2 + rng.int(4) }, (): P => {
          t += rng.between(0.5, 15);
          return [t, rng.between(-60, 60), rng.between(-60, 60), rng.between(1, 30)];
        }),
      );
    });
    const conflicts = new Map(checkSeparation(tracks, 10).map((c) => [`${c.first} ${c.second}`, c]));
    for (let i = 0; i < tracks.length; i++) {
      for (let j = i + 1; j < tracks.length; j++) {
        let least = Infinity;
        for (let t = 0; t <= 100; t += 0.01) {
          const [p, q] = [at(tracks[i]!, t), at(tracks[j]!, t)];
          if (p !== null && q !== null)
            least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
        }
        const conflict = conflicts.get(`t${i} t${j}`);
        // A sampled minimum is above the true one by at most the distance flown between samples.
        if (least < 9.5) assert.ok(conflict !== undefined, `seed ${seed} ${i} ${j} ${least}`);
        if (least > 13) assert.ok(conflict === undefined, `seed ${seed} ${i} ${j} ${least}`);
        if (conflict === undefined) continue;
        found++;
        const [p, q] = [at(tracks[i]!, conflict.t_sec)!, at(tracks[j]!, conflict.t_sec)!];
        assert.ok(Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - conflict.distance_m) < 1e-6);
        assert.ok(conflict.distance_m <= least + 1e-9);
      }
    }
  }
  assert.ok(found > 50);
});

test('exactly the separation is kept, a millimetre less is not', () => {
  const a = track('a', [0, 0, 0, 50], [10, 100, 0, 50]);
  assert.deepEqual(checkSeparation([a, track('b', [0, 0, 10, 50], [10, 100, 10, 50])], 10), []);
  const close = checkSeparation([a, track('b', [0, 0, 9.999, 50], [10, 100, 9.999, 50])], 10);
  assert.equal(close.length, 1);
  assert.ok(Math.abs(close[0]!.distance_m - 9.999) < 1e-9);
});

test('two that swap places between samples meet in the middle, at their time', () => {
  const [conflict] = checkSeparation(
    [track('b', [0, 0, 0, 50], [7, 70, 0, 50]), track('a', [0, 70, 0, 50], [7, 0, 0, 50])],
    5,
  );
  assert.deepEqual([conflict!.first, conflict!.second], ['a', 'b']);
  assert.ok(Math.abs(conflict!.t_sec - 3.5) < 1e-9 && conflict!.distance_m < 1e-9);
});

test('standing on the ground is no conflict, hovering and taking off are; other times are none', () => {
  const parked = track('a', [0, 0, 0, 0], [100, 0, 0, 0], [110, 0, 0, 30]);
  assert.deepEqual(checkSeparation([parked, track('b', [0, 3, 0, 0], [50, 3, 0, 0])], 10), []);
  assert.deepEqual(checkSeparation([parked, track('b', [0, 3, 0, 20], [50, 3, 0, 20])], 10), []);
  const [low] = checkSeparation([parked, track('b', [90, 3, 0, 20], [120, 3, 0, 20])], 10);
  assert.ok(low !== undefined && low.t_sec > 100);
  assert.deepEqual(checkSeparation([parked, track('b', [111, 3, 0, 20], [120, 3, 0, 20])], 10), []);
});
