/** Findings about a scenario that need no plan: the input group (G0) of the survey codes. */
import { type BilingualText, type LonLat } from './primitives.ts';

/** Codes of the input group; their titles stand in the registry of survey codes. */
export type SurveyInputCode =
  'G0-01' | 'G0-02' | 'G0-03' | 'G0-04' | 'G0-05' | 'G0-06' | 'G0-07' | 'G0-08' | 'G0-09' | 'G0-10';

/** One finding; every one of them makes the scenario unusable. */
export type SurveyIssue = {
  readonly code: SurveyInputCode;
  readonly object_ids: readonly string[];
  /** Where in the document, members joined by dots; empty for the whole. */
  readonly path: string;
  readonly place: { readonly lon_deg: number; readonly lat_deg: number } | null;
  readonly measured: number | null;
  readonly limit: number | null;
  readonly unit: string | null;
  readonly text: BilingualText;
};

/** What an issue is built from; the rest is null. */
export type IssueParts = {
  readonly object_ids?: readonly string[];
  readonly path: string;
  readonly at?: LonLat;
  readonly measured?: number;
  readonly limit?: number;
  readonly unit?: string;
};

/** An issue with its absent members as null. */
export function surveyIssue(code: SurveyInputCode, parts: IssueParts, en: string, ru: string): SurveyIssue {
  return {
    code,
    object_ids: parts.object_ids ?? [],
    path: parts.path,
    place: parts.at === undefined ? null : { lon_deg: parts.at[0], lat_deg: parts.at[1] },
    measured: parts.measured ?? null,
    limit: parts.limit ?? null,
    unit: parts.unit ?? null,
    text: { en, ru },
  };
}
