import { cleanName } from '#base';
import type { SurveyToolError } from '../contract.ts';

/** A sentence in the two languages of the operator's page. */
export type TwoLanguages = SurveyToolError['message'];

/** A tool's error with its message in English and Russian. */
export function surveyError(type: SurveyToolError['type'], en: string, ru: string): SurveyToolError {
  return { type, message: { en, ru } };
}

/**
 * A name of a scenario's object as data for a model: one line of at most 80 characters, without control,
 * bidirectional, zero-width or otherwise invisible characters (variation selectors and fillers included).
 */
export function shownName(raw: string): string {
  return cleanName(raw.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}

/** Text of several lines with the same characters taken out; line feeds stay, and so do № and ², which NFKC would rewrite. */
export function shownText(raw: string): string {
  return raw
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
}

/** A JSON value in which every string is cleaned as a name is, but not cut: what a model is shown of a scenario. */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value).replace(/\n+/g, ' ');
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, shownValue(v)]));
}
