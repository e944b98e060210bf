import { type TimedPoint, pointOnLeg } from '#geo';
import type { ZoneVolume } from '#world';
import type { Flight, FlightLeg } from './flight.ts';
import { type Nearest, nearestObstacle, nearestTraffic, nearestZone } from './separation.ts';
import { FAR_M, RAMP_SEC, type Series, SeriesWriter, type Span, joinSpans, jumpTimes } from './series.ts';

/** Distances to zones, buildings and aircraft. Null for other names. */
export function distanceSignal(flight: Flight, name: string, step_sec: number): Series | null {
  const { air, traffic } = flight;
  switch (name) {
    case 'dist_to_zone_m':
      return toZones(flight, flight.forbidden, step_sec);
    case 'dist_to_sensitive_m':
    case 'dist_to_sensitive':
      return toZones(flight, flight.sensitive, step_sec);
    case 'dist_to_obstacle_m':
      return draw(flight, { step_sec, jumps: [], nearest: (a, b) => nearestObstacle(air, a, b) });
    case 'dist_to_obstacle':
      return toObstaclesAsRuled(flight, step_sec);
    case 'dist_to_traffic_m':
      return draw(flight, {
        step_sec,
        jumps: trackEnds(flight),
        nearest: (a, b) => nearestTraffic(a, b, traffic),
      });
    case 'dist_to_traffic':
      return toTrafficAsRuled(flight, step_sec);
    default:
      return null;
  }
}

type Drawing = {
  readonly step_sec: number;
  /** Times at which the signal may jump. */
  readonly jumps: readonly number[];
  /** The nearest thing on a straight stretch, which may be one moment. */
  readonly nearest: (from: TimedPoint, to: TimedPoint) => Nearest | null;
  /** Added to the distance at a moment. */
  readonly more_m?: (t_sec: number) => number;
};

/** Draws a distance: its value at every step and jump, and its exact minimum on each stretch between them. */
function draw(flight: Flight, { step_sec, jumps, nearest, more_m }: Drawing): Series {
  const w = new SeriesWriter();
  const offer = (found: Nearest | null, t_sec: number, extra: number): void => {
    w.add(found?.t_sec ?? t_sec, Math.min(FAR_M, (found?.distance_m ?? FAR_M) + extra));
  };
  const more = more_m ?? (() => 0);
  const sorted = [...jumps].sort((a, b) => a - b);
  for (const leg of flight.legs) {
    const times = timesOn(leg, step_sec, sorted);
    for (let k = 0; k < times.length; k++) {
      const a = at(leg, times[k]!);
      offer(nearest(a, a), a.t_sec, more(a.t_sec));
      if (k + 1 === times.length) continue;
      const b = at(leg, times[k + 1]!);
      const found = nearest(a, b);
      if (found !== null) offer(found, found.t_sec, more(found.t_sec));
    }
  }
  return w.done('lowest');
}

function at({ from, to }: FlightLeg, t_sec: number): TimedPoint {
  if (t_sec <= from.t_sec) return from;
  if (t_sec >= to.t_sec) return to;
  return { ...pointOnLeg(from, to, (t_sec - from.t_sec) / (to.t_sec - from.t_sec)), t_sec };
}

function timesOn({ from, to }: FlightLeg, step_sec: number, jumps: readonly number[]): number[] {
  const length = to.t_sec - from.t_sec;
  const n = Math.max(1, Math.ceil(length / step_sec));
  const times = Array.from({ length: n + 1 }, (_, k) => (k === n ? to.t_sec : from.t_sec + (length * k) / n));
  for (const t of jumps) if (t > from.t_sec && t < to.t_sec) times.push(t);
  return times.sort((a, b) => a - b);
}

function toZones(flight: Flight, zones: readonly ZoneVolume[], step_sec: number): Series {
  const start = flight.trajectory[0]!.t_sec;
  const end = flight.trajectory.at(-1)!.t_sec;
  const jumps = zones.flatMap((z) => jumpTimes([[z.prism.from_sec, z.prism.to_sec]], start, end));
  return draw(flight, { step_sec, jumps, nearest: (a, b) => nearestZone(a, b, zones) });
}

/** Distance to buildings as R2 reads it: on the way up or down at a pad it has `keep - pad_keep` more to give. */
function toObstaclesAsRuled(flight: Flight, step_sec: number): Series {
  const { air, keep_m, pad_keep_m } = flight;
  const start = flight.trajectory[0]!.t_sec;
  const end = flight.trajectory.at(-1)!.t_sec;
  const pads = joinSpans(
    flight.legs.flatMap(({ from, to, pad }) =>
      pad.map(([a, b]): Span => [pointOnLeg(from, to, a).t_sec, pointOnLeg(from, to, b).t_sec]),
    ),
  );
  // The full distance holds again at the very moment at which the way up ends or the way down begins.
  const inside = pads.map(([a, b]): Span => [a <= start ? a : a + RAMP_SEC, b >= end ? b : b - RAMP_SEC]);
  const jumps = [...pads.flat(), ...inside.flat()].filter((t) => t > start && t < end);
  const more_m = (t: number): number => (inside.some(([a, b]) => a <= t && t <= b) ? keep_m - pad_keep_m : 0);
  return draw(flight, { step_sec, jumps, nearest: (a, b) => nearestObstacle(air, a, b), more_m });
}

function trackEnds({ traffic, trajectory }: Flight): number[] {
  const start = trajectory[0]!.t_sec;
  const end = trajectory.at(-1)!.t_sec;
  const spans = traffic.map((o): Span => [o.points[0]!.t_sec, o.points.at(-1)!.t_sec]);
  return jumpTimes(spans, start, end);
}

/** Distance to other aircraft as R2 reads it: nothing while standing on the ground. */
function toTrafficAsRuled(flight: Flight, step_sec: number): Series {
  const { traffic, legs } = flight;
  const grounded = joinSpans(legs.filter((l) => l.grounded).map((l): Span => [l.from.t_sec, l.to.t_sec]));
  const start = flight.trajectory[0]!.t_sec;
  const end = flight.trajectory.at(-1)!.t_sec;
  // Flying begins and ends in a moment that counts as flying, except at the ends of the flight.
  const quiet = grounded.map(([a, b]): Span => [a <= start ? a : a + RAMP_SEC, b >= end ? b : b - RAMP_SEC]);
  const jumps = [...trackEnds(flight), ...quiet.flat()];
  const nearest = (a: TimedPoint, b: TimedPoint): Nearest | null =>
    quiet.some(([from, to]) => from <= a.t_sec && b.t_sec <= to) ? null : nearestTraffic(a, b, traffic);
  return draw(flight, { step_sec, jumps, nearest });
}
