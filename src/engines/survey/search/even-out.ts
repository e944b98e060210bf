import { type Piece, frameGap_m, lengthOf, reversed } from '../lanes/lane.ts';
import { dist } from '../plane/vec.ts';
import { type Decoded, type UnitDay, dayOf, decodedOf, endsOf, leastCut_m } from './decode.ts';
import { type Network, type Stop } from './network.ts';
import { type Flight, flightOf, sortieLimits } from './sortie.ts';

/** Cuts made or moved, at most, for each unit; and places tried for one cut. */
const CUTS_PER_UNIT = 10;
const PLACES = 12;
/** A cut that gains less than this is not made, s. */
const LEAST_GAIN_S = 0.3;

/** An end of a flight: its first or its last stop. */
type End = { readonly unit: number; readonly flight: number; readonly first: boolean };

/** What the stop at the end of one flight gives to the end of another unit's flight. */
type Offer = {
  readonly from: End;
  readonly to: End;
  /** Whether the two already share a lane: then its cut moves, otherwise a new one is made. */
  readonly shared: boolean;
  readonly hope_s: number;
};

/**
 * Evens out the ends of days by cutting lanes: the unit that ends last gives a part of the first or last lane of one of
 * its sorties to the beginning or end of another unit's sortie, as much as makes the two end together; where the two
 * share a lane already, its cut moves. Whole lanes are cut, on frames, and only where sorties come from their site or go
 * to it.
 */
export function evenOut(net: Network, reserve: number, start: Decoded): Decoded {
  let days = start.days.map((d) => ({ ...d }));
  for (let k = 0; k < CUTS_PER_UNIT * days.length; k++) {
    const ends_s = endsOf(days);
    const last = ends_s.reduce((a, end_s, i) => (end_s > ends_s[a]! ? i : a), 0);
    const end_s = ends_s[last]!;
    let best: { days: UnitDay[]; end_s: number } | null = null;
    for (const offer of offersOf(days, ends_s, last)) {
      if (offer.hope_s > end_s - LEAST_GAIN_S) break;
      const made = bestCut(net, reserve, days, offer);
      if (made !== null && (best === null || made.end_s < best.end_s)) best = made;
    }
    if (best === null || best.end_s > end_s - LEAST_GAIN_S) break;
    days = best.days;
  }
  return decodedOf(days, start.rest);
}

const stopAt = (flight: Flight, first: boolean): Stop => flight.stops.at(first ? 0 : -1)!;

/** Where along its lane the outer end of a flight's first or last stop lies, m. */
const outer_m = (stop: Stop, first: boolean): number => (first ? stop.piece.from_m : stop.piece.to_m);

/** Cuts worth trying, those that could even the two ends out best first. */
function offersOf(days: readonly UnitDay[], ends_s: Float64Array, from: number): Offer[] {
  const out: Offer[] = [];
  days[from]!.flights.forEach((f, flight) => {
    for (const first of [true, false]) {
      const stop = stopAt(f, first);
      const least_m = leastCut_m(stop);
      if (lengthOf(stop.piece) <= least_m) continue;
      days.forEach((day, unit) => {
        if (unit === from) return;
        day.flights.forEach((g, toFlight) => {
          for (const toFirst of [true, false]) {
            const other = stopAt(g, toFirst);
            const shared =
              stop.key < 0 &&
              other.key < 0 &&
              stop.piece.lane.index === other.piece.lane.index &&
              Math.abs(outer_m(stop, first) - outer_m(other, toFirst)) < 1e-6;
            if (!shared && !isOpen(stop, other, g)) continue;
            const way_s = shared ? 0 : newWay_s(days[from]!, stop, other, toFirst);
            const hope_s = (ends_s[from]! + ends_s[unit]! + way_s) / 2;
            const to = { unit, flight: toFlight, first: toFirst };
            out.push({ from: { unit: from, flight, first }, to, shared, hope_s });
          }
        });
      });
    }
  });
  return out.sort((a, b) => a.hope_s - b.hope_s).slice(0, PLACES);
}

/** Whether a stop can be cut anew for a flight that has another at its end: only the outermost stops of a sortie are cut. */
const isOpen = (stop: Stop, other: Stop, taker: Flight): boolean =>
  stop.key >= 0 &&
  lengthOf(stop.piece) >= 2 * leastCut_m(stop) &&
  (other.key >= 0 || taker.stops.length === 1);

/** About how long a way to a new part of a lane is at least. */
function newWay_s(giver: UnitDay, stop: Stop, other: Stop, toFirst: boolean): number {
  const gate = toFirst ? other.ends.entry.p : other.ends.exit.p;
  const { lane } = stop.piece;
  return Math.min(dist(lane.a, gate), dist(lane.b, gate)) / Math.max(1, giver.ready.craft.cruise_mps);
}

/** The cut that makes the two units end as early as they can together; null where none is within the limits. */
function bestCut(
  net: Network,
  reserve: number,
  days: readonly UnitDay[],
  offer: Offer,
): { readonly days: UnitDay[]; readonly end_s: number } | null {
  const { from, to } = offer;
  const giver = days[from.unit]!;
  const taker = days[to.unit]!;
  const flight = giver.flights[from.flight]!;
  const target = taker.flights[to.flight]!;
  const stop = stopAt(flight, from.first);
  const unit_m = frameGap_m(stop.piece) ?? lengthOf(stop.piece) / 64;
  let low = offer.shared ? 1 : Math.ceil(leastCut_m(stop) / unit_m);
  let high = Math.floor((lengthOf(stop.piece) - leastCut_m(stop)) / unit_m + 1e-9);
  let best: { days: UnitDay[]; end_s: number } | null = null;
  while (low <= high) {
    const mid = (low + high) >> 1;
    const parts = partsOf(stop.piece, mid * unit_m, from.first);
    const kept = net.part(parts.kept);
    const given = net.part(
      offer.shared
        ? longer(stopAt(target, to.first).piece, parts.given, to.first)
        : turned(parts.given, offer),
    );
    if (kept === null || given === null) return best;
    const left = withFlight(net, reserve, giver, from.flight, exchanged(flight, kept, from.first));
    const stops = offer.shared
      ? exchanged(target, given, to.first)
      : to.first
        ? [given, ...target.stops]
        : [...target.stops, given];
    const right = withFlight(net, reserve, taker, to.flight, stops);
    if (left === null) return best;
    if (right === null || right.end_s > left.end_s) high = mid - 1;
    else low = mid + 1;
    if (right === null) continue;
    const then = days.map((d, i) => (i === from.unit ? left : i === to.unit ? right : d));
    const end_s = Math.max(...endsOf(then));
    if (best === null || end_s < best.end_s) best = { days: then, end_s };
  }
  return best;
}

/** A given part looks to the site with its cut: one that comes first is entered there, one that comes last left there. */
const turned = (given: Piece, { from, to }: Offer): Piece =>
  from.first === to.first ? reversed(given) : given;

/** A piece that takes over what lies beyond its cut. */
function longer(piece: Piece, given: Piece, first: boolean): Piece {
  const at = first ? piece.from_m : piece.to_m;
  const beyond = Math.abs(given.from_m - at) < 1e-6 ? given.to_m : given.from_m;
  return first ? { ...piece, from_m: beyond } : { ...piece, to_m: beyond };
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
