import type { FailureType } from '#ir';
import { type Finding, type Moment, NOWHERE, atLeast, shown } from './finding.ts';
import { type Flight, type FlightLeg, GROUND_M } from './flight.ts';
import { AT_PLACE_M } from './stops.ts';

/**
 * Places are written to the millimetre and times to the millisecond. A leg may seem this much too long or too short for
 * that reason alone.
 */
const PLACE_ROUNDING_M = 0.002;
const TIME_ROUNDING_SEC = 0.001;

/** All such excess together may not exceed this share of the path: else many tiny legs would add up to a jump. */
const EXCESS_RATIO = 0.002;

type Outcome = {
  readonly name: string;
  readonly unit: Finding['unit'];
  readonly margin: number;
  readonly note: string;
  readonly worst: Moment;
  readonly repair: string;
  readonly failure_type?: FailureType;
};

function program({ name, unit, margin, note, worst, repair, failure_type }: Outcome): Finding {
  const satisfied = margin >= 0;
  return {
    spec: `program ${name}`,
    check: name,
    rule: 'spec',
    unit,
    robustness: margin,
    satisfied,
    note,
    failure_type: failure_type ?? 'kinematics_infeasible',
    constraint: name,
    worst,
    repair: satisfied ? '' : repair,
  };
}

/** The flight begins on the ground where the aircraft stands. */
export function checkStart(flight: Flight): Finding {
  const { trajectory, start, uav } = flight;
  const first = trajectory[0]!;
  const off_m = Math.hypot(first.x_m - start.x_m, first.y_m - start.y_m);
  return program({
    name: 'starts_at_aircraft',
    unit: 'm',
    margin: Math.min(AT_PLACE_M - off_m, GROUND_M - Math.abs(first.z_m)),
    note: `w0 is ${shown(off_m)} m from where ${uav.id} stands, ${shown(first.z_m)} m high`,
    worst: { t_sec: first.t_sec, leg: 0, entities: [uav.id] },
    repair: `Start on the ground at the position of ${uav.id}.`,
  });
}

/** The flight ends on the ground, and never goes below it. */
export function checkLanding(flight: Flight): Finding {
  const { trajectory } = flight;
  const last = trajectory.length - 1;
  let lowest = last;
  trajectory.forEach((p, i) => {
    if (p.z_m < trajectory[lowest]!.z_m) lowest = i;
  });
  const below = GROUND_M + trajectory[lowest]!.z_m;
  const end = GROUND_M - Math.abs(trajectory[last]!.z_m);
  const at = below < end ? lowest : last;
  return program({
    name: 'lands_at_end',
    unit: 'm',
    margin: Math.min(below, end),
    note: `w${last} is ${shown(trajectory[last]!.z_m)} m above ground`,
    worst: { t_sec: trajectory[at]!.t_sec, leg: Math.max(0, at - 1), entities: [] },
    repair: below < end ? `w${lowest} is below the ground.` : 'End the flight with a landing.',
  });
}

/** How many metres of a leg the aircraft cannot fly in the leg's time: sideways through moving air, and up or down. */
function excess_m(
  { uav, air }: Flight,
  { from, to, grounded }: FlightLeg,
): { flat: number; vertical: number } {
  if (grounded) return { flat: -Infinity, vertical: -Infinity };
  const dt = to.t_sec - from.t_sec;
  const [dx, dy, dz] = [to.x_m - from.x_m, to.y_m - from.y_m, to.z_m - from.z_m];
  const { toward, speed_mps } = air.wind;
  const through_air =
    toward === null
      ? Math.hypot(dx, dy) + speed_mps * dt
      : Math.hypot(dx - toward.east_mps * dt, dy - toward.north_mps * dt);
  const rate = dz >= 0 ? uav.climb_mps : uav.descent_mps;
  return { flat: through_air - uav.cruise_mps * dt, vertical: Math.abs(dz) - rate * dt };
}

/**
 * Every leg can be flown: air speed up to `cruise_mps` (the fastest that the fleet states), climb and descent up to their
 * rates; no jump. With the wind's direction unknown each leg is flown against it.
 */
export function checkLimits(flight: Flight): Finding {
  const { uav, legs } = flight;
  const rounding =
    PLACE_ROUNDING_M + TIME_ROUNDING_SEC * Math.max(uav.cruise_mps, uav.climb_mps, uav.descent_mps);
  let margin = Infinity;
  let worst: Moment = NOWHERE;
  let vertical_fails = false;
  let [total, length] = [0, 0];
  for (const leg of legs) {
    const { flat, vertical } = excess_m(flight, leg);
    const excess = Math.max(flat, vertical);
    total += Math.max(0, excess);
    length += Math.hypot(leg.to.x_m - leg.from.x_m, leg.to.y_m - leg.from.y_m, leg.to.z_m - leg.from.z_m);
    if (rounding - excess < margin) {
      margin = rounding - excess;
      vertical_fails = vertical > flat;
      worst = { t_sec: leg.from.t_sec, leg: leg.index, entities: [uav.id] };
    }
  }
  const share = EXCESS_RATIO * length + rounding - total;
  const summed = share < margin;
  if (summed) margin = share;
  return program({
    name: 'aircraft_limits',
    unit: 'm',
    margin,
    note: summed
      ? `all legs together are ${shown(total)} m too long for their times`
      : `the tightest leg has ${shown(margin)} m to spare within the limits of ${uav.id}`,
    worst,
    repair: summed
      ? 'Give the legs the time that the aircraft needs.'
      : `Give the leg time: ${atLeast(-margin)} m are beyond the ${vertical_fails ? 'climb or descent rate' : `air speed of ${shown(uav.cruise_mps)} m/s in this wind`}.`,
  });
}

/** Wind and gusts are within the aircraft's limit. */
export function checkWind(flight: Flight): Finding {
  const { uav, air } = flight;
  const strongest = Math.max(air.wind.speed_mps, air.wind.gust_mps ?? 0);
  return program({
    name: 'wind_limit',
    unit: 'none',
    margin: uav.wind_limit_mps - strongest,
    note: `wind or gusts of ${shown(strongest)} m/s, ${uav.id} may fly in ${shown(uav.wind_limit_mps)} m/s`,
    worst: { t_sec: null, leg: null, entities: [uav.id] },
    repair: `Assign an aircraft for ${shown(strongest)} m/s, or wait for less wind.`,
    failure_type: 'wind_too_strong',
  });
}

/** The flight stays inside the city's bounds: outside, nobody knows what stands there. */
export function checkMap(flight: Flight): Finding {
  const { trajectory, air } = flight;
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  let margin = Infinity;
  let at = 0;
  trajectory.forEach((p, i) => {
    const m = Math.min(p.x_m - min_x_m, max_x_m - p.x_m, p.y_m - min_y_m, max_y_m - p.y_m);
    if (m < margin) [margin, at] = [m, i];
  });
  return program({
    name: 'inside_map',
    unit: 'm',
    margin,
    note: `w${at} is nearest to the map's edge, ${shown(margin)} m`,
    worst: { t_sec: trajectory[at]!.t_sec, leg: Math.max(0, at - 1), entities: [] },
    repair: `Stay inside the map: w${at} is ${shown(-margin)} m outside.`,
  });
}

/** The aircraft has no other accepted operation while it flies this one. */
export function checkFree(flight: Flight): Finding {
  const { trajectory, air, uav } = flight;
  const [start, end] = [trajectory[0]!.t_sec, trajectory.at(-1)!.t_sec];
  let margin = Infinity;
  let other = '';
  for (const o of air.operations) {
    if (o.uav_id !== uav.id) continue;
    const gap = Math.max(o.points[0]!.t_sec - end, start - o.points.at(-1)!.t_sec);
    if (gap < margin) [margin, other] = [gap, o.operation_id];
  }
  return program({
    name: 'aircraft_free',
    unit: 's',
    margin,
    note: other === '' ? `${uav.id} has no other operation` : `${uav.id} also flies ${other}`,
    worst: { t_sec: null, leg: null, entities: other === '' ? [uav.id] : [uav.id, other] },
    repair: `Assign another aircraft: ${uav.id} flies ${other} at that time.`,
  });
}
