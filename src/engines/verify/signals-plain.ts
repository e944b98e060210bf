import { type TimedPoint, boxOfSegment, nearestParameter, parametersInside, pointOnLeg } from '#geo';
import { corridorUses, entriesDuring, othersAt } from './corridors.ts';
import { batteryAt } from './energy.ts';
import type { Flight } from './flight.ts';
import {
  NO_LIMIT,
  RAMP_SEC,
  type Series,
  SeriesWriter,
  type Span,
  inSpans,
  joinSpans,
  jumpTimes,
} from './series.ts';

/** Signals that need no search: heights, speeds, battery, corridors, distance to the goal. Null for other names. */
export function plainSignal(flight: Flight, name: string, step_sec: number): Series | null {
  switch (name) {
    case 'altitude_m':
      return perPoint(flight, (p) => p.z_m);
    case 'z':
      return bandHeight(flight);
    case 'ceiling_m':
      return ceiling(flight);
    case 'speed_mps':
      return perLeg(flight, (a, b) => Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m) / (b.t_sec - a.t_sec));
    case 'climb_mps':
      return perLeg(flight, (a, b) => (b.z_m - a.z_m) / (b.t_sec - a.t_sec));
    case 'battery_ratio': {
      const ratio = batteryAt(flight);
      return perPoint(flight, (_, i) => ratio[i]!);
    }
    case 'corridor_load':
      return corridorSignal(flight, 'load');
    case 'corridor_free':
      return corridorSignal(flight, 'free');
    case 'dist_to_goal_m':
      return goalDistance(flight, step_sec);
    default:
      return null;
  }
}

function perPoint(flight: Flight, value: (p: TimedPoint, i: number) => number): Series {
  const w = new SeriesWriter();
  flight.trajectory.forEach((p, i) => w.add(p.t_sec, value(p, i)));
  return w.done('last');
}

/** A value that is constant on each leg; it jumps at the leg's end. */
function perLeg(flight: Flight, value: (from: TimedPoint, to: TimedPoint) => number): Series {
  const w = new SeriesWriter();
  flight.legs.forEach(({ from, to }, i) => {
    const v = value(from, to);
    w.add(from.t_sec, v);
    const last = i === flight.legs.length - 1;
    w.add(last ? to.t_sec : Math.max(from.t_sec, to.t_sec - RAMP_SEC), v);
  });
  return w.done('last');
}

/** Height as R3 reads it: inside terminal cylinders never below the middle of the altitude band. */
function bandHeight(flight: Flight): Series {
  const { altitude_min_m, altitude_max_m } = flight.constraints;
  const middle_m = (altitude_min_m + altitude_max_m) / 2;
  const w = new SeriesWriter();
  const spans = terminalSpans(flight);
  const start = flight.trajectory[0]!.t_sec;
  const end = flight.trajectory.at(-1)!.t_sec;
  const offer = (p: TimedPoint): void =>
    w.add(p.t_sec, inSpans(spans, p.t_sec) ? Math.max(p.z_m, middle_m) : p.z_m);
  for (const { from, to } of flight.legs) {
    offer(from);
    offer(to);
    // Where the height passes the middle inside a cylinder, the signal has a bend.
    const s = (middle_m - from.z_m) / (to.z_m - from.z_m);
    if (s > 0 && s < 1) offer(pointOnLeg(from, to, s));
    for (const t of jumpTimes(spans, start, end)) {
      if (t <= from.t_sec || t >= to.t_sec) continue;
      offer(pointOnLeg(from, to, (t - from.t_sec) / (to.t_sec - from.t_sec)));
    }
  }
  return w.done('last');
}

function terminalSpans(flight: Flight): Span[] {
  return joinSpans(
    flight.legs.flatMap(({ from, to, terminal }) =>
      terminal.map(([a, b]): Span => [pointOnLeg(from, to, a).t_sec, pointOnLeg(from, to, b).t_sec]),
    ),
  );
}

/** The lowest ceiling over the aircraft; it jumps where a border is crossed, and the lower one holds on the border. */
function ceiling({ air, legs, trajectory }: Flight): Series {
  const start = trajectory[0]!.t_sec;
  const end = trajectory.at(-1)!.t_sec;
  const areas = new Map<number, Span[]>();
  for (const { from, to } of legs) {
    const shadow = [from.x_m, from.y_m, to.x_m, to.y_m] as const;
    for (const i of air.ceilingIndex.search(boxOfSegment(...shadow))) {
      const inside = parametersInside(shadow, air.ceilings[i]!.outline);
      const spans = areas.get(i) ?? [];
      for (let k = 0; k < inside.length; k += 2) {
        spans.push([pointOnLeg(from, to, inside[k]!).t_sec, pointOnLeg(from, to, inside[k + 1]!).t_sec]);
      }
      if (spans.length > 0) areas.set(i, spans);
    }
  }
  const joined = [...areas].map(([i, spans]) => ({
    agl_m: air.ceilings[i]!.ceiling_agl_m,
    spans: joinSpans(spans),
  }));
  const w = new SeriesWriter();
  const times = [start, end, ...joined.flatMap((a) => jumpTimes(a.spans, start, end))];
  for (const t of times) {
    w.add(
      t,
      joined.reduce((m, a) => (inSpans(a.spans, t) ? Math.min(m, a.agl_m) : m), air.ceiling_agl_m),
    );
  }
  return w.done('lowest');
}

/** Load of the fullest corridor that the flight is in, or its free places. */
function corridorSignal(flight: Flight, what: 'load' | 'free'): Series {
  const start = flight.trajectory[0]!.t_sec;
  const end = flight.trajectory.at(-1)!.t_sec;
  const need = flight.constraints.corridor_capacity_required;
  const uses = corridorUses(flight).map((use) => ({
    use,
    own: use.own.map((s): Span => [s.from_sec, s.to_sec]),
    others: use.others.map(({ stay }): Span => [stay.from_sec, stay.to_sec]),
  }));
  const at = (t: number): number => {
    let best = what === 'load' ? 0 : NO_LIMIT;
    for (const { use, own } of uses) {
      if (!inSpans(own, t)) continue;
      const load = othersAt(use, t).length + need;
      best = what === 'load' ? Math.max(best, load) : Math.min(best, use.corridor.capacity - load);
    }
    return best;
  };
  const w = new SeriesWriter();
  for (const t of [start, end]) w.add(t, at(t));
  for (const { use, own, others } of uses) {
    for (const t of [...jumpTimes(own, start, end), ...jumpTimes(others, start, end), ...entriesDuring(use)])
      w.add(t, at(t));
  }
  return w.done(what === 'load' ? 'last' : 'lowest');
}

/** Horizontal distance to the place that the deadline counts to; its lowest point on each leg is a breakpoint. */
function goalDistance(flight: Flight, step_sec: number): Series {
  const id = flight.mission.stops[flight.mission.required_stop]!.place_id;
  const goal = flight.air.places.get(id)!;
  const w = new SeriesWriter();
  const offer = (p: TimedPoint): void => w.add(p.t_sec, Math.hypot(p.x_m - goal.x_m, p.y_m - goal.y_m));
  for (const { from, to } of flight.legs) {
    const n = Math.max(1, Math.ceil((to.t_sec - from.t_sec) / step_sec));
    for (let k = 0; k <= n; k++) offer(pointOnLeg(from, to, k / n));
    offer(pointOnLeg(from, to, nearestParameter([from.x_m, from.y_m, to.x_m, to.y_m], goal.x_m, goal.y_m)));
  }
  return w.done('lowest');
}
