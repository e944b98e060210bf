import { z } from 'zod';
import { type Result, err, nearestNames, ok } from '#base';
import { Constraints, Entities, Intent, type Task } from '#ir';
import { Id, Trajectory, type SystemState, type Uav } from '#world';

/** [west, south, east, north] in WGS84 degrees. */
export const BBox = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(
    ([w, s, e, n]) => w < e && s < n,
    'bbox is [west, south, east, north] with west < east and south < north',
  );
export type BBox = z.infer<typeof BBox>;

/** What is to be flown: the part of an IR that planner, verifier and simulator read. */
export const TaskArgs = z.strictObject({
  intent: Intent.default('delivery'),
  entities: Entities,
  constraints: Constraints.prefault({}),
});

/** A trajectory given as an argument. */
export const TrajectoryArg = Trajectory;

/** The aircraft of an id, or a refusal that names the nearest ids. */
export function uavOf(
  state: SystemState,
  uav_id: string,
): Result<Uav, { type: 'invalid_arguments'; message: string }> {
  const uav = state.fleet.find((u) => u.id === uav_id);
  if (uav !== undefined) return ok(uav);
  const near = nearestNames(
    uav_id,
    state.fleet.map((u) => u.id),
    5,
  );
  return err({
    type: 'invalid_arguments',
    message: `no aircraft has the id ${uav_id}; nearest: ${near.join(', ') || 'the fleet is empty'}`,
  });
}

/** Ids of a task that the state does not have; empty where all exist. */
export function unknownIds(state: SystemState, task: Task): readonly string[] {
  const places = new Set(state.city.places.map((p) => p.id));
  const zones = new Set(state.airspace.zones.map((z_) => z_.id));
  const { origin, destination, waypoints, avoid_zones, sensitive_zones } = task.entities;
  return [
    ...[origin, destination, ...waypoints].filter((id) => id !== null && !places.has(id)),
    ...[...avoid_zones, ...sensitive_zones].filter((id) => !zones.has(id)),
  ] as string[];
}

/** Region or box: exactly one is given, and the region must be the state's. */
export function boxOf(
  state: SystemState,
  args: { readonly region_id?: string | undefined; readonly bbox?: BBox | undefined },
): Result<
  BBox,
  { type: 'unknown_region' | 'invalid_arguments'; message: string; suggested_actions?: readonly string[] }
> {
  if ((args.region_id === undefined) === (args.bbox === undefined)) {
    return err({ type: 'invalid_arguments', message: 'give either region_id or bbox' });
  }
  if (args.bbox !== undefined) return ok(args.bbox);
  if (args.region_id !== state.region_id) {
    return err({
      type: 'unknown_region',
      message: `the region here is ${state.region_id}, not ${args.region_id}`,
      suggested_actions: [`use region_id ${state.region_id}`],
    });
  }
  return ok(state.city.bounds);
}

/** Whether two boxes share a point. */
export function boxesMeet(a: BBox, b: BBox): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** The box of some positions. */
export function boxAround(positions: readonly (readonly [number, number])[]): BBox {
  const lon = positions.map((p) => p[0]);
  const lat = positions.map((p) => p[1]);
  return [
    lon.reduce((a, b) => Math.min(a, b)),
    lat.reduce((a, b) => Math.min(a, b)),
    lon.reduce((a, b) => Math.max(a, b)),
    lat.reduce((a, b) => Math.max(a, b)),
  ];
}

export { Id };

/** A planned flight of one aircraft for one task. */
export const DecisionArgs = z.strictObject({ uav_id: Id, trajectory: TrajectoryArg, task: TaskArgs });
