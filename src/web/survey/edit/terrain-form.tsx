import { useState } from 'react';
import type { SurveyScenario } from '#world';
import { brief, number } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { edit } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { groundTexts } from './ground-texts.ts';
import { ScenarioNumber } from './number.tsx';
import { VERTICAL_DATUMS } from './rules.ts';
import { TerrainDialog } from './terrain-dialog.tsx';
import { useForm } from './use-form.ts';

type Terrain = SurveyScenario['terrain'];

/** Metres of a degree of latitude, for a description. */
const DEGREE_M = 111_195;

/** Least and greatest of the known posts; null where none is known. */
export function heightRange(posts: readonly (number | null)[]): readonly [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const h of posts) {
    if (h === null) continue;
    if (h < low) low = h;
    if (h > high) high = h;
  }
  return low === Infinity ? null : [low, high];
}

/** The ground: flat, or posts of a terrain model that is read from a file. */
export function TerrainForm({ scenario }: { readonly scenario: SurveyScenario }): React.JSX.Element {
  const { t } = useText(groundTexts);
  const { t: e } = useForm();
  const [loading, setLoading] = useState(false);
  const { terrain } = scenario;
  const change = (next: Terrain): void => {
    edit(EDIT.terrain, (s) => ({ ...s, terrain: next }));
  };
  const kinds = (['flat', 'grid', 'dem'] as const).filter((k) => k !== 'dem' || terrain.type === 'dem');
  return (
    <section data-testid="terrain">
      <h3>{t('terrain')}</h3>
      <SelectField
        label={t('kind')}
        value={terrain.type}
        wide
        testId="terrain-kind"
        options={kinds.map((id) => ({ id, text: t(id) }))}
        onChange={(kind) => {
          if (kind === 'grid') setLoading(true);
          else if (kind === 'flat') change({ type: 'flat', ground_amsl_m: flatHeight(scenario) });
        }}
      />
      <TerrainFacts terrain={terrain} onChange={change} />
      <SelectField
        label={t('datum')}
        hint={t('datum_hint')}
        value={scenario.vertical_datum}
        wide
        testId="vertical-datum"
        options={VERTICAL_DATUMS.map((id) => ({ id, text: id }))}
        onChange={(vertical_datum) => edit(EDIT.terrain, (s) => ({ ...s, vertical_datum }))}
      />
      <Button icon="upload" testId="terrain-load" onClick={() => setLoading(true)}>
        {t('load')}
      </Button>
      {loading ? <TerrainDialog close_label={e('close')} onClose={() => setLoading(false)} /> : null}
    </section>
  );
}

/** The height that stands for all ground when posts are given up: that of the first site. */
function flatHeight(s: SurveyScenario): number {
  if (s.terrain.type === 'flat') return s.terrain.ground_amsl_m;
  const range = s.terrain.type === 'grid' ? heightRange(s.terrain.amsl_m) : null;
  return s.sites[0]?.elevation_amsl_m ?? range?.[1] ?? 0;
}

function TerrainFacts({
  terrain,
  onChange,
}: {
  readonly terrain: Terrain;
  readonly onChange: (next: Terrain) => void;
}): React.JSX.Element {
  const { t, language } = useText(groundTexts);
  const { t: e } = useForm();
  switch (terrain.type) {
    case 'flat':
      return (
        <ScenarioNumber
          label={t('ground_height')}
          value={terrain.ground_amsl_m}
          rule="sites.elevation_amsl_m"
          path="terrain.ground_amsl_m"
          unit={e('amsl')}
          testId="ground-height"
          onChange={(v) => onChange({ type: 'flat', ground_amsl_m: v! })}
        />
      );
    case 'grid': {
      const range = heightRange(terrain.amsl_m);
      const voids = terrain.amsl_m.reduce<number>((n, h) => (h === null ? n + 1 : n), 0);
      return (
        <p className="facts" data-testid="terrain-facts">
          {t('grid_facts', {
            columns: terrain.columns,
            rows: terrain.rows,
            low: range === null ? '-' : brief(range[0], 1, language),
            high: range === null ? '-' : brief(range[1], 1, language),
            step: number(terrain.step_lat_deg * DEGREE_M, 0, language),
          })}
          {voids === 0 ? null : ` · ${t('grid_voids', { n: voids })}`}
        </p>
      );
    }
    case 'dem':
      return <p className="warn-line">{t('dem_missing', { id: terrain.dem_id })}</p>;
  }
}
