import { type ReadyUnit } from '../fleet/fleet.ts';
import { type SitePlace } from '../motion/site-legs.ts';
import { type Network, type Stop } from './network.ts';

/** What one sortie may use. */
export type SortieLimits = {
  /** Usable energy without the reserve, with a little room for rounding. */
  readonly energy_wh: number;
  readonly duration_s: number;
  readonly photos: number;
};

/** One flight: stops in order, from a site and back to it. */
export type Flight = {
  readonly place: SitePlace;
  readonly stops: readonly Stop[];
  readonly t_s: number;
  readonly e_wh: number;
};

/** Share of the usable energy kept beyond the reserve: the search adds up costs, the plan is measured in chords. */
const ENERGY_ROOM = 0.004;

/** Limits of a unit's sorties under a reserve. */
export function sortieLimits(ready: ReadyUnit, reserve: number): SortieLimits {
  const { craft, payload } = ready;
  const photos = payload.type === 'camera' ? (payload.photos_max ?? Infinity) : Infinity;
  return {
    energy_wh: craft.usable_wh * (1 - reserve - ENERGY_ROOM),
    duration_s: (craft.endurance_s ?? Infinity) * (1 - ENERGY_ROOM),
    photos,
  };
}

/** A sortie being flown: sums up to the exit of its last stop. */
export type Airborne = {
  readonly t_s: number;
  readonly e_wh: number;
  readonly photos: number;
  readonly last: Stop;
};

/** Launches towards a first stop; null where it cannot be reached or the energy does not let it come back. */
export function launch(net: Network, place: SitePlace, first: Stop, limits: SortieLimits): Airborne | null {
  const out = net.depart(place, first);
  return out === null ? null : flown(net, place, { t_s: out.t_s, e_wh: out.e_wh, photos: 0 }, first, limits);
}

/** Adds a stop to a sortie in the air. */
export function extend(
  net: Network,
  place: SitePlace,
  air: Airborne,
  next: Stop,
  limits: SortieLimits,
): Airborne | null {
  const link = net.link(air.last, next);
  if (link === null) return null;
  const at = { t_s: air.t_s + link.t_s, e_wh: air.e_wh + link.e_wh, photos: air.photos };
  return flown(net, place, at, next, limits);
}

function flown(
  net: Network,
  place: SitePlace,
  at: { readonly t_s: number; readonly e_wh: number; readonly photos: number },
  stop: Stop,
  limits: SortieLimits,
): Airborne | null {
  const e_wh = at.e_wh + stop.cost.e_wh;
  const photos = at.photos + stop.photos;
  if (e_wh > limits.energy_wh || photos > limits.photos) return null;
  if (at.e_wh + net.homeNeed_wh(stop, place, 'entry') > limits.energy_wh) return null;
  if (e_wh + net.homeNeed_wh(stop, place, 'exit') > limits.energy_wh) return null;
  const t_s = at.t_s + stop.cost.t_s;
  return t_s > limits.duration_s ? null : { t_s, e_wh, photos, last: stop };
}

/** Time and energy with the flight home; null where they exceed the limits. */
export function home(
  net: Network,
  place: SitePlace,
  air: Airborne,
  limits: SortieLimits,
): { readonly t_s: number; readonly e_wh: number } | null {
  const back = net.arrive(air.last, place);
  if (back === null) return null;
  const t_s = air.t_s + back.t_s;
  const e_wh = air.e_wh + back.e_wh;
  return e_wh > limits.energy_wh || t_s > limits.duration_s ? null : { t_s, e_wh };
}

/** Flies a whole list of stops, or says null where it is not possible. */
export function flightOf(
  net: Network,
  place: SitePlace,
  stops: readonly Stop[],
  limits: SortieLimits,
): Flight | null {
  let air: Airborne | null = null;
  for (const stop of stops) {
    air = air === null ? launch(net, place, stop, limits) : extend(net, place, air, stop, limits);
    if (air === null) return null;
  }
  const done = air === null ? null : home(net, place, air, limits);
  return done === null ? null : { place, stops, ...done };
}
