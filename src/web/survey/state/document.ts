import { create } from 'zustand';
import type { SurveyScenario } from '#world';
import { asApiError, type ApiError } from '../../api/http.ts';
import { getDemo } from '../../api/survey.ts';
import type { Bilingual } from '../../i18n/language.ts';
import { useSettings } from '../../shell/settings.ts';
import { applySteps, inverse, stepsBetween } from './steps.ts';
import {
  HISTORY_LENGTH,
  dropDocument,
  keepDocument,
  readDocument,
  type Edit,
  type KeptIn,
} from './storage.ts';

/** The open scenario, its edits and where it is kept. */
type DocumentState = {
  readonly key: string | null;
  readonly own: boolean;
  readonly scenario: SurveyScenario | null;
  readonly past: readonly Edit[];
  readonly future: readonly Edit[];
  readonly loading: boolean;
  readonly error: ApiError | null;
  readonly kept_in: KeptIn;
};

/** The document store. */
export const useDocument = create<DocumentState>()(() => ({
  key: null,
  own: false,
  scenario: null,
  past: [],
  future: [],
  loading: false,
  error: null,
  kept_in: 'browser',
}));

/** Opens a kept scenario, else the bundled one of that id. */
export async function openDocument(key: string): Promise<void> {
  if (useDocument.getState().key === key && useDocument.getState().scenario !== null) return;
  useDocument.setState({
    key,
    own: false,
    scenario: null,
    past: [],
    future: [],
    loading: true,
    error: null,
  });
  try {
    const kept = await readDocument(key);
    const scenario = kept?.scenario ?? (await getDemo(key, useSettings.getState().language));
    if (useDocument.getState().key !== key) return;
    const { own = false, past = [], future = [] } = kept ?? {};
    useDocument.setState({ scenario, own, past, future, loading: false, kept_in: 'browser' });
  } catch (e) {
    if (useDocument.getState().key === key) useDocument.setState({ loading: false, error: asApiError(e) });
  }
}

/** Opens the present key again, after a failure. */
export function reopenDocument(): void {
  const { key } = useDocument.getState();
  useDocument.setState({ key: null });
  if (key !== null) void openDocument(key);
}

/** Takes a scenario as the operator's own, under a new key, and returns the key. */
export function adoptDocument(scenario: SurveyScenario): string {
  const key = `own-${Date.now().toString(36)}`;
  useDocument.setState({
    key,
    own: true,
    scenario,
    past: [],
    future: [],
    loading: false,
    error: null,
  });
  keep();
  return key;
}

/** Changes the scenario as one edit that can be undone. Nothing happens where nothing differs. */
export function edit(label: Bilingual, change: (scenario: SurveyScenario) => SurveyScenario): boolean {
  const { scenario, past } = useDocument.getState();
  if (scenario === null) return false;
  const next = change(scenario);
  const steps = stepsBetween(scenario, next);
  if (steps.length === 0) return false;
  useDocument.setState({
    scenario: next,
    past: [...past, { label, steps }].slice(-HISTORY_LENGTH),
    future: [],
  });
  keep();
  return true;
}

/** Takes back the last edit. */
export function undo(): void {
  const { scenario, past, future } = useDocument.getState();
  const last = past.at(-1);
  if (scenario === null || last === undefined) return;
  useDocument.setState({
    scenario: applySteps(scenario, inverse(last.steps)),
    past: past.slice(0, -1),
    future: [last, ...future],
  });
  keep();
}

/** Makes the last taken-back edit again. */
export function redo(): void {
  const { scenario, past, future } = useDocument.getState();
  const next = future[0];
  if (scenario === null || next === undefined) return;
  useDocument.setState({
    scenario: applySteps(scenario, next.steps),
    past: [...past, next],
    future: future.slice(1),
  });
  keep();
}

/** Puts the bundled scenario back for an edited demo; the edit can be undone. */
export async function restoreOriginal(label: Bilingual): Promise<void> {
  const { key } = useDocument.getState();
  if (key === null) return;
  const original = await getDemo(key, useSettings.getState().language);
  edit(label, () => original);
}

/** Forgets an own scenario. */
export async function deleteDocument(key: string): Promise<void> {
  await dropDocument(key);
  if (useDocument.getState().key === key) useDocument.setState({ key: null, scenario: null });
}

let saving: Promise<void> = Promise.resolve();

/** Saves after each edit, one save after the other, so that the last one wins. */
function keep(): void {
  const { key, own, scenario, past, future } = useDocument.getState();
  if (key === null || scenario === null) return;
  saving = saving.then(async () => {
    const kept_in = await keepDocument({ key, own, scenario, past, future });
    if (useDocument.getState().key === key) useDocument.setState({ kept_in });
  });
}
