import { type Result, err, must, ok } from '#base';
import {
  type Interval,
  type PlaneOutline,
  type PlanePoint,
  type TimedPoint,
  circleOutline,
  linearWithin,
  overlapOf,
  parametersInside,
  pointOnLeg,
} from '#geo';
import type { Constraints, Entities, Mission, VerificationSpecs } from '#ir';
import type { AirModel, OperationTrack, SystemState, Trajectory, Uav, ZoneKind, ZoneVolume } from '#world';
import { beyondMeasure, unusableNumber } from './numbers.ts';

/**
 * Horizontal radius around start and stops inside which the altitude band has no floor, metres: room for a vertical
 * climb with position error, a decision of this product.
 */
export const TERMINAL_RADIUS_M = 15;

/** Kept from obstacles beyond the aircraft's own radius on the way up or down at a pad, metres. */
export const PAD_CLEARANCE_M = 2;

/** A point this high or lower is on the ground, metres: half the thickness of a landing gear, well above rounding. */
export const GROUND_M = 0.01;

/** What is to be verified. Zones named in `entities` bind the task beside those that always do. */
export type VerifyRequest = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly uav: Uav;
  readonly mission: Mission;
  readonly trajectory: Trajectory;
  readonly entities: Pick<Entities, 'avoid_zones' | 'sensitive_zones'>;
  readonly specs: VerificationSpecs;
};

/** Why nothing could be verified. None of these is a pass. */
export type VerifyError =
  | { readonly type: 'invalid_trajectory'; readonly message: string }
  | { readonly type: 'unknown_zone' | 'unknown_place'; readonly id: string; readonly message: string }
  | { readonly type: 'empty_mission' | 'no_number'; readonly message: string };

/** One straight leg of the trajectory with the parts of it that terminal cylinders cover, as parameters. */
export type FlightLeg = {
  readonly index: number;
  readonly from: TimedPoint;
  readonly to: TimedPoint;
  /** Inside a terminal cylinder, closed intervals. */
  readonly terminal: readonly Interval[];
  /** Inside a terminal cylinder and not above the altitude band's floor: the way up or down at a pad. */
  readonly pad: readonly Interval[];
  /** The rest, closed. */
  readonly beyond_pad: readonly Interval[];
  readonly grounded: boolean;
};

/** A request made ready for measuring. */
export type Flight = VerifyRequest & {
  readonly constraints: Constraints;
  readonly legs: readonly FlightLeg[];
  readonly start: PlanePoint;
  /** Distance that must be exceeded to obstacles, sensitive zones and traffic: the task's, or the aircraft's radius. */
  readonly keep_m: number;
  /** The same to obstacles at a pad. */
  readonly pad_keep_m: number;
  /** Zones that must not be entered. */
  readonly forbidden: readonly ZoneVolume[];
  /** Zones kept at `keep_m`. */
  readonly sensitive: readonly ZoneVolume[];
  /** Accepted operations of other aircraft. */
  readonly traffic: readonly OperationTrack[];
};

const FORBIDDEN: ReadonlySet<ZoneKind> = new Set(['no_fly', 'temporary_no_fly', 'restricted']);

/** Checks that a request can be measured, and works out what binds it. */
export function prepareFlight(request: VerifyRequest): Result<Flight, VerifyError> {
  const { air, uav, mission, trajectory, entities } = request;
  const bad = malformed(trajectory);
  if (bad !== null) return err({ type: 'invalid_trajectory', message: bad });
  const unusable = unusableNumber(request);
  if (unusable !== null) return err({ type: 'no_number', message: unusable });
  if (mission.stops.length === 0 || mission.stops[mission.required_stop] === undefined) {
    return err({ type: 'empty_mission', message: 'the mission has no stop to reach' });
  }
  const zones = new Set(air.zones.map((z) => z.id));
  for (const id of [...entities.avoid_zones, ...entities.sensitive_zones]) {
    if (!zones.has(id)) return err({ type: 'unknown_zone', id, message: `no zone has the id ${id}` });
  }
  for (const { place_id: id } of mission.stops) {
    if (!air.places.has(id)) return err({ type: 'unknown_place', id, message: `no place has the id ${id}` });
  }
  const start = air.uavs.get(uav.id) ?? air.frame.toPlane(uav.at);
  const { constraints } = mission;
  const keep_m = Math.max(constraints.min_separation_m, uav.radius_m);
  const cylinders = [
    start,
    ...mission.stops.map((s) => must(air.places.get(s.place_id), 'checked above')),
  ].map((p) => {
    const circle = circleOutline(p, TERMINAL_RADIUS_M);
    return must(circle.ok ? circle.value : null, 'places are finite');
  });
  return ok({
    ...request,
    constraints,
    legs: trajectory.slice(1).map((to, i) => flightLeg(i, trajectory[i]!, to, { cylinders, constraints })),
    start,
    keep_m,
    pad_keep_m: Math.min(keep_m, uav.radius_m + PAD_CLEARANCE_M),
    forbidden: air.zones.filter((z) => FORBIDDEN.has(z.kind) || entities.avoid_zones.includes(z.id)),
    sensitive: air.zones.filter((z) => z.kind === 'sensitive' || entities.sensitive_zones.includes(z.id)),
    traffic: air.operations.filter((o) => o.uav_id !== uav.id),
  });
}

function malformed(trajectory: Trajectory): string | null {
  if (trajectory.length < 2) return `a trajectory has at least two points, not ${trajectory.length}`;
  const bad = beyondMeasure('w', trajectory);
  if (bad !== null) return bad;
  for (let i = 0; i < trajectory.length; i++) {
    const p = trajectory[i]!;
    if (!(p.t_sec >= 0)) return `w${i} is before the start`;
    if (i > 0 && !(p.t_sec > trajectory[i - 1]!.t_sec)) return `w${i} is not later than w${i - 1}`;
  }
  return null;
}

type Terminals = { readonly cylinders: readonly PlaneOutline[]; readonly constraints: Constraints };

function flightLeg(
  index: number,
  from: TimedPoint,
  to: TimedPoint,
  { cylinders, constraints }: Terminals,
): FlightLeg {
  const shadow = [from.x_m, from.y_m, to.x_m, to.y_m] as const;
  const covered = cylinders.flatMap((c) => pairs(parametersInside(shadow, c)));
  const terminal = merged(covered);
  const low = linearWithin(from.z_m, to.z_m, -Infinity, constraints.altitude_min_m);
  const pad = merged(terminal.map((t) => overlapOf(t, low)).filter((t) => t !== null));
  const grounded = Math.max(from.z_m, to.z_m) <= GROUND_M && from.x_m === to.x_m && from.y_m === to.y_m;
  return { index, from, to, terminal, pad, beyond_pad: complement(pad), grounded };
}

function pairs(flat: readonly number[]): Interval[] {
  return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k]!, flat[2 * k + 1]!] as const);
}

/** Closed intervals, ascending, overlapping ones joined. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** The closure of what ascending disjoint intervals leave of [0, 1]. */
export function complement(intervals: readonly Interval[]): Interval[] {
  const out: Interval[] = [];
  let at = 0;
  for (const [from, to] of intervals) {
    if (from > at) out.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < 1) out.push([at, 1]);
  return out.length > 1 ? merged(out) : out;
}

/** The stretch of a leg between two parameters as a leg of its own. */
export function stretch(leg: FlightLeg, [a, b]: Interval): readonly [TimedPoint, TimedPoint] {
  return [pointOnLeg(leg.from, leg.to, a), pointOnLeg(leg.from, leg.to, b)];
}
