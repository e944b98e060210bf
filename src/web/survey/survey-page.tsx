import { useEffect } from 'react';
import { useText } from '../shell/settings.ts';
import { Segments, Tabs } from '../ui/buttons.tsx';
import { EditPanel } from './edit/edit-panel.tsx';
import { SurveyMap } from './map/survey-map.tsx';
import { isTyping } from '../map/drawing.ts';
import { takeTool } from './map/tools.ts';
import { PlanDock } from './plan/dock.tsx';
import { AssistantPanel } from '../assistant/assistant-panel.tsx';
import { openConversation } from '../assistant/state.ts';
import { forgetRecommend } from '../recommend/state.ts';
import { VariantsPanel } from '../recommend/variants-panel.tsx';
import { ResultPanel } from './result/result-panel.tsx';
import { resultTexts } from './result/texts.ts';
import { loadCatalogue } from './state/catalogue.ts';
import { switchCompute, useCompute } from './state/compute.ts';
import { openDocument, redo, undo } from './state/document.ts';
import { useView, type RightTab } from './state/view.ts';
import { bannerOf } from './result/verdict-banner.tsx';
import { editTexts } from './edit/texts.ts';
import '../styles/survey.css';
import '../styles/assistant.css';

/** The survey half: scenario at the left, map in the middle, answers at the right. */
export function SurveyPage({ id }: { readonly id: string }): React.JSX.Element {
  const narrow = useView((s) => s.narrow);
  const { t } = useText(resultTexts);
  const { t: e } = useText(editTexts);
  useEffect(() => void loadCatalogue(), []);
  useEffect(() => {
    switchCompute(id);
    forgetRecommend();
    openConversation(id);
    useView.setState({ selection: null, focus: null });
    takeTool('select');
    void openDocument(id);
  }, [id]);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      const pressed = event.key.toLowerCase();
      if (pressed === 'z' && !event.shiftKey) undo();
      else if (pressed === 'y' || (pressed === 'z' && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  return (
    <div className={`survey narrow-${narrow}`}>
      <div className="narrow-switch">
        <Segments
          label={e('sections')}
          value={narrow}
          onChange={(value) => useView.setState({ narrow: value })}
          options={[
            { id: 'edit', text: e('scenario') },
            { id: 'answer', text: t('result') },
          ]}
        />
      </div>
      <EditPanel />
      <main className="stage">
        <SurveyMap />
        <PlanDock />
      </main>
      <AnswerPanel />
    </div>
  );
}

function AnswerPanel(): React.JSX.Element {
  const { t } = useText(resultTexts);
  const right = useView((s) => s.right);
  const outcome = useCompute((s) => s.outcome);
  const tone = outcome === null ? null : bannerOf(outcome).tone;
  const mark = { good: '✓', bad: '✕', warn: '!' } as const;
  const tabs: { id: RightTab; text: string; badge?: string; tone?: string }[] = [
    { id: 'result', text: t('result'), ...(tone === null ? {} : { badge: mark[tone], tone }) },
    { id: 'variants', text: t('variants') },
    { id: 'assistant', text: t('assistant') },
  ];
  return (
    <aside className="side answer" aria-label={t('result')}>
      <Tabs
        name="answer"
        label={t('result')}
        value={right}
        onChange={(id) => useView.setState({ right: id })}
        tabs={tabs}
      />
      <div className="side-body" id="answer-panel" role="tabpanel" aria-labelledby={`answer-tab-${right}`}>
        <AnswerBody tab={right} />
      </div>
    </aside>
  );
}

function AnswerBody({ tab }: { readonly tab: RightTab }): React.JSX.Element {
  switch (tab) {
    case 'result':
      return <ResultPanel />;
    case 'variants':
      return <VariantsPanel />;
    case 'assistant':
      return <AssistantPanel />;
  }
}
