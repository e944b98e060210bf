import type { SimulationAnswer } from '#ir';
import { useText } from '../shell/settings.ts';
import { messages } from './messages.ts';
import { useTraffic } from './state.ts';

/** The simulated flights with their events; a press on an event goes to its moment. */
export function Simulations({ runs }: { readonly runs: readonly SimulationAnswer[] }): React.JSX.Element {
  const { t } = useText(messages);
  return (
    <section aria-labelledby="sim-title">
      <h2 id="sim-title">{t('sim_title')}</h2>
      <ul className="plain-list">
        {runs.map((r) => (
          <li key={r.scenario_seed}>
            <span className={`tag ${r.success ? 'proven' : 'error'}`}>
              {t(r.success ? 'sim_good' : 'sim_bad')}
            </span>{' '}
            {t('sim_seed', { seed: r.scenario_seed, stress: r.stress_level })}
            {r.delay_sec === null ? null : ` · ${t('sim_delay', { s: r.delay_sec.toFixed(0) })}`}
            {r.min_distance_m === null ? null : ` · ${t('sim_near', { m: r.min_distance_m.toFixed(0) })}`}
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
                  {e.t_sec.toFixed(0)} s {e.type.replaceAll('_', ' ')}
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
