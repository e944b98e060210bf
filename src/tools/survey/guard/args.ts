import { z } from 'zod';
import { AircraftKind, SurveyId, SurveyName } from '#world';
import type { SurveyScenario } from '#world';
import type { SurveyToolError } from '../contract.ts';
import { shownName, surveyError } from '../session/text.ts';

/** Id of an object that should exist. It may be any short text: what it names is looked up, not guessed. */
export const ref = (what: string) => z.string().min(1).max(64).describe(`id of the ${what}`);

/** Id for a new object. */
export const newId = (what: string) =>
  SurveyId.describe(`id for the new ${what}: latin letters, digits, dot, dash, underscore; at most 64`);

/** A name for an object: one line of at most 80 characters. */
export const name = SurveyName.describe('name, one line of at most 80 characters');

/** Kinds of aircraft that a site takes. */
export const accepts = z.array(AircraftKind).min(1).max(3).describe('kinds of aircraft that it takes');

/** A finite number whose range is looked at by the range guard, after policy and pins. */
export const number = (text: string) => z.number().describe(text);

/** The swath angle: null is a value of the scenario, so the planner's choice is written as a mode. */
export const swathAngle = z
  .union([
    z.strictObject({ mode: z.literal('planner') }),
    z.strictObject({ mode: z.literal('fixed'), deg: number('degrees clockwise from true north, 0 to 360') }),
  ])
  .describe('direction of the lanes: chosen by the planner, or fixed');
export type SwathAngle = z.output<typeof swathAngle>;

/** The scenario's value of a swath angle. */
export function angleValue(angle: SwathAngle): number | null {
  return angle.mode === 'planner' ? null : angle.deg;
}

/** The refusal of an id that names nothing; null where it is among the objects. */
export function missing(
  noun: { readonly en: string; readonly ru: string },
  id: string,
  objects: readonly { readonly id: string }[],
): SurveyToolError | null {
  if (objects.some((x) => x.id === id)) return null;
  const ids = objects.map((x) => x.id).join(', ');
  const shown = shownName(id);
  return surveyError(
    'unknown_object',
    `there is no ${noun.en} ${shown}; there are: ${ids || 'none'}`,
    `нет объекта «${noun.ru} ${shown}»; есть: ${ids || 'ничего'}`,
  );
}

/** Nouns of the messages about ids. */
export const NOUNS = {
  site: { en: 'site', ru: 'площадка' },
  candidate: { en: 'candidate site', ru: 'площадка-кандидат' },
  unit: { en: 'unit', ru: 'борт' },
  task: { en: 'task', ru: 'участок' },
} as const;

/** Everything that is a site or may become one. */
export function allSites(scenario: SurveyScenario): SurveyScenario['sites'] {
  return [...scenario.sites, ...scenario.candidate_sites];
}

/** A copy of a list in which the object with an id has some members replaced. */
export function withMembers<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  members: NoInfer<Partial<T>>,
): T[] {
  return list.map((x) => (x.id === id ? { ...x, ...members } : x));
}

/** The members that are not null: what an operation really sets. */
export function given<T extends Record<string, unknown>>(
  members: T,
): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  return Object.fromEntries(Object.entries(members).filter(([, v]) => v !== null)) as Partial<{
    [K in keyof T]: NonNullable<T[K]>;
  }>;
}
