import { useState } from 'react';
import type { PlanRefusal, SurveyFinding, SurveyVerdict } from '#ir';
import type { SurveyScenario } from '#world';
import { measure } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { Button, IconButton } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toasts.tsx';
import { widen } from '../../map/earth.ts';
import { chooseSortie, seek } from '../plan/replay.ts';
import { compute, correctPlan, useCompute } from '../state/compute.ts';
import { edit } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { applyPatch } from '../state/patch.ts';
import { focusOn } from '../state/view.ts';
import { resultTexts } from './texts.ts';

/** Findings of one code and one remedy, which differ only in their place. */
type Group = { readonly first: SurveyFinding; readonly all: readonly SurveyFinding[] };

/** Findings by severity, code and remedy, in the validator's order. */
export function groupFindings(findings: readonly SurveyFinding[]): Group[] {
  const groups = new Map<string, SurveyFinding[]>();
  for (const f of findings) {
    const key = `${f.severity} ${f.code} ${JSON.stringify(f.remedy?.patch ?? null)}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [f]);
    else list.push(f);
  }
  return [...groups.values()].map((all) => ({ first: all[0]!, all }));
}

/** The validator's findings with their places and remedies. */
export function Findings({
  verdict,
  scenario,
}: {
  readonly verdict: SurveyVerdict;
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t } = useText(resultTexts);
  const running = useCompute((s) => s.running);
  const groups = groupFindings(verdict.findings);
  const corrections = verdict.findings.flatMap((f) => (isPlanRemedy(f.remedy) ? f.remedy.patch : []));
  return (
    <section>
      <h3>
        {t('findings')} <span className="count">{verdict.findings.length}</span>
      </h3>
      {groups.length === 0 ? <p className="quiet">{t('no_findings')}</p> : null}
      {corrections.length < 2 ? null : (
        <Button
          icon="check"
          disabled={running}
          testId="correct-all"
          onClick={() => void correctPlan(corrections)}
        >
          {t('correct_all', { n: corrections.length })}
        </Button>
      )}
      <ul className="findings">
        {groups.map((g, i) => (
          <FindingCard key={i} group={g} scenario={scenario} />
        ))}
      </ul>
    </section>
  );
}

/** Whether a remedy changes the plan and nothing else. */
function isPlanRemedy(remedy: SurveyFinding['remedy']): remedy is NonNullable<SurveyFinding['remedy']> {
  return remedy !== null && remedy.patch.length > 0 && remedy.patch.every((p) => p.target === 'plan');
}

/** Names of the objects that a finding is about, where the scenario has names for them. */
function objectNames(ids: readonly string[], s: SurveyScenario): string {
  const named = [...s.tasks, ...s.sites, ...s.units, ...s.airspace.no_fly_zones, ...s.airspace.obstacles];
  return ids
    .slice(0, 4)
    .map((id) => named.find((x) => x.id === id)?.name ?? id)
    .join(', ');
}

/** Moves map and replay to a finding. */
function showFinding(f: SurveyFinding): void {
  if (f.time_sec !== null) seek(f.time_sec);
  const sortie = f.object_ids.find((id) => id.startsWith('sortie'));
  if (sortie !== undefined) chooseSortie(sortie);
  if (f.place === null) return;
  const at: [number, number] = [f.place.lon_deg, f.place.lat_deg];
  focusOn({ box: widen([...at, ...at], 250), mark: at });
}

function FindingCard({
  group,
  scenario,
}: {
  readonly group: Group;
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const [open, setOpen] = useState(false);
  const { first, all } = group;
  const shown = open ? all : all.slice(0, 1);
  return (
    <li className={`finding ${first.severity}`} data-testid={`finding-${first.code}`}>
      {shown.map((f, i) => (
        <div className="finding-line" key={i}>
          {i === 0 ? (
            <span className={`tag ${f.severity}`}>
              <Icon
                name={f.severity === 'error' ? 'cross' : f.severity === 'warning' ? 'warning' : 'info'}
                size={12}
              />
              {f.code}
            </span>
          ) : (
            <span />
          )}
          <div>
            <p>{f.text[language]}</p>
            <small>
              {objectNames(f.object_ids, scenario)}
              {f.measured === null || f.limit === null
                ? null
                : ` · ${t('measured', {
                    measured: measure(f.measured, f.unit, language),
                    limit: measure(f.limit, f.unit, language),
                  })}`}
            </small>
          </div>
          {f.place === null && f.time_sec === null ? null : (
            <IconButton icon="target" label={`${t('show')}: ${f.code}`} onClick={() => showFinding(f)} />
          )}
        </div>
      ))}
      {all.length > 1 && !open ? (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {t('more', { n: all.length - 1 })}
        </button>
      ) : null}
      {first.remedy === null ? null : <Remedy finding={first} />}
    </li>
  );
}

function Remedy({ finding }: { readonly finding: SurveyFinding }): React.JSX.Element | null {
  const { t, language } = useText(resultTexts);
  const running = useCompute((s) => s.running);
  const { remedy } = finding;
  if (remedy === null) return null;
  const on_scenario = remedy.patch.length > 0 && remedy.patch.every((p) => p.target === 'scenario');
  const apply = (): void => {
    let fits = true;
    edit(EDIT.remedy, (s) => {
      const next = applyPatch(s, remedy.patch);
      fits = next !== null;
      return next ?? s;
    });
    if (!fits) return toast('bad', t('remedy_failed'));
    toast('plain', t('applied'));
    void compute();
  };
  return (
    <div className="remedy">
      <p>
        <strong>{t('remedy')}</strong>{' '}
        <span
          className={`tag ${remedy.proven ? 'proven' : ''}`}
          title={t(remedy.proven ? 'proven_hint' : 'unproven_hint')}
        >
          {t(remedy.proven ? 'proven' : 'unproven')}
        </span>{' '}
        {remedy.text[language]}
      </p>
      {on_scenario ? (
        <Button icon="check" onClick={apply} testId={`remedy-${finding.code}`}>
          {t('apply')}
        </Button>
      ) : isPlanRemedy(remedy) ? (
        <>
          <p className="quiet">{t('plan_remedy')}</p>
          <Button
            icon="check"
            disabled={running}
            testId={`correct-${finding.code}`}
            onClick={() => void correctPlan(remedy.patch)}
          >
            {t('correct')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** Checks that could not be made. */
export function NotJudged({ verdict }: { readonly verdict: SurveyVerdict }): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  return (
    <section>
      <h3>
        {t('not_judged')} <span className="count">{verdict.not_judged.length}</span>
      </h3>
      <p className="quiet">{t('not_judged_hint')}</p>
      <ul className="plain-list">
        {verdict.not_judged.map((n, i) => (
          <li key={i}>
            <code>{n.code}</code> {n.text[language]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence with the names of objects where it quotes their ids. */
function withNames(text: string, ids: readonly string[], s: SurveyScenario): string {
  return ids.reduce((said, id) => said.replaceAll(`«${id}»`, `«${objectNames([id], s)}»`), text);
}

/** What is not flown, and why. */
export function Refusals({
  refusals,
  scenario,
}: {
  readonly refusals: readonly PlanRefusal[];
  readonly scenario: SurveyScenario;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  return (
    <section>
      <h3>{t('refusals')}</h3>
      <ul className="findings">
        {refusals.map((r, i) => (
          <li key={i} className="finding error">
            <div className="finding-line">
              <span className="tag error">{r.code}</span>
              <div>
                <p>{withNames(r.text[language], r.object_ids, scenario)}</p>
                <small>{objectNames(r.object_ids.slice(0, 6), scenario)}</small>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
