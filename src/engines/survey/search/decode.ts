import { SiteClock } from './landings.ts';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { type SitePlace } from '../motion/site-legs.ts';
import { type Piece, frameGap_m } from '../lanes/lane.ts';
import { type Network, type Stop } from './network.ts';
import {
  type Airborne,
  type Flight,
  type SortieLimits,
  extend,
  home,
  launch,
  sortieLimits,
} from './sortie.ts';

/** Whole lanes in the order and direction in which they are to be flown, each given as 2 x lane + direction. */
export type Tour = Int32Array;

/** One unit's day. */
export type UnitDay = {
  readonly ready: ReadyUnit;
  readonly flights: readonly Flight[];
  /** Seconds from its launch to its last landing, battery changes counted. */
  readonly day_s: number;
  /** When it ends where all units at its site fly equally long; 0 where nothing is flown. */
  readonly end_s: number;
};

/** When each of some days ends, launch spacing at their sites counted. */
export function endsOf(days: readonly UnitDay[]): Float64Array {
  const ends_s = new Float64Array(days.length);
  new SiteClock(days.map((d) => d.ready)).land(
    days.map((d) => d.day_s),
    ends_s,
  );
  return ends_s;
}

/** Days with what they take together. */
export function decodedOf(days: readonly UnitDay[], rest: number): Decoded {
  return {
    days,
    rest,
    work_s: Math.max(0, ...endsOf(days)),
    flight_s: days.reduce((sum, d) => sum + d.flights.reduce((s, f) => s + f.t_s, 0), 0),
  };
}

/** A tour cut into days of units, in order. `rest` is where on the tour the work stopped; the tour's length if all is done. */
export type Decoded = {
  readonly days: readonly UnitDay[];
  readonly rest: number;
  readonly work_s: number;
  readonly flight_s: number;
};

/** What days are cut under. */
export type DecodeContext = {
  readonly net: Network;
  readonly reserve: number;
  /** Latest second of the work window. */
  readonly window_s: number;
  /** Whether lanes may be cut; a search over whole lanes says no. */
  readonly cut: boolean;
  /** Whether lanes may be cut where the energy ends. */
  readonly cutEnergy: boolean;
};

/** Cut parts are at least this long, and at least three photo spacings. */
const LEAST_CUT_M = 40;

/** A place on a tour: next lane, and how much of it is done already. */
export type Mark = { at: number; done_m: number };

/** The least length of a cut part of a stop: cut parts keep a few frames. */
export const leastCut_m = (stop: Stop): number =>
  Math.max(LEAST_CUT_M, 3 * (stop.piece.lane.block.design.photo_spacing_m ?? 0));

/** What is left of the lane at a mark, or null where it cannot be flown. */
export function stopAt(net: Network, tour: Tour, mark: Mark): Stop | null {
  const key = tour[mark.at]!;
  const whole = net.whole(key >> 1, (key & 1) as 0 | 1);
  if (whole === null || mark.done_m === 0) return whole;
  const { lane, from_m, to_m } = whole.piece;
  const sign = to_m >= from_m ? 1 : -1;
  return net.part({ lane, from_m: from_m + sign * mark.done_m, to_m });
}

/** The first `length_m` of a stop. */
function headOf(net: Network, stop: Stop, length_m: number): Stop | null {
  const { lane, from_m, to_m } = stop.piece;
  const sign = to_m >= from_m ? 1 : -1;
  const piece: Piece = { lane, from_m, to_m: from_m + sign * length_m };
  return net.part(piece);
}

type Leg = { readonly air: Airborne; readonly end: { readonly t_s: number; readonly e_wh: number } };

/** Adds a stop if the sortie can still come home within the limits. */
function tryStop(
  net: Network,
  place: SitePlace,
  air: Airborne | null,
  stop: Stop,
  limits: SortieLimits,
): Leg | null {
  const next = air === null ? launch(net, place, stop, limits) : extend(net, place, air, stop, limits);
  if (next === null) return null;
  const end = home(net, place, next, limits);
  return end === null ? null : { air: next, end };
}

/** The longest head of a stop that fits, by halving; null below the least length. */
function longestHead(
  net: Network,
  place: SitePlace,
  air: Airborne | null,
  stop: Stop,
  limits: SortieLimits,
): { readonly leg: Leg; readonly stop: Stop; readonly length_m: number } | null {
  const whole = Math.abs(stop.piece.to_m - stop.piece.from_m);
  const least = leastCut_m(stop);
  // Cuts lie on frames: then the frames of both parts are no closer than those of the whole.
  const gap = frameGap_m(stop.piece);
  const onFrame = (x: number): number => (gap === null ? x : gap * Math.floor(x / gap + 1e-9));
  let found: { leg: Leg; stop: Stop; length_m: number } | null = null;
  let [low, high] = [gap === null ? least : gap * Math.ceil(least / gap), whole - least];
  if (high < low) return null;
  for (let i = 0; i < 9; i++) {
    const mid = i === 0 ? low : onFrame((low + high) / 2);
    const head = headOf(net, stop, mid);
    const leg = head === null ? null : tryStop(net, place, air, head, limits);
    if (leg === null) {
      if (i === 0) return null;
      high = mid;
    } else {
      found = { leg, stop: head!, length_m: mid };
      low = mid;
    }
  }
  return found;
}

/** Whether it is the energy, and not the time, that keeps a stop from being flown whole. */
function endsByEnergy(
  net: Network,
  place: SitePlace,
  air: Airborne | null,
  stop: Stop,
  limits: SortieLimits,
): boolean {
  return tryStop(net, place, air, stop, { ...limits, energy_wh: Infinity }) !== null;
}

/** One sortie from a mark on: as many stops as fit; moves the mark. Null if not even one fits. */
export function flySortie(
  c: DecodeContext,
  tour: Tour,
  mark: Mark,
  place: SitePlace,
  limits: SortieLimits,
): Flight | null {
  const stops: Stop[] = [];
  let leg: Leg | null = null;
  while (mark.at < tour.length) {
    const stop = stopAt(c.net, tour, mark);
    if (stop === null) break;
    const next = tryStop(c.net, place, leg?.air ?? null, stop, limits);
    if (next !== null) {
      stops.push(stop);
      leg = next;
      mark.at++;
      mark.done_m = 0;
      continue;
    }
    const may = c.cut && (c.cutEnergy || !endsByEnergy(c.net, place, leg?.air ?? null, stop, limits));
    const head = may ? longestHead(c.net, place, leg?.air ?? null, stop, limits) : null;
    if (head !== null) {
      stops.push(head.stop);
      leg = head.leg;
      mark.done_m += head.length_m;
    }
    break;
  }
  return leg === null ? null : { place, stops, t_s: leg.end.t_s, e_wh: leg.end.e_wh };
}

/** A unit's day over flights with battery changes between them. */
export function dayOf(ready: ReadyUnit, flights: readonly Flight[]): UnitDay {
  if (flights.length === 0) return { ready, flights, day_s: 0, end_s: 0 };
  const flown = flights.reduce((sum, f) => sum + f.t_s, 0);
  const day_s = flown + (flights.length - 1) * ready.place.site.turnaround_s;
  return { ready, flights, day_s, end_s: ready.wait_s + day_s };
}

/** The day of a unit that is to be down by `until_s`: sorties with battery changes between them. Moves the mark. */
export function flyDay(c: DecodeContext, tour: Tour, mark: Mark, ready: ReadyUnit, until_s: number): UnitDay {
  const flights: Flight[] = [];
  const limits = sortieLimits(ready, c.reserve);
  const most = ready.unit.battery_sets ?? Infinity;
  let now = 0;
  while (mark.at < tour.length && flights.length < most) {
    const left = Math.min(until_s - ready.wait_s, c.window_s) - now;
    if (!(left > 0)) break;
    const within = { ...limits, duration_s: Math.min(limits.duration_s, left) };
    const flight = flySortie(c, tour, mark, ready.place, within);
    if (flight === null) break;
    flights.push(flight);
    now += flight.t_s + ready.place.site.turnaround_s;
  }
  return dayOf(ready, flights);
}

/** Days of all units in order, each as full as `until_s` lets it be. */
export function fillDays(
  c: DecodeContext,
  tour: Tour,
  units: readonly ReadyUnit[],
  until_s: number,
): Decoded {
  const mark: Mark = { at: 0, done_m: 0 };
  const days: UnitDay[] = [];
  for (const ready of units) days.push(flyDay(c, tour, mark, ready, until_s));
  return decodedOf(days, mark.at);
}

const longest_s = (d: Decoded): number => Math.max(0, ...d.days.map((day) => day.end_s));

/**
 * The shortest common end of work at which the units, in this order, finish the tour: halving over the end. Filling as
 * much as possible is the best a unit can do for those after it, so a later end never finishes less, up to the energy
 * cuts moving; the best full answer seen is kept. Null where even the whole window does not suffice.
 */
export function decodeTour(
  c: DecodeContext,
  tour: Tour,
  units: readonly ReadyUnit[],
  ratio: number,
): Decoded | null {
  let [low, high] = [0, Infinity];
  let best: Decoded | null = null;
  const whole = fillDays(c, tour, units, high);
  if (whole.rest >= tour.length) {
    best = whole;
    high = longest_s(whole);
  } else return null;
  while (high > low * (1 + ratio) + 0.05) {
    const mid = low > 0 && high > 4 * low ? Math.sqrt(low * high) : (low + high) / 2;
    const tried = fillDays(c, tour, units, mid);
    if (tried.rest >= tour.length) {
      if (tried.work_s < best.work_s) best = tried;
      high = Math.min(mid, longest_s(tried));
    } else low = mid;
  }
  return best;
}
