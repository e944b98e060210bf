/** More cases in which public survey planners went wrong, on whole plans and on tours. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyScenario } from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { planSurvey } from './plan.ts';
import { type Pt, createPlane } from './plane/projection.ts';
import { areaOf, difference, polygonRegion } from './plane/region.ts';
import { layLines } from './lanes/lines.ts';
import { setUp } from './setup.ts';
import { footprint_m } from './sensing/formulas.ts';
import { buildClassWork } from './search/class-work.ts';
import { exactDays } from './search/exact.ts';
import { lowerBounds } from './search/lower-bounds.ts';
import { pose } from './search/problem.ts';
import { type CostTable, type QuickUnit, quickFill, quickMakespan } from './search/quick.ts';
import { improveTour, startTours, stopOf } from './search/tour.ts';
import { chords } from './testing/measure.ts';

const catalogue = bundledSurveyCatalogue();
const base = bundledSurveyScenario('s01')!;
const [LON, LAT] = [39.5, 45.3];
const at = (x: number, y: number): [number, number] => [LON + x / 78_400, LAT + y / 111_130];

/** The first demo with one field of given corners (metres), its site at a place, no search. */
function field(corners: readonly [number, number][], change: Partial<SurveyScenario> = {}): SurveyScenario {
  const ring = [...corners, corners[0]!].map(([x, y]) => at(x, y));
  const [lon_deg, lat_deg] = at(-150, -100);
  const wide = [at(-4000, -4000), at(4000, -4000), at(4000, 4000), at(-4000, 4000), at(-4000, -4000)];
  return {
    ...base,
    tasks: [{ ...base.tasks[0]!, area: { type: 'Polygon', coordinates: [ring] } }],
    sites: [{ ...base.sites[0]!, lon_deg, lat_deg }],
    airspace: { ...base.airspace, boundary: { type: 'Polygon', coordinates: [wide] } },
    solver: { ...base.solver, iteration_budget: 50 },
    ...change,
  };
}
const SQUARE: [number, number][] = [
  [0, 0],
  [300, 0],
  [300, 200],
  [0, 200],
];
const U: [number, number][] = [
  [0, 0],
  [300, 0],
  [300, 200],
  [200, 200],
  [200, 50],
  [100, 50],
  [100, 200],
  [0, 200],
];

test('a site 300 m above the field: lanes lie below it, spaced by the height over the field', () => {
  const side = 81;
  const [west_deg, south_deg] = at(-4000, -4000);
  // A plateau in the west with the site on it, the field on the plain.
  const amsl_m = Array.from({ length: side * side }, (_, i) => ((i % side) * 100 - 4000 < -1500 ? 360 : 60));
  const [lon_deg, lat_deg] = at(-1800, 0);
  const high = field(SQUARE, {
    terrain: {
      type: 'grid',
      west_deg,
      south_deg,
      step_lon_deg: 100 / 78_400,
      step_lat_deg: 100 / 111_130,
      columns: side,
      rows: side,
      amsl_m,
    },
    sites: [{ ...base.sites[0]!, lon_deg, lat_deg, elevation_amsl_m: 360 }],
    airspace: { ...field(SQUARE).airspace, ceiling_amsl_m: 900, floor_amsl_m: 60 },
  });
  const flat = planSurvey(field(SQUARE), catalogue);
  const plan = planSurvey(high, catalogue);
  assert.ok(flat.ok && plan.ok, plan.ok ? '' : JSON.stringify(plan.error.refusals));
  assert.equal(plan.value.status.result, 'complete');
  const agl = plan.value.blocks[0]!.agl_m;
  for (const lane of plan.value.lanes)
    for (const p of lane.profile) assert.ok(Math.abs(p.amsl_m - (60 + agl)) < 0.01 && p.amsl_m < 360 - 150);
  assert.equal(plan.value.blocks[0]!.agl_m, flat.value.blocks[0]!.agl_m);
  assert.equal(plan.value.blocks[0]!.photo_spacing_m, flat.value.blocks[0]!.photo_spacing_m);
});

test('lanes closer than a metre are an error, not one lane', () => {
  const s = field(SQUARE);
  const close = {
    ...s,
    tasks: [{ ...s.tasks[0]!, quality: { type: 'gsd' as const, gsd_cm: 0.3 }, side_overlap: 0.95 }],
    airspace: { ...s.airspace, min_agl_m: 2, floor_amsl_m: 0 },
  };
  const r = planSurvey(close, catalogue);
  assert.ok(!r.ok && r.error.type === 'infeasible');
  assert.deepEqual(
    r.error.refusals.map((x) => [x.code, x.limit]),
    [['G2-06', 1]],
  );
});

/** Lanes of a scenario's only task in the planner's first direction. */
function lanesOf(s: SurveyScenario) {
  const set = setUp(s, catalogue, null);
  assert.ok(set.ok);
  const problem = pose(set.value, () => false);
  assert.ok(problem.ok);
  const { fleet, spaces, open } = problem.value;
  const cls = fleet.classes[0]!;
  const job = open[0]!.jobs.get(0)!;
  const work = buildClassWork(set.value, cls, {
    space: spaces.of(cls),
    jobs: [{ job, plan: job.plans[0]! }],
    first_block: 1,
  });
  return { problem: problem.value, cls, work };
}

test('the order of lanes in a concave field costs at most 1.05 of the exact one', () => {
  const { work } = lanesOf(field(U));
  const { net } = work;
  const n = net.lanes.length;
  assert.ok(n >= 5 && n <= 12, `${n} lanes`);
  const seconds = (tour: readonly number[]): number =>
    tour.reduce(
      (sum, key, i) => sum + stopOf(net, key)!.cost.t_s + (i > 0 ? net.rough.time(tour[i - 1]!, key) : 0),
      0,
    );
  // Held and Karp over sets of lanes and the last one's direction.
  const m = 2 * n;
  const best = new Float64Array((1 << n) * m).fill(Infinity);
  for (let key = 0; key < m; key++) best[(1 << (key >> 1)) * m + key] = stopOf(net, key)!.cost.t_s;
  for (let set = 1; set < 1 << n; set++)
    for (let key = 0; key < m; key++)
      for (let next = 0; next < m; next++) {
        if (((set >> (next >> 1)) & 1) === 1) continue;
        const t = best[set * m + key]! + net.rough.time(key, next) + stopOf(net, next)!.cost.t_s;
        const place = (set | (1 << (next >> 1))) * m + next;
        if (t < best[place]!) best[place] = t;
      }
  const exact = Math.min(...best.subarray(((1 << n) - 1) * m));
  const found = seconds(improveTour(net, startTours(net, work.laneSets[0]!)[0]!.tour, 40_000));
  assert.ok(found >= exact - 1e-6 && found <= 1.05 * exact, `${found} against ${exact}`);
});

test('the lower bound stays below the proven optimum of few lanes, in calm and in wind', () => {
  let judged = 0;
  for (const wind_mps of [0, 7])
    for (const corners of [SQUARE, U])
      for (const count of [1, 2, 3]) {
        const s = field(corners, {
          weather: { ...base.weather, wind_mps, gust_mps: wind_mps + 1, wind_from_deg: 250 },
          units: Array.from({ length: count }, (_, i) => ({ ...base.units[0]!, id: `unit-${i + 1}` })),
          separation: { horizontal_m: 0, vertical_m: 0, launch_spacing_s: 0 },
        });
        const { problem, cls, work } = lanesOf(s);
        const bound = lowerBounds(problem).work_time_s;
        const exact = exactDays(work.net, cls.units, s.objective.energy_reserve);
        if (exact === null) continue;
        judged++;
        assert.ok(bound > 0.6 * exact.work_s && bound <= exact.work_s + 1e-6, `${bound} ${exact.work_s}`);
      }
  assert.ok(judged >= 6, `${judged} cases`);
});

test('a short focal length high up: the footprint is where the corner rays meet the ground', () => {
  const camera = { sensor_w_mm: 23.5, sensor_h_mm: 15.6, px_w: 6000, px_h: 4000, focal_mm: 10 };
  const frame = footprint_m(camera, 350, true);
  const corners = [-1, 1].flatMap((i) =>
    [-1, 1].map((j): Pt => {
      // From the lens through a corner of the sensor, f behind it, down 350 m.
      const ray = { x: (i * camera.sensor_w_mm) / 2, y: (j * camera.sensor_h_mm) / 2, z: -camera.focal_mm };
      const k = 350 / -ray.z;
      return { x: k * ray.x, y: k * ray.y };
    }),
  );
  const wide = Math.max(...corners.map((p) => p.x)) - Math.min(...corners.map((p) => p.x));
  const high = Math.max(...corners.map((p) => p.y)) - Math.min(...corners.map((p) => p.y));
  assert.ok(Math.abs(wide - frame.side) < 1e-9 && Math.abs(high - frame.front) < 1e-9);
  assert.ok(Math.abs(frame.side - 822.5) < 1e-9);
});

test('ten lanes of 1 to 10 km for two units: halves by work, not 15 and 40 km by count', () => {
  const n = 10;
  const km = (key: number): number => 1 + (key >> 1);
  const all = (f: (key: number) => number) => Float64Array.from({ length: 2 * n }, (_, key) => f(key));
  const table = {
    lanes: n,
    lane_s: all((k) => 100 * km(k)),
    lane_wh: all(km),
    length_m: all((k) => 1000 * km(k)),
    least_m: all(() => 40),
    photos: all(() => 0),
    rough: { time: () => 0, energy: () => 0, refine: () => false },
  } as unknown as CostTable;
  const none = { length: 2 * n };
  const zero = (): Float64Array => new Float64Array(none.length);
  const costs = {
    out_s: zero(),
    out_wh: zero(),
    back_s: zero(),
    back_wh: zero(),
    entry_wh: zero(),
    exit_wh: zero(),
  };
  const unit = {
    costs,
    limits: { energy_wh: 30, duration_s: 1e9, photos: Infinity },
    ready: { wait_s: 0 },
    turnaround_s: 0,
    sorties: 1,
    cutEnergy: true,
  } as unknown as QuickUnit;
  const tour = Int32Array.from({ length: n }, (_, i) => 2 * i);
  const window_s = 1e6;
  const end_s = quickMakespan(table, tour, [unit, unit], { window_s, ratio: 1e-4 });
  assert.ok(end_s >= 2750 - 1 && end_s <= 2800, `${end_s / 100} km for the longer one`);
  assert.ok(quickFill(table, tour, [unit, unit], { until_s: end_s, window_s }) !== null);
  assert.equal(quickFill(table, tour, [unit], { until_s: Infinity, window_s }), null);
});

test('a camera that allows 2.5 m/s: lanes are flown at that, and their time says so', () => {
  const s = field(SQUARE);
  const plain = planSurvey(s, catalogue);
  assert.ok(plain.ok);
  const min_trigger_s = plain.value.blocks[0]!.photo_spacing_m! / 2.5;
  const slow = {
    ...catalogue,
    payloads: catalogue.payloads.map((p) =>
      p.id === s.units[0]!.payload_id && p.type === 'camera'
        ? { ...p, min_trigger_s: { ...p.min_trigger_s, value: min_trigger_s } }
        : p,
    ),
  };
  const r = planSurvey(s, slow);
  assert.ok(r.ok);
  const lanes = r.value.sorties.flatMap(chords).filter((c) => c.leg.kind === 'lane');
  for (const c of lanes) assert.ok(Math.hypot(...c.v) <= 2.5 * 1.001);
  const seconds = lanes.reduce((sum, c) => sum + c.dt, 0);
  const metres = lanes.reduce((sum, c) => sum + Math.hypot(...c.v) * c.dt, 0);
  const times = seconds / (metres / 12);
  assert.ok(times >= 4.8 && times < 5.8, `${times} times as long as at 12 m/s`);
  assert.ok(r.value.totals.work_time_s > seconds / s.units.length);
});

test('a plan keeps the datum: positions are the field’s own, and another datum is another scenario', () => {
  const s = field(SQUARE);
  const other = { ...s, vertical_datum: 'BALTIC77' as const };
  const [a, b] = [planSurvey(s, catalogue), planSurvey(other, catalogue)];
  assert.ok(a.ok && b.ok);
  assert.notEqual(a.value.scenario_hash, b.value.scenario_hash);
  assert.deepEqual(a.value.lanes, b.value.lanes);
  const [west, south] = at(-60, -60);
  const [east, north] = at(360, 260);
  for (const lane of a.value.lanes)
    for (const [lon, lat] of [lane.start, lane.end])
      assert.ok(lon > west && lon < east && lat > south && lat < north);
});

test('a thin hole in a field of 4 x 5 at width 0.1: 85 pieces along it and 41 across', () => {
  const box = (x: number, y: number, w: number, h: number): Pt[] => [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
  const holed = difference(polygonRegion([box(0, 0, 4, 5)]), polygonRegion([box(2, 0.7, 0.1, 3.5)]));
  const pieces = (u: Pt): number =>
    layLines(holed, u, 0.1).lines.reduce((sum, l) => sum + l.chords.length, 0);
  assert.deepEqual([pieces({ x: 1, y: 0 }), pieces({ x: 0, y: 1 })], [85, 41]);
});

test('at 77.46 S a field keeps its size, where degrees taken as equal would make it 4.6 times as large', () => {
  const plane = createPlane({ lon_deg: 166.6, lat_deg: -77.46 });
  const [dlon, dlat] = [0.04, 0.00833];
  const ring = [
    [166.58, -77.46],
    [166.58 + dlon, -77.46],
    [166.58 + dlon, -77.46 + dlat],
    [166.58, -77.46 + dlat],
  ].map(([lon, lat]) => plane.toPlane(lon!, lat!));
  const ha = areaOf(polygonRegion([ring])) / 1e4;
  const naive = (dlon * 111_320 * dlat * 111_690) / 1e4;
  assert.ok(Math.abs(naive / ha - 4.6) < 0.05, `${naive / ha}`);
});
