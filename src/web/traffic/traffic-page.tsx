import { useEffect, useState } from 'react';
import { errorText } from '../shell/error-text.ts';
import { go } from '../shell/router.ts';
import { useText } from '../shell/settings.ts';
import { Button, Segments, Tabs } from '../ui/buttons.tsx';
import { SelectField } from '../ui/fields.tsx';
import { CityMap } from './city-map.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { FlightDock } from './flight-dock.tsx';
import { InstructionForm } from './instruction-form.tsx';
import { messages } from './messages.ts';
import { listed } from './names.ts';
import { OperationsBoard } from './operations-board.tsx';
import {
  openCity,
  runDecision,
  stopDecision,
  useTraffic,
  writeInstruction,
  type TrafficTab,
} from './state.ts';
import { Steps } from './steps.tsx';
import '../styles/survey.css';
import '../styles/assistant.css';
import '../styles/traffic.css';

const TABS: readonly TrafficTab[] = ['decision', 'document', 'operations'];

/** The traffic half: an instruction goes in, every step is shown, the verdict and the path come out. */
export function TrafficPage({
  id,
  part,
}: {
  readonly id: string;
  readonly part: string | null;
}): React.JSX.Element {
  const { t } = useText(messages);
  const decision = useTraffic((s) => s.decision);
  const [narrow, setNarrow] = useState<'edit' | 'answer'>('edit');
  useEffect(() => void openCity(id), [id]);
  useEffect(() => {
    if (decision !== null) setNarrow('answer');
  }, [decision]);
  const tab = TABS.find((x) => x === part) ?? 'decision';
  return (
    <div className={`survey traffic narrow-${narrow}`}>
      <div className="narrow-switch">
        <Segments
          label={t('panel')}
          value={narrow}
          onChange={setNarrow}
          options={[
            { id: 'edit', text: t('instruction') },
            { id: 'answer', text: t('tab_decision') },
          ]}
        />
      </div>
      <TaskPanel />
      <main className="stage">
        <CityMap />
        {decision === null ? null : <FlightDock decision={decision} />}
      </main>
      <aside className="side answer" aria-label={t('panel')}>
        <Tabs
          name="traffic"
          label={t('panel')}
          value={tab}
          onChange={(next) => go({ mode: 'traffic', id, part: next === 'decision' ? null : next })}
          tabs={TABS.map((x) => ({ id: x, text: t(`tab_${x}`) }))}
        />
        <div className="side-body" id="traffic-panel" role="tabpanel" aria-labelledby={`traffic-tab-${tab}`}>
          {tab === 'decision' ? (
            <DecisionPanel />
          ) : tab === 'document' ? (
            <DocumentPanel />
          ) : (
            <OperationsBoard />
          )}
        </div>
      </aside>
    </div>
  );
}

function TaskPanel(): React.JSX.Element {
  const { t, language } = useText(messages);
  const { cities, city_id, state, text, events, busy, city_error, run_error } = useTraffic();
  return (
    <aside className="side edit task" aria-label={t('instruction')}>
      <div className="side-body">
        <SelectField
          label={t('city')}
          value={city_id}
          wide
          disabled={busy}
          options={cities.map((c) => ({
            id: c.id,
            text: `${listed('city', c.id, language) ?? c.name}${c.synthetic ? ` (${t('synthetic')})` : ''}`,
          }))}
          onChange={(next) => go({ mode: 'traffic', id: next, part: null })}
        />
        <InstructionForm
          language={language}
          text={text}
          busy={busy}
          ready={state !== null}
          onText={writeInstruction}
          onRun={() => void runDecision(language)}
          onStop={stopDecision}
          t={t}
        />
        {city_error === null ? null : (
          <div className="problem" role="alert">
            <p>{errorText(city_error, language)}</p>
            <Button onClick={() => void openCity(city_id)}>{t('ops_refresh')}</Button>
          </div>
        )}
        {run_error === null ? null : (
          <p className="problem" role="alert">
            {run_error.code === 'stopped'
              ? t('stopped')
              : run_error.code === 'broken' || run_error.code === 'unreachable'
                ? t('broken')
                : errorText(run_error, language)}
          </p>
        )}
        <Steps events={events} />
      </div>
    </aside>
  );
}
