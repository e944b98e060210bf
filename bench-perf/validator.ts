import { validateSurveyPlan } from '#engines/validator';
import { type SurveyScenario } from '#world';
import { buildTestPlan } from '../src/engines/validator/testing/build-plan.ts';
import {
  box,
  cameraTask,
  scene,
  site,
  testCatalogue,
  unit,
} from '../src/engines/validator/testing/scenes.ts';

type Print = (line: string) => void;

/** Time of one verdict on plans of the test builder; the target is 300 ms a plan. */
export async function run(print: Print): Promise<void> {
  const catalogue = testCatalogue();
  print('plans of the test builder (no planner is involved); ms a verdict after two warm-up runs');
  for (const [name, scenario, sorties] of scenes()) {
    const plan = buildTestPlan(scenario, catalogue, {
      sorties,
      parallel: scenario.units.length > 1,
      own: scenario.units.length > 1,
    });
    const points = plan.sorties.reduce((n, s) => n + s.legs.reduce((m, l) => m + l.points.length, 0), 0);
    const times: number[] = [];
    let findings = 0;
    for (let i = 0; i < 9; i++) {
      const start = performance.now();
      findings = validateSurveyPlan(scenario, catalogue, plan).findings.length;
      if (i >= 2) times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    print(
      `${name.padEnd(34)} ${String(plan.lanes.length).padStart(4)} lanes ${String(plan.totals.photos).padStart(6)} frames ${String(points).padStart(6)} points ${String(plan.sorties.length).padStart(3)} sorties  min ${times[0]!.toFixed(0)} median ${times[3]!.toFixed(0)} ms, ${findings} findings`,
    );
  }
}

function scenes(): [string, SurveyScenario, number][] {
  const wing = [unit('unit-1', 'wing', 'cam', 'base')];
  const terrain = {
    type: 'grid' as const,
    west_deg: 39.44,
    south_deg: 45.25,
    step_lon_deg: 0.001,
    step_lat_deg: 0.001,
    columns: 121,
    rows: 101,
    amsl_m: Array.from(
      { length: 121 * 101 },
      (_, i) => 60 + 6 * Math.sin((i % 121) / 9) + 5 * Math.cos(Math.floor(i / 121) / 12),
    ),
  };
  const zones = Array.from({ length: 12 }, (_, i) => ({
    id: `z${i}`,
    name: `z${i}`,
    area: box(-1500 + 270 * i, 1200, 120, 120),
    floor_amsl_m: null,
    ceiling_amsl_m: null,
    active_from_sec: null,
    active_to_sec: null,
  }));
  const six = Array.from({ length: 6 }, (_, i) => i);
  return [
    ['quad 400 x 300 m', scene(), 1],
    ['wing 2 x 1.5 km', scene({ units: wing, tasks: [cameraTask('field', box(0, 0, 2000, 1500))] }), 2],
    [
      'wing 5 x 5 km, 110 lanes, wind',
      scene({ units: wing, tasks: [cameraTask('field', box(0, 0, 5000, 5000), { swath_angle_deg: 25 })] }),
      6,
    ],
    [
      'wing 5 x 5 km, 300 lanes',
      scene({
        units: wing,
        tasks: [cameraTask('field', box(0, 0, 5000, 5000), { side_overlap: 0.875, forward_overlap: 0.6 })],
      }),
      12,
    ],
    [
      'wing 2 x 1.5 km over a hill, 12 zones',
      scene({
        units: wing,
        terrain,
        airspace: { ...scene().airspace, no_fly_zones: zones },
        tasks: [cameraTask('field', box(0, 0, 2000, 1500))],
      }),
      2,
    ],
    [
      'six quads on six fields at once',
      scene({
        tasks: six.map((i) => cameraTask(`field-${i}`, box(-2500 + 1000 * i, 0, 500, 400))),
        sites: six.map((i) => site(`site-${i}`, -2500 + 1000 * i, -500)),
        units: six.map((i) => unit(`unit-${i}`, 'quad', 'cam', `site-${i}`)),
      }),
      1,
    ],
  ];
}
