import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { compute, useCompute, useStale, type Outcome } from '../state/compute.ts';
import { useDocument } from '../state/document.ts';
import { ExportMenu } from './export-menu.tsx';
import { Findings, NotJudged, Refusals } from './findings.tsx';
import { MetricGrid, TaskTable, UnitTable } from './metrics.tsx';
import { Schedule } from './schedule.tsx';
import { resultTexts } from './texts.ts';
import { VerdictBanner } from './verdict-banner.tsx';

/** What the last computation found, the verdict first. */
export function ResultPanel(): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const { outcome, error, faults, running } = useCompute();
  const scenario = useDocument((s) => s.scenario);
  const stale = useStale();
  const shown_faults = faults !== null && faults.scenario === scenario ? faults.issues : [];
  return (
    <>
      {error === null ? null : (
        <div className="problem" role="alert" data-testid="compute-error">
          <strong>{t('failed')}</strong>
          <p>{errorText(error, language)}</p>
          <Button onClick={() => void compute()}>{t('try_again')}</Button>
        </div>
      )}
      {shown_faults.length === 0 ? null : (
        <section>
          <h3>{t('issues')}</h3>
          <ul className="plain-list">
            {shown_faults.slice(0, 30).map((f, i) => (
              <li key={i}>
                <code>{f.code}</code> {f.text[language]} <small>{f.path}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {outcome === null ? (
        error !== null && !running ? null : (
          <div className="empty">
            <Icon name="drone" size={36} />
            <h3>{t(running ? 'running_title' : 'empty_title')}</h3>
            <p>{t(running ? 'running_text' : 'empty_text')}</p>
          </div>
        )
      ) : (
        <>
          {stale && !running ? (
            <div className="stale" role="status" data-testid="stale">
              <Icon name="warning" />
              <span>{t('stale')}</span>
              <Button onClick={() => void compute()}>{t('recompute')}</Button>
            </div>
          ) : null}
          <div className={stale || running ? 'faint' : ''}>
            <OutcomeView outcome={outcome} stale={stale} />
          </div>
        </>
      )}
    </>
  );
}

function OutcomeView({
  outcome,
  stale,
}: {
  readonly outcome: Outcome;
  readonly stale: boolean;
}): React.JSX.Element {
  const { reply, scenario } = outcome;
  const { plan, verdict } = reply;
  return (
    <>
      <VerdictBanner outcome={outcome} />
      {reply.refusals.length === 0 ? null : <Refusals refusals={reply.refusals} scenario={scenario} />}
      {plan === null || verdict === null || verdict.metrics === null ? null : (
        <>
          <ExportMenu outcome={outcome} stale={stale} />
          <MetricGrid metrics={verdict.metrics} plan={plan} />
        </>
      )}
      {verdict === null ? null : <Findings verdict={verdict} scenario={scenario} />}
      {verdict === null || verdict.not_judged.length === 0 ? null : <NotJudged verdict={verdict} />}
      {plan === null || verdict === null || verdict.metrics === null ? null : (
        <>
          <UnitTable metrics={verdict.metrics} scenario={scenario} />
          <Schedule plan={plan} scenario={scenario} />
          <TaskTable metrics={verdict.metrics} plan={plan} scenario={scenario} />
        </>
      )}
    </>
  );
}
