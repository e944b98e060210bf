import { useId, useState } from 'react';
import { readPlace } from '../../map/coordinates.ts';
import { go } from '../../shell/router.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldFrame, NumberField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { refreshOwn } from '../state/catalogue.ts';
import { adoptDocument } from '../state/document.ts';
import { emptyScenario } from '../state/new-scenario.ts';
import { useView } from '../state/view.ts';
import { newTexts } from './new-texts.ts';
import { RULES } from './rules.ts';
import { useForm } from './use-form.ts';

type Numbers = {
  readonly ground: number | null;
  readonly wind: number | null;
  readonly gust: number | null;
  readonly wind_from: number | null;
};

const FIELDS = [
  ['ground', 'sites.elevation_amsl_m'],
  ['wind', 'weather.wind_mps'],
  ['gust', 'weather.gust_mps'],
  ['wind_from', 'weather.wind_from_deg'],
] as const;

/** Begins a scenario with nothing in it: name, place, ground and wind are the operator's to say. */
export function NewDialog({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const { t } = useText(newTexts);
  const { t: e, unit, words } = useForm();
  const centre = useView((s) => s.centre);
  const [name, setName] = useState('');
  const [place, setPlace] = useState('');
  const [numbers, setNumbers] = useState<Numbers>({ ground: null, wind: null, gust: null, wind_from: null });
  const [tried, setTried] = useState(false);
  const [name_id, place_id] = [useId(), useId()];
  const title = name.trim();
  const at = readPlace(place);
  const name_error = tried && title === '' ? t('name_missing') : null;
  const place_error = tried && at === null ? t('place_wrong') : null;
  const errorOf = (field: keyof Numbers): string | null => {
    if (!tried) return null;
    if (numbers[field] === null) return t('needed');
    const low = field === 'gust' && numbers.wind !== null && numbers.gust! < numbers.wind;
    return low ? t('gust_low') : null;
  };
  const create = (): void => {
    // A field that still has the focus is taken first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setTried(true);
    const { ground, wind, gust, wind_from } = numbers;
    if (title === '' || at === null || ground === null || wind === null) return;
    if (gust === null || wind_from === null || gust < wind) return;
    const now_ms = Date.now();
    const scenario = emptyScenario({
      id: `own-${now_ms.toString(36)}`,
      title,
      place: at,
      ground_amsl_m: ground,
      wind_mps: wind,
      gust_mps: gust,
      wind_from_deg: wind_from,
      now_ms,
    });
    const key = adoptDocument(scenario);
    refreshOwn();
    onClose();
    useView.setState({ section: 'tasks', narrow: 'edit', right: 'result' });
    go({ mode: 'survey', id: key, part: null });
    toast('good', t('created'));
  };
  const labels = { ground: t('ground'), wind: e('wind'), gust: e('gust'), wind_from: e('wind_from') };
  const units = { ground: e('amsl'), wind: unit('m/s'), gust: unit('m/s'), wind_from: '°' };
  return (
    <Dialog
      title={t('title')}
      close_label={e('close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{e('cancel')}</Button>
          <Button kind="primary" testId="new-create" onClick={create}>
            {t('create')}
          </Button>
        </>
      }
    >
      <FieldFrame id={name_id} label={t('name')} error={name_error} wide>
        <input
          id={name_id}
          value={name}
          maxLength={200}
          autoComplete="off"
          data-testid="new-name"
          aria-invalid={name_error !== null}
          aria-describedby={name_error === null ? undefined : `${name_id}-error`}
          onChange={(event) => setName(event.target.value)}
        />
      </FieldFrame>
      <FieldFrame id={place_id} label={t('place')} error={place_error} hint={t('place_hint')} wide>
        <span className="with-button">
          <input
            id={place_id}
            value={place}
            autoComplete="off"
            data-testid="new-place"
            aria-invalid={place_error !== null}
            aria-describedby={place_error === null ? undefined : `${place_id}-error`}
            onChange={(event) => setPlace(event.target.value)}
          />
          <Button
            icon="target"
            disabled={centre === null}
            testId="new-from-map"
            onClick={() => centre !== null && setPlace(`${centre[1]}, ${centre[0]}`)}
          >
            {t('from_map')}
          </Button>
        </span>
      </FieldFrame>
      <div className="grid2">
        {FIELDS.map(([field, rule]) => (
          <NumberField
            key={field}
            label={labels[field]}
            value={numbers[field]}
            rule={RULES[rule]}
            words={words}
            unit={units[field]}
            error={errorOf(field)}
            testId={`new-${field}`}
            onChange={(value) => setNumbers((n) => ({ ...n, [field]: value }))}
          />
        ))}
      </div>
    </Dialog>
  );
}
