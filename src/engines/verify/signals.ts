import { must } from '#base';
import { type Interval, type TimedPoint, linearWithin, pointOnLeg, timesInPrism, closestToPrism } from '#geo';
import { type Flight, type FlightLeg, GROUND_M } from './flight.ts';
import { corridorUses } from './corridors.ts';
import { type Series, type Span, joinSpans, propositionSeries } from './series.ts';
import { distanceSignal } from './signals-distance.ts';
import { plainSignal } from './signals-plain.ts';
import { visitsOf } from './stops.ts';

/** A proposition: the closed spans of time that decide it, and whether it holds inside or outside them. */
export type Proposition = { readonly spans: readonly Span[]; readonly holds_inside: boolean };

/** A flight's signals, made when they are asked for. */
export type Signals = {
  readonly start_sec: number;
  readonly end_sec: number;
  /** The signal of a name on VERIFY_SIGNALS as straight lines. */
  readonly series: (name: string) => Series;
  /** The spans of a proposition; null where the name is a quantity's. */
  readonly proposition: (name: string) => Proposition | null;
};

/** Distances are drawn straight between times at most this far apart, seconds, and at their exact minima between them. */
const STEP_SEC = 2;

/** No signal has more steps than this; longer flights have longer steps. */
const MOST_STEPS = 6000;

/**
 * The signals of a flight. Heights, battery and propositions are exact at every moment. A distance is exact at every
 * breakpoint, and its breakpoints include the exact minimum of each step of at most two seconds and every jump, so the
 * lowest value of a signal is the lowest distance; between breakpoints it is drawn straight.
 */
export function signalsOf(flight: Flight): Signals {
  const start_sec = flight.trajectory[0]!.t_sec;
  const end_sec = flight.trajectory.at(-1)!.t_sec;
  const cache = new Map<string, Series>();
  const propositions = new Map<string, Proposition | null>();
  const proposition = (name: string): Proposition | null => {
    if (!propositions.has(name)) propositions.set(name, propositionOf(flight, name));
    return propositions.get(name) ?? null;
  };
  const make = (name: string): Series => {
    const p = proposition(name);
    if (p !== null) return propositionSeries(p.spans, start_sec, end_sec, p.holds_inside);
    const step_sec = Math.max(STEP_SEC, (end_sec - start_sec) / MOST_STEPS);
    const found = plainSignal(flight, name, step_sec) ?? distanceSignal(flight, name, step_sec);
    return must(found, `every signal on the list is measured, ${name} too`);
  };
  const series = (name: string): Series => {
    const known = cache.get(name) ?? make(name);
    cache.set(name, known);
    return known;
  };
  return { start_sec, end_sec, series, proposition };
}

/** Spans of time of some parameter intervals of every leg. */
export function spansOf(flight: Flight, of: (leg: FlightLeg) => readonly Interval[]): Span[] {
  return joinSpans(flight.legs.flatMap((leg) => of(leg).map((part) => timeSpan(leg.from, leg.to, part))));
}

function timeSpan(from: TimedPoint, to: TimedPoint, [a, b]: Interval): Span {
  return [pointOnLeg(from, to, a).t_sec, pointOnLeg(from, to, b).t_sec];
}

function propositionOf(flight: Flight, name: string): Proposition | null {
  switch (name) {
    case 'in_nfz':
      return { spans: zoneSpans(flight), holds_inside: true };
    case 'not_in_nfz':
      return { spans: zoneSpans(flight), holds_inside: false };
    case 'at_goal':
      return { spans: goalSpans(flight), holds_inside: true };
    case 'en_route':
      return { spans: spansOf(flight, (leg) => leg.terminal), holds_inside: false };
    case 'on_ground':
      return {
        spans: spansOf(flight, ({ from, to }) => {
          const low = linearWithin(from.z_m, to.z_m, -Infinity, GROUND_M);
          return low === null ? [] : [low];
        }),
        holds_inside: true,
      };
    case 'in_corridor':
      return {
        spans: joinSpans(corridorUses(flight).flatMap((u) => u.own.map((s): Span => [s.from_sec, s.to_sec]))),
        holds_inside: true,
      };
    default:
      return null;
  }
}

/** When the flight is in a zone that must not be entered, touches included. */
function zoneSpans(flight: Flight): Span[] {
  const spans: Span[] = [];
  for (const { from, to } of flight.legs) {
    for (const { prism } of flight.forbidden) {
      const closest = closestToPrism(from, to, prism);
      if (closest === null || closest.distance_m > 0) continue;
      spans.push([closest.t_sec, closest.t_sec]);
      const times = timesInPrism(from, to, prism);
      for (let k = 0; k < times.length; k += 2) spans.push([times[k]!, times[k + 1]!]);
    }
  }
  return joinSpans(spans);
}

function goalSpans(flight: Flight): Span[] {
  const goal = visitsOf(flight).visits[flight.mission.required_stop]!;
  if (goal.arrives_sec === null) return [];
  const end_sec = flight.trajectory.at(-1)!.t_sec;
  return [[goal.arrives_sec, Math.min(goal.leaves_sec ?? goal.arrives_sec, end_sec)]];
}
