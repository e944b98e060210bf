import { z } from 'zod';
import type { SurveyScenario, SurveyTask } from '#world';
import type { SurveyToolError } from './contract.ts';
import { editTool } from './guard/edit.ts';
import {
  NOUNS,
  angleValue,
  given,
  missing,
  name,
  number,
  ref,
  swathAngle,
  withMembers,
} from './guard/args.ts';
import { UNIT, outOfRange } from './guard/ranges.ts';
import { surveyError } from './session/text.ts';

const Args = z.strictObject({
  task_id: ref('task'),
  name: name.nullable(),
  gsd_cm: number('largest ground sampling distance, cm per pixel, 0.1 to 200').nullable(),
  point_density_per_m2: number('smallest lidar density, points per square metre, 0.1 to 10000').nullable(),
  line_spacing_m: number('largest distance between lanes, m, 1 to 5000').nullable(),
  forward_overlap: number('overlap along the lane as a ratio, 0 to 0.95').nullable(),
  side_overlap: number('overlap between lanes as a ratio, 0 to 0.95').nullable(),
  swath_angle: swathAngle.nullable(),
});
type Args = z.output<typeof Args>;

/** Changes what a task asks for. Its area and its survey type are not among the arguments. */
export const updateTaskTool = editTool(
  {
    name: 'update_task',
    summary:
      'Changes a survey task: name, GSD or point density or line spacing (the one that the task is asked for by), overlaps, swath angle. Null leaves a value unchanged. Quality only on the operator’s direct request, never to make a plan pass. The area and the survey type cannot be changed.',
    args: Args,
  },
  {
    touches: ({ task_id }) => [{ needs: null, object: { kind: 'task', id: task_id } }],
    ranges: (args, scenario) =>
      missing(NOUNS.task, args.task_id, scenario.tasks) ?? taskRanges(args) ?? rightQuality(args, scenario),
    apply: (args, scenario) => ({
      ...scenario,
      tasks: scenario.tasks.map((t) => (t.id === args.task_id ? changedTask(t, args) : t)),
    }),
  },
);

function taskRanges(args: Args): SurveyToolError | null {
  const deg = args.swath_angle?.mode === 'fixed' ? args.swath_angle.deg : null;
  return outOfRange([
    { value: args.gsd_cm, en: 'gsd_cm', ru: 'GSD', min: 0.1, max: 200, unit: UNIT.cm },
    {
      value: args.point_density_per_m2,
      en: 'point_density_per_m2',
      ru: 'плотность точек на м²',
      min: 0.1,
      max: 10_000,
    },
    {
      value: args.line_spacing_m,
      en: 'line_spacing_m',
      ru: 'межгалсовое расстояние',
      min: 1,
      max: 5000,
      unit: UNIT.m,
    },
    { value: args.forward_overlap, en: 'forward_overlap', ru: 'продольное перекрытие', min: 0, max: 0.95 },
    { value: args.side_overlap, en: 'side_overlap', ru: 'поперечное перекрытие', min: 0, max: 0.95 },
    { value: deg, en: 'swath angle', ru: 'угол галсов', min: 0, max: 360, unit: UNIT.deg },
  ]);
}

/** A task is asked for by one of three figures, and keeps to that one. */
function rightQuality(args: Args, scenario: SurveyScenario): SurveyToolError | null {
  const task = scenario.tasks.find((t) => t.id === args.task_id)!;
  const own = QUALITY_MEMBER[task.quality.type];
  const other = Object.values(QUALITY_MEMBER).find((m) => m !== own && args[m] !== null);
  if (other === undefined) return null;
  return surveyError(
    'incompatible',
    `${task.id} is asked for by ${own}, not by ${other}`,
    `участок ${task.id} задан через ${own}, а не через ${other}`,
  );
}

const QUALITY_MEMBER = {
  gsd: 'gsd_cm',
  point_density: 'point_density_per_m2',
  line_spacing: 'line_spacing_m',
} as const satisfies Record<SurveyTask['quality']['type'], keyof Args>;

function changedTask(task: SurveyTask, args: Args): SurveyTask {
  const own = QUALITY_MEMBER[task.quality.type];
  const quality = args[own] === null ? task.quality : { ...task.quality, [own]: args[own] };
  const { name: called, forward_overlap, side_overlap, swath_angle } = args;
  return withMembers([task], task.id, {
    ...given({ name: called, forward_overlap, side_overlap }),
    ...(swath_angle === null ? {} : { swath_angle_deg: angleValue(swath_angle) }),
    quality,
  })[0]!;
}
