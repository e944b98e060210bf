/** Whole positions from the first to the last, both included; the last may be Infinity. */
export type Interval = readonly [number, number];

/** Disjoint intervals in order, with a gap of at least one position between neighbours. */
export type IntervalSet = readonly Interval[];

/** Sorts and merges any intervals. */
export function merged(list: readonly Interval[]): IntervalSet {
  const sorted = list.filter(([from, to]) => from <= to).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Positions in both. */
export function common(a: IntervalSet, b: IntervalSet): IntervalSet {
  const out: Interval[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const from = Math.max(a[i]![0], b[j]![0]);
    const to = Math.min(a[i]![1], b[j]![1]);
    if (from <= to) out.push([from, to]);
    if (a[i]![1] < b[j]![1]) i++;
    else j++;
  }
  return out;
}

/** Positions in a and not in b. */
export function without(a: IntervalSet, b: IntervalSet): IntervalSet {
  const out: Interval[] = [];
  let j = 0;
  for (const [start, end] of a) {
    let from = start;
    while (j < b.length && b[j]![1] < from) j++;
    for (let k = j; k < b.length && b[k]![0] <= end; k++) {
      if (b[k]![0] > from) out.push([from, b[k]![0] - 1]);
      from = b[k]![1] + 1;
    }
    if (from <= end) out.push([from, end]);
  }
  return out;
}

/** Every position moved by a whole number, and cut to [first, last]. */
export function moved(a: IntervalSet, by: number, first: number, last: number): IntervalSet {
  return a
    .map(([from, to]): Interval => [Math.max(first, from + by), Math.min(last, to + by)])
    .filter(([from, to]) => from <= to);
}

/** Time reversed: position p becomes -p. */
export function mirrored(a: IntervalSet): IntervalSet {
  return a.map(([from, to]): Interval => [-to, -from]).reverse();
}

/** The index of the first interval that ends at or after a position. */
function from(a: IntervalSet, position: number): number {
  let low = 0;
  let high = a.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (a[middle]![1] < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first member at or after a position, or Infinity. */
export function firstFrom(a: IntervalSet, position: number): number {
  const interval = a[from(a, position)];
  return interval === undefined ? Infinity : Math.max(interval[0], position);
}

/** The last member at or before a position, or -Infinity. */
export function lastUpTo(a: IntervalSet, position: number): number {
  const k = from(a, position);
  if (k < a.length && a[k]![0] <= position) return position;
  return k > 0 ? a[k - 1]![1] : -Infinity;
}

/** The last position of the unbroken run of members that begins at a position; position - 1 if none does. */
export function runEnd(a: IntervalSet, position: number): number {
  const interval = a[from(a, position)];
  return interval === undefined || interval[0] > position ? position - 1 : interval[1];
}

/** Whether all of [first, last] are members; true where it is empty. */
export function coversAll(a: IntervalSet, first: number, last: number): boolean {
  return first > last || runEnd(a, first) >= last;
}
