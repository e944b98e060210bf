import { examples, type Language, type MessageKey } from './messages.ts';
import type { Translate } from '../i18n/language.ts';

type Props = {
  readonly language: Language;
  readonly text: string;
  readonly busy: boolean;
  readonly ready: boolean;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly t: Translate<MessageKey>;
};

/** Where the instruction is written, with examples to start from. Ctrl+Enter runs it. */
export function InstructionForm({
  language,
  text,
  busy,
  ready,
  onText,
  onRun,
  onStop,
  t,
}: Props): React.JSX.Element {
  const run = (): void => {
    if (!busy && ready && text.trim() !== '') onRun();
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        run();
      }}
    >
      <label htmlFor="instruction">{t('instruction')}</label>
      <textarea
        id="instruction"
        rows={4}
        maxLength={2000}
        value={text}
        placeholder={t('placeholder')}
        onChange={(e) => onText(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) run();
        }}
      />
      <div className="row">
        <button type="submit" className="button primary" disabled={busy || !ready || text.trim() === ''}>
          {busy ? `${t('running')}...` : t('run')}
        </button>
        {busy ? (
          <button type="button" className="button plain" onClick={onStop}>
            {t('stop')}
          </button>
        ) : null}
      </div>
      <details open={text === ''}>
        <summary>{t('examples')}</summary>
        <ul className="examples">
          {examples[language].map((example) => (
            <li key={example}>
              <button type="button" onClick={() => onText(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </form>
  );
}
