import assert from 'node:assert/strict';
import test from 'node:test';
import { createRng, type Rng } from '#base';
import { advance, type RelativeState } from './relative.ts';
import { cylinder, lossInterval, lossVolume, violatedNow, type LossVolume } from './well-clear.ts';
import { WELL_CLEAR_CREWED, tcasVolume } from './volumes.ts';

const HORIZON_S = 120;
const STEP_S = 0.02;

function randomState(rng: Rng): RelativeState {
  return {
    sx_m: rng.between(-2500, 2500),
    sy_m: rng.between(-800, 800),
    sz_m: rng.pick([0, rng.between(-150, 150)]),
    vx_mps: rng.pick([0, rng.between(-60, 60)]),
    vy_mps: rng.pick([0, rng.between(-20, 20)]),
    vz_mps: rng.pick([0, rng.between(-5, 5)]),
  };
}

function randomVolume(rng: Rng): LossVolume {
  return {
    type: rng.pick(['CYL', 'TAUMOD', 'TCPA', 'TEP'] as const),
    horizontal_m: rng.between(10, 700),
    vertical_m: rng.between(4, 90),
    tau_sec: rng.pick([0, rng.between(0, 40)]),
    tcoa_sec: rng.pick([0, rng.between(0, 25)]),
  };
}

/** The slow truth: the definition at this very moment, asked at every step of time. */
function sampled(volume: LossVolume, r: RelativeState): { first: number; last: number } | null {
  let first = -1;
  let last = -1;
  for (let k = 0; k * STEP_S <= HORIZON_S; k++) {
    if (!violatedNow(volume, advance(r, k * STEP_S))) continue;
    if (first < 0) first = k * STEP_S;
    last = k * STEP_S;
  }
  return first < 0 ? null : { first, last };
}

test('closed-form intervals agree with the definition sampled every 20 ms, for all four types', () => {
  const rng = createRng(41);
  const seen = { CYL: 0, TAUMOD: 0, TCPA: 0, TEP: 0 };
  for (let i = 0; i < 3000; i++) {
    const volume = randomVolume(rng);
    const r = randomState(rng);
    const exact = lossInterval(volume, r, HORIZON_S);
    const slow = sampled(volume, r);
    const label = `case ${i}: ${JSON.stringify({ volume, r, exact, slow })}`;
    if (exact === null) {
      assert.equal(slow, null, label);
      continue;
    }
    if (slow === null) {
      assert.ok(exact.to_sec - exact.from_sec <= STEP_S, label);
      continue;
    }
    seen[volume.type]++;
    assert.ok(exact.from_sec <= slow.first + 1e-9 && slow.first - exact.from_sec <= STEP_S + 1e-9, label);
    assert.ok(exact.to_sec >= slow.last - 1e-9 && exact.to_sec - slow.last <= STEP_S + 1e-9, label);
  }
  for (const count of Object.values(seen)) assert.ok(count > 40, JSON.stringify(seen));
});

test('the order of a pair does not matter: the mirrored state gives the same interval', () => {
  const rng = createRng(7);
  for (let i = 0; i < 500; i++) {
    const volume = randomVolume(rng);
    const r = randomState(rng);
    const mirrored: RelativeState = {
      sx_m: -r.sx_m,
      sy_m: -r.sy_m,
      sz_m: -r.sz_m,
      vx_mps: -r.vx_mps,
      vy_mps: -r.vy_mps,
      vz_mps: -r.vz_mps,
    };
    assert.deepEqual(lossInterval(volume, mirrored, 60), lossInterval(volume, r, 60), `case ${i}`);
  }
});

const still: RelativeState = { sx_m: 0, sy_m: 0, sz_m: 0, vx_mps: 0, vy_mps: 0, vz_mps: 0 };

test('the wall violates: exactly the radius and exactly the height are inside, a millimetre more is not', () => {
  const puck = cylinder(100, 20);
  assert.deepEqual(lossInterval(puck, { ...still, sx_m: 100, sz_m: 20 }, 10), { from_sec: 0, to_sec: 10 });
  assert.equal(lossInterval(puck, { ...still, sx_m: 100.001 }, 10), null);
  assert.equal(lossInterval(puck, { ...still, sz_m: -20.001 }, 10), null);
});

test('a tangent pass touches for a moment of length 0, and one past the horizon is not seen', () => {
  const puck = cylinder(100, 20);
  const pass: RelativeState = { ...still, sx_m: -500, sy_m: 100, vx_mps: 10 };
  assert.deepEqual(lossInterval(puck, pass, 100), { from_sec: 50, to_sec: 50 });
  assert.equal(lossInterval(puck, pass, 49), null);
});

test('two small aircraft head-on at 20 m/s from 2 km lose the crewed well clear from 69.52 to 130.48 s', () => {
  const found = lossInterval(WELL_CLEAR_CREWED, { ...still, sx_m: -2000, vx_mps: 20 }, 180);
  assert.ok(found !== null);
  assert.ok(Math.abs(found.from_sec - 69.52) < 1e-9 && Math.abs(found.to_sec - 130.48) < 1e-9);
});

test('time to co-altitude opens the volume early from above and does not keep it open below', () => {
  const volume: LossVolume = { type: 'TAUMOD', horizontal_m: 50, vertical_m: 10, tau_sec: 0, tcoa_sec: 20 };
  const sinking: RelativeState = { ...still, sz_m: 200, vz_mps: -2 };
  assert.deepEqual(lossInterval(volume, sinking, 300), { from_sec: 80, to_sec: 105 });
});

test('bad numbers are refused, not clamped', () => {
  for (const bad of [-1, NaN, Infinity]) {
    const refused = lossVolume({ ...cylinder(10, 10), horizontal_m: bad });
    assert.ok(!refused.ok && refused.error.field === 'horizontal_m');
  }
  assert.ok(lossVolume(cylinder(0, 0)).ok);
});

test('there is no resolution advisory below 1000 ft', () => {
  assert.equal(tcasVolume(999, 'ra'), null);
  assert.notEqual(tcasVolume(1000, 'ra'), null);
});
