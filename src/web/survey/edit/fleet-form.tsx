import type { SurveyCatalogue, SurveyUnit } from '#world';
import { brief } from '../../i18n/format.ts';
import { Button } from '../../ui/buttons.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { unitColour } from '../plan/colours.ts';
import { useCatalogue } from '../state/catalogue.ts';
import { useFault } from '../state/compute.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ScenarioNumber } from './number.tsx';
import { ObjectActions } from './object-actions.tsx';
import { ObjectRow } from './object-row.tsx';
import { addUnit } from './still-to-do.tsx';
import { NAME_PATTERN } from './task-form.tsx';
import { useForm } from './use-form.ts';

/** The aircraft. */
export function FleetList(): React.JSX.Element {
  const { t } = useForm();
  const scenario = useDocument((s) => s.scenario);
  const catalogue = useCatalogue((s) => s.catalogue);
  if (scenario === null) return <></>;
  const name = (u: SurveyUnit): string =>
    catalogue?.aircraft.find((a) => a.id === u.model_id)?.name ?? u.model_id;
  const site = (u: SurveyUnit): string =>
    scenario.sites.find((x) => x.id === u.home_site_id)?.name ?? u.home_site_id;
  const none = scenario.sites.length === 0;
  return (
    <>
      <ul className="objects">
        {scenario.units.map((u, i) => (
          <ObjectRow
            key={u.id}
            selection={{ kind: 'unit', id: u.id }}
            name={u.name}
            detail={`${name(u)} · ${u.payload_id} · ${site(u)}`}
            colour={unitColour(scenario.units, u.id)}
            off={!u.enabled}
          >
            <UnitForm unit={u} index={i} />
          </ObjectRow>
        ))}
      </ul>
      <Button
        icon="plus"
        onClick={() => addUnit(t('unit_name', { n: scenario.units.length + 1 }))}
        disabled={catalogue === null || none}
      >
        {t('add_unit')}
      </Button>
    </>
  );
}

function UnitForm({ unit, index }: { readonly unit: SurveyUnit; readonly index: number }): React.JSX.Element {
  const { t, language } = useForm();
  const catalogue = useCatalogue((s) => s.catalogue);
  const sites = useDocument((s) => s.scenario?.sites ?? []);
  const path = `units.${index}`;
  const model_fault = useFault(`${path}.model_id`, language);
  const payload_fault = useFault(`${path}.payload_id`, language);
  const home_fault = useFault(`${path}.home_site_id`, language);
  const change = (part: Partial<SurveyUnit>): void => {
    edit(EDIT.unit, (s) => ({
      ...s,
      units: s.units.map((x) => (x.id === unit.id ? { ...x, ...part } : x)),
    }));
  };
  const model = catalogue?.aircraft.find((a) => a.id === unit.model_id);
  return (
    <>
      <TextField
        label={t('name')}
        value={unit.name}
        max={80}
        pattern={NAME_PATTERN}
        wrong={t('name_wrong')}
        wide
        onChange={(name) => change({ name })}
      />
      <SelectField
        label={t('model')}
        value={unit.model_id}
        wide
        error={model_fault}
        options={(catalogue?.aircraft ?? []).map((a) => ({
          id: a.id,
          text: `${a.name} · ${t(a.kind)}${a.payloads.length === 0 ? ` · ${t('no_payload')}` : ''}`,
          disabled: a.refused !== null || a.payloads.length === 0,
        }))}
        {...(model === undefined
          ? {}
          : {
              hint: t('figures', {
                cruise: model.cruise_mps.value ?? '?',
                wind: model.wind_max_mps.value ?? '?',
                wh: model.battery_wh.value === null ? '?' : brief(model.battery_wh.value, 0, language),
              }),
            })}
        onChange={(model_id) =>
          change({ model_id, payload_id: fitting(catalogue, model_id, unit.payload_id) })
        }
      />
      <SelectField
        label={t('payload')}
        value={unit.payload_id}
        wide
        error={payload_fault}
        options={payloadOptions(catalogue, unit.model_id, (reason) => t('refused_row', { reason }))}
        onChange={(payload_id) => change({ payload_id })}
      />
      <div className="grid2">
        <SelectField
          label={t('home')}
          value={unit.home_site_id}
          error={home_fault}
          options={sites.map((x) => ({
            id: x.id,
            text: x.name,
            disabled: model !== undefined && !x.accepts.includes(model.kind),
          }))}
          onChange={(home_site_id) => change({ home_site_id })}
        />
        <ScenarioNumber
          label={t('battery_sets')}
          value={unit.battery_sets}
          rule="units.battery_sets"
          path={`${path}.battery_sets`}
          empty={t('unlimited')}
          onChange={(v) => change({ battery_sets: v })}
        />
      </div>
      <CheckField label={t('enabled')} value={unit.enabled} onChange={(enabled) => change({ enabled })} />
      <ObjectActions selection={{ kind: 'unit', id: unit.id }} />
    </>
  );
}

/** The payload kept where the model carries it, else the model's first. */
function fitting(catalogue: SurveyCatalogue | null, model_id: string, payload_id: string): string {
  const carried = catalogue?.aircraft.find((a) => a.id === model_id)?.payloads ?? [];
  return carried.some((p) => p.payload_id === payload_id)
    ? payload_id
    : (carried[0]?.payload_id ?? payload_id);
}

function payloadOptions(
  catalogue: SurveyCatalogue | null,
  model_id: string,
  refused: (reason: string) => string,
): { readonly id: string; readonly text: string; readonly disabled: boolean }[] {
  const carried = catalogue?.aircraft.find((a) => a.id === model_id)?.payloads ?? [];
  return carried.map(({ payload_id }) => {
    const row = catalogue?.payloads.find((p) => p.id === payload_id);
    const reason = row?.refused ?? null;
    return {
      id: payload_id,
      text: `${row?.name ?? payload_id}${reason === null ? '' : ` · ${refused(reason)}`}`,
      disabled: reason !== null,
    };
  });
}
