import { type TimedPoint, closestApproach, closestToPrism } from '#geo';
import type { Constraints } from '#ir';
import {
  type AirModel,
  type CorridorVolume,
  type OperationTrack,
  type TrajectoryPoint,
  type Uav,
  timesInCorridor,
} from '#world';
import type { Hazard } from './hazards.ts';

/** Something in time that a flight meets: another operation, a full corridor, a zone while it lasts. */
export type TimeConflict = {
  readonly kind: 'operation' | 'corridor' | 'zone';
  readonly id: string;
  /** When it is worst, seconds after the state's time. */
  readonly t_sec: number;
  /** Metres too near, or places too many. */
  readonly short_by: number;
};

/** What a schedule is checked against. */
export type ScheduleQuery = {
  readonly air: AirModel;
  readonly fleet: readonly Pick<Uav, 'id' | 'radius_m'>[];
  readonly uav: Pick<Uav, 'id' | 'radius_m'>;
  readonly constraints: Constraints;
  readonly timed_zones: readonly Hazard[];
};

/** Launch delays that are tried, in seconds: finer where waiting is short. */
export const LAUNCH_DELAYS_SEC: readonly number[] = [
  0, 5, 10, 15, 20, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 420, 600, 900,
];
/** Longest launch delay, also where a zone's end is waited for. */
export const LONGEST_DELAY_SEC = 1800;
/** Kept before a zone begins and after it ends, seconds: a flight is not on time to the second. */
export const WINDOW_MARGIN_SEC = 10;
/** Separation must be exceeded, not met, also after rounding; metres. */
const OVER_M = 0.1;
/** Up to this height an aircraft stands on the ground; standing there it is nobody's conflict. */
const GROUND_M = 0.01;

/** A launch delay without conflict, the smallest of those tried; or the conflicts of an immediate launch. */
export type Schedule =
  | { readonly type: 'free'; readonly delay_sec: number; readonly at_once: readonly TimeConflict[] }
  | { readonly type: 'never'; readonly at_once: readonly TimeConflict[] };

/** Tries the launch delays on a trajectory that starts at time 0; the whole flight is moved, nothing else changes. */
export function scheduleOf(points: readonly TrajectoryPoint[], query: ScheduleQuery): Schedule {
  const at_once = conflictsOf(points, query);
  if (at_once.length === 0) return { type: 'free', delay_sec: 0, at_once };
  for (const delay_sec of delaysFor(query)) {
    if (delay_sec > 0 && conflictsOf(delayed(points, delay_sec), query).length === 0)
      return { type: 'free', delay_sec, at_once };
  }
  return { type: 'never', at_once };
}

/** The fixed list, and the ends of zones that are waited for, ascending. */
function delaysFor(query: ScheduleQuery): number[] {
  const ends = query.timed_zones
    .map((z) => Math.ceil(z.prism.to_sec + 2 * WINDOW_MARGIN_SEC))
    .filter((t) => t > 0 && t <= LONGEST_DELAY_SEC);
  return [...new Set([...LAUNCH_DELAYS_SEC, ...ends])].sort((a, b) => a - b);
}

/** The same flight, begun later: it stands at its first point until then. */
export function delayed(points: readonly TrajectoryPoint[], delay_sec: number): TrajectoryPoint[] {
  if (delay_sec === 0) return [...points];
  const later = points.map((p) => ({ ...p, t_sec: Math.round((p.t_sec + delay_sec) * 1000) / 1000 }));
  const [first, second] = [later[0]!, later[1]!];
  const standsAlready = samePoint(first, second);
  const start = { ...points[0]! };
  // The stop that is reached by standing there is reached at once, not after the delay.
  return standsAlready ? [start, ...later.slice(1)] : [start, { ...first, stop_id: null }, ...later.slice(1)];
}

function samePoint(a: TimedPoint, b: TimedPoint): boolean {
  return a.x_m === b.x_m && a.y_m === b.y_m && a.z_m === b.z_m;
}

/** Everything in time that a trajectory meets, in the order zones, operations, corridors, ids ascending. */
export function conflictsOf(points: readonly TimedPoint[], query: ScheduleQuery): TimeConflict[] {
  return [
    ...query.timed_zones.flatMap((z) => zoneConflict(points, z) ?? []),
    ...query.air.operations
      .filter((o) => o.uav_id !== query.uav.id)
      .flatMap((o) => operationConflict(points, o, query) ?? []),
    ...corridorConflicts(points, query),
  ].sort((a, b) => order(a.kind, b.kind) || order(a.id, b.id));
}

function order(a: string, b: string): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

/** Where a trajectory comes too near a zone while it lasts, margins in time included; null where it never does. */
export function zoneConflict(points: readonly TimedPoint[], hazard: Hazard): TimeConflict | null {
  const prism = {
    ...hazard.prism,
    from_sec: hazard.prism.from_sec - WINDOW_MARGIN_SEC,
    to_sec: hazard.prism.to_sec + WINDOW_MARGIN_SEC,
  };
  let worst: TimeConflict | null = null;
  for (let i = 1; i < points.length; i++) {
    const near = closestToPrism(points[i - 1]!, points[i]!, prism);
    if (near === null || near.distance_m > hazard.keep_m) continue;
    const short_by = hazard.keep_m - near.distance_m;
    if (worst === null || short_by > worst.short_by)
      worst = { kind: 'zone', id: hazard.id, t_sec: near.t_sec, short_by };
  }
  return worst;
}

/** Distance that a flight keeps to another operation, metres. */
export function keptFrom_m(
  track: OperationTrack,
  { fleet, uav, constraints }: Pick<ScheduleQuery, 'fleet' | 'uav' | 'constraints'>,
): number {
  const other = fleet.find((u) => u.id === track.uav_id);
  return Math.max(constraints.min_separation_m, uav.radius_m + (other?.radius_m ?? 0)) + OVER_M;
}

/** The closest approach while this flight is off the ground, where it is nearer than the separation. */
function operationConflict(
  points: readonly TimedPoint[],
  track: OperationTrack,
  { fleet, uav, constraints }: ScheduleQuery,
): TimeConflict | null {
  const keep_m = keptFrom_m(track, { fleet, uav, constraints });
  const theirs = track.points;
  let worst: TimeConflict | null = null;
  for (let i = 1, j = 1; i < points.length && j < theirs.length;) {
    const [a, b, c, d] = [points[i - 1]!, points[i]!, theirs[j - 1]!, theirs[j]!];
    if (!onGround(a, b)) {
      const near = closestApproach([a, b], [c, d]);
      if (
        near !== null &&
        near.distance_m <= keep_m &&
        (worst === null || keep_m - near.distance_m > worst.short_by)
      )
        worst = {
          kind: 'operation',
          id: track.operation_id,
          t_sec: near.t_sec,
          short_by: keep_m - near.distance_m,
        };
    }
    if (b.t_sec <= d.t_sec) i++;
    else j++;
  }
  return worst;
}

function onGround(a: TimedPoint, b: TimedPoint): boolean {
  return a.z_m <= GROUND_M && b.z_m <= GROUND_M;
}

/** Corridors in which operations and this flight together would be more than the capacity at some moment. */
function corridorConflicts(
  points: readonly TimedPoint[],
  { air, uav, constraints }: ScheduleQuery,
): TimeConflict[] {
  const found: TimeConflict[] = [];
  for (const corridor of air.corridors) {
    const own = useOf(points, (a, b) => timesInCorridor(a, b, corridor));
    if (own.length === 0) continue;
    const uses = usesOf(air, uav, corridor);
    const room = corridor.capacity - constraints.corridor_capacity_required;
    // The load grows only where a use begins, so that it is highest at one of those moments or when this flight enters.
    for (const [from, to] of own) {
      const moments = [from, ...uses.map(([t]) => t).filter((t) => t > from && t <= to)];
      for (const t_sec of moments) {
        const short_by = uses.filter(([a, b]) => a <= t_sec && t_sec <= b).length - room;
        const known = found.findIndex((c) => c.id === corridor.id);
        if (short_by <= 0 || (known >= 0 && found[known]!.short_by >= short_by)) continue;
        if (known >= 0) found.splice(known, 1);
        found.push({ kind: 'corridor', id: corridor.id, t_sec, short_by });
      }
    }
  }
  return found;
}

/** When the other operations are in a corridor, each use a closed interval of seconds. */
export function usesOf(
  air: AirModel,
  uav: Pick<Uav, 'id'>,
  corridor: CorridorVolume,
): readonly (readonly [from: number, to: number])[] {
  return air.operations
    .filter((o) => o.uav_id !== uav.id)
    .flatMap((o) => useOf(o.points, (a, b) => timesInCorridor(a, b, corridor)));
}

/** Closed time intervals of a track inside something, those that touch joined into one use. */
function useOf(
  points: readonly TimedPoint[],
  timesOfLeg: (a: TimedPoint, b: TimedPoint) => readonly number[],
): [from: number, to: number][] {
  const uses: [number, number][] = [];
  for (let i = 1; i < points.length; i++) {
    const times = timesOfLeg(points[i - 1]!, points[i]!);
    for (let k = 0; k + 1 < times.length; k += 2) {
      const last = uses.at(-1);
      if (last !== undefined && times[k]! <= last[1]) last[1] = Math.max(last[1], times[k + 1]!);
      else uses.push([times[k]!, times[k + 1]!]);
    }
  }
  return uses;
}
