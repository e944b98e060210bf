import { type Network } from '../../src/engines/survey/search/network.ts';
import { type ReadyUnit } from '../../src/engines/survey/fleet/fleet.ts';
import { sortieLimits } from '../../src/engines/survey/search/sortie.ts';

/**
 * The proven least work time for whole lanes, one sortie a unit: for every set of lanes the quickest flight over it
 * (Held and Karp over lane directions), then the best partition into as many sets as there are units, all at one site.
 * Energy is checked on the quickest flight only, so instances must be small enough not to be bound by it; null otherwise.
 */
export function exhaustiveWorkTime(
  net: Network,
  units: readonly ReadyUnit[],
  reserve: number,
): number | null {
  const n = net.lanes.length;
  const full = (1 << n) - 1;
  const place = units[0]!.place;
  const stops = Array.from({ length: 2 * n }, (_, k) => net.whole(k >> 1, (k & 1) as 0 | 1)!);
  if (stops.some((s) => s === null)) return null;
  const link = stops.map((a) => stops.map((b) => net.link(a, b)?.t_s ?? Infinity));
  const best = new Float64Array((full + 1) * 2 * n).fill(Infinity);
  const flight = new Float64Array(full + 1).fill(Infinity);
  flight[0] = 0;
  stops.forEach(
    (s, k) => (best[(1 << (k >> 1)) * 2 * n + k] = (net.depart(place, s)?.t_s ?? Infinity) + s.cost.t_s),
  );
  const back = stops.map((s) => net.arrive(s, place)?.t_s ?? Infinity);
  for (let set = 1; set <= full; set++) {
    for (let k = 0; k < 2 * n; k++) {
      const t = best[set * 2 * n + k]!;
      if (t === Infinity) continue;
      flight[set] = Math.min(flight[set]!, t + back[k]!);
      for (let m = 0; m < 2 * n; m++) {
        const bit = 1 << (m >> 1);
        if ((set & bit) !== 0) continue;
        const next = (set | bit) * 2 * n + m;
        const time = t + link[k]![m]! + stops[m]!.cost.t_s;
        if (time < best[next]!) best[next] = time;
      }
    }
  }
  const limit = sortieLimits(units[0]!, reserve);
  const power = units[0]!.craft.cruise_power_w;
  if ((flight[full]! * power) / 3600 > 0.95 * limit.energy_wh * units.length) return null;
  let layer = flight.slice();
  for (let u = 1; u < units.length; u++) {
    const next = layer.slice();
    for (let set = 1; set <= full; set++)
      for (let part = set; part > 0; part = (part - 1) & set) {
        const v = Math.max(flight[part]!, layer[set ^ part]!);
        if (v < next[set]!) next[set] = v;
      }
    layer = next;
  }
  return layer[full]!;
}
