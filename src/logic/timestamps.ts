import type { Bound } from './formula.ts';
import type { IndexWindows, TimestampWindows } from './sampled-types.ts';
import { type TickGrid, positionOf } from './ticks.ts';

/**
 * Windows by timestamp over samples at `positions`. With `open` end, a window that reaches past the last
 * sample also holds one unknown sample behind it (its index is the number of samples).
 */
export function timestampWindows(grid: TickGrid, positions: Float64Array, open: boolean): TimestampWindows {
  const made = new Map<string, IndexWindows>();
  const once = (bound: Bound, direction: string, build: () => IndexWindows): IndexWindows => {
    const key = `${direction} ${bound.from} ${bound.to}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const windows = build();
    made.set(key, windows);
    return windows;
  };
  const shift = (sec: number): number => (sec === Infinity ? Infinity : positionOf(grid, sec));
  return {
    ahead: (bound) => once(bound, 'ahead', () => ahead(positions, shift(bound.from), shift(bound.to), open)),
    behind: (bound) => once(bound, 'behind', () => behind(positions, shift(bound.from), shift(bound.to))),
  };
}

function ahead(positions: Float64Array, from: number, to: number, open: boolean): IndexWindows {
  const n = positions.length;
  const first = new Int32Array(n);
  const last = new Int32Array(n);
  const end = positions[n - 1]!;
  let f = 0;
  let l = -1;
  for (let i = 0; i < n; i++) {
    const now = positions[i]!;
    while (f < n && positions[f]! < now + from) f++;
    while (l + 1 < n && positions[l + 1]! <= now + to) l++;
    first[i] = f;
    last[i] = open && now + to > end ? n : l;
  }
  return { first, last, count: n };
}

function behind(positions: Float64Array, from: number, to: number): IndexWindows {
  const n = positions.length;
  const first = new Int32Array(n);
  const last = new Int32Array(n);
  let f = 0;
  let l = -1;
  for (let i = 0; i < n; i++) {
    const now = positions[i]!;
    while (f < n && positions[f]! < now - to) f++;
    while (l + 1 < n && positions[l + 1]! <= now - from) l++;
    first[i] = f;
    last[i] = l;
  }
  return { first, last, count: n };
}
