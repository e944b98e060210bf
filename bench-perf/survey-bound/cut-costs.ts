import { type Cost } from '../../src/engines/survey/motion/mover.ts';
import { frameGap_m, wholeLane } from '../../src/engines/survey/lanes/lane.ts';
import { type Costs, leastCut_m } from './costs.ts';

/**
 * Parts of one lane cut on neighbouring frames, at one site: what the shortest of them costs with its way from or to the
 * site. Nothing of the group costs less.
 */
export type CutPart = {
  /** Group of neighbouring frames, counted from the lane's end a. */
  readonly cut: number;
  readonly t_s: number;
  readonly e_wh: number;
};

/** Cuts of all lanes at one site; by key, in the direction of flight. */
export type SiteCuts = {
  /** Home from inside a lane that was entered at its beginning: the part flown and the way home. */
  readonly heads: readonly (readonly CutPart[])[];
  /** A launch into the inside of a lane: the way there and the part to its end. */
  readonly tails: readonly (readonly CutPart[])[];
};

/** Neighbouring frames: shares of the lane from its end a to the first and to the last of them. */
export type CutGroup = { readonly first: number; readonly last: number };

/** Where lanes may be cut, and what cuts cost. */
export type Cuts = {
  /** By lane: groups of neighbouring frames at which it may be cut. */
  readonly groups: readonly (readonly CutGroup[])[];
  readonly sites: readonly SiteCuts[];
};

/**
 * Cuts at every frame that leaves parts long enough, priced as the planner prices them, in groups of neighbours. Null
 * where a lane has no frames: it may be cut anywhere.
 */
export function cutsOf(costs: Costs, groups_per_lane: number): Cuts | null {
  const { net, sites } = costs;
  const places = net.lanes.map((lane) => {
    const gap_m = frameGap_m(wholeLane(lane, 0));
    return gap_m === null ? null : placesOf(lane.length_m, gap_m, leastCut_m(lane));
  });
  if (places.includes(null)) return null;
  const size = (lane: number): number => Math.max(1, Math.ceil(places[lane]!.length / groups_per_lane));
  const groups = net.lanes.map((lane, l) => {
    const own = places[l]!;
    const count = Math.ceil(own.length / size(l));
    return Array.from({ length: count }, (_, i) => ({
      first: own[i * size(l)]! / lane.length_m,
      last: own[Math.min(own.length, (i + 1) * size(l)) - 1]! / lane.length_m,
    }));
  });
  const priced = costs.stops.map((stop, key) =>
    stop === null ? null : cutsOfKey(costs, key, places[key >> 1]!, size(key >> 1)),
  );
  return {
    groups,
    sites: sites.map((_, s) => ({
      heads: priced.map((p) => p?.[s]!.heads ?? []),
      tails: priced.map((p) => p?.[s]!.tails ?? []),
    })),
  };
}

/** Heads and tails of a lane in a direction, by site; `size`: places in a group. */
function cutsOfKey(
  costs: Costs,
  key: number,
  places: readonly number[],
  size: number,
): { readonly heads: CutPart[]; readonly tails: CutPart[] }[] {
  const { net, sites, even } = costs;
  const whole = wholeLane(net.lanes[key >> 1]!, (key & 1) as 0 | 1);
  const out = sites.map(() => ({ heads: [] as CutPart[], tails: [] as CutPart[] }));
  places.forEach((middle, i) => {
    const cut = Math.floor(i / size);
    const head = net.part({ ...whole, to_m: middle });
    const tail = net.part({ ...whole, from_m: middle });
    sites.forEach(({ place }, s) => {
      const back = head === null ? null : net.arrive(head, place);
      if (back !== null) {
        const { entry, exit } = head!.ends;
        put(out[s]!.heads, cut, even(entry.p, exit.p, head!.cost), even(exit.p, place.p, back));
      }
      const way = tail === null ? null : net.depart(place, tail);
      if (way !== null) {
        const { entry, exit } = tail!.ends;
        put(out[s]!.tails, cut, even(entry.p, exit.p, tail!.cost), even(place.p, entry.p, way));
      }
    });
  });
  return out;
}

/** Frames at which a lane may be cut, distances from its end a. */
function placesOf(length_m: number, gap_m: number, least_m: number): number[] {
  const out: number[] = [];
  for (let i = Math.ceil(least_m / gap_m - 1e-6); i * gap_m <= length_m - least_m + 1e-6; i++)
    out.push(i * gap_m);
  return out;
}

/** Adds a part to its group, the last one or a new one. */
function put(list: CutPart[], cut: number, a: Cost, b: Cost): void {
  const t_s = a.t_s + b.t_s;
  const e_wh = a.e_wh + b.e_wh;
  const last = list[list.length - 1];
  if (last?.cut !== cut) list.push({ cut, t_s, e_wh });
  else list[list.length - 1] = { cut, t_s: Math.min(last.t_s, t_s), e_wh: Math.min(last.e_wh, e_wh) };
}
