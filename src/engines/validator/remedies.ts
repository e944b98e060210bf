/** Computed ways to clear a code. The sign comes from the formula: height grows with GSD, so going lower needs a finer one. */
import { type BilingualText, type SurveyTask } from '#world';
import { type SurveyPatch, type SurveyRemedy } from '#ir';
import { type Context } from './context.ts';
import { opticsOf } from './footprint.ts';
import { type Track } from './track.ts';
import { quantity, rounded } from './words.ts';

/** A bound on height that the remedy has to respect. */
export type HeightWish =
  { readonly below_agl_m: number } | { readonly below_amsl_m: number } | { readonly above_agl_m: number };

/** Margin of a computed change, so that rounding in a planner does not eat it. */
const ROOM = 5e-4;

/** A remedy with a patch on the scenario; not proven until it has been applied. */
export function scenarioRemedy(
  kind: string,
  patch: readonly SurveyPatch[],
  text: BilingualText,
): SurveyRemedy {
  return { kind, patch: [...patch], text, proven: false };
}

/** One replacement in the scenario. */
export function replaceIn(path: string, value: SurveyPatch['value']): SurveyPatch {
  return { target: 'scenario', op: 'replace', path, value };
}

/** Changes the task's GSD (or sensor height) so that its lanes come to lie on the right side of a height; null where the lanes' height is not what the requirement asks for. */
export function changeGsd(
  context: Context,
  track: Track,
  segment: number,
  wish: HeightWish,
): SurveyRemedy | null {
  const index = taskIndexAt(context, track, segment);
  const task = context.scenario.tasks[index];
  const payload = track.unit === null ? null : context.payloads.get(track.unit.payload_id);
  if (task === undefined || payload == null) return null;
  const height = wishedHeight(context, track, segment, wish);
  if (height === null || !(height > 0)) return null;
  const raise = 'above_agl_m' in wish;
  if (task.quality.type === 'gsd' && payload.type === 'camera') {
    const pixel = opticsOf(payload, task.camera_orientation).pixel;
    const exact = pixel * height * 100;
    const gsd_cm = raise
      ? Math.ceil(exact * (1 + ROOM) * 1e4) / 1e4
      : Math.floor(exact * (1 - ROOM) * 1e4) / 1e4;
    const old = task.quality.gsd_cm;
    if (!(gsd_cm >= 0.1 && gsd_cm <= 200) || raise !== gsd_cm > old) return null;
    return gsdRemedy(index, { old, gsd_cm, height });
  }
  if (task.quality.type === 'line_spacing')
    return changeSensorHeight(task, index, { height, raise, payload });
  return null;
}

function gsdRemedy(index: number, v: { old: number; gsd_cm: number; height: number }): SurveyRemedy {
  const factor = v.gsd_cm / v.old;
  const lanes = Math.abs(1 / factor - 1) * 100;
  const [moreEn, moreRu] = factor < 1 ? ['more', 'больше'] : ['fewer', 'меньше'];
  const note =
    factor < 1
      ? { en: '', ru: '' }
      : {
          en: '; this is a coarser result and the operator’s decision',
          ru: '; результат грубее, решает оператор',
        };
  return scenarioRemedy('change_gsd', [replaceIn(`/tasks/${index}/quality/gsd_cm`, v.gsd_cm)], {
    en: `Set the ground sampling distance to ${quantity(v.gsd_cm, 'cm', 'en')} instead of ${quantity(v.old, 'cm', 'en')} (${rounded(factor)} times as much): the lanes then lie at ${quantity(v.height, 'm', 'en')} over the ground, with about ${rounded(lanes)} % ${moreEn} lanes${note.en}`,
    ru: `Задать разрешение ${quantity(v.gsd_cm, 'cm', 'ru')} на пиксель вместо ${quantity(v.old, 'cm', 'ru')} (множитель ${rounded(factor, 'ru')}): высота галсов над землёй станет ${quantity(v.height, 'm', 'ru')}, галсов будет примерно на ${rounded(lanes, 'ru')} % ${moreRu}${note.ru}`,
  });
}

function changeSensorHeight(
  task: SurveyTask,
  index: number,
  v: { height: number; raise: boolean; payload: { readonly type: string; readonly cable_m?: number } },
): SurveyRemedy | null {
  if (task.quality.type !== 'line_spacing') return null;
  const cable = v.payload.cable_m ?? 0;
  const exact = v.height - cable;
  const sensor_agl_m = v.raise ? Math.ceil(exact * 10 + 1) / 10 : Math.floor(exact * 10 - 1) / 10;
  const old = task.quality.sensor_agl_m;
  if (!(sensor_agl_m >= 1) || v.raise !== sensor_agl_m > old) return null;
  return scenarioRemedy(
    'change_sensor_height',
    [replaceIn(`/tasks/${index}/quality/sensor_agl_m`, sensor_agl_m)],
    {
      en: `Set the sensor height to ${quantity(sensor_agl_m, 'm', 'en')} over the ground instead of ${quantity(old, 'm', 'en')}`,
      ru: `Задать высоту датчика ${quantity(sensor_agl_m, 'm', 'ru')} над землёй вместо ${quantity(old, 'm', 'ru')}`,
    },
  );
}

function wishedHeight(context: Context, track: Track, segment: number, wish: HeightWish): number | null {
  if ('below_agl_m' in wish) return wish.below_agl_m;
  if ('above_agl_m' in wish) return wish.above_agl_m;
  const ground = context.ground.at(track.lon[segment]!, track.lat[segment]!);
  return ground === null ? null : wish.below_amsl_m - ground;
}

/** The task of the lane flown at, or next before or after, a segment; -1: none. */
export function taskIndexAt(context: Context, track: Track, segment: number): number {
  const lanes = new Map(context.plan.lanes.map((l) => [l.id, l.block_id]));
  const blocks = new Map(context.plan.blocks.map((b) => [b.id, b.task_id]));
  const legs = track.sortie.legs;
  const here = Math.max(0, track.leg[segment] ?? 0);
  for (let d = 0; d < legs.length; d++)
    for (const k of [here + d, here - d]) {
      const lane = legs[k]?.lane_id;
      const task = lane == null ? undefined : blocks.get(lanes.get(lane) ?? '');
      if (task !== undefined) return context.scenario.tasks.findIndex((t) => t.id === task);
    }
  return -1;
}

/** Turns the lanes of a task into the wind, where nothing drifts. */
export function intoWind(context: Context, taskId: string): SurveyRemedy | null {
  const index = context.scenario.tasks.findIndex((t) => t.id === taskId);
  if (index < 0) return null;
  const deg = context.scenario.weather.wind_from_deg % 180;
  return scenarioRemedy('change_angle', [replaceIn(`/tasks/${index}/swath_angle_deg`, deg)], {
    en: `Lay the lanes at ${quantity(deg, 'deg', 'en')}, along the wind: no drift, and a longer flight against it`,
    ru: `Проложить галсы под углом ${quantity(deg, 'deg', 'ru')}, вдоль ветра: без сноса, но дольше против ветра`,
  });
}

/** Takes a unit out of the work, if another enabled one carries a payload of the same type. */
export function disableUnit(context: Context, unitId: string): SurveyRemedy | null {
  const { units } = context.scenario;
  const index = units.findIndex((u) => u.id === unitId);
  const type = context.payloads.get(units[index]?.payload_id ?? '')?.type;
  const others = units.filter(
    (u) => u.enabled && u.id !== unitId && context.payloads.get(u.payload_id)?.type === type,
  );
  if (index < 0 || type === undefined || others.length === 0) return null;
  return scenarioRemedy('disable_unit', [replaceIn(`/units/${index}/enabled`, false)], {
    en: `leave ${unitId} on the ground; ${others.map((u) => u.id).join(', ')} can do the work`,
    ru: `не поднимать ${unitId}; работу могут выполнить: ${others.map((u) => u.id).join(', ')}`,
  });
}
