import { type Result, err, ok } from '#base';
import { instantMs } from '#world';
import { type Act, canonicalInstant, instantOf } from './act.ts';
import type { Conflict } from './conflict-types.ts';
import {
  type Operation,
  type OperationDraft,
  type OperationState,
  contentHash,
  flightSpan,
} from './operation.ts';
import { type OperationError, operationError } from './operation-error.ts';

/** Operations are planned at most so far ahead (ASTM F3548-21, OiMaxPlanHorizonDays). */
export const PLAN_HORIZON_DAYS = 30;

/** What can be done to an operation. */
export type Change = 'approve' | 'cancel' | 'close';

/** States that hold airspace: they count in every conflict check. */
export const HOLDING: readonly OperationState[] = ['accepted', 'approved'];

const TARGET: Readonly<Record<Change, OperationState>> = {
  approve: 'approved',
  cancel: 'cancelled',
  close: 'closed',
};

/** Whether a draft's window can still be accepted at the region's time. */
export function windowFault(draft: OperationDraft, region_time: string): OperationError | null {
  const now_ms = instantMs(region_time);
  const { from_ms, to_ms } = flightSpan(draft);
  if (to_ms <= now_ms)
    return operationError('window_over', `${draft.operation_id} is over at ${instantOf(to_ms)}`);
  if (from_ms > now_ms + PLAN_HORIZON_DAYS * 86_400_000)
    return operationError(
      'too_far_ahead',
      `${draft.operation_id} starts more than ${PLAN_HORIZON_DAYS} days ahead, at ${instantOf(from_ms)}`,
    );
  return null;
}

/** A draft that nothing stands against, as it is stored; refused with the conflicts where something does. */
export function accepted(
  draft: OperationDraft,
  act: Act,
  conflicts: readonly Conflict[],
): Result<Operation, OperationError> {
  if (conflicts.length > 0) return err({ type: 'conflict', message: conflicts[0]!.text.en, conflicts });
  const late = windowFault(draft, act.region_time);
  if (late !== null) return err(late);
  return ok({
    ...draft,
    state: 'accepted',
    version: 1,
    content_hash: contentHash(draft),
    accepted_at: canonicalInstant(act.at),
    accepted_by: act.actor,
    approved_at: null,
    approved_by: null,
    ended_at: null,
    ended_by: null,
    end_reason: null,
  });
}

/**
 * An operation after a change. `approve`: once, before its window is over. `cancel`: before it starts, since an aircraft in
 * the air gives its airspace back only by `close`, which somebody answers for from its start on. The same change by the
 * same person again is the operation as it is.
 */
export function changed(
  operation: Operation,
  change: Change,
  act: Act,
  reason: string | null,
): Result<Operation, OperationError> {
  const { operation_id, state } = operation;
  const target = TARGET[change];
  const by = change === 'approve' ? operation.approved_by : operation.ended_by;
  if (state === target && by === act.actor) return ok(operation);
  if (!HOLDING.includes(state) || state === target)
    return err(operationError('wrong_state', `${operation_id} is ${state}: ${change} is not possible`));
  const now_ms = instantMs(act.region_time);
  const { from_ms, to_ms } = flightSpan(operation);
  if (change === 'approve' && to_ms <= now_ms)
    return err(operationError('window_over', `${operation_id} is over at ${instantOf(to_ms)}`));
  if (change === 'cancel' && from_ms < now_ms)
    return err(
      operationError(
        'already_started',
        `${operation_id} has started at ${instantOf(from_ms)}: close it when the aircraft is down`,
      ),
    );
  if (change === 'close' && now_ms < from_ms)
    return err(
      operationError('not_started', `${operation_id} starts at ${instantOf(from_ms)}: cancel it instead`),
    );
  const at = canonicalInstant(act.at);
  const next = { ...operation, state: target, version: operation.version + 1 };
  return ok(
    change === 'approve'
      ? { ...next, approved_at: at, approved_by: act.actor }
      : { ...next, ended_at: at, ended_by: act.actor, end_reason: reason },
  );
}
