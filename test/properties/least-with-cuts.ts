import { type Piece, frameGap_m } from '../../src/engines/survey/lanes/lane.ts';
import { type SitePlace } from '../../src/engines/survey/motion/site-legs.ts';
import { type Network, type Stop } from '../../src/engines/survey/search/network.ts';

/** A lane or a part of one, flown in a direction; `first` (`last`): it must be, as its beginning (its end) lies inside. */
type Item = { readonly stop: Stop | null; readonly first: boolean; readonly last: boolean };

/**
 * The least work time of two units, one sortie each, over whole lanes or, with `cuts`, one lane cut in two at a frame: every cut,
 * every partition, every order and direction (Held and Karp, 1962). Energy is not looked at, so instances must be small
 * enough not to be bound by it. Units of one site launch and land a spacing apart.
 */
export function leastWithCuts(
  net: Network,
  places: readonly [SitePlace, SitePlace],
  spacing_s: number,
  cuts: boolean,
): number {
  let best = leastOver(net, itemsOf(net, null), places, spacing_s);
  if (!cuts) return best;
  for (const lane of net.lanes) {
    const whole: Piece = { lane, from_m: 0, to_m: lane.length_m };
    const gap = frameGap_m(whole) ?? lane.length_m;
    const least = Math.max(40, 3 * (lane.block.design.photo_spacing_m ?? 0));
    for (let at = gap * Math.ceil(least / gap); at <= lane.length_m - least; at += gap)
      best = Math.min(best, leastOver(net, itemsOf(net, { lane: lane.index, at }), places, spacing_s));
  }
  return best;
}

/** Two directions of each lane or part, one after the other. */
function itemsOf(net: Network, cut: { readonly lane: number; readonly at: number } | null): Item[] {
  return net.lanes.flatMap((lane, l): Item[] => {
    if (l !== cut?.lane)
      return ([0, 1] as const).map((d) => ({ stop: net.whole(l, d), first: false, last: false }));
    const parts = [
      { from: 0, to: cut.at },
      { from: lane.length_m, to: cut.at },
    ];
    return parts.flatMap(({ from, to }) => [
      { stop: net.part({ lane, from_m: from, to_m: to }), first: false, last: true },
      { stop: net.part({ lane, from_m: to, to_m: from }), first: true, last: false },
    ]);
  });
}

function leastOver(
  net: Network,
  items: readonly Item[],
  places: readonly [SitePlace, SitePlace],
  spacing_s: number,
): number {
  const m = items.length;
  const full = (1 << (m / 2)) - 1;
  const link = items.map((a, i) =>
    items.map((b, j) => {
      if (a.stop === null || b.stop === null || a.last || b.first || i >> 1 === j >> 1) return Infinity;
      return (net.link(a.stop, b.stop)?.t_s ?? Infinity) + b.stop.cost.t_s;
    }),
  );
  const [one, two] = places.map((place) => flights(net, items, link, place));
  const same = places[0].site.id === places[1].site.id;
  let best = Infinity;
  for (let set = 0; set <= full; set++) {
    const [a, b] = [one![set]!, two![full ^ set]!];
    const both = set !== 0 && set !== full;
    best = Math.min(best, same && both ? spacedEnd_s(a, b, spacing_s) : Math.max(a, b));
  }
  return best;
}

/** The quickest flight from a site over every set of lanes and parts. */
function flights(
  net: Network,
  items: readonly Item[],
  link: readonly (readonly number[])[],
  place: SitePlace,
): Float64Array {
  const m = items.length;
  const sets = 1 << (m / 2);
  const at = new Float64Array(sets * m).fill(Infinity);
  const out = new Float64Array(sets).fill(Infinity);
  out[0] = 0;
  items.forEach(({ stop }, i) => {
    if (stop === null) return;
    at[(1 << (i >> 1)) * m + i] = (net.depart(place, stop)?.t_s ?? Infinity) + stop.cost.t_s;
  });
  const back = items.map(({ stop }) =>
    stop === null ? Infinity : (net.arrive(stop, place)?.t_s ?? Infinity),
  );
  for (let set = 1; set < sets; set++)
    for (let i = 0; i < m; i++) {
      const t = at[set * m + i]!;
      if (t === Infinity) continue;
      out[set] = Math.min(out[set]!, t + back[i]!);
      for (let j = 0; j < m; j++) {
        const bit = 1 << (j >> 1);
        if ((set & bit) !== 0) continue;
        const next = (set | bit) * m + j;
        at[next] = Math.min(at[next]!, t + link[i]![j]!);
      }
    }
  return out;
}

/** The earliest end of two flights of one site whose launches and landings are a spacing apart. */
function spacedEnd_s(a_s: number, b_s: number, spacing_s: number): number {
  let best = Infinity;
  for (const [x, y] of [
    [a_s, b_s],
    [b_s, a_s],
  ] as const)
    for (const start of [spacing_s, x - y - spacing_s, x - y + spacing_s, x + spacing_s]) {
      const events = [start, start + y].every((e) =>
        [0, x].every((f) => Math.abs(e - f) >= spacing_s - 1e-9),
      );
      if (start >= 0 && events) best = Math.min(best, Math.max(x, start + y));
    }
  return best;
}
