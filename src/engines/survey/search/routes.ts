import { type Decoded, type Tour, type UnitDay } from './decode.ts';
import { dayOf } from './even-out.ts';
import { type Network } from './network.ts';
import { type Flight, flightOf } from './sortie.ts';
import { type CostTable, type QuickUnit } from './quick.ts';

/** What a search minimises. `work`: the common end. `flight`: time in the air, one unit after the other. */
export type Aim = 'work' | 'flight';

/** One sortie of whole lanes: keys (2 x lane + direction) in order, with what it costs a unit. Never changed once made. */
export type Route = {
  readonly unit: number;
  readonly keys: readonly number[];
  readonly t_s: number;
  readonly wh: number;
  readonly photos: number;
  /** Energy that an insertion before the stop of the same place may add; one more entry for the end. */
  readonly room_wh: Float64Array;
};

/** Sorties of all units and the lanes that none of them flies. */
export type Routes = {
  readonly routes: readonly Route[];
  readonly absent: readonly number[];
  /** When each unit's day ends, battery changes counted. */
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

/** A sortie of a unit over the keys; null where it breaks the unit's limits. */
export function routeOf(space: RouteSpace, unit: number, keys: readonly number[]): Route | null {
  const { table: t, units } = space;
  const { costs, limits } = units[unit]!;
  const n = keys.length;
  const room_wh = new Float64Array(n + 1);
  let time = costs.out_s[keys[0]!]!;
  let wh = costs.out_wh[keys[0]!]!;
  let photos = 0;
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    if (i > 0) {
      time += t.link(keys[i - 1]!, key);
      wh += t.linkWh(keys[i - 1]!, key);
    }
    const entry = wh + costs.entry_wh[key]!;
    time += t.lane_s[key]!;
    wh += t.lane_wh[key]!;
    photos += t.photos[key]!;
    const exit = wh + costs.exit_wh[key]!;
    room_wh[i] = limits.energy_wh - (entry > exit ? entry : exit);
  }
  const last = keys[n - 1]!;
  time += costs.back_s[last]!;
  wh += costs.back_wh[last]!;
  room_wh[n] = limits.energy_wh - wh;
  for (let i = n - 1; i >= 0; i--) if (room_wh[i + 1]! < room_wh[i]!) room_wh[i] = room_wh[i + 1]!;
  if (room_wh[0]! < 0 || time > limits.duration_s || photos > limits.photos) return null;
  return { unit, keys, t_s: time, wh, photos, room_wh };
}

/** Ends of the units' days. */
export function endsOf(space: RouteSpace, routes: readonly Route[]): Float64Array {
  const ends = new Float64Array(space.units.length);
  const flown = new Uint8Array(space.units.length);
  for (const r of routes) {
    if (flown[r.unit] === 1) ends[r.unit]! += space.units[r.unit]!.turnaround_s;
    flown[r.unit] = 1;
    ends[r.unit]! += r.t_s;
  }
  return ends;
}

/** Sorties a unit flies. */
export const sortiesOf = (routes: readonly Route[], unit: number): number =>
  routes.reduce((sum, r) => sum + (r.unit === unit ? 1 : 0), 0);

/** A place for a lane: which sortie (or a new one of `unit`), before which stop, in which direction, and what it adds. */
export type Insertion = {
  readonly route: number;
  readonly unit: number;
  readonly at: number;
  readonly key: number;
  readonly add_s: number;
};

/** How insertions are chosen: beyond `target_s` a unit's end weighs more; some places are passed over by chance. */
export type InsertRule = {
  readonly target_s: number;
  readonly weight: number;
  readonly blink: () => boolean;
  /** Sorties to look at besides new ones; all where absent. */
  readonly routes?: ReadonlySet<number>;
};

/** The cheapest place for a lane, an own sortie included; null where none is within the limits. */
export function bestInsertion(
  space: RouteSpace,
  now: { readonly routes: readonly Route[]; readonly ends_s: Float64Array },
  lane: number,
  rule: InsertRule,
): Insertion | null {
  let best: Insertion | null = null;
  let least = Infinity;
  for (let r = 0; r < now.routes.length; r++) {
    const route = now.routes[r]!;
    if (rule.routes !== undefined && !rule.routes.has(r)) continue;
    const own = cheapestIn(space, route, lane, rule.blink);
    if (own === null) continue;
    const late = now.ends_s[route.unit]! + own.add_s;
    if (late > space.window_s) continue;
    const cost = own.add_s + rule.weight * Math.max(0, late - rule.target_s);
    if (cost < least) {
      least = cost;
      best = { route: r, unit: route.unit, ...own };
    }
  }
  for (let u = 0; u < space.units.length; u++) {
    const sorties = sortiesOf(now.routes, u);
    if (sorties >= space.units[u]!.sorties) continue;
    const { costs, turnaround_s } = space.units[u]!;
    for (const key of [2 * lane, 2 * lane + 1]) {
      const t_s = costs.out_s[key]! + space.table.lane_s[key]! + costs.back_s[key]!;
      const add_s = t_s + (sorties > 0 ? turnaround_s : 0);
      const late = now.ends_s[u]! + add_s;
      const cost = add_s + rule.weight * Math.max(0, late - rule.target_s);
      if (!(cost < least) || late > space.window_s || routeOf(space, u, [key]) === null) continue;
      least = cost;
      best = { route: -1, unit: u, at: 0, key, add_s };
    }
  }
  return best;
}

/** The cheapest place for a lane in one sortie. */
function cheapestIn(
  space: RouteSpace,
  route: Route,
  lane: number,
  blink: () => boolean,
): { readonly at: number; readonly key: number; readonly add_s: number } | null {
  const { table: t } = space;
  const { costs, limits } = space.units[route.unit]!;
  const { keys, room_wh } = route;
  const n = keys.length;
  if (route.photos + t.photos[2 * lane]! > limits.photos) return null;
  let [at, found, add_s] = [-1, 0, Math.min(1e6, limits.duration_s - route.t_s)];
  for (let i = 0; i <= n; i++) {
    const before = i > 0 ? keys[i - 1]! : -1;
    const after = i < n ? keys[i]! : -1;
    const gap_s =
      before < 0 ? costs.out_s[after]! : after < 0 ? costs.back_s[before]! : t.link(before, after);
    for (let key = 2 * lane; key <= 2 * lane + 1; key++) {
      const in_s = before < 0 ? costs.out_s[key]! : t.link(before, key);
      const out_s = after < 0 ? costs.back_s[key]! : t.link(key, after);
      const more_s = in_s + t.lane_s[key]! + out_s - gap_s;
      if (!(more_s < add_s) || blink()) continue;
      const in_wh = before < 0 ? costs.out_wh[key]! : t.linkWh(before, key);
      const out_wh = after < 0 ? costs.back_wh[key]! : t.linkWh(key, after);
      const gap_wh =
        before < 0 ? costs.out_wh[after]! : after < 0 ? costs.back_wh[before]! : t.linkWh(before, after);
      if (in_wh + t.lane_wh[key]! + out_wh - gap_wh > room_wh[i]! + 1e-9) continue;
      [at, found, add_s] = [i, key, more_s];
    }
  }
  return at < 0 ? null : { at, key: found, add_s };
}

/** Sorties with a lane put in; null where the new stop itself breaks a limit (its own way home). */
export function inserted(space: RouteSpace, now: Routes, put: Insertion): Routes | null {
  const routes = [...now.routes];
  const old = put.route < 0 ? null : routes[put.route]!;
  const keys = old === null ? [put.key] : [...old.keys.slice(0, put.at), put.key, ...old.keys.slice(put.at)];
  const made = routeOf(space, put.unit, keys);
  if (made === null) return null;
  if (put.route < 0) routes.push(made);
  else routes[put.route] = made;
  return { routes, absent: now.absent, ends_s: endsOf(space, routes) };
}

/** A tour cut into sorties of whole lanes, unit by unit, each day no longer than `until_s`; what does not fit is absent. */
export function routesOfTour(space: RouteSpace, tour: Tour, until_s: number): Routes {
  const routes: Route[] = [];
  const absent: number[] = [];
  let unit = 0;
  let day_s = 0;
  let sorties = 0;
  let open: Route | null = null;
  const close = (): void => {
    if (open === null) return;
    routes.push(open);
    day_s += open.t_s + space.units[unit]!.turnaround_s;
    sorties++;
    open = null;
  };
  const take = (key: number): boolean => {
    const keys: number[] = open === null ? [key] : [...(open as Route).keys, key];
    const next = routeOf(space, unit, keys);
    if (next === null || day_s + next.t_s > until_s || sorties >= space.units[unit]!.sorties) return false;
    open = next;
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
  return { routes, absent, ends_s: endsOf(space, routes) };
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
  return {
    days,
    rest: net.lanes.length,
    work_s: Math.max(0, ...days.map((d) => d.end_s)),
    flight_s: days.reduce((sum, d) => sum + d.flights.reduce((s, f) => s + f.t_s, 0), 0),
  };
}

/** Sorties with all their ways exact; what breaks a limit then is taken out lane by lane from its end. */
export function refined(space: RouteSpace, now: Routes): Routes {
  const absent = [...now.absent];
  let changed = false;
  const routes = now.routes.flatMap((route): Route[] => {
    let off = false;
    for (let i = 1; i < route.keys.length; i++)
      if (space.table.refine(route.keys[i - 1]!, route.keys[i]!)) off = true;
    if (!off) return [route];
    changed = true;
    for (let n = route.keys.length; n > 0; n--) {
      const made = routeOf(space, route.unit, route.keys.slice(0, n));
      if (made !== null) return [made];
      absent.push(route.keys[n - 1]! >> 1);
    }
    return [];
  });
  return changed ? { routes, absent, ends_s: endsOf(space, routes) } : now;
}
