import { useMemo } from 'react';
import type { SurveyPlan } from '#ir';
import type { SurveyScenario } from '#world';
import { number, utcTime } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { unitColour } from './colours.ts';
import { axisStep, profileData, type ProfileData, type ProfilePoint } from './profile-data.ts';
import { useWidth } from '../../ui/use-width.ts';
import { seek, useReplay } from './replay.ts';
import { planTexts } from './texts.ts';

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [140, 38, 8, 8, 20];

type Props = { readonly plan: SurveyPlan; readonly scenario: SurveyScenario };

/** Height over time with ground, limits and zones; a press goes to that moment. */
export function Profile({ plan, scenario }: Props): React.JSX.Element {
  const { t } = useText(planTexts);
  const sortie_id = useReplay((s) => s.sortie_id);
  const data = useMemo(() => profileData(plan, scenario, sortie_id), [plan, scenario, sortie_id]);
  const [box, width] = useWidth<HTMLElement>(600);
  const x = (sec: number): number =>
    LEFT + ((sec - data.from_sec) / Math.max(1, data.to_sec - data.from_sec)) * (width - LEFT - RIGHT);
  const y = (m: number): number =>
    TOP + ((data.high_m - m) / (data.high_m - data.low_m)) * (HEIGHT - TOP - BOTTOM);
  const press = (e: React.MouseEvent<SVGSVGElement>): void => {
    const at = e.clientX - e.currentTarget.getBoundingClientRect().left;
    const share = (at - LEFT) / (width - LEFT - RIGHT);
    seek(data.from_sec + share * (data.to_sec - data.from_sec));
  };
  return (
    <figure className="profile" ref={box}>
      <figcaption className="sr">{t('profile')}</figcaption>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={t('profile')}
        onClick={press}
        data-testid="profile"
      >
        <Axes data={data} width={width} x={x} y={y} start_utc={scenario.work_window.start_utc} />
        <Limits data={data} width={width} scenario={scenario} x={x} y={y} />
        {data.sorties.map(({ sortie, points }) => (
          <g key={sortie.id}>
            <path className="ground" d={groundPath(points, x, y)} />
            <polyline
              className="height"
              stroke={unitColour(scenario.units, sortie.unit_id)}
              points={points.map((p) => `${x(p.t_sec).toFixed(1)},${y(p.amsl_m).toFixed(1)}`).join(' ')}
            />
          </g>
        ))}
        <Cursor x={x} />
      </svg>
      <Legend data={data} scenario={scenario} y={y} />
    </figure>
  );
}

type Scale = (v: number) => number;

function groundPath(points: readonly ProfilePoint[], x: Scale, y: Scale): string {
  const known = points.filter((p): p is ProfilePoint & { ground_m: number } => p.ground_m !== null);
  if (known.length < 2) return '';
  const line = known.map((p) => `${x(p.t_sec).toFixed(1)} ${y(p.ground_m).toFixed(1)}`).join('L');
  const bottom = HEIGHT - BOTTOM;
  return `M${x(known[0]!.t_sec).toFixed(1)} ${bottom}L${line}L${x(known.at(-1)!.t_sec).toFixed(1)} ${bottom}Z`;
}

function Axes({
  data,
  width,
  x,
  y,
  start_utc,
}: {
  readonly data: ProfileData;
  readonly width: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly start_utc: string;
}): React.JSX.Element {
  const { language } = useText(planTexts);
  const step_m = axisStep(data.high_m - data.low_m, 4);
  const step_s = Math.max(60, axisStep((data.to_sec - data.from_sec) / 60, 7) * 60);
  const marks = (from: number, to: number, step: number): number[] => {
    const first = Math.ceil(from / step);
    return Array.from(
      { length: Math.max(0, Math.floor(to / step) - first + 1) },
      (_, i) => (first + i) * step,
    );
  };
  return (
    <>
      {marks(data.low_m, data.high_m, step_m).map((m) => (
        <g key={m}>
          <line className="grid" x1={LEFT} x2={width - RIGHT} y1={y(m)} y2={y(m)} />
          <text x={LEFT - 5} y={y(m) + 3.5} textAnchor="end">
            {number(m, 0, language)}
          </text>
        </g>
      ))}
      {marks(data.from_sec, data.to_sec, step_s).map((s) => (
        <g key={s}>
          <line className="grid" x1={x(s)} x2={x(s)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text x={x(s)} y={HEIGHT - 6} textAnchor={x(s) > width - 40 ? 'end' : 'middle'}>
            {utcTime(start_utc, s).slice(0, 5)}
          </text>
        </g>
      ))}
    </>
  );
}

function Limits({
  data,
  width,
  scenario,
  x,
  y,
}: {
  readonly data: ProfileData;
  readonly width: number;
  readonly scenario: SurveyScenario;
  readonly x: Scale;
  readonly y: Scale;
}): React.JSX.Element {
  const { ceiling_amsl_m, floor_amsl_m } = scenario.airspace;
  const inside = (m: number): boolean => m > data.low_m && m < data.high_m;
  const clip = (m: number): number => Math.min(data.high_m, Math.max(data.low_m, m));
  return (
    <>
      {data.zones.map((z, i) => {
        const top = y(clip(z.zone.ceiling_amsl_m ?? data.high_m));
        const bottom = y(clip(z.zone.floor_amsl_m ?? data.low_m));
        return (
          <rect
            key={i}
            className="zone"
            x={x(z.from_sec)}
            width={Math.max(1, x(z.to_sec) - x(z.from_sec))}
            y={top}
            height={Math.max(0, bottom - top)}
          >
            <title>{z.zone.name}</title>
          </rect>
        );
      })}
      {[ceiling_amsl_m, floor_amsl_m].filter(inside).map((m) => (
        <line key={m} className="limit" x1={LEFT} x2={width - RIGHT} y1={y(m)} y2={y(m)} />
      ))}
      {data.sorties.length !== 1
        ? null
        : data.sorties.map(({ sortie, points }) => (
            <polyline
              key={sortie.id}
              className="permission"
              points={points
                .filter((p) => p.ground_m !== null && p.ground_m + 150 < data.high_m)
                .map((p) => `${x(p.t_sec).toFixed(1)},${y(p.ground_m! + 150).toFixed(1)}`)
                .join(' ')}
            />
          ))}
    </>
  );
}

function Cursor({ x }: { readonly x: Scale }): React.JSX.Element {
  const t_sec = useReplay((s) => s.t_sec);
  return <line className="cursor" x1={x(t_sec)} x2={x(t_sec)} y1={TOP} y2={HEIGHT - BOTTOM} />;
}

function Legend({
  data,
  scenario,
  y,
}: {
  readonly data: ProfileData;
  readonly scenario: SurveyScenario;
  readonly y: Scale;
}): React.JSX.Element {
  const { t } = useText(planTexts);
  const { ceiling_amsl_m } = scenario.airspace;
  const high = ceiling_amsl_m < data.high_m && y(ceiling_amsl_m) >= TOP;
  return (
    <ul className="profile-legend" aria-hidden="true">
      <li>
        <i className="k-ground" /> {t('ground')}
      </li>
      {high ? (
        <li>
          <i className="k-limit" /> {t('ceiling')}
        </li>
      ) : null}
      {data.sorties.length === 1 ? (
        <li>
          <i className="k-permission" /> {t('permission')}
        </li>
      ) : null}
      {data.zones.length > 0 ? (
        <li>
          <i className="k-zone" /> {t('zone')}
        </li>
      ) : null}
    </ul>
  );
}
