/** The survey plan: what a planner hands over and what a validator re-derives everything from. */
import { z } from 'zod';
import { LIMITS, hashOf } from '#base';
import {
  BilingualText,
  type JsonSchema,
  LonLat,
  SurveyId,
  amsl_m,
  lat_deg,
  lon_deg,
  publishedSchema,
} from '#world';

/** Version written into every plan document. */
export const SURVEY_PLAN_VERSION = 'survey-plan-1';

const Hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const seconds = z
  .number()
  .min(0)
  .max(30 * 86_400);
const metres = z.number().min(0).max(100_000_000);

/**
 * A moment of a trajectory. Between two points the aircraft flies straight on the local plane at constant velocity, so
 * the chord's velocity is the mean velocity of the true motion, and the acceleration at a point is the difference of the
 * two chord velocities over half the sum of their durations. Points of curves lie on the curve.
 */
export const PlanPoint = z.strictObject({
  /** Seconds from the scenario's work window start. */
  t_sec: seconds,
  lon_deg,
  lat_deg,
  amsl_m,
  /** Height over the ground as the planner sees it; a claim, null where the ground is unknown. */
  agl_m: z.number().min(-1000).max(10_000).nullable(),
  /** Energy drawn since the sortie's take-off; never falls. */
  energy_wh: z.number().min(0).max(1_000_000),
});
export type PlanPoint = Readonly<z.infer<typeof PlanPoint>>;

/** What a leg is for. `lane` is the only kind with a capture. */
export const PlanLegKind = z.enum([
  'takeoff',
  'climb',
  'transit',
  'lead_in',
  'lane',
  'run_out',
  'turn',
  'hold',
  'descend',
  'landing',
]);
export type PlanLegKind = z.infer<typeof PlanLegKind>;

/**
 * What the sensor does on a lane leg. Distances run horizontally from the leg's first point along the leg.
 * `distance`: frames at first_m + i x spacing_m, i = 0..count-1. `list`: frames at those distances, rising.
 * `continuous`: lidar or magnetometer on between the two distances.
 */
export const PlanCapture = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('distance'),
    first_m: metres,
    spacing_m: z.number().positive().max(100_000),
    count: z.number().int().min(1).max(1_000_000),
  }),
  z.strictObject({ type: z.literal('list'), along_m: z.array(metres).min(1).max(100_000) }),
  z.strictObject({ type: z.literal('continuous'), from_m: metres, to_m: metres }),
]);
export type PlanCapture = Readonly<z.infer<typeof PlanCapture>>;

/** A stretch of a sortie. Its first point repeats the last point of the leg before it, in full. */
export const PlanLeg = z.strictObject({
  kind: PlanLegKind,
  /** The lane flown, whole or a piece of it, in either direction; null on other kinds. */
  lane_id: SurveyId.nullable(),
  points: z.array(PlanPoint).min(2).max(LIMITS.survey_plan_points),
  capture: PlanCapture.nullable(),
});
export type PlanLeg = Readonly<z.infer<typeof PlanLeg>>;

/** One flight from launch to touchdown of one unit. */
export const PlanSortie = z.strictObject({
  id: SurveyId,
  unit_id: SurveyId,
  /** Repeated from the scenario so that a plan can be read, and checked for staleness, by itself. */
  model_id: SurveyId,
  payload_id: SurveyId,
  site_id: SurveyId,
  /** Where it lands; normally the same. */
  landing_site_id: SurveyId,
  /** Pad at each of the two sites, 0 up to below its number of pads. */
  pad: z.number().int().min(0).max(63),
  landing_pad: z.number().int().min(0).max(63),
  /** Which charged set flies, counted per unit from 0. */
  battery_set: z.number().int().min(0).max(999),
  /** Times of the first and of the last point. */
  start_sec: seconds,
  end_sec: seconds,
  legs: z.array(PlanLeg).min(1).max(LIMITS.survey_lanes),
  /** Claimed: drawn at touchdown. */
  energy_wh: z.number().min(0).max(1_000_000),
});
export type PlanSortie = Readonly<z.infer<typeof PlanSortie>>;

/** A lane as laid: the straight line on which the sensor works, from edge to edge of what it must cover. */
export const PlanLane = z.strictObject({
  id: SurveyId,
  block_id: SurveyId,
  /** `cross`: second set of a crosshatch. `tie`: magnetometer tie line. */
  role: z.enum(['main', 'cross', 'tie']),
  /** Number of the parallel line it lies on, 0 first; pieces of one line cut by a hole share it. */
  line_index: z.number().int().min(0).max(LIMITS.survey_lanes),
  start: LonLat,
  end: LonLat,
  /** Aircraft height at start, any bends of a followed ground, and end: distance from `start` and height, rising. */
  profile: z
    .array(z.strictObject({ along_m: metres, amsl_m }))
    .min(2)
    .max(LIMITS.trajectory_points),
});
export type PlanLane = Readonly<z.infer<typeof PlanLane>>;

/** The lanes of one task for one payload at one height and angle. A task flown by unlike cameras has several blocks. */
export const PlanBlock = z.strictObject({
  id: SurveyId,
  task_id: SurveyId,
  payload_id: SurveyId,
  /** Degrees clockwise from true north, 0 up to below 180. */
  swath_angle_deg: z.number().min(0).lt(180),
  /** Distance between neighbouring lines after spreading evenly. */
  line_spacing_m: z.number().positive().max(100_000),
  /** Between frames; null for lidar and magnetometer. */
  photo_spacing_m: z.number().positive().max(100_000).nullable(),
  /** Design height of the aircraft over the ground. */
  agl_m: z.number().min(0).max(10_000),
});
export type PlanBlock = Readonly<z.infer<typeof PlanBlock>>;

/** One stay of a unit in its day, without gaps between 0 and its last landing: flying, changing batteries, or waiting. */
export const PlanScheduleEntry = z.strictObject({
  kind: z.enum(['sortie', 'turnaround', 'wait']),
  sortie_id: SurveyId.nullable(),
  site_id: SurveyId,
  /** The pad occupied; null when waiting off the pads. */
  pad: z.number().int().min(0).max(63).nullable(),
  from_sec: seconds,
  to_sec: seconds,
});
export type PlanScheduleEntry = Readonly<z.infer<typeof PlanScheduleEntry>>;

const totals = {
  flight_time_s: seconds,
  distance_m: metres,
  lane_length_m: metres,
  photos: z.number().int().min(0).max(100_000_000),
  sorties: z.number().int().min(0).max(LIMITS.survey_sorties),
  turns: z.number().int().min(0).max(10_000_000),
  energy_wh: z.number().min(0).max(1_000_000_000),
};

/** What the planner says of its own plan; the validator computes the same from the trajectories. */
export const PlanTotals = z.strictObject({
  /** The last touchdown, counted from 0. */
  work_time_s: seconds,
  ...totals,
  per_unit: z.array(z.strictObject({ unit_id: SurveyId, ...totals })).max(LIMITS.survey_units),
});
export type PlanTotals = Readonly<z.infer<typeof PlanTotals>>;

/** What is not flown, and why; the smallest set of objects that explains it. */
export const PlanRefusal = z.strictObject({
  /** Code of the survey registry that would be raised if it were flown all the same. */
  code: z.string().regex(/^G[0-8]-\d{2}$/),
  object_ids: z.array(SurveyId).max(LIMITS.survey_units + LIMITS.survey_tasks),
  measured: z.number().nullable(),
  limit: z.number().nullable(),
  unit: z.string().max(20).nullable(),
  text: BilingualText,
});
export type PlanRefusal = Readonly<z.infer<typeof PlanRefusal>>;

/** The document. */
export const SurveyPlan = z.strictObject({
  schema_version: z.literal(SURVEY_PLAN_VERSION),
  scenario_id: SurveyId,
  /** `hashOf` the parsed scenario, catalogue and loaded terrain grid (null unless the terrain is `dem`). */
  scenario_hash: Hash,
  catalogue_hash: Hash,
  terrain_hash: Hash.nullable(),
  /** `surveyPlanHash` of this plan. */
  plan_hash: Hash,
  planner: z.strictObject({ name: z.string().max(80), version: z.string().max(40) }),
  seed: z.number().int().min(0).max(4_294_967_295),
  status: z.strictObject({
    /** `partial`: some tasks or lanes are not flown. `infeasible`: nothing is. Both say why in `refusals`. */
    result: z.enum(['complete', 'partial', 'infeasible']),
    /** `iteration_budget` is the normal end of a search; `time_limit` means the clock cut it and a re-run may differ. */
    stopped_by: z.enum(['finished', 'iteration_budget', 'time_limit']),
    iterations: z.number().int().min(0).max(1_000_000_000),
  }),
  objective: z.strictObject({
    kind: z.enum(['work_time', 'flight_time', 'pareto']),
    /** Seconds, or the mixed ratio under `pareto`. */
    value: z.number().min(0),
    lower_bound: z.number().min(0),
    /** value / lower_bound - 1; null where the bound is 0. */
    gap_ratio: z.number().min(0).nullable(),
    work_time_bound_s: seconds,
    flight_time_bound_s: seconds,
  }),
  blocks: z.array(PlanBlock).max(LIMITS.survey_tasks * LIMITS.survey_units),
  lanes: z.array(PlanLane).max(LIMITS.survey_lanes),
  /** Ordered by start_sec, then id. */
  sorties: z.array(PlanSortie).max(LIMITS.survey_sorties),
  schedule: z
    .array(
      z.strictObject({
        unit_id: SurveyId,
        entries: z.array(PlanScheduleEntry).max(3 * LIMITS.survey_sorties),
      }),
    )
    .max(LIMITS.survey_units),
  totals: PlanTotals,
  refusals: z.array(PlanRefusal).max(1000),
});
export type SurveyPlan = Readonly<z.infer<typeof SurveyPlan>>;

/** `hashOf` a plan without its own `plan_hash`. */
export function surveyPlanHash(plan: Omit<SurveyPlan, 'plan_hash'>): string {
  return hashOf({ ...plan, plan_hash: undefined });
}

/** JSON Schema (draft 2020-12) of a survey plan. */
export function surveyPlanJsonSchema(): JsonSchema {
  return publishedSchema(SurveyPlan, 'Survey plan, version survey-plan-1');
}
