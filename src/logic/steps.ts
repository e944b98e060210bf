/**
 * A step function on positions: value `val[k]` from `pos[k]` until `pos[k+1]` (the last one until the end
 * of the domain). Positions are whole, increase strictly, and neighbours differ in value.
 */
export type Steps = { readonly count: number; readonly pos: Float64Array; readonly val: Float64Array };

/** Collects steps left to right; equal neighbours merge, an empty step is overwritten. */
export class StepWriter {
  private pos: Float64Array;
  private val: Float64Array;
  private count = 0;

  constructor(expected: number) {
    this.pos = new Float64Array(Math.max(4, expected));
    this.val = new Float64Array(this.pos.length);
  }

  push(position: number, value: number): void {
    let n = this.count;
    if (n > 0 && this.pos[n - 1] === position) n--;
    if (n > 0 && this.val[n - 1] === value) {
      this.count = n;
      return;
    }
    if (n === this.pos.length) this.grow();
    this.pos[n] = position;
    this.val[n] = value;
    this.count = n + 1;
  }

  private grow(): void {
    const pos = new Float64Array(this.pos.length * 2);
    const val = new Float64Array(this.pos.length * 2);
    pos.set(this.pos);
    val.set(this.val);
    this.pos = pos;
    this.val = val;
  }

  done(): Steps {
    return { count: this.count, pos: this.pos, val: this.val };
  }
}

/** The same value everywhere from a start. */
export function constantSteps(start: number, value: number): Steps {
  return { count: 1, pos: Float64Array.of(start), val: Float64Array.of(value) };
}

/** Index of the step that holds a position, which must be in the domain. */
export function stepAt(x: Steps, position: number): number {
  let low = 0;
  let high = x.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x.pos[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Value at a position of the domain. */
export function valueAt(x: Steps, position: number): number {
  return x.val[stepAt(x, position)]!;
}

/** Negated values. */
export function negated(x: Steps): Steps {
  const val = new Float64Array(x.count);
  for (let k = 0; k < x.count; k++) val[k] = -x.val[k]!;
  return { count: x.count, pos: x.pos, val };
}

/** Combines two step functions where both are defined. */
export function joined(a: Steps, b: Steps, how: 'min' | 'max' | ((x: number, y: number) => number)): Steps {
  const out = new StepWriter(a.count + b.count);
  let position = Math.max(a.pos[0]!, b.pos[0]!);
  let i = stepAt(a, position);
  let j = stepAt(b, position);
  const mode = how === 'min' ? 0 : how === 'max' ? 1 : 2;
  const other = how as (x: number, y: number) => number;
  for (;;) {
    const x = a.val[i]!;
    const y = b.val[j]!;
    out.push(position, mode === 0 ? (x < y ? x : y) : mode === 1 ? (x > y ? x : y) : other(x, y));
    const nextA = i + 1 < a.count ? a.pos[i + 1]! : Infinity;
    const nextB = j + 1 < b.count ? b.pos[j + 1]! : Infinity;
    if (nextA === Infinity && nextB === Infinity) return out.done();
    position = nextA < nextB ? nextA : nextB;
    if (nextA === position) i++;
    if (nextB === position) j++;
  }
}

/** Applies a function to every value. */
export function mapped(x: Steps, f: (value: number) => number): Steps {
  const out = new StepWriter(x.count);
  for (let k = 0; k < x.count; k++) out.push(x.pos[k]!, f(x.val[k]!));
  return out.done();
}

/** Where a window operator's result lives: first position, and the end (exclusive) or Infinity. */
export type Domain = { readonly start: number; readonly end: number };

/**
 * Best value over sliding windows. Step k is seen from `pos[k] + shiftStart` up to `pos[k+1] + shiftEnd`
 * (a future window [a, b] shifts by -b and -a, a past one by +a and +b, in positions). The result at each
 * position is the best of those seen, by a monotone deque (Lemire, 2006), or the neutral value.
 */
export function slidingBest(
  x: Steps,
  shifts: { readonly start: number; readonly end: number },
  domain: Domain,
  sign: number,
): Steps {
  const out = new StepWriter(x.count + 2);
  const deque = new Int32Array(x.count);
  let head = 0;
  let tail = 0;
  let next = 0;
  let position = domain.start;
  const endOf = (k: number): number => (k + 1 < x.count ? x.pos[k + 1]! : domain.end) + shifts.end;
  while (position < domain.end) {
    for (; next < x.count && x.pos[next]! + shifts.start <= position; next++) {
      const v = sign * x.val[next]!;
      while (tail > head && sign * x.val[deque[tail - 1]!]! <= v) tail--;
      deque[tail++] = next;
    }
    while (head < tail && endOf(deque[head]!) <= position) head++;
    out.push(position, head < tail ? x.val[deque[head]!]! : -sign * Infinity);
    const arrival = next < x.count ? x.pos[next]! + shifts.start : Infinity;
    const leaving = head < tail ? endOf(deque[head]!) : Infinity;
    const then = arrival < leaving ? arrival : leaving;
    if (!(then > position)) break;
    position = then;
    if (position === Infinity) break;
  }
  return out.done();
}

/** Best value from each position to the end of the domain. */
export function bestAhead(x: Steps, sign: number): Steps {
  const val = new Float64Array(x.count);
  let best = -Infinity;
  for (let k = x.count - 1; k >= 0; k--) {
    const v = sign * x.val[k]!;
    if (v > best) best = v;
    val[k] = sign * best;
  }
  return compact(x.pos, val, x.count);
}

/** Best value from the start of the domain to each position. */
export function bestBehind(x: Steps, sign: number): Steps {
  const val = new Float64Array(x.count);
  let best = -Infinity;
  for (let k = 0; k < x.count; k++) {
    const v = sign * x.val[k]!;
    if (v > best) best = v;
    val[k] = sign * best;
  }
  return compact(x.pos, val, x.count);
}

function compact(pos: Float64Array, val: Float64Array, count: number): Steps {
  const out = new StepWriter(count);
  for (let k = 0; k < count; k++) out.push(pos[k]!, val[k]!);
  return out.done();
}

/** Both functions on their common steps, for the two-operand recursions. */
function aligned(p: Steps, q: Steps): { pos: Float64Array; p: Float64Array; q: Float64Array; count: number } {
  const most = p.count + q.count;
  const pos = new Float64Array(most);
  const pv = new Float64Array(most);
  const qv = new Float64Array(most);
  let position = Math.max(p.pos[0]!, q.pos[0]!);
  let i = stepAt(p, position);
  let j = stepAt(q, position);
  let count = 0;
  for (;;) {
    pos[count] = position;
    pv[count] = p.val[i]!;
    qv[count] = q.val[j]!;
    count++;
    const nextP = i + 1 < p.count ? p.pos[i + 1]! : Infinity;
    const nextQ = j + 1 < q.count ? q.pos[j + 1]! : Infinity;
    if (nextP === Infinity && nextQ === Infinity) return { pos, p: pv, q: qv, count };
    position = nextP < nextQ ? nextP : nextQ;
    if (nextP === position) i++;
    if (nextQ === position) j++;
  }
}

/** p until q without a bound where p must hold at the witness too (RTAMT's dense reading). */
export function untilAhead(p: Steps, q: Steps): Steps {
  const both = aligned(p, q);
  const val = new Float64Array(both.count);
  let r = -Infinity;
  for (let k = both.count - 1; k >= 0; k--) {
    const a = both.p[k]!;
    const b = both.q[k]!;
    const reach = b > r ? b : r;
    r = a < reach ? a : reach;
    val[k] = r;
  }
  return compact(both.pos, val, both.count);
}

/** p since q without a bound, the mirror of untilAhead. */
export function sinceBehind(p: Steps, q: Steps): Steps {
  const both = aligned(p, q);
  const val = new Float64Array(both.count);
  let r = -Infinity;
  for (let k = 0; k < both.count; k++) {
    const a = both.p[k]!;
    const b = both.q[k]!;
    const reach = b > r ? b : r;
    r = a < reach ? a : reach;
    val[k] = r;
  }
  return compact(both.pos, val, both.count);
}
