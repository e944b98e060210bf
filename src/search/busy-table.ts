import { assert } from '#base';
import { type Grid } from './grid.ts';

/** Times are whole units (the caller says which, e.g. milliseconds) from 0 to this; the last one means "for ever". */
export const TIME_LIMIT = 0x7fffffff;

/**
 * When cells are taken: for each cell a list of disjoint intervals [from, to) in rising order. Intervals that touch
 * or overlap become one. Between them lie the gaps in which the cell is free: the gap before the first interval has
 * the id of the cell, the gap after interval k the id grid.size + k, so a gap is one integer.
 */
export class BusyTable {
  readonly grid: Grid;
  /** First interval of each cell; 0 for none. Interval 0 is not used. */
  readonly head: Int32Array;
  count = 1;
  from = new Int32Array(64);
  to = new Int32Array(64);
  next = new Int32Array(64);
  cell = new Int32Array(64);

  constructor(grid: Grid) {
    this.grid = grid;
    this.head = new Int32Array(grid.size);
  }

  /** Marks a cell as taken over [from, to); an empty interval changes nothing. */
  add(cell: number, from: number, to: number): void {
    assert(
      Number.isInteger(from) && from >= 0 && to <= TIME_LIMIT && Number.isInteger(to),
      'a time is a whole unit',
    );
    if (!(from < to)) return;
    let before = 0;
    let at = this.head[cell]!;
    while (at !== 0 && this.to[at]! < from) [before, at] = [at, this.next[at]!];
    let [low, high] = [from, to];
    while (at !== 0 && this.from[at]! <= high) {
      low = Math.min(low, this.from[at]!);
      high = Math.max(high, this.to[at]!);
      at = this.next[at]!;
    }
    const made = this.create(cell, low, high);
    this.next[made] = at;
    if (before === 0) this.head[cell] = made;
    else this.next[before] = made;
  }

  /** The end of a taken interval that meets [from, to), or -1 when the cell is free all that time. */
  blockedUntil(cell: number, from: number, to: number): number {
    for (let at = this.head[cell]!; at !== 0 && this.from[at]! < to; at = this.next[at]!) {
      if (this.to[at]! > from) return this.to[at]!;
    }
    return -1;
  }

  /** The cell of a gap. */
  cellOfGap(gap: number): number {
    return gap < this.grid.size ? gap : this.cell[gap - this.grid.size]!;
  }

  /** The first moment of a gap. */
  gapStart(gap: number): number {
    return gap < this.grid.size ? 0 : this.to[gap - this.grid.size]!;
  }

  /** The first moment after a gap; TIME_LIMIT for the last one. */
  gapEnd(gap: number): number {
    const next = this.intervalAfter(gap);
    return next === 0 ? TIME_LIMIT : this.from[next]!;
  }

  /** The gap that follows, or -1. */
  gapAfter(gap: number): number {
    const next = this.intervalAfter(gap);
    return next === 0 ? -1 : this.grid.size + next;
  }

  private intervalAfter(gap: number): number {
    return gap < this.grid.size ? this.head[gap]! : this.next[gap - this.grid.size]!;
  }

  private create(cell: number, from: number, to: number): number {
    if (this.count === this.from.length) {
      this.from = twice(this.from);
      this.to = twice(this.to);
      this.next = twice(this.next);
      this.cell = twice(this.cell);
    }
    const made = this.count++;
    this.from[made] = from;
    this.to[made] = to;
    this.cell[made] = cell;
    return made;
  }
}

function twice(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const made = new Int32Array(old.length * 2);
  made.set(old);
  return made;
}

/** An interval [from, to) of whole time units. */
export type Interval = { readonly from: number; readonly to: number };

/** When at least `capacity` of the intervals overlap: a corridor that holds so many is closed then to another. */
export function fullIntervals(taken: readonly Interval[], capacity: number): Interval[] {
  assert(Number.isInteger(capacity) && capacity >= 1, 'a capacity is a whole number from 1');
  const events = taken
    .filter((i) => i.from < i.to)
    .flatMap((i) => [
      { at: i.from, change: 1 },
      { at: i.to, change: -1 },
    ]);
  events.sort((a, b) => a.at - b.at || a.change - b.change);
  const full: Interval[] = [];
  let inside = 0;
  let since = -1;
  for (const { at, change } of events) {
    const was = inside;
    inside += change;
    if (was < capacity && inside >= capacity) since = at;
    if (was >= capacity && inside < capacity && at > since) full.push({ from: since, to: at });
  }
  return full;
}
