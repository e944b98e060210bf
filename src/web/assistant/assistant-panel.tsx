import { useEffect, useId, useRef } from 'react';
import { useModel } from '../shell/model-state.ts';
import { useText } from '../shell/settings.ts';
import { useDocument } from '../survey/state/document.ts';
import { missingParts } from '../survey/state/new-scenario.ts';
import { showRight } from '../survey/state/view.ts';
import { Button, IconButton } from '../ui/buttons.tsx';
import { Icon } from '../ui/icon.tsx';
import { unanswered } from './entries.ts';
import { EntryView } from './entry-view.tsx';
import { PolicyBox } from './policy-box.tsx';
import { ask, askAgain, clearConversation, giveBack, stopAsking, useAssistant } from './state.ts';
import { assistantTexts } from './texts.ts';

/** The conversation with the assistant, what it may do, and quick requests. */
export function AssistantPanel(): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const { state, status } = useModel();
  const { entries, busy, former, kept } = useAssistant();
  const log = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // To the very end: what can be done with the last answer stands below it.
    const body = log.current?.closest('.side-body');
    body?.scrollTo({ top: body.scrollHeight });
  }, [entries.length, busy]);
  const on = state === 'known' && status.enabled;
  return (
    <div className="assistant">
      <PolicyBox />
      {on ? (
        status.simulated || status.provider === 'builtin' ? (
          <p className="quiet double-line">{t('simulated')}</p>
        ) : null
      ) : state === 'unknown' ? null : (
        <div className="empty" data-testid="model-off">
          <Icon name="chat" size={32} />
          <h3>{t(state === 'absent' ? 'chat_none' : 'chat_off')}</h3>
          <p>{t('chat_off_text')}</p>
          <Button onClick={() => showRight('variants')}>{t('to_search')}</Button>
        </div>
      )}
      <ol className="log" ref={log} aria-label={t('chat')} aria-live="polite">
        {entries.length === 0 && on ? <li className="quiet">{t('chat_empty')}</li> : null}
        {entries.map((entry, i) => (
          <EntryView key={i} entry={entry} at={i} />
        ))}
      </ol>
      {busy ? <Progress /> : null}
      {entries.length === 0 ? null : (
        <div className="row">
          {busy || !on || unanswered(entries) === null ? null : (
            <Button kind="primary" icon="send" onClick={() => void askAgain(language)} testId="ask-again">
              {t('ask_again')}
            </Button>
          )}
          {former === null || busy ? null : (
            <Button icon="history" onClick={giveBack} testId="give-back">
              {t('give_back')}
            </Button>
          )}
          <Button kind="quiet" icon="trash" disabled={busy} onClick={clearConversation}>
            {t('clear')}
          </Button>
        </div>
      )}
      {kept ? null : (
        <p className="warn-line" role="status" data-testid="conversation-not-kept">
          {t('not_kept')}
        </p>
      )}
      {on ? <Composer busy={busy} /> : null}
    </div>
  );
}

function Progress(): React.JSX.Element {
  const { t } = useText(assistantTexts);
  const progress = useAssistant((s) => s.progress);
  const tool = progress?.tool ?? null;
  const text =
    progress?.state === 'computing' ? t('computing') : tool === null ? t('thinking') : t('running', { tool });
  const step = progress?.step ?? null;
  return (
    <div className="row progress-line" role="status">
      <span className="spinner" />
      <span>
        {text}
        {progress?.total == null ? null : ` ${progress.done ?? 0}/${progress.total}`}
        {step === null ? null : ` · ${t('step', { n: step })}`}
      </span>
      <Button icon="stop" onClick={stopAsking} testId="assistant-stop">
        {t('stop')}
      </Button>
    </div>
  );
}

const QUICK = [
  ['q_compute', 'say_compute'],
  ['q_explain', 'say_explain'],
  ['q_note', 'say_note'],
] as const;

function Composer({ busy }: { readonly busy: boolean }): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const draft = useAssistant((s) => s.draft);
  const ready = useDocument((s) => s.scenario !== null && missingParts(s.scenario).length === 0) && !busy;
  const id = useId();
  const send = (): void => {
    if (ready) void ask(draft, language);
  };
  return (
    <form
      className="composer"
      onSubmit={(e) => {
        e.preventDefault();
        send();
      }}
    >
      <div className="quick">
        {QUICK.map(([label, say]) => (
          <button key={label} type="button" disabled={!ready} onClick={() => void ask(t(say), language)}>
            {t(label)}
          </button>
        ))}
      </div>
      <label className="sr" htmlFor={id}>
        {t('message')}
      </label>
      <div className="composer-line">
        <textarea
          id={id}
          rows={2}
          maxLength={4000}
          value={draft}
          placeholder={t('placeholder')}
          data-testid="assistant-input"
          onChange={(e) => useAssistant.setState({ draft: e.target.value })}
          onKeyDown={(e) => {
            if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return;
            e.preventDefault();
            e.stopPropagation();
            send();
          }}
        />
        <IconButton icon="send" label={t('send')} disabled={!ready || draft.trim() === ''} onClick={send} />
      </div>
    </form>
  );
}
