import { type ReadyUnit } from '../fleet/fleet.ts';
import { type Network } from './network.ts';
import { NO_WAY, type Ways } from './rough.ts';
import { type SortieLimits, sortieLimits } from './sortie.ts';
import { type Tour } from './decode.ts';

/** Plain numbers of a network, filled when first asked for; what cannot be flown costs a lot. */
export type CostTable = {
  readonly lanes: number;
  readonly lane_s: Float64Array;
  readonly lane_wh: Float64Array;
  readonly length_m: Float64Array;
  readonly least_m: Float64Array;
  readonly photos: Float64Array;
  /** Entry of each whole lane, m in the plane: x and y of key k at 2 k and 2 k + 1. */
  readonly ends: Float64Array;
  readonly rough: Ways;
  readonly site: (ready: ReadyUnit) => SiteCosts;
};

/** Costs between a site and the whole lanes. */
export type SiteCosts = {
  readonly out_s: Float64Array;
  readonly out_wh: Float64Array;
  readonly back_s: Float64Array;
  readonly back_wh: Float64Array;
  /** Energy of the straight way home from the entry and from the exit of each. */
  readonly entry_wh: Float64Array;
  readonly exit_wh: Float64Array;
};

/** Builds the table of a network. */
export function createTable(net: Network): CostTable {
  const n = 2 * net.lanes.length;
  const make = (): Float64Array => new Float64Array(n).fill(NO_WAY);
  const [lane_s, lane_wh, length_m, least_m, photos] = [make(), make(), make(), make(), make()];
  const ends = new Float64Array(2 * n);
  for (let key = 0; key < n; key++) {
    const { a, b } = net.lanes[key >> 1]!;
    const entry = (key & 1) === 0 ? a : b;
    ends.set([entry.x, entry.y], 2 * key);
    const stop = net.whole(key >> 1, (key & 1) as 0 | 1);
    if (stop === null) continue;
    lane_s[key] = stop.cost.t_s;
    lane_wh[key] = stop.cost.e_wh;
    length_m[key] = stop.piece.lane.length_m;
    least_m[key] = Math.max(40, 3 * (stop.piece.lane.block.design.photo_spacing_m ?? 0));
    photos[key] = stop.photos;
  }
  const sites = new Map<string, SiteCosts>();
  return {
    lanes: net.lanes.length,
    lane_s,
    lane_wh,
    length_m,
    least_m,
    photos,
    ends,
    rough: net.rough,
    site: (ready) => {
      const id = ready.place.site.id;
      const known = sites.get(id);
      if (known !== undefined) return known;
      const fresh = siteCosts(net, ready, n);
      sites.set(id, fresh);
      return fresh;
    },
  };
}

function siteCosts(net: Network, ready: ReadyUnit, n: number): SiteCosts {
  const make = (): Float64Array => new Float64Array(n).fill(NO_WAY);
  const c = {
    out_s: make(),
    out_wh: make(),
    back_s: make(),
    back_wh: make(),
    entry_wh: make(),
    exit_wh: make(),
  };
  for (let key = 0; key < n; key++) {
    const stop = net.whole(key >> 1, (key & 1) as 0 | 1);
    if (stop === null) continue;
    const out = net.depart(ready.place, stop);
    const back = net.arrive(stop, ready.place);
    if (out !== null) [c.out_s[key], c.out_wh[key]] = [out.t_s, out.e_wh];
    if (back !== null) [c.back_s[key], c.back_wh[key]] = [back.t_s, back.e_wh];
    c.entry_wh[key] = net.homeNeed_wh(stop, ready.place, 'entry');
    c.exit_wh[key] = net.homeNeed_wh(stop, ready.place, 'exit');
  }
  return c;
}

/** A unit as the quick evaluation sees it. */
export type QuickUnit = {
  readonly ready: ReadyUnit;
  readonly costs: SiteCosts;
  readonly limits: SortieLimits;
  readonly turnaround_s: number;
  readonly sorties: number;
  /** Whether a lane may be cut where the energy ends; where the time ends it always may. */
  readonly cutEnergy: boolean;
};

/** Prepares a unit. */
export function quickUnit(
  table: CostTable,
  ready: ReadyUnit,
  reserve: number,
  cutEnergy: boolean,
): QuickUnit {
  return {
    ready,
    costs: table.site(ready),
    limits: sortieLimits(ready, reserve),
    turnaround_s: ready.place.site.turnaround_s,
    sorties: ready.unit.battery_sets ?? 1e9,
    cutEnergy,
  };
}

/** Where a quick run stands: lane on the tour, share of it done; and what it has cost so far. */
export type QuickMark = { at: number; share: number; flight_s: number; end_s: number };

/**
 * Flies one sortie in numbers: whole lanes, and at the end the share of a lane that fits, its costs taken as even along
 * the lane and those to and from the site as even between its two ends. Returns its time, 0 if nothing fits.
 */
export function quickSortie(t: CostTable, tour: Tour, mark: QuickMark, u: QuickUnit, left_s: number): number {
  const { costs, limits } = u;
  const most_s = Math.min(limits.duration_s, left_s);
  const most_wh = limits.energy_wh;
  let time = 0;
  let wh = 0;
  let photos = 0;
  let last = -1;
  let done = 0;
  while (mark.at < tour.length) {
    const key = tour[mark.at]!;
    const from = mark.share;
    const rest = 1 - from;
    const way_s =
      last < 0 ? costs.out_s[key]! * rest + costs.out_s[key ^ 1]! * from : t.rough.time(last, key);
    const way_wh =
      last < 0 ? costs.out_wh[key]! * rest + costs.out_wh[key ^ 1]! * from : t.rough.energy(last, key);
    const lane_s = t.lane_s[key]! * rest;
    const lane_wh = t.lane_wh[key]! * rest;
    const end_s = time + way_s + lane_s + costs.back_s[key]!;
    const used = wh + way_wh + lane_wh;
    const need = used + Math.max(costs.back_wh[key]!, costs.exit_wh[key]!);
    const fits =
      end_s <= most_s &&
      need <= most_wh &&
      wh + way_wh + costs.entry_wh[key]! <= most_wh &&
      photos + t.photos[key]! * rest <= limits.photos;
    if (fits) {
      time += way_s + lane_s;
      wh = used;
      photos += t.photos[key]! * rest;
      done = end_s;
      last = key;
      mark.at++;
      mark.share = 0;
      continue;
    }
    const share = headShare(t, u, { key, from, time: time + way_s, wh: wh + way_wh, most_s });
    if (share > 0) {
      done = time + way_s + lane_s * (share / rest) + mix(costs.back_s, key, from + share);
      mark.share += share;
    }
    break;
  }
  return done;
}

/** Costs at a point of a lane from those at its two ends; the reversed lane ends where this one begins. */
function mix(values: Float64Array, key: number, at: number): number {
  return values[key ^ 1]! * (1 - at) + values[key]! * at;
}

function headShare(
  t: CostTable,
  u: QuickUnit,
  c: {
    readonly key: number;
    readonly from: number;
    readonly time: number;
    readonly wh: number;
    readonly most_s: number;
  },
): number {
  const { key, from } = c;
  const length = t.length_m[key]!;
  const least = t.least_m[key]! / length;
  const most = 1 - from - least;
  if (most < least) return 0;
  const { costs, limits } = u;
  // Both limits are linear in the share; the way home is even between the lane's ends.
  const share = (start: number, perLane: number, a: number, b: number, limit: number): number => {
    const atStart = start + a + (b - a) * from;
    const slope = perLane + (b - a);
    return slope > 0 ? (limit - atStart) / slope : limit >= atStart ? 1 : 0;
  };
  const byTime = share(c.time, t.lane_s[key]!, costs.back_s[key ^ 1]!, costs.back_s[key]!, c.most_s);
  const back0 = Math.max(costs.back_wh[key ^ 1]!, costs.exit_wh[key ^ 1]!);
  const back1 = Math.max(costs.back_wh[key]!, costs.exit_wh[key]!);
  const byEnergy = share(c.wh, t.lane_wh[key]!, back0, back1, limits.energy_wh);
  if (!u.cutEnergy && byEnergy < byTime && byEnergy < 1 - from) return 0;
  const fit = Math.min(byTime, byEnergy, most);
  return fit >= least ? fit : 0;
}

/** Lets units in order fly a tour, each down by `until_s` and within the window; null if the tour is not finished. */
export function quickFill(
  t: CostTable,
  tour: Tour,
  units: readonly QuickUnit[],
  c: { readonly until_s: number; readonly window_s: number },
): { readonly flight_s: number; readonly work_s: number } | null {
  const mark: QuickMark = { at: 0, share: 0, flight_s: 0, end_s: 0 };
  for (const u of units) {
    const { wait_s } = u.ready;
    const most_s = Math.min(c.until_s - wait_s, c.window_s);
    let now = 0;
    for (let k = 0; k < u.sorties && mark.at < tour.length; k++) {
      const time = quickSortie(t, tour, mark, u, most_s - now);
      if (!(time > 0)) break;
      mark.flight_s += time;
      now += time;
      if (now + wait_s > mark.end_s) mark.end_s = now + wait_s;
      now += u.turnaround_s;
    }
    if (mark.at >= tour.length) break;
  }
  return mark.at >= tour.length ? { flight_s: mark.flight_s, work_s: mark.end_s } : null;
}

/** The least common end for a tour and an order of units, down to `ratio`; infinite if it cannot be finished. */
export function quickMakespan(
  t: CostTable,
  tour: Tour,
  units: readonly QuickUnit[],
  { window_s, ratio }: { readonly window_s: number; readonly ratio: number },
): number {
  const top = quickFill(t, tour, units, { until_s: Infinity, window_s });
  if (top === null) return Infinity;
  let low = 0;
  let high = top.work_s;
  while (high > low * (1 + ratio) + 0.05) {
    const mid = low > 0 && high > 3 * low ? Math.sqrt(low * high) : (low + high) / 2;
    const tried = quickFill(t, tour, units, { until_s: mid, window_s });
    if (tried === null) low = mid;
    else high = Math.min(mid, tried.work_s);
  }
  return high;
}
