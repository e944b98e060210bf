import { useState } from 'react';
import type { SurveyEvaluation, SurveyRecommendation } from '#tools';
import { ChangeList } from '../assistant/change-list.tsx';
import { assistantTexts, type AssistantKey } from '../assistant/texts.ts';
import { brief, clock, number } from '../i18n/format.ts';
import type { Translate } from '../i18n/language.ts';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pareto } from './pareto.tsx';

/** How an evaluation ended, in a word; only the validator's word makes it admitted. */
export function outcomeOf(v: SurveyEvaluation): AssistantKey {
  if (v.status === 'planned') return v.admitted === true ? 'admitted' : 'not_admitted';
  return v.status;
}

/** The numbers behind an evaluation in a line. */
export function factsOf(v: SurveyEvaluation, t: Translate<AssistantKey>, language: 'en' | 'ru'): string {
  if (v.metrics === null) return v.failure ?? '';
  const { coverage_ratio, reserve_min_ratio, sorties } = v.metrics;
  const errors = v.findings.filter((f) => f.severity === 'error').length;
  return [
    t('sorties', { n: sorties }),
    ...(coverage_ratio === null ? [] : [t('coverage', { p: number(coverage_ratio * 100, 1, language) })]),
    ...(reserve_min_ratio === null
      ? []
      : [t('reserve', { p: number(reserve_min_ratio * 100, 0, language) })]),
    errors > 0 ? t('errors', { n: errors }) : t('findings', { n: v.findings.length }),
  ].join(' · ');
}

type Props = {
  readonly recommendation: SurveyRecommendation;
  /** Why a variant cannot be accepted; null where it can. Left out where accepting is not offered. */
  readonly objectionTo?: (v: SurveyEvaluation) => AssistantKey | null;
  readonly onAdopt?: (v: SurveyEvaluation) => void;
};

/** Variants side by side with the scenario as it is; a row opens to what it changes. */
export function VariantTable({ recommendation, objectionTo, onAdopt }: Props): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const [chosen, setChosen] = useState<string | null>(recommendation.best_id);
  const { base, variants, best_id } = recommendation;
  const best = variants.find((v) => v.id === best_id);
  const rows = [{ ...base, rank: 0, gain_ratio: null, counts: false }, ...variants];
  return (
    <>
      <p className={best === undefined ? 'quiet' : 'best-line'}>
        {best === undefined ? (
          t('no_gain')
        ) : (
          <>
            <Icon name="spark" />{' '}
            {t('best', { label: best.label, gain: brief((best.gain_ratio ?? 0) * 100, 1, language) })}
          </>
        )}
      </p>
      <Pareto base={base} variants={variants} best_id={best_id} chosen={chosen} onChoose={setChosen} />
      <table className="table variants" data-testid="variants">
        <thead>
          <tr>
            <th scope="col">{t('variant')}</th>
            <th scope="col">{t('work')}</th>
            <th scope="col">{t('flight')}</th>
            <th scope="col">{t('gain')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((v) => (
            <Row
              key={v.id}
              v={v}
              is_base={v.id === base.id}
              open={chosen === v.id}
              onOpen={() => setChosen(chosen === v.id ? null : v.id)}
              objection={objectionTo?.(v) ?? null}
              {...(onAdopt === undefined || v.id === base.id ? {} : { onAdopt: () => onAdopt(v) })}
            />
          ))}
        </tbody>
      </table>
      <p className="quiet">
        {t('evaluated', { n: recommendation.evaluated })}
        {recommendation.left === 0
          ? null
          : `; ${t(recommendation.left_is_exact ? 'left' : 'left_least', { n: recommendation.left })}`}
        {recommendation.bound_left_ratio === null
          ? null
          : `; ${t('bound_left', { p: brief(recommendation.bound_left_ratio * 100, 1, language) })}`}
      </p>
    </>
  );
}

type RowProps = {
  readonly v: SurveyEvaluation & { readonly gain_ratio: number | null; readonly counts: boolean };
  readonly is_base: boolean;
  readonly open: boolean;
  readonly objection: AssistantKey | null;
  readonly onOpen: () => void;
  readonly onAdopt?: () => void;
};

function Row({ v, is_base, open, objection, onOpen, onAdopt }: RowProps): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const outcome = outcomeOf(v);
  return (
    <>
      <tr className={`${is_base ? 'base' : ''}${open ? ' open' : ''}`}>
        <th scope="row">
          <button type="button" className="row-button" aria-expanded={open} onClick={onOpen}>
            <Icon name={open ? 'down' : 'right'} size={11} />
            <span>
              {is_base ? t('base') : v.label}
              {outcome === 'admitted' ? null : <span className="tag error">{t(outcome)}</span>}
              {v.new_site ? <span className="tag warning">{t('new_site')}</span> : null}
            </span>
          </button>
        </th>
        <td>{v.metrics === null ? '—' : clock(v.metrics.work_time_s)}</td>
        <td>{v.metrics === null ? '—' : clock(v.metrics.flight_time_s)}</td>
        <td className={v.counts ? 'gain' : ''}>
          {v.gain_ratio === null ? '—' : `${number(v.gain_ratio * 100, 1, language)}\u00a0%`}
        </td>
      </tr>
      {open ? (
        <tr className="variant-detail">
          <td colSpan={4}>
            <p className="quiet">{factsOf(v, t, language)}</p>
            {v.refusals.slice(0, 2).map((r, i) => (
              <p key={i}>
                <code>{r.code}</code> {r.text[language]}
              </p>
            ))}
            <ChangeList changes={v.changes} />
            {onAdopt === undefined ? null : (
              <>
                <Button
                  kind="primary"
                  disabled={objection !== null}
                  testId={`adopt-${v.id}`}
                  onClick={onAdopt}
                >
                  {t('adopt')}
                </Button>
                {objection === null ? null : <p className="warn-line">{t(objection)}</p>}
              </>
            )}
          </td>
        </tr>
      ) : null}
    </>
  );
}
