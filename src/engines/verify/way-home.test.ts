import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counterexample, SpecVerdict } from '#ir';
import { verify } from './index.ts';
import { type Row, STRAIGHT, type Scene, sampleRequest } from './sample-flight.ts';

/** Watt hours of the sample flight: 20 s of climb, 100 s of cruise, 25 s of descent. */
const OUT_WH = (20 * 700 + 100 * 400 + 25 * 500) / 3600;
/** The least way back over 1000 m: 12 s up to 30 m, 970 m of cruise between the terminal cylinders, 15 s down. */
const BACK_WH = (12 * 700 + 97 * 400 + 15 * 500) / 3600;

type Judged = {
  readonly row: SpecVerdict;
  readonly reserve: SpecVerdict;
  readonly broken: readonly string[];
  readonly found: Counterexample | undefined;
};

function judge(scene: Scene, rows: readonly Row[] = STRAIGHT): Judged {
  const verdict = verify(sampleRequest(scene, rows));
  assert.ok(verdict.ok, JSON.stringify(verdict));
  const { specs, violations } = verdict.value;
  return {
    row: specs.find((s) => s.spec === 'program way_home')!,
    reserve: specs.find((s) => s.spec.startsWith('always (battery_ratio'))!,
    broken: violations.map((v) => v.violated_constraint),
    found: violations.find((v) => v.violated_constraint === 'way_home'),
  };
}

const battery_ratio = (wh: number) => 0.2 + wh / 100;
const near = (a: number, b: number, by: number) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test('the way home: exactly enough passes, a hair less fails at the end of the flight', () => {
  const enough = judge({ uav: { battery_ratio: battery_ratio(OUT_WH + BACK_WH + 1e-6) } });
  assert.deepEqual(enough.broken, []);
  near(enough.row.robustness!, 0, 1e-7);
  const short = judge({ uav: { battery_ratio: battery_ratio(OUT_WH + BACK_WH - 1e-4) } });
  assert.deepEqual(short.broken, ['way_home']);
  assert.equal(short.reserve.satisfied, true);
  const { found } = short;
  assert.equal(found!.failure_type, 'reserve_spent');
  assert.equal(found!.rule, 'R5');
  assert.deepEqual(found!.entities, ['uav_1', 'home']);
  assert.deepEqual(found!.offending_segment, ['w2', 'w3']);
});

test('the counterexample names the leg and the moment after which turning back is too late', () => {
  // At 60 s, 400 m out: 8 s up to the band are not needed, 370 m back, 25 s down from 50 m.
  const at_60_wh = (20 * 700 + 40 * 400 + 37 * 400 + 25 * 500) / 3600;
  const { found, broken } = judge({ uav: { battery_ratio: battery_ratio(at_60_wh) } });
  assert.ok(broken.includes('way_home'));
  near(found!.counterexample_time_sec!, 60, 0.01);
  assert.deepEqual(found!.offending_segment, ['w1', 'w2']);
  assert.match(found!.suggested_repair, /^[\d.]+ Wh are missing for the way to home: assign an aircraft/);
});

test('a place that charges is a landing place, a place that does not is none', () => {
  const uav = { battery_ratio: battery_ratio(OUT_WH + 0.1) };
  assert.deepEqual(judge({ uav }).broken, ['way_home']);
  assert.deepEqual(judge({ uav, chargers: ['goal'] }).broken, []);
  assert.deepEqual(judge({ uav, chargers: ['middle'] }).broken, ['way_home']);
  const half = { battery_ratio: battery_ratio(OUT_WH + BACK_WH / 2 + 3) };
  assert.deepEqual(judge({ uav: half, chargers: ['middle'] }).broken, []);
});

test('without a landing place that can be reached nothing is satisfied, and there is no number', () => {
  const lost = judge({ uav: { home_place_id: 'nowhere' } });
  assert.deepEqual([lost.row.satisfied, lost.row.robustness, lost.broken], [false, null, ['way_home']]);
  const storm = judge({ weather: { wind_mps: 10, wind_from_deg: 270 } });
  assert.deepEqual([storm.row.satisfied, storm.row.robustness], [false, null]);
  const unknown = judge({ weather: { wind_mps: 10, wind_from_deg: null } });
  assert.deepEqual([unknown.row.satisfied, unknown.row.robustness], [false, null]);
});

test('a wind that carries out costs on the way back; of unknown direction it is against the flight', () => {
  const back = (wind_from_deg: number | null) =>
    100 * (1 - 0.2 - judge({ weather: { wind_mps: 3, wind_from_deg } }).row.robustness!) - OUT_WH;
  const flat_wh = (sec: number) => (12 * 700 + sec * 400 + 15 * 500) / 3600;
  near(back(270), flat_wh(970 / 7), 1e-3);
  near(back(90), flat_wh(970 / 13), 1e-3);
  near(back(0), flat_wh(970 / Math.sqrt(91)), 1e-3);
  near(back(null), flat_wh(970 / 7), 1e-3);
});

test('the whole payload counts: on every leg and on the way home, by mass to the power 1.5', () => {
  const masses = { empty_kg: 3, powers_kg: 4 };
  const factor = (5 / 4) ** 1.5;
  const plain = judge({});
  const heavy = judge({ uav: { masses } });
  near((0.8 - heavy.row.robustness!) / (0.8 - plain.row.robustness!), factor, 1e-9);
  near((0.8 - heavy.reserve.robustness!) / (0.8 - plain.reserve.robustness!), factor, 1e-9);
  const light = judge({ uav: { masses: { empty_kg: 1, powers_kg: 4 } } });
  assert.equal(light.row.robustness, plain.row.robustness, 'no credit for a lighter aircraft');
});

test('mutants of a flight that just passes: heavier, windier, farther from home, emptier, hungrier', () => {
  const uav = {
    masses: { empty_kg: 3, powers_kg: 5 },
    battery_ratio: battery_ratio(OUT_WH + BACK_WH + 1),
  };
  assert.deepEqual(judge({ uav }).broken, []);
  const mutants: Readonly<Record<string, Scene>> = {
    heavier_payload: { uav: { ...uav, max_payload_kg: 4 } },
    heavier_aircraft: { uav: { ...uav, masses: { empty_kg: 4, powers_kg: 5 } } },
    powers_of_a_lighter_one: { uav: { ...uav, masses: { empty_kg: 3, powers_kg: 4 } } },
    wind_against_the_way_back: { uav, weather: { wind_mps: 3, wind_from_deg: 270 } },
    less_charge: { uav: { ...uav, battery_ratio: uav.battery_ratio - 0.02 } },
    smaller_battery: { uav: { ...uav, battery_capacity_wh: 95 } },
    hungrier_cruise: { uav: { ...uav, cruise_w: 430 } },
    more_reserve: { uav, constraints: { battery_reserve_ratio: 0.22 } },
    longer_way_home: { uav: { ...uav, home_place_id: 'far' } },
    higher_band: { uav, constraints: { altitude_min_m: 45 } },
  };
  for (const [name, mutant] of Object.entries(mutants)) {
    const { broken, found } = judge(mutant);
    assert.ok(broken.includes('way_home'), `${name}: ${broken.join()}`);
    assert.ok(found!.counterexample_time_sec !== null && found!.offending_segment.length === 2, name);
  }
  const headwind = judge({ uav, weather: { wind_mps: 3, wind_from_deg: 90 } });
  assert.ok(headwind.broken.includes('aircraft_limits'), 'a headwind breaks the times of the legs');
  const late = STRAIGHT.map(([t, x, y, z, stop], i): Row => {
    const later = i >= 2 ? t + 1000 / 7 - 100 : t;
    return stop === undefined ? [later, x, y, z] : [later, x, y, z, stop];
  });
  const retimed = judge({ uav, weather: { wind_mps: 3, wind_from_deg: 90 } }, late);
  assert.deepEqual(retimed.broken, ['way_home'], 'with times that fit it, the energy is missing');
});

test('a flight that ends at home needs no way home, and a start that is out of reach is told at the start', () => {
  const back: Row[] = [...STRAIGHT.slice(0, 2), [120, 1000, 0, 50], [220, 0, 0, 50], [245, 0, 0, 0, 'home']];
  const mission = {
    stops: [{ place_id: 'home', action: 'land' as const, service_sec: 0 }],
    required_stop: 0,
  };
  const { row, reserve } = judge({ mission }, back);
  near(row.robustness!, reserve.robustness!, 1e-12);
  const empty = judge({ uav: { battery_ratio: 0.1 } });
  assert.equal(empty.found!.counterexample_time_sec, 0);
  assert.deepEqual(empty.found!.offending_segment, ['w0', 'w1']);
});
