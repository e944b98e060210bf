import { type Lane } from '../../src/engines/survey/lanes/lane.ts';
import { type Network, type Stop } from '../../src/engines/survey/search/network.ts';
import { type ReadyUnit } from '../../src/engines/survey/fleet/fleet.ts';
import { type Flight, flightOf, sortieLimits } from '../../src/engines/survey/search/sortie.ts';

/** Lanes in the order in which a baseline flies them: 2 x lane + direction. */
export type Order = (net: Network) => number[];

const byLine = (lanes: readonly Lane[]): Lane[] =>
  [...lanes].sort((a, b) => a.line - b.line || a.index - b.index);

/** Back and forth, line by line, as most planners do. */
export const snake: Order = (net) => byLine(net.lanes).map((l) => 2 * l.index + (l.line % 2));

/** As QGroundControl: the same, but entered at the corner nearest to home by the last of its four entry corners. */
export const qgcLike: Order = (net) => {
  const order = snake(net);
  return order.map((key) => key ^ 1).reverse();
};

/** Always to the nearest end of a lane not yet flown, as the crow flies. */
export const greedy: Order = (net) => {
  const left = new Set(net.lanes.map((l) => l.index));
  const out: number[] = [];
  let here = { x: 0, y: 0 };
  while (left.size > 0) {
    let best = { key: -1, d: Infinity };
    for (const lane of left)
      for (const direction of [0, 1] as const) {
        const l = net.lanes[lane]!;
        const start = direction === 0 ? l.a : l.b;
        const d = Math.hypot(start.x - here.x, start.y - here.y);
        if (d < best.d) best = { key: 2 * lane + direction, d };
      }
    left.delete(best.key >> 1);
    out.push(best.key);
    const l = net.lanes[best.key >> 1]!;
    here = (best.key & 1) === 0 ? l.b : l.a;
  }
  return out;
};

/**
 * Work time of a fixed order: equal numbers of lanes for each unit, one after the other, each unit's share cut into
 * sorties where the battery ends. Infinite where a lane cannot be flown so.
 */
export function workTimeOf(
  net: Network,
  order: readonly number[],
  units: readonly ReadyUnit[],
  reserve: number,
): number {
  const share = Math.ceil(order.length / units.length);
  let worst = 0;
  units.forEach((ready, i) => {
    const own = order.slice(i * share, (i + 1) * share);
    const limits = sortieLimits(ready, reserve);
    let now = 0;
    let from = 0;
    while (from < own.length) {
      let done: Flight | null = null;
      let to = from;
      const stops: Stop[] = [];
      while (to < own.length) {
        const stop = net.whole(own[to]! >> 1, (own[to]! & 1) as 0 | 1);
        const next = stop === null ? null : flightOf(net, ready.place, [...stops, stop], limits);
        if (next === null) break;
        stops.push(stop!);
        done = next;
        to++;
      }
      if (done === null) {
        worst = Infinity;
        return;
      }
      now += done.t_s + (to < own.length ? ready.place.site.turnaround_s : 0);
      from = to;
    }
    worst = Math.max(worst, now);
  });
  return worst;
}
