/** Random scenes for false-alarm tests. */
import { type Rng } from '#base';
import { type SurveyScenario, type SurveyTask } from '#world';
import { box, cameraTask, scene, site, unit } from './scenes.ts';

/** A random scene of a kind that the simple builder can plan. */
export function randomScene(rng: Rng): SurveyScenario {
  const model = rng.pick(['quad', 'wing', 'vtol'] as const);
  const wing = model !== 'quad';
  const size = wing ? 700 : 250;
  const w = size + rng.between(0, 300);
  const h = size + rng.between(0, 200);
  const wind = rng.between(0, wing ? 6 : 8);
  const kind = rng.pick(['camera', 'camera', 'lidar', 'magnetometer'] as const);
  const payload =
    kind === 'camera'
      ? 'cam'
      : kind === 'lidar' && model !== 'wing'
        ? 'lidar'
        : model === 'vtol'
          ? 'cam'
          : 'mag';
  const survey_type = payload === 'cam' ? 'camera' : payload === 'lidar' ? 'lidar' : 'magnetometer';
  const quality: SurveyTask['quality'] =
    survey_type === 'camera'
      ? { type: 'gsd', gsd_cm: rng.between(wing ? 3 : 2, 4) }
      : survey_type === 'lidar'
        ? { type: 'point_density', point_density_per_m2: rng.between(40, 90) }
        : { type: 'line_spacing', line_spacing_m: rng.between(25, 100), sensor_agl_m: rng.between(40, 80) };
  return scene({
    tasks: [
      cameraTask('field', box(rng.between(-300, 300), rng.between(-300, 300), w, h), {
        survey_type,
        quality,
        swath_angle_deg: rng.between(0, 180),
        forward_overlap: rng.between(0.5, wing ? 0.7 : 0.8),
        side_overlap: rng.between(0.2, 0.75),
        tie_line_every: survey_type === 'magnetometer' ? 4 : null,
      }),
    ],
    sites: [site('base', rng.between(-900, 900), rng.between(-900, 900))],
    units: [unit('unit-1', model, payload, 'base')],
    weather: {
      wind_mps: wind,
      wind_from_deg: rng.between(0, 360),
      gust_mps: wind + 2,
      ground_wind_mps: null,
      temperature_c: 10,
    },
    objective: {
      kind: 'work_time',
      lambda: 0.5,
      energy_reserve: 0.05,
      turn_mode: rng.pick(['track_line', 'fly_by'] as const),
    },
  });
}
