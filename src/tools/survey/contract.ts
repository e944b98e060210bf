import type { z } from 'zod';
import type { AbortSignalLike, Result } from '#base';
import type { PlanRefusal, SurveyPlan, SurveyVerdict } from '#ir';
import type { SurveyCatalogue, SurveyScenario } from '#world';
import type { SurveyEvaluation, SurveyEvent } from './events.ts';

/** What the operator lets the system change; three switches of the page. */
export type SurveyPolicy = {
  readonly propose_new_sites: boolean;
  readonly rebase_units: boolean;
  readonly change_fleet: boolean;
};

/** The switches as they stand before an operator touches them. */
export const DEFAULT_SURVEY_POLICY: SurveyPolicy = {
  propose_new_sites: false,
  rebase_units: true,
  change_fleet: false,
};

/** Ids of one scenario that the system never changes. */
export type SurveyPins = {
  readonly site_ids: readonly string[];
  readonly unit_ids: readonly string[];
  readonly task_ids: readonly string[];
};

/** Limits of a computation; the clock and the caller may both end it. */
export type SurveyRunLimits = { readonly time_limit_s: number; readonly signal?: AbortSignalLike };

/** Why there is no plan. `stopped`: the caller went away. `failed`: the service did; `message` holds no secret. */
export type SurveyPlanFailure =
  | { readonly type: 'invalid' | 'infeasible'; readonly refusals: readonly PlanRefusal[] }
  | { readonly type: 'stopped' | 'failed'; readonly message: string };

/** Why there is no verdict. */
export type SurveyServiceFailure = { readonly type: 'stopped' | 'failed'; readonly message: string };

/** Planner and validator as two services: in this process, in a worker, or on another machine. */
export type SurveyEngines = {
  readonly plan: (
    scenario: SurveyScenario,
    limits: SurveyRunLimits,
  ) => Promise<Result<SurveyPlan, SurveyPlanFailure>>;
  readonly validate: (
    scenario: SurveyScenario,
    plan: SurveyPlan,
    limits: SurveyRunLimits,
  ) => Promise<Result<SurveyVerdict, SurveyServiceFailure>>;
};

/** A plan with its verdict, as the dialogue keeps it. `evaluation` is what cards and models are shown. */
export type KeptEvaluation = {
  readonly evaluation: SurveyEvaluation;
  readonly scenario: SurveyScenario;
  readonly plan: SurveyPlan | null;
  readonly verdict: SurveyVerdict | null;
};

/** A dialogue's own state. Tools return the next one; nothing is changed in place. */
export type SurveySession = {
  readonly scenario: SurveyScenario;
  /** `hashOf` the scenario. */
  readonly revision: string;
  /** As the request brought it. */
  readonly start_scenario: SurveyScenario;
  /** Computed so far: `e1`, `e2`, ... of the operator's scenario and `v1`, `v2`, ... of variants. */
  readonly evaluations: readonly KeptEvaluation[];
  /** The last explanatory note. */
  readonly note: string | null;
};

/** What a tool may use. Policy and pins come from the operator's request, never from the conversation. */
export type SurveyToolContext = {
  readonly catalogue: SurveyCatalogue;
  readonly policy: SurveyPolicy;
  readonly pins: SurveyPins;
  readonly engines: SurveyEngines;
  readonly limits: {
    readonly max_variants: number;
    readonly eval_time_limit_s: number;
    readonly eval_concurrency: number;
    readonly compute_time_limit_s: number;
  };
  readonly signal?: AbortSignalLike;
  /** Called while a long tool works, so that the page can show it. */
  readonly onProgress?: (event: Extract<SurveyEvent, { event: 'status' }>['data']) => void;
};

/** A tool's error, as a model and an operator are told: what, and how to mend it. `type` is from a closed list. */
export type SurveyToolError = {
  readonly type:
    | 'unknown_tool'
    | 'invalid_arguments'
    | 'policy'
    | 'pinned'
    | 'out_of_range'
    | 'not_in_catalogue'
    | 'incompatible'
    | 'geometry'
    | 'unknown_object'
    | 'breaks_scenario'
    | 'stale'
    | 'not_admitted'
    | 'needs_operator'
    | 'nothing_computed'
    | 'stopped'
    | 'failed';
  readonly message: { readonly en: string; readonly ru: string };
};

/** What a tool did: the next session, the JSON for the model, the events for the page. */
export type SurveyToolOutcome = {
  readonly session: SurveySession;
  /** JSON-serialisable; what the model reads. */
  readonly result: Result<unknown, SurveyToolError>;
  readonly events: readonly SurveyEvent[];
};

/** One of the 18 tools. `args` is strict: every field required, null leaves unchanged. */
export type SurveyTool<S extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  /** For people and models, at most 1,500 characters. */
  readonly summary: string;
  readonly args: S;
  readonly run: (
    args: z.output<S>,
    session: SurveySession,
    context: SurveyToolContext,
  ) => Promise<SurveyToolOutcome> | SurveyToolOutcome;
};
