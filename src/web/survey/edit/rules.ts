import type { NumberRule } from '../../ui/number-rule.ts';

/**
 * What the scenario's numbers may be, by their place; the server refuses the same. Places inside lists are named by
 * their list. The test of the page compares the table with the published schema.
 */
export const RULES = {
  'tasks.quality.gsd_cm': { min: 0.1, max: 200 },
  'tasks.quality.point_density_per_m2': { min: 0.1, max: 10_000 },
  'tasks.quality.line_spacing_m': { min: 1, max: 5000 },
  'tasks.quality.sensor_agl_m': { min: 1, max: 3000 },
  'tasks.forward_overlap': { min: 0, max: 0.95 },
  'tasks.side_overlap': { min: 0, max: 0.95 },
  'tasks.swath_angle_deg': { min: 0, max: 360 },
  'tasks.tie_line_every': { min: 2, max: 50, whole: true },
  'tasks.rim_photos': { min: 0, max: 4, whole: true },
  'tasks.min_images_per_point': { min: 1, max: 50, whole: true },
  'units.battery_sets': { min: 1, max: 1000, whole: true },
  'sites.lon_deg': { min: -180, max: 180 },
  'sites.lat_deg': { min: -180, max: 180 },
  'sites.elevation_amsl_m': { min: -500, max: 10_000 },
  'sites.pads': { min: 1, max: 64, whole: true },
  'sites.turnaround_s': { min: 0, max: 86_400 },
  'sites.corridor.landing_toward_deg': { min: 0, max: 360 },
  'sites.corridor.length_m': { min: 10, max: 5000 },
  'sites.corridor.half_width_m': { min: 1, max: 1000 },
  'airspace.floor_amsl_m': { min: -500, max: 10_000 },
  'airspace.ceiling_amsl_m': { min: -500, max: 10_000 },
  'airspace.min_agl_m': { min: 0, max: 1000 },
  'airspace.nfz_buffer_m': { min: 0, max: 10_000 },
  'airspace.obstacles.radius_m': { min: 0, max: 5000 },
  'airspace.obstacles.top_amsl_m': { min: -500, max: 10_000 },
  'airspace.obstacle_clearance_m': { min: 0, max: 1000 },
  'weather.wind_mps': { min: 0, max: 60 },
  'weather.wind_from_deg': { min: 0, max: 360 },
  'weather.gust_mps': { min: 0, max: 90 },
  'weather.ground_wind_mps': { min: 0, max: 60 },
  'weather.temperature_c': { min: -60, max: 60 },
  'objective.lambda': { min: 0, max: 1 },
  'objective.energy_reserve': { min: 0, max: 1 },
  'solver.time_limit_s': { min: 0.1, max: 300 },
  'solver.seed': { min: 0, max: 4_294_967_295, whole: true },
  'solver.iteration_budget': { min: 0, max: 100_000_000, whole: true },
  'separation.horizontal_m': { min: 0, max: 10_000 },
  'separation.vertical_m': { min: 0, max: 1000 },
  'separation.launch_spacing_s': { min: 0, max: 3600 },
  'links.line_of_sight_m': { min: 0, max: 1_000_000, above_min: true },
  'links.radio_range_m': { min: 0, max: 1_000_000, above_min: true },
  'work_window.duration_s': { min: 0, max: 604_800, above_min: true },
} as const satisfies Record<string, NumberRule>;

/** Name of a place with a rule. */
export type RuleName = keyof typeof RULES;

/** The rule in another unit: a ratio as percent, seconds as minutes. */
export function scaled(rule: NumberRule, factor: number): NumberRule {
  return { ...rule, min: rule.min * factor, max: rule.max * factor };
}

/** Vertical datums that a scenario can be in. */
export const VERTICAL_DATUMS = ['EGM96', 'EGM2008', 'BALTIC77'] as const;
