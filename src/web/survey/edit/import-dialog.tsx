import { useId, useState } from 'react';
import type { SurveyScenario } from '#world';
import { importAreas, type ImportReply, type ImportedArea } from '../../api/survey.ts';
import { area as areaText } from '../../i18n/format.ts';
import { boxOf, polygonArea_m2 } from '../../map/earth.ts';
import { useText } from '../../shell/settings.ts';
import { Button, Segments } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, FieldFrame, FileField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { boundaryAround, freshId, taskLike, withAirspace, zoneOf } from '../state/objects.ts';
import { focusOn } from '../state/view.ts';
import { importTexts, noteIn } from './import-texts.ts';
import { ReadFile, useFileReading } from './read-file.tsx';
import { useForm } from './use-form.ts';

type Target = 'tasks' | 'zones' | 'boundary';

/** Most areas and zones of a scenario; the server refuses more. */
const MOST = { tasks: 64, zones: 512, boundary: 1 } as const;
/** Areas listed by name; the rest is counted. */
const LISTED = 200;

/** The scenario with imported areas. */
export function withImported(
  s: SurveyScenario,
  areas: readonly ImportedArea[],
  target: Target,
  options: { readonly replace: boolean; readonly fit: boolean },
): SurveyScenario {
  const outline = (a: ImportedArea): { type: 'Polygon'; coordinates: [number, number][][] } => ({
    type: 'Polygon',
    coordinates: a.rings.map((r) => r.map((p): [number, number] => [p[0], p[1]])),
  });
  const name = (a: ImportedArea, i: number): string =>
    a.name
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .slice(0, 80) || String(i + 1);
  if (target === 'boundary') return withAirspace(s, { boundary: outline(areas[0]!) });
  // Ids are counted on from the first free one: looking each one up anew would be slow for thousands of areas.
  const first = Number(
    freshId(s, target === 'tasks' ? 'area' : 'zone')
      .split('-')
      .at(-1),
  );
  if (target === 'zones') {
    const zones = areas.map((a, i) => zoneOf(s, outline(a), name(a, i), `zone-${first + i}`));
    const kept = options.replace ? [] : s.airspace.no_fly_zones;
    return withAirspace(s, { no_fly_zones: [...kept, ...zones] });
  }
  const tasks = areas.map((a, i) => taskLike(s, outline(a), name(a, i), `area-${first + i}`));
  const next = { ...s, tasks: [...(options.replace ? [] : s.tasks), ...tasks] };
  return options.fit ? withAirspace(next, { boundary: boundaryAround(next, 500) }) : next;
}

/** Reads a map file on the server and takes its areas into the scenario, as one edit. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const { t } = useText(importTexts);
  const { t: e } = useForm();
  const [crs, setCrs] = useState('');
  const reading = useFileReading<ImportReply>();
  const { file, reply } = reading;
  const crs_id = useId();
  const read = (): void => void reading.start((f, signal) => importAreas(f, crs.trim(), signal));
  return (
    <Dialog title={t('title')} close_label={t('close')} onClose={onClose} wide>
      <FileField
        label={t('file')}
        pick={e('pick_file')}
        file={file}
        testId="import-file"
        onChange={reading.pick}
      />
      <FieldFrame id={crs_id} label={t('crs')} error={null} hint={t('crs_hint')} wide>
        <input id={crs_id} value={crs} onChange={(e) => setCrs(e.target.value)} />
      </FieldFrame>
      <ReadFile reading={reading} ready={file !== null} testId="import" onRead={read} />
      {reply === null ? null : <Found reply={reply} onTaken={onClose} />}
    </Dialog>
  );
}

function Found({
  reply,
  onTaken,
}: {
  readonly reply: ImportReply;
  readonly onTaken: () => void;
}): React.JSX.Element {
  const { t, language } = useText(importTexts);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(reply.areas.keys()));
  const [target, setTarget] = useState<Target>('tasks');
  const [replace, setReplace] = useState(false);
  const [fit, setFit] = useState(true);
  const scenario = useDocument((s) => s.scenario);
  if (scenario === null) return <></>;
  const there = replace
    ? 0
    : target === 'tasks'
      ? scenario.tasks.length
      : target === 'zones'
        ? scenario.airspace.no_fly_zones.length
        : 0;
  const count = target === 'boundary' ? Math.min(1, chosen.size) : chosen.size;
  const over = there + count > MOST[target];
  const take = (): void => {
    const areas = reply.areas.filter((_, i) => chosen.has(i));
    edit(EDIT.import_areas, (s) => withImported(s, areas, target, { replace, fit }));
    const box = boxOf(areas.flatMap((a) => a.rings[0]!));
    if (box !== null) focusOn({ box, mark: null });
    toast('good', t('taken', { n: count }));
    onTaken();
  };
  return (
    <>
      <p>
        <strong>{t('found', { n: reply.areas.length, format: reply.format, crs: reply.crs })}</strong>
      </p>
      {reply.notes.length === 0 ? null : (
        <details>
          <summary>{t('notes')}</summary>
          <ul>
            {reply.notes.slice(0, 50).map((n, i) => (
              <li key={i}>{noteIn(language, n)}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="row">
        <Segments
          label={t('as')}
          value={target}
          onChange={setTarget}
          options={(['tasks', 'zones', 'boundary'] as const).map((id) => ({ id, text: t(`as_${id}`) }))}
        />
        <Button onClick={() => setChosen(new Set(reply.areas.keys()))}>{t('all')}</Button>
        <Button testId="import-none" onClick={() => setChosen(new Set())}>
          {t('none')}
        </Button>
      </div>
      {target === 'boundary' ? null : (
        <CheckField label={t('replace')} value={replace} onChange={setReplace} />
      )}
      {target === 'tasks' ? <CheckField label={t('fit')} value={fit} onChange={setFit} /> : null}
      <ul className="import-list">
        {reply.areas.slice(0, LISTED).map((a, i) => (
          <li key={i}>
            <CheckField
              label={`${a.name} · ${areaText(polygonArea_m2(a.rings), language)}${a.rings.length > 1 ? ` · ${t('holes', { n: a.rings.length - 1 })}` : ''}`}
              value={chosen.has(i)}
              onChange={(on) => {
                const next = new Set(chosen);
                if (on) next.add(i);
                else next.delete(i);
                setChosen(next);
              }}
            />
          </li>
        ))}
      </ul>
      {reply.areas.length > LISTED ? (
        <p className="quiet">{t('more', { n: reply.areas.length - LISTED })}</p>
      ) : null}
      {over ? (
        <p className="problem" role="alert" data-testid="import-over">
          {t('too_many', { limit: MOST[target], n: there + count })}
        </p>
      ) : null}
      <Button kind="primary" disabled={count === 0 || over} testId="import-take" onClick={take}>
        {count === 0 ? t('nothing') : t('take', { n: count })}
      </Button>
    </>
  );
}
