import type { SurveySite } from '#world';
import { useText } from '../../shell/settings.ts';
import { CheckField } from '../../ui/fields.tsx';
import { useDocument } from '../state/document.ts';
import { groundTexts } from './ground-texts.ts';
import { ScenarioNumber } from './number.tsx';
import { useForm } from './use-form.ts';

/** A strip that is first laid: metres. */
const FIRST = { length_m: 200, half_width_m: 20 };

/** The strip that runway-like launches and landings need; none at first. */
export function CorridorFields({
  site,
  path,
  change,
}: {
  readonly site: SurveySite;
  readonly path: string;
  readonly change: (part: Partial<SurveySite>) => void;
}): React.JSX.Element {
  const { t } = useText(groundTexts);
  const { unit } = useForm();
  const wind_from_deg = useDocument((s) => s.scenario?.weather.wind_from_deg ?? 0);
  const { corridor } = site;
  const lay = (on: boolean): void =>
    // Landings are flown against the wind unless the operator says otherwise.
    change({ corridor: on ? { landing_toward_deg: wind_from_deg, ...FIRST } : null });
  return (
    <>
      <CheckField
        label={t('corridor')}
        hint={t('corridor_hint')}
        value={corridor !== null}
        testId={`corridor-${site.id}`}
        onChange={lay}
      />
      {corridor === null ? null : (
        <div className="grid2">
          <ScenarioNumber
            label={t('toward')}
            value={corridor.landing_toward_deg}
            rule="sites.corridor.landing_toward_deg"
            path={`${path}.corridor.landing_toward_deg`}
            unit="°"
            testId="corridor-toward"
            onChange={(v) => change({ corridor: { ...corridor, landing_toward_deg: v! } })}
          />
          <ScenarioNumber
            label={t('length')}
            value={corridor.length_m}
            rule="sites.corridor.length_m"
            path={`${path}.corridor.length_m`}
            unit={unit('m')}
            testId="corridor-length"
            onChange={(v) => change({ corridor: { ...corridor, length_m: v! } })}
          />
          <ScenarioNumber
            label={t('half_width')}
            value={corridor.half_width_m}
            rule="sites.corridor.half_width_m"
            path={`${path}.corridor.half_width_m`}
            unit={unit('m')}
            testId="corridor-half-width"
            onChange={(v) => change({ corridor: { ...corridor, half_width_m: v! } })}
          />
        </div>
      )}
    </>
  );
}
