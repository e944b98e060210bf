/** What the validator says of a survey plan. */
import { z } from 'zod';
import { BilingualText, type JsonSchema, SurveyId, publishedSchema } from '#world';
import { SurveyCodeSchema } from './survey-codes.ts';

/** `error` keeps a plan from being admitted; `warning` and `info` do not. */
export const SurveySeverity = z.enum(['error', 'warning', 'info']);
export type SurveySeverity = z.infer<typeof SurveySeverity>;

/** One step of a remedy, after RFC 6902, on the scenario or on the plan. */
export const SurveyPatch = z.strictObject({
  target: z.enum(['scenario', 'plan']),
  op: z.enum(['add', 'replace', 'remove']),
  /** JSON Pointer, RFC 6901. */
  path: z.string().max(500),
  /** Absent on remove. */
  value: z.json().optional(),
});
export type SurveyPatch = Readonly<z.infer<typeof SurveyPatch>>;

/** How a finding can be cleared. A scenario patch is followed by planning anew. */
export const SurveyRemedy = z.strictObject({
  /** What is changed, in snake_case, such as `change_gsd`, `raise_reserve`, `shift_start`, `replan`. */
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,40}$/),
  patch: z.array(SurveyPatch).max(100),
  text: BilingualText,
  /** True only if the patch was applied and the code was seen to be gone. */
  proven: z.boolean(),
});
export type SurveyRemedy = Readonly<z.infer<typeof SurveyRemedy>>;

/** One finding. `margin` is positive on the allowed side of the limit, negative beyond it, in `unit`. */
export const SurveyFinding = z.strictObject({
  code: SurveyCodeSchema,
  severity: SurveySeverity,
  /** Sortie, lane, unit, site, task or zone ids, the most specific first. */
  object_ids: z.array(z.string().max(64)).max(100),
  place: z
    .strictObject({ lon_deg: z.number(), lat_deg: z.number(), amsl_m: z.number().nullable() })
    .nullable(),
  /** Seconds from the work window's start. */
  time_sec: z.number().nullable(),
  measured: z.number().nullable(),
  limit: z.number().nullable(),
  margin: z.number().nullable(),
  unit: z.string().max(20).nullable(),
  /** Key of a message catalogue, where a page has its own wording. */
  message_key: z.string().max(80).optional(),
  text: BilingualText,
  remedy: SurveyRemedy.nullable(),
});
export type SurveyFinding = Readonly<z.infer<typeof SurveyFinding>>;

const unitMetrics = {
  flight_time_s: z.number().min(0),
  distance_m: z.number().min(0),
  energy_wh: z.number().min(0),
  /** Least share of the usable energy left at a touchdown; null without a sortie. */
  reserve_min_ratio: z.number().nullable(),
  photos: z.number().int().min(0),
  sorties: z.number().int().min(0),
  turns: z.number().int().min(0),
};

/** Computed from the trajectories; null where it does not apply or could not be computed, never 0 for unknown. */
export const SurveyMetrics = z.strictObject({
  work_time_s: z.number().min(0),
  ...unitMetrics,
  /** Imaged share of the plannable area, by exact polygon area and by counted cells. */
  coverage_ratio: z.number().min(0).max(1).nullable(),
  coverage_cells_ratio: z.number().min(0).max(1).nullable(),
  gsd_p50_cm: z.number().nullable(),
  gsd_p95_cm: z.number().nullable(),
  gsd_max_cm: z.number().nullable(),
  forward_overlap_min: z.number().nullable(),
  forward_overlap_p5: z.number().nullable(),
  side_overlap_min: z.number().nullable(),
  side_overlap_p5: z.number().nullable(),
  agl_max_m: z.number().nullable(),
  separation_min_m: z.number().nullable(),
  per_unit: z.array(z.strictObject({ unit_id: SurveyId, ...unitMetrics })),
  per_task: z.array(
    z.strictObject({ task_id: SurveyId, coverage_ratio: z.number().min(0).max(1).nullable() }),
  ),
});
export type SurveyMetrics = Readonly<z.infer<typeof SurveyMetrics>>;

/** The verdict. `admitted` is true only if every check ran and none found an error. */
export const SurveyVerdict = z.strictObject({
  schema_version: z.literal('survey-verdict-1'),
  scenario_hash: z.string(),
  plan_hash: z.string(),
  validator: z.strictObject({ name: z.string().max(80), version: z.string().max(40) }),
  admitted: z.boolean(),
  /** Checks that could not be made, and why (no exposure time, no terrain); they do not count as passed. */
  not_judged: z.array(z.strictObject({ code: SurveyCodeSchema, text: BilingualText })),
  /** Errors first, then by code, time and first object id. */
  findings: z.array(SurveyFinding),
  metrics: SurveyMetrics.nullable(),
});
export type SurveyVerdict = Readonly<z.infer<typeof SurveyVerdict>>;

/** JSON Schema (draft 2020-12) of a verdict. */
export function surveyVerdictJsonSchema(): JsonSchema {
  return publishedSchema(SurveyVerdict, 'Survey verdict, version survey-verdict-1');
}
