/**
 * Kernels over samples: one pass each, no allocation, `out` may not alias an input unless said.
 * `sign` is +1 for max (eventually, once) and -1 for min (always, historically).
 */

/** A buffer pool, so that a formula of any size keeps only its live results. */
export class BufferPool {
  private readonly free: Float64Array[] = [];
  private readonly length: number;
  constructor(length: number) {
    this.length = length;
  }
  take(): Float64Array {
    return this.free.pop() ?? new Float64Array(this.length);
  }
  give(buffer: Float64Array): void {
    this.free.push(buffer);
  }
}

/**
 * Best value of each window of `width` samples that begins at j (cut off at the end), by van Herk (1992)
 * and Gil and Werman (1993): about three comparisons a sample whatever the width.
 */
export function windowsAhead(out: Float64Array, x: Float64Array, width: number, sign: number): void {
  const n = x.length;
  // Suffix bests within blocks of `width`, counted from the start.
  const w = Math.min(width, n);
  for (let start = 0; start < n; start += w) {
    const end = Math.min(start + w, n);
    let best = -Infinity;
    for (let j = end - 1; j >= start; j--) {
      const v = sign * x[j]!;
      if (v > best) best = v;
      out[j] = best;
    }
  }
  // Prefix bests of the block where each window ends, running along with it.
  let prefix = -Infinity;
  let blockStart = 0;
  let end = 0;
  for (let j = 0; j < n; j++) {
    const last = Math.min(j + w - 1, n - 1);
    for (; end <= last; end++) {
      if (end - blockStart === w) {
        blockStart = end;
        prefix = -Infinity;
      }
      const v = sign * x[end]!;
      if (v > prefix) prefix = v;
    }
    const suffix = out[j]!;
    out[j] = sign * (blockStart > j && prefix > suffix ? prefix : suffix);
  }
}

/** Best value of each window of `width` samples that ends at j (cut off at the start). */
export function windowsBehind(out: Float64Array, x: Float64Array, width: number, sign: number): void {
  const n = x.length;
  const w = Math.min(width, n);
  // Mirror of windowsAhead: blocks counted from the end.
  for (let end = n; end > 0; end -= w) {
    const start = Math.max(0, end - w);
    let best = -Infinity;
    for (let j = start; j < end; j++) {
      const v = sign * x[j]!;
      if (v > best) best = v;
      out[j] = best;
    }
  }
  let suffix = -Infinity;
  let blockEnd = n;
  let at = n - 1;
  for (let j = n - 1; j >= 0; j--) {
    const first = Math.max(j - w + 1, 0);
    for (; at >= first; at--) {
      if (blockEnd - at > w) {
        blockEnd = at + 1;
        suffix = -Infinity;
      }
      const v = sign * x[at]!;
      if (v > suffix) suffix = v;
    }
    const prefix = out[j]!;
    out[j] = sign * (blockEnd <= j && suffix > prefix ? suffix : prefix);
  }
}

/** Moves values `shift` samples towards the start; samples that fall off the end read `tail`. */
export function shiftAhead(x: Float64Array, shift: number, tail: number): void {
  const n = x.length;
  const s = Math.min(shift, n);
  x.copyWithin(0, s);
  x.fill(tail, n - s);
}

/** Moves values `shift` samples towards the end; the first ones read `head`. */
export function shiftBehind(x: Float64Array, shift: number, head: number): void {
  const n = x.length;
  const s = Math.min(shift, n);
  x.copyWithin(s, 0, n - s);
  x.fill(head, 0, s);
}

/** Running best from each sample to the end (future) of the whole trace. May work in place. */
export function bestToEnd(out: Float64Array, x: Float64Array, sign: number): void {
  let best = -Infinity;
  for (let i = x.length - 1; i >= 0; i--) {
    const v = sign * x[i]!;
    if (v > best) best = v;
    out[i] = sign * best;
  }
}

/** Running best from the start of the trace to each sample. May work in place. */
export function bestFromStart(out: Float64Array, x: Float64Array, sign: number): void {
  let best = -Infinity;
  for (let i = 0; i < x.length; i++) {
    const v = sign * x[i]!;
    if (v > best) best = v;
    out[i] = sign * best;
  }
}

/** p until q without a bound: r(i) = max(q(i), min(p(i), r(i+1))); p need not hold at the witness. */
export function untilToEnd(out: Float64Array, p: Float64Array, q: Float64Array): void {
  let r = -Infinity;
  for (let i = p.length - 1; i >= 0; i--) {
    const a = p[i]!;
    const b = q[i]!;
    if (a < r) r = a;
    if (b > r) r = b;
    out[i] = r;
  }
}

/** p since q without a bound, the mirror of until. */
export function sinceStart(out: Float64Array, p: Float64Array, q: Float64Array): void {
  let r = -Infinity;
  for (let i = 0; i < p.length; i++) {
    const a = p[i]!;
    const b = q[i]!;
    if (a < r) r = a;
    if (b > r) r = b;
    out[i] = r;
  }
}

/** out = min(out, x) sample by sample. */
export function lowerTo(out: Float64Array, x: Float64Array): void {
  for (let i = 0; i < out.length; i++) if (x[i]! < out[i]!) out[i] = x[i]!;
}

/**
 * Best value over index windows [first(i), last(i)] whose ends never move back, by a monotone deque
 * (Lemire, 2006). An empty window reads the neutral value of the sign. `deque` holds n indices.
 */
export function rangeBest(
  out: Float64Array,
  x: Float64Array,
  windows: { readonly first: Int32Array; readonly last: Int32Array; readonly count: number },
  sign: number,
  deque: Int32Array,
): void {
  const { first, last, count } = windows;
  let head = 0;
  let tail = 0;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const from = first[i]!;
    const to = last[i]!;
    for (; next <= to; next++) {
      const v = sign * x[next]!;
      while (tail > head && sign * x[deque[tail - 1]!]! <= v) tail--;
      deque[tail++] = next;
    }
    while (head < tail && deque[head]! < from) head++;
    out[i] = from > to || head === tail ? -sign * Infinity : x[deque[head]!]!;
  }
}
