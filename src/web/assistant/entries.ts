import type { SurveyChange, SurveyEvaluation, SurveyEvent, SurveyRecommendation } from '#tools';
import type { SurveyScenario } from '#world';
import type { Bilingual } from '../i18n/language.ts';
import { readLocal, removeLocal, writeLocal } from '../shell/local.ts';
import type { AssistantKey } from './texts.ts';

/** One line of a conversation: what was said, changed, computed or went wrong. */
export type Entry =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly grounded: boolean;
      readonly unsupported: readonly string[];
    }
  | { readonly kind: 'ops'; readonly changes: readonly SurveyChange[] }
  | { readonly kind: 'evaluation'; readonly evaluation: SurveyEvaluation }
  | { readonly kind: 'recommendation'; readonly recommendation: SurveyRecommendation }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'refused'; readonly tool: string; readonly text: Bilingual }
  | { readonly kind: 'info'; readonly key: AssistantKey }
  | Offer
  | { readonly kind: 'problem'; readonly code: string; readonly message: string };

/** What an answer had changed before it failed. The operator takes it or leaves it. */
export type Offer = {
  readonly kind: 'offer';
  readonly changes: readonly SurveyChange[];
  /** The scenario with the changes, where the server sent it; not kept in the browser. */
  readonly scenario: SurveyScenario | null;
  readonly state: 'open' | 'taken' | 'left';
};

/** What was changed before an answer failed: the server's own account of it, else the changes that were seen. */
export function offerOf(details: unknown, seen: readonly SurveyChange[]): Offer | null {
  const { changes, scenario } = (details ?? {}) as {
    readonly changes?: readonly SurveyChange[];
    readonly scenario?: SurveyScenario;
  };
  const told = Array.isArray(changes) ? (changes as readonly SurveyChange[]) : seen;
  return told.length === 0 && scenario === undefined
    ? null
    : { kind: 'offer', changes: told, scenario: scenario ?? null, state: 'open' };
}

/** The operator's last words where nothing answered them; null where something did. */
export function unanswered(entries: readonly Entry[]): string | null {
  const last = entries.findLastIndex((e) => e.kind === 'user');
  const words = entries[last];
  if (words?.kind !== 'user') return null;
  const failed = entries
    .slice(last)
    .some((e) => e.kind === 'problem' || (e.kind === 'info' && (e.key === 'broken' || e.key === 'stopped')));
  return failed ? words.text : null;
}

/** The entry that an event leaves behind; null for progress. */
export function entryOf(event: SurveyEvent): Entry | null {
  switch (event.event) {
    case 'tool':
      return event.data.ok || event.data.error === null
        ? null
        : { kind: 'refused', tool: event.data.tool, text: event.data.error.message };
    case 'ops':
      return event.data.changes.length === 0 ? null : { kind: 'ops', changes: event.data.changes };
    case 'evaluation':
      return { kind: 'evaluation', evaluation: event.data };
    case 'recommendation':
      return { kind: 'recommendation', recommendation: event.data };
    case 'note':
      return { kind: 'note', text: event.data.text };
    case 'message':
      return {
        kind: 'message',
        text: event.data.text,
        grounded: event.data.grounded,
        unsupported: event.data.unsupported,
      };
    case 'error':
      return { kind: 'problem', code: event.data.error.code, message: event.data.error.message };
    default:
      return null;
  }
}

/** A turn as the wire takes it. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string };

/** The last turns of a conversation, cut to the server's limits; the last one is the operator's. */
export function turnsOf(
  entries: readonly Entry[],
  limits: { readonly turns: number; readonly chars: number },
): Turn[] {
  return entries
    .flatMap((e): Turn[] => {
      if (e.kind === 'user') return [{ role: 'user', content: e.text.slice(0, limits.chars) }];
      if (e.kind === 'message') return [{ role: 'assistant', content: e.text.slice(0, limits.chars) }];
      return [];
    })
    .slice(-limits.turns);
}

const KEY = 'cloudbrain.assistant.history.';
/** Characters of one conversation kept in the browser; older entries go first. */
const KEPT_CHARS = 400_000;

/** The kept conversation about a scenario. */
export function readEntries(key: string): readonly Entry[] {
  return readLocal<Entry[]>(KEY + key) ?? [];
}

/** Keeps a conversation, without its oldest entries where it is long. False where the browser has no room for it. */
export function keepEntries(key: string, entries: readonly Entry[]): boolean {
  if (entries.length === 0) {
    removeLocal(KEY + key);
    return true;
  }
  let kept = entries.slice(-100).map((e) => (e.kind === 'offer' ? { ...e, scenario: null } : e));
  while (kept.length > 1 && JSON.stringify(kept).length > KEPT_CHARS) kept = kept.slice(1);
  return writeLocal(KEY + key, kept);
}
