import {
  type Box,
  type Closest,
  GUARD_M,
  type Interval,
  type TimedPoint,
  boxGap_m,
  boxOfSegment,
  closestApproach,
  closestToPrism,
  inflateBox,
} from '#geo';
import type { AirModel, OperationTrack, ZoneVolume } from '#world';
import { type Finding, type Moment, NOWHERE, atLeast, shown } from './finding.ts';
import { type Flight, type FlightLeg, stretch } from './flight.ts';

/** The nearest thing to a moving point over a stretch, or nothing at all. */
export type Nearest = Closest & { readonly id: string };

/** The nearest of some zones to a straight stretch while they are active; null where none is active. Exact. */
export function nearestZone(from: TimedPoint, to: TimedPoint, zones: readonly ZoneVolume[]): Nearest | null {
  const box = boxOfSegment(from.x_m, from.y_m, to.x_m, to.y_m);
  let best: Nearest | null = null;
  for (const zone of zones) {
    // Nothing of the solid is nearer than its box; a tie goes to the first zone.
    if (best !== null && boxGap_m(box, zone.prism.outline.box) > Math.max(0, best.distance_m)) continue;
    const found = closestToPrism(from, to, zone.prism);
    if (found !== null && (best === null || found.distance_m < best.distance_m))
      best = { ...found, id: zone.id };
  }
  return best;
}

/**
 * The nearest building to a straight stretch; null where none is nearer than `within_m`. Exact: the search widens until
 * nothing outside it can be nearer.
 */
export function nearestObstacle(
  air: AirModel,
  from: TimedPoint,
  to: TimedPoint,
  within_m = Infinity,
): Nearest | null {
  const box = boxOfSegment(from.x_m, from.y_m, to.x_m, to.y_m);
  for (let reach_m = 32; ; reach_m *= 4) {
    const found = air.obstacleIndex.search(inflateBox(box, Math.max(0, Math.min(reach_m, within_m))));
    const best = nearestOf(air, found, box, [from, to]);
    if (best !== null && best.distance_m <= reach_m) return best;
    if (reach_m >= within_m || found.length === air.obstacles.length) return best;
  }
}

function nearestOf(
  air: AirModel,
  candidates: readonly number[],
  box: Box,
  [from, to]: readonly [TimedPoint, TimedPoint],
): Nearest | null {
  const gaps = candidates.map((i) => boxGap_m(box, air.obstacles[i]!.prism.outline.box));
  // The one with the nearest box first: after it most of the others need no look.
  const first = gaps.indexOf(gaps.reduce((a, b) => Math.min(a, b), Infinity));
  let best: Nearest | null = null;
  for (let k = -1; k < candidates.length; k++) {
    const n = k < 0 ? first : k;
    if (n < 0 || k === first || (best !== null && gaps[n]! > Math.max(0, best.distance_m))) continue;
    const obstacle = air.obstacles[candidates[n]!]!;
    const found = closestToPrism(from, to, obstacle.prism);
    if (found !== null && (best === null || found.distance_m < best.distance_m))
      best = { ...found, id: obstacle.id };
  }
  return best;
}

/** The nearest other aircraft to a straight stretch; null where none flies at the time. Exact, by quadratics. */
export function nearestTraffic(
  from: TimedPoint,
  to: TimedPoint,
  traffic: readonly OperationTrack[],
): Nearest | null {
  let best: Nearest | null = null;
  for (const operation of traffic) {
    const { points } = operation;
    if (points[0]!.t_sec > to.t_sec || points.at(-1)!.t_sec < from.t_sec) continue;
    for (let i = 1; i < points.length; i++) {
      if (points[i]!.t_sec < from.t_sec || points[i - 1]!.t_sec > to.t_sec) continue;
      const found = closestApproach([from, to], [points[i - 1]!, points[i]!]);
      if (found === null || (best !== null && found.distance_m >= best.distance_m)) continue;
      best = { distance_m: found.distance_m, t_sec: found.t_sec, id: operation.operation_id };
    }
  }
  return best;
}

/** A running minimum of margins with its place. */
class Worst {
  margin = Infinity;
  distance_m = Infinity;
  moment: Moment = NOWHERE;

  offer(found: Nearest | null, needed_m: number, leg: FlightLeg): void {
    if (found === null || !(found.distance_m - needed_m < this.margin)) return;
    this.margin = found.distance_m - needed_m;
    this.distance_m = found.distance_m;
    this.moment = { t_sec: found.t_sec, leg: leg.index, entities: [found.id] };
  }
}

/** R1: the whole flight stays outside every zone that must not be entered, boundaries included. */
export function checkZones(flight: Flight): Finding {
  const worst = new Worst();
  for (const leg of flight.legs) worst.offer(nearestZone(leg.from, leg.to, flight.forbidden), 0, leg);
  const id = worst.moment.entities[0] ?? '';
  const satisfied = worst.margin > 0;
  const zone = flight.forbidden.find((z) => z.id === id);
  const until = zone?.prism.to_sec ?? Infinity;
  const wait = until < Infinity ? `, or pass it after t=${Math.ceil(until)} s` : '';
  return {
    spec: 'G not_in_nfz',
    check: 'no_fly_zones',
    rule: 'R1',
    unit: 'm',
    robustness: worst.margin,
    satisfied,
    note:
      worst.margin === Infinity
        ? 'no zone that must not be entered is active during the flight'
        : `nearest ${id}, ${shown(worst.margin)} m at ${shown(worst.moment.t_sec!)} s; exact on every leg`,
    failure_type: 'zone_entered',
    constraint: 'no_fly_zones',
    worst: worst.moment,
    repair: satisfied ? '' : `Go around ${id} with ${atLeast(1 - worst.margin)} m more room${wait}.`,
  };
}

/** R2 to buildings: more than the separation everywhere, the reduced one on the way up or down at a pad. */
export function checkObstacles(flight: Flight): Finding {
  const { air, keep_m, pad_keep_m } = flight;
  const worst = new Worst();
  let needed_m = keep_m;
  const measure = (leg: FlightLeg, part: Interval, need_m: number): void => {
    const [from, to] = stretch(leg, part);
    const before = worst.margin;
    worst.offer(nearestObstacle(air, from, to, worst.margin + need_m), need_m, leg);
    if (worst.margin < before) needed_m = need_m;
  };
  for (const leg of flight.legs) {
    for (const part of leg.beyond_pad) measure(leg, part, keep_m);
    for (const part of leg.pad) measure(leg, part, pad_keep_m);
  }
  const id = worst.moment.entities[0] ?? '';
  const top = air.obstacles.find((o) => o.id === id)?.prism.ceiling_m ?? 0;
  const over =
    top + keep_m < flight.constraints.altitude_max_m ? `, or fly above ${atLeast(top + keep_m + 0.1)} m` : '';
  return separation({
    spec: `always (dist_to_obstacle > ${shown(keep_m)})`,
    check: 'obstacle_separation',
    worst,
    needed_m,
    keep_m,
    none: 'the city has no buildings',
    repair: `Keep ${atLeast(-worst.margin + 0.1)} m more from building ${id}${over}.`,
  });
}

/** R2 to sensitive zones, while they are active. */
export function checkSensitive(flight: Flight): Finding {
  const { keep_m } = flight;
  const worst = new Worst();
  for (const leg of flight.legs) worst.offer(nearestZone(leg.from, leg.to, flight.sensitive), keep_m, leg);
  return separation({
    spec: `always (dist_to_sensitive > ${shown(keep_m)})`,
    check: 'sensitive_separation',
    worst,
    needed_m: keep_m,
    keep_m,
    none: 'no sensitive zone is active during the flight',
    repair: `Keep ${atLeast(-worst.margin + 0.1)} m more from ${worst.moment.entities[0] ?? ''}.`,
  });
}

/**
 * R2 to other aircraft of accepted operations, while this one is off the ground. The spheres that hold the two aircraft
 * may not touch either, whatever the separation.
 */
export function checkTraffic(flight: Flight): Finding {
  const { keep_m, uav, state } = flight;
  const radius = new Map(state.fleet.map((u) => [u.id, u.radius_m]));
  // Of an aircraft that the fleet does not list nobody knows the size: it counts as large as the largest.
  const largest_m = Math.max(uav.radius_m, ...radius.values());
  const worst = new Worst();
  let needed_m = keep_m;
  for (const operation of flight.traffic) {
    const need_m = Math.max(keep_m, uav.radius_m + (radius.get(operation.uav_id) ?? largest_m));
    for (const leg of flight.legs) {
      if (leg.grounded) continue;
      const before = worst.margin;
      worst.offer(nearestTraffic(leg.from, leg.to, [operation]), need_m, leg);
      if (worst.margin < before) needed_m = need_m;
    }
  }
  const id = worst.moment.entities[0] ?? '';
  const ends = flight.traffic.find((o) => o.operation_id === id)?.points.at(-1)?.t_sec ?? 0;
  return separation({
    spec: `always (dist_to_traffic > ${shown(keep_m)})`,
    check: 'traffic_separation',
    worst,
    needed_m,
    keep_m,
    none: 'no accepted operation flies during the flight',
    repair: `Keep ${atLeast(-worst.margin + 0.1)} m more from ${id}, or start later (it ends at ${Math.ceil(ends)} s).`,
  });
}

function separation(of: {
  readonly spec: string;
  readonly check: string;
  readonly worst: Worst;
  readonly needed_m: number;
  readonly keep_m: number;
  readonly none: string;
  readonly repair: string;
}): Finding {
  const { worst } = of;
  // A nanometre above the limit is the limit: rounding may refuse, never admit.
  const satisfied = worst.margin > GUARD_M;
  const pad = of.needed_m < of.keep_m ? ' at a pad' : '';
  return {
    spec: of.spec,
    check: of.check,
    rule: 'R2',
    unit: 'm',
    robustness: worst.margin,
    satisfied,
    note:
      worst.margin === Infinity
        ? of.none
        : `nearest ${worst.moment.entities[0]}, ${shown(worst.distance_m)} m at ${shown(worst.moment.t_sec!)} s, more than ${shown(of.needed_m)} m needed${pad}`,
    failure_type: 'separation_lost',
    constraint: 'constraints.min_separation_m',
    worst: worst.moment,
    repair: satisfied ? '' : of.repair,
  };
}
