import type { RunEvent } from '../api/traffic.ts';
import { number, unitText } from '../i18n/format.ts';
import type { Language, Translate } from '../i18n/language.ts';
import { useText } from '../shell/settings.ts';
import { Coded } from './coded.tsx';
import { messages, type MessageKey } from './messages.ts';
import { listed } from './names.ts';

type Line = { readonly text: string; readonly detail: string; readonly tone: 'plain' | 'good' | 'bad' };

function lineOf(event: RunEvent, t: Translate<MessageKey>, language: Language): Line | null {
  switch (event.event) {
    case 'status':
      if (event.data.state === 'proposal')
        return { text: `${t('proposal')} ${(event.data.round ?? 0) + 1}`, detail: '', tone: 'plain' };
      if (event.data.state === 'model_error') return { text: event.data.said ?? '', detail: '', tone: 'bad' };
      if (event.data.state === 'note') return { text: event.data.text ?? '', detail: '', tone: 'plain' };
      return event.data.simulated === true ? { text: t('simulated'), detail: '', tone: 'bad' } : null;
    case 'validation':
      if (event.data.valid) return { text: t('document_valid'), detail: '', tone: 'good' };
      return {
        text: `${t('document_refused')}: ${listed('stage', event.data.errors[0]?.stage ?? '', language) ?? ''}`,
        detail: event.data.errors
          .map((e) => [e.message, e.suggestion ?? ''].filter((x) => x !== '').join('. '))
          .join('\n'),
        tone: 'bad',
      };
    case 'tool': {
      const { ok, tool, latency_sec } = event.data.envelope;
      return {
        text: `${listed('tool', tool, language) ?? tool} · ${number(latency_sec, 2, language)}\u00a0${unitText('s', language)}`,
        detail: event.data.said,
        tone: ok ? 'good' : 'bad',
      };
    }
    case 'verdict':
      return event.data.passed
        ? { text: t('verdict_ok'), detail: '', tone: 'good' }
        : {
            text: `${t('verdict_bad')}: ${event.data.violations.length}`,
            detail: event.data.said,
            tone: 'bad',
          };
    case 'repair':
      return { text: `${t('repair')} ${event.data.round}`, detail: '', tone: 'plain' };
    default:
      return null;
  }
}

/** What has happened so far, a line a step. */
export function Steps({ events }: { readonly events: readonly RunEvent[] }): React.JSX.Element {
  const { t, language } = useText(messages);
  const lines = events.map((e) => lineOf(e, t, language)).filter((l) => l !== null);
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{t('steps')}</h2>
      {lines.length === 0 ? (
        <p className="quiet">{t('nothing_yet')}</p>
      ) : (
        <ol className="steps" aria-live="polite">
          {lines.map((l, i) => (
            <li key={i} className={l.tone}>
              <span>
                <Coded text={l.text} />
              </span>
              {l.detail === '' ? null : (
                <small>
                  <Coded text={l.detail} />
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
