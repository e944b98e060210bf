import { useMemo } from 'react';
import type { LowAltitudeIR } from '#ir';
import type { SystemState } from '#world';
import type { Step } from '../survey/state/steps.ts';
import { brief, measure } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { Icon } from '../ui/icon.tsx';
import { messages, wordOf } from './messages.ts';
import { fieldWord, listed, nameIn } from './names.ts';
import { roundsOf, type Round } from './rounds.ts';
import { useTraffic } from './state.ts';
import { Violations } from './violations.tsx';

/** The proposed document in words, and what each repair round changed in it. */
export function DocumentPanel(): React.JSX.Element {
  const { t } = useText(messages);
  const events = useTraffic((s) => s.events);
  const decision = useTraffic((s) => s.decision);
  const state = useTraffic((s) => s.state);
  const rounds = useMemo(() => roundsOf(events), [events]);
  const ir = decision?.ir ?? null;
  if (rounds.length === 0)
    return (
      <div className="empty">
        <Icon name="file" size={32} />
        <p>{t('no_document')}</p>
      </div>
    );
  const last = rounds.at(-1)!;
  return (
    <>
      {ir === null ? null : <IrCard ir={ir} state={state} />}
      {[...rounds].reverse().map((r) => (
        <RoundCard key={r.round} round={r} />
      ))}
      {last.document === null ? (
        <p className="quiet">{t('doc_unreadable')}</p>
      ) : (
        <details>
          <summary>{t('doc_json')}</summary>
          <pre className="json">{JSON.stringify(last.document, null, 2)}</pre>
        </details>
      )}
    </>
  );
}

function IrCard({
  ir,
  state,
}: {
  readonly ir: LowAltitudeIR;
  readonly state: SystemState | null;
}): React.JSX.Element {
  const { t, language } = useText(messages);
  const { entities: e, constraints: c } = ir;
  const named = [...(state?.city.places ?? []), ...(state?.airspace.zones ?? [])];
  const name = (id: string | null): string => {
    const object = named.find((x) => x.id === id);
    return object === undefined ? (id ?? '') : nameIn(language, object);
  };
  const list = (ids: readonly string[]): string => ids.map(name).join(', ');
  const rows: [string, string][] = [
    [t('doc_intent'), wordOf('i', ir.intent, t)],
    [t('doc_priority'), wordOf('l', ir.priority, t)],
    [t('doc_from'), name(e.origin)],
    [t('doc_via'), list(e.waypoints)],
    [t('doc_to'), name(e.destination)],
    [t('doc_avoid'), list([...e.avoid_zones, ...e.sensitive_zones])],
    [t('doc_aircraft'), e.candidate_uavs.length === 0 ? t('doc_any') : e.candidate_uavs.join(', ')],
    [t('doc_deadline'), c.deadline_sec === null ? '' : measure(c.deadline_sec, 's', language)],
    [t('doc_heights'), `${brief(c.altitude_min_m, 1, language)}–${measure(c.altitude_max_m, 'm', language)}`],
    [t('doc_separation'), measure(c.min_separation_m, 'm', language)],
    [t('doc_reserve'), `${Math.round(c.battery_reserve_ratio * 100)} %`],
    [t('doc_risk'), wordOf('l', c.max_risk_level, t)],
  ];
  return (
    <section className="card">
      <dl className="facts-list">
        {rows
          .filter(([, v]) => v !== '')
          .map(([k, v]) => (
            <div key={k}>
              <dt>{k}</dt>
              <dd>{v}</dd>
            </div>
          ))}
      </dl>
      <p className="quiet">
        {t('doc_plan')}: {ir.tool_plan.map((s) => listed('tool', s.tool, language) ?? s.tool).join(' → ')}
      </p>
    </section>
  );
}

function RoundCard({ round }: { readonly round: Round }): React.JSX.Element {
  const { t, language } = useText(messages);
  return (
    <section className="card" data-testid={`round-${round.round}`}>
      <h4>
        {t('round', { n: round.round + 1 })}
        {round.valid === null ? null : (
          <span className={`tag ${round.valid ? 'proven' : 'error'}`}>
            {round.valid
              ? t('doc_valid')
              : t('doc_refused', { stage: listed('stage', round.stage ?? '', language) ?? '' })}
          </span>
        )}
      </h4>
      {round.changes === null ? null : round.changes.length === 0 ? (
        <p className="quiet">{t('doc_same')}</p>
      ) : (
        <>
          <p className="quiet">{t('doc_changes')}</p>
          <ul className="changes">
            {round.changes.slice(0, 40).map((s, i) => (
              <StepLine key={i} step={s} />
            ))}
          </ul>
        </>
      )}
      <Violations list={round.violations} />
    </section>
  );
}

function StepLine({ step }: { readonly step: Step }): React.JSX.Element {
  const { language } = useText(messages);
  const text = (v: unknown): string => (v === undefined ? '∅' : JSON.stringify(v).slice(0, 160));
  const name = fieldWord(step.path.join('.'), language);
  const was = step.kind === 'set' ? [step.was] : step.removed;
  const became = step.kind === 'set' ? [step.became] : step.added;
  return (
    <li>
      <span className="change-name">
        {name} <code>{step.path.join('.')}</code>
      </span>
      <span className="change-value">
        <del>
          <code>{was.map(text).join(', ')}</code>
        </del>{' '}
        →{' '}
        <ins>
          <code>{became.map(text).join(', ')}</code>
        </ins>
      </span>
    </li>
  );
}
