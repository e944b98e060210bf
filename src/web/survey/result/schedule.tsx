import type { SurveyPlan } from '#ir';
import type { SurveyScenario } from '#world';
import { clock, utcTime } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { unitColour } from '../plan/colours.ts';
import { chooseSortie, seek, useReplay } from '../plan/replay.ts';
import { resultTexts } from './texts.ts';

/** Who flies, changes batteries or waits, and when; a press on a sortie chooses it. */
export function Schedule({
  plan,
  scenario,
}: {
  readonly plan: SurveyPlan;
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t } = useText(resultTexts);
  const chosen = useReplay((s) => s.sortie_id);
  const end = Math.max(1, plan.totals.work_time_s);
  const share = (s: number): string => `${(s / end) * 100}%`;
  const { start_utc } = scenario.work_window;
  return (
    <section>
      <h3>{t('schedule')}</h3>
      <div className="schedule">
        {plan.schedule.map((row) => (
          <div key={row.unit_id} className="schedule-row">
            <span className="schedule-name">
              {scenario.units.find((u) => u.id === row.unit_id)?.name ?? row.unit_id}
            </span>
            <div className="schedule-bar">
              {row.entries
                .filter((e) => e.kind !== 'wait')
                .map((e, i) => {
                  const style = { left: share(e.from_sec), width: share(e.to_sec - e.from_sec) };
                  const text = `${t(e.kind)}${e.sortie_id === null ? '' : ` ${e.sortie_id}`}: ${utcTime(start_utc, e.from_sec)}–${utcTime(start_utc, e.to_sec)} (${clock(e.to_sec - e.from_sec)})`;
                  return e.kind === 'sortie' && e.sortie_id !== null ? (
                    <button
                      key={i}
                      type="button"
                      aria-label={text}
                      title={text}
                      aria-pressed={chosen === e.sortie_id}
                      style={{ ...style, background: unitColour(scenario.units, row.unit_id) }}
                      onClick={() => {
                        chooseSortie(chosen === e.sortie_id ? null : e.sortie_id);
                        seek(e.from_sec);
                      }}
                    >
                      {e.sortie_id.replace(/^sortie-/, '')}
                    </button>
                  ) : (
                    <span key={i} className="schedule-change" style={style} title={text} />
                  );
                })}
            </div>
          </div>
        ))}
        <div className="schedule-axis">
          <span>{utcTime(start_utc, 0).slice(0, 5)}</span>
          <span>{utcTime(start_utc, end / 2).slice(0, 5)}</span>
          <span>{utcTime(start_utc, end).slice(0, 5)} UTC</span>
        </div>
      </div>
    </section>
  );
}
