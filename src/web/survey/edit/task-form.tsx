import type { SurveyTask } from '#world';
import { area as areaText, brief } from '../../i18n/format.ts';
import { polygonArea_m2 } from '../../map/earth.ts';
import { Button } from '../../ui/buttons.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { takeTool } from '../map/tools.ts';
import { useFault } from '../state/compute.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ofType } from '../state/objects.ts';
import { ScenarioNumber } from './number.tsx';
import { ObjectActions } from './object-actions.tsx';
import { ObjectRow } from './object-row.tsx';
import { useForm } from './use-form.ts';

/** Names are one line without control characters. */
export const NAME_PATTERN = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,80}$/u;

/** The survey areas. */
export function TaskList(): React.JSX.Element {
  const { t, language, unit } = useForm();
  const tasks = useDocument((s) => s.scenario?.tasks ?? []);
  const quality = (task: SurveyTask): string => {
    const q = task.quality;
    if (q.type === 'gsd') return `${t('gsd')} ${brief(q.gsd_cm, 3, language)} ${unit('cm')}`;
    if (q.type === 'point_density') return `${brief(q.point_density_per_m2, 2, language)} ${t('per_m2')}`;
    return `${t('spacing')} ${brief(q.line_spacing_m, 1, language)} ${unit('m')}`;
  };
  return (
    <>
      <ul className="objects">
        {tasks.map((task, i) => (
          <ObjectRow
            key={task.id}
            selection={{ kind: 'task', id: task.id }}
            name={task.name}
            detail={`${t(task.survey_type)} · ${quality(task)} · ${areaText(polygonArea_m2(task.area.coordinates), language)}`}
            colour="#5aa469"
          >
            <TaskForm task={task} index={i} />
          </ObjectRow>
        ))}
      </ul>
      <Button icon="plus" onClick={() => takeTool('task')}>
        {t('draw_area')}
      </Button>
    </>
  );
}

function TaskForm({ task, index }: { readonly task: SurveyTask; readonly index: number }): React.JSX.Element {
  const { t, language } = useForm();
  const path = `tasks.${index}`;
  const area_fault = useFault(`${path}.area.coordinates.0`, language);
  const change = (part: Partial<SurveyTask>): void => {
    edit(EDIT.task, (s) => ({
      ...s,
      tasks: s.tasks.map((x) => (x.id === task.id ? { ...x, ...part } : x)),
    }));
  };
  const corners = task.area.coordinates.reduce((n, r) => n + r.length - 1, 0);
  const holes = task.area.coordinates.length - 1;
  return (
    <>
      <TextField
        label={t('name')}
        value={task.name}
        max={80}
        pattern={NAME_PATTERN}
        wrong={t('name_wrong')}
        wide
        onChange={(name) => change({ name })}
      />
      <p className="facts">
        {task.id} ·{' '}
        {t('area_size', { area: areaText(polygonArea_m2(task.area.coordinates), language), corners })}
        {holes === 0 ? null : `, ${t('holes', { n: holes })}`}
      </p>
      {area_fault === null ? null : <p className="field-error">{area_fault}</p>}
      <SelectField
        label={t('survey_type')}
        value={task.survey_type}
        wide
        testId={`type-${task.id}`}
        options={(['camera', 'lidar', 'magnetometer'] as const).map((id) => ({ id, text: t(id) }))}
        onChange={(type) => change(ofType(task, type))}
      />
      <div className="grid2">
        <QualityFields task={task} path={path} change={change} />
        {task.survey_type === 'magnetometer' ? null : (
          <ScenarioNumber
            label={t('side')}
            value={task.side_overlap}
            rule="tasks.side_overlap"
            path={`${path}.side_overlap`}
            factor={100}
            unit="%"
            onChange={(v) => change({ side_overlap: v! })}
          />
        )}
        {task.survey_type !== 'camera' ? null : (
          <ScenarioNumber
            label={t('forward')}
            value={task.forward_overlap}
            rule="tasks.forward_overlap"
            path={`${path}.forward_overlap`}
            factor={100}
            unit="%"
            onChange={(v) => change({ forward_overlap: v! })}
          />
        )}
        <ScenarioNumber
          label={t('angle')}
          value={task.swath_angle_deg}
          rule="tasks.swath_angle_deg"
          path={`${path}.swath_angle_deg`}
          unit="°"
          empty={t('by_planner')}
          onChange={(v) => change({ swath_angle_deg: v })}
        />
        <TypeFields task={task} path={path} change={change} />
      </div>
      <CheckField
        label={t('terrain_follow')}
        value={task.terrain_follow}
        onChange={(terrain_follow) => change({ terrain_follow })}
      />
      <CheckField
        label={t('crosshatch')}
        value={task.crosshatch}
        onChange={(crosshatch) => change({ crosshatch })}
      />
      <ObjectActions selection={{ kind: 'task', id: task.id }} />
    </>
  );
}

type PartProps = {
  readonly task: SurveyTask;
  readonly path: string;
  readonly change: (part: Partial<SurveyTask>) => void;
};

function QualityFields({ task, path, change }: PartProps): React.JSX.Element {
  const { t, unit } = useForm();
  const q = task.quality;
  if (q.type === 'gsd')
    return (
      <ScenarioNumber
        label={t('gsd')}
        value={q.gsd_cm}
        rule="tasks.quality.gsd_cm"
        path={`${path}.quality.gsd_cm`}
        unit={unit('cm')}
        testId={`gsd-${task.id}`}
        onChange={(v) => change({ quality: { ...q, gsd_cm: v! } })}
      />
    );
  if (q.type === 'point_density')
    return (
      <ScenarioNumber
        label={t('density')}
        value={q.point_density_per_m2}
        rule="tasks.quality.point_density_per_m2"
        path={`${path}.quality.point_density_per_m2`}
        unit={t('per_m2')}
        onChange={(v) => change({ quality: { ...q, point_density_per_m2: v! } })}
      />
    );
  return (
    <>
      <ScenarioNumber
        label={t('spacing')}
        value={q.line_spacing_m}
        rule="tasks.quality.line_spacing_m"
        path={`${path}.quality.line_spacing_m`}
        unit={unit('m')}
        onChange={(v) => change({ quality: { ...q, line_spacing_m: v! } })}
      />
      <ScenarioNumber
        label={t('sensor_height')}
        value={q.sensor_agl_m}
        rule="tasks.quality.sensor_agl_m"
        path={`${path}.quality.sensor_agl_m`}
        unit={unit('m')}
        onChange={(v) => change({ quality: { ...q, sensor_agl_m: v! } })}
      />
    </>
  );
}

/** Fields that only one survey type has. */
function TypeFields({ task, path, change }: PartProps): React.JSX.Element | null {
  const { t } = useForm();
  if (task.survey_type === 'magnetometer')
    return (
      <ScenarioNumber
        label={t('tie_every')}
        value={task.tie_line_every}
        rule="tasks.tie_line_every"
        path={`${path}.tie_line_every`}
        empty={t('none')}
        onChange={(v) => change({ tie_line_every: v })}
      />
    );
  if (task.survey_type !== 'camera') return null;
  return (
    <>
      <SelectField
        label={t('orientation')}
        value={task.camera_orientation}
        options={[
          { id: 'landscape', text: t('landscape') },
          { id: 'portrait', text: t('portrait') },
        ]}
        onChange={(camera_orientation) => change({ camera_orientation })}
      />
      <ScenarioNumber
        label={t('rim')}
        value={task.rim_photos}
        rule="tasks.rim_photos"
        path={`${path}.rim_photos`}
        onChange={(v) => change({ rim_photos: v! })}
      />
      <ScenarioNumber
        label={t('min_images')}
        value={task.min_images_per_point}
        rule="tasks.min_images_per_point"
        path={`${path}.min_images_per_point`}
        onChange={(v) => change({ min_images_per_point: v! })}
      />
    </>
  );
}
