import { type UnitClass } from '../fleet/fleet.ts';
import { type Pt } from '../plane/projection.ts';
import { type Region, areaOf, intersection } from '../plane/region.ts';
import { type Effort, pourWork } from './bounds.ts';

/** Least share of a task worth giving to a second class. */
export const LEAST_SHARE = 0.04;

/** Share of each task (second index) for each class (first index); each task's shares make 1. */
export type ShareTable = readonly (readonly number[])[];

/** Shares made whole: those too small are dropped and the rest scaled up. */
export function tidyTable(table: ShareTable): number[][] {
  const out = table.map((row) => [...row]);
  for (let t = 0; t < (table[0]?.length ?? 0); t++) {
    const column = table.map((row) => row[t]!);
    const most = column.indexOf(Math.max(...column));
    const kept = column.map((s, c) => (s >= LEAST_SHARE || c === most ? Math.max(0, s) : 0));
    const sum = kept.reduce((a, b) => a + b, 0);
    out.forEach(
      (row, c) => (row[t] = sum > 0 ? Math.round((kept[c]! / sum) * 1e6) / 1e6 : c === most ? 1 : 0),
    );
  }
  return out;
}

/**
 * A sharing that evens out the ends of the classes: from the one that ends last, part of a task to one that ends earlier
 * and can take it at the least price. What has been tried is not proposed again; null where nothing is left to try.
 */
export function balancedShares(
  classes: readonly UnitClass[],
  efforts: readonly Effort[],
  shares: ShareTable,
  ends: readonly number[],
  tried: Set<string>,
): number[][] | null {
  const last = ends.indexOf(Math.max(...ends));
  const moves: { to: number; task: number; part: number; price: number }[] = [];
  for (const from of efforts.filter((e) => e.cls === last && shares[last]![e.task]! > 1e-9))
    for (const to of efforts.filter((e) => e.cls !== last && e.task === from.task)) {
      const room = ends[last]! - ends[to.cls]!;
      if (room < 0.01 * ends[last]!) continue;
      const pace =
        from.likely.work_s / classes[last]!.units.length + to.likely.work_s / classes[to.cls]!.units.length;
      const isNew = shares[to.cls]![to.task]! === 0;
      const start = isNew && ends[to.cls]! > 0 ? to.likely.overhead_s : 0;
      for (const part of [0.9, 0.5]) {
        const size = Math.min(shares[last]![from.task]!, (part * Math.max(0, room - start)) / pace);
        const price =
          (to.likely.work_s / from.likely.work_s) * (isNew ? 1.5 : 1) * (part < 0.6 ? 1.3 : 1) -
          room / ends[last]!;
        if (size >= LEAST_SHARE / 2) moves.push({ to: to.cls, task: from.task, part: size, price });
      }
    }
  moves.sort((a, b) => a.price - b.price || a.task - b.task || a.to - b.to);
  for (const move of moves) {
    const next = shares.map((row) => [...row]);
    next[last]![move.task]! -= move.part;
    next[move.to]![move.task]! += move.part;
    const tidy = tidyTable(next);
    const key = JSON.stringify(tidy);
    if (tried.has(key)) continue;
    tried.add(key);
    return tidy;
  }
  return null;
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

/** Times of a class that flies given shares of the tasks, as they are likely to be: sorties and battery changes counted whole. */
export function likelyTime(
  cls: UnitClass,
  c: number,
  efforts: readonly Effort[],
  shares: readonly number[],
): { readonly work_s: number; readonly flight_s: number } {
  let work = 0;
  let batteries = 0;
  let overhead = 0;
  let turnaround = 0;
  for (const e of efforts) {
    const share = e.cls === c ? shares[e.task]! : 0;
    if (!(share > 0)) continue;
    work += share * e.likely.work_s;
    batteries += (share * e.likely.work_s) / e.likely.sortie_s;
    overhead += share * e.likely.work_s * e.likely.overhead_s;
    turnaround = e.turnaround_s;
  }
  if (work === 0) return { work_s: 0, flight_s: 0 };
  const way = overhead / work;
  const m = cls.units.length;
  const each = Math.max(1, Math.ceil(batteries / m - 1e-6));
  const sorties = Math.max(Math.ceil(batteries - 1e-6), Math.min(m, 1));
  return { work_s: work / m + each * way + (each - 1) * turnaround, flight_s: work + sorties * way };
}

/** Steps in which shares are moved, coarse to fine. */
const STEPS = [1, 0.5, 0.25, 0.12, 0.06, 0.03];

/**
 * Shares of tasks among classes by their likely times: from the poured solution and from each task given whole to its
 * quickest class, parts of tasks are moved from class to class while that helps.
 */
export function searchShares(
  classes: readonly UnitClass[],
  tasks: number,
  efforts: readonly Effort[],
  weights: { readonly work: number; readonly flight: number },
): (cls: number, task: number) => number {
  const poured = pourWork(classes, tasks, efforts, weights);
  const can = (cls: number, task: number): boolean => efforts.some((e) => e.cls === cls && e.task === task);
  const starts: number[][][] = [
    classes.map((_, k) => Array.from({ length: tasks }, (__, t) => poured?.share(k, t) ?? 0)),
  ];
  const whole = classes.map(() => new Array<number>(tasks).fill(0));
  for (let t = 0; t < tasks; t++) {
    const own = efforts.filter((e) => e.task === t);
    const best = own.reduce((a, b) => (b.likely.work_s < a.likely.work_s ? b : a));
    whole[best.cls]![t] = 1;
  }
  starts.push(whole);
  const value = (x: readonly (readonly number[])[]): number => {
    let work = 0;
    let flight = 0;
    let sum = 0;
    classes.forEach((cls, k) => {
      const time = likelyTime(cls, k, efforts, x[k]!);
      work = Math.max(work, time.work_s);
      sum += time.work_s;
      flight += time.flight_s;
    });
    // All classes' times count a little, or a step that helps only the second worst would not be seen.
    return weights.work * (work + (0.02 * sum) / classes.length) + weights.flight * flight;
  };
  let best = starts[0]!;
  let bestValue = Infinity;
  for (const start of starts) {
    const x = start.map((row) => [...row]);
    let v = value(x);
    for (const step of STEPS) {
      for (let again = true; again;) {
        again = false;
        for (let t = 0; t < tasks; t++)
          for (let a = 0; a < classes.length; a++)
            for (let b = 0; b < classes.length; b++) {
              const part = Math.min(step, x[a]![t]!);
              if (a === b || !(part > 1e-9) || !can(b, t)) continue;
              x[a]![t]! -= part;
              x[b]![t]! += part;
              const next = value(x);
              if (next < v - 1e-9 * v) {
                v = next;
                again = true;
              } else {
                x[a]![t]! += part;
                x[b]![t]! -= part;
              }
            }
      }
    }
    if (v < bestValue) [best, bestValue] = [x, v];
  }
  return (k, t) => best[k]![t]!;
}
