import { useEffect, useState } from 'react';
import type { WireDecision } from '../api/traffic.ts';
import { clock } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { IconButton } from '../ui/buttons.tsx';
import { AltitudeProfile } from './altitude-profile.tsx';
import { pathOf } from './flight.ts';
import { messages } from './messages.ts';
import { useTraffic } from './state.ts';

/** Times real at which a flight is replayed. */
const SPEED = 20;

/** Under the map: the moment of the released flight, or of the one that was tried, and its heights. */
export function FlightDock({ decision }: { readonly decision: WireDecision }): React.JSX.Element | null {
  const { t } = useText(messages);
  const t_sec = useTraffic((s) => s.t_sec);
  const [playing, setPlaying] = useState(false);
  const end = pathOf(decision).at(-1)?.t_sec ?? 0;
  useEffect(() => {
    if (!playing) return undefined;
    let last = performance.now();
    let frame = 0;
    const tick = (now: number): void => {
      const next = useTraffic.getState().t_sec + ((now - last) / 1000) * SPEED;
      last = now;
      useTraffic.setState({ t_sec: Math.min(end, next) });
      if (next >= end) return setPlaying(false);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, end]);
  if (end === 0) return null;
  return (
    <section className="dock" aria-label={t('replay')}>
      <div className="dock-bar">
        <IconButton icon="rewind" label={t('restart')} onClick={() => useTraffic.setState({ t_sec: 0 })} />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'pause' : 'play')}
          testId="play"
          onClick={() => {
            if (!playing && t_sec >= end) useTraffic.setState({ t_sec: 0 });
            setPlaying(!playing);
          }}
        />
        <input
          className="moment"
          type="range"
          min={0}
          max={end}
          step={0.5}
          value={Math.min(end, t_sec)}
          aria-label={t('moment')}
          data-testid="moment"
          onChange={(e) => useTraffic.setState({ t_sec: Number(e.target.value) })}
        />
        <span className="moment-text">T+{clock(t_sec)}</span>
        {decision.final_status === 'success' ? null : <span className="badge">{t('not_released')}</span>}
      </div>
      <AltitudeProfile decision={decision} t_sec={t_sec} />
    </section>
  );
}
