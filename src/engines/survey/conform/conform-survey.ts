import { radians } from '#base';
import { SURVEY_RULES } from '#world';
import { dubinsPaths } from '../motion/dubins.ts';
import { windTriangle, pairSpeed } from '../motion/wind.ts';
import {
  bankRadius_m,
  blur_px,
  footprint_m,
  gsd_cm,
  lidarDensity,
  lidarSwath_m,
  linesForCover,
  linesForSpacing,
  photosOnLine,
  photosWithExit,
} from '../sensing/formulas.ts';

/** A row of conformance data: inputs and expected results by name. */
export type SurveyRow = {
  readonly id: string;
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly tolerance?: number;
};

/** What a row gave. `got` has the members of `expected`; `unknown_kind` where the kind is not known. */
export type SurveyRowResult = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: unknown;
  readonly got: unknown;
};

type Values = Readonly<Record<string, number | boolean | null>>;

/** An input's number; NaN where it is absent, so that nothing passes by accident. */
function reader(input: Readonly<Record<string, unknown>>): (name: string) => number {
  return (name) => {
    const value = input[name];
    return typeof value === 'number' ? value : Number.NaN;
  };
}

const KINDS: Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => Values>> = {
  camera,
  altitude_from_gsd: (input) => {
    const n = reader(input);
    return { agl_m: (n('gsd_cm') * n('focal_mm') * n('px_w')) / n('sensor_w_mm') / 100 };
  },
  photos_on_line: photos,
  lane_count_for_full_cover: (input) => {
    const n = reader(input);
    return {
      min_lanes_full_cover: linesForCover(n('width_m'), n('spacing_m'), n('footprint_side_m')),
      min_lanes_every_point_sidelapped: linesForSpacing(n('width_m'), n('spacing_m')),
    };
  },
  wind_triangle: wind,
  mean_groundspeed_two_opposite_lanes: pair,
  turn_radius: (input) => {
    const n = reader(input);
    return { radius_m: bankRadius_m(n('v'), radians(n('bank_deg')), SURVEY_RULES.gravity_mps2) };
  },
  dubins_u_turn_no_wind: (input) => {
    const n = reader(input);
    const goal = { x: n('stagger'), y: n('lane_offset'), heading: Math.PI };
    return { length_m: dubinsPaths({ x: 0, y: 0, heading: 0 }, goal, n('R'))[0]?.length_m ?? null };
  },
  climb_rate: (input) => {
    const n = reader(input);
    const vs = (n('dz_m') * n('gs')) / n('dist_m');
    return { vs, ok: Math.abs(vs) <= n('max_vs') };
  },
  lidar_density: lidar,
  motion_blur_px: (input) => {
    const n = reader(input);
    return { blur_px: blur_px(n('gs'), n('shutter_s'), n('gsd_cm')) };
  },
  trigger_interval: (input) => {
    const n = reader(input);
    const interval_s = n('trigger_m') / n('gs');
    return {
      interval_s,
      ok: interval_s >= n('min_interval_s'),
      max_gs: n('trigger_m') / n('min_interval_s'),
    };
  },
};

function camera(input: Readonly<Record<string, unknown>>): Values {
  const n = reader(input);
  const geometry = {
    sensor_w_mm: n('sensor_w_mm'),
    sensor_h_mm: n('sensor_h_mm'),
    px_w: n('px_w'),
    px_h: n('px_h'),
    focal_mm: n('focal_mm'),
  };
  const gsd = gsd_cm(geometry, n('agl_m'));
  const frame = footprint_m(geometry, n('agl_m'), input['landscape'] !== false);
  return {
    gsd_cm_width: gsd.width,
    gsd_cm_height: gsd.height,
    footprint_side_m: frame.side,
    footprint_front_m: frame.front,
    line_spacing_m: frame.side * (1 - n('side_overlap')),
    trigger_m: frame.front * (1 - n('front_overlap')),
  };
}

function photos(input: Readonly<Record<string, unknown>>): Values {
  const n = reader(input);
  const [line, trigger] = [n('line_m'), n('trigger_m')];
  const late = input['trigger_at_entry'] === false && trigger > 0 ? 1 : 0;
  return {
    photos_entry_plus_every: photosOnLine(line, trigger) - late,
    photos_last_at_exit: photosWithExit(line, trigger) - late,
    qgc_ceil: trigger > 0 ? Math.ceil(line / trigger - 1e-9) : 0,
  };
}

function wind(input: Readonly<Record<string, unknown>>): Values {
  const n = reader(input);
  const t = windTriangle({
    airspeed_mps: n('airspeed'),
    wind_mps: n('wind'),
    wind_from_deg: n('wind_from_deg'),
    track_deg: n('track_deg'),
  });
  if (!t.feasible) return { feasible: false, groundspeed: null, crab_deg: null };
  return { feasible: true, groundspeed: t.groundspeed_mps, crab_deg: t.crab_deg };
}

function pair(input: Readonly<Record<string, unknown>>): Values {
  const n = reader(input);
  const track_deg = n('angle_wind_to_lane_deg');
  const one = (deg: number): number => {
    const t = windTriangle({
      airspeed_mps: n('airspeed'),
      wind_mps: n('wind'),
      wind_from_deg: 0,
      track_deg: deg,
    });
    return t.feasible ? t.groundspeed_mps : 0;
  };
  const [a, b] = [one(track_deg), one(track_deg + 180)];
  const mean = pairSpeed(n('airspeed'), n('wind'), radians(track_deg));
  return {
    harmonic_mean_mps: a > 0 && b > 0 ? 2 / (1 / a + 1 / b) : null,
    closed_form_mps: mean > 0 ? mean : null,
  };
}

function lidar(input: Readonly<Record<string, unknown>>): Values {
  const n = reader(input);
  const swath_m = lidarSwath_m(n('agl'), radians(n('usable_fov_deg')));
  const single = lidarDensity(n('pulses_per_s'), n('gs'), swath_m);
  const apart = 1 - n('side_overlap');
  return {
    swath_m,
    line_spacing_m: swath_m * apart,
    single_line_pts_m2: single,
    mean_with_overlap_pts_m2: single / apart,
  };
}

/** Kinds of rows that can be run. */
export const SURVEY_ROW_KINDS: readonly string[] = Object.keys(KINDS).sort();

/**
 * Runs one row on the planner's own functions. Numbers agree within `tolerance` (0.001 if absent) times the greater of 1
 * and the expected magnitude; everything else must be equal. Members of `expect` that the kind does not give fail.
 */
export function conformSurvey(row: SurveyRow): SurveyRowResult {
  const run = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined;
  if (run === undefined) return { id: row.id, passed: false, expected: row.expect, got: 'unknown_kind' };
  const values = run(row.input);
  const tolerance = row.tolerance ?? 0.001;
  const got: Record<string, unknown> = {};
  let passed = true;
  for (const [name, want] of Object.entries(row.expect)) {
    const value = values[name];
    got[name] = value === undefined ? null : value;
    if (typeof want === 'number')
      passed &&=
        typeof value === 'number' && Math.abs(value - want) <= tolerance * Math.max(1, Math.abs(want));
    else passed &&= value === want;
  }
  return { id: row.id, passed, expected: row.expect, got };
}
