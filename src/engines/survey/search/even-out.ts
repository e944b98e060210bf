import { type ReadyUnit } from '../fleet/fleet.ts';
import { type Piece, frameGap_m, lengthOf, reversed } from '../lanes/lane.ts';
import { dist } from '../plane/vec.ts';
import { type Decoded, type UnitDay, leastCut_m } from './decode.ts';
import { type Network, type Stop } from './network.ts';
import { type Flight, flightOf, sortieLimits } from './sortie.ts';

/** Cuts made, at most, for each unit; and places tried for one cut. */
const CUTS_PER_UNIT = 4;
const PLACES = 12;
/** A cut that gains less than this is not made, s. */
const LEAST_GAIN_S = 0.5;

/** Part of the first or the last stop of one flight, to go to the beginning or the end of another unit's flight. */
type Offer = {
  readonly from: number;
  readonly flight: number;
  readonly fromFirst: boolean;
  readonly to: number;
  readonly toFlight: number;
  readonly toFirst: boolean;
  readonly hope_s: number;
};

/**
 * Evens out the ends of days by cutting lanes: the unit that ends last gives a part of the first or last lane of one of
 * its sorties to the beginning or end of another unit's sortie, as much as makes the two end together. Whole lanes are
 * cut, on frames, and only where sorties come from their site or go to it.
 */
export function evenOut(net: Network, reserve: number, start: Decoded): Decoded {
  let days = start.days.map((d) => ({ ...d }));
  for (let k = 0; k < CUTS_PER_UNIT * days.length; k++) {
    const last = days.reduce((a, b, i) => (b.end_s > days[a]!.end_s ? i : a), 0);
    let best: { days: UnitDay[]; end_s: number } | null = null;
    for (const offer of offersOf(days, last)) {
      if (offer.hope_s > days[last]!.end_s - LEAST_GAIN_S) break;
      const made = bestCut(net, reserve, days, offer);
      if (made !== null && (best === null || made.end_s < best.end_s)) best = made;
    }
    if (best === null || best.end_s > days[last]!.end_s - LEAST_GAIN_S) break;
    days = best.days;
  }
  return {
    ...start,
    days,
    work_s: Math.max(0, ...days.map((d) => d.end_s)),
    flight_s: days.reduce((sum, d) => sum + d.flights.reduce((s, f) => s + f.t_s, 0), 0),
  };
}

/** Cuts worth trying, those that could even the two ends out best first. */
function offersOf(days: readonly UnitDay[], from: number): Offer[] {
  const out: Offer[] = [];
  const pace = 1 / Math.max(1, days[from]!.ready.craft.cruise_mps);
  days[from]!.flights.forEach((f, flight) => {
    for (const fromFirst of [true, false]) {
      const stop = fromFirst ? f.stops[0]! : f.stops[f.stops.length - 1]!;
      if (stop.key < 0 || lengthOf(stop.piece) < 2 * leastCut_m(stop)) continue;
      days.forEach((day, to) => {
        if (to === from) return;
        day.flights.forEach((g, toFlight) => {
          for (const toFirst of [true, false]) {
            const other = toFirst ? g.stops[0]! : g.stops[g.stops.length - 1]!;
            // Only the outermost stops of a sortie are cut.
            if (other.key < 0 && g.stops.length > 1) continue;
            const gate = toFirst ? other.ends.entry.p : other.ends.exit.p;
            const { lane } = stop.piece;
            const way_s = Math.min(dist(lane.a, gate), dist(lane.b, gate)) * pace;
            const hope_s = (days[from]!.end_s + day.end_s + way_s) / 2;
            out.push({ from, flight, fromFirst, to, toFlight, toFirst, hope_s });
          }
        });
      });
    }
  });
  return out.sort((a, b) => a.hope_s - b.hope_s).slice(0, PLACES);
}

/** The cut that makes the two units end as early as they can together; null where none is within the limits. */
function bestCut(
  net: Network,
  reserve: number,
  days: readonly UnitDay[],
  offer: Offer,
): { readonly days: UnitDay[]; readonly end_s: number } | null {
  const giver = days[offer.from]!;
  const taker = days[offer.to]!;
  const flight = giver.flights[offer.flight]!;
  const stop = offer.fromFirst ? flight.stops[0]! : flight.stops[flight.stops.length - 1]!;
  const gap = frameGap_m(stop.piece);
  const unit_m = gap ?? lengthOf(stop.piece) / 64;
  let low = Math.ceil(leastCut_m(stop) / unit_m);
  let high = Math.floor((lengthOf(stop.piece) - leastCut_m(stop)) / unit_m);
  let best: { days: UnitDay[]; end_s: number } | null = null;
  while (low <= high) {
    const mid = (low + high) >> 1;
    const parts = partsOf(stop.piece, mid * unit_m, offer.fromFirst);
    const kept = net.part(parts.kept);
    // Its inner end looks to the site: a piece that comes first is entered inside the lane, one that comes last left there.
    const given = net.part(offer.fromFirst === offer.toFirst ? reversed(parts.given) : parts.given);
    if (kept === null || given === null) return best;
    const left = withFlight(net, reserve, giver, offer.flight, exchanged(flight, kept, offer.fromFirst));
    const target = taker.flights[offer.toFlight]!;
    const stops = offer.toFirst ? [given, ...target.stops] : [...target.stops, given];
    const right = withFlight(net, reserve, taker, offer.toFlight, stops);
    if (left === null) return best;
    if (right === null || right.end_s > left.end_s) high = mid - 1;
    else low = mid + 1;
    if (right === null) continue;
    const end_s = Math.max(left.end_s, right.end_s);
    if (best === null || end_s < best.end_s)
      best = { days: days.map((d, i) => (i === offer.from ? left : i === offer.to ? right : d)), end_s };
  }
  return best;
}

/** A piece cut so that `given_m` of it go away: from its beginning, or from its end. */
function partsOf(
  piece: Piece,
  given_m: number,
  first: boolean,
): { readonly kept: Piece; readonly given: Piece } {
  const { lane, from_m, to_m } = piece;
  const sign = to_m >= from_m ? 1 : -1;
  const at = first ? from_m + sign * given_m : to_m - sign * given_m;
  const [head, tail] = [
    { lane, from_m, to_m: at },
    { lane, from_m: at, to_m },
  ];
  return first ? { kept: tail, given: head } : { kept: head, given: tail };
}

const exchanged = (flight: Flight, stop: Stop, first: boolean): Stop[] =>
  first ? [stop, ...flight.stops.slice(1)] : [...flight.stops.slice(0, -1), stop];

/** A day with one of its flights flown over other stops; null where that breaks a limit. */
function withFlight(
  net: Network,
  reserve: number,
  day: UnitDay,
  at: number,
  stops: readonly Stop[],
): UnitDay | null {
  const made = flightOf(net, day.ready.place, stops, sortieLimits(day.ready, reserve));
  if (made === null) return null;
  return dayOf(
    day.ready,
    day.flights.map((f, i) => (i === at ? made : f)),
  );
}

/** A unit's day over flights with battery changes between them. */
export function dayOf(ready: ReadyUnit, flights: readonly Flight[]): UnitDay {
  const turnaround_s = ready.place.site.turnaround_s;
  const flown = flights.reduce((sum, f) => sum + f.t_s, 0);
  return { ready, flights, end_s: flown + Math.max(0, flights.length - 1) * turnaround_s };
}
