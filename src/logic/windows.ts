import type { IndexWindows } from './sampled-types.ts';

/**
 * The window that each position looks at, in the direction of time that is called "ahead" (past operators
 * are seen in mirrored time). Both ends never move back as the position grows; empty where left > right.
 */
export type WindowLine = {
  readonly left: (position: number) => number;
  readonly right: (position: number) => number;
  /** The last position whose window begins at or before q. */
  readonly lastLeftUpTo: (q: number) => number;
  /** The last position whose window ends at or before q. */
  readonly lastRightUpTo: (q: number) => number;
  /** After a position with an empty window: the next position that may have one that is not. */
  readonly afterEmpty: (position: number) => number;
  /** Whether the windows of neighbouring positions always touch. */
  readonly contiguous: boolean;
};

/**
 * Windows [p + from, p + to] on a line that ends at `last`. What lies beyond it is nothing, or is the last
 * position for ever.
 */
export function uniformWindows(
  window: { readonly from: number; readonly to: number },
  last: number,
  beyond: 'nothing' | 'last',
): WindowLine {
  const hold = beyond === 'last';
  return {
    left: (p) => (hold ? Math.min(p + window.from, last) : p + window.from),
    right: (p) => Math.min(p + window.to, last),
    lastLeftUpTo: (q) => (hold && q >= last ? Infinity : q - window.from),
    lastRightUpTo: (q) => (q >= last ? Infinity : q - window.to),
    // A window past the end stays past it.
    afterEmpty: () => Infinity,
    contiguous: true,
  };
}

/** Windows given sample by sample; mirrored where they look back. */
export function listedWindows(windows: IndexWindows, back: boolean): WindowLine {
  const { first, last, count } = windows;
  const clamp = (i: number): number => Math.min(Math.max(i, 0), count - 1);
  const left = back ? (p: number) => -last[clamp(-p)]! : (p: number) => first[clamp(p)]!;
  const right = back ? (p: number) => -first[clamp(-p)]! : (p: number) => last[clamp(p)]!;
  const [lowest, highest] = back ? [-(count - 1), 0] : [0, count - 1];
  const lastWhere = (end: (p: number) => number) => (q: number) => {
    let low = lowest - 1;
    let high = highest;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (end(middle) <= q) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    left,
    right,
    lastLeftUpTo: lastWhere(left),
    lastRightUpTo: lastWhere(right),
    afterEmpty: (p) => p + 1,
    contiguous: false,
  };
}
