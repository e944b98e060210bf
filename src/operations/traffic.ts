import { type Result, err, ok } from '#base';
import type { Frame } from '#geo';
import { type AcceptedOperation, type SystemState, instantMs } from '#world';
import { HOLDING } from './life-cycle.ts';
import { type Operation, type OperationDraft, flightSpan } from './operation.ts';
import { type OperationError, operationError } from './operation-error.ts';

/** Most operations of one state. */
const STATE_OPERATIONS = 10_000;

/** An operation as planner, verifier and simulator know it: in a frame's plane, heights above the region's ground. */
export function trafficOf(operation: OperationDraft, frame: Frame): AcceptedOperation {
  return {
    operation_id: operation.operation_id,
    uav_id: operation.uav_id,
    priority: operation.priority,
    start: operation.start,
    trajectory: operation.trajectory.map(({ t_sec, lon, lat, agl_m, stop_id }) => ({
      t_sec,
      ...frame.toPlane([lon, lat]),
      z_m: agl_m,
      stop_id,
    })),
  };
}

/**
 * A region's state with the stored operations that hold its airspace, for the next decision to keep clear of; aircraft
 * that fly one at the state's time are busy. Operations of other regions and ended ones are left out; one that the state
 * knows already is replaced. Refused where they are more than a state may hold: none is dropped.
 */
export function withTraffic(
  state: SystemState,
  operations: readonly Operation[],
  frame: Frame,
): Result<SystemState, OperationError> {
  const holding = operations.filter((o) => o.region_id === state.region_id && HOLDING.includes(o.state));
  if (holding.length === 0) return ok(state);
  const ids = new Set(holding.map((o) => o.operation_id));
  const all = [
    ...state.operations.filter((o) => !ids.has(o.operation_id)),
    ...holding.map((o) => trafficOf(o, frame)),
  ];
  if (all.length > STATE_OPERATIONS)
    return err(
      operationError('invalid_query', `more than ${STATE_OPERATIONS} operations in ${state.region_id}`),
    );
  const now_ms = instantMs(state.time);
  const flying = new Set(
    holding
      .filter((o) => flightSpan(o).from_ms <= now_ms && now_ms <= flightSpan(o).to_ms)
      .map((o) => o.uav_id),
  );
  return ok({
    ...state,
    operations: all,
    fleet: state.fleet.map((u) =>
      flying.has(u.id) && u.status === 'available' ? { ...u, status: 'busy' as const } : u,
    ),
  });
}
