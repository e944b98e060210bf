import { number } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Button } from '../../ui/buttons.tsx';
import { takeBackCorrection, type Outcome } from '../state/compute.ts';
import { resultTexts, type ResultKey } from './texts.ts';

type Banner = {
  readonly tone: 'good' | 'bad' | 'warn';
  readonly icon: IconName;
  readonly title: ResultKey;
  readonly text: ResultKey;
  readonly n: number;
};

/** How a computation ended. Only the validator's word makes it good. */
export function bannerOf({ reply }: Outcome): Banner {
  const { status, verdict } = reply;
  if (status === 'invalid')
    return { tone: 'bad', icon: 'cross', title: 'invalid', text: 'invalid_text', n: 0 };
  if (status === 'infeasible')
    return { tone: 'bad', icon: 'cross', title: 'infeasible', text: 'infeasible_text', n: 0 };
  if (verdict === null)
    return { tone: 'warn', icon: 'warning', title: 'no_verdict', text: 'no_verdict_text', n: 0 };
  if (!verdict.admitted) {
    const n = verdict.findings.filter((f) => f.severity === 'error').length;
    return { tone: 'bad', icon: 'cross', title: 'rejected', text: 'rejected_text', n };
  }
  const open = verdict.not_judged.length;
  return {
    tone: 'good',
    icon: 'check',
    title: 'admitted',
    text: open > 0 ? 'admitted_open' : 'admitted_text',
    n: open,
  };
}

/** The verdict in one look. */
export function VerdictBanner({ outcome }: { readonly outcome: Outcome }): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const banner = bannerOf(outcome);
  const partial = outcome.reply.status === 'partial';
  return (
    <div
      className={`banner ${banner.tone}`}
      role="status"
      data-testid="verdict"
      data-admitted={outcome.reply.verdict?.admitted ?? 'none'}
      data-status={outcome.reply.status}
    >
      <span className="banner-icon">
        <Icon name={banner.icon} size={22} />
      </span>
      <div>
        <h2>
          {t(banner.title)}
          {partial ? <small> · {t('partial')}</small> : null}
        </h2>
        <p>{t(banner.text, { n: banner.n })}</p>
        <p className="quiet">
          {t('took', { s: number(outcome.took_s, 1, language) })}
          {outcome.reply.plan === null
            ? null
            : ` · ${t('hash', { hash: outcome.reply.plan.plan_hash.replace('sha256:', '').slice(0, 10) })}`}
        </p>
        {outcome.corrected === 0 ? null : (
          <div className="corrected" data-testid="corrected">
            <p>{t('corrected', { n: outcome.corrected })}</p>
            <Button icon="undo" testId="take-back" onClick={takeBackCorrection}>
              {t('take_back')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
