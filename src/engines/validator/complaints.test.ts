/** What users of survey planners complained about in public, as small cases with their right values. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyScenario, type SurveyTask } from '#world';
import { type SurveyVerdict } from '#ir';
import { exposures } from './captures.ts';
import { framePoly, opticsOf } from './footprint.ts';
import { validateSurveyPlan } from './index.ts';
import { planeAt } from './plane.ts';
import { polyArea, polyOf } from './poly.ts';
import { quad, wing } from './testing/bases.ts';
import { type BuildOptions, buildTestPlan } from './testing/build-plan.ts';
import { testFrame } from './testing/frame.ts';
import { mapPoints, moved, put, rehash, stretched, withFigure } from './testing/mutate.ts';
import { HOME, box, cameraTask, polygon, scene, testCatalogue, unit } from './testing/scenes.ts';

const catalogue = testCatalogue();
const frame = testFrame(HOME.lon, HOME.lat);
const close = (a: number, b: number, by: number) => assert.ok(Math.abs(a - b) <= by, `${a} against ${b}`);
const codes = (v: SurveyVerdict) => [
  ...new Set(v.findings.filter((f) => f.severity === 'error').map((f) => f.code)),
];

function judged(scenario: SurveyScenario, options: BuildOptions = {}, rows = catalogue) {
  const plan = buildTestPlan(scenario, rows, options);
  return { plan, verdict: validateSurveyPlan(scenario, rows, plan) };
}

/** Lines by spacing alone over a box; each line covers half the spacing to its sides. */
const lines = (w: number, h: number, line_spacing_m: number): SurveyScenario =>
  scene({
    units: [unit('unit-1', 'quad', 'mag', 'base')],
    tasks: [
      cameraTask('field', box(0, 0, w, h), {
        survey_type: 'magnetometer',
        quality: { type: 'line_spacing', line_spacing_m, sensor_agl_m: 40 },
      }),
    ],
  });
const photo = (area: SurveyTask['area'], parts: Partial<SurveyTask> = {}) =>
  scene({ tasks: [cameraTask('field', area, parts)] });

const U_SHAPE = polygon([
  [-150, -100],
  [150, -100],
  [150, 100],
  [50, 100],
  [50, -50],
  [-50, -50],
  [-50, 100],
  [-150, 100],
]);

test('1 concave: lanes across the slot come in two pieces and no frame is taken in the slot', () => {
  const scenario = photo(U_SHAPE, { swath_angle_deg: 90, side_overlap: 0.75, forward_overlap: 0.8 });
  const { plan, verdict } = judged(scenario);
  assert.deepEqual(codes(verdict), []);
  const pieces = new Map<number, number>();
  for (const l of plan.lanes) pieces.set(l.line_index, (pieces.get(l.line_index) ?? 0) + 1);
  const across = plan.lanes.filter((l) => frame.xy(...l.start)[1] > -45);
  assert.ok(across.length > 0 && across.every((l) => pieces.get(l.line_index) === 2));
  // One piece straight over the slot, the slot being closed to flight, is seen for what it is.
  const slot = {
    id: 'slot',
    name: 'slot',
    area: box(0, 40, 60, 120),
    floor_amsl_m: null,
    ceiling_amsl_m: null,
    active_from_sec: null,
    active_to_sec: null,
  };
  const closed = rehash({ scenario: put(scenario, ['airspace', 'no_fly_zones'], [slot]), catalogue, plan });
  assert.ok(codes(validateSurveyPlan(closed.scenario, catalogue, closed.plan)).includes('G1-01'));
});

test('2 phase: lanes not centred leave strips bare; the right numbers do not', () => {
  const bad49 = judged(lines(100, 100, 49), { offsets_m: [29, 78] }).verdict;
  assert.ok(codes(bad49).includes('G2-01'));
  close(bad49.metrics!.coverage_ratio!, 0.955, 1.5e-3);
  close(bad49.metrics!.coverage_cells_ratio!, 0.955, 6e-3);
  const bad30 = judged(lines(100, 100, 30), { offsets_m: [20, 50, 80] }).verdict;
  assert.ok(codes(bad30).includes('G2-01'));
  close(bad30.metrics!.coverage_ratio!, 0.9, 1.5e-3);
  for (const [s, n] of [
    [49, 3],
    [30, 4],
    [20, 5],
  ] as const) {
    const good = judged(lines(100, 100, s));
    assert.equal(good.plan.lanes.length, n);
    assert.deepEqual(codes(good.verdict), []);
  }
});

test('3 and 4 frames on a lane: 100 m by 25 m are five, by 30 m four; a spacing of nothing is no plan', () => {
  const count = (spacing_m: number) =>
    exposures({ type: 'distance', first_m: 0, spacing_m, count: 99 }, 100).length;
  assert.equal(count(25), 5);
  assert.equal(count(30), 4);
  assert.equal(
    exposures({ type: 'list', along_m: [0, 30, 60, 90, 100] }, 100).length,
    5,
    'with the exit frame',
  );
  const b = quad();
  const k = b.plan.sorties[0]!.legs.findIndex((l) => l.capture !== null);
  const broken = rehash({ ...b, plan: put(b.plan, ['sorties', 0, 'legs', k, 'capture', 'spacing_m'], 0) });
  const verdict = validateSurveyPlan(broken.scenario, broken.catalogue, broken.plan);
  assert.deepEqual(codes(verdict), ['G0-10']);
  assert.equal(verdict.metrics, null);
});

test('5 pixels that are not square: the worse axis counts', () => {
  const camera = { sensor_w_mm: 6.17, sensor_h_mm: 4.55, px_w: 4000, px_h: 3000, focal_mm: 1 } as never;
  close(opticsOf(camera, 'landscape').pixel * 1e3, 1.5425, 1e-4);
  close(opticsOf(camera, 'portrait').pixel * 1e3, 1.5425, 1e-4);
});

test('6 home 300 m above the field: heights and spacing come from the ground under the survey', () => {
  const scenario = scene({
    tasks: [cameraTask('field', box(0, 0, 300, 200))],
    airspace: { ...scene().airspace, ceiling_amsl_m: 600 },
    sites: [{ ...scene().sites[0]!, elevation_amsl_m: 360 }],
  });
  const { plan, verdict } = judged(scenario);
  assert.deepEqual(codes(verdict), []);
  assert.ok(plan.lanes[0]!.profile[0]!.amsl_m < 360 - 200);
  close(verdict.metrics!.gsd_max_cm!, 2.5, 1e-6);
});

test('7 climbing in a turn: 20 m over 36 m at 12 m/s is 6.7 m/s; at 2 m/s it takes 10 s, or 120 m', () => {
  const b = quad();
  const s = b.plan.sorties[0]!;
  const k = s.legs.findIndex((l) => l.kind === 'transit');
  const p = s.legs[k]!.points[0]!;
  const q = { ...moved(p, 36, 0, 20), t_sec: p.t_sec + 3 };
  const plan = put(b.plan, ['sorties', 0, 'legs'], [s.legs[0]!, { ...s.legs[k]!, points: [p, q] }]);
  const slow = rehash({ ...b, plan, catalogue: withFigure(b.catalogue, 'quad', 'climb_max_mps', 2) });
  const found = validateSurveyPlan(slow.scenario, slow.catalogue, slow.plan).findings.filter(
    (f) => f.code === 'G3-03',
  );
  const worst = found.reduce((a, f) => (f.measured! > a.measured! ? f : a));
  close(worst.measured!, 20 / 3, 0.01);
  assert.equal(worst.limit, 2);
  assert.match(worst.text.en, /takes 10\.0 s, the plan gives 3\.0 s/);
});

test('8 an outline of 200 vertices almost on its sides is judged like its rectangle', () => {
  const corners: [number, number][] = [];
  for (let i = 0; i < 50; i++) corners.push([-150 + 6 * i, -100 + 1e-4 * (i % 2)]);
  for (let i = 0; i < 50; i++) corners.push([150 - 1e-4 * (i % 2), -100 + 4 * i]);
  for (let i = 0; i < 50; i++) corners.push([150 - 6 * i, 100 - 1e-4 * (i % 2)]);
  for (let i = 0; i < 50; i++) corners.push([-150 + 1e-4 * (i % 2), 100 - 4 * i]);
  const { verdict } = judged(photo(polygon(corners)));
  assert.deepEqual(codes(verdict), []);
});

test('9 overlaps of 85 and 80 percent are allowed, 96 percent are not', () => {
  const { verdict } = judged(photo(box(0, 0, 200, 150), { forward_overlap: 0.85, side_overlap: 0.8 }));
  assert.deepEqual(codes(verdict), []);
  assert.ok(verdict.metrics!.forward_overlap_min! >= 0.85 && verdict.metrics!.side_overlap_min! >= 0.8);
  const b = quad();
  const over = rehash({ ...b, scenario: put(b.scenario, ['tasks', 0, 'side_overlap'], 0.96) });
  assert.deepEqual(codes(validateSurveyPlan(over.scenario, b.catalogue, over.plan)), ['G0-10']);
});

test('10 rows of public catalogues that cannot be right are refused', () => {
  const b = quad();
  let rows = b.catalogue;
  for (const [name, value] of Object.entries({
    sensor_w_mm: 160,
    sensor_h_mm: 120,
    px_w: 160,
    px_h: 120,
    focal_mm: 1.9,
  }))
    rows = withFigure(rows, 'cam', name, value);
  const flir = rehash({ ...b, catalogue: rows });
  assert.ok(codes(validateSurveyPlan(flir.scenario, rows, flir.plan)).includes('G0-05'));
  let alpha = b.catalogue;
  for (const [name, value] of Object.entries({
    sensor_w_mm: 35.9,
    sensor_h_mm: 24,
    px_w: 7952,
    px_h: 5304,
    focal_mm: 5,
  }))
    alpha = withFigure(alpha, 'cam', name, value);
  const wide = rehash({ ...b, catalogue: alpha });
  assert.ok(codes(validateSurveyPlan(wide.scenario, alpha, wide.plan)).includes('G0-05'));
});

test('11 a field of 5 by 5 m: one lane with a frame is enough', () => {
  const { plan, verdict } = judged(photo(box(0, 0, 5, 5)));
  assert.equal(plan.lanes.length, 1);
  assert.ok(verdict.metrics!.photos >= 1);
  assert.deepEqual(codes(verdict), []);
});

test('12 one lane where several are needed is an error, not a plan', () => {
  const { verdict } = judged(photo(box(0, 0, 400, 150)), { offsets_m: [200] });
  assert.ok(codes(verdict).includes('G2-01'));
  assert.ok(!verdict.admitted);
});

test('13 47 m by 11 m takes five lanes, four leave a strip; 37 m by 10 m lie at 9.25 m', () => {
  const four = judged(lines(47, 60, 11), { offsets_m: [5.5, 16.5, 27.5, 38.5] }).verdict;
  assert.ok(codes(four).includes('G2-01'));
  close(four.metrics!.coverage_ratio!, 44 / 47, 3e-3);
  const five = judged(lines(47, 60, 11));
  assert.equal(five.plan.lanes.length, 5);
  assert.deepEqual(codes(five.verdict), []);
  const even = judged(lines(37, 60, 10));
  const xs = even.plan.lanes.map((l) => frame.xy(...l.start)[0] + 18.5).sort((a, b) => a - b);
  xs.forEach((x, i) => close(x, [4.625, 13.875, 23.125, 32.375][i]!, 1e-3));
  assert.deepEqual(codes(even.verdict), []);
});

test('14 two phases in one area: the step between them is a gap in side overlap', () => {
  const { verdict } = judged(photo(box(0, 0, 300, 150)), { offsets_m: [21, 63, 105, 170, 212, 254, 290] });
  assert.ok(codes(verdict).includes('G2-04'));
  const found = verdict.findings.find((f) => f.code === 'G2-04')!;
  close(found.measured!, 1 - 65 / 136.8, 2e-3);
});

test('17 without any overshoot a lane still has two ends and the flight is judged whole', () => {
  const scenario = scene({
    tasks: [cameraTask('field', box(0, 0, 200, 150))],
    objective: { ...scene().objective, turn_mode: 'fly_by' },
  });
  const { plan, verdict } = judged(scenario);
  assert.ok(plan.sorties[0]!.legs.filter((l) => l.kind === 'lane').every((l) => l.points.length >= 2));
  assert.deepEqual(codes(verdict), []);
});

test('18 a short lens high up: corners of a frame are where rays through the sensor corners meet the ground', () => {
  const [w, h, f, height] = [23.5, 15.6, 10, 350];
  const camera = { type: 'camera', sensor_w_mm: w, sensor_h_mm: h, px_w: 6000, px_h: 4000, focal_mm: f };
  const capture = {
    payload: camera,
    task: { quality: { type: 'gsd' }, camera_orientation: 'landscape' },
    ux: 0,
    uy: 1,
  };
  const poly = framePoly(capture as never, { x: 10, y: 20, agl: height } as never, 0);
  const rays = [-1, 1].flatMap((a) =>
    [-1, 1].map((b) => [10 + (height * a * w) / 2 / f, 20 + (height * b * h) / 2 / f] as const),
  );
  const ring = poly.rings[0]!;
  for (const [x, y] of rays) {
    const near = [0, 2, 4, 6].some((i) => Math.hypot(ring[i]! - x, ring[i + 1]! - y) < 1e-9);
    assert.ok(near, `${x} ${y}`);
  }
  close(poly.east - poly.west, 822.5, 1e-9);
});

test('19 landscape planned, portrait flown: spacing for 480 m where 320 m is right', () => {
  const camera = { sensor_w_mm: 36, sensor_h_mm: 24, px_w: 6000, px_h: 4000, focal_mm: 1 } as never;
  close(opticsOf(camera, 'landscape').across / opticsOf(camera, 'portrait').across, 480 / 320, 1e-12);
  const b = quad();
  const turned = rehash({ ...b, scenario: put(b.scenario, ['tasks', 0, 'camera_orientation'], 'portrait') });
  assert.deepEqual(codes(validateSurveyPlan(turned.scenario, turned.catalogue, turned.plan)), ['G2-04']);
});

test('20 ten lanes of 1 to 10 km in two sorties: shared by number one battery gives out, shared by length none', () => {
  const scenario = scene({
    units: [unit('unit-1', 'wing', 'mag-tow', 'base')],
    airspace: { ...scene().airspace, boundary: box(0, 0, 30_000, 30_000) },
    weather: { ...scene().weather, wind_mps: 0, gust_mps: 0, ground_wind_mps: 0 },
    tasks: [
      cameraTask(
        'field',
        polygon([
          [-500, -5000],
          [500, -5000],
          [-500, 5000],
        ]),
        {
          survey_type: 'magnetometer',
          quality: { type: 'line_spacing', line_spacing_m: 100, sensor_agl_m: 40 },
        },
      ),
    ],
  });
  const rows = withFigure(withFigure(catalogue, 'wing', 'battery_wh', 165), 'wing', 'endurance_s', 3700);
  const byNumber = judged(scenario, { cuts: [5, 5] }, rows).verdict;
  const byLength = judged(scenario, { cuts: [7, 3] }, rows).verdict;
  assert.ok(codes(byNumber).includes('G4-01'));
  assert.ok(!codes(byLength).includes('G4-01'));
  assert.ok(byLength.metrics!.reserve_min_ratio! > byNumber.metrics!.reserve_min_ratio! + 0.15);
});

test('21 coordinates in another datum, 100 m off: told by their own words only, and by what is not covered', () => {
  const b = quad();
  const none = rehash({ ...b, scenario: put(b.scenario, ['horizontal_datum'], 'PULKOVO42') });
  assert.deepEqual(codes(validateSurveyPlan(none.scenario, b.catalogue, none.plan)), ['G0-07']);
  const off = rehash({
    ...b,
    plan: mapPoints(
      b.plan,
      (l) => l.kind === 'lane',
      (p) => moved(p, 100, 30),
    ),
  });
  assert.ok(codes(validateSurveyPlan(off.scenario, b.catalogue, off.plan)).includes('G2-01'));
});

test('22 planned at 12.1 m/s and flown at 2.5: the time is that of the trajectory, 4.84 times as long', () => {
  const b = quad();
  const k = b.plan.sorties[0]!.legs.findIndex((l) => l.kind === 'lane');
  const before = validateSurveyPlan(b.scenario, b.catalogue, b.plan).metrics!;
  const slow = rehash({ ...b, plan: stretched(b.plan, 0, k, 12.1 / 2.5) });
  const verdict = validateSurveyPlan(slow.scenario, slow.catalogue, slow.plan);
  const points = b.plan.sorties[0]!.legs[k]!.points;
  const lane = points[points.length - 1]!.t_sec - points[0]!.t_sec;
  close(verdict.metrics!.flight_time_s - before.flight_time_s, lane * (4.84 - 1), 1e-6);
  assert.ok(codes(verdict).includes('G4-05'), 'the claims still tell the old time');
});

test('23 turns tighter than the aircraft can fly are named with both radii', () => {
  const b = wing();
  const wide = rehash({ ...b, catalogue: withFigure(b.catalogue, 'wing', 'turn_radius_m', 90) });
  const found = validateSurveyPlan(wide.scenario, wide.catalogue, wide.plan).findings.find(
    (f) => f.code === 'G3-01',
  )!;
  close(found.measured!, ((16 + 3) ** 2 / 16 ** 2) * 40 * 1.01, 0.6);
  assert.ok(found.limit! > found.measured!);
});

test('24 near the pole a degree of longitude is short: 89.9 ha stay 89.9 ha', () => {
  const polar = testFrame(166.4, -77.46);
  const area = polygon(
    [
      [-500, -449.5],
      [500, -449.5],
      [500, 449.5],
      [-500, 449.5],
    ],
    polar,
  );
  const plane = planeAt(166.4, -77.46);
  close(polyArea(polyOf(plane, area)) / 10_000, 89.9, 0.001);
  const naive = area.coordinates[0]!.map(([lon, lat]) => [lon * 111_195, lat * 111_195] as const);
  let twice = 0;
  naive.slice(0, -1).forEach((p, i) => (twice += p[0] * naive[i + 1]![1] - naive[i + 1]![0] * p[1]));
  close(Math.abs(twice) / 2 / 899_000, 4.6, 0.05);
});
