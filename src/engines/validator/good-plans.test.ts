import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { type SurveyScenario, type SurveyTask } from '#world';
import { type SurveyVerdict } from '#ir';
import { validateSurveyPlan } from './index.ts';
import { buildTestPlan, sealed } from './testing/build-plan.ts';
import { testFrame } from './testing/frame.ts';
import { randomScene } from './testing/random-scene.ts';
import { box, cameraTask, polygon, scene, site, testCatalogue, unit } from './testing/scenes.ts';

const catalogue = testCatalogue();

function lines(v: SurveyVerdict): string {
  return v.findings.map((f) => `${f.code} ${f.severity} ${f.object_ids.join(' ')}: ${f.text.en}`).join('\n');
}

/** The named scenes; each must be admitted without a single error or warning. */
const magnetometer: Partial<SurveyTask> = {
  survey_type: 'magnetometer',
  quality: { type: 'line_spacing', line_spacing_m: 50, sensor_agl_m: 40 },
  tie_line_every: 5,
};
const hill = {
  type: 'grid' as const,
  west_deg: 39.44,
  south_deg: 45.25,
  step_lon_deg: 0.002,
  step_lat_deg: 0.002,
  columns: 61,
  rows: 51,
  amsl_m: Array.from(
    { length: 61 * 51 },
    (_, i) => 60 + 6 * Math.sin((i % 61) / 5) + 5 * Math.cos(Math.floor(i / 61) / 6),
  ),
};
const big = box(0, 0, 800, 600);
const SCENES: Record<string, SurveyScenario> = {
  quad: scene(),
  'quad across the wind, turned 37 degrees': scene({
    tasks: [cameraTask('field', box(0, 0, 400, 300), { swath_angle_deg: 37 })],
    weather: { wind_mps: 5, wind_from_deg: 300, gust_mps: 8, ground_wind_mps: null, temperature_c: 5 },
  }),
  'quad with a tilting camera': scene({ units: [unit('unit-1', 'quad', 'cam-fixed', 'base')] }),
  'quad with rim frames and many images': scene({
    tasks: [cameraTask('field', box(0, 0, 400, 300), { rim_photos: 2 })],
  }),
  'quad, crosshatch': scene({ tasks: [cameraTask('field', box(0, 0, 400, 300), { crosshatch: true })] }),
  'quad, portrait': scene({
    tasks: [cameraTask('field', box(0, 0, 300, 300), { camera_orientation: 'portrait' })],
  }),
  'quad, lidar': scene({
    units: [unit('unit-1', 'quad', 'lidar', 'base')],
    tasks: [
      cameraTask('field', box(0, 0, 400, 300), {
        survey_type: 'lidar',
        quality: { type: 'point_density', point_density_per_m2: 80 },
        side_overlap: 0.2,
      }),
    ],
  }),
  'quad, magnetometer with ties': scene({
    units: [unit('unit-1', 'quad', 'mag', 'base')],
    tasks: [cameraTask('field', box(0, 0, 400, 300), magnetometer)],
  }),
  'wing, towed magnetometer': scene({
    units: [unit('unit-1', 'wing', 'mag-tow', 'base')],
    tasks: [cameraTask('field', big, magnetometer)],
  }),
  wing: scene({ units: [unit('unit-1', 'wing', 'cam', 'base')], tasks: [cameraTask('field', big)] }),
  'wing in strong cross wind': scene({
    units: [unit('unit-1', 'wing', 'cam', 'base')],
    tasks: [cameraTask('field', big, { quality: { type: 'gsd', gsd_cm: 3.5 } })],
    weather: { wind_mps: 6, wind_from_deg: 90, gust_mps: 9, ground_wind_mps: 4, temperature_c: 15 },
  }),
  'wing, fly-by': scene({
    units: [unit('unit-1', 'wing', 'cam-fixed', 'base')],
    tasks: [cameraTask('field', big, { swath_angle_deg: 120 })],
    objective: { kind: 'flight_time', lambda: 0.5, energy_reserve: 0.2, turn_mode: 'fly_by' },
  }),
  vtol: scene({
    units: [unit('unit-1', 'vtol', 'cam', 'base')],
    tasks: [cameraTask('field', big, { swath_angle_deg: 30 })],
  }),
  'quad over a hill': scene({
    terrain: hill,
    tasks: [cameraTask('field', box(0, 0, 300, 250), { quality: { type: 'gsd', gsd_cm: 2.6 } })],
    sites: [{ ...site('base', -300, -250), elevation_amsl_m: 62 }],
  }),
  'two sorties of one unit': scene({
    objective: { kind: 'work_time', lambda: 0.5, energy_reserve: 0.2, turn_mode: 'track_line' },
  }),
  'triangle and two tasks': scene({
    tasks: [
      cameraTask(
        'triangle',
        polygon([
          [-200, -150],
          [250, -100],
          [0, 220],
        ]),
        { swath_angle_deg: 60 },
      ),
      cameraTask('square', box(900, 0, 200, 200)),
    ],
  }),
  'a zone under the flight': scene({
    airspace: {
      ...scene().airspace,
      no_fly_zones: [
        {
          id: 'low',
          name: 'low',
          area: box(0, 0, 100, 100),
          floor_amsl_m: null,
          ceiling_amsl_m: 120,
          active_from_sec: null,
          active_to_sec: null,
        },
        {
          id: 'later',
          name: 'later',
          area: box(0, 0, 100, 100),
          floor_amsl_m: null,
          ceiling_amsl_m: null,
          active_from_sec: 50_000,
          active_to_sec: 60_000,
        },
      ],
    },
  }),
};

for (const [name, scenario] of Object.entries(SCENES))
  test(`a good plan is admitted without findings: ${name}`, () => {
    const sorties = name.startsWith('two sorties') ? 2 : 1;
    const plan = buildTestPlan(scenario, catalogue, { sorties });
    const verdict = validateSurveyPlan(scenario, catalogue, plan);
    assert.equal(lines(verdict), '');
    assert.ok(verdict.admitted, lines(verdict));
    assert.deepEqual(verdict.not_judged, []);
  });

test('an area across the date line and one near the pole are measured like any other', () => {
  for (const [lon, lat] of [
    [179.999, 12],
    [166.4, -77.46],
  ] as const) {
    const frame = testFrame(lon, lat);
    const at = (cx: number, cy: number, w: number, h: number) =>
      polygon(
        [
          [cx - w / 2, cy - h / 2],
          [cx + w / 2, cy - h / 2],
          [cx + w / 2, cy + h / 2],
          [cx - w / 2, cy + h / 2],
        ],
        frame,
      );
    const [lon_deg, lat_deg] = frame.lonLat(-250, -200);
    const scenario = scene({
      airspace: { ...scene().airspace, boundary: at(0, 0, 4000, 4000) },
      tasks: [cameraTask('field', at(0, 0, 300, 200))],
      sites: [{ ...site('base', 0, 0), lon_deg, lat_deg }],
    });
    const plan = buildTestPlan(scenario, catalogue);
    const verdict = validateSurveyPlan(scenario, catalogue, plan);
    assert.ok(verdict.admitted, lines(verdict));
    assert.ok(verdict.metrics!.coverage_ratio! > 0.9999);
  }
});

test('two aircraft at two sites on two fields at once', () => {
  const scenario = scene({
    tasks: [cameraTask('west', box(-600, 0, 300, 300)), cameraTask('east', box(600, 0, 300, 300))],
    sites: [site('base', -800, -300), site('other', 800, -300)],
    units: [unit('a', 'quad', 'cam', 'base'), unit('b', 'quad', 'cam', 'other')],
  });
  const plan = buildTestPlan(scenario, catalogue, { parallel: true, own: true });
  const verdict = validateSurveyPlan(scenario, catalogue, plan);
  assert.ok(verdict.admitted, lines(verdict));
  assert.ok(verdict.metrics!.separation_min_m! > 50);
});

test('thirty seeded plans raise no error', () => {
  const rng = createRng(20);
  for (let i = 0; i < 30; i++) {
    const scenario = randomScene(rng.fork(String(i)));
    const plan = buildTestPlan(scenario, catalogue);
    const verdict = validateSurveyPlan(scenario, catalogue, plan);
    const errors = verdict.findings.filter((f) => f.severity === 'error');
    assert.equal(errors.length, 0, `${i} ${JSON.stringify(scenario.tasks[0])}\n${lines(verdict)}`);
  }
});

test('points of a tight turn may follow in less than a tenth of a second: that is no corner', () => {
  const tight = {
    ...catalogue,
    aircraft: catalogue.aircraft.map((a) =>
      a.id === 'wing' ? { ...a, turn_radius_m: { ...a.turn_radius_m, value: 12 } } : a,
    ),
  };
  const s = { ...SCENES.wing!, weather: { ...SCENES.wing!.weather, wind_mps: 0, gust_mps: 0 } };
  const plan = buildTestPlan(s, tight);
  const turn = plan.sorties[0]!.legs.find((l) => l.kind === 'turn')!;
  assert.ok(turn.points[2]!.t_sec - turn.points[1]!.t_sec < 0.1);
  const verdict = validateSurveyPlan(s, tight, plan);
  assert.deepEqual(
    verdict.findings.filter((f) => f.code === 'G3-01').map((f) => f.text.en),
    [],
  );
});

test('a plan in which nobody flies is judged and not admitted', () => {
  const full = buildTestPlan(scene(), catalogue);
  const empty = sealed({
    ...full,
    lanes: [],
    blocks: [],
    sorties: [],
    schedule: [],
    status: { ...full.status, result: 'infeasible' },
    totals: {
      work_time_s: 0,
      flight_time_s: 0,
      distance_m: 0,
      lane_length_m: 0,
      photos: 0,
      sorties: 0,
      turns: 0,
      energy_wh: 0,
      per_unit: [],
    },
  });
  const verdict = validateSurveyPlan(scene(), catalogue, empty);
  assert.deepEqual(
    verdict.findings.map((f) => f.code),
    ['G2-01'],
  );
  assert.equal(verdict.admitted, false);
  assert.equal(verdict.metrics!.coverage_ratio, 0);
});
