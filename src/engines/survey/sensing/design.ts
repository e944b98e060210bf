import {
  type AircraftFigures,
  type CameraFigures,
  type LidarFigures,
  type MagnetometerFigures,
  type PayloadFigures,
  type SurveyAirspace,
  type SurveyTask,
  SURVEY_RULES,
} from '#world';
import { radians } from '#base';
import { type Pt } from '../plane/projection.ts';
import { cross, norm } from '../plane/vec.ts';
import { groundSpeed } from '../motion/wind.ts';
import { crabbed, footprint_m, gsd_cm, heightForGsd_m, lidarSwath_m } from './formulas.ts';

/** What is asked and what flies it. `relief_m`: how far the ground under one lane rises over what its height is taken from. */
export type DesignInput = {
  readonly task: SurveyTask;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly airspace: SurveyAirspace;
  readonly wind: Pt;
  readonly relief_m: number;
  /** Lowest and highest ground of the area. */
  readonly low_m: number;
  readonly high_m: number;
  /** Unit vector of the lanes. */
  readonly u: Pt;
  /** Most lines that may be counted on to see one point; unlimited if not given. */
  readonly lines_most?: number;
};

/** How one task is flown by one kind of aircraft and payload in one lane direction. */
export type Design = {
  /** Height over the (lowest) ground of a lane. */
  readonly agl_m: number;
  /** Whether the height is a ceiling over the lowest ground (cameras, lidar) or a floor over the highest (magnetometer). */
  readonly height_is: 'at_most' | 'at_least';
  readonly spacing_max_m: number;
  readonly photo_spacing_m: number | null;
  /** What one pass covers to each side, and beyond its first and last frame: less than nothing where scan lines lie slanted. */
  readonly reach_side_m: number;
  readonly reach_front_m: number;
  /** Airspeed on lanes; winged aircraft keep it in turns as well. */
  readonly airspeed_mps: number;
  /** Ground speed on lanes is no higher than this. */
  readonly groundspeed_max_mps: number;
  /** Straight stretch wanted on the line before the first frame: seconds, and metres of a towed cable. */
  readonly settle_s: number;
  readonly cable_m: number;
  /** Least seconds between frames; 0 for sensors without frames. */
  readonly trigger_s: number;
  /** Greatest height over the ground under the aircraft at which the sensor works. */
  readonly agl_most_m: number;
};

/** Why a task cannot be flown so; `code` is what flying it all the same would raise. */
export type DesignFault = {
  readonly code: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: string;
  readonly what:
    'height' | 'spacing' | 'crab' | 'headway' | 'trigger' | 'blur' | 'density' | 'sensor_height' | 'images';
};

export type DesignResult =
  { readonly ok: true; readonly value: Design } | { readonly ok: false; readonly error: DesignFault };

const fault = (
  what: DesignFault['what'],
  code: string,
  measured: number,
  limit: number,
  unit: string,
): DesignResult => ({ ok: false, error: { what, code, measured, limit, unit } });

/** Rounds down to a millimetre, a hair inside the limit. */
const mm = (x: number): number => Math.floor(x * (1 - 1e-7) * 1000) / 1000;
/** A limit met with a little room for rounding. */
const INSIDE = 0.9995;

/** Height, spacing and speed of a task's lanes, from what it asks for. */
export function designBlock(input: DesignInput): DesignResult {
  switch (input.payload.type) {
    case 'camera':
      return designCamera(input, input.payload);
    case 'lidar':
      return designLidar(input, input.payload);
    case 'magnetometer':
      return designMagnetometer(input, input.payload);
  }
}

/** Highest height over the lowest ground that keeps the ceiling; and the least that clears floor and terrain. */
function heightWindow(input: DesignInput): { most: number; least: number } {
  const { airspace, relief_m, low_m, high_m } = input;
  // A lane's own lowest ground lies anywhere between the area's extremes; the ceiling binds over high ground.
  const lowestOfHigh = Math.max(low_m, high_m - relief_m);
  return {
    most: airspace.ceiling_amsl_m - lowestOfHigh,
    least: Math.max(airspace.min_agl_m + relief_m, airspace.floor_amsl_m - low_m),
  };
}

/** Airspeed on lanes so that neither direction exceeds a ground speed; 0 where a wing would be too slow for it. */
function laneAirspeed(input: DesignInput, ground_max: number): number {
  const { craft, wind, u } = input;
  const fast = (v: number): number =>
    Math.max(groundSpeed(v, wind, u), groundSpeed(v, wind, { x: -u.x, y: -u.y }));
  if (craft.kind === 'multirotor' || fast(craft.cruise_mps) <= ground_max) return craft.cruise_mps;
  const least = craft.speed_min_mps * 1.01;
  if (fast(least) > ground_max) return 0;
  let [low, high] = [least, craft.cruise_mps];
  for (let i = 0; i < 40; i++) {
    const mid = (low + high) / 2;
    if (fast(mid) <= ground_max) low = mid;
    else high = mid;
  }
  return low;
}

/** Slowest of both directions; lanes need some headway. */
function headway(input: DesignInput, airspeed: number): number {
  const { wind, u } = input;
  return Math.min(groundSpeed(airspeed, wind, u), groundSpeed(airspeed, wind, { x: -u.x, y: -u.y }));
}

/** Below this ground speed a lane is not planned. */
export const LEAST_HEADWAY_MPS = 1;

function crabOf(input: DesignInput, airspeed: number): number {
  if (input.craft.kind === 'multirotor') return 0;
  return Math.asin(Math.min(1, Math.abs(cross(input.u, input.wind)) / airspeed));
}

/** Rounds of speed and photo spacing, at most: each brings them closer by a digit or more. */
const SETTLE_ROUNDS = 16;

function designCamera(input: DesignInput, camera: CameraFigures): DesignResult {
  const { task, craft } = input;
  if (task.quality.type !== 'gsd') return fault('height', 'G0-10', 0, 0, '1');
  const asked = heightForGsd_m(camera, task.quality.gsd_cm);
  const window = heightWindow(input);
  const agl_m = mm(Math.min(asked, window.most));
  if (!(agl_m >= window.least)) {
    const code = asked < window.least ? 'G2-02' : 'G1-04';
    return fault('height', code, Math.min(asked, window.most), window.least, 'm');
  }
  const over = agl_m - input.relief_m;
  const frame = footprint_m(camera, over, task.camera_orientation === 'landscape');
  const limit_blur =
    camera.exposure_s === null
      ? Infinity
      : (SURVEY_RULES.blur_max_px * Math.min(...Object.values(gsd_cm(camera, over)))) /
        100 /
        camera.exposure_s;
  const crabAt = (v: number) => {
    const shape = crabbed(frame, crabOf(input, v), task.forward_overlap);
    return {
      ...shape,
      photo_spacing_m: Math.min(shape.photo_spacing_m, spacingForImages_m(input, frame.front)),
    };
  };
  // Photo spacing depends on crab and crab on airspeed; cruise gives the least crab, further rounds settle it.
  let airspeed = craft.cruise_mps;
  let shape = crabAt(airspeed);
  let ground_max = Infinity;
  for (let i = 0; i < SETTLE_ROUNDS; i++) {
    const most = INSIDE * Math.min(limit_blur, shape.photo_spacing_m / camera.min_trigger_s);
    if (Math.abs(most - ground_max) <= 1e-12 * most) break;
    ground_max = most;
    airspeed = laneAirspeed(input, ground_max);
    if (airspeed === 0) {
      const slow = groundSpeed(craft.speed_min_mps, { x: norm(input.wind), y: 0 }, { x: 1, y: 0 });
      const byBlur = limit_blur < shape.photo_spacing_m / camera.min_trigger_s;
      return fault(byBlur ? 'blur' : 'trigger', byBlur ? 'G2-08' : 'G2-07', slow, ground_max, 'm/s');
    }
    shape = crabAt(airspeed);
  }
  return finish(input, {
    agl_m,
    height_is: 'at_most',
    spacing_max_m: shape.swath_m * (1 - task.side_overlap),
    photo_spacing_m: shape.photo_spacing_m,
    reach_side_m: shape.swath_m / 2,
    reach_front_m: shape.reach_front_m,
    airspeed_mps: airspeed,
    groundspeed_max_mps: ground_max,
    cable_m: 0,
    trigger_s: camera.min_trigger_s,
    agl_most_m: Infinity,
  });
}

/** Lines beside a point on the area's edge that see it at the widest spacing: floor(swath / 2s + 1/2), at least one. */
export function linesSeeing(task: SurveyTask): number {
  return Math.max(1, Math.floor(1 / (2 * (1 - task.side_overlap)) + 0.5 + 1e-9));
}

/**
 * Photo spacing at which each point is on as many images as asked for: on the edge those of `linesSeeing`, or of all the
 * lines of a narrow area, the frames of each within the frame's length; inside there are more.
 */
function spacingForImages_m(input: DesignInput, front_m: number): number {
  const { min_images_per_point } = input.task;
  if (min_images_per_point <= 1) return Infinity;
  const lanes = Math.min(input.lines_most ?? Infinity, linesSeeing(input.task));
  return (INSIDE * front_m) / Math.ceil(min_images_per_point / lanes);
}

function finish(input: DesignInput, part: Omit<Design, 'settle_s'>): DesignResult {
  const crab = input.payload.type === 'magnetometer' ? 0 : crabOf(input, part.airspeed_mps);
  if (crab > radians(SURVEY_RULES.crab_max_deg) * INSIDE)
    return fault('crab', 'G3-08', (crab * 180) / Math.PI, SURVEY_RULES.crab_max_deg, 'deg');
  if (!(part.spacing_max_m >= 1)) return fault('spacing', 'G2-06', part.spacing_max_m, 1, 'm');
  const least = headway(input, part.airspeed_mps);
  if (!(least >= LEAST_HEADWAY_MPS)) return fault('headway', 'G5-05', least, LEAST_HEADWAY_MPS, 'm/s');
  return { ok: true, value: { ...part, settle_s: SURVEY_RULES.track_line_settle_s } };
}

/** What scan lines turned by the crab angle cover: a narrower strip whose ends are slanted. */
function scanned(
  input: DesignInput,
  swath_m: number,
  airspeed_mps: number,
): { readonly reach_side_m: number; readonly reach_front_m: number } {
  const crab = crabOf(input, airspeed_mps);
  return { reach_side_m: (swath_m / 2) * Math.cos(crab), reach_front_m: (-swath_m / 2) * Math.sin(crab) };
}

function designLidar(input: DesignInput, lidar: LidarFigures): DesignResult {
  const { task, craft } = input;
  const window = heightWindow(input);
  const fov = radians(lidar.usable_fov_deg);
  if (task.quality.type === 'line_spacing') {
    const agl_m = mm(task.quality.sensor_agl_m + input.relief_m);
    if (agl_m > lidar.agl_max_m) return fault('sensor_height', 'G2-05', agl_m, lidar.agl_max_m, 'm');
    if (!(agl_m >= window.least) || agl_m > window.most)
      return fault('height', 'G1-06', agl_m, window.least, 'm');
    const turned = scanned(input, lidarSwath_m(agl_m - input.relief_m, fov), craft.cruise_mps);
    return finish(input, {
      agl_m,
      height_is: 'at_most',
      ...turned,
      spacing_max_m: Math.min(task.quality.line_spacing_m, 2 * turned.reach_side_m),
      photo_spacing_m: null,
      airspeed_mps: craft.cruise_mps,
      groundspeed_max_mps: Infinity,
      cable_m: 0,
      trigger_s: 0,
      agl_most_m: lidar.agl_max_m,
    });
  }
  if (task.quality.type !== 'point_density') return fault('height', 'G0-10', 0, 0, '1');
  const density = task.quality.point_density_per_m2;
  const most = mm(Math.min(window.most, lidar.agl_max_m, SURVEY_RULES.permission_above_agl_m));
  let best: { design: Design; rate: number } | null = null;
  let worst: DesignResult = fault('height', 'G1-06', most, window.least, 'm');
  // Speed and height trade against each other at constant product; the best is where turns weigh least.
  for (let i = 0; i <= 24; i++) {
    const agl_m = mm(window.least + ((most - window.least) * i) / 24);
    if (!(agl_m >= window.least)) continue;
    const ground_max = (INSIDE * lidar.pulses_per_s) / (density * lidarSwath_m(agl_m, fov));
    const airspeed = laneAirspeed(input, ground_max);
    if (airspeed === 0) {
      worst = fault('density', 'G2-05', craft.speed_min_mps, ground_max, 'm/s');
      continue;
    }
    const turned = scanned(input, lidarSwath_m(agl_m - input.relief_m, fov), airspeed);
    const result = finish(input, {
      agl_m,
      height_is: 'at_most',
      ...turned,
      spacing_max_m: 2 * turned.reach_side_m * (1 - task.side_overlap),
      photo_spacing_m: null,
      airspeed_mps: airspeed,
      groundspeed_max_mps: ground_max,
      cable_m: 0,
      trigger_s: 0,
      agl_most_m: lidar.agl_max_m,
    });
    if (!result.ok) {
      worst = result;
      continue;
    }
    const speed = Math.min(ground_max, craft.cruise_mps);
    // Square metres a second over lanes of a kilometre, turns of 15 s.
    const rate = (1000 * result.value.spacing_max_m) / (1000 / speed + 15);
    if (best === null || rate > best.rate) best = { design: result.value, rate };
  }
  return best === null ? worst : { ok: true, value: best.design };
}

function designMagnetometer(input: DesignInput, sensor: MagnetometerFigures): DesignResult {
  const { task, craft } = input;
  if (task.quality.type !== 'line_spacing') return fault('height', 'G0-10', 0, 0, '1');
  const { sensor_agl_m, line_spacing_m } = task.quality;
  if (sensor_agl_m > sensor.sensor_agl_max_m)
    return fault('sensor_height', 'G2-05', sensor_agl_m, sensor.sensor_agl_max_m, 'm');
  if (sensor_agl_m < sensor.sensor_agl_min_m)
    return fault('sensor_height', 'G2-05', sensor_agl_m, sensor.sensor_agl_min_m, 'm');
  const agl_m = sensor_agl_m + sensor.cable_m;
  const least = Math.max(input.airspace.min_agl_m, input.airspace.floor_amsl_m - input.high_m);
  if (!(agl_m >= least)) return fault('height', 'G1-06', agl_m, least, 'm');
  return finish(input, {
    agl_m,
    height_is: 'at_least',
    spacing_max_m: line_spacing_m,
    photo_spacing_m: null,
    reach_side_m: line_spacing_m / 2,
    reach_front_m: 0,
    airspeed_mps: craft.cruise_mps,
    groundspeed_max_mps: Infinity,
    cable_m: sensor.cable_m,
    trigger_s: 0,
    agl_most_m: sensor.sensor_agl_max_m + sensor.cable_m,
  });
}
