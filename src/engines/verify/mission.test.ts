import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Verdict } from '#ir';
import { verify } from './index.ts';
import { type Row, STRAIGHT, type Scene, sampleRequest, turnedBox, zoneOver } from './sample-flight.ts';

function verdictOf(scene: Scene = {}, rows: readonly Row[] = STRAIGHT): Verdict {
  const verdict = verify(sampleRequest(scene, rows));
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return verdict.value;
}

/** Names of the constraints that fail. */
function broken(scene: Scene, rows: readonly Row[] = STRAIGHT): string[] {
  const verdict = verdictOf(scene, rows);
  assert.equal(verdict.passed, verdict.violations.length === 0);
  return verdict.violations.map((v) => v.violated_constraint);
}

const land = (place_id: string, service_sec = 0) => ({ place_id, action: 'land' as const, service_sec });
const hover = (place_id: string, service_sec: number) => ({
  place_id,
  action: 'hover' as const,
  service_sec,
});

test('no trajectory, one point, times that stand still, and NaN are refused, not judged', () => {
  const bad: (readonly Row[])[] = [
    [],
    [[0, 0, 0, 0]],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 50],
    ],
    [
      [0, 0, 0, 0],
      [10, NaN, 0, 0],
    ],
    [
      [-1, 0, 0, 0],
      [10, 0, 0, 0],
    ],
  ];
  for (const rows of bad) {
    const verdict = verify(sampleRequest({}, rows));
    assert.ok(!verdict.ok && verdict.error.type === 'invalid_trajectory', JSON.stringify(rows));
  }
});

test('ids that the state does not know are refused', () => {
  const zone = verify(sampleRequest({ avoid_zones: ['nowhere'] }));
  assert.ok(!zone.ok && zone.error.type === 'unknown_zone');
  const place = verify(sampleRequest({ mission: { stops: [land('nowhere')] } }));
  assert.ok(!place.ok && place.error.type === 'unknown_place');
  const empty = verify(sampleRequest({ mission: { stops: [] } }));
  assert.ok(!empty.ok && empty.error.type === 'empty_mission');
});

test('a jump is no flight, nor is a climb or descent beyond the rate', () => {
  const jump: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [20.1, 1000, 0, 50],
    [45.1, 1000, 0, 0, 'goal'],
  ];
  assert.deepEqual(broken({}, jump), ['aircraft_limits']);
  const rocket: Row[] = [
    [0, 0, 0, 0],
    [19, 0, 0, 50],
    [120, 1000, 0, 50],
    [145, 1000, 0, 0, 'goal'],
  ];
  assert.deepEqual(broken({}, rocket), ['aircraft_limits']);
  const dive = STRAIGHT.map((r, i): Row => (i === 3 ? [144, 1000, 0, 0, 'goal'] : r));
  assert.deepEqual(broken({}, dive), ['aircraft_limits']);
});

test('many tiny legs do not add up to a jump', () => {
  const rows: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
  ];
  // Each leg is 11 mm in a millisecond: within rounding alone, 11 m/s together.
  const n = 4000;
  for (let k = 1; k <= n; k++) rows.push([20 + k * 0.001, k * 0.0115, 0, 50]);
  const x = n * 0.0115;
  rows.push(
    [20 + n * 0.001 + (1000 - x) / 10, 1000, 0, 50],
    [120 + n * 0.001 - x / 10 + 25, 1000, 0, 0, 'goal'],
  );
  assert.deepEqual(broken({}, rows), ['aircraft_limits']);
});

test('wind: a tail wind carries, a head wind and an unknown direction take their share', () => {
  const fast = STRAIGHT.map(([t, x, y, z, s], i): Row => {
    const later = i >= 2 ? t - 20 : t;
    return s === undefined ? [later, x, y, z] : [later, x, y, z, s];
  });
  // 1000 m in 80 s is 12.5 m/s over ground.
  assert.deepEqual(broken({ weather: { wind_mps: 3, wind_from_deg: 270 } }, fast), []);
  assert.deepEqual(broken({ weather: { wind_mps: 3, wind_from_deg: 90 } }, fast), ['aircraft_limits']);
  assert.deepEqual(broken({ weather: { wind_mps: 3, wind_from_deg: null } }), ['aircraft_limits']);
  assert.deepEqual(broken({ weather: { wind_mps: 1, gust_mps: 9 }, uav: { cruise_mps: 12 } }), []);
  assert.deepEqual(broken({ weather: { wind_mps: 1, gust_mps: 9.1 }, uav: { cruise_mps: 12 } }), [
    'wind_limit',
  ]);
});

test('it starts where the aircraft stands, ends on the ground, stays above it and on the map', () => {
  const moved = STRAIGHT.map((r, i): Row => (i < 2 ? [r[0], 3, 0, r[3]] : r));
  assert.deepEqual(broken({}, moved), ['starts_at_aircraft']);
  const aloft = STRAIGHT.slice(1);
  assert.ok(broken({}, aloft).includes('starts_at_aircraft'));
  const hanging: Row[] = [...STRAIGHT, [150, 1000, 0, 10]];
  assert.ok(broken({}, hanging).includes('lands_at_end'));
  const mole: Row[] = [...STRAIGHT, [150, 1000, 0, -5], [160, 1000, 0, 0]];
  assert.ok(broken({}, mole).includes('lands_at_end'));
  const off: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [221, 2005, 0, 50],
    [322, 1000, 0, 50],
    [347, 1000, 0, 0, 'goal'],
  ];
  assert.deepEqual(broken({}, off), ['inside_map']);
});

test('every stop is visited, in order, at its place and for its time', () => {
  const tour: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [70, 500, 0, 50, 'middle'],
    [90, 500, 0, 50],
    [140, 1000, 0, 50],
    [165, 1000, 0, 0, 'goal'],
  ];
  const mission = { stops: [hover('middle', 20), land('goal')], required_stop: 1 };
  assert.deepEqual(broken({ mission }, tour), []);
  assert.deepEqual(broken({ mission: { ...mission, stops: [hover('middle', 20.01), land('goal')] } }, tour), [
    'visits_stops',
  ]);
  assert.deepEqual(broken({ mission }, STRAIGHT), ['visits_stops', 'constraints.deadline_sec']);
  assert.deepEqual(broken({}, tour), ['visits_stops', 'constraints.deadline_sec'], 'an unplanned stop');
  const unlabelled = tour.map((r): Row => [r[0], r[1], r[2], r[3]]);
  assert.ok(broken({ mission }, unlabelled).includes('visits_stops'));
  const lie = STRAIGHT.map((r, i): Row => (i === 1 ? [20, 0, 0, 50, 'middle'] : r));
  assert.ok(broken({ mission }, lie).includes('visits_stops'), 'a label far from its place');
  const swapped = { stops: [hover('goal', 0), land('middle')], required_stop: 1 };
  assert.ok(broken({ mission: swapped }, tour).includes('visits_stops'));
});

test('a landing stop is on the ground for its service time', () => {
  const mission = { stops: [land('middle', 30), land('goal')], required_stop: 1 };
  const tour = (wait: number): Row[] => [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [70, 500, 0, 50],
    [95, 500, 0, 0, 'middle'],
    [95 + wait, 500, 0, 0],
    [115 + wait, 500, 0, 50],
    [165 + wait, 1000, 0, 50],
    [190 + wait, 1000, 0, 0, 'goal'],
  ];
  assert.deepEqual(broken({ mission }, tour(30)), []);
  assert.deepEqual(broken({ mission }, tour(29)), ['visits_stops']);
});

test("an IR's own texts are monitored, and what nobody knows does not pass", () => {
  const spec = (list: 'ltl' | 'stl' | 'program_rules', text: string): boolean =>
    verdictOf({ specs: { [list]: [text] } }).passed;
  const holds: ['ltl' | 'stl' | 'program_rules', string][] = [
    ['ltl', 'G not_in_nfz'],
    ['ltl', 'F at_goal'],
    ['ltl', '!at_goal U en_route'],
    ['ltl', 'on_ground & F G on_ground'],
    ['stl', 'always (altitude_min <= z and z <= altitude_max)'],
    ['stl', 'eventually[0,deadline] at_goal'],
    ['stl', 'always (altitude_m <= 50)'],
    ['stl', 'eventually[0,20] (altitude_m >= 50)'],
    ['stl', 'always[0,600] (battery_ratio > 0.5)'],
    ['stl', 'always ((dist_to_goal_m < 100) implies (speed_mps <= 10))'],
    ['stl', 'eventually (dist_to_goal_m < 0.001)'],
    ['stl', 'always (climb_mps <= 2.5)'],
    ['program_rules', 'battery_reserve'],
  ];
  for (const [list, text] of holds) assert.ok(spec(list, text), `should hold: ${text}`);
  const not: ['ltl' | 'stl' | 'program_rules', string][] = [
    ['ltl', 'G en_route'],
    ['ltl', 'F in_corridor'],
    ['ltl', 'G !at_goal'],
    ['stl', 'always (altitude_m >= 30)'],
    ['stl', 'always (altitude_m < 50)'],
    ['stl', 'eventually[0,19.999] (altitude_m >= 50)'],
    ['stl', 'eventually[0,144.9] at_goal'],
    ['stl', 'always (dist_to_goal_m > 1)'],
    ['stl', 'always[0,100000] (altitude_m < 60)'],
    ['stl', 'always (no_such_signal > 1)'],
    ['stl', 'always ('],
    ['program_rules', 'no_such_rule'],
  ];
  for (const [list, text] of not) assert.ok(!spec(list, text), `should not hold: ${text}`);
});

test('a text on a passing zone sees the moment of a touch', () => {
  const grazed = zoneOver('adv', 'advisory', turnedBox(500, 20, 10, 20));
  const scene = (ltl: string): Scene => ({ zones: [grazed], avoid_zones: ['adv'], specs: { ltl: [ltl] } });
  const outcome = (ltl: string): boolean | null =>
    verdictOf(scene(ltl)).specs.find((s) => s.spec === ltl && s.rule === 'spec')!.satisfied;
  assert.equal(outcome('G not_in_nfz '), false);
  assert.equal(outcome('F (in_nfz & en_route)'), true);
});

test('violations come worst first and fit into a prompt', () => {
  const zone = zoneOver('nfz', 'no_fly', turnedBox(500, 0, 50, 50));
  const verdict = verdictOf({
    zones: [zone],
    constraints: { deadline_sec: 100 },
    uav: { battery_ratio: 0.3 },
  });
  assert.deepEqual(
    verdict.violations.map((v) => v.failure_type),
    ['zone_entered', 'reserve_spent', 'reserve_spent', 'deadline_missed'],
  );
  for (const v of verdict.violations) assert.ok(JSON.stringify(v).length < 700);
});

test('the same request gives the same bytes, and nothing of it is changed', () => {
  const zone = zoneOver('nfz', 'no_fly', turnedBox(500, 100, 50, 50, 0.3));
  const request = sampleRequest({ zones: [zone], specs: { stl: ['always (dist_to_zone_m > 20)'] } });
  const before = JSON.stringify(request.trajectory);
  assert.equal(JSON.stringify(verify(request)), JSON.stringify(verify(request)));
  assert.equal(JSON.stringify(request.trajectory), before);
});

test('huge numbers and endless flights are judged or refused, and never pass', () => {
  for (const rows of [
    STRAIGHT.map((r, i): Row => (i === 2 ? [r[0], 1e300, -1e300, 50] : r)),
    STRAIGHT.map((r, i): Row => (i === 2 ? [r[0], 1000, 0, 1e308] : r)),
    [...STRAIGHT, [1e15, 1000, 0, 0] as Row],
  ]) {
    const refused = verify(sampleRequest({}, rows));
    assert.ok(!refused.ok && refused.error.type === 'invalid_trajectory');
  }
  for (const rows of [
    STRAIGHT.map((r, i): Row => (i === 2 ? [r[0], 9e8, -9e8, 50] : r)),
    STRAIGHT.map((r, i): Row => (i === 2 ? [r[0], 1000, 0, 9e8] : r)),
    [...STRAIGHT.map((r): Row => [r[0], r[1], r[2], r[3]]), [9e8, 1000, 0, 0, 'goal'] as Row],
    STRAIGHT.map((r): Row =>
      r[4] === undefined ? [r[0] + 9e8, r[1], r[2], r[3]] : [r[0] + 9e8, r[1], r[2], r[3], r[4]],
    ),
  ]) {
    const buildings = [{ id: 'b', ring: turnedBox(500, 60, 20, 20), height_m: 60 }];
    const verdict = verdictOf(
      { buildings, zones: [zoneOver('z', 'no_fly', turnedBox(500, 300, 20, 20))] },
      rows,
    );
    assert.equal(verdict.passed, false);
    assert.ok(verdict.specs.every((s) => s.robustness === null || Number.isFinite(s.robustness)));
  }
});

test('a violated text names the moment, the leg and the measurement that it rests on', () => {
  const tower = { id: 'b', ring: turnedBox(500, 40, 10, 10), height_m: 90 };
  const verdict = verdictOf({ buildings: [tower], specs: { stl: ['always (dist_to_obstacle_m > 45)'] } });
  const [found] = verdict.violations;
  assert.equal(found?.failure_type, 'spec_violated');
  assert.ok(Math.abs(found!.robustness! + 15) < 1e-3);
  assert.deepEqual(found!.offending_segment, ['w1', 'w2']);
  assert.ok(found!.counterexample_time_sec! >= 69 && found!.counterexample_time_sec! <= 71);
  assert.match(found!.suggested_repair, /dist_to_obstacle_m is 30 at /);
  const ltl = verdictOf({ specs: { ltl: ['G !at_goal'] } }).violations[0]!;
  assert.equal(ltl.counterexample_time_sec, 145);
});
