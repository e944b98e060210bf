import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { dubinsPaths, dubinsPose, uTurnLength_m } from './dubins.ts';
import { quickestTurn, turnPoint, windTurns } from './wind-dubins.ts';
import { sampleTimes, stateAt, transfer } from './transfer.ts';
import { groundSpeed, pairSpeed, windTriangle } from './wind.ts';
import { leastTimeOnLine_s } from '../lanes/angles.ts';

test('every Dubins word ends in its goal', () => {
  const rng = createRng(1);
  for (let k = 0; k < 3000; k++) {
    const pose = () => ({ x: rng.between(0, 100), y: rng.between(0, 100), heading: rng.between(-7, 7) });
    const [a, b] = [pose(), pose()];
    for (const path of dubinsPaths(a, b, 20)) {
      const e = dubinsPose(path, a, path.length_m);
      assert.ok(
        Math.hypot(e.x - b.x, e.y - b.y) < 1e-6 && Math.abs(Math.sin((e.heading - b.heading) / 2)) < 1e-6,
        path.word,
      );
    }
  }
});

test('the shortest U-turn agrees with its closed form', () => {
  for (const offset of [5, 20, 40, 79, 81, 200])
    assert.ok(
      Math.abs(
        dubinsPaths({ x: 0, y: 0, heading: 0 }, { x: 0, y: offset, heading: Math.PI }, 40)[0]!.length_m -
          uTurnLength_m(40, offset),
      ) < 1e-6,
    );
});

test('turns in a wind end on the wanted track, and the quick search finds the best of all words', () => {
  const rng = createRng(2);
  for (let k = 0; k < 300; k++) {
    const track = () => {
      const a = rng.between(0, 7);
      return { x: Math.cos(a), y: Math.sin(a) };
    };
    const from = { p: { x: 0, y: 0 }, track: track() };
    const to = { p: { x: rng.between(-400, 400), y: rng.between(-400, 400) }, track: track() };
    const craft = { airspeed_mps: 18, radius_m: 70, wind: { x: rng.between(-8, 8), y: rng.between(-8, 8) } };
    const all = windTurns(from, to, craft);
    assert.ok(all.length > 0);
    for (const t of all) {
      const e = turnPoint(t, t.path.length_m);
      assert.ok(Math.hypot(e.p.x - to.p.x, e.p.y - to.p.y) < 0.01);
    }
    assert.ok(Math.abs(quickestTurn(from, to, craft)!.duration_s - all[0]!.duration_s) < 1e-3);
  }
});

test('a transfer reaches its state within the limits, and no quicker than a point mass on a line could', () => {
  const rng = createRng(3);
  const limits = { acceleration_mps2: 2, airspeed_mps: 14, wind: { x: 2, y: -1 } };
  for (let k = 0; k < 300; k++) {
    const state = () => ({
      p: { x: rng.between(-80, 80), y: rng.between(-80, 80) },
      v: { x: rng.between(-8, 8), y: rng.between(-8, 8) },
    });
    const [from, to] = [state(), state()];
    const phases = transfer(from, to, limits, 120);
    assert.ok(phases !== null);
    const [a, b] = phases as [(typeof phases)[0], (typeof phases)[0]];
    const end = stateAt(b, b.duration_s);
    assert.ok(
      Math.hypot(end.p.x - to.p.x, end.p.y - to.p.y) < 1e-6 &&
        Math.hypot(end.v.x - to.v.x, end.v.y - to.v.y) < 1e-6,
    );
    for (const phase of [a, b]) {
      assert.ok(Math.hypot(phase.a.x, phase.a.y) <= 2 + 1e-9);
      for (const t of sampleTimes(phase, 1, 0.1)) {
        const { v } = stateAt(phase, t);
        assert.ok(Math.hypot(v.x - 2, v.y + 1) <= 14 + 1e-6);
      }
    }
    const time = a.duration_s + b.duration_s;
    assert.ok(time >= leastTimeOnLine_s(to.p.x - from.p.x, from.v.x, to.v.x, 2) - 1e-6);
  }
});

test('least time on a line: rest to rest, and a turn back', () => {
  assert.ok(Math.abs(leastTimeOnLine_s(100, 0, 0, 1) - 20) < 1e-9);
  assert.ok(Math.abs(leastTimeOnLine_s(0, 10, -10, 2) - 10) < 1e-9);
  assert.ok(Math.abs(leastTimeOnLine_s(-100, 0, 0, 1) - 20) < 1e-9);
});

test('wind triangle: 3-4-5, and both lanes of a pair by the closed form', () => {
  assert.deepEqual(windTriangle({ airspeed_mps: 12, wind_mps: 12, wind_from_deg: 270, track_deg: 0 }), {
    feasible: false,
  });
  assert.ok(Math.abs(groundSpeed(5, { x: 0, y: 3 }, { x: 1, y: 0 }) - 4) < 1e-9);
  for (const phi of [0, 0.4, 1, Math.PI / 2]) {
    const u = { x: Math.cos(phi), y: Math.sin(phi) };
    const [a, b] = [
      groundSpeed(15, { x: 7, y: 0 }, u),
      groundSpeed(15, { x: 7, y: 0 }, { x: -u.x, y: -u.y }),
    ];
    assert.ok(Math.abs(2 / (1 / a + 1 / b) - pairSpeed(15, 7, phi)) < 1e-9);
  }
});
