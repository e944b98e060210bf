import { type ReadyUnit } from '../fleet/fleet.ts';
import { type Decoded, type UnitDay, dayOf, decodedOf } from './decode.ts';
import { type Network, type Stop } from './network.ts';
import { type Flight, flightOf, sortieLimits } from './sortie.ts';

/** More lanes than this are left to the search. */
const MOST_LANES = 11;

/**
 * The least work time over whole lanes, one sortie a unit, all units at one site: for every set of lanes the quickest
 * flight (Held and Karp, 1962, over lanes and directions), then the best partition among the units. Null for more lanes,
 * several sites, or where energy does not let a quickest flight be flown.
 */
export function exactDays(net: Network, units: readonly ReadyUnit[], reserve: number): Decoded | null {
  const n = net.lanes.length;
  const { place } = units[0]!;
  if (n === 0 || n > MOST_LANES || units.some((u) => u.place.site.id !== place.site.id)) return null;
  const stops = Array.from({ length: 2 * n }, (_, key) => net.whole(key >> 1, (key & 1) as 0 | 1));
  const table = flightTable(net, units[0]!, stops);
  const parts = bestPartition(table.time, n, units.length);
  if (parts === null) return null;
  const days: UnitDay[] = [];
  for (const [i, set] of parts.entries()) {
    const ready = units[i]!;
    const keys = table.keysOf(set);
    const flight: Flight | null = flightOf(
      net,
      ready.place,
      keys.map((key) => stops[key]!),
      sortieLimits(ready, reserve),
    );
    if (flight === null) return null;
    days.push(dayOf(ready, [flight]));
  }
  return decodedOf(days, n);
}

type FlightTable = { readonly time: Float64Array; readonly keysOf: (set: number) => number[] };

/** The quickest flight over every set of lanes, as a bit mask. */
function flightTable(net: Network, ready: ReadyUnit, stops: readonly (Stop | null)[]): FlightTable {
  const m = stops.length;
  const full = (1 << (m / 2)) - 1;
  const link = (a: number, b: number): number => net.link(stops[a]!, stops[b]!)?.t_s ?? Infinity;
  const links = stops.map((a, i) => stops.map((b, j) => (a === null || b === null ? Infinity : link(i, j))));
  const lane = stops.map((s) => s?.cost.t_s ?? Infinity);
  const out = stops.map((s) => (s === null ? Infinity : (net.depart(ready.place, s)?.t_s ?? Infinity)));
  const back = stops.map((s) => (s === null ? Infinity : (net.arrive(s, ready.place)?.t_s ?? Infinity)));
  const best = new Float64Array((full + 1) * m).fill(Infinity);
  const from = new Int8Array((full + 1) * m).fill(-1);
  for (let key = 0; key < m; key++) best[(1 << (key >> 1)) * m + key] = out[key]! + lane[key]!;
  const time = new Float64Array(full + 1).fill(Infinity);
  const last = new Int8Array(full + 1).fill(-1);
  time[0] = 0;
  for (let set = 1; set <= full; set++)
    for (let key = 0; key < m; key++) {
      const t = best[set * m + key]!;
      if (t === Infinity) continue;
      if (t + back[key]! < time[set]!) [time[set], last[set]] = [t + back[key]!, key];
      for (let next = 0; next < m; next++) {
        const bit = 1 << (next >> 1);
        if ((set & bit) !== 0) continue;
        const at = (set | bit) * m + next;
        const then = t + links[key]![next]! + lane[next]!;
        if (then < best[at]!) [best[at], from[at]] = [then, key];
      }
    }
  const keysOf = (set: number): number[] => {
    const keys: number[] = [];
    for (let left = set, key = last[set]!; key >= 0;) {
      keys.unshift(key);
      const before = from[left * m + key]!;
      left ^= 1 << (key >> 1);
      key = before;
    }
    return keys;
  };
  return { time, keysOf };
}

/** The partition into at most `parts` sets whose longest is shortest; empty sets are left out. */
function bestPartition(time: Float64Array, n: number, parts: number): number[] | null {
  const full = (1 << n) - 1;
  const layers = [time];
  const choice: Int32Array[] = [];
  for (let u = 1; u < Math.min(parts, n); u++) {
    const before = layers[u - 1]!;
    const next = before.slice();
    const own = new Int32Array(full + 1);
    for (let set = 1; set <= full; set++)
      for (let part = set; part > 0; part = (part - 1) & set) {
        const v = Math.max(time[part]!, before[set ^ part]!);
        if (v < next[set]!) [next[set], own[set]] = [v, part];
      }
    layers.push(next);
    choice.push(own);
  }
  if (layers[layers.length - 1]![full] === Infinity) return null;
  const out: number[] = [];
  let set = full;
  for (let u = layers.length - 1; u >= 1; u--) {
    const part = choice[u - 1]![set]!;
    if (part === 0) continue;
    out.push(part);
    set ^= part;
  }
  if (set !== 0) out.push(set);
  return out;
}
