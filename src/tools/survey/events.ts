import type { PlanRefusal, SurveyFinding, SurveyMetrics } from '#ir';
import type { SurveyScenario } from '#world';

/**
 * A changed value of a scenario: where it stands (RFC 6901), what it was and what it became. A whole object (a path of
 * two members, such as `/sites/3`) was null where it is new and became null where it is gone; the index of a removed one
 * is that of the scenario before, any other index is that of the scenario after.
 */
export type SurveyChange = {
  readonly path: string;
  /** Id of the object that the value belongs to; null for the scenario's own. */
  readonly object_id: string | null;
  readonly was: unknown;
  readonly became: unknown;
  /** True where the change lowers a safety margin (a smaller reserve or buffer). */
  readonly safety_risk: boolean;
};

/** One computation: planner, then validator. Every number and the verdict are the validator's, never a model's. */
export type SurveyEvaluation = {
  /** `e1`... for the operator's scenario, `v1`... for a variant. */
  readonly id: string;
  readonly label: string;
  /** Hash of the scenario that was evaluated; a variant has the search's own solver settings in it. */
  readonly scenario_revision: string;
  /** Hash of the scenario in which a variant may be adopted; its own for `e1`. */
  readonly base_revision: string;
  readonly changes: readonly SurveyChange[];
  /** A variant that opens a new site is accepted by the operator alone. */
  readonly new_site: boolean;
  readonly status: 'planned' | 'partial' | 'infeasible' | 'invalid' | 'failed';
  /** The validator's; null where there was no plan to judge. */
  readonly admitted: boolean | null;
  readonly metrics: SurveyMetrics | null;
  readonly findings: readonly SurveyFinding[];
  readonly not_judged: number;
  readonly refusals: readonly PlanRefusal[];
  /** The planner's objective with its proven lower bound. */
  readonly objective: {
    readonly kind: 'work_time' | 'flight_time' | 'pareto';
    readonly value: number;
    readonly lower_bound: number;
    readonly gap_ratio: number | null;
  } | null;
  readonly plan_hash: string | null;
  /** False where the clock cut the planner short: another run, or another machine, may find another plan. */
  readonly reproducible: boolean;
  readonly failure: string | null;
};

/**
 * A ranked search result. Gains below 0.5 % are not counted as gains. Same scenario, options and seed: same bytes, as
 * long as every evaluation is `reproducible`.
 */
export type SurveyRecommendation = {
  readonly base: SurveyEvaluation;
  /** Best first; only admitted variants are ranked as gains. */
  readonly variants: readonly (SurveyEvaluation & {
    readonly rank: number;
    /** 1 - variant / base of the objective's value; null where one of them has none. */
    readonly gain_ratio: number | null;
    readonly counts: boolean;
  })[];
  readonly best_id: string | null;
  readonly evaluated: number;
  /** Variants within policy and pins that were not evaluated because of the limit. */
  readonly left: number;
  readonly left_is_exact: boolean;
  /**
   * At most this share of the base's objective can be gained by any plan of the base scenario as it stands: 1 - proven
   * lower bound / value. A variant has other bases, angles or aircraft and a bound of its own. Null: unknown.
   */
  readonly bound_left_ratio: number | null;
  readonly seed: number;
};

/** Events of the assistant's stream, in the order in which things happen; `done` or `error` is last. */
export type SurveyEvent =
  | {
      readonly event: 'status';
      readonly data: {
        readonly state: 'started' | 'thinking' | 'running' | 'computing' | 'progress';
        readonly step: number | null;
        readonly tool: string | null;
        readonly done: number | null;
        readonly total: number | null;
        readonly provider?: string;
        readonly model?: string;
        readonly simulated?: boolean;
      };
    }
  | {
      readonly event: 'tool';
      readonly data: {
        readonly call_id: string;
        readonly tool: string;
        readonly ok: boolean;
        readonly error: {
          readonly type: string;
          readonly message: { readonly en: string; readonly ru: string };
        } | null;
      };
    }
  | {
      readonly event: 'ops';
      readonly data: {
        readonly tool: string;
        readonly changes: readonly SurveyChange[];
        readonly revision: string;
      };
    }
  | { readonly event: 'evaluation'; readonly data: SurveyEvaluation }
  | { readonly event: 'recommendation'; readonly data: SurveyRecommendation }
  | { readonly event: 'note'; readonly data: { readonly text: string; readonly evaluation_id: string } }
  | {
      readonly event: 'message';
      readonly data: {
        readonly text: string;
        /** True where every code, number and verdict word in the text was found in the validator's results. */
        readonly grounded: boolean;
        readonly unsupported: readonly string[];
      };
    }
  | {
      readonly event: 'done';
      readonly data: {
        readonly scenario: SurveyScenario;
        readonly revision: string;
        readonly changed: boolean;
        /** True if a plan was computed: the page then runs the ordinary computation. */
        readonly computed: boolean;
        readonly steps: number;
      };
    }
  | {
      readonly event: 'error';
      readonly data: {
        readonly error: { readonly code: string; readonly message: string; readonly details: unknown };
      };
    };
