import type { Conflict } from './conflict-types.ts';

/**
 * Why an operation was not accepted, changed or read.
 * - `not_released`: the run ended in no success, so there is nothing to accept.
 * - `invalid_operation`, `invalid_act`, `invalid_query`: bad input; the message names the field.
 * - `state_mismatch`: judged against another state of the region.
 * - `conflict`: meets stored operations; `conflicts` names them all.
 * - `id_taken`: the id stands for other content.
 * - `window_over`, `too_far_ahead`, `already_started`, `not_started`, `wrong_state`: refused by the life cycle.
 * - `not_found`: no operation has the id.
 * - `store_corrupt`: what is stored is not what was written; nothing was decided.
 * - `store_busy`: another writer held the store too long; nothing was written.
 * - `store_unavailable`: the store did not answer. Whether a write took place is unknown; the same call may be repeated.
 */
export type OperationErrorType =
  | 'not_released'
  | 'invalid_operation'
  | 'invalid_act'
  | 'invalid_query'
  | 'state_mismatch'
  | 'conflict'
  | 'id_taken'
  | 'window_over'
  | 'too_far_ahead'
  | 'already_started'
  | 'not_started'
  | 'wrong_state'
  | 'not_found'
  | 'store_corrupt'
  | 'store_busy'
  | 'store_unavailable';

/** An expected refusal. `conflicts` is empty but for `conflict`. */
export type OperationError = {
  readonly type: OperationErrorType;
  readonly message: string;
  readonly conflicts: readonly Conflict[];
};

/** Builds an OperationError without conflicts. */
export function operationError(type: OperationErrorType, message: string): OperationError {
  return { type, message, conflicts: [] };
}
