import { useState } from 'react';
import type { SurveyEvaluation } from '#tools';
import { ChangeList } from '../assistant/change-list.tsx';
import { PolicyBox } from '../assistant/policy-box.tsx';
import { usePolicy } from '../assistant/policy.ts';
import { assistantTexts } from '../assistant/texts.ts';
import { errorText } from '../shell/error-text.ts';
import { useText } from '../shell/settings.ts';
import { useDocument } from '../survey/state/document.ts';
import { missingParts } from '../survey/state/new-scenario.ts';
import { Button } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  SEARCH_PARTS,
  adopt,
  objection,
  recommend,
  stopRecommend,
  useRecommend,
  type Found,
  type SearchPart,
} from './state.ts';
import { VariantTable } from './variant-table.tsx';

/** The switch without which a part of the search finds nothing to vary. */
const NEEDS: Readonly<Partial<Record<SearchPart, 'rebase_units' | 'change_fleet' | 'propose_new_sites'>>> = {
  basing: 'rebase_units',
  fleet: 'change_fleet',
  sites: 'propose_new_sites',
};

/** The search of variants: what to vary, progress, variants side by side, accepting. */
export function VariantsPanel(): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const { what, running, done, total, found, error } = useRecommend();
  const policy = usePolicy();
  const ready = useDocument((s) => s.scenario !== null && missingParts(s.scenario).length === 0);
  return (
    <>
      <PolicyBox />
      <section>
        <p className="quiet">{t('search_text')}</p>
        <fieldset className="checks" disabled={running}>
          <legend className="sr">{t('search')}</legend>
          {SEARCH_PARTS.map((part) => {
            const need = NEEDS[part];
            const closed = need !== undefined && !policy[need];
            return (
              <CheckField
                key={part}
                label={t(part)}
                value={what[part] && !closed}
                disabled={closed}
                {...(closed ? { hint: t('off_by_policy') } : {})}
                onChange={(on) => useRecommend.setState({ what: { ...what, [part]: on } })}
              />
            );
          })}
        </fieldset>
        {running ? (
          <div className="row" role="status">
            <span className="spinner" />
            <span>{total === null ? t('searching_start') : t('searching', { done: done ?? 0, total })}</span>
            <Button icon="stop" onClick={stopRecommend}>
              {t('stop')}
            </Button>
            <progress
              max={total ?? 1}
              {...(total === null ? {} : { value: done ?? 0 })}
              aria-label={t('search')}
            />
          </div>
        ) : (
          <Button
            kind="primary"
            icon="spark"
            disabled={!ready}
            testId="recommend"
            onClick={() => void recommend()}
          >
            {t(found === null ? 'search' : 'search_again')}
          </Button>
        )}
        {error === null ? null : (
          <p className="problem" role="alert">
            {errorText(error, language)}
          </p>
        )}
      </section>
      {found === null ? null : <Answers found={found} />}
    </>
  );
}

function Answers({ found }: { readonly found: Found }): React.JSX.Element {
  const { t } = useText(assistantTexts);
  // Read for the sake of the redraw: an edit makes the variants stale.
  useDocument((s) => s.scenario);
  const [asked, setAsked] = useState<SurveyEvaluation | null>(null);
  const take = (v: SurveyEvaluation): void => {
    setAsked(null);
    const reason = objection(found, v);
    if (reason !== null) return toast('bad', t(reason));
    if (adopt(found, v)) toast('good', t('adopted', { label: v.label }));
  };
  return (
    <section>
      <VariantTable
        recommendation={found.recommendation}
        objectionTo={(v) => objection(found, v)}
        onAdopt={(v) => (v.new_site ? setAsked(v) : take(v))}
      />
      {asked === null ? null : (
        <Dialog
          title={t('new_site_title')}
          close_label={t('close')}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t('cancel')}</Button>
              <Button kind="primary" testId="confirm-site" onClick={() => take(asked)}>
                {t('new_site_confirm')}
              </Button>
            </>
          }
        >
          <p>
            <strong>{asked.label}</strong>
          </p>
          <ChangeList changes={asked.changes} />
          <p>{t('new_site_text')}</p>
        </Dialog>
      )}
    </section>
  );
}
