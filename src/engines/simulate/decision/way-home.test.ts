import assert from 'node:assert/strict';
import test from 'node:test';
import type { SimulationAnswer, StressLevel } from '#ir';
import type { Uav } from '#world';
import { lonLat, missionTo, scene, straightPlan, type SceneOptions } from './scene-kit.test.ts';
import { simulateDecision } from './simulate-decision.ts';
import { wayHomeFrom } from './way-home.ts';

type Run = { readonly options?: SceneOptions; readonly stress?: StressLevel; readonly reserve?: number };

function simulate({ options = {}, stress = 'none', reserve = 0.2 }: Run): SimulationAnswer {
  const { state, air, uav } = scene(options);
  const mission = missionTo('clinic', { battery_reserve_ratio: reserve });
  const trajectory = straightPlan('clinic', 1000);
  return simulateDecision({ state, air, uav, mission, trajectory, seed: 1, stress });
}

/** 1000 m home in still air from the ground of the clinic: up to 30 m, across, down. */
const HOME_WH = (10 * 620 + (1000 / 14) * 520 + 15 * 480) / 3600;
const CAPACITY_WH = 260;

test('a landing from which home is just in reach succeeds; a hair less charge, and the flight fails at its landing', () => {
  const used = 0.9 - simulate({}).battery_end_ratio;
  const just = 0.2 + used + HOME_WH / CAPACITY_WH;
  assert.equal(simulate({ options: { uav: { battery_ratio: just + 1e-5 } } }).counterexample, null);
  const short = simulate({ options: { uav: { battery_ratio: just - 1e-5 } } });
  assert.equal(short.success, false);
  const { counterexample } = short;
  assert.equal(counterexample!.failure_type, 'reserve_spent');
  assert.deepEqual(counterexample!.entities, ['uav-1', 'home']);
  assert.deepEqual(counterexample!.offending_segment, ['w2', 'w3']);
  assert.equal(counterexample!.counterexample_time_sec, short.arrival_sec);
  assert.match(counterexample!.suggested_repair, /Wh are missing for the way to home/);
});

test('mutants of a flight that just succeeds: heavier, a wind against the way back, a farther home', () => {
  const used = 0.9 - simulate({}).battery_end_ratio;
  const uav: Partial<Uav> = {
    battery_ratio: 0.2 + used + HOME_WH / CAPACITY_WH + 1e-4,
    masses: { empty_kg: 2, powers_kg: 4 },
  };
  assert.equal(simulate({ options: { uav } }).counterexample, null);
  const mutants: Readonly<Record<string, SceneOptions>> = {
    heavier_payload: { uav: { ...uav, max_payload_kg: 2.2 } },
    heavier_aircraft: { uav: { ...uav, masses: { empty_kg: 2.2, powers_kg: 4 } } },
    // The plan's times are kept with a wind from behind, so that only the way back is dearer.
    wind_against_the_way_back: { uav, wind_mps: 4, wind_from_deg: 270 },
    smaller_battery: { uav: { ...uav, battery_capacity_wh: 250 } },
  };
  for (const [name, options] of Object.entries(mutants))
    assert.equal(simulate({ options }).counterexample?.failure_type, 'reserve_spent', name);
  const trajectory = straightPlan('tower', 1000).map((p) => ({ ...p, x_m: p.x_m + 1000 }));
  const from_clinic = (home_place_id: string) => {
    const { state, air, uav: craft } = scene({ uav: { ...uav, at: lonLat(1000, 0), home_place_id } });
    const mission = missionTo('tower');
    return simulateDecision({ state, air, uav: craft, mission, trajectory, seed: 1, stress: 'none' });
  };
  assert.equal(from_clinic('clinic').counterexample, null);
  assert.equal(from_clinic('home').counterexample?.failure_type, 'reserve_spent', 'a home twice as far');
  assert.equal(simulate({ options: { uav }, reserve: 0.21 }).counterexample?.failure_type, 'reserve_spent');
});

test('the payload is flown: all of it, by mass to the power 1.5', () => {
  const used = (masses: Uav['masses']) => 0.9 - simulate({ options: { uav: { masses } } }).battery_end_ratio;
  const ratio = used({ empty_kg: 3, powers_kg: 4 }) / used(undefined);
  assert.ok(Math.abs(ratio - 1.25 ** 1.5) < 1e-4, `${ratio}`);
  assert.equal(used({ empty_kg: 1, powers_kg: 4 }), used(undefined), 'no credit for a lighter aircraft');
});

test('a stressed day may use up half of the reserve for coming home, and no more', () => {
  const plain = simulate({ stress: 'low' });
  const used = 0.9 - plain.battery_end_ratio;
  const at = (share: number) =>
    simulate({
      stress: 'low',
      options: { uav: { battery_ratio: 0.2 * share + used + HOME_WH / CAPACITY_WH } },
    });
  assert.equal(at(0.51).counterexample, null);
  assert.equal(at(0.49).counterexample?.failure_type, 'reserve_spent');
});

test('the way home: in still air, across and along the wind, none where the wind is too strong', () => {
  const { air, uav } = scene();
  const needed = (east_mps: number, north_mps: number) =>
    wayHomeFrom(
      { air, uav, altitude_min_m: 30, wind: { east_mps, north_mps } },
      { x_m: 1000, y_m: 0, z_m: 0 },
    );
  const flat = (speed_mps: number) => (10 * 620 + (1000 / speed_mps) * 520 + 15 * 480) / 3600;
  for (const [east, north, speed] of [
    [0, 0, 14],
    [5, 0, 9],
    [-5, 0, 19],
    [0, 5, Math.sqrt(196 - 25)],
  ] as const) {
    const way = needed(east, north);
    assert.equal(way?.place_id, 'home');
    assert.ok(Math.abs(way.needed_wh - flat(speed)) < 0.01, `${east} ${north}: ${way.needed_wh}`);
  }
  assert.equal(needed(14, 0), null);
  assert.equal(needed(0, 15), null);
});
