import { useState } from 'react';
import type { SurveyScenario } from '#world';
import { readTerrainFile, type TerrainReply } from '../../api/survey.ts';
import { brief } from '../../i18n/format.ts';
import { boxOf, type Box } from '../../map/earth.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, FileField, SelectField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { gridHeight } from '../state/new-scenario.ts';
import { groundTexts } from './ground-texts.ts';
import { VERTICAL_DATUMS } from './rules.ts';
import { ReadFile, useFileReading } from './read-file.tsx';
import { useForm } from './use-form.ts';

/** The box that terrain is needed in: everything that the boundary holds, and every site. */
function windowOf(s: SurveyScenario): Box {
  return boxOf([
    ...s.airspace.boundary.coordinates.flat(),
    ...[...s.sites, ...s.candidate_sites].map((x): [number, number] => [x.lon_deg, x.lat_deg]),
  ])!;
}

/** The scenario on other ground. With `sites`, launch sites whose ground is known are put onto it. */
export function withTerrain(
  s: SurveyScenario,
  terrain: TerrainReply['terrain'],
  sites: boolean,
): SurveyScenario {
  const placed = (list: SurveyScenario['sites']): SurveyScenario['sites'] =>
    list.map((x) => {
      const height = sites ? gridHeight(terrain, [x.lon_deg, x.lat_deg]) : null;
      return height === null ? x : { ...x, elevation_amsl_m: Number(height.toFixed(1)) };
    });
  return { ...s, terrain, sites: placed(s.sites), candidate_sites: placed(s.candidate_sites) };
}

type Props = { readonly close_label: string; readonly onClose: () => void };

/** Reads a terrain file on the server and takes its heights into the scenario, as one edit. */
export function TerrainDialog({ close_label, onClose }: Props): React.JSX.Element {
  const { t } = useText(groundTexts);
  const { t: e } = useForm();
  const [datum, setDatum] = useState('');
  const reading = useFileReading<TerrainReply>();
  const { file, reply } = reading;
  const geotiff = file !== null && !/\.hgt$/i.test(file.name);
  const ready = file !== null && !(geotiff && datum === '');
  const read = (): void => {
    const { scenario } = useDocument.getState();
    if (scenario === null) return;
    const told = geotiff ? datum : null;
    void reading.start((f, signal) => readTerrainFile(f, told, windowOf(scenario), signal));
  };
  return (
    <Dialog title={t('load_title')} close_label={close_label} onClose={onClose}>
      <FileField
        label={t('file')}
        pick={e('pick_file')}
        file={file}
        accept=".tif,.tiff,.hgt"
        testId="terrain-file"
        onChange={reading.pick}
      />
      {geotiff ? (
        <SelectField
          label={t('file_datum')}
          hint={t('file_datum_hint')}
          value={datum}
          wide
          testId="terrain-file-datum"
          options={[{ id: '', text: t('not_said') }, ...VERTICAL_DATUMS.map((d) => ({ id: d, text: d }))]}
          onChange={(d) => {
            setDatum(d);
            reading.forget();
          }}
        />
      ) : null}
      <ReadFile reading={reading} ready={ready} testId="terrain" onRead={read} />
      {reply === null ? null : <Found reply={reply} onTaken={onClose} />}
    </Dialog>
  );
}

function Found({
  reply,
  onTaken,
}: {
  readonly reply: TerrainReply;
  readonly onTaken: () => void;
}): React.JSX.Element | null {
  const { t, language } = useText(groundTexts);
  const scenario = useDocument((s) => s.scenario);
  const [sites, setSites] = useState(true);
  if (scenario === null) return null;
  const { terrain, vertical_datum } = reply;
  const height = (v: number | null): string => (v === null ? '-' : brief(v, 1, language));
  const other = vertical_datum !== scenario.vertical_datum;
  const moved = withTerrain(scenario, terrain, true)
    .sites.filter((x, i) => x.elevation_amsl_m !== scenario.sites[i]!.elevation_amsl_m)
    .map((x) => `${x.name} ${height(x.elevation_amsl_m)}`);
  const take = (): void => {
    edit(EDIT.terrain, (s) => withTerrain(s, terrain, sites));
    toast('good', t('taken'));
    onTaken();
  };
  return (
    <div className="terrain-found" data-testid="terrain-found">
      <p>
        <strong>
          {t('found', {
            columns: terrain.columns,
            rows: terrain.rows,
            low: height(reply.lowest_amsl_m),
            high: height(reply.highest_amsl_m),
            datum: vertical_datum,
          })}
        </strong>
      </p>
      <p className={reply.covers ? 'quiet' : 'warn-line'}>{t(reply.covers ? 'covers' : 'covers_not')}</p>
      {reply.voids === 0 ? null : <p className="warn-line">{t('grid_voids', { n: reply.voids })}</p>}
      {moved.length === 0 ? null : (
        <CheckField
          label={t('site_heights', { list: moved.slice(0, 6).join(', ') })}
          value={sites}
          onChange={setSites}
        />
      )}
      {other ? (
        <p className="problem" role="alert">
          {t('other_datum', { file: vertical_datum, scenario: scenario.vertical_datum })}
        </p>
      ) : null}
      <Button kind="primary" disabled={other} testId="terrain-take" onClick={take}>
        {t('take')}
      </Button>
    </div>
  );
}
