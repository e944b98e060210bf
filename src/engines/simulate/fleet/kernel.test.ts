import assert from 'node:assert/strict';
import test from 'node:test';
import { createRng, type Rng } from '#base';
import { closestTime_s } from '../decision/encounters.ts';
import { cylinder, lossInterval } from '../detectors/well-clear.ts';
import type { RelativeState } from '../detectors/relative.ts';
import { createCellFinder, createPairFinder, createPairLoop, PAIR_LOOP_BELOW } from './finders.ts';
import { createTraffic, moveTraffic, type PairFinder, type TrafficArrays } from './kernel.ts';
import { DEFAULT_MINIMA } from './scenario.ts';

const SIDE = 1500;
const WORLD = { min_x_m: 0, min_y_m: 0, max_x_m: SIDE, max_y_m: SIDE };

function randomTraffic(count: number, rng: Rng): TrafficArrays {
  const t = createTraffic(count);
  for (let i = 0; i < count; i++) {
    // Some fly outside the world that the cells are laid over.
    t.x[i] = rng.between(-200, SIDE + 200);
    t.y[i] = rng.between(-200, SIDE + 200);
    t.z[i] = rng.pick([0, 60, rng.between(0, 120)]);
    const speed = rng.pick([0, rng.between(0, 20)]);
    const course = rng.between(0, 2 * Math.PI);
    t.vx[i] = speed * Math.sin(course);
    t.vy[i] = speed * Math.cos(course);
    t.vz[i] = rng.pick([0, rng.between(-4, 4)]);
    t.crewed[i] = rng.next() < 0.02 ? 1 : 0;
    t.terminal[i] = rng.next() < 0.1 ? 1 : 0;
    t.flying[i] = rng.next() < 0.9 ? 1 : 0;
  }
  return t;
}

function relative(t: TrafficArrays, i: number, j: number): RelativeState {
  return {
    sx_m: t.x[i]! - t.x[j]!,
    sy_m: t.y[i]! - t.y[j]!,
    sz_m: t.z[i]! - t.z[j]!,
    vx_mps: t.vx[i]! - t.vx[j]!,
    vy_mps: t.vy[i]! - t.vy[j]!,
    vz_mps: t.vz[i]! - t.vz[j]!,
  };
}

const row = (i: number, j: number, k: number, ...x: number[]): string =>
  `${i} ${j} ${k} ${x.map((v) => v.toFixed(6)).join(' ')}`;

function meetingsOf(find: PairFinder, t: TrafficArrays, dt: number): string[] {
  const out: string[] = [];
  find(t, dt, (m) => out.push(row(m.i, m.j, m.pair_class, m.lowc_at, m.nmac_at, m.closest_m)));
  return out.sort();
}

/** The slow truth: every pair by the detectors for one pair. */
function slowMeetings(t: TrafficArrays, dt: number): string[] {
  const out: string[] = [];
  for (let i = 0; i < t.count; i++) {
    for (let j = i + 1; j < t.count; j++) {
      if (t.flying[i] === 0 || t.flying[j] === 0 || t.crewed[i]! + t.crewed[j]! === 2) continue;
      const k =
        t.crewed[i] === 1 || t.crewed[j] === 1 ? 1 : t.terminal[i] === 1 || t.terminal[j] === 1 ? 2 : 0;
      const m = DEFAULT_MINIMA[k];
      const r = relative(t, i, j);
      const low = lossInterval(cylinder(m.lowc_horizontal_m, m.lowc_vertical_m), r, dt);
      if (low === null) continue;
      const near = lossInterval(cylinder(m.nmac_horizontal_m, m.nmac_vertical_m), r, dt);
      const at = closestTime_s(r, dt);
      const closest = Math.hypot(r.sx_m + r.vx_mps * at, r.sy_m + r.vy_mps * at, r.sz_m + r.vz_mps * at);
      out.push(row(i, j, k, low.from_sec, near === null ? -1 : near.from_sec, closest));
    }
  }
  return out.sort();
}

test('pair loop, cells and the detectors for one pair find the same meetings, at short and long steps', () => {
  const rng = createRng(21);
  let found = 0;
  for (const [count, dt] of [
    [2, 1],
    [60, 0.5],
    [250, 1],
    [700, 1],
    [400, 10],
  ] as const) {
    for (let round = 0; round < 4; round++) {
      const t = randomTraffic(count, rng);
      const slow = slowMeetings(t, dt);
      assert.deepEqual(meetingsOf(createPairLoop(DEFAULT_MINIMA, count), t, dt), slow);
      assert.deepEqual(meetingsOf(createCellFinder(DEFAULT_MINIMA, count, WORLD), t, dt), slow);
      found += slow.length;
    }
  }
  assert.ok(found > 1000, `${found} meetings`);
});

test('one finder is used again and again: nothing is left over from the step before', () => {
  const rng = createRng(5);
  const count = PAIR_LOOP_BELOW + 100;
  const find = createPairFinder(DEFAULT_MINIMA, count, WORLD);
  const t = randomTraffic(count, rng);
  for (let step = 0; step < 20; step++) {
    for (let k = 0; k < 40; k++) t.flying[rng.int(count)]! ^= 1;
    assert.deepEqual(meetingsOf(find, t, 1), slowMeetings(t, 1), `step ${step}`);
    moveTraffic(t, 1);
  }
});

test('steps of 1 s and 0.1 s see the loss that the detector computes for the whole encounter', () => {
  const rng = createRng(8);
  const [m] = DEFAULT_MINIMA;
  for (let c = 0; c < 60; c++) {
    const t = createTraffic(2);
    t.flying.fill(1);
    t.x[0] = -400;
    t.vx[0] = rng.between(8, 15);
    t.x[1] = rng.between(-100, 100);
    t.y[1] = 300;
    t.vy[1] = -rng.between(8, 15);
    t.z[0] = 60;
    t.z[1] = 60 + rng.between(-25, 25);
    t.vz[1] = rng.between(-0.5, 0.5);
    const whole = lossInterval(cylinder(m.lowc_horizontal_m, m.lowc_vertical_m), relative(t, 0, 1), 80);
    for (const dt of [1, 0.1]) {
      const u = { ...t, x: t.x.slice(), y: t.y.slice(), z: t.z.slice() };
      const find = createPairLoop(DEFAULT_MINIMA, 2);
      let first: number | null = null;
      for (let step = 0; step * dt < 80 - 1e-9; step++) {
        find(u, dt, (meet) => (first ??= step * dt + meet.lowc_at));
        moveTraffic(u, dt);
      }
      if (whole === null) assert.equal(first, null, `case ${c}`);
      else assert.ok(first !== null && Math.abs(first - whole.from_sec) < 1e-6, `case ${c}: ${first}`);
    }
  }
});

test('the walls: exactly at the radius and the height is a loss, a millimetre beyond is none', () => {
  const [m] = DEFAULT_MINIMA;
  const count = (dx: number, dz: number): number => {
    const t = createTraffic(2);
    t.flying.fill(1);
    t.x[1] = dx;
    t.z[1] = dz;
    return meetingsOf(createPairLoop(DEFAULT_MINIMA, 2), t, 1).length;
  };
  assert.equal(count(m.lowc_horizontal_m, m.lowc_vertical_m), 1);
  assert.equal(count(m.lowc_horizontal_m + 0.001, 0), 0);
  assert.equal(count(0, m.lowc_vertical_m + 0.001), 0);
});

test('an empty sky and a lone aircraft meet nobody', () => {
  for (const n of [0, 1]) {
    const t = createTraffic(n);
    t.flying.fill(1);
    assert.deepEqual(meetingsOf(createPairFinder(DEFAULT_MINIMA, n, WORLD), t, 1), []);
    assert.deepEqual(meetingsOf(createCellFinder(DEFAULT_MINIMA, n, WORLD), t, 1), []);
  }
});
