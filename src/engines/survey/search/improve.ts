import { type Rng } from '#base';
import { type Tour } from './decode.ts';
import { quickFlights } from './flights.ts';
import { type CostTable, type QuickUnit, quickMakespan } from './quick.ts';

/** A tour with the order in which units take it over, and what it is worth (less is better). */
export type TourState = { readonly tour: Tour; readonly units: readonly QuickUnit[]; readonly value: number };

/** What a search minimises. `work`: the common end. `flight`: time in the air, one unit after the other. */
export type Aim = 'work' | 'flight';

/** Value of a tour; `below` is what it has to beat to matter. */
export function valueOf(
  t: CostTable,
  tour: Tour,
  units: readonly QuickUnit[],
  c: { readonly aim: Aim; readonly below: number; readonly window_s: number; readonly low_s: number },
): number {
  if (c.aim === 'flight') return quickFlights(t, tour, units);
  const high = Math.min(c.below, c.window_s);
  return quickMakespan(t, tour, units, { low_s: c.low_s, high_s: high, ratio: 2e-4 });
}

/** How long and under what a search runs. */
export type SearchLimits = {
  readonly aim: Aim;
  readonly iterations: number;
  readonly window_s: number;
  readonly low_s: number;
  readonly shouldStop: () => boolean;
};

/**
 * Searches tours and unit orders by random moves: stretches reversed, moved, swapped, one lane moved or turned, units
 * exchanged. A move is kept if it is not worse than the present by more than a threshold that falls to nothing
 * (threshold accepting, Dueck and Scheuer, 1990). The number of moves is given; the clock only cuts it.
 */
export function searchTours(
  t: CostTable,
  start: TourState,
  rng: Rng,
  limits: SearchLimits,
): { readonly best: TourState; readonly done: number; readonly stopped: boolean } {
  let present = start;
  let best = start;
  for (let k = 0; k < limits.iterations; k++) {
    if (k % 32 === 0 && limits.shouldStop()) return { best, done: k, stopped: true };
    const left = 1 - k / limits.iterations;
    const threshold = present.value * (1 + 0.006 * left * left);
    const swap = rng.next() < 0.08;
    const tour = swap ? present.tour : movedTour(present.tour, rng);
    const units = swap ? swapped(present.units, rng) : present.units;
    const value = valueOf(t, tour, units, {
      aim: limits.aim,
      below: threshold,
      window_s: limits.window_s,
      low_s: limits.low_s,
    });
    if (!(value <= threshold)) continue;
    present = { tour, units, value };
    if (value < best.value - 1e-9) best = present;
  }
  return { best, done: limits.iterations, stopped: false };
}

/** Units exchanged, or the way of ending sorties changed. */
function swapped(list: readonly QuickUnit[], rng: Rng): QuickUnit[] {
  if (list.length === 1 || rng.next() < 0.15) return list.map((u) => ({ ...u, cutEnergy: !u.cutEnergy }));
  const out = [...list];
  const i = rng.int(out.length);
  const j = rng.int(out.length);
  [out[i], out[j]] = [out[j]!, out[i]!];
  return out;
}

/** A changed copy of a tour. Short moves are likelier: good tours are made of good turns. */
function movedTour(tour: Tour, rng: Rng): Tour {
  const n = tour.length;
  const out = tour.slice();
  if (n === 1) {
    out[0]! ^= 1;
    return out;
  }
  const kind = rng.int(10);
  const length = 1 + rng.int(rng.next() < 0.7 ? Math.min(4, n) : n);
  const i = rng.int(n - length + 1);
  if (kind < 4) {
    reverse(out, i, i + length);
    return out;
  }
  if (kind < 8) {
    const part = Array.from(out.subarray(i, i + length));
    const rest = [...Array.from(out.subarray(0, i)), ...Array.from(out.subarray(i + length))];
    const near = rng.next() < 0.6;
    const at = near ? Math.min(rest.length, Math.max(0, i + rng.int(13) - 6)) : rng.int(rest.length + 1);
    const put = rng.next() < 0.5 ? part : part.map((x) => x ^ 1).reverse();
    return Int32Array.from([...rest.slice(0, at), ...put, ...rest.slice(at)]);
  }
  if (kind === 8) {
    // The tour begun elsewhere.
    const at = rng.int(n);
    return Int32Array.from([...Array.from(out.subarray(at)), ...Array.from(out.subarray(0, at))]);
  }
  const j = rng.int(n);
  [out[i], out[j]] = [out[j]!, out[i]!];
  return out;
}

function reverse(tour: Tour, from: number, to: number): void {
  for (let a = from, b = to - 1; a <= b; a++, b--) {
    const x = tour[a]!;
    tour[a] = tour[b]! ^ 1;
    if (a !== b) tour[b] = x ^ 1;
  }
}
