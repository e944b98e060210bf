import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { pointOnLeg } from '#geo';
import {
  type AirModel,
  type OperationTrack,
  buildAirModel,
  ceilingAt_m,
  demoCity,
  timesInCorridor,
} from '#world';
import { loadOf, lowestCeilingAlong, peakLoad, queryAirspace } from './index.ts';

function demoAir(): AirModel {
  const air = buildAirModel(demoCity());
  assert.ok(air.ok, JSON.stringify(air));
  return air.value;
}
const HOUR = { bbox: null, min_agl_m: 0, max_agl_m: 120, from_sec: 0, to_sec: 3600 } as const;

test('the whole city now: the fire zone is there, the match day zone is not yet', () => {
  const answer = queryAirspace(demoAir(), HOUR);
  assert.ok(answer.ok);
  const ids = answer.value.nfz.map((z) => z.zone_id);
  assert.ok(ids.includes('tfr_fire') && !ids.includes('tfr_match'));
  assert.equal(answer.value.ceiling_agl_m, 0);
  assert.deepEqual(answer.value.closed_by, []);
});

test('the last second of the query that meets the first of a window counts', () => {
  const air = demoAir();
  const starts_sec = 2.5 * 3600;
  const has = (to_sec: number): boolean => {
    const answer = queryAirspace(air, { ...HOUR, to_sec });
    assert.ok(answer.ok);
    return answer.value.nfz.some((z) => z.zone_id === 'tfr_match');
  };
  assert.ok(has(starts_sec));
  assert.ok(!has(starts_sec - 0.001));
});

test('an area inside a zone is closed by it; one that sticks out is not', () => {
  const air = demoAir();
  const zone = air.zones.find((z) => z.id === 'nfz_power_plant')!;
  assert.ok(zone.prism.outline.kind === 'circle');
  const { x_m, y_m } = zone.prism.outline;
  const around = (half: number): readonly [number, number, number, number] => {
    const [w, s] = air.frame.toLonLat({ x_m: x_m - half, y_m: y_m - half });
    const [e, n] = air.frame.toLonLat({ x_m: x_m + half, y_m: y_m + half });
    return [w, s, e, n];
  };
  const closed = queryAirspace(air, { ...HOUR, bbox: around(100) });
  assert.ok(closed.ok);
  assert.deepEqual(closed.value.closed_by, ['nfz_power_plant']);
  const open = queryAirspace(air, { ...HOUR, bbox: around(200) });
  assert.ok(open.ok);
  assert.deepEqual(open.value.closed_by, []);
  assert.equal(open.value.nfz.length, 1);
});

test('bad ranges are refused, NaN too', () => {
  const air = demoAir();
  for (const bad of [
    { ...HOUR, min_agl_m: 130 },
    { ...HOUR, to_sec: -1 },
    { ...HOUR, from_sec: NaN },
    { ...HOUR, bbox: [1, 2, 1, 3] as const },
    { ...HOUR, bbox: [0, 3, 1, 2] as const },
  ]) {
    const answer = queryAirspace(air, bad);
    assert.ok(!answer.ok && answer.error.type === 'invalid_query');
  }
});

test('corridor load counts a hand-over in one moment as two', () => {
  const air = demoAir();
  const corridor = air.corridors.find((c) => c.id === 'corridor_river')!;
  const at = (t_sec: number, x_m: number) => ({ t_sec, x_m, y_m: -800, z_m: 75 });
  const track = (id: string, from: number, to: number): OperationTrack => ({
    operation_id: id,
    uav_id: id,
    priority: 'normal',
    points: [at(from, 0), at(to, 100)],
  });
  assert.equal(peakLoad([track('a', 0, 10), track('b', 10.001, 20)], corridor, 0, 100).load, 1);
  const both = peakLoad([track('a', 0, 10), track('b', 10, 20)], corridor, 0, 100);
  assert.deepEqual(both, { load: 2, t_sec: 10, operations: ['a', 'b'] });
  assert.equal(peakLoad([track('a', 0, 10), track('b', 10, 20)], corridor, 11, 100).load, 1);
  assert.equal(loadOf({ ...air, operations: [track('a', 0, 10)] }, corridor, 0, 5).free, 0);
});

test('times in a corridor agree with dense sampling of the distance to its line', () => {
  const air = demoAir();
  const corridor = air.corridors.find((c) => c.id === 'corridor_north')!;
  const { line, half_width_m } = corridor;
  const gap = (x: number, y: number): number => {
    let best = Infinity;
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [ex, ey] = [line[i + 2]! - line[i]!, line[i + 3]! - line[i + 1]!];
      const u = Math.min(
        1,
        Math.max(0, ((x - line[i]!) * ex + (y - line[i + 1]!) * ey) / (ex * ex + ey * ey)),
      );
      best = Math.min(best, Math.hypot(x - line[i]! - u * ex, y - line[i + 1]! - u * ey));
    }
    return best;
  };
  let seen = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const rng = createRng(seed);
    const p = (t_sec: number) => ({
      t_sec,
      x_m: rng.between(-500, 1300),
      y_m: rng.between(900, 1250),
      z_m: rng.between(40, 110),
    });
    const [a, b] = [p(0), p(100)];
    const times = timesInCorridor(a, b, corridor);
    for (let k = 0; k <= 2000; k++) {
      const q = pointOnLeg(a, b, k / 2000);
      const held = times.some((_, i) => i % 2 === 0 && times[i]! <= q.t_sec && q.t_sec <= times[i + 1]!);
      const d = gap(q.x_m, q.y_m) - half_width_m;
      const band = Math.min(q.z_m - corridor.floor_agl_m, corridor.ceiling_agl_m - q.z_m);
      if (Math.abs(d) < 1e-6 || Math.abs(band) < 1e-6) continue;
      assert.equal(held, d < 0 && band > 0, `seed ${seed} at ${q.t_sec}`);
      seen += held ? 1 : 0;
    }
  }
  assert.ok(seen > 1000);
});

test('the lowest ceiling along a path sees a cell that is only grazed', () => {
  const air = demoAir();
  const low = air.ceilings.reduce((a, b) => (b.ceiling_agl_m < a.ceiling_agl_m ? b : a));
  const { box } = low.outline;
  const grazing = [
    { x_m: box.min_x_m - 50, y_m: box.max_y_m },
    { x_m: box.max_x_m + 50, y_m: box.max_y_m },
  ];
  const found = lowestCeilingAlong(air, grazing)!;
  assert.ok(low.ceiling_agl_m < air.ceiling_agl_m && found.ceiling_agl_m <= low.ceiling_agl_m);
  assert.equal(found.ceiling_agl_m, ceilingAt_m(air, found.x_m, found.y_m));
  assert.equal(lowestCeilingAlong(air, [{ x_m: 1900, y_m: -1900 }])!.area_id, null);
  assert.equal(lowestCeilingAlong(air, []), null);
});
