import type { SurveyObstacle, SurveyScenario, SurveyZone } from '#world';
import { brief } from '../../i18n/format.ts';
import { Button } from '../../ui/buttons.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { zoneLimits } from '../map/scenario-features.ts';
import { takeTool } from '../map/tools.ts';
import { useFault } from '../state/compute.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { boundaryAround, withAirspace } from '../state/objects.ts';
import { ScenarioNumber } from './number.tsx';
import { ObjectActions } from './object-actions.tsx';
import { ObjectRow } from './object-row.tsx';
import { NAME_PATTERN } from './task-form.tsx';
import { useForm } from './use-form.ts';

/** Boundary, heights, zones and obstacles. */
export function AirspaceForm(): React.JSX.Element {
  const { t, language } = useForm();
  const scenario = useDocument((s) => s.scenario);
  if (scenario === null) return <></>;
  const { airspace } = scenario;
  return (
    <>
      <Heights airspace={airspace} />
      <ul className="objects">
        <ObjectRow
          selection={{ kind: 'boundary', id: 'boundary' }}
          name={t('boundary')}
          detail={t('area_size', {
            area: '',
            corners: airspace.boundary.coordinates[0]!.length - 1,
          }).replace(/^, /, '')}
        >
          <Button
            icon="fit"
            onClick={() => edit(EDIT.boundary, (s) => withAirspace(s, { boundary: boundaryAround(s, 500) }))}
          >
            {t('fit_boundary')}
          </Button>
          <ObjectActions selection={{ kind: 'boundary', id: 'boundary' }} />
        </ObjectRow>
      </ul>
      <h3>
        {t('zones')} <span className="count">{airspace.no_fly_zones.length}</span>
      </h3>
      {airspace.no_fly_zones.length === 0 ? <p className="quiet">{t('no_zones')}</p> : null}
      <ul className="objects long">
        {airspace.no_fly_zones.map((z, i) => (
          <ObjectRow
            key={z.id}
            selection={{ kind: 'zone', id: z.id }}
            name={z.name}
            detail={zoneLimits(z, scenario, language) || t('always')}
            colour="#b42318"
          >
            <ZoneForm zone={z} path={`airspace.no_fly_zones.${i}`} />
          </ObjectRow>
        ))}
      </ul>
      <Button icon="plus" onClick={() => takeTool('zone')}>
        {t('draw_zone')}
      </Button>
      <h3>
        {t('obstacles')} <span className="count">{airspace.obstacles.length}</span>
      </h3>
      {airspace.obstacles.length === 0 ? <p className="quiet">{t('no_obstacles')}</p> : null}
      <ul className="objects long">
        {airspace.obstacles.map((o, i) => (
          <ObjectRow
            key={o.id}
            selection={{ kind: 'obstacle', id: o.id }}
            name={o.name}
            detail={`${brief(o.top_amsl_m, 0, language)} ${t('amsl')}`}
            colour="#5b3a1e"
          >
            <ObstacleForm obstacle={o} path={`airspace.obstacles.${i}`} />
          </ObjectRow>
        ))}
      </ul>
      <Button icon="plus" onClick={() => takeTool('obstacle')}>
        {t('add_obstacle')}
      </Button>
    </>
  );
}

function Heights({ airspace }: { readonly airspace: SurveyScenario['airspace'] }): React.JSX.Element {
  const { t, unit } = useForm();
  const change = (part: Partial<SurveyScenario['airspace']>): void => {
    edit(EDIT.airspace, (s) => withAirspace(s, part));
  };
  const rows = [
    ['floor_amsl_m', 'floor', t('amsl')],
    ['ceiling_amsl_m', 'ceiling', t('amsl')],
    ['min_agl_m', 'min_agl', unit('m')],
    ['nfz_buffer_m', 'buffer', unit('m')],
    ['obstacle_clearance_m', 'clearance', unit('m')],
  ] as const;
  return (
    <div className="grid2">
      {rows.map(([member, label, u]) => (
        <ScenarioNumber
          key={member}
          label={t(label)}
          value={airspace[member]}
          rule={`airspace.${member}`}
          path={`airspace.${member}`}
          unit={u}
          onChange={(v) => change({ [member]: v! })}
        />
      ))}
    </div>
  );
}

function ZoneForm({ zone, path }: { readonly zone: SurveyZone; readonly path: string }): React.JSX.Element {
  const { t, words, language } = useForm();
  const fault = useFault(path, language);
  const change = (part: Partial<SurveyZone>): void => {
    edit(EDIT.airspace, (s) =>
      withAirspace(s, {
        no_fly_zones: s.airspace.no_fly_zones.map((z) => (z.id === zone.id ? { ...z, ...part } : z)),
      }),
    );
  };
  const height = { min: -500, max: 10_000 };
  const minutes = { min: 0, max: 7 * 1440 };
  const of = (v: number | null): number | null => (v === null ? null : v / 60);
  return (
    <>
      <TextField
        label={t('name')}
        value={zone.name}
        max={80}
        pattern={NAME_PATTERN}
        wrong={t('name_wrong')}
        wide
        onChange={(name) => change({ name })}
      />
      {fault === null ? null : <p className="field-error">{fault}</p>}
      <div className="grid2">
        <NumberField
          label={t('zone_floor')}
          value={zone.floor_amsl_m}
          rule={height}
          words={words}
          unit={t('amsl')}
          empty={t('ground')}
          onChange={(v) => change({ floor_amsl_m: v })}
        />
        <NumberField
          label={t('zone_ceiling')}
          value={zone.ceiling_amsl_m}
          rule={height}
          words={words}
          unit={t('amsl')}
          empty={t('no_end')}
          onChange={(v) => change({ ceiling_amsl_m: v })}
        />
        <NumberField
          label={t('zone_from')}
          value={of(zone.active_from_sec)}
          rule={minutes}
          words={words}
          unit={`T+ ${language === 'ru' ? 'мин' : 'min'}`}
          empty={t('always')}
          onChange={(v) => change({ active_from_sec: v === null ? null : v * 60 })}
        />
        <NumberField
          label={t('zone_to')}
          value={of(zone.active_to_sec)}
          rule={minutes}
          words={words}
          unit={`T+ ${language === 'ru' ? 'мин' : 'min'}`}
          empty={t('always')}
          onChange={(v) => change({ active_to_sec: v === null ? null : v * 60 })}
        />
      </div>
      <ObjectActions selection={{ kind: 'zone', id: zone.id }} />
    </>
  );
}

function ObstacleForm({
  obstacle,
  path,
}: {
  readonly obstacle: SurveyObstacle;
  readonly path: string;
}): React.JSX.Element {
  const { t, unit } = useForm();
  const change = (part: Partial<SurveyObstacle>): void => {
    edit(EDIT.airspace, (s) =>
      withAirspace(s, {
        obstacles: s.airspace.obstacles.map((o) => (o.id === obstacle.id ? { ...o, ...part } : o)),
      }),
    );
  };
  return (
    <>
      <TextField
        label={t('name')}
        value={obstacle.name}
        max={80}
        pattern={NAME_PATTERN}
        wrong={t('name_wrong')}
        wide
        onChange={(name) => change({ name })}
      />
      <div className="grid2">
        <ScenarioNumber
          label={t('radius')}
          value={obstacle.radius_m}
          rule="airspace.obstacles.radius_m"
          path={`${path}.radius_m`}
          unit={unit('m')}
          onChange={(v) => change({ radius_m: v! })}
        />
        <ScenarioNumber
          label={t('top')}
          value={obstacle.top_amsl_m}
          rule="airspace.obstacles.top_amsl_m"
          path={`${path}.top_amsl_m`}
          unit={t('amsl')}
          onChange={(v) => change({ top_amsl_m: v! })}
        />
      </div>
      <ObjectActions selection={{ kind: 'obstacle', id: obstacle.id }} />
    </>
  );
}
