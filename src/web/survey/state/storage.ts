import type { SurveyScenario } from '#world';
import type { Bilingual } from '../../i18n/language.ts';
import { localKeys, readLocal, removeLocal, writeLocal } from '../../shell/local.ts';
import { getLarge, largeItems, putItem, putLarge, removeLarge } from './database.ts';
import type { Step } from './steps.ts';

/** One edit that can be undone. */
export type Edit = { readonly label: Bilingual; readonly steps: readonly Step[] };

/** A scenario with its edits, as the browser keeps it. */
export type KeptDocument = {
  readonly key: string;
  /** True for the operator's own scenarios, false for an edited demo. */
  readonly own: boolean;
  readonly scenario: SurveyScenario;
  readonly past: readonly Edit[];
  readonly future: readonly Edit[];
};

/** Where the last save went. `nowhere`: only this window has it. */
export type KeptIn = 'browser' | 'database' | 'nowhere';

/** A line of the list of kept scenarios. */
export type KeptItem = { readonly key: string; readonly own: boolean; readonly title: Bilingual };

const DOCUMENT = 'cloudbrain.survey.document.';
const ITEM = 'cloudbrain.survey.item.';

/** Edits beyond this many are forgotten, oldest first. */
export const HISTORY_LENGTH = 200;

/** The scenarios listed in the browser's small storage. */
export function keptItems(): readonly KeptItem[] {
  return localKeys(ITEM)
    .map((k) => readLocal<KeptItem>(k))
    .filter((i): i is KeptItem => i !== null);
}

/** All kept scenarios, also those whose line found no room in the small storage. */
export async function allKeptItems(): Promise<readonly KeptItem[]> {
  const near = keptItems();
  const known = new Set(near.map((i) => i.key));
  const far = await largeItems<KeptItem>().catch((): KeptItem[] => []);
  return [...near, ...far.filter((i) => !known.has(i.key))];
}

/** Saves at once where it fits; a large document goes to the browser's database, and the answer says where it is. */
export async function keepDocument(document: KeptDocument): Promise<KeptIn> {
  const { key, own, scenario } = document;
  const item: KeptItem = { key, own, title: scenario.title };
  const listed = writeLocal(ITEM + key, item);
  if (listed && writeLocal(DOCUMENT + key, document)) return 'browser';
  try {
    await putLarge(key, document);
    // An older state in the small storage would be read first; it goes only when the database has the new one.
    removeLocal(DOCUMENT + key);
    if (!writeLocal(ITEM + key, item)) await putItem(key, item);
    return 'database';
  } catch {
    return 'nowhere';
  }
}

/** Reads a kept scenario; null where there is none. */
export async function readDocument(key: string): Promise<KeptDocument | null> {
  const local = readLocal<KeptDocument>(DOCUMENT + key);
  if (local !== null) return local;
  try {
    return (await getLarge<KeptDocument>(key)) ?? null;
  } catch {
    return null;
  }
}

/** Forgets a kept scenario. */
export async function dropDocument(key: string): Promise<void> {
  removeLocal(DOCUMENT + key);
  removeLocal(ITEM + key);
  await removeLarge(key).catch(() => undefined);
}
