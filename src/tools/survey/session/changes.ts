import { canonicalJson } from '#base';
import type { SurveyScenario } from '#world';
import type { SurveyChange } from '../events.ts';

/** The parts of a scenario that are lists of objects with ids, and that a tool may reach. */
const LISTS = ['tasks', 'sites', 'candidate_sites', 'units'] as const;

/** Values that lower a safety margin by becoming smaller. */
const MARGINS: ReadonlySet<string> = new Set(['/objective/energy_reserve', '/airspace/nfz_buffer_m']);

/** What differs between two scenarios of one line, in the order of the document: members of objects, whole objects. */
export function surveyChanges(before: SurveyScenario, after: SurveyScenario): SurveyChange[] {
  return Object.keys(after).flatMap((key) => {
    const list = LISTS.find((l) => l === key);
    if (list !== undefined) return listChanges(list, before[list], after[list]);
    const member = key as keyof SurveyScenario;
    return memberChanges(`/${key}`, null, before[member], after[member]);
  });
}

type Named = { readonly id: string };

function listChanges(list: string, before: readonly Named[], after: readonly Named[]): SurveyChange[] {
  const gone = before.flatMap((was, i) =>
    after.some((x) => x.id === was.id) ? [] : [change(`/${list}/${i}`, was.id, was, null)],
  );
  const kept = after.flatMap((became, i) => {
    const was = before.find((x) => x.id === became.id);
    const path = `/${list}/${i}`;
    return was === undefined
      ? [change(path, became.id, null, became)]
      : memberChanges(path, became.id, was, became);
  });
  return [...kept, ...gone];
}

/** Differences of two values, one level into an object: deeper ones are told whole. */
function memberChanges(path: string, id: string | null, was: unknown, became: unknown): SurveyChange[] {
  if (same(was, became)) return [];
  if (!isObject(was) || !isObject(became)) return [change(path, id, was, became)];
  return Object.keys({ ...was, ...became }).flatMap((key) =>
    same(was[key], became[key]) ? [] : [change(`${path}/${key}`, id, was[key], became[key])],
  );
}

function change(path: string, object_id: string | null, was: unknown, became: unknown): SurveyChange {
  const lower = typeof was === 'number' && typeof became === 'number' && became < was;
  return { path, object_id, was, became, safety_risk: MARGINS.has(path) && lower };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}
