import type { LonLat, SurveyScenario, SurveySite, SurveyTask } from '#world';
import { boxRing, widen, type Place } from '../../map/earth.ts';

/** What the operator says of a scenario that is begun with nothing in it. */
export type Beginning = {
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  /** Height of the ground there, metres above mean sea level. */
  readonly ground_amsl_m: number;
  readonly wind_mps: number;
  readonly gust_mps: number;
  readonly wind_from_deg: number;
  /** Milliseconds since 1970; the work window begins at the next full hour. */
  readonly now_ms: number;
};

const HOUR_MS = 3_600_000;
/** Half a side of the first boundary, metres. */
const HALF_SIDE_M = 1500;
/** Ceiling over the ground: above it airspace use needs a permission. */
const CEILING_AGL_M = 150;

/** A scenario with a boundary around a place and nothing in it: area, site and aircraft are still to come. */
export function emptyScenario(b: Beginning): SurveyScenario {
  const start = new Date((Math.floor(b.now_ms / HOUR_MS) + 1) * HOUR_MS);
  const ring = boxRing(widen([...b.place, ...b.place], HALF_SIDE_M)).map(([lon, lat]): [number, number] => [
    Number(lon.toFixed(7)),
    Number(lat.toFixed(7)),
  ]);
  return {
    schema_version: 'survey-1',
    id: b.id,
    title: { en: b.title, ru: b.title },
    shows: { en: '', ru: '' },
    horizontal_datum: 'WGS84',
    vertical_datum: 'EGM96',
    terrain: { type: 'flat', ground_amsl_m: b.ground_amsl_m },
    airspace: {
      boundary: { type: 'Polygon', coordinates: [ring] },
      floor_amsl_m: b.ground_amsl_m,
      ceiling_amsl_m: b.ground_amsl_m + CEILING_AGL_M,
      min_agl_m: 40,
      no_fly_zones: [],
      nfz_buffer_m: 30,
      obstacles: [],
      obstacle_clearance_m: 30,
    },
    tasks: [],
    sites: [],
    candidate_sites: [],
    units: [],
    weather: {
      wind_mps: b.wind_mps,
      wind_from_deg: b.wind_from_deg,
      gust_mps: b.gust_mps,
      ground_wind_mps: null,
      temperature_c: 15,
    },
    separation: { horizontal_m: 50, vertical_m: 15, launch_spacing_s: 30 },
    links: { line_of_sight_m: null, radio_range_m: null },
    work_window: { start_utc: `${start.toISOString().slice(0, 19)}Z`, duration_s: null },
    objective: { kind: 'work_time', lambda: 0.5, energy_reserve: 0.2, turn_mode: 'track_line' },
    solver: { time_limit_s: 30, seed: 1, iteration_budget: null },
  };
}

/** What every survey type is asked for before the operator says otherwise. */
export const FIRST_QUALITY: Readonly<Record<SurveyTask['survey_type'], SurveyTask['quality']>> = {
  camera: { type: 'gsd', gsd_cm: 3 },
  lidar: { type: 'point_density', point_density_per_m2: 50 },
  magnetometer: { type: 'line_spacing', line_spacing_m: 50, sensor_agl_m: 40 },
};

/** The settings of a first area. */
export const FIRST_TASK: Omit<SurveyTask, 'id' | 'name' | 'area'> = {
  survey_type: 'camera',
  quality: FIRST_QUALITY.camera,
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

/** The settings of a first site. */
export const FIRST_SITE: Pick<SurveySite, 'accepts' | 'pads' | 'turnaround_s'> = {
  accepts: ['multirotor', 'vtol'],
  pads: 1,
  turnaround_s: 300,
};

/** Parts that a scenario cannot be computed without, in the order in which they are made. */
export const PARTS = ['tasks', 'sites', 'units'] as const;
export type Part = (typeof PARTS)[number];

/** Parts of which a scenario has none yet. */
export function missingParts(s: SurveyScenario | null): Part[] {
  return s === null ? [] : PARTS.filter((part) => s[part].length === 0);
}

/** Ground height at a place from posts inside the document, bilinear; null outside them or beside a void. */
export function gridHeight(
  grid: Extract<SurveyScenario['terrain'], { type: 'grid' }>,
  [lon, lat]: LonLat,
): number | null {
  const x = (lon - grid.west_deg) / grid.step_lon_deg;
  const y = (lat - grid.south_deg) / grid.step_lat_deg;
  if (!(x >= 0 && y >= 0 && x <= grid.columns - 1 && y <= grid.rows - 1)) return null;
  const [c, r] = [Math.min(Math.floor(x), grid.columns - 2), Math.min(Math.floor(y), grid.rows - 2)];
  const post = (dc: number, dr: number): number | null =>
    grid.amsl_m[(r + dr) * grid.columns + c + dc] ?? null;
  const [sw, se, nw, ne] = [post(0, 0), post(1, 0), post(0, 1), post(1, 1)];
  if (sw === null || se === null || nw === null || ne === null) return null;
  const [fx, fy] = [x - c, y - r];
  return (sw * (1 - fx) + se * fx) * (1 - fy) + (nw * (1 - fx) + ne * fx) * fy;
}
