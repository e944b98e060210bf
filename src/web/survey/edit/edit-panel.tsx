import { useEffect, useRef, useState } from 'react';
import { number } from '../../i18n/format.ts';
import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button, Tabs } from '../../ui/buttons.tsx';
import { toast } from '../../ui/toasts.tsx';
import { compute, stopCompute, useCompute, useStale } from '../state/compute.ts';
import { reopenDocument, useDocument } from '../state/document.ts';
import { missingParts } from '../state/new-scenario.ts';
import { showRight, useView, type Section } from '../state/view.ts';
import { AirspaceForm } from './airspace-form.tsx';
import { ConditionsForm } from './conditions-form.tsx';
import { FleetList } from './fleet-form.tsx';
import { PART_TEXT, newTexts } from './new-texts.ts';
import { ScenarioHeader } from './scenario-header.tsx';
import { SiteList } from './site-form.tsx';
import { StillToDo } from './still-to-do.tsx';
import { TaskList } from './task-form.tsx';
import { useForm } from './use-form.ts';

const SECTIONS: readonly Section[] = ['tasks', 'fleet', 'sites', 'airspace', 'conditions'];

/** The left panel: the scenario's parts as forms, and the button that computes. */
export function EditPanel(): React.JSX.Element {
  const { t, language } = useForm();
  const section = useView((s) => s.section);
  const { scenario, error } = useDocument();
  const ready = scenario !== null;
  return (
    <aside className="side edit" aria-label={t('scenario')}>
      <ScenarioHeader />
      <Tabs
        name="section"
        label={t('sections')}
        value={section}
        onChange={(id) => useView.setState({ section: id })}
        tabs={SECTIONS.map((id) => ({ id, text: t(id) }))}
      />
      <div
        className="side-body"
        id="section-panel"
        role="tabpanel"
        aria-labelledby={`section-tab-${section}`}
        tabIndex={-1}
      >
        {error !== null ? (
          <div className="problem" role="alert">
            <p>{errorText(error, language)}</p>
            <Button onClick={reopenDocument}>{t('try_again')}</Button>
          </div>
        ) : !ready ? (
          <Skeleton />
        ) : (
          <>
            <StillToDo />
            <SectionBody section={section} />
          </>
        )}
      </div>
      <ComputeBar ready={ready} />
    </aside>
  );
}

function SectionBody({ section }: { readonly section: Section }): React.JSX.Element {
  switch (section) {
    case 'tasks':
      return <TaskList />;
    case 'fleet':
      return <FleetList />;
    case 'sites':
      return <SiteList />;
    case 'airspace':
      return <AirspaceForm />;
    case 'conditions':
      return <ConditionsForm />;
  }
}

function Skeleton(): React.JSX.Element {
  return (
    <div className="skeleton" aria-busy="true">
      {[1, 2, 3, 4].map((i) => (
        <span key={i} />
      ))}
    </div>
  );
}

function ComputeBar({ ready }: { readonly ready: boolean }): React.JSX.Element {
  const { t, language, unit } = useForm();
  const { t: say } = useText(newTexts);
  // The key listener below outlives a change of the language.
  const text = useRef(say);
  text.current = say;
  const { running, started_ms, outcome } = useCompute();
  const stale = useStale();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  const run = (): void => {
    // A field that still has the focus is taken first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    showRight('result');
    const missing = missingParts(useDocument.getState().scenario).map((part) =>
      text.current(PART_TEXT[part]),
    );
    if (missing.length === 0) return void compute();
    toast('bad', text.current('incomplete', { list: missing.join(', ').toLowerCase() }));
  };
  useEffect(() => {
    const key = (e: KeyboardEvent): void => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey) && !(e.target instanceof HTMLTextAreaElement)) run();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  return (
    <footer className="compute-bar">
      {running ? (
        <>
          <span className="spinner" />
          <span role="status">
            {t('computing')} · {number(Math.max(0, now - started_ms) / 1000, 0, language)} {unit('s')}
          </span>
          <Button icon="stop" onClick={stopCompute}>
            {t('stop')}
          </Button>
        </>
      ) : (
        <Button
          kind={outcome === null || stale ? 'primary' : 'plain'}
          disabled={!ready}
          testId="compute"
          title="Ctrl+Enter"
          onClick={run}
        >
          {t('compute')}
        </Button>
      )}
    </footer>
  );
}
