import type { AircraftKind, SurveySite } from '#world';
import { brief, clock } from '../../i18n/format.ts';
import { coordinateText } from '../../map/coordinates.ts';
import { Button } from '../../ui/buttons.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { takeTool } from '../map/tools.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { select } from '../state/view.ts';
import { CorridorFields } from './corridor-fields.tsx';
import { ScenarioNumber } from './number.tsx';
import { ObjectActions } from './object-actions.tsx';
import { ObjectRow } from './object-row.tsx';
import { NAME_PATTERN } from './task-form.tsx';
import { useForm } from './use-form.ts';

const KINDS: readonly AircraftKind[] = ['multirotor', 'fixed_wing', 'vtol'];

/** Launch sites and candidates. */
export function SiteList(): React.JSX.Element {
  const { t, language, unit } = useForm();
  const scenario = useDocument((s) => s.scenario);
  if (scenario === null) return <></>;
  const detail = (x: SurveySite): string =>
    `${t('pads')} ${x.pads} · ${x.accepts.map((k) => t(k)).join(', ')} · ${brief(x.elevation_amsl_m, 0, language)} ${unit('m')} · ${clock(x.turnaround_s)}`;
  return (
    <>
      <ul className="objects">
        {scenario.sites.map((x, i) => (
          <ObjectRow
            key={x.id}
            selection={{ kind: 'site', id: x.id }}
            name={x.name}
            detail={detail(x)}
            colour="#17324d"
          >
            <SiteForm site={x} path={`sites.${i}`} candidate={false} />
          </ObjectRow>
        ))}
      </ul>
      <Button icon="plus" onClick={() => takeTool('site')}>
        {t('add_site')}
      </Button>
      <h3>{t('candidates')}</h3>
      <p className="quiet">{t('candidate_hint')}</p>
      <ul className="objects">
        {scenario.candidate_sites.map((x, i) => (
          <ObjectRow key={x.id} selection={{ kind: 'candidate', id: x.id }} name={x.name} detail={detail(x)}>
            <SiteForm site={x} path={`candidate_sites.${i}`} candidate />
          </ObjectRow>
        ))}
      </ul>
      <Button icon="plus" onClick={() => takeTool('candidate')}>
        {t('add_candidate')}
      </Button>
    </>
  );
}

function SiteForm({
  site,
  path,
  candidate,
}: {
  readonly site: SurveySite;
  readonly path: string;
  readonly candidate: boolean;
}): React.JSX.Element {
  const { t, unit } = useForm();
  const change = (part: Partial<SurveySite>): void => {
    const list = candidate ? 'candidate_sites' : 'sites';
    edit(EDIT.site, (s) => ({
      ...s,
      [list]: s[list].map((x) => (x.id === site.id ? { ...x, ...part } : x)),
    }));
  };
  const accept = (kind: AircraftKind, on: boolean): void => {
    const accepts = KINDS.filter((k) => (k === kind ? on : site.accepts.includes(k)));
    if (accepts.length > 0) change({ accepts });
  };
  const promote = (): void => {
    edit(EDIT.promote, (s) => ({
      ...s,
      sites: [...s.sites, site],
      candidate_sites: s.candidate_sites.filter((x) => x.id !== site.id),
    }));
    select({ kind: 'site', id: site.id });
  };
  return (
    <>
      <TextField
        label={t('name')}
        value={site.name}
        max={80}
        pattern={NAME_PATTERN}
        wrong={t('name_wrong')}
        wide
        onChange={(name) => change({ name })}
      />
      <p className="facts">
        {site.id} · {coordinateText([site.lon_deg, site.lat_deg], 'utm')}
      </p>
      <div className="grid2">
        <ScenarioNumber
          label={t('latitude')}
          value={site.lat_deg}
          rule="sites.lat_deg"
          path={`${path}.lat_deg`}
          unit="°"
          onChange={(v) => change({ lat_deg: v! })}
        />
        <ScenarioNumber
          label={t('longitude')}
          value={site.lon_deg}
          rule="sites.lon_deg"
          path={`${path}.lon_deg`}
          unit="°"
          onChange={(v) => change({ lon_deg: v! })}
        />
        <ScenarioNumber
          label={t('elevation')}
          value={site.elevation_amsl_m}
          rule="sites.elevation_amsl_m"
          path={`${path}.elevation_amsl_m`}
          unit={t('amsl')}
          onChange={(v) => change({ elevation_amsl_m: v! })}
        />
        <ScenarioNumber
          label={t('pads')}
          value={site.pads}
          rule="sites.pads"
          path={`${path}.pads`}
          onChange={(v) => change({ pads: v! })}
        />
        <ScenarioNumber
          label={t('turnaround')}
          value={site.turnaround_s}
          rule="sites.turnaround_s"
          path={`${path}.turnaround_s`}
          unit={unit('s')}
          onChange={(v) => change({ turnaround_s: v! })}
        />
      </div>
      <fieldset className="checks">
        <legend>{t('accepts')}</legend>
        {KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={t(kind)}
            value={site.accepts.includes(kind)}
            disabled={site.accepts.length === 1 && site.accepts[0] === kind}
            onChange={(on) => accept(kind, on)}
          />
        ))}
      </fieldset>
      <CorridorFields site={site} path={path} change={change} />
      {candidate ? (
        <Button icon="check" onClick={promote}>
          {t('promote')}
        </Button>
      ) : null}
      <ObjectActions selection={{ kind: candidate ? 'candidate' : 'site', id: site.id }} />
    </>
  );
}
