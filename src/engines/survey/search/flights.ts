import { type ReadyUnit } from '../fleet/fleet.ts';
import {
  type DecodeContext,
  type Decoded,
  type Mark,
  type Tour,
  dayOf,
  decodedOf,
  flySortie,
} from './decode.ts';
import { type Flight, sortieLimits } from './sortie.ts';
import { type CostTable, type QuickMark, type QuickUnit, quickSortie } from './quick.ts';

/** One unit of each site: sorties from a site cost the same whoever of a class flies them. */
export function onePerSite<T extends { readonly ready: ReadyUnit }>(units: readonly T[]): T[] {
  const seen = new Set<string>();
  return units.filter((u) => {
    const id = u.ready.place.site.id;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/**
 * Time in the air for a tour when only that counts: each next sortie starts from the site where it costs the fewest
 * seconds for each second of lanes. Infinite if the tour cannot be finished.
 */
export function quickFlights(t: CostTable, tour: Tour, units: readonly QuickUnit[]): number {
  const sites = onePerSite(units);
  let mark: QuickMark = { at: 0, share: 0, flight_s: 0, end_s: 0 };
  let sum = 0;
  while (mark.at < tour.length) {
    let best: { mark: QuickMark; time: number; ratio: number } | null = null;
    for (const u of sites) {
      const next = { ...mark };
      const time = quickSortie(t, tour, next, u, 1e9);
      if (!(time > 0)) continue;
      const work = lanesBetween(t, tour, mark, next);
      const ratio = time / Math.max(1e-9, work);
      if (best === null || ratio < best.ratio - 1e-12) best = { mark: next, time, ratio };
    }
    if (best === null) return Infinity;
    sum += best.time;
    mark = best.mark;
  }
  return sum;
}

function lanesBetween(t: CostTable, tour: Tour, a: QuickMark, b: QuickMark): number {
  let sum = 0;
  for (let i = a.at; i < Math.min(tour.length, b.at + 1); i++) {
    const from = i === a.at ? a.share : 0;
    const to = i === b.at ? b.share : 1;
    sum += (to - from) * t.lane_s[tour[i]!]!;
  }
  return sum;
}

/** The same with real sorties, dealt out to the units of each site so that they end early. Null if it cannot be finished. */
export function decodeFlights(c: DecodeContext, tour: Tour, units: readonly ReadyUnit[]): Decoded | null {
  const ends = new Map(units.map((u) => [u.unit.id, 0]));
  const flights = new Map<string, Flight[]>(units.map((u) => [u.unit.id, []]));
  const free = (u: ReadyUnit): boolean => flights.get(u.unit.id)!.length < (u.unit.battery_sets ?? Infinity);
  let mark: Mark = { at: 0, done_m: 0 };
  while (mark.at < tour.length) {
    let best: { mark: Mark; flight: Flight; unit: ReadyUnit; ratio: number } | null = null;
    const sites = new Set(units.filter(free).map((u) => u.place.site.id));
    for (const site of sites) {
      const own = units.filter((u) => u.place.site.id === site && free(u));
      own.sort((a, b) => ends.get(a.unit.id)! - ends.get(b.unit.id)!);
      const unit = own[0]!;
      const next = { ...mark };
      const left = c.window_s - ends.get(unit.unit.id)!;
      const limits = sortieLimits(unit, c.reserve);
      const flight = flySortie(c, tour, next, unit.place, {
        ...limits,
        duration_s: Math.min(limits.duration_s, left),
      });
      if (flight === null) continue;
      const work = flight.stops.reduce((s, x) => s + x.cost.t_s, 0);
      const ratio = flight.t_s / work;
      if (best === null || ratio < best.ratio - 1e-12) best = { mark: next, flight, unit, ratio };
    }
    if (best === null) return null;
    const id = best.unit.unit.id;
    flights.get(id)!.push(best.flight);
    ends.set(id, ends.get(id)! + best.flight.t_s + best.unit.place.site.turnaround_s);
    mark = best.mark;
  }
  const days = units
    .filter((u) => flights.get(u.unit.id)!.length > 0)
    .map((ready) => dayOf(ready, flights.get(ready.unit.id)!));
  return decodedOf(days, tour.length);
}
