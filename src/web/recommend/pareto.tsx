import type { SurveyEvaluation } from '#tools';
import { number } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { assistantTexts } from '../assistant/texts.ts';
import { axisStep } from '../survey/plan/profile-data.ts';
import { useWidth } from '../ui/use-width.ts';

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [170, 52, 12, 10, 32];

type Props = {
  readonly base: SurveyEvaluation;
  readonly variants: readonly SurveyEvaluation[];
  readonly best_id: string | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
};

/** Variants by flight time and work time. What is not admitted is hollow. */
export function Pareto({ base, variants, best_id, chosen, onChoose }: Props): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const [box, width] = useWidth<HTMLElement>(340);
  const shown = [base, ...variants].filter((v) => v.metrics !== null);
  if (shown.length === 0) return <></>;
  const xs = shown.map((v) => v.metrics!.flight_time_s / 60);
  const ys = shown.map((v) => v.metrics!.work_time_s / 60);
  const range = (list: readonly number[]): [number, number] => {
    const [low, high] = [Math.min(...list), Math.max(...list)];
    const room = Math.max(0.5, (high - low) * 0.12);
    return [low - room, high + room];
  };
  const [x0, x1] = range(xs);
  const [y0, y1] = range(ys);
  const x = (v: number): number => LEFT + ((v - x0) / (x1 - x0)) * (width - LEFT - RIGHT);
  const y = (v: number): number => TOP + ((y1 - v) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const marks = (low: number, high: number, count: number): number[] => {
    const step = axisStep(high - low, count);
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
  };
  return (
    <figure className="pareto" ref={box}>
      <svg width={width} height={HEIGHT} role="img" aria-label={t('plot')}>
        {marks(x0, x1, 5).map((v) => (
          <g key={v}>
            <line className="grid" x1={x(v)} x2={x(v)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text x={x(v)} y={HEIGHT - BOTTOM + 13} textAnchor="middle">
              {number(v, x1 - x0 < 4 ? 1 : 0, language)}
            </text>
          </g>
        ))}
        {marks(y0, y1, 4).map((v) => (
          <g key={v}>
            <line className="grid" x1={LEFT} x2={width - RIGHT} y1={y(v)} y2={y(v)} />
            <text x={LEFT - 5} y={y(v) + 3.5} textAnchor="end">
              {number(v, y1 - y0 < 4 ? 1 : 0, language)}
            </text>
          </g>
        ))}
        <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 4} textAnchor="middle">
          {t('plot_x')}
        </text>
        <text transform={`translate(10 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`} textAnchor="middle">
          {t('plot_y')}
        </text>
        {shown.map((v, i) => {
          const kind = v === base ? 'base' : v.id === best_id ? 'best' : 'other';
          const good = v.admitted === true && v.status === 'planned';
          return (
            <circle
              key={v.id}
              className={`${kind}${good ? '' : ' hollow'}${v.id === chosen ? ' chosen' : ''}`}
              cx={x(xs[i]!)}
              cy={y(ys[i]!)}
              r={kind === 'other' ? 5 : 6.5}
              onClick={() => onChoose(v.id)}
            >
              <title>{`${v.id} ${v.label}`}</title>
            </circle>
          );
        })}
      </svg>
    </figure>
  );
}
