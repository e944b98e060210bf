import { Suspense, lazy, useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import { ToastList } from '../ui/toasts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useModel, useModelWatch } from './model-state.ts';
import { hashOf, useRoute, type Route } from './router.ts';
import { useSettings, useText } from './settings.ts';
import { shellTexts } from './texts.ts';

const SurveyPage = lazy(async () => ({ default: (await import('../survey/survey-page.tsx')).SurveyPage }));
const TrafficPage = lazy(async () => ({
  default: (await import('../traffic/traffic-page.tsx')).TrafficPage,
}));

/** The page: a bar with the two halves, and the half that is open. */
export function App(): React.JSX.Element {
  const route = useRoute();
  const { t, language } = useText(shellTexts);
  useModelWatch();
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `CloudBrain · ${t(route.mode)}`;
  }, [language, route.mode]);
  return (
    <div className="app">
      <TopBar route={route} />
      <ErrorBoundary key={route.mode} title={t('crashed')} text={t('crashed_text')} reload={t('reload')}>
        <Suspense fallback={<p className="loading">{t('loading')}…</p>}>
          {route.mode === 'survey' ? (
            <SurveyPage id={route.id ?? 's01'} />
          ) : (
            <TrafficPage id={route.id ?? 'demo'} part={route.part} />
          )}
        </Suspense>
      </ErrorBoundary>
      <ToastList close_label={t('close')} />
    </div>
  );
}

/** The place that each half was left at, so that the bar leads back to it. */
const left: Record<Route['mode'], Route> = {
  traffic: { mode: 'traffic', id: 'demo', part: null },
  survey: { mode: 'survey', id: 's01', part: null },
};

function TopBar({ route }: { readonly route: Route }): React.JSX.Element {
  const { t, language } = useText(shellTexts);
  left[route.mode] = route;
  return (
    <header className="top-bar">
      <span className="brand">
        <Icon name="drone" size={18} />
        <h1>CloudBrain</h1>
      </span>
      <nav aria-label={t('halves')}>
        {(['traffic', 'survey'] as const).map((mode) => (
          <a
            key={mode}
            href={hashOf(left[mode])}
            aria-current={route.mode === mode ? 'page' : undefined}
            data-testid={`mode-${mode}`}
          >
            {t(mode)}
          </a>
        ))}
      </nav>
      <ModelChip />
      <div className="segments languages" role="group" aria-label={t('language')}>
        {(['en', 'ru'] as const).map((l) => (
          <button
            key={l}
            type="button"
            aria-pressed={l === language}
            lang={l}
            onClick={() => useSettings.getState().setLanguage(l)}
          >
            {l.toUpperCase()}
          </button>
        ))}
      </div>
    </header>
  );
}

function ModelChip(): React.JSX.Element | null {
  const { t } = useText(shellTexts);
  const { state, status } = useModel();
  if (state === 'unknown' || state === 'absent') return null;
  if (status === null) return <span className="chip bad">{t('model_unknown')}</span>;
  if (!status.enabled)
    return (
      <span className="chip off" title={t('model_off_hint')}>
        {t('model_off')}
      </span>
    );
  const phrases = status.simulated || status.provider === 'builtin';
  return (
    <span
      className={`chip ${phrases ? 'double' : 'on'}`}
      title={phrases ? t('model_simulated_hint') : undefined}
    >
      {phrases ? t('model_simulated') : t('model_on', { model: status.model ?? status.provider })}
    </span>
  );
}
