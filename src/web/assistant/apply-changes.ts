import type { SurveyChange } from '#tools';
import type { SurveyScenario } from '#world';

type Named = { readonly id: string };

/**
 * The scenario after a list of changes. Objects are found by their ids and not by their places, so that changes still
 * fit a scenario in which the operator has meanwhile added something.
 */
export function withChanges(s: SurveyScenario, changes: readonly SurveyChange[]): SurveyScenario {
  return changes.reduce<SurveyScenario>((next, change) => withChange(next, change), s);
}

/** The changes of a variant without the search's own solver settings: those stay the operator's. */
export function withoutSolver(changes: readonly SurveyChange[]): SurveyChange[] {
  return changes.filter((c) => c.path !== '/solver' && !c.path.startsWith('/solver/'));
}

function withChange(s: SurveyScenario, { path, object_id, became }: SurveyChange): SurveyScenario {
  const [key, second, member] = path.split('/').slice(1);
  if (key === undefined) return s;
  const whole = s as unknown as Record<string, unknown>;
  const value = whole[key];
  if (Array.isArray(value) && object_id !== null)
    return { ...s, [key]: inList(value as Named[], object_id, Number(second), member, became) };
  if (second === undefined) return { ...s, [key]: became };
  return { ...s, [key]: { ...(value as object), [second]: became } };
}

function inList(
  list: readonly Named[],
  id: string,
  at: number,
  member: string | undefined,
  became: unknown,
): readonly Named[] {
  if (member !== undefined) return list.map((x) => (x.id === id ? { ...x, [member]: became } : x));
  const others = list.filter((x) => x.id !== id);
  if (became === null) return others;
  const place = Number.isInteger(at) ? Math.min(at, others.length) : others.length;
  return [...others.slice(0, place), became as Named, ...others.slice(place)];
}
