import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Counterexample, Verdict } from '#ir';
import { verify } from './index.ts';
import {
  type Row,
  STRAIGHT,
  type Scene,
  after,
  lonLat,
  sampleRequest,
  turnedBox,
  zoneOver,
} from './sample-flight.ts';

function verdictOf(scene: Scene = {}, rows: readonly Row[] = STRAIGHT): Verdict {
  const verdict = verify(sampleRequest(scene, rows));
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return verdict.value;
}

/** The flight must fail, by this constraint first. */
function fails(constraint: string, scene: Scene, rows: readonly Row[] = STRAIGHT): Counterexample {
  const verdict = verdictOf(scene, rows);
  const first = verdict.violations[0];
  assert.ok(!verdict.passed && first !== undefined, `passed: ${JSON.stringify(verdict.specs)}`);
  assert.equal(first.violated_constraint, constraint, JSON.stringify(verdict.violations));
  assert.ok(JSON.stringify(first).length < 700, 'short enough for a prompt');
  assert.ok(first.suggested_repair.length > 0);
  return first;
}

function passes(scene: Scene, rows: readonly Row[] = STRAIGHT): Verdict {
  const verdict = verdictOf(scene, rows);
  assert.ok(verdict.passed, JSON.stringify(verdict.violations));
  assert.ok(verdict.specs.every((s) => s.satisfied === true));
  return verdict;
}

/** The flight with its leg at another height. */
const at = (z: number): Row[] => [
  [0, 0, 0, 0],
  [100, 0, 0, z],
  [200, 1000, 0, z],
  [300, 1000, 0, 0, 'goal'],
];

test('a plain flight passes every rule, each with its robustness', () => {
  const verdict = passes({});
  assert.equal(verdict.violations.length, 0);
  const r4 = verdict.specs.find((s) => s.rule === 'R4')!;
  assert.equal(r4.robustness, 455);
  const r3 = verdict.specs.find((s) => s.rule === 'R3')!;
  assert.equal(r3.robustness, 20);
});

test('R1: a leg through a turned zone fails at its deepest point', () => {
  const zone = zoneOver('nfz', 'no_fly', turnedBox(500, 0, 60, 20, 0.7));
  const found = fails('no_fly_zones', { zones: [zone] });
  assert.equal(found.rule, 'R1');
  assert.deepEqual(found.entities, ['nfz']);
  assert.deepEqual(found.offending_segment, ['w1', 'w2']);
  assert.ok(Math.abs(found.counterexample_time_sec! - 70) < 0.5, 'the middle, not the entry');
  assert.ok(Math.abs(found.robustness! + 20) < 0.01);
});

test('R1: the wall and the corner count as inside, a centimetre beside them does not', () => {
  const wall = (y: number): Scene => ({ zones: [zoneOver('nfz', 'no_fly', turnedBox(500, y + 20, 50, 20))] });
  fails('no_fly_zones', wall(0));
  passes(wall(0.01));
  const diamond = (y: number): Scene => ({
    zones: [zoneOver('nfz', 'restricted', turnedBox(500, y, 20, 20, Math.PI / 4))],
  });
  fails('no_fly_zones', diamond(20 * Math.SQRT2 - 1e-6));
  passes(diamond(20 * Math.SQRT2 + 0.01));
});

test('R1: a window that opens or closes at the very moment of passing counts', () => {
  // Over x = 500 at 70 s; the zone is a thin slab there, so that the passage is one moment.
  const slab = turnedBox(500, 0, 1e-9, 50);
  const scene = (start: number | null, end: number | null): Scene => ({
    zones: [
      zoneOver('tfr', 'temporary_no_fly', slab, {
        window: { start: start === null ? null : after(start), end: end === null ? null : after(end) },
      }),
    ],
  });
  fails('no_fly_zones', scene(70, null));
  fails('no_fly_zones', scene(null, 70));
  passes(scene(70.001, null));
  passes(scene(null, 69.999));
});

test('R1: the altitude band of a zone, its lid included', () => {
  const scene = (floor: number, ceiling: number): Scene => ({
    zones: [
      zoneOver('nfz', 'no_fly', turnedBox(500, 0, 50, 50), {
        floor: { value_m: floor, reference: 'AGL' },
        ceiling: { value_m: ceiling + 150, reference: 'AMSL' },
      }),
    ],
  });
  passes(scene(60, 100));
  fails('no_fly_zones', scene(50, 100));
  fails('no_fly_zones', scene(0, 50));
  passes(scene(0, 49.99));
});

test('R1: circles, holes, and zones that only the task names', () => {
  const circle = (r: number): Scene => ({
    zones: [
      zoneOver('c', 'no_fly', turnedBox(0, 0, 1, 1), {
        outline: { type: 'circle', center: lonLat(500, 80), radius_m: r },
      }),
    ],
  });
  fails('no_fly_zones', circle(80));
  passes(circle(79));
  const advisory = zoneOver('adv', 'advisory', turnedBox(500, 0, 50, 50));
  passes({ zones: [advisory] });
  fails('no_fly_zones', { zones: [advisory], avoid_zones: ['adv'] });
});

test('R2: a building nearer than the separation fails; at exactly the separation too', () => {
  const beside = (gap: number): Scene => ({
    buildings: [{ id: 'b', ring: turnedBox(500, gap + 10, 20, 10), height_m: 90 }],
  });
  const found = fails('constraints.min_separation_m', beside(7));
  assert.ok(Math.abs(found.robustness! + 3) < 1e-3);
  assert.deepEqual(found.entities, ['b']);
  fails('constraints.min_separation_m', beside(10));
  passes(beside(10.01));
});

test('R2: over a roof the distance is the way down to it', () => {
  const roof = (height_m: number): Scene => ({
    buildings: [{ id: 'b', ring: turnedBox(500, 0, 20, 10), height_m }],
  });
  passes(roof(39.9));
  fails('constraints.min_separation_m', roof(40));
});

test('R2: at a pad the reduced distance holds below the band, the full one from its floor on', () => {
  const wall = (gap: number, height_m: number): Scene => ({
    buildings: [{ id: 'b', ring: turnedBox(-gap - 10, 0, 10, 10), height_m }],
  });
  passes(wall(5, 20));
  fails('constraints.min_separation_m', wall(2.5, 20));
  passes(wall(2.6, 20));
  fails('constraints.min_separation_m', wall(5, 25));
});

test('R2: sensitive zones are kept at the separation while they are active', () => {
  const school = (y: number, end: number | null): Scene => ({
    zones: [
      zoneOver('school', 'sensitive', turnedBox(500, y, 30, 30), {
        window: end === null ? null : { start: null, end: after(end) },
      }),
    ],
  });
  passes(school(40.1, null));
  fails('constraints.min_separation_m', school(40, null));
  passes(school(0, 60));
  const asked = zoneOver('crowd', 'advisory', turnedBox(500, 35, 30, 30));
  passes({ zones: [asked] });
  fails('constraints.min_separation_m', { zones: [asked], sensitive_zones: ['crowd'] });
});

test('R2: traffic that crosses between two waypoints is met where the quadratic says', () => {
  const crossing = (height: number, uav_id = 'uav_2'): Scene => ({
    operations: [
      {
        operation_id: 'op_x',
        uav_id,
        priority: 'normal',
        start: after(20),
        trajectory: [
          { t_sec: 0, x_m: 500, y_m: -500, z_m: height, stop_id: null },
          { t_sec: 100, x_m: 500, y_m: 500, z_m: height, stop_id: null },
        ],
      },
    ],
  });
  const found = fails('constraints.min_separation_m', crossing(57));
  assert.equal(found.counterexample_time_sec, 70);
  assert.deepEqual(found.entities, ['op_x']);
  passes(crossing(61));
  fails('aircraft_free', crossing(110, 'uav_1'));
});

test('R2: other aircraft may pass while this one stands on the ground', () => {
  const low: Scene = {
    operations: [
      {
        operation_id: 'op_x',
        uav_id: 'uav_2',
        priority: 'normal',
        start: after(0),
        trajectory: [
          { t_sec: 0, x_m: 5, y_m: 0, z_m: 0, stop_id: null },
          { t_sec: 30, x_m: 5, y_m: 0, z_m: 60, stop_id: null },
          { t_sec: 80, x_m: 5, y_m: 500, z_m: 60, stop_id: null },
        ],
      },
    ],
  };
  const late = STRAIGHT.map(([t, x, y, z, s]): Row =>
    s === undefined ? [t + 60, x, y, z] : [t + 60, x, y, z, s],
  );
  passes(low, [[0, 0, 0, 0], ...late]);
  fails('constraints.min_separation_m', low);
});

test('R3: the band, with its edges inside it', () => {
  passes({}, at(120));
  fails('constraints.altitude_max_m', {}, at(120.001));
  passes({}, at(30));
  fails('constraints.altitude_min_m', {}, at(29.999));
});

test('R3: a slanted climb that leaves the terminal cylinder below the band fails there', () => {
  const rows: Row[] = [
    [0, 0, 0, 0],
    [20, 30, 0, 50],
    [120, 1000, 0, 50],
    [145, 1000, 0, 0, 'goal'],
  ];
  const found = fails('constraints.altitude_min_m', {}, rows);
  assert.ok(Math.abs(found.counterexample_time_sec! - 10) < 1e-6 && Math.abs(found.robustness! + 5) < 1e-3);
});

test('R3: a ceiling cell counts where it is only grazed, and a missing value is 0', () => {
  const cell = (y: number, ceiling_agl_m: number | null): Scene => ({
    cells: [
      {
        id: 'cell',
        outline: {
          type: 'polygon',
          rings: [zoneOver('', 'no_fly', turnedBox(500, y, 50, 50)).outline].flatMap((o) =>
            o.type === 'polygon' ? o.rings : [],
          ),
        },
        ceiling_agl_m,
        source: 'test',
      },
    ],
  });
  passes(cell(0, 50));
  fails('airspace_ceiling', cell(0, 49.99));
  fails('airspace_ceiling', cell(50, null));
  passes(cell(50.01, null));
});

test('R4: arrival in the last second passes, a millisecond later it does not', () => {
  passes({ constraints: { deadline_sec: 145 } });
  const found = fails('constraints.deadline_sec', { constraints: { deadline_sec: 144.999 } });
  assert.equal(found.rule, 'R4');
  assert.ok(found.suggested_repair.includes('145'));
  passes({ constraints: { deadline_sec: null } });
  passes({ constraints: { deadline_sec: 1000 / 3 } });
  passes({ constraints: { deadline_sec: 145.001 } });
});

test('R5: exactly the reserve passes, a hair less does not', () => {
  // 20 s of climb, 100 s of cruise, 25 s of descent: (14000 + 40000 + 12500) Ws.
  const used = 66500 / 3600 / 100;
  passes({ uav: { battery_ratio: 0.2 + used + 1e-9, home_place_id: 'goal' } });
  const found = fails('constraints.battery_reserve_ratio', {
    uav: { battery_ratio: 0.2 + used - 1e-6, home_place_id: 'goal' },
  });
  assert.equal(found.rule, 'R5');
});

test('R5: creeping is hovering, and waiting in the air costs hover power', () => {
  const creep: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
    [520, 1000, 0, 50],
    [545, 1000, 0, 0, 'goal'],
  ];
  const used = (700 * 20 + 500 * 500 + 500 * 25) / 3600 / 100;
  passes({ uav: { battery_ratio: 0.2 + used + 1e-9, home_place_id: 'goal' } }, creep);
  fails(
    'constraints.battery_reserve_ratio',
    { uav: { battery_ratio: 0.2 + used - 1e-6, home_place_id: 'goal' } },
    creep,
  );
});

test('R6: a corridor that is full for one moment of the passage fails', () => {
  const corridor = (capacity: number, other: readonly [number, number]): Scene => ({
    corridors: [
      {
        id: 'cor',
        name: 'cor',
        line: [lonLat(400, 0), lonLat(600, 0)],
        width_m: 20,
        floor: { value_m: 40, reference: 'AGL' },
        ceiling: { value_m: 80, reference: 'AGL' },
        capacity,
      },
    ],
    operations: [
      {
        operation_id: 'op',
        uav_id: 'uav_2',
        priority: 'normal',
        start: after(other[0]),
        trajectory: [
          { t_sec: 0, x_m: 400, y_m: 0, z_m: 78, stop_id: null },
          { t_sec: other[1] - other[0], x_m: 600, y_m: 0, z_m: 78, stop_id: null },
        ],
      },
    ],
  });
  passes(corridor(2, [0, 140]));
  const found = fails('constraints.corridor_capacity_required', corridor(1, [0, 140]));
  assert.deepEqual(found.entities, ['cor', 'op']);
  passes(corridor(1, [90, 140]));
  fails('constraints.corridor_capacity_required', {
    ...corridor(2, [0, 140]),
    constraints: { corridor_capacity_required: 2 },
  });
});
