import { assert } from '#base';
import { type Grid } from './grid.ts';

/** Times are whole units (the caller says which, e.g. milliseconds) from 0 to this; the last one means "for ever". */
export const TIME_LIMIT = 0x7fffffff;

/** Intervals that a cell has room for at first; the room doubles when it is full. */
const FIRST_ROOM = 4;

/**
 * When cells are taken: for each cell disjoint intervals [from, to) in rising order. Intervals that touch or overlap
 * become one. Between them lie the gaps in which the cell is free; a gap is one integer. A cell that was never taken
 * has one gap, whose id is the cell's index. The others own a stretch of the tables that starts at `first`, and gap k
 * of the cell, which ends where interval k begins, is first + k. Ids hold until the next `add`.
 */
export class BusyTable {
  readonly grid: Grid;
  /** Where a cell's stretch starts; 0 for a cell that was never taken. */
  readonly first: Int32Array;
  /** How many intervals a cell has. */
  private readonly counts: Int32Array;
  private readonly rooms: Int32Array;
  /** All gap ids are below this. */
  gapLimit: number;
  private from = new Int32Array(1024);
  private to = new Int32Array(1024);
  private owner = new Int32Array(1024);

  constructor(grid: Grid) {
    this.grid = grid;
    this.first = new Int32Array(grid.size);
    this.counts = new Int32Array(grid.size);
    this.rooms = new Int32Array(grid.size);
    this.gapLimit = grid.size;
  }

  /** Marks a cell as taken over [from, to); an empty interval changes nothing. */
  add(cell: number, from: number, to: number): void {
    assert(
      Number.isInteger(from) && from >= 0 && to <= TIME_LIMIT && Number.isInteger(to),
      'a time is a whole unit',
    );
    if (!(from < to)) return;
    const count = this.counts[cell]!;
    // A gap more than intervals, so a stretch has room for count + 1 of them.
    if (count + 2 > this.rooms[cell]!) this.moveToLargerStretch(cell);
    const base = this.first[cell]! - this.grid.size;
    const [start, end] = [base, base + count];
    let low = start;
    while (low < end && this.to[low]! < from) low++;
    let high = low;
    while (high < end && this.from[high]! <= to) high++;
    const [joinedFrom, joinedTo] =
      low === high ? [from, to] : [Math.min(from, this.from[low]!), Math.max(to, this.to[high - 1]!)];
    this.from.copyWithin(low + 1, high, end);
    this.to.copyWithin(low + 1, high, end);
    this.from[low] = joinedFrom;
    this.to[low] = joinedTo;
    this.counts[cell] = count + 1 - (high - low);
  }

  /** The end of a taken interval that meets [from, to), or -1 when the cell is free all that time. */
  blockedUntil(cell: number, from: number, to: number): number {
    const count = this.counts[cell]!;
    if (count === 0) return -1;
    const base = this.first[cell]! - this.grid.size;
    const at = this.firstEndingAfter(base, count, from);
    return at < base + count && this.from[at]! < to ? this.to[at]! : -1;
  }

  /** The first gap of a cell. */
  firstGap(cell: number): number {
    return this.first[cell] === 0 ? cell : this.first[cell]!;
  }

  /** The first gap of a cell that ends at `moment` or later. */
  gapEndingFrom(cell: number, moment: number): number {
    const count = this.counts[cell]!;
    if (count === 0) return this.firstGap(cell);
    // A gap that ends before the moment is followed by an interval that begins before it.
    const base = this.first[cell]! - this.grid.size;
    let at = this.firstEndingAfter(base, count, moment - 1);
    if (at < base + count && this.from[at]! < moment) at++;
    return at + this.grid.size;
  }

  /** The cell of a gap. */
  cellOfGap(gap: number): number {
    return gap < this.grid.size ? gap : this.owner[gap - this.grid.size]!;
  }

  /** The first moment of a gap. */
  gapStart(gap: number): number {
    const at = gap - this.grid.size;
    return at < 0 || gap === this.first[this.owner[at]!]! ? 0 : this.to[at - 1]!;
  }

  /** The first moment after a gap; TIME_LIMIT for the last one. */
  gapEnd(gap: number): number {
    return this.isLast(gap) ? TIME_LIMIT : this.from[gap - this.grid.size]!;
  }

  /** The gap that follows in the same cell, or -1. */
  gapAfter(gap: number): number {
    return this.isLast(gap) ? -1 : gap + 1;
  }

  private isLast(gap: number): boolean {
    const at = gap - this.grid.size;
    if (at < 0) return true;
    const cell = this.owner[at]!;
    return gap - this.first[cell]! === this.counts[cell]!;
  }

  /** Place of the first interval that ends after a moment (binary search). */
  private firstEndingAfter(base: number, count: number, moment: number): number {
    let [low, high] = [base, base + count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.to[middle]! > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private moveToLargerStretch(cell: number): void {
    const room = Math.max(FIRST_ROOM, this.rooms[cell]! * 2);
    const base = this.gapLimit - this.grid.size;
    while (base + room > this.from.length) {
      this.from = twice(this.from);
      this.to = twice(this.to);
      this.owner = twice(this.owner);
    }
    if (this.counts[cell]! > 0) {
      const old = this.first[cell]! - this.grid.size;
      this.from.copyWithin(base, old, old + this.counts[cell]!);
      this.to.copyWithin(base, old, old + this.counts[cell]!);
    }
    this.owner.fill(cell, base, base + room);
    this.first[cell] = this.gapLimit;
    this.rooms[cell] = room;
    this.gapLimit += room;
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
