import type { WireDecision } from '../api/traffic.ts';
import type { Translate } from '../i18n/language.ts';
import { messages, wordOf, type MessageKey } from './messages.ts';
import { Simulations } from './simulations.tsx';
import { Violations } from './violations.tsx';
import { VerdictTable } from './verdict-table.tsx';

/** A missing field by its name in the page's language; anything else as it was written. */
function fieldName(text: string, t: Translate<MessageKey>): string {
  const key = `field_${text}`;
  return key in messages.en ? t(key as MessageKey) : text;
}

/** The ending: released, refused or asked, with facts, verdict, simulation, risk and explanation. */
export function Outcome({
  decision,
  t,
  actions,
}: {
  readonly decision: WireDecision;
  readonly t: Translate<MessageKey>;
  /** Buttons under the ending. */
  readonly actions: React.ReactNode;
}): React.JSX.Element {
  const { final_status, refusal, route, risk, verdict, explanation, proposer, simulation } = decision;
  return (
    <>
      <section
        className={`outcome ${final_status}`}
        role="status"
        data-testid="outcome"
        data-status={final_status}
      >
        <h2>{t(final_status)}</h2>
        {refusal === null ? null : (
          <>
            <p>
              {refusal.reason_code === 'information_missing' ? t('not_said') : refusal.message}{' '}
              <small>({refusal.rule})</small>
            </p>
            {refusal.missing_information.length === 0 ? null : (
              <ul className="missing">
                {refusal.missing_information.map((m) => (
                  <li key={m}>{fieldName(m, t)}</li>
                ))}
              </ul>
            )}
            {refusal.fallback === '' || refusal.fallback === final_status ? null : (
              <p className="quiet">{t('fallback', { text: wordOf('f', refusal.fallback, t) })}</p>
            )}
          </>
        )}
        <Violations list={refusal?.counterexamples ?? []} />
        {route === null || final_status !== 'success' ? null : (
          <dl>
            <dt>{t('aircraft')}</dt>
            <dd>{decision.decision.uav_id}</dd>
            <dt>{t('arrival')}</dt>
            <dd>{route.eta_sec.toFixed(0)} s</dd>
            <dt>{t('length')}</dt>
            <dd>{(route.length_m / 1000).toFixed(2)} km</dd>
            <dt>{t('energy')}</dt>
            <dd>{route.energy_est_wh.toFixed(0)} Wh</dd>
            <dt>{t('battery')}</dt>
            <dd>{(route.battery_end_ratio * 100).toFixed(0)} %</dd>
            <dt>{t('simulations')}</dt>
            <dd>{`${simulation.filter((s) => s.success).length} / ${simulation.length}`}</dd>
            <dt>{t('repairs')}</dt>
            <dd>{decision.repair_rounds}</dd>
          </dl>
        )}
        {proposer.simulated ? <p className="double">{t('simulated')}</p> : null}
        {actions}
      </section>
      {verdict === null ? null : <VerdictTable verdict={verdict} t={t} />}
      {simulation.length === 0 ? null : <Simulations runs={simulation} />}
      {risk === null ? null : (
        <section aria-labelledby="risk-title">
          <h2 id="risk-title">
            {t('risk')}: {wordOf('l', risk.risk_level, t)} ({risk.risk_score.toFixed(2)})
          </h2>
          <ul className="reasons">
            {risk.top_reasons.slice(0, 4).map((r) => (
              <li key={r.factor}>{r.text}</li>
            ))}
          </ul>
        </section>
      )}
      {explanation === '' ? null : (
        <section aria-labelledby="why-title">
          <h2 id="why-title">{t('why')}</h2>
          <p className="explanation">{explanation}</p>
        </section>
      )}
    </>
  );
}
