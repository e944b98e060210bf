/** The good plans that mutants start from, built once each. */
import { type SurveyScenario } from '#world';
import { type BuildOptions, buildTestPlan } from './build-plan.ts';
import { type Bundle, rehash } from './mutate.ts';
import { box, cameraTask, scene, site, testCatalogue, unit } from './scenes.ts';

const made = new Map<string, Bundle>();

function once(name: string, scenario: () => SurveyScenario, options: BuildOptions = {}): () => Bundle {
  return () => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const catalogue = testCatalogue();
    const s = scenario();
    const bundle = { scenario: s, catalogue, plan: buildTestPlan(s, catalogue, options) };
    made.set(name, bundle);
    return bundle;
  };
}

const small = box(0, 0, 300, 200);
const field = box(0, 0, 700, 500);

/** One quadcopter with a camera. */
export const quad = once('quad', () => scene({ tasks: [cameraTask('field', small)] }));
/** One with little overlap, so that every lane counts. */
export const quadLean = once('quadLean', () =>
  scene({ tasks: [cameraTask('field', small, { side_overlap: 0.3 })] }),
);
/** The same with a camera fixed to the frame. */
export const quadFixed = once('quadFixed', () =>
  scene({ tasks: [cameraTask('field', small)], units: [unit('unit-1', 'quad', 'cam-fixed', 'base')] }),
);
/** With a second set of lanes across. */
export const quadCross = once('quadCross', () =>
  scene({ tasks: [cameraTask('field', small, { crosshatch: true, side_overlap: 0.3 })] }),
);
/** In two sorties. */
export const quadTwice = once('quadTwice', () => scene({ tasks: [cameraTask('field', small)] }), {
  sorties: 2,
});
/** A lidar. */
export const lidar = once('lidar', () =>
  scene({
    units: [unit('unit-1', 'quad', 'lidar', 'base')],
    tasks: [
      cameraTask('field', small, {
        survey_type: 'lidar',
        quality: { type: 'point_density', point_density_per_m2: 80 },
        side_overlap: 0.2,
      }),
    ],
  }),
);
/** A magnetometer with tie lines. */
export const mag = once('mag', () =>
  scene({
    units: [unit('unit-1', 'quad', 'mag', 'base')],
    tasks: [
      cameraTask('field', box(0, 0, 400, 300), {
        survey_type: 'magnetometer',
        quality: { type: 'line_spacing', line_spacing_m: 50, sensor_agl_m: 40 },
        tie_line_every: 4,
      }),
    ],
  }),
);
/** A towed magnetometer on a wing. */
export const towed = once('towed', () =>
  scene({
    units: [unit('unit-1', 'wing', 'mag-tow', 'base')],
    tasks: [
      cameraTask('field', field, {
        survey_type: 'magnetometer',
        quality: { type: 'line_spacing', line_spacing_m: 100, sensor_agl_m: 40 },
      }),
    ],
  }),
);
/** A wing with a camera. */
export const wing = once('wing', () =>
  scene({ units: [unit('unit-1', 'wing', 'cam', 'base')], tasks: [cameraTask('field', field)] }),
);
/** A wing that lands in a corridor. */
export const corridor = once('corridor', () =>
  scene({
    units: [unit('unit-1', 'wing', 'cam', 'base')],
    tasks: [cameraTask('field', field)],
    sites: [
      { ...site('base', -900, -700), corridor: { landing_toward_deg: 270, length_m: 300, half_width_m: 30 } },
    ],
  }),
);
/** Two quadcopters at two sites on two fields at once. */
export const pair = once(
  'pair',
  () =>
    scene({
      tasks: [cameraTask('west', box(-600, 0, 200, 200)), cameraTask('east', box(600, 0, 200, 200))],
      sites: [site('base', -800, -300), site('other', 800, -300)],
      units: [unit('a', 'quad', 'cam', 'base'), unit('b', 'quad', 'cam', 'other')],
    }),
  { parallel: true, own: true },
);
/** Two quadcopters at one site with two pads, one after the other. */
export const shared = once('shared', () =>
  scene({
    tasks: [cameraTask('field', small)],
    sites: [{ ...site('base', -400, -300), pads: 2 }],
    units: [unit('a', 'quad', 'cam', 'base'), unit('b', 'quad', 'cam', 'base')],
  }),
);

/** One field of a quadcopter whose western half is flown across the eastern one. */
export const seamed = (): Bundle => {
  const known = made.get('seamed');
  if (known !== undefined) return known;
  const halves = once('halves', () =>
    scene({
      tasks: [
        cameraTask('west', box(-150, 0, 300, 300)),
        cameraTask('east', box(150, 0, 300, 300), { swath_angle_deg: 90 }),
      ],
    }),
  )();
  const blocks = halves.plan.blocks.map((b) => ({ ...b, task_id: 'field' }));
  const scenario = scene({ tasks: [cameraTask('field', box(0, 0, 600, 300))] });
  const bundle = rehash({ ...halves, scenario, plan: { ...halves.plan, blocks } });
  made.set('seamed', bundle);
  return bundle;
};
