/** A small scenario and catalogue for tests; the numbers belong to no product. */
import { type Figure, type SurveyCatalogue } from './catalogue.ts';
import { type SurveyScenario } from './scenario.ts';

const figure = (value: number | null): Figure =>
  value === null
    ? { value, confidence: 'missing', source_id: null }
    : { value, confidence: 'user', source_id: 'tests' };

function camera(id: string, min_trigger_s: number | null) {
  return {
    id,
    name: id,
    refused: null,
    note: null,
    type: 'camera' as const,
    family: id,
    mount: 'gimbal' as const,
    mass_kg: figure(0.5),
    sensor_w_mm: figure(13.2),
    sensor_h_mm: figure(8.8),
    px_w: figure(5472),
    px_h: figure(3648),
    focal_mm: figure(8.8),
    min_trigger_s: figure(min_trigger_s),
    exposure_s: figure(0.0005),
    photos_max: figure(null),
  };
}

/** One quadcopter `quad` that carries `cam-a` and `cam-bare` (no trigger figure); `cam-b` fits nothing. */
export function sampleCatalogue(): SurveyCatalogue {
  const value: Record<string, Figure> = Object.fromEntries(
    Object.entries({
      mass_kg: 2,
      payload_max_kg: 1,
      cruise_mps: 10,
      speed_min_mps: 0,
      speed_max_mps: 15,
      battery_wh: 100,
      usable_ratio: 0.9,
      endurance_s: 1800,
      cruise_power_w: 200,
      hover_power_w: 180,
      climb_power_w_per_mps: 40,
      climb_max_mps: 4,
      descent_max_mps: 3,
      turn_radius_m: 0,
      acceleration_mps2: 2,
      wind_max_mps: 10,
      gust_max_mps: null,
      ground_wind_max_mps: null,
      temperature_min_c: null,
      temperature_max_c: null,
    }).map(([name, number]) => [name, figure(number)]),
  );
  const quad = {
    id: 'quad',
    name: 'Quad',
    refused: null,
    note: null,
    kind: 'multirotor' as const,
    ...(value as Record<'mass_kg', Figure>),
    payloads: ['cam-a', 'cam-bare'].map((payload_id) => ({ payload_id, confidence: 'user' as const })),
  } as SurveyCatalogue['aircraft'][number];
  return {
    schema_version: 'survey-catalogue-1',
    sources: [{ id: 'tests', text: 'made up for tests' }],
    aircraft: [quad],
    payloads: [camera('cam-a', 1), camera('cam-b', 1), camera('cam-bare', null)],
  };
}

const square = (west: number, south: number, side: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ] as [number, number][],
  ],
});

const AIRSPACE: SurveyScenario['airspace'] = {
  boundary: square(39.48, 45.28, 0.06),
  floor_amsl_m: 0,
  ceiling_amsl_m: 300,
  min_agl_m: 40,
  no_fly_zones: [],
  nfz_buffer_m: 30,
  obstacles: [],
  obstacle_clearance_m: 30,
};

const TASK: SurveyScenario['tasks'][number] = {
  id: 'task-1',
  name: 'Field',
  survey_type: 'camera',
  area: square(39.5, 45.3, 0.01),
  quality: { type: 'gsd', gsd_cm: 3 },
  forward_overlap: 0.8,
  side_overlap: 0.7,
  swath_angle_deg: null,
  camera_orientation: 'landscape',
  crosshatch: false,
  tie_line_every: null,
  terrain_follow: false,
  rim_photos: 0,
  min_images_per_point: 1,
};

/** One square field of about 78 ha near 45.3 N, one site, one unit, no zone. */
export function sampleScenario(): SurveyScenario {
  return {
    schema_version: 'survey-1',
    id: 'sample',
    title: { en: 'Sample', ru: 'Пример' },
    shows: { en: '', ru: '' },
    horizontal_datum: 'WGS84',
    vertical_datum: 'EGM96',
    terrain: { type: 'flat', ground_amsl_m: 60 },
    airspace: AIRSPACE,
    tasks: [TASK],
    sites: [
      {
        id: 'site-1',
        name: 'Site',
        lon_deg: 39.495,
        lat_deg: 45.299,
        elevation_amsl_m: 60,
        accepts: ['multirotor'],
        pads: 1,
        turnaround_s: 300,
        corridor: null,
      },
    ],
    candidate_sites: [],
    units: [
      {
        id: 'unit-1',
        name: 'Unit',
        model_id: 'quad',
        payload_id: 'cam-a',
        home_site_id: 'site-1',
        enabled: true,
        battery_sets: null,
      },
    ],
    weather: { wind_mps: 3, wind_from_deg: 270, gust_mps: 5, ground_wind_mps: null, temperature_c: 15 },
    separation: { horizontal_m: 50, vertical_m: 15, launch_spacing_s: 30 },
    links: { line_of_sight_m: null, radio_range_m: null },
    work_window: { start_utc: '2025-06-12T07:00:00Z', duration_s: null },
    objective: { kind: 'work_time', lambda: 0.5, energy_reserve: 0.2, turn_mode: 'track_line' },
    solver: { time_limit_s: 30, seed: 1, iteration_budget: null },
  };
}
