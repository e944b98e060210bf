import { type Decoded, type Tour, type UnitDay, dayOf, decodedOf } from './decode.ts';
import { SiteClock } from './landings.ts';
import { type Network } from './network.ts';
import { type Flight, flightOf } from './sortie.ts';
import { type CostTable, type QuickUnit } from './quick.ts';

/** What a search minimises. `work`: the common end. `flight`: time in the air, one unit after the other. */
export type Aim = 'work' | 'flight';

/** One sortie of whole lanes: keys (2 x lane + direction) in order, and how long it flies. */
export type Route = { readonly unit: number; readonly keys: readonly number[]; readonly t_s: number };

/** Sorties of all units and the lanes that none of them flies. */
export type Routes = {
  readonly routes: readonly Route[];
  readonly absent: readonly number[];
  /** When each unit lands last, battery changes and launch spacing counted; 0 for one that does not fly. */
  readonly ends_s: Float64Array;
};

/** Lanes, units and costs of a search over sorties. */
export type RouteSpace = {
  readonly table: CostTable;
  readonly units: readonly QuickUnit[];
  /** Lanes to be flown. */
  readonly lanes: readonly number[];
  readonly window_s: number;
};

/** Seconds of a sortie of a unit over the keys; null where it breaks the unit's limits. */
export function timeOf(space: RouteSpace, unit: number, keys: readonly number[]): number | null {
  const { table: t, units } = space;
  const { costs, limits } = units[unit]!;
  let time = 0;
  let wh = 0;
  let photos = 0;
  let need_wh = 0;
  let last = -1;
  for (const key of keys) {
    time += (last < 0 ? costs.out_s[key]! : t.rough.time(last, key)) + t.lane_s[key]!;
    wh += last < 0 ? costs.out_wh[key]! : t.rough.energy(last, key);
    need_wh = Math.max(need_wh, wh + costs.entry_wh[key]!);
    wh += t.lane_wh[key]!;
    need_wh = Math.max(need_wh, wh + costs.exit_wh[key]!);
    photos += t.photos[key]!;
    last = key;
  }
  time += costs.back_s[last]!;
  need_wh = Math.max(need_wh, wh + costs.back_wh[last]!);
  return need_wh > limits.energy_wh || time > limits.duration_s || photos > limits.photos ? null : time;
}

/** A tour cut into sorties of whole lanes, unit by unit, each day no longer than `until_s`; what does not fit is absent. */
export function routesOfTour(space: RouteSpace, tour: Tour, until_s: number): Routes {
  const routes: Route[] = [];
  const absent: number[] = [];
  const days_s = new Float64Array(space.units.length);
  let unit = 0;
  let day_s = 0;
  let sorties = 0;
  let open: Route | null = null;
  const close = (): void => {
    if (open === null) return;
    routes.push(open);
    day_s += open.t_s;
    days_s[unit] = day_s;
    day_s += space.units[unit]!.turnaround_s;
    sorties++;
    open = null;
  };
  const take = (key: number): boolean => {
    const keys: number[] = open === null ? [key] : [...(open as Route).keys, key];
    const t_s = timeOf(space, unit, keys);
    if (
      t_s === null ||
      space.units[unit]!.ready.wait_s + day_s + t_s > until_s ||
      day_s + t_s > space.window_s ||
      sorties >= space.units[unit]!.sorties
    )
      return false;
    open = { unit, keys, t_s };
    return true;
  };
  for (const key of tour) {
    if (take(key)) continue;
    close();
    if (take(key)) continue;
    let flown = false;
    while (!flown && unit + 1 < space.units.length) {
      unit++;
      [day_s, sorties] = [0, 0];
      flown = take(key);
    }
    if (!flown) absent.push(key >> 1);
  }
  close();
  const ends_s = new Float64Array(space.units.length);
  new SiteClock(space.units.map((u) => u.ready)).land(days_s, ends_s);
  return { routes, absent, ends_s };
}

/** Sorties flown exactly; null where the estimates of far ways were too kind and a limit is broken. */
export function decodeRoutes(net: Network, space: RouteSpace, now: Routes): Decoded | null {
  const days: UnitDay[] = [];
  for (const [u, { ready, limits }] of space.units.entries()) {
    const flights: Flight[] = [];
    for (const route of now.routes) {
      if (route.unit !== u) continue;
      const stops = route.keys.map((key) => net.whole(key >> 1, (key & 1) as 0 | 1)!);
      const flight = flightOf(net, ready.place, stops, limits);
      if (flight === null) return null;
      flights.push(flight);
    }
    if (flights.length > 0) days.push(dayOf(ready, flights));
  }
  return decodedOf(days, net.lanes.length);
}
