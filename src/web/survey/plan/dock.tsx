import { useId, useMemo, useState } from 'react';
import type { SurveyPlan } from '#ir';
import type { SurveyScenario } from '#world';
import { clock, number, unitText, utcTime } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { useCompute } from '../state/compute.ts';
import { unitColour } from './colours.ts';
import { fixesAt } from './motion.ts';
import { Profile } from './profile.tsx';
import { REPLAY_SPEEDS, chooseSortie, seek, togglePlay, useReplay, useReplayClock } from './replay.ts';
import { planTexts } from './texts.ts';

/** Under the map: the moment of the plan, who is in the air, and the altitude profile. */
export function PlanDock(): React.JSX.Element | null {
  const outcome = useCompute((s) => s.outcome);
  const plan = outcome?.reply.plan ?? null;
  if (outcome === null || plan === null || plan.sorties.length === 0) return null;
  return <Dock plan={plan} scenario={outcome.scenario} key={plan.plan_hash} />;
}

type Props = { readonly plan: SurveyPlan; readonly scenario: SurveyScenario };

function Dock({ plan, scenario }: Props): React.JSX.Element {
  const { t } = useText(planTexts);
  const end_sec = plan.totals.work_time_s;
  useReplayClock(end_sec);
  const { t_sec, playing, speed, sortie_id } = useReplay();
  const [open, setOpen] = useState(true);
  const slider = useId();
  return (
    <section className="dock" aria-label={t('replay')}>
      <div className="dock-bar">
        <IconButton icon="rewind" label={t('restart')} onClick={() => seek(0)} />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'pause' : 'play')}
          testId="play"
          onClick={togglePlay}
        />
        <label className="sr" htmlFor={slider}>
          {t('moment')}
        </label>
        <input
          id={slider}
          className="moment"
          type="range"
          min={0}
          max={end_sec}
          step={1}
          value={t_sec}
          aria-valuetext={utcTime(scenario.work_window.start_utc, t_sec)}
          data-testid="moment"
          onChange={(e) => seek(Number(e.target.value))}
        />
        <span className="moment-text" data-testid="moment-text">
          {utcTime(scenario.work_window.start_utc, t_sec)} <small>T+{clock(t_sec)}</small>
        </span>
        <select
          aria-label={t('speed')}
          value={speed}
          onChange={(e) => useReplay.setState({ speed: Number(e.target.value) })}
        >
          {REPLAY_SPEEDS.map((s) => (
            <option key={s} value={s}>
              ×{s}
            </option>
          ))}
        </select>
        <select
          aria-label={t('sortie')}
          value={sortie_id ?? ''}
          data-testid="sortie"
          onChange={(e) => chooseSortie(e.target.value === '' ? null : e.target.value)}
        >
          <option value="">{t('all_sorties')}</option>
          {plan.sorties.map((s) => (
            <option key={s.id} value={s.id}>
              {s.id} · {scenario.units.find((u) => u.id === s.unit_id)?.name ?? s.unit_id}
            </option>
          ))}
        </select>
        <IconButton
          icon={open ? 'down' : 'right'}
          label={t(open ? 'hide' : 'unfold')}
          onClick={() => setOpen(!open)}
        />
      </div>
      <InTheAir plan={plan} scenario={scenario} />
      {open ? <Profile plan={plan} scenario={scenario} /> : null}
    </section>
  );
}

function InTheAir({ plan, scenario }: Props): React.JSX.Element {
  const { t, language } = useText(planTexts);
  const t_sec = useReplay((s) => s.t_sec);
  const fixes = useMemo(() => fixesAt(plan, t_sec), [plan, t_sec]);
  return (
    <ul className="in-the-air">
      {fixes.length === 0 ? <li className="quiet">{t('nobody')}</li> : null}
      {fixes.map((f) => (
        <li key={f.sortie_id}>
          <span className="dot" style={{ background: unitColour(scenario.units, f.unit_id) }} />
          <strong>{scenario.units.find((u) => u.id === f.unit_id)?.name ?? f.unit_id}</strong> {t(f.kind)} ·{' '}
          {f.agl_m === null ? '—' : number(f.agl_m, 0, language)} {unitText('m', language)} {t('agl')} ·{' '}
          {number(f.speed_mps, 1, language)} {unitText('m/s', language)} · {number(f.energy_wh, 0, language)}{' '}
          {unitText('Wh', language)} {t('drawn')}
        </li>
      ))}
    </ul>
  );
}
