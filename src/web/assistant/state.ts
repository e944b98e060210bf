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
import {
  entryOf,
  keepEntries,
  offerOf,
  readEntries,
  turnsOf,
  unanswered,
  type Entry,
  type Offer,
} from './entries.ts';
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
  /** False where the browser has no room for the conversation: a reload forgets it. */
  readonly kept: boolean;
};

/** The conversation about the open scenario. */
export const useAssistant = create<AssistantState>()(() => ({
  key: null,
  entries: [],
  busy: false,
  progress: null,
  former: null,
  draft: '',
  kept: true,
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
    kept: true,
  });
}

/** Forgets the conversation. */
export function clearConversation(): void {
  write([]);
}

function write(entries: readonly Entry[]): void {
  const { key } = useAssistant.getState();
  useAssistant.setState({ entries, kept: key === null || keepEntries(key, entries) });
}

function push(entry: Entry): void {
  write([...useAssistant.getState().entries, entry]);
}

/** Asks the assistant. Its changes are taken over together when it is done; those of a broken answer are offered. */
export async function ask(text: string, language: Language): Promise<void> {
  const clean = text.trim();
  const { busy } = useAssistant.getState();
  if (useDocument.getState().scenario === null || clean === '' || busy) return;
  push({ kind: 'user', text: clean });
  useAssistant.setState({ draft: '' });
  await converse(language);
}

/** Asks again what was left without an answer. */
export async function askAgain(language: Language): Promise<void> {
  const { busy, entries } = useAssistant.getState();
  if (!busy && unanswered(entries) !== null) await converse(language);
}

async function converse(language: Language): Promise<void> {
  const { scenario, key } = useDocument.getState();
  if (scenario === null) return;
  const own = new AbortController();
  controller = own;
  useAssistant.setState({ busy: true, progress: null });
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
    if (here()) failed(problemOf(asApiError(e)), offerOf(null, changes));
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

/** Says why an answer failed and offers what it had changed by then. */
function failed(problem: Entry | null, offer: Offer | null): void {
  if (problem !== null) push(problem);
  if (offer !== null) push(offer);
}

function take(event: SurveyEvent, start: SurveyScenario, changes: SurveyChange[]): void {
  if (event.event === 'status') return useAssistant.setState({ progress: event.data });
  if (event.event === 'ops') changes.push(...event.data.changes);
  const entry = entryOf(event);
  if (event.event === 'error') return failed(entry, offerOf(event.data.error.details, changes));
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

/** Takes over what a failed answer had changed, onto the scenario as it stands, as one edit. */
export function takeOffer(at: number): void {
  const offer = useAssistant.getState().entries[at];
  const { scenario, key } = useDocument.getState();
  if (offer?.kind !== 'offer' || offer.state !== 'open' || scenario === null) return;
  edit(EDIT.assistant, (s) =>
    offer.changes.length > 0 ? withChanges(s, offer.changes) : (offer.scenario ?? s),
  );
  useAssistant.setState({ former: scenario });
  writeLocal(FORMER + key, scenario);
  settle(at, offer, 'taken');
}

/** Leaves what a failed answer had changed. */
export function leaveOffer(at: number): void {
  const offer = useAssistant.getState().entries[at];
  if (offer?.kind === 'offer') settle(at, offer, 'left');
}

function settle(at: number, offer: Offer, state: Offer['state']): void {
  write(useAssistant.getState().entries.map((e, i) => (i === at ? { ...offer, state } : e)));
}

/** Stops the answer; what it had changed is offered. */
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
