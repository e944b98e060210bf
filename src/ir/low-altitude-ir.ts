import { z } from 'zod';
import { LIMITS } from '#base';
import { Id } from '#world';

/** What the operator wants done. */
export const Intent = z.enum([
  'delivery',
  'inspection',
  'patrol',
  'emergency',
  'return',
  'charge',
  'monitoring',
]);
export type Intent = z.infer<typeof Intent>;

export const Priority = z.enum(['low', 'normal', 'high', 'critical']);
export type Priority = z.infer<typeof Priority>;

export const FallbackPolicy = z.enum([
  'ground_transfer',
  'wait',
  'human_confirm',
  'safe_refusal',
  'ground_transfer_or_human_confirm',
]);
export type FallbackPolicy = z.infer<typeof FallbackPolicy>;

export const RiskLevel = z.enum(['low', 'medium', 'high']);
export type RiskLevel = z.infer<typeof RiskLevel>;

const Ids = z.array(Id).max(200);

/** Who and what the task is about, by ids of the state. */
export const Entities = z.strictObject({
  /** Where a payload is picked up; null means that it is aboard already. */
  origin: Id.nullable(),
  /** Where it goes; null for tasks that visit `waypoints` or return home. */
  destination: Id.nullable(),
  /** Aircraft that may take the task; empty means any. */
  candidate_uavs: Ids,
  /** Zones kept out of for this task, beside those that always hold. */
  avoid_zones: Ids,
  /** Zones kept at `min_separation_m`, beside the active sensitive zones, which always are. */
  sensitive_zones: Ids,
  /** Places where a payload may change to ground transport. */
  handoff_points: Ids,
  /** Places to visit, in this order: patrol, inspection and monitoring. */
  waypoints: Ids,
});
export type Entities = Readonly<z.infer<typeof Entities>>;

/** Bounds that the plan must keep. Each becomes an input of the planner or a specification of the verifier. */
export const Constraints = z.strictObject({
  /** Seconds from the decision's start to arrival at the last required place; null where the task has none. */
  deadline_sec: z.number().min(1).max(86_400).nullable().default(null),
  /** Lowest cruise height in metres above ground. */
  altitude_min_m: z.number().min(0).max(1000).default(30),
  /** Highest height above ground; 120 m is the 400 ft of 14 CFR 107.51(b), rounded down. */
  altitude_max_m: z.number().min(0).max(1000).default(120),
  /** Distance kept to obstacles, other aircraft and sensitive zones, in metres. */
  min_separation_m: z.number().min(0).max(1000).default(10),
  /** Share of the battery's capacity left on arrival, and on return where the task returns. */
  battery_reserve_ratio: z.number().min(0).max(1).default(0.2),
  max_risk_level: RiskLevel.default('medium'),
  /** Places that the task needs in each corridor that it flies through. */
  corridor_capacity_required: z.number().int().min(1).max(1000).default(1),
});
export type Constraints = Readonly<z.infer<typeof Constraints>>;

/** One tool call: a step of a linearised DAG. Steps are numbered from 0; `depends_on` names earlier steps. */
export const ToolStep = z.strictObject({
  tool: z.string().min(1).max(80),
  /** Arguments; a string `$<step>.<path>` stands for a value of an earlier step's result, e.g. `$2.uav_id`. */
  args: z.record(z.string().max(80), z.json()),
  depends_on: z.array(z.number().int().min(0)).max(LIMITS.tool_plan_steps).default([]),
});
export type ToolStep = Readonly<z.infer<typeof ToolStep>>;

const SpecTexts = z.array(z.string().min(1).max(LIMITS.spec_chars)).max(64);

/** Specifications beyond those that R1 to R8 always add: LTL and STL texts, and names of program rules. */
export const VerificationSpecs = z.strictObject({ ltl: SpecTexts, stl: SpecTexts, program_rules: SpecTexts });
export type VerificationSpecs = Readonly<z.infer<typeof VerificationSpecs>>;

/**
 * LowAltitudeIR v0.1: what an instruction asks for, typed. It is written by a model or a person, decides nothing, and
 * holds no route. Unknown fields are refused. This definition gives the type, the check and the published JSON Schema.
 */
export const LowAltitudeIR = z.strictObject({
  task_id: Id,
  intent: Intent,
  priority: Priority,
  entities: Entities,
  constraints: Constraints,
  tool_plan: z.array(ToolStep).min(1).max(LIMITS.tool_plan_steps),
  verification_specs: VerificationSpecs,
  fallback_policy: FallbackPolicy,
  /** Tool results and constraints that the explanation must cite. */
  explanation_plan: z
    .strictObject({
      cite_tools: z.array(z.string().max(80)).max(32),
      cite_constraints: z.array(z.string().max(80)).max(32),
    })
    .optional(),
});
export type LowAltitudeIR = Readonly<z.infer<typeof LowAltitudeIR>>;

/** The published JSON Schema (draft 2020-12) of the document as a model writes it: fields with defaults may be absent. */
export function lowAltitudeIrJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(LowAltitudeIR, { target: 'draft-2020-12', io: 'input' }) as Record<string, unknown>;
}
