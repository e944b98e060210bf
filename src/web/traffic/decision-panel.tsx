import { useId, useState } from 'react';
import { asApiError, save } from '../api/http.ts';
import { acceptOperation } from '../api/operations.ts';
import type { WireDecision } from '../api/traffic.ts';
import { errorText } from '../shell/error-text.ts';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldFrame } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toasts.tsx';
import { messages } from './messages.ts';
import { fieldWord } from './names.ts';
import { Outcome } from './outcome.tsx';
import { runDecision, useTraffic, writeInstruction } from './state.ts';

/** How the run ended, and what the operator can do about it. */
export function DecisionPanel(): React.JSX.Element {
  const { t } = useText(messages);
  const decision = useTraffic((s) => s.decision);
  if (decision === null)
    return (
      <div className="empty">
        <Icon name="drone" size={36} />
        <h3>{t('no_decision')}</h3>
        <p>{t('nothing_yet')}</p>
      </div>
    );
  return <Outcome decision={decision} actions={<Actions decision={decision} />} />;
}

function Actions({ decision }: { readonly decision: WireDecision }): React.JSX.Element | null {
  const { t, language } = useText(messages);
  const [asking, setAsking] = useState(false);
  const [accepted, setAccepted] = useState<string | null>(null);
  const certificate = decision.certificate ?? null;
  if (decision.final_status === 'human_confirm')
    return (
      <div className="row">
        <Button kind="primary" testId="answer" onClick={() => setAsking(true)}>
          {t('answer_open')}
        </Button>
        {asking ? <AnswerDialog decision={decision} onClose={() => setAsking(false)} /> : null}
      </div>
    );
  if (decision.final_status !== 'success' || certificate === null) return null;
  const accept = async (): Promise<void> => {
    try {
      const operation = await acceptOperation(certificate);
      setAccepted(operation.operation_id);
      toast('good', t('accepted', { id: operation.operation_id }));
    } catch (e) {
      toast('bad', `${t('accept_failed')}: ${errorText(asApiError(e), language)}`);
    }
  };
  return (
    <div className="row">
      <Button
        icon="download"
        title={t('certificate_hint')}
        testId="certificate"
        onClick={() =>
          save({
            name: 'certificate.json',
            blob: new Blob([certificate], { type: 'application/json' }),
          })
        }
      >
        {t('certificate')}
      </Button>
      <Button icon="check" disabled={accepted !== null} testId="accept" onClick={() => void accept()}>
        {accepted === null ? t('accept_operation') : t('accepted', { id: accepted.slice(0, 12) })}
      </Button>
    </div>
  );
}

function AnswerDialog({
  decision,
  onClose,
}: {
  readonly decision: WireDecision;
  readonly onClose: () => void;
}): React.JSX.Element {
  const { t, language } = useText(messages);
  const [text, setText] = useState('');
  const id = useId();
  const missing = decision.refusal?.missing_information ?? [];
  const run = (): void => {
    if (text.trim() === '') return;
    writeInstruction(`${useTraffic.getState().text.trim()} ${text.trim()}`);
    onClose();
    void runDecision(language);
  };
  return (
    <Dialog
      title={t('answer_title')}
      close_label={t('close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={text.trim() === ''} onClick={run}>
            {t('answer_run')}
          </Button>
        </>
      }
    >
      <p>{t('answer_text')}</p>
      <ul className="missing">
        {missing.map((m) => (
          <li key={m}>{fieldWord(m, language) ?? m}</li>
        ))}
      </ul>
      <FieldFrame id={id} label={t('answer_label')} error={null} wide>
        <input
          id={id}
          value={text}
          onChange={(e) => setText(e.target.value)}
          onKeyDown={(e) => e.key === 'Enter' && run()}
        />
      </FieldFrame>
    </Dialog>
  );
}
