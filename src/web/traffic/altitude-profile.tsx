import type { WireDecision } from '../api/traffic.ts';
import { measure } from '../i18n/format.ts';
import { useWidth } from '../ui/use-width.ts';
import { useText } from '../shell/settings.ts';
import { pathOf } from './flight.ts';
import { messages } from './messages.ts';

const H = 130;
const LEFT = 40;
const BOTTOM = 24;
const TOP = 10;

/** A step of an axis that gives at most `most` marks. */
function step(range: number, most: number): number {
  const raw = range / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  return [1, 2, 5, 10].map((k) => k * power).find((s) => s >= raw) ?? 10 * power;
}

/** Height over time with the task's altitude limit and the stops. */
export function AltitudeProfile({
  decision,
  t_sec: now,
}: {
  readonly decision: WireDecision;
  readonly t_sec: number;
}): React.JSX.Element | null {
  const { t, language } = useText(messages);
  const [box, W] = useWidth<HTMLElement>(600);
  const points = pathOf(decision);
  if (points.length === 0) return null;
  const end = points.at(-1)!.t_sec;
  const limit = decision.ir?.constraints.altitude_max_m ?? 120;
  const top = Math.max(limit, ...points.map((p) => p.z_m)) * 1.1;
  const x = (t_sec: number): number => LEFT + (t_sec / end) * (W - LEFT - 12);
  const y = (z_m: number): number => TOP + (1 - z_m / top) * (H - TOP - BOTTOM);
  const marks = (range: number, most: number): number[] =>
    Array.from({ length: Math.floor(range / step(range, most)) + 1 }, (_, i) => i * step(range, most));
  return (
    <figure className="profile" ref={box}>
      <figcaption className="sr">{t('profile')}</figcaption>
      <svg width={W} height={H} role="img" aria-label={t('profile')}>
        {marks(top, 4).map((z) => (
          <g key={z}>
            <line x1={LEFT} x2={W - 12} y1={y(z)} y2={y(z)} className="grid" />
            <text x={LEFT - 6} y={y(z) + 4} textAnchor="end">
              {z}
            </text>
          </g>
        ))}
        {marks(end, 8).map((s) => (
          <text key={s} x={x(s)} y={H - 8} textAnchor="middle">
            {s}
          </text>
        ))}
        <line x1={LEFT} x2={W - 12} y1={y(limit)} y2={y(limit)} className="limit" />
        <text
          x={W - 14}
          y={y(limit) - 4}
          textAnchor="end"
          className="limit-text"
        >{`${t('ceiling')} ${measure(limit, 'm', language)}`}</text>
        <polyline points={points.map((p) => `${x(p.t_sec)},${y(p.z_m)}`).join(' ')} className="height" />
        {points
          .filter((p) => p.stop_id !== null)
          .map((p) => (
            <g key={`${p.stop_id ?? ''}-${p.t_sec}`}>
              <circle cx={x(p.t_sec)} cy={y(p.z_m)} r={4} className="stop" />
              <title>{`${p.stop_id ?? ''} ${measure(Math.round(p.t_sec), 's', language)}`}</title>
            </g>
          ))}
        <line className="cursor" x1={x(now)} x2={x(now)} y1={TOP} y2={H - BOTTOM} />
      </svg>
    </figure>
  );
}
