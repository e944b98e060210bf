import assert from 'node:assert/strict';
import test from 'node:test';
import { createRng } from '#base';
import { violatedNow } from '../detectors/well-clear.ts';
import { measurePiece, newEncounter, relativeOf } from './encounters.ts';
import { type Piece, cut, placeAt, trackOf } from './track.ts';
import { type Other, volumesOf } from './traffic.ts';

test('closest approach and first losses agree with sampling every 10 ms on bent tracks', () => {
  const rng = createRng(12);
  let losses = 0;
  for (let i = 0; i < 100; i++) {
    const span = 20;
    const at = (): { x_m: number; y_m: number; z_m: number } => ({
      x_m: rng.between(-60, 60),
      y_m: rng.between(-60, 60),
      z_m: rng.between(30, 60),
    });
    const own: Piece = { from_sec: 0, to_sec: span, from: at(), to: at() };
    const times = [rng.between(-5, 3), rng.between(4, 9), rng.between(10, 15), rng.between(16, 30)];
    const other: Other = {
      id: 'other',
      pair_class: 'drone_drone',
      kind: 'intruder',
      radius_m: 1,
      track: trackOf(times.map((t_sec) => ({ t_sec, ...at() }))),
    };
    const e = newEncounter(other);
    measurePiece(e, own, 20, false);
    const { nmac } = volumesOf('drone_drone');
    let slow = Infinity;
    let slowNmac: number | null = null;
    for (let t = Math.max(0, times[0]!); t <= Math.min(span, times[3]!); t += 0.01) {
      const mine = cut(own, t, t).from;
      const theirs = placeAt(other.track, t);
      slow = Math.min(slow, Math.hypot(mine.x_m - theirs.x_m, mine.y_m - theirs.y_m, mine.z_m - theirs.z_m));
      const rel = relativeOf(
        { from_sec: t, to_sec: t, from: mine, to: mine },
        { from_sec: t, to_sec: t, from: theirs, to: theirs },
      );
      if (slowNmac === null && violatedNow(nmac, rel)) slowNmac = t;
    }
    assert.ok(
      e.closest_m <= slow + 1e-9 && slow - e.closest_m < 0.2,
      `case ${i}: ${e.closest_m} and ${slow}`,
    );
    if (slowNmac !== null) {
      losses++;
      assert.ok(e.first_nmac !== null && Math.abs(e.first_nmac.t_sec - slowNmac) <= 0.011, `case ${i}`);
    }
  }
  assert.ok(losses > 8, `${losses} losses`);
});

test('two aircraft that swap places between samples a second apart are caught in between', () => {
  const piece: Piece = {
    from_sec: 0,
    to_sec: 1,
    from: { x_m: 0, y_m: 0, z_m: 50 },
    to: { x_m: 40, y_m: 0, z_m: 50 },
  };
  const track = trackOf([
    { t_sec: 0, x_m: 40, y_m: 0, z_m: 50 },
    { t_sec: 1, x_m: 0, y_m: 0, z_m: 50 },
  ]);
  const e = newEncounter({ id: 'o', pair_class: 'drone_drone', kind: 'intruder', radius_m: 1, track });
  measurePiece(e, piece, 10, false);
  assert.equal(e.closest_m, 0);
  assert.equal(e.closest?.t_sec, 0.5);
  assert.ok(e.first_nmac !== null && e.first_nmac.t_sec > 0.3 && e.first_nmac.t_sec < 0.32);
});

test('the task separation is lost at exactly its distance, and nobody meets an aircraft on the ground', () => {
  const hover: Piece = {
    from_sec: 0,
    to_sec: 5,
    from: { x_m: 0, y_m: 0, z_m: 50 },
    to: { x_m: 0, y_m: 0, z_m: 50 },
  };
  const at = (x_m: number): Other => ({
    id: 'o',
    pair_class: 'drone_drone',
    kind: 'operation',
    radius_m: 1,
    track: trackOf([
      { t_sec: 0, x_m, y_m: 0, z_m: 50 },
      { t_sec: 9, x_m, y_m: 0, z_m: 50 },
    ]),
  });
  const lost = (x_m: number): boolean => {
    const e = newEncounter(at(x_m));
    measurePiece(e, hover, 30, false);
    return e.first_lost !== null;
  };
  assert.ok(lost(30));
  assert.ok(!lost(30.001));
  const grounded = newEncounter(at(0));
  const floor = { ...hover, from: { ...hover.from, z_m: 0 }, to: { ...hover.to, z_m: 0 } };
  measurePiece(grounded, floor, 30, false);
  assert.equal(grounded.closest, null);
});
