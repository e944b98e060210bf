/** Scenarios and a catalogue for the validator's tests; the numbers belong to no product. */
import { type Figure, type SurveyCatalogue, type SurveyScenario, type SurveyTask } from '#world';
import { testFrame } from './frame.ts';

const figure = (value: number | null): Figure =>
  value === null
    ? { value, confidence: 'missing', source_id: null }
    : { value, confidence: 'user', source_id: 'tests' };

const figures = <T extends Record<string, number | null>>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([k, v]) => [k, figure(v)])) as { [K in keyof T]: Figure };

const head = (id: string) => ({ id, name: id, refused: null, note: null });

type Aircraft = SurveyCatalogue['aircraft'][number];

function aircraft(id: string, kind: Aircraft['kind'], payloads: readonly string[], values: object): Aircraft {
  const base = {
    mass_kg: 3,
    payload_max_kg: 1,
    cruise_mps: 10,
    speed_min_mps: 0,
    speed_max_mps: 16,
    battery_wh: 300,
    usable_ratio: 0.9,
    endurance_s: 4200,
    cruise_power_w: 240,
    hover_power_w: 220,
    climb_power_w_per_mps: 40,
    climb_max_mps: 5,
    descent_max_mps: 4,
    turn_radius_m: 0,
    acceleration_mps2: 2.5,
    wind_max_mps: 12,
    gust_max_mps: 15,
    ground_wind_max_mps: 12,
    temperature_min_c: -20,
    temperature_max_c: 45,
    ...values,
  };
  return {
    ...head(id),
    kind,
    ...figures(base),
    payloads: payloads.map((payload_id) => ({ payload_id, confidence: 'user' as const })),
  };
}

function camera(id: string, values: object = {}, mount: 'fixed' | 'gimbal' = 'gimbal') {
  const base = {
    mass_kg: 0.5,
    sensor_w_mm: 13.2,
    sensor_h_mm: 8.8,
    px_w: 5472,
    px_h: 3648,
    focal_mm: 8.8,
    min_trigger_s: 0.7,
    exposure_s: 0.0005,
    photos_max: null,
    ...values,
  };
  return { ...head(id), type: 'camera' as const, family: id, mount, ...figures(base) };
}

/** `quad`, `wing`, `vtol`; cameras, a lidar, a towed and a fixed magnetometer. */
export function testCatalogue(): SurveyCatalogue {
  const wing = {
    cruise_mps: 16,
    speed_min_mps: 12,
    speed_max_mps: 24,
    battery_wh: 300,
    endurance_s: 5400,
    cruise_power_w: 160,
    hover_power_w: 0,
    climb_max_mps: 4,
    descent_max_mps: 4,
    turn_radius_m: 40,
  };
  return {
    schema_version: 'survey-catalogue-1',
    sources: [{ id: 'tests', text: 'made up for tests' }],
    aircraft: [
      aircraft('quad', 'multirotor', ['cam', 'cam-fixed', 'cam-slow', 'cam-small', 'lidar', 'mag'], {}),
      aircraft('wing', 'fixed_wing', ['cam', 'cam-fixed', 'mag', 'mag-tow'], wing),
      aircraft('vtol', 'vtol', ['cam', 'lidar'], { ...wing, hover_power_w: 500, mass_kg: 6 }),
    ],
    payloads: [
      camera('cam'),
      camera('cam-fixed', {}, 'fixed'),
      camera('cam-slow', { min_trigger_s: 2 }),
      camera('cam-small', { photos_max: 2000 }),
      camera('cam-other'),
      {
        ...head('lidar'),
        type: 'lidar',
        ...figures({ mass_kg: 1, pulses_per_s: 100_000, usable_fov_deg: 70, agl_max_m: 120 }),
      },
      {
        ...head('mag'),
        type: 'magnetometer',
        ...figures({ mass_kg: 1, cable_m: 0, sensor_agl_min_m: 10, sensor_agl_max_m: 100, sample_hz: 10 }),
      },
      {
        ...head('mag-tow'),
        type: 'magnetometer',
        ...figures({ mass_kg: 1, cable_m: 60, sensor_agl_min_m: 10, sensor_agl_max_m: 100, sample_hz: 10 }),
      },
    ],
  };
}

/** The place of all test scenes. */
export const HOME = { lon: 39.5, lat: 45.3 } as const;
const frame = testFrame(HOME.lon, HOME.lat);

/** A closed GeoJSON polygon from corners in metres east and north of the scenes' centre. */
export function polygon(corners: readonly (readonly [number, number])[], at = frame) {
  const ring = corners.map(([x, y]) => at.lonLat(x, y));
  return { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
}

/** A rectangle about a centre. */
export function box(cx: number, cy: number, w: number, h: number) {
  return polygon([
    [cx - w / 2, cy - h / 2],
    [cx + w / 2, cy - h / 2],
    [cx + w / 2, cy + h / 2],
    [cx - w / 2, cy + h / 2],
  ]);
}

/** A camera task over an area; parts replace what is usual. */
export function cameraTask(
  id: string,
  area: SurveyTask['area'],
  parts: Partial<SurveyTask> = {},
): SurveyTask {
  return {
    id,
    name: id,
    survey_type: 'camera',
    area,
    quality: { type: 'gsd', gsd_cm: 2.5 },
    forward_overlap: 0.75,
    side_overlap: 0.65,
    swath_angle_deg: 0,
    camera_orientation: 'landscape',
    crosshatch: false,
    tie_line_every: null,
    terrain_follow: false,
    rim_photos: 0,
    min_images_per_point: 1,
    ...parts,
  };
}

/** A site in metres from the centre. */
export function site(id: string, x: number, y: number): SurveyScenario['sites'][number] {
  const [lon_deg, lat_deg] = frame.lonLat(x, y);
  return {
    id,
    name: id,
    lon_deg,
    lat_deg,
    elevation_amsl_m: 60,
    accepts: ['multirotor', 'fixed_wing', 'vtol'],
    pads: 1,
    turnaround_s: 300,
    corridor: null,
  };
}

/** A unit. */
export function unit(
  id: string,
  model_id: string,
  payload_id: string,
  home_site_id: string,
): SurveyScenario['units'][number] {
  return { id, name: id, model_id, payload_id, home_site_id, enabled: true, battery_sets: null };
}

/** One field of 400 x 300 m, one quadcopter, light wind; parts replace what is usual. */
export function scene(parts: Partial<SurveyScenario> = {}): SurveyScenario {
  return {
    schema_version: 'survey-1',
    id: 'scene',
    title: { en: 'Scene', ru: 'Сцена' },
    shows: { en: '', ru: '' },
    horizontal_datum: 'WGS84',
    vertical_datum: 'EGM96',
    terrain: { type: 'flat', ground_amsl_m: 60 },
    airspace: {
      boundary: box(0, 0, 8000, 8000),
      floor_amsl_m: 0,
      ceiling_amsl_m: 300,
      min_agl_m: 30,
      no_fly_zones: [],
      nfz_buffer_m: 30,
      obstacles: [],
      obstacle_clearance_m: 30,
    },
    tasks: [cameraTask('field', box(0, 0, 400, 300))],
    sites: [site('base', -400, -300)],
    candidate_sites: [],
    units: [unit('unit-1', 'quad', 'cam', 'base')],
    weather: { wind_mps: 3, wind_from_deg: 250, gust_mps: 5, ground_wind_mps: 2, temperature_c: 15 },
    separation: { horizontal_m: 50, vertical_m: 15, launch_spacing_s: 30 },
    links: { line_of_sight_m: null, radio_range_m: null },
    work_window: { start_utc: '2025-06-12T07:00:00Z', duration_s: null },
    objective: { kind: 'work_time', lambda: 0.5, energy_reserve: 0.2, turn_mode: 'track_line' },
    solver: { time_limit_s: 30, seed: 1, iteration_budget: null },
    ...parts,
  };
}
