import { create } from 'zustand';
import type { SurveyChange, SurveyEvent } from '#tools';
import type { SurveyScenario } from '#world';
import { asApiError, type ApiError } from '../api/http.ts';
import { postForStream } from '../api/sse.ts';
import type { Language } from '../i18n/language.ts';
import { readLocal, removeLocal, writeLocal } from '../shell/local.ts';
import { useModel } from '../shell/model-state.ts';
import { compute } from '../survey/state/compute.ts';
import { edit, useDocument } from '../survey/state/document.ts';
import { EDIT } from '../survey/state/labels.ts';
import { sameValue } from '../survey/state/steps.ts';
import { withChanges } from './apply-changes.ts';
import { entryOf, keepEntries, readEntries, turnsOf, type Entry } from './entries.ts';
import { pinsWire, policyWire } from './policy.ts';

type Progress = Extract<SurveyEvent, { event: 'status' }>['data'];

type AssistantState = {
  readonly key: string | null;
  readonly entries: readonly Entry[];
  readonly busy: boolean;
  readonly progress: Progress | null;
  /** The scenario before the last answer that changed it; null where none did. */
  readonly former: SurveyScenario | null;
  /** What is being written; kept while other tabs are looked at. */
  readonly draft: string;
};

/** The conversation about the open scenario. */
export const useAssistant = create<AssistantState>()(() => ({
  key: null,
  entries: [],
  busy: false,
  progress: null,
  former: null,
  draft: '',
}));

const FORMER = 'cloudbrain.assistant.former.';
let controller: AbortController | null = null;

/** Opens the conversation of a scenario. */
export function openConversation(key: string): void {
  controller?.abort();
  controller = null;
  useAssistant.setState({
    key,
    entries: readEntries(key),
    busy: false,
    progress: null,
    former: readLocal<SurveyScenario>(FORMER + key),
    draft: '',
  });
}

/** Forgets the conversation. */
export function clearConversation(): void {
  const { key } = useAssistant.getState();
  useAssistant.setState({ entries: [] });
  if (key !== null) keepEntries(key, []);
}

function push(entry: Entry): void {
  const { key, entries } = useAssistant.getState();
  const next = [...entries, entry];
  useAssistant.setState({ entries: next });
  if (key !== null) keepEntries(key, next);
}

/** Asks the assistant. Its changes are taken over together when it is done; a broken answer takes nothing over. */
export async function ask(text: string, language: Language): Promise<void> {
  const { scenario, key } = useDocument.getState();
  const clean = text.trim();
  if (scenario === null || clean === '' || useAssistant.getState().busy) return;
  const own = new AbortController();
  controller = own;
  push({ kind: 'user', text: clean });
  useAssistant.setState({ busy: true, progress: null, draft: '' });
  const here = (): boolean => controller === own && useDocument.getState().key === key;
  const changes: SurveyChange[] = [];
  try {
    const body = await requestBody(scenario, language);
    await postForStream(
      'api/assistant/chat',
      body,
      (raw) => {
        if (here()) take(raw as unknown as SurveyEvent, scenario, changes);
      },
      own.signal,
    );
  } catch (e) {
    if (here()) push(problemOf(asApiError(e)));
  } finally {
    if (here()) useAssistant.setState({ busy: false, progress: null });
  }
}

async function requestBody(scenario: SurveyScenario, language: Language): Promise<unknown> {
  const limits = useModel.getState().status?.limits;
  const turns = turnsOf(useAssistant.getState().entries, {
    turns: limits?.max_turns ?? 24,
    chars: limits?.max_turn_chars ?? 4000,
  });
  return {
    messages: turns,
    scenario,
    policy: policyWire(),
    pins: await pinsWire(scenario.id),
    language,
  };
}

function problemOf(error: ApiError): Entry {
  if (error.code === 'stopped') return { kind: 'info', key: 'stopped' };
  if (error.code === 'broken') return { kind: 'info', key: 'broken' };
  return { kind: 'problem', code: error.code, message: error.message };
}

function take(event: SurveyEvent, start: SurveyScenario, changes: SurveyChange[]): void {
  if (event.event === 'status') return useAssistant.setState({ progress: event.data });
  if (event.event === 'ops') changes.push(...event.data.changes);
  const entry = entryOf(event);
  if (entry !== null) push(entry);
  if (event.event !== 'done') return;
  if (event.data.changed) takeOver(event.data.scenario, start, changes);
  if (event.data.computed) void compute();
}

/** Puts the final scenario in place; edits that the operator made meanwhile stay, under the assistant's. */
function takeOver(final: SurveyScenario, start: SurveyScenario, changes: readonly SurveyChange[]): void {
  const { scenario, key } = useDocument.getState();
  if (scenario === null) return;
  const merged = !sameValue(scenario, start);
  edit(EDIT.assistant, (s) => (merged ? withChanges(s, changes) : final));
  useAssistant.setState({ former: scenario });
  writeLocal(FORMER + key, scenario);
  if (merged) push({ kind: 'info', key: 'merged' });
}

/** Stops the answer; nothing of it is taken over. */
export function stopAsking(): void {
  controller?.abort();
}

/** Puts back the scenario from before the last answer that changed it; the edit can itself be undone. */
export function giveBack(): void {
  const { former, key } = useAssistant.getState();
  if (former === null) return;
  edit(EDIT.give_back, () => former);
  useAssistant.setState({ former: null });
  removeLocal(FORMER + key);
  push({ kind: 'info', key: 'given_back' });
}
