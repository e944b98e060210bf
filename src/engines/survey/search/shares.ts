import { type Pt } from '../plane/projection.ts';
import { type Region, areaOf, intersection } from '../plane/region.ts';

/** Least share of a task worth giving to a second class. */
export const LEAST_SHARE = 0.04;

/** Shares made whole: those too small are dropped and the rest scaled up. */
export function tidyShares(shares: readonly number[]): number[] {
  const kept = shares.map((s) => (s < LEAST_SHARE ? 0 : s));
  const sum = kept.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) {
    const most = shares.indexOf(Math.max(...shares));
    return shares.map((_, i) => (i === most ? 1 : 0));
  }
  return kept.map((s) => s / sum);
}

/**
 * Cuts a region across the direction `v` into parts of the given shares of its area, in order along `v`. A share of 0
 * gives an empty part.
 */
export function cutRegion(region: Region, v: Pt, shares: readonly number[]): Region[] {
  const total = areaOf(region);
  const ats = region.flat().map((p) => p.x * v.x + p.y * v.y);
  const [low, high] = [Math.min(...ats) - 1, Math.max(...ats) + 1];
  const wide = Math.max(...region.flat().map((p) => Math.abs(p.x * v.y - p.y * v.x))) + 10;
  const between = (a: number, b: number): Region => {
    const at = (s: number, o: number): Pt => ({ x: v.x * s - v.y * o, y: v.y * s + v.x * o });
    return intersection(region, [[at(a, -wide), at(b, -wide), at(b, wide), at(a, wide)]]);
  };
  const parts: Region[] = [];
  let from = low;
  let sum = 0;
  shares.forEach((share, i) => {
    sum += share;
    if (share === 0) {
      parts.push([]);
      return;
    }
    const rest = shares.slice(i + 1).every((s) => s === 0);
    let [a, b] = [from, high];
    for (let k = 0; k < 40 && !rest; k++) {
      const mid = (a + b) / 2;
      if (areaOf(between(low, mid)) < sum * total) a = mid;
      else b = mid;
    }
    const to = rest ? high : (a + b) / 2;
    parts.push(between(from, to));
    from = to;
  });
  return parts;
}
