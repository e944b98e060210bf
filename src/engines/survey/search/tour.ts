import { type Network, type Stop } from './network.ts';
import { NO_WAY } from './rough.ts';
import { type Tour } from './decode.ts';
import { dist } from '../plane/vec.ts';

/** Seconds from one whole lane to the next, both given as 2 x lane + direction. */
const linkTime = (net: Network, from: number, to: number): number => net.rough.time(from, to);

/** The stop of a key. */
export const stopOf = (net: Network, key: number): Stop | null => net.whole(key >> 1, (key & 1) as 0 | 1);

/** Seconds of flying a tour: lanes and turns between them. */
export function tourTime(net: Network, tour: Tour): number {
  let sum = 0;
  for (let i = 0; i < tour.length; i++) {
    sum += stopOf(net, tour[i]!)?.cost.t_s ?? NO_WAY;
    if (i > 0) sum += linkTime(net, tour[i - 1]!, tour[i]!);
  }
  return sum;
}

/** Lanes back and forth in the order of their lines, jumping `skip` lines ahead and `skip - 1` back (racetracks). */
export function snakeTour(net: Network, lanes: readonly number[], skip: number): number[] {
  const sorted = [...lanes].sort((a, b) => net.lanes[a]!.line - net.lanes[b]!.line || a - b);
  const lines = [...new Set(sorted.map((l) => net.lanes[l]!.line))];
  const order: number[] = [];
  for (let base = 0; base < lines.length; base += 2 * skip) {
    const group = lines.slice(base, base + 2 * skip);
    const half = Math.min(skip, Math.ceil(group.length / 2));
    for (let i = 0; i < half; i++) {
      order.push(group[i]!);
      if (group[i + half] !== undefined) order.push(group[i + half]!);
    }
  }
  const out: number[] = [];
  order.forEach((line, k) => {
    const forward = k % 2 === 0;
    const own = sorted.filter((l) => net.lanes[l]!.line === line);
    for (const lane of forward ? own : own.reverse()) out.push(flyable(net, lane, forward ? 0 : 1));
  });
  return out;
}

/** The wanted direction, or the other where only that can be flown. */
function flyable(net: Network, lane: number, direction: 0 | 1): number {
  if (net.whole(lane, direction) !== null) return 2 * lane + direction;
  return 2 * lane + (1 - direction);
}

/**
 * A tour with each lane that cannot be flown in its direction turned round where the other can. `usable` tells it of
 * 2 x lane + direction; what neither way can be flown stays as it is.
 */
export function turnedRound(tour: Tour, usable: (key: number) => boolean): Tour {
  return tour.map((key) => (!usable(key) && usable(key ^ 1) ? key ^ 1 : key));
}

/** Always on to the lane whose turn is quickest, among the few whose ends lie nearest. */
export function nearestTour(net: Network, lanes: readonly number[], first: number): number[] {
  const left = new Set(lanes);
  left.delete(first >> 1);
  const out = [first];
  let at = stopOf(net, first);
  while (left.size > 0) {
    const here = at?.ends.exit.p ?? net.lanes[out[out.length - 1]! >> 1]!.b;
    const near: { key: number; d: number }[] = [];
    for (const lane of left)
      for (const direction of [0, 1] as const) {
        const stop = net.whole(lane, direction);
        if (stop !== null) near.push({ key: stop.key, d: dist(here, stop.ends.entry.p) });
      }
    if (near.length === 0) {
      out.push(...[...left].map((l) => 2 * l));
      break;
    }
    near.sort((a, b) => a.d - b.d || a.key - b.key);
    let best = near[0]!.key;
    let time = Infinity;
    for (const { key } of near.slice(0, 6)) {
      const t = linkTime(net, out[out.length - 1]!, key);
      if (t < time) {
        time = t;
        best = key;
      }
    }
    out.push(best);
    left.delete(best >> 1);
    at = stopOf(net, best);
  }
  return out;
}

/** How many lanes ahead and behind on the tour are looked at for each move. */
const REACH = 24;

/**
 * Local search on a tour: a lane or two moved elsewhere either way round, and stretches reversed, first improvement
 * until nothing helps or `budget` trials are spent. Link times are asymmetric (wind, walls), so a reversed stretch is
 * priced anew.
 */
export function improveTour(net: Network, start: readonly number[], budget: number): number[] {
  let tour = [...start];
  let spent = 0;
  let improved = true;
  const link = (a: number | undefined, b: number | undefined): number =>
    a === undefined || b === undefined ? 0 : linkTime(net, a, b);
  const pathCost = (
    keys: readonly number[],
    before: number | undefined,
    after: number | undefined,
  ): number => {
    let sum = link(before, keys[0]) + link(keys[keys.length - 1], after);
    for (let i = 1; i < keys.length; i++) sum += linkTime(net, keys[i - 1]!, keys[i]!);
    return sum;
  };
  const lane_s = (keys: readonly number[]): number =>
    keys.reduce((s, k) => s + (stopOf(net, k)?.cost.t_s ?? NO_WAY), 0);
  while (improved && spent < budget) {
    improved = false;
    for (let i = 0; i < tour.length && spent < budget; i++) {
      for (let j = i + 1; j <= Math.min(tour.length, i + REACH) && spent < budget; j++) {
        spent++;
        const part = tour.slice(i, j);
        const flipped = part.map((k) => k ^ 1).reverse();
        const [before, after] = [tour[i - 1], tour[j]];
        const gain =
          pathCost(part, before, after) + lane_s(part) - pathCost(flipped, before, after) - lane_s(flipped);
        if (gain > 1e-6) {
          tour.splice(i, part.length, ...flipped);
          improved = true;
        }
      }
      const moved = moveLane(net, tour, i, link);
      spent += REACH;
      if (moved !== null) {
        tour = moved;
        improved = true;
      }
    }
  }
  return tour;
}

/** The best move of one lane (or two) from place `i` to elsewhere within reach; null if none helps. */
function moveLane(
  net: Network,
  tour: readonly number[],
  i: number,
  link: (a: number | undefined, b: number | undefined) => number,
): number[] | null {
  for (const length of [1, 2, 3]) {
    if (i + length > tour.length) break;
    const part = tour.slice(i, i + length);
    const rest = [...tour.slice(0, i), ...tour.slice(i + length)];
    const off =
      link(tour[i - 1], part[0]) +
      link(part[length - 1], tour[i + length]) -
      link(tour[i - 1], tour[i + length]);
    if (!(off > 1e-6)) continue;
    const flipped = part.map((k) => k ^ 1).reverse();
    let best = 1e-6;
    let at = -1;
    let put = part;
    for (let k = Math.max(0, i - REACH); k <= Math.min(rest.length, i + REACH); k++) {
      if (k === i) continue;
      for (const way of [part, flipped]) {
        const on = link(rest[k - 1], way[0]) + link(way[length - 1], rest[k]) - link(rest[k - 1], rest[k]);
        const inner = way === part ? 0 : innerCost(net, flipped) - innerCost(net, part);
        const gain = off - on - inner;
        if (gain > best) {
          best = gain;
          at = k;
          put = way;
        }
      }
    }
    if (at >= 0) return [...rest.slice(0, at), ...put, ...rest.slice(at)];
  }
  return null;
}

function innerCost(net: Network, keys: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < keys.length; i++) {
    sum += stopOf(net, keys[i]!)?.cost.t_s ?? NO_WAY;
    if (i > 0) sum += linkTime(net, keys[i - 1]!, keys[i]!);
  }
  return sum;
}

/** Starting tours of a block: racetracks of every useful width, and nearest turns from the corners; best first. */
export function startTours(
  net: Network,
  lanes: readonly number[],
): { readonly tour: number[]; readonly t: number }[] {
  const starts: number[][] = [];
  const most = net.mover.rules.winged ? 8 : 2;
  for (let skip = 1; skip <= most; skip++) if (skip <= lanes.length) starts.push(snakeTour(net, lanes, skip));
  const sorted = [...lanes].sort((a, b) => net.lanes[a]!.line - net.lanes[b]!.line || a - b);
  for (const lane of [sorted[0]!, sorted[sorted.length - 1]!])
    for (const direction of [0, 1] as const)
      if (net.whole(lane, direction) !== null) starts.push(nearestTour(net, lanes, 2 * lane + direction));
  const timed = starts.map((tour) => ({ tour, t: tourTime(net, Int32Array.from(tour)) }));
  return timed.sort((a, b) => a.t - b.t);
}

/** Seconds of the best starting tour: a quick measure of a direction. */
export function roughTourTime(net: Network, lanes: readonly number[]): number {
  return lanes.length === 0 ? 0 : startTours(net, lanes)[0]!.t;
}
