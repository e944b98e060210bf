import { useCallback, useEffect, useState } from 'react';
import type { Operation } from '#operations';
import { asApiError, type ApiError } from '../api/http.ts';
import { changeOperation, listOperations } from '../api/operations.ts';
import { measure } from '../i18n/format.ts';
import { errorText } from '../shell/error-text.ts';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toasts.tsx';
import { messages, wordOf } from './messages.ts';
import { useTraffic } from './state.ts';

/** The operations that hold airspace, and what may be done with them. */
export function OperationsBoard(): React.JSX.Element {
  const { t, language } = useText(messages);
  const region = useTraffic((s) => s.state?.region_id ?? null);
  const [list, setList] = useState<readonly Operation[] | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const load = useCallback(async (): Promise<void> => {
    if (region === null) return;
    try {
      setList((await listOperations(region)).operations);
      setError(null);
    } catch (e) {
      setError(asApiError(e));
    }
  }, [region]);
  useEffect(() => void load(), [load]);
  const act = async (id: string, change: 'approve' | 'cancel' | 'close'): Promise<void> => {
    try {
      await changeOperation(id, change);
      await load();
    } catch (e) {
      toast('bad', errorText(asApiError(e), language));
    }
  };
  return (
    <>
      <div className="row">
        <Button icon="history" onClick={() => void load()}>
          {t('ops_refresh')}
        </Button>
        <a className="button plain" href="api/operations/audit" download>
          <Icon name="download" /> {t('ops_audit')}
        </a>
      </div>
      {error === null ? null : (
        <div className="problem" role="alert">
          <strong>{t('ops_off')}</strong>
          <p>{errorText(error, language)}</p>
        </div>
      )}
      {list === null || error !== null ? null : list.length === 0 ? (
        <div className="empty" data-testid="operations-empty">
          <Icon name="layers" size={32} />
          <p>{t('ops_empty')}</p>
        </div>
      ) : (
        <ul className="operations" data-testid="operations">
          {list.map((o) => (
            <OperationCard key={o.operation_id} operation={o} onAct={act} />
          ))}
        </ul>
      )}
    </>
  );
}

function OperationCard({
  operation: o,
  onAct,
}: {
  readonly operation: Operation;
  readonly onAct: (id: string, change: 'approve' | 'cancel' | 'close') => Promise<void>;
}): React.JSX.Element {
  const { t, language } = useText(messages);
  const end = o.trajectory.at(-1)?.t_sec ?? 0;
  const open = o.state === 'accepted' || o.state === 'approved';
  return (
    <li className="card">
      <h4>
        <code>{o.uav_id}</code> <span className={`tag ${open ? 'proven' : ''}`}>{t(`op_${o.state}`)}</span>
      </h4>
      <p className="quiet">
        {o.start.replace('T', ' ').slice(0, 19)} UTC · {measure(Math.round(end), 's', language)} ·{' '}
        {t('doc_priority')}: {wordOf('l', o.priority, t)}
      </p>
      <p className="quiet">
        <code>{o.operation_id}</code>
      </p>
      {open ? (
        <div className="row">
          {o.state === 'accepted' ? (
            <Button icon="check" onClick={() => void onAct(o.operation_id, 'approve')}>
              {t('op_approve')}
            </Button>
          ) : null}
          <Button onClick={() => void onAct(o.operation_id, 'close')}>{t('op_close')}</Button>
          <Button kind="danger" onClick={() => void onAct(o.operation_id, 'cancel')}>
            {t('op_cancel')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
