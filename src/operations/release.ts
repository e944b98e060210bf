import { type Result, err, hashOf, ok } from '#base';
import { corridorUse } from '#engines/airspace';
import type { Priority } from '#ir';
import { type AirModel, type SystemState, type TrajectoryPoint, toAmsl_m } from '#world';
import { canonicalInstant } from './act.ts';
import { OperationDraft } from './operation.ts';
import { type OperationError, operationError } from './operation-error.ts';

/**
 * How long a pad is kept before take-off and after landing where nobody says otherwise: a minute, in which a box is taken
 * out and the next aircraft neither waits above nor lands on this one.
 */
export const PAD_HOLD_SEC = 60;

/** What of a run's record, or of a certificate that has been replayed, an operation is made of. */
export type ReleasedFlight = {
  /** How the run ended; of a certificate that verifies, `success`. */
  readonly final_status: string;
  readonly uav_id: string | null;
  readonly trajectory: readonly Pick<TrajectoryPoint, 't_sec' | 'x_m' | 'y_m' | 'z_m' | 'stop_id'>[];
  readonly ir: {
    readonly priority: Priority;
    readonly constraints: {
      readonly min_separation_m: number;
      readonly corridor_capacity_required: number;
    };
  } | null;
  /** Hash of the state that it was judged against, and `baseHash` of it. */
  readonly state_hash: string;
  readonly base_hash: string;
  readonly certificate_digest: string | null;
};

/** The state that the server holds for the region, never one that came with a request. */
export type Scene = {
  readonly state: SystemState;
  readonly air: AirModel;
  /** `baseHash` of the state, computed once. */
  readonly base_hash: string;
};

/**
 * Hash of a state without its operations and without who of the fleet is busy with one. Two decisions of one base differ
 * only in the traffic that they knew, and traffic is checked again on acceptance.
 */
export function baseHash(state: SystemState): string {
  const fleet = state.fleet.map((u) => (u.status === 'busy' ? { ...u, status: 'available' } : u));
  return hashOf({ ...state, operations: [], fleet });
}

/**
 * `baseHash` of the state that a decision was judged against, as the server holds it: an aircraft that was busy there only
 * because it flew a stored operation (`withTraffic`) is available again. A decision uses no busy aircraft, so nothing that
 * it rests on is taken away by this.
 */
export function decidedBaseHash(decided: SystemState, held: SystemState): string {
  const here = new Map(held.fleet.map((u) => [u.id, u.status]));
  const fleet = decided.fleet.map((u) =>
    u.status === 'busy' && here.get(u.id) === 'available' ? { ...u, status: 'available' as const } : u,
  );
  return baseHash({ ...decided, fleet });
}

/**
 * The operation of a released decision. Refused unless the run ended in `success`, the aircraft is of the fleet and the
 * decision was judged against the state that the server holds, operations aside. Its id follows from its content, so the same decision
 * is the same operation. It starts at the state's time: that is when the decision says that it flies.
 */
export function operationOf(
  flight: ReleasedFlight,
  scene: Scene,
  pad_hold_sec: number = PAD_HOLD_SEC,
): Result<OperationDraft, OperationError> {
  const { state, air } = scene;
  if (flight.final_status !== 'success' || flight.ir === null || flight.uav_id === null)
    return err(
      operationError('not_released', `a run that ends in ${flight.final_status} releases nothing to accept`),
    );
  if (flight.base_hash !== scene.base_hash)
    return err(
      operationError('state_mismatch', `the decision was judged against another state of ${state.region_id}`),
    );
  const uav = state.fleet.find((u) => u.id === flight.uav_id);
  if (uav === undefined)
    return err(operationError('invalid_operation', `uav_id: no aircraft has the id ${flight.uav_id}`));
  // Busy with an operation is for the conflict check to judge; busy for another reason is not known to end.
  const flies = uav.status === 'busy' && state.operations.some((o) => o.uav_id === uav.id);
  if (uav.status !== 'available' && !flies)
    return err(operationError('invalid_operation', `uav_id: ${uav.id} is ${uav.status}`));
  const { min_separation_m, corridor_capacity_required } = flight.ir.constraints;
  const content = {
    region_id: state.region_id,
    uav_id: uav.id,
    priority: flight.ir.priority,
    source: { certificate_digest: flight.certificate_digest, state_hash: flight.state_hash },
    start: canonicalInstant(state.time),
    trajectory: pointsOf(flight.trajectory, scene),
    plane_origin: state.city.origin,
    separation_m: min_separation_m,
    radius_m: uav.radius_m,
    pad_hold_sec,
    corridor_slots: slotsOf(flight.trajectory, air, corridor_capacity_required),
  };
  return parseDraft({ operation_id: `op_${hashOf(content).slice('sha256:'.length, 23)}`, ...content });
}

/**
 * The operations that a region's state knows beside the stored ones, in the form in which conflicts are checked. They
 * carry no separation and no pad hold of their own; an aircraft that is not of the fleet counts as a point.
 */
export function knownTraffic({ state, air }: Scene): OperationDraft[] {
  const radius = new Map(state.fleet.map((u) => [u.id, u.radius_m]));
  return state.operations.map((o) => ({
    operation_id: o.operation_id,
    region_id: state.region_id,
    uav_id: o.uav_id,
    priority: o.priority,
    source: { certificate_digest: null, state_hash: '' },
    start: canonicalInstant(o.start),
    trajectory: pointsOf(o.trajectory, { state, air }),
    plane_origin: state.city.origin,
    separation_m: 0,
    radius_m: radius.get(o.uav_id) ?? 0,
    pad_hold_sec: 0,
    corridor_slots: slotsOf(o.trajectory, air, 1),
  }));
}

function pointsOf(
  trajectory: ReleasedFlight['trajectory'],
  { state, air }: Pick<Scene, 'state' | 'air'>,
): OperationDraft['trajectory'] {
  return trajectory.map((p) => {
    const [lon, lat] = air.frame.toLonLat(p);
    const amsl_m = toAmsl_m(p.z_m, state.city.ground);
    return { t_sec: p.t_sec, lon, lat, amsl_m, agl_m: p.z_m, stop_id: p.stop_id };
  });
}

/** Stays of a trajectory in the corridors of an air model, in the model's order, then by time. */
function slotsOf(
  trajectory: ReleasedFlight['trajectory'],
  air: AirModel,
  places: number,
): OperationDraft['corridor_slots'] {
  return air.corridors.flatMap((corridor) => {
    const use = corridorUse(trajectory, corridor);
    return use.flatMap((from_sec, i) =>
      i % 2 === 1
        ? []
        : [
            {
              corridor_id: corridor.id,
              from_sec,
              to_sec: use[i + 1]!,
              capacity: corridor.capacity,
              places,
            },
          ],
    );
  });
}

/** Reads a draft: every limit of its schema. The message names the first field that is wrong. */
export function parseDraft(value: unknown): Result<OperationDraft, OperationError> {
  const parsed = OperationDraft.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  return err(operationError('invalid_operation', `${path === '' ? 'operation' : path}: ${issue?.message}`));
}
