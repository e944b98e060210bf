import type { SurveyMetrics, SurveyPlan } from '#ir';
import type { SurveyScenario } from '#world';
import { brief, clock, distance, number, unitText } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { unitColour } from '../plan/colours.ts';
import { resultTexts } from './texts.ts';

/** The validator's numbers; what it could not compute is a dash. */
export function MetricGrid({
  metrics: m,
  plan,
}: {
  readonly metrics: SurveyMetrics;
  readonly plan: SurveyPlan;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const percent = (v: number | null, d = 1): string =>
    v === null ? '—' : `${number(v * 100, d, language)} %`;
  const metres = (v: number | null): string =>
    v === null ? '—' : `${number(v, 1, language)} ${unitText('m', language)}`;
  const main: [string, string][] = [
    [t('work_time'), clock(m.work_time_s)],
    [t('flight_time'), clock(m.flight_time_s)],
    [t('coverage'), percent(m.coverage_ratio, 2)],
    [t('reserve_min'), percent(m.reserve_min_ratio)],
  ];
  const rest: [string, string][] = [
    [t('sorties'), String(m.sorties)],
    [t('photos'), number(m.photos, 0, language)],
    [t('turns'), String(m.turns)],
    [t('distance'), distance(m.distance_m, language)],
    [t('energy'), `${number(m.energy_wh, 0, language)} ${unitText('Wh', language)}`],
    [
      t('gsd_max'),
      m.gsd_max_cm === null ? '—' : `${number(m.gsd_max_cm, 2, language)} ${unitText('cm', language)}`,
    ],
    [t('overlap_min'), `${percent(m.forward_overlap_min)} / ${percent(m.side_overlap_min)}`],
    [t('agl_max'), metres(m.agl_max_m)],
    [t('separation_min'), metres(m.separation_min_m)],
  ];
  const gap = plan.objective.gap_ratio;
  return (
    <section>
      <h3>{t('metrics')}</h3>
      <dl className="metric-main">
        {main.map(([k, v]) => (
          <div key={k}>
            <dt>{k}</dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
      <dl className="metric-rest">
        {rest.map(([k, v]) => (
          <div key={k}>
            <dt>{k}</dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
      {gap === null ? null : (
        <p className="quiet">
          {t('bound')} {brief(gap * 100, 1, language)} %:{' '}
          {t('bound_text', { p: brief((1 - 1 / (1 + gap)) * 100, 1, language) })}
          {plan.status.stopped_by === 'time_limit' ? `. ${t('stopped_by_time')}` : ''}
        </p>
      )}
    </section>
  );
}

/** The same by aircraft. */
export function UnitTable({
  metrics,
  scenario,
}: {
  readonly metrics: SurveyMetrics;
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  return (
    <section>
      <h3>{t('by_unit')}</h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('unit')}</th>
            <th scope="col">{t('sorties')}</th>
            <th scope="col">{t('flight')}</th>
            <th scope="col">{t('frames')}</th>
            <th scope="col">{t('reserve')}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.per_unit.map((u) => (
            <tr key={u.unit_id}>
              <th scope="row">
                <span className="dot" style={{ background: unitColour(scenario.units, u.unit_id) }} />
                {scenario.units.find((x) => x.id === u.unit_id)?.name ?? u.unit_id}
              </th>
              <td>{u.sorties}</td>
              <td>{clock(u.flight_time_s)}</td>
              <td>{number(u.photos, 0, language)}</td>
              <td>
                {u.reserve_min_ratio === null ? '—' : `${number(u.reserve_min_ratio * 100, 0, language)} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Coverage by area, and how its lanes lie. */
export function TaskTable({
  metrics,
  plan,
  scenario,
}: {
  readonly metrics: SurveyMetrics;
  readonly plan: SurveyPlan;
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const m = unitText('m', language);
  return (
    <section>
      <h3>{t('by_task')}</h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('task')}</th>
            <th scope="col">{t('lanes')}</th>
            <th scope="col">{t('angle')}</th>
            <th scope="col">{t('height')}</th>
            <th scope="col">{t('spacing')}</th>
            <th scope="col">{t('coverage')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.blocks.map((b) => {
            const covered = metrics.per_task.find((x) => x.task_id === b.task_id)?.coverage_ratio ?? null;
            return (
              <tr key={b.id}>
                <th scope="row">{scenario.tasks.find((x) => x.id === b.task_id)?.name ?? b.task_id}</th>
                <td>{plan.lanes.filter((l) => l.block_id === b.id).length}</td>
                <td>{number(b.swath_angle_deg, 0, language)}°</td>
                <td>
                  {number(b.agl_m, 0, language)} {m}
                </td>
                <td>
                  {number(b.line_spacing_m, 1, language)} {m}
                </td>
                <td>{covered === null ? '—' : `${number(covered * 100, 1, language)} %`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
