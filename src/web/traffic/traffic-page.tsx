import { useCallback, useEffect, useRef, useState } from 'react';
import type { SystemState } from '#world';
import {
  decide,
  getCity,
  listCities,
  type CityItem,
  type RunEvent,
  type WireDecision,
} from '../api/traffic.ts';
import { go } from '../shell/router.ts';
import { useSettings } from '../shell/settings.ts';
import { messages, type MessageKey } from './messages.ts';
import { CityMap } from './city-map.tsx';
import { AltitudeProfile } from './altitude-profile.tsx';
import { InstructionForm } from './instruction-form.tsx';
import { Outcome } from './outcome.tsx';
import { Steps } from './steps.tsx';
import '../styles/traffic.css';

/** The traffic half: an instruction goes in, the steps appear, the verdict and the path are shown. */
export function TrafficPage({
  id: city,
}: {
  readonly id: string;
  readonly part: string | null;
}): React.JSX.Element {
  const language = useSettings((s) => s.language);
  const [cities, setCities] = useState<readonly CityItem[]>([]);
  const [state, setState] = useState<SystemState | null>(null);
  const [text, setText] = useState('');
  const [events, setEvents] = useState<readonly RunEvent[]>([]);
  const [decision, setDecision] = useState<WireDecision | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const t = useCallback((key: MessageKey): string => messages[language][key], [language]);

  useEffect(() => {
    listCities().then(setCities, () => setProblem('failed'));
  }, []);
  useEffect(() => {
    let current = true;
    setState(null);
    setDecision(null);
    setEvents([]);
    getCity(city).then(
      (s) => {
        if (current) setState(s);
      },
      (e: unknown) => {
        if (current) setProblem(String(e));
      },
    );
    return () => {
      current = false;
    };
  }, [city]);

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    setEvents([]);
    setDecision(null);
    setProblem(null);
    try {
      await decide(
        { city, instruction: text, language },
        (event) => {
          if (event.event === 'decision') setDecision(event.data);
          else if (event.event === 'error') setProblem(event.data.error.message);
          else setEvents((before) => [...before, event]);
        },
        controller.signal,
      );
    } catch (e) {
      setProblem(
        controller.signal.aborted
          ? 'stopped'
          : e instanceof Error && e.message !== 'stream_broken' && e.name !== 'TypeError'
            ? e.message
            : 'broken',
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="page">
      <aside className="panel">
        <label htmlFor="city">{t('city')}</label>
        <select
          id="city"
          value={city}
          onChange={(e) => go({ mode: 'traffic', id: e.target.value, part: null })}
          disabled={busy}
        >
          {cities.map((c) => (
            <option key={c.id} value={c.id}>
              {c.synthetic ? `${c.name} (${t('synthetic')})` : c.name}
            </option>
          ))}
        </select>
        <InstructionForm
          language={language}
          text={text}
          busy={busy}
          ready={state !== null}
          onText={setText}
          onRun={() => void run()}
          onStop={() => abort.current?.abort()}
          t={t}
        />
        {problem === null ? null : (
          <p className="problem" role="alert">
            {problem in messages.en ? t(problem as MessageKey) : problem}
          </p>
        )}
        {decision === null ? null : <Outcome decision={decision} t={t} />}
        <Steps events={events} t={t} />
      </aside>
      <main>
        <CityMap state={state} decision={decision} t={t} />
        {state === null && problem === null ? <p className="loading">{t('loading')}...</p> : null}
        {decision === null ? null : <AltitudeProfile decision={decision} t={t} />}
      </main>
    </div>
  );
}
