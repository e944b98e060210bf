import { useEffect } from 'react';
import { go } from '../../shell/router.ts';
import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { loadCatalogue, refreshOwn, useCatalogue } from '../state/catalogue.ts';
import { useDocument } from '../state/document.ts';
import { newTexts } from './new-texts.ts';
import { useForm } from './use-form.ts';

/** The scenarios to choose from: demonstrations with what they show, and the operator's own. */
export function ScenarioList({
  onClose,
  onNew,
}: {
  readonly onClose: () => void;
  readonly onNew: () => void;
}): React.JSX.Element {
  const { t, language } = useForm();
  const { t: n } = useText(newTexts);
  const { demos, own, error } = useCatalogue();
  const key = useDocument((s) => s.key);
  useEffect(refreshOwn, []);
  const open = (id: string): void => {
    onClose();
    go({ mode: 'survey', id, part: null });
  };
  return (
    <Dialog
      title={t('scenario')}
      close_label={t('close')}
      onClose={onClose}
      wide
      actions={
        <Button kind="primary" icon="plus" testId="new-scenario" onClick={onNew}>
          {n('menu')}
        </Button>
      }
    >
      <h3>{t('own')}</h3>
      {own.length === 0 ? <p className="quiet">{t('no_own')}</p> : null}
      <ul className="cards">
        {own.map((item) => (
          <li key={item.key}>
            <button type="button" aria-current={item.key === key} onClick={() => open(item.key)}>
              <strong>{item.title[language]}</strong>
            </button>
          </li>
        ))}
      </ul>
      <h3>{t('demos')}</h3>
      {error === null || demos.length > 0 ? null : (
        <div className="problem" role="alert">
          <p>{errorText(error, language)}</p>
          <Button onClick={() => void loadCatalogue()}>{t('try_again')}</Button>
        </div>
      )}
      <ul className="cards">
        {demos.map((d) => {
          const short = d.id.split('-')[0]!;
          return (
            <li key={d.id}>
              <button
                type="button"
                aria-current={d.id === key || short === key}
                data-testid={`demo-${short}`}
                onClick={() => open(short)}
              >
                <small>{short}</small>
                <strong>{d.title[language]}</strong>
                <span>{d.shows[language]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
