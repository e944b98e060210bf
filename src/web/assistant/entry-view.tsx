import { save } from '../api/http.ts';
import { ApiError } from '../api/http.ts';
import { clock } from '../i18n/format.ts';
import { VariantTable, factsOf, outcomeOf } from '../recommend/variant-table.tsx';
import { errorText } from '../shell/error-text.ts';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toasts.tsx';
import { ChangeList } from './change-list.tsx';
import type { Entry, Offer } from './entries.ts';
import { leaveOffer, takeOffer } from './state.ts';
import { assistantTexts } from './texts.ts';

/** One line of the conversation as a card. Text of a model is text and nothing else. */
export function EntryView({
  entry,
  at,
}: {
  readonly entry: Entry;
  /** Place in the conversation. */
  readonly at: number;
}): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  switch (entry.kind) {
    case 'user':
      return (
        <li className="said user">
          <small>{t('you')}</small>
          <p>{entry.text}</p>
        </li>
      );
    case 'message':
      return (
        <li
          className={`said system${entry.grounded ? '' : ' unsupported'}`}
          data-testid="assistant-message"
          data-grounded={entry.grounded}
        >
          <small>
            {t('system')}
            {entry.grounded ? null : (
              <span className="tag warning">
                <Icon name="warning" size={12} /> {t('unsupported')}
              </span>
            )}
          </small>
          <p>{entry.text}</p>
          {entry.grounded ? null : (
            <p className="warn-line">{t('ungrounded', { list: entry.unsupported.join(', ') })}</p>
          )}
        </li>
      );
    case 'ops':
      return (
        <li className="card" data-testid="card-ops">
          <h4>
            <Icon name="edit" size={14} /> {t('changed')}
          </h4>
          <ChangeList changes={entry.changes} />
        </li>
      );
    case 'evaluation': {
      const v = entry.evaluation;
      const outcome = outcomeOf(v);
      return (
        <li className="card" data-testid="card-evaluation">
          <h4>
            <Icon name="check" size={14} />{' '}
            {v.label === '' ? t('evaluation') : `${t('evaluation')}: ${v.label}`}{' '}
            <span className={`tag ${outcome === 'admitted' ? 'proven' : 'error'}`}>{t(outcome)}</span>
          </h4>
          {v.metrics === null ? null : (
            <dl className="card-facts">
              <div>
                <dt>{t('work')}</dt>
                <dd>{clock(v.metrics.work_time_s)}</dd>
              </div>
              <div>
                <dt>{t('flight')}</dt>
                <dd>{clock(v.metrics.flight_time_s)}</dd>
              </div>
            </dl>
          )}
          <p className="quiet">{factsOf(v, t, language)}</p>
          {v.refusals.slice(0, 3).map((r, i) => (
            <p key={i}>
              <code>{r.code}</code> {r.text[language]}
            </p>
          ))}
        </li>
      );
    }
    case 'recommendation':
      return (
        <li className="card">
          <h4>
            <Icon name="spark" size={14} /> {t('search')}
          </h4>
          <VariantTable recommendation={entry.recommendation} />
        </li>
      );
    case 'note':
      return <Note text={entry.text} />;
    case 'refused':
      return (
        <li className="card refused">
          <h4>
            <Icon name="cross" size={14} /> {t('tool_failed')} <code>{entry.tool}</code>
          </h4>
          <p>{entry.text[language]}</p>
        </li>
      );
    case 'offer':
      return <OfferCard offer={entry} at={at} />;
    case 'info':
      return <li className="info-line">{t(entry.key)}</li>;
    case 'problem':
      return (
        <li>
          <p className="problem" role="alert">
            {errorText(new ApiError(entry.code, entry.message), language)}
          </p>
        </li>
      );
  }
}

function OfferCard({ offer, at }: { readonly offer: Offer; readonly at: number }): React.JSX.Element {
  const { t } = useText(assistantTexts);
  return (
    <li className="card offer" data-testid="card-offer">
      <h4>
        <Icon name="history" size={14} /> {t('offer')}
      </h4>
      <ChangeList changes={offer.changes} />
      {offer.state === 'open' ? (
        <>
          <p className="quiet">{t('offer_text')}</p>
          <div className="row">
            <Button icon="check" testId="offer-take" onClick={() => takeOffer(at)}>
              {t('offer_take')}
            </Button>
            <Button kind="quiet" testId="offer-leave" onClick={() => leaveOffer(at)}>
              {t('offer_leave')}
            </Button>
          </div>
        </>
      ) : (
        <p className="quiet">{t(offer.state === 'taken' ? 'offer_taken' : 'offer_left')}</p>
      )}
    </li>
  );
}

function Note({ text }: { readonly text: string }): React.JSX.Element {
  const { t } = useText(assistantTexts);
  return (
    <li className="card note" data-testid="card-note">
      <h4>
        <Icon name="file" size={14} /> {t('note')}
      </h4>
      <p className="note-text">{text}</p>
      <div className="row">
        <Button
          icon="copy"
          onClick={() => {
            navigator.clipboard.writeText(text).then(
              () => toast('good', t('copied')),
              () => undefined,
            );
          }}
        >
          {t('copy')}
        </Button>
        <Button
          icon="download"
          onClick={() =>
            save({ name: 'note.txt', blob: new Blob([text], { type: 'text/plain;charset=utf-8' }) })
          }
        >
          {t('save')}
        </Button>
      </div>
    </li>
  );
}
