import { must } from '#base';
import { type PlanePoint, pointOnLeg } from '#geo';
import type { Stop } from '#ir';
import { type Finding, type Moment, NOWHERE, atLeast, shown } from './finding.ts';
import { type Flight, GROUND_M } from './flight.ts';

/** How near to a place counts as being there, metres: a landing pad's half width. */
export const AT_PLACE_M = 1;

/** Farther from where it stopped than this, the aircraft has left, metres. */
const STAY_M = 0.05;

/** A stop with the moment it is reached and left; nulls where it is not reached. */
export type Visit = {
  readonly stop: Stop;
  readonly point: number | null;
  readonly arrives_sec: number | null;
  /** When it moves more than STAY_M from where it stopped; Infinity where it stays on the ground to the end. */
  readonly leaves_sec: number | null;
  /** What is wrong with the visit; empty where it is as the mission asks. */
  readonly wrong: string;
};

/**
 * Matches the trajectory's stop labels with the mission's stops, in order and one to one. A label counts only where the
 * aircraft really is at the place, on the ground for a landing, in the altitude band for a hover, and stays long enough.
 */
export function visitsOf(flight: Flight): {
  readonly visits: readonly Visit[];
  readonly unplanned: number | null;
} {
  const { mission, trajectory, air } = flight;
  const labelled = trajectory.flatMap((p, i) => (p.stop_id === null ? [] : [i]));
  const visits = mission.stops.map((stop, k): Visit => {
    const point = labelled[k];
    const place = must(air.places.get(stop.place_id), 'places were checked');
    if (point === undefined) {
      return {
        stop,
        point: null,
        arrives_sec: null,
        leaves_sec: null,
        wrong: `${stop.place_id} is never reached`,
      };
    }
    const at = trajectory[point]!;
    const wrong = wrongAt(flight, stop, place, point);
    if (at.stop_id !== stop.place_id) {
      const said = `${at.stop_id ?? 'nothing'} is reached where ${stop.place_id} comes next`;
      return { stop, point, arrives_sec: null, leaves_sec: null, wrong: said };
    }
    if (wrong !== '') return { stop, point, arrives_sec: null, leaves_sec: null, wrong };
    const leaves_sec = leavesAt(flight, point, stop.action === 'land');
    const stays = leaves_sec - at.t_sec;
    const short =
      stays < stop.service_sec - 1e-6
        ? `${stop.place_id} is left after ${shown(stays)} s of ${stop.service_sec} s`
        : '';
    return { stop, point, arrives_sec: at.t_sec, leaves_sec, wrong: short };
  });
  return { visits, unplanned: labelled[mission.stops.length] ?? null };
}

function wrongAt({ trajectory, constraints }: Flight, stop: Stop, place: PlanePoint, point: number): string {
  const at = trajectory[point]!;
  const off_m = Math.hypot(at.x_m - place.x_m, at.y_m - place.y_m);
  if (!(off_m <= AT_PLACE_M)) return `w${point} is ${shown(off_m)} m from ${stop.place_id}`;
  if (stop.action === 'land' && !(Math.abs(at.z_m) <= GROUND_M)) {
    return `w${point} is ${shown(at.z_m)} m above ${stop.place_id}, not on the ground`;
  }
  const { altitude_min_m, altitude_max_m } = constraints;
  if (stop.action === 'hover' && !(at.z_m >= altitude_min_m - GROUND_M && at.z_m <= altitude_max_m)) {
    return `w${point} hovers over ${stop.place_id} at ${shown(at.z_m)} m, outside the altitude band`;
  }
  return '';
}

/** The moment at which the aircraft moves away from where it stopped. */
function leavesAt({ trajectory }: Flight, point: number, lands: boolean): number {
  const spot = trajectory[point]!;
  for (let i = point + 1; i < trajectory.length; i++) {
    const [a, b] = [trajectory[i - 1]!, trajectory[i]!];
    const out = (s: number): boolean => {
      const p = pointOnLeg(a, b, s);
      return !(Math.hypot(p.x_m - spot.x_m, p.y_m - spot.y_m, p.z_m - spot.z_m) <= STAY_M);
    };
    if (!out(1)) continue;
    // Being near is a convex condition and holds at the leg's start: bisect the moment at which it ends.
    let [inside, outside] = [0, 1];
    for (let k = 0; k < 60; k++) {
      const m = (inside + outside) / 2;
      if (out(m)) outside = m;
      else inside = m;
    }
    return pointOnLeg(a, b, inside).t_sec;
  }
  return lands ? Infinity : trajectory.at(-1)!.t_sec;
}

/** Every stop is reached in order, and nothing else is; service times are kept. */
export function checkStops(flight: Flight): Finding {
  const { visits, unplanned } = visitsOf(flight);
  const bad = visits.find((v) => v.wrong !== '');
  const satisfied = bad === undefined && unplanned === null;
  const point = bad?.point ?? unplanned;
  const worst: Moment =
    bad === undefined && unplanned === null
      ? NOWHERE
      : {
          t_sec: point === null ? null : flight.trajectory[point]!.t_sec,
          leg: point === null ? null : Math.max(0, point - 1),
          entities: bad === undefined ? [] : [bad.stop.place_id],
        };
  const wrong = bad?.wrong ?? `w${unplanned} claims a stop that is not in the mission`;
  return {
    spec: 'program visits_stops',
    check: 'visits_stops',
    rule: 'spec',
    unit: 'none',
    robustness: satisfied ? 1 : -1,
    satisfied,
    note: satisfied ? `all ${visits.length} stops are reached in order` : wrong,
    failure_type: 'kinematics_infeasible',
    constraint: 'visits_stops',
    worst,
    repair: satisfied
      ? ''
      : `${wrong}; visit ${flight.mission.stops.map((s) => s.place_id).join(', then ')}.`,
  };
}

/** R4: the required stop is reached by the deadline. */
export function checkDeadline(flight: Flight): Finding {
  const { mission, constraints, uav } = flight;
  const goal = visitsOf(flight).visits[mission.required_stop]!;
  const deadline = constraints.deadline_sec;
  const arrives = goal.arrives_sec;
  const spec = deadline === null ? 'eventually (at_goal > 0)' : `eventually[0,${deadline}] (at_goal > 0)`;
  const base = {
    spec,
    check: 'deadline',
    rule: 'R4',
    unit: 's',
    failure_type: 'deadline_missed',
    constraint: 'constraints.deadline_sec',
  } as const;
  const place = goal.stop.place_id;
  const worst: Moment = {
    t_sec: arrives,
    leg: goal.point === null ? null : Math.max(0, goal.point - 1),
    entities: [place],
  };
  if (arrives === null) {
    return {
      ...base,
      robustness: null,
      satisfied: false,
      note: `${place} is never reached: ${goal.wrong}`,
      worst,
      repair: `Plan a route that reaches ${place}.`,
    };
  }
  if (deadline === null) {
    return {
      ...base,
      robustness: Infinity,
      satisfied: true,
      note: `reaches ${place} at ${shown(arrives)} s; no deadline`,
      worst,
      repair: '',
    };
  }
  const margin = deadline - arrives;
  const late = -margin;
  return {
    ...base,
    robustness: margin,
    satisfied: margin >= 0,
    note: `reaches ${place} at ${shown(arrives)} s, deadline ${deadline} s`,
    worst,
    repair:
      margin >= 0
        ? ''
        : `${atLeast(late)} s late: save about ${Math.ceil(late * uav.cruise_mps)} m of route, assign a nearer or faster aircraft, or ask for a deadline of ${Math.ceil(arrives)} s.`,
  };
}
