import type { AbortSignalLike, Result } from '#base';
import type { SurveyPlanFailure, SurveyServiceFailure } from '#tools';

/** Limits of one call. The signal stops the solver, not only the wait for it. */
export type BackendLimits = { readonly time_limit_s: number; readonly signal?: AbortSignalLike | undefined };

/** A document that is no plan: where it breaks and why. */
export type InvalidPlan = { readonly type: 'invalid_plan'; readonly message: string };

/**
 * Planner and validator as services that exchange JSON documents as bytes, so that documents of megabytes are neither
 * parsed nor written on the event loop. Scenarios are already checked against their schema.
 */
export type SurveyBackend = {
  /** The plan as JSON. */
  readonly plan: (
    scenario: Uint8Array,
    limits: BackendLimits,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, SurveyPlanFailure>>;
  /** The verdict as JSON; the validator's own words. */
  readonly validate: (
    scenario: Uint8Array,
    plan: Uint8Array,
    limits: BackendLimits,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, SurveyServiceFailure | InvalidPlan>>;
  readonly close: () => Promise<void>;
};
