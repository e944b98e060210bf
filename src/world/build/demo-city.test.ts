import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsBetween } from '../ids.ts';
import { type Zone } from '../airspace.ts';
import { parseSystemState } from '../system-state.ts';
import { demoCity } from './demo-city.ts';
import { type EastNorth, eastNorthOf, frameAt } from './plane-kit.ts';
import { distanceToRing, insideRing } from './rings.ts';

const state = demoCity();
const frame = frameAt(state.city.origin);
const plane = (ring: readonly (readonly [number, number])[]): EastNorth[] =>
  ring.map((p) => eastNorthOf(frame, p));
const buildings = state.city.buildings.map((b) => ({ ...b, ring: plane(b.footprint) }));

function zoneHolds(zone: Zone, at: EastNorth): boolean {
  if (zone.outline.type === 'circle') {
    const c = eastNorthOf(frame, zone.outline.center);
    return Math.hypot(c[0] - at[0], c[1] - at[1]) <= zone.outline.radius_m;
  }
  return insideRing(plane(zone.outline.rings[0]!), at);
}

test('the demo city is a valid state, and the same seed gives the same bytes', () => {
  const parsed = parseSystemState(JSON.parse(JSON.stringify(state)));
  assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error));
  assert.equal(JSON.stringify(demoCity()), JSON.stringify(state));
  assert.notEqual(JSON.stringify(demoCity(7).city.buildings), JSON.stringify(state.city.buildings));
});

test('every place has names in three languages, and short names are not shared by two places', () => {
  const owner = new Map<string, string>();
  for (const place of state.city.places) {
    assert.match(place.other_names.ru[0] ?? '', /\p{Script=Cyrillic}/u, place.id);
    assert.match(place.other_names.zh[0] ?? '', /\p{Script=Han}/u, place.id);
    const names = new Set(
      [place.name, ...Object.values(place.other_names).flat()].map((n) => n.toLowerCase()),
    );
    for (const name of names) {
      assert.equal(owner.get(name), undefined, `${name}: ${place.id} and ${owner.get(name)}`);
      owner.set(name, place.id);
    }
  }
});

test('no building stands on or near a pad', () => {
  for (const place of state.city.places) {
    const at = eastNorthOf(frame, place.at);
    for (const b of buildings) {
      assert.ok(!insideRing(b.ring, at), `${place.id} is inside ${b.id}`);
      assert.ok(distanceToRing(b.ring, at) > 15, `${b.id} is too near to ${place.id}`);
    }
  }
});

test('buildings do not overlap, and downtown reaches 80 to 90 m', () => {
  for (let i = 0; i < buildings.length; i++) {
    for (let j = i + 1; j < buildings.length; j++) {
      const [a, b] = [buildings[i]!, buildings[j]!];
      if (a.id.startsWith('b_power') && b.id.startsWith('b_power')) continue;
      if (Math.abs(a.ring[0]![0] - b.ring[0]![0]) > 160) continue;
      assert.ok(!a.ring.some((p) => insideRing(b.ring, p)), `${a.id} and ${b.id}`);
    }
  }
  const tallest = Math.max(...buildings.filter((b) => b.id.startsWith('b_0')).map((b) => b.height_m));
  assert.ok(tallest > 80 && tallest <= 90, String(tallest));
});

test('no-fly zones hold the airfield and the infirmary and no other place; one window is open now, one later', () => {
  const closed = state.airspace.zones.filter((z) => z.kind === 'no_fly' || z.kind === 'temporary_no_fly');
  const inside = state.city.places
    .filter((p) => closed.some((z) => z.kind === 'no_fly' && zoneHolds(z, eastNorthOf(frame, p.at))))
    .map((p) => p.id);
  assert.deepEqual(inside, ['prison_infirmary', 'airport_A']);
  const windows = closed.filter((z) => z.kind === 'temporary_no_fly').map((z) => z.window!);
  const open = windows.filter(
    (w) => secondsBetween(w.start!, state.time) >= 0 && secondsBetween(state.time, w.end!) >= 0,
  );
  assert.equal(windows.length, 2);
  assert.equal(open.length, 1);
});

test('accepted operations keep clear of closed zones, buildings and each other', () => {
  const closed = state.airspace.zones.filter((z) => z.kind !== 'sensitive');
  const tracks = state.operations.map((o) => {
    const shift = secondsBetween(state.time, o.start);
    const end = o.trajectory.at(-1)!.t_sec;
    return {
      o,
      shift,
      at: (t: number) => (t < shift || t > shift + end ? null : positionAt(o.trajectory, t - shift)),
    };
  });
  for (let t = -300; t < 1200; t += 1) {
    const here = tracks.map((k) => k.at(t));
    here.forEach((p, i) => {
      if (p === null) return;
      const id = tracks[i]!.o.operation_id;
      for (const z of closed) assert.ok(!zoneHolds(z, [p[0], p[1]]), `${id} in ${z.id} at ${t}`);
      for (const b of buildings) {
        if (p[2] > b.height_m + 10) continue;
        assert.ok(distanceToRing(b.ring, [p[0], p[1]]) > 10, `${id} near ${b.id} at ${t}`);
      }
      for (const q of here.slice(i + 1)) {
        if (q !== null) assert.ok(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) > 30, `${id} at ${t}`);
      }
    });
  }
});

function positionAt(
  points: readonly { t_sec: number; x_m: number; y_m: number; z_m: number }[],
  t: number,
): [number, number, number] {
  const i = Math.max(
    1,
    points.findIndex((p) => p.t_sec >= t),
  );
  const [a, b] = [points[i - 1]!, points[i]!];
  const f = (t - a.t_sec) / (b.t_sec - a.t_sec);
  return [a.x_m + f * (b.x_m - a.x_m), a.y_m + f * (b.y_m - a.y_m), a.z_m + f * (b.z_m - a.z_m)];
}
