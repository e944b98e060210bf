import type { SimulationAnswer } from '#ir';
import { measure } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { messages } from './messages.ts';
import { listed } from './names.ts';
import { useTraffic } from './state.ts';

/** The simulated flights with their events; a press on an event goes to its moment. */
export function Simulations({ runs }: { readonly runs: readonly SimulationAnswer[] }): React.JSX.Element {
  const { t, language } = useText(messages);
  return (
    <section aria-labelledby="sim-title">
      <h2 id="sim-title">{t('sim_title')}</h2>
      <ul className="plain-list">
        {runs.map((r) => (
          <li key={r.scenario_seed}>
            <span className={`tag ${r.success ? 'proven' : 'error'}`}>
              {t(r.success ? 'sim_good' : 'sim_bad')}
            </span>{' '}
            {t('sim_seed', {
              seed: r.scenario_seed,
              stress: listed('stress', r.stress_level, language) ?? r.stress_level,
            })}
            {r.delay_sec === null
              ? null
              : ` · ${t('sim_delay', { time: measure(Math.round(r.delay_sec), 's', language) })}`}
            {r.min_distance_m === null
              ? null
              : ` · ${t('sim_near', { distance: measure(Math.round(r.min_distance_m), 'm', language) })}`}
            <div className="sim-events">
              {r.events.length === 0 ? <small>{t('sim_no_events')}</small> : null}
              {r.events.slice(0, 12).map((e, i) => (
                <button
                  key={i}
                  type="button"
                  className={BAD.has(e.type) ? 'bad' : ''}
                  title={e.entities.join(', ')}
                  onClick={() => useTraffic.setState({ t_sec: e.t_sec })}
                >
                  {measure(Math.round(e.t_sec), 's', language)} {listed('event', e.type, language) ?? e.type}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Events that make a flight fail or come near to it. */
const BAD: ReadonlySet<string> = new Set([
  'nmac',
  'lowc',
  'separation_lost',
  'zone_entered',
  'obstacle_hit',
  'ground_hit',
  'battery_empty',
  'reserve_spent',
  'deadline_missed',
  'aborted',
]);
