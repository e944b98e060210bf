/** G2 on single lanes: ground resolution, forward overlap, trigger, blur, bank, storage, lidar density. */
import { type CameraFigures, SURVEY_RULES } from '#world';
import { type Capture, type Frame, accelerationIn } from './captures.ts';
import { type Context } from './context.ts';
import { lidarSwath, opticsOf, works } from './footprint.ts';
import { comma } from './words.ts';

/** Samples that become metrics. */
export type FrameMetrics = { readonly gsd_cm: number[]; readonly forward: number[] };

/** One percent of a percent of height: positions and heights are written with rounding. */
const HEIGHT_SLACK_M = SURVEY_RULES.position_slack_m;

/** Checks all captures; returns what metrics are made of. */
export function checkFrames(context: Context, captures: readonly Capture[]): FrameMetrics {
  const metrics: FrameMetrics = { gsd_cm: [], forward: [] };
  const lastOf = new Map<string, Frame>();
  const shots = new Map<string, number>();
  for (const capture of captures) {
    if (capture.payload.type === 'lidar') checkDensity(context, capture);
    if (capture.payload.type !== 'camera') continue;
    const camera = capture.payload;
    checkResolution(context, capture, camera, metrics);
    checkForward(context, capture, camera, metrics);
    checkBlur(context, capture, camera);
    checkBank(context, capture, camera);
    const sortie = capture.track.sortie.id;
    checkTrigger(context, capture, camera, lastOf.get(sortie) ?? null);
    lastOf.set(sortie, capture.frames[capture.frames.length - 1]!);
    const count = (shots.get(sortie) ?? 0) + capture.frames.length;
    shots.set(sortie, count);
    if (camera.photos_max !== null && count > camera.photos_max)
      context.report.add({
        code: 'G2-11',
        ids: [sortie],
        measured: count,
        limit: camera.photos_max,
        unit: '1',
      });
  }
  return metrics;
}

function ids(capture: Capture): string[] {
  return [capture.lane!.id, capture.track.sortie.id, capture.task.id];
}

/** GSD at every exposure and, over uneven ground, between them. */
function checkResolution(
  context: Context,
  capture: Capture,
  camera: CameraFigures,
  metrics: FrameMetrics,
): void {
  const { pixel } = opticsOf(camera, capture.task.camera_orientation);
  const quality = capture.task.quality;
  for (const frame of capture.frames) {
    if (frame.agl === null) continue;
    const gsd_cm = frame.agl * pixel * 100;
    metrics.gsd_cm.push(gsd_cm);
    if (quality.type !== 'gsd') continue;
    const slack = quality.gsd_cm * SURVEY_RULES.rounding_ratio + HEIGHT_SLACK_M * pixel * 100;
    if (gsd_cm > quality.gsd_cm + slack)
      context.report.add({
        code: 'G2-02',
        ids: ids(capture),
        at: frame,
        t: frame.t,
        measured: gsd_cm,
        limit: quality.gsd_cm,
        unit: 'cm',
        detail: {
          en: `fly ${(frame.agl - quality.gsd_cm / pixel / 100).toFixed(1)} m lower here`,
          ru: `здесь нужно лететь на ${comma((frame.agl - quality.gsd_cm / pixel / 100).toFixed(1))} м ниже`,
        },
      });
  }
}

/** Least height over the ground between two frames, both included; null where unknown. */
function leastBetween(context: Context, a: Frame, b: Frame): number | null {
  if (a.agl === null || b.agl === null) return null;
  let least = Math.min(a.agl, b.agl);
  const { step_m } = context.ground;
  if (step_m === null) return least;
  const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / step_m);
  for (let k = 1; k < steps; k++) {
    const f = k / steps;
    const [lon, lat] = context.plane.lonLat(a.x + f * (b.x - a.x), a.y + f * (b.y - a.y));
    const ground = context.ground.at(lon, lat);
    if (ground === null) return null;
    least = Math.min(least, a.z + f * (b.z - a.z) - ground);
  }
  return least;
}

/** Along the airframe's axis two images lie d cos(crab) apart. */
function checkForward(
  context: Context,
  capture: Capture,
  camera: CameraFigures,
  metrics: FrameMetrics,
): void {
  const { along } = opticsOf(camera, capture.task.camera_orientation);
  const limit = capture.task.forward_overlap;
  for (let i = 0; i + 1 < capture.frames.length; i++) {
    const [a, b] = [capture.frames[i]!, capture.frames[i + 1]!];
    const agl = leastBetween(context, a, b);
    if (agl === null) continue;
    const shift = Math.hypot(b.x - a.x, b.y - a.y) * Math.cos(Math.max(a.crab, b.crab));
    const measured = agl > 0 ? Math.max(-1, 1 - shift / (along * agl)) : -1;
    metrics.forward.push(measured);
    const slack = HEIGHT_SLACK_M / Math.max(1, along * agl) + SURVEY_RULES.rounding_ratio;
    if (measured < limit - slack)
      context.report.add({
        code: 'G2-03',
        ids: ids(capture),
        at: b,
        t: b.t,
        measured,
        limit,
        least: true,
        unit: '1',
        detail: {
          en: `a frame at least every ${((along * agl * (1 - limit)) / Math.cos(b.crab)).toFixed(2)} m`,
          ru: `кадр не реже чем через ${comma(((along * agl * (1 - limit)) / Math.cos(b.crab)).toFixed(2))} м`,
        },
      });
  }
}

function checkTrigger(context: Context, capture: Capture, camera: CameraFigures, before: Frame | null): void {
  let last = before;
  for (const frame of capture.frames) {
    const interval = last === null ? Infinity : frame.t - last.t;
    // A millisecond covers times written with rounding.
    if (interval < camera.min_trigger_s - 1e-3)
      context.report.add({
        code: 'G2-07',
        ids: ids(capture),
        at: frame,
        t: frame.t,
        measured: interval,
        limit: camera.min_trigger_s,
        least: true,
        unit: 's',
        detail: {
          en: `at this spacing the ground speed may be ${((frame.speed_mps * interval) / camera.min_trigger_s).toFixed(2)} m/s at most`,
          ru: `при таком шаге путевая скорость не более ${comma(((frame.speed_mps * interval) / camera.min_trigger_s).toFixed(2))} м/с`,
        },
      });
    last = frame;
  }
}

function checkBlur(context: Context, capture: Capture, camera: CameraFigures): void {
  if (camera.exposure_s === null) {
    context.report.cannotJudge(
      'G2-08',
      `no exposure time is known for ${camera.payload_id}`,
      `для ${camera.payload_id} неизвестна выдержка`,
    );
    return;
  }
  const { pixelAlong } = opticsOf(camera, capture.task.camera_orientation);
  const limit = SURVEY_RULES.blur_max_px;
  for (const frame of capture.frames) {
    if (frame.agl === null || !(frame.agl > 0)) continue;
    const measured = (frame.speed_mps * camera.exposure_s) / (pixelAlong * frame.agl);
    if (measured > limit * (1 + 2e-3))
      context.report.add({
        code: 'G2-08',
        ids: ids(capture),
        at: frame,
        t: frame.t,
        measured,
        limit,
        unit: 'px',
        detail: {
          en: `ground speed ${((frame.speed_mps * limit) / measured).toFixed(2)} m/s at most here`,
          ru: `здесь путевая скорость не более ${comma(((frame.speed_mps * limit) / measured).toFixed(2))} м/с`,
        },
      });
  }
}

/** A camera fixed to the airframe tilts with it: bank = atan(horizontal acceleration / g). */
function checkBank(context: Context, capture: Capture, camera: CameraFigures): void {
  if (camera.mount !== 'fixed') return;
  const wing = capture.track.craft?.kind !== 'multirotor';
  for (const frame of [...capture.frames.slice(0, 4), ...capture.frames.slice(-4)]) {
    const a = accelerationIn(capture.track, frame.segment);
    // A wing changes speed without tilting sideways; a multirotor leans whichever way it accelerates.
    const pull = wing ? Math.abs(a.y * capture.ux - a.x * capture.uy) : Math.hypot(a.x, a.y);
    const measured = (Math.atan2(pull, SURVEY_RULES.gravity_mps2) * 180) / Math.PI;
    if (measured > SURVEY_RULES.photo_bank_max_deg + 0.1)
      context.report.add({
        code: 'G2-09',
        ids: ids(capture),
        at: frame,
        t: frame.t,
        measured,
        limit: SURVEY_RULES.photo_bank_max_deg,
        unit: 'deg',
      });
  }
}

/** Single-pass density: pulses / (ground speed x swath), at the fastest and highest moment of the lane. */
function checkDensity(context: Context, capture: Capture): void {
  const { payload, task } = capture;
  if (payload.type !== 'lidar' || task.quality.type !== 'point_density') return;
  const limit = task.quality.point_density_per_m2;
  for (const frame of capture.frames) {
    if (frame.agl === null || !(frame.agl > 0)) continue;
    const swath = lidarSwath(payload.usable_fov_deg) * frame.agl;
    const measured = works(capture, frame.agl) ? payload.pulses_per_s / (frame.speed_mps * swath) : 0;
    if (measured < limit * (1 - 2e-3))
      context.report.add({
        code: 'G2-05',
        ids: ids(capture),
        at: frame,
        t: frame.t,
        measured,
        limit,
        least: true,
        unit: '1/m2',
        detail:
          measured === 0
            ? { en: 'beyond the range of the lidar', ru: 'дальше предела лидара' }
            : {
                en: `ground speed ${((frame.speed_mps * measured) / limit).toFixed(2)} m/s at most at this height`,
                ru: `на этой высоте путевая скорость не более ${comma(((frame.speed_mps * measured) / limit).toFixed(2))} м/с`,
              },
      });
  }
}
