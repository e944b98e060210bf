import type { WireDecision } from '../api/traffic.ts';
import { distance, measure, number } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { Coded } from './coded.tsx';
import { messages, wordOf } from './messages.ts';
import { fieldWord } from './names.ts';
import { Simulations } from './simulations.tsx';
import { Rule, Violations } from './violations.tsx';
import { VerdictTable } from './verdict-table.tsx';

/** The ending: released, refused or asked, with facts, verdict, simulation, risk and explanation. */
export function Outcome({
  decision,
  actions,
}: {
  readonly decision: WireDecision;
  /** Buttons under the ending. */
  readonly actions: React.ReactNode;
}): React.JSX.Element {
  const { t, language } = useText(messages);
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
              {refusal.reason_code === 'information_missing' ? (
                t('not_said')
              ) : (
                <Coded text={refusal.message} />
              )}{' '}
              <small>
                (<Rule rule={refusal.rule} />)
              </small>
            </p>
            {refusal.missing_information.length === 0 ? null : (
              <ul className="missing">
                {refusal.missing_information.map((m) => (
                  <li key={m}>{fieldWord(m, language) ?? <Coded text={m} />}</li>
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
            <dd>
              <code>{decision.decision.uav_id}</code>
            </dd>
            <dt>{t('arrival')}</dt>
            <dd>{measure(Math.round(route.eta_sec), 's', language)}</dd>
            <dt>{t('length')}</dt>
            <dd>{distance(route.length_m, language)}</dd>
            <dt>{t('energy')}</dt>
            <dd>{measure(Math.round(route.energy_est_wh), 'Wh', language)}</dd>
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
      {verdict === null ? null : <VerdictTable verdict={verdict} />}
      {simulation.length === 0 ? null : <Simulations runs={simulation} />}
      {risk === null ? null : (
        <section aria-labelledby="risk-title">
          <h2 id="risk-title">
            {t('risk')}: {wordOf('l', risk.risk_level, t)} ({number(risk.risk_score, 2, language)})
          </h2>
          <ul className="reasons">
            {risk.top_reasons.slice(0, 4).map((r) => (
              <li key={r.factor}>
                <Coded text={r.text} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {explanation === '' ? null : (
        <section aria-labelledby="why-title">
          <h2 id="why-title">{t('why')}</h2>
          <p className="explanation">
            <Coded text={explanation} />
          </p>
        </section>
      )}
    </>
  );
}
