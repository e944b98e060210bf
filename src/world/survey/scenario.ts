/** The survey scenario: everything a plan is computed from and judged by, except the equipment catalogue. */
import { z } from 'zod';
import { LIMITS } from '#base';
import {
  BilingualText,
  LonLatPolygon,
  SurveyId,
  SurveyName,
  amsl_m,
  lat_deg,
  lon_deg,
} from './primitives.ts';

/** Version written into every scenario document. */
export const SURVEY_SCENARIO_VERSION = 'survey-1';

/** What an aircraft is: `vtol` takes off and lands on a spot and flies lanes on a wing. */
export const AircraftKind = z.enum(['multirotor', 'fixed_wing', 'vtol']);
export type AircraftKind = z.infer<typeof AircraftKind>;

/** The survey type, fixed by the operator; it names the kind of payload that can do it. */
export const SurveyType = z.enum(['camera', 'lidar', 'magnetometer']);
export type SurveyType = z.infer<typeof SurveyType>;

/**
 * Ground height. `flat`: one height everywhere. `grid`: posts inside the document. `dem`: posts in a file
 * (GeoTIFF, .hgt) that the caller loads and hands over as a `SurveyTerrainGrid`; `sha256` is `hashOf` that grid.
 * Between posts the ground is bilinear; outside the grid, or where one of the four posts is void, it is unknown.
 */
export const SurveyTerrain = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('flat'), ground_amsl_m: amsl_m }),
  z.strictObject({
    type: z.literal('grid'),
    /** Centre of the south-west post. */
    west_deg: lon_deg,
    south_deg: lat_deg,
    step_lon_deg: z.number().positive().max(1),
    step_lat_deg: z.number().positive().max(1),
    columns: z.number().int().min(2).max(10_000),
    rows: z.number().int().min(2).max(10_000),
    /** Row by row from the south, west to east inside a row; null is a void. Its length is columns x rows. */
    amsl_m: z.array(amsl_m.nullable()).max(LIMITS.survey_inline_terrain_posts),
  }),
  z.strictObject({
    type: z.literal('dem'),
    dem_id: SurveyId,
    sha256: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  }),
]);
export type SurveyTerrain = Readonly<z.infer<typeof SurveyTerrain>>;

/** A grid of ground heights, as written inline or as read from a file. Heights above the scenario's vertical datum. */
export type SurveyTerrainGrid = {
  readonly west_deg: number;
  readonly south_deg: number;
  readonly step_lon_deg: number;
  readonly step_lat_deg: number;
  readonly columns: number;
  readonly rows: number;
  readonly amsl_m: readonly (number | null)[];
};

/** What the survey must deliver; exactly one of three. */
export const SurveyQuality = z.discriminatedUnion('type', [
  /** Largest ground sampling distance allowed anywhere in the area, cm per pixel, the worse of both sensor axes. */
  z.strictObject({ type: z.literal('gsd'), gsd_cm: z.number().min(0.1).max(200) }),
  /** Smallest single-pass lidar density allowed anywhere, points per square metre, side overlap not counted. */
  z.strictObject({
    type: z.literal('point_density'),
    point_density_per_m2: z.number().min(0.1).max(10_000),
  }),
  /** Largest distance between neighbouring lanes; height is given because nothing else fixes it. */
  z.strictObject({
    type: z.literal('line_spacing'),
    line_spacing_m: z.number().min(1).max(5000),
    /** Height of the sensor (not of the aircraft: a towed sensor hangs lower) above the ground under it. */
    sensor_agl_m: z.number().min(1).max(3000),
  }),
]);
export type SurveyQuality = Readonly<z.infer<typeof SurveyQuality>>;

const overlap = z.number().min(0).max(0.95);

/** One area to survey. */
export const SurveyTask = z.strictObject({
  id: SurveyId,
  name: SurveyName,
  survey_type: SurveyType,
  area: LonLatPolygon,
  quality: SurveyQuality,
  /** Overlap of neighbouring frames along a lane, 0..0.95; read for cameras only. */
  forward_overlap: overlap,
  /** Overlap of neighbouring swaths, 0..0.95; read for cameras and lidars under `gsd` and `point_density`. */
  side_overlap: overlap,
  /** Direction of the lanes, degrees clockwise from true north at the area's centre, modulo 180; null: the planner chooses. */
  swath_angle_deg: z.number().min(0).max(360).nullable(),
  /** Whether the sensor's long side lies across the track (landscape) or along it (portrait); cameras only. */
  camera_orientation: z.enum(['landscape', 'portrait']),
  /** A second set of lanes at 90 degrees over the whole area. */
  crosshatch: z.boolean(),
  /** Magnetometer tie lines at 90 degrees, one every so many lane spacings, and one within half of that of each end; null: none. */
  tie_line_every: z.number().int().min(2).max(50).nullable(),
  /** True: height follows the ground along each lane. False: one height per lane, over its highest ground. */
  terrain_follow: z.boolean(),
  /** Frames required beyond each end of a lane, outside the area; 0 asks for none. Cameras only. */
  rim_photos: z.number().int().min(0).max(4),
  /** Fewest images that must show each point of the area; 1 asks only for coverage. Cameras only. */
  min_images_per_point: z.number().int().min(1).max(50),
});
export type SurveyTask = Readonly<z.infer<typeof SurveyTask>>;

/** Where nobody flies. Null heights: from the ground, without end. Null times: always. */
export const SurveyZone = z.strictObject({
  id: SurveyId,
  name: SurveyName,
  area: LonLatPolygon,
  floor_amsl_m: amsl_m.nullable(),
  ceiling_amsl_m: amsl_m.nullable(),
  /** Seconds from the work window's start; active on [from, to]. */
  active_from_sec: z.number().min(0).nullable(),
  active_to_sec: z.number().min(0).nullable(),
});
export type SurveyZone = Readonly<z.infer<typeof SurveyZone>>;

/** A mast, chimney or pylon: an upright cylinder. */
export const SurveyObstacle = z.strictObject({
  id: SurveyId,
  name: SurveyName,
  lon_deg,
  lat_deg,
  radius_m: z.number().min(0).max(5000),
  top_amsl_m: amsl_m,
});
export type SurveyObstacle = Readonly<z.infer<typeof SurveyObstacle>>;

/** The allowed volume and what is cut out of it. */
export const SurveyAirspace = z.strictObject({
  boundary: LonLatPolygon,
  /** Lowest and highest allowed height outside take-off and landing, which start on the ground. */
  floor_amsl_m: amsl_m,
  ceiling_amsl_m: amsl_m,
  /** Least height above the local ground outside the vertical or corridor part of take-off and landing. */
  min_agl_m: z.number().min(0).max(1000),
  no_fly_zones: z.array(SurveyZone).max(LIMITS.survey_zones),
  /** Horizontal distance to keep from every zone; the boundary has no buffer. */
  nfz_buffer_m: z.number().min(0).max(10_000),
  obstacles: z.array(SurveyObstacle).max(LIMITS.survey_zones),
  /** Horizontal or vertical distance that clears an obstacle: one of the two is enough. */
  obstacle_clearance_m: z.number().min(0).max(1000),
});
export type SurveyAirspace = Readonly<z.infer<typeof SurveyAirspace>>;

/** A straight strip that runway-like launches and landings need; the aircraft lands flying `landing_toward_deg`. */
export const SurveyCorridor = z.strictObject({
  landing_toward_deg: z.number().min(0).max(360),
  length_m: z.number().min(10).max(5000),
  half_width_m: z.number().min(1).max(1000),
});

/** A launch and landing site. */
export const SurveySite = z.strictObject({
  id: SurveyId,
  name: SurveyName,
  lon_deg,
  lat_deg,
  elevation_amsl_m: amsl_m,
  accepts: z.array(AircraftKind).min(1).max(3),
  /** Aircraft that can stand, launch or land at the same time, one per pad. */
  pads: z.number().int().min(1).max(64),
  /** Seconds between a landing and the next launch of the same unit (battery change), spent on a pad. */
  turnaround_s: z
    .number()
    .min(0)
    .max(24 * 3600),
  /** Null: no strip; then fixed-wing aircraft launch and land in any direction (catapult, belly or parachute). */
  corridor: SurveyCorridor.nullable(),
});
export type SurveySite = Readonly<z.infer<typeof SurveySite>>;

/** One aircraft with what it carries. */
export const SurveyUnit = z.strictObject({
  id: SurveyId,
  name: SurveyName,
  model_id: SurveyId,
  payload_id: SurveyId,
  home_site_id: SurveyId,
  enabled: z.boolean(),
  /** Charged battery sets at hand, so the most sorties it can fly; null: as many as needed. */
  battery_sets: z.number().int().min(1).max(1000).nullable(),
});
export type SurveyUnit = Readonly<z.infer<typeof SurveyUnit>>;

/** One wind for the whole volume and time; no profile by height. */
export const SurveyWeather = z.strictObject({
  wind_mps: z.number().min(0).max(60),
  /** Direction the wind blows FROM, degrees clockwise from true north; 360 is 0. */
  wind_from_deg: z.number().min(0).max(360),
  /** Strongest gust, at least the wind. */
  gust_mps: z.number().min(0).max(90),
  /** Wind near the ground; null: not measured, and the wind aloft is used in its place. */
  ground_wind_mps: z.number().min(0).max(60).nullable(),
  temperature_c: z.number().min(-60).max(60),
});
export type SurveyWeather = Readonly<z.infer<typeof SurveyWeather>>;

/** What the planner minimises and how the aircraft must fly. */
export const SurveyObjective = z.strictObject({
  /** `work_time`: when the last aircraft lands. `flight_time`: sum over sorties. `pareto`: both, mixed by `lambda`. */
  kind: z.enum(['work_time', 'flight_time', 'pareto']),
  /** Read under `pareto`: J = (1 - lambda) T/T_bound + lambda F/F_bound. */
  lambda: z.number().min(0).max(1),
  /** Share of the usable energy that must be left at touchdown and at the safe return from every point. */
  energy_reserve: z.number().min(0).max(1),
  /**
   * `track_line` (in Russian LZP): flies past the lane's end and is established on the next track line before its first frame.
   * `fly_by`: the turn starts before the waypoint.
   */
  turn_mode: z.enum(['track_line', 'fly_by']),
});
export type SurveyObjective = Readonly<z.infer<typeof SurveyObjective>>;

/** How long and from which seed the planner searches. */
export const SurveySolver = z.strictObject({
  time_limit_s: z.number().min(0.1).max(LIMITS.survey_time_limit_s),
  seed: z.number().int().min(0).max(4_294_967_295),
  /** Iterations of the improvement search; null: the planner's own number. The clock only stops a search early. */
  iteration_budget: z.number().int().min(0).max(100_000_000).nullable(),
});
export type SurveySolver = Readonly<z.infer<typeof SurveySolver>>;

/** Distances between aircraft in flight; a pair is separated when either one holds. Pads are exempt (see `launch_spacing_s`). */
export const SurveySeparation = z.strictObject({
  horizontal_m: z.number().min(0).max(10_000),
  vertical_m: z.number().min(0).max(1000),
  /** Least seconds between two launches, two landings, or one of each, of different units at one site. */
  launch_spacing_s: z.number().min(0).max(3600),
});
export type SurveySeparation = Readonly<z.infer<typeof SurveySeparation>>;

/** The whole document. Policy and pins are not part of it. */
export const SurveyScenario = z.strictObject({
  schema_version: z.literal(SURVEY_SCENARIO_VERSION),
  id: SurveyId,
  title: BilingualText,
  /** What the scenario is there to show; empty strings for an operator's own. */
  shows: BilingualText,
  /** Stated, never assumed: documents in another datum are converted on import. */
  horizontal_datum: z.literal('WGS84'),
  /** What "above mean sea level" means here. Heights are compared, never converted, so any of them will do. */
  vertical_datum: z.enum(['EGM96', 'EGM2008', 'BALTIC77']),
  terrain: SurveyTerrain,
  airspace: SurveyAirspace,
  tasks: z.array(SurveyTask).min(1).max(LIMITS.survey_tasks),
  sites: z.array(SurveySite).min(1).max(LIMITS.survey_sites),
  /** Places that a search may open when the policy lets it; no plan uses one before it is moved into `sites`. */
  candidate_sites: z.array(SurveySite).max(LIMITS.survey_sites),
  units: z.array(SurveyUnit).min(1).max(LIMITS.survey_units),
  weather: SurveyWeather,
  separation: SurveySeparation,
  /** Distances from the launch site of a sortie, in three dimensions; null: not limited. */
  links: z.strictObject({
    line_of_sight_m: z.number().positive().max(1_000_000).nullable(),
    radio_range_m: z.number().positive().max(1_000_000).nullable(),
  }),
  /** Second 0 of every plan is `start_utc`; all aircraft are down by `duration_s`, if given. */
  work_window: z.strictObject({
    start_utc: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
    duration_s: z
      .number()
      .positive()
      .max(7 * 86_400)
      .nullable(),
  }),
  objective: SurveyObjective,
  solver: SurveySolver,
});
export type SurveyScenario = Readonly<z.infer<typeof SurveyScenario>>;
