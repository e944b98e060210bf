import { assert } from '#base';
import type { Step } from './program.ts';
import type { IndexWindows, SampledSetup } from './sampled-types.ts';
import {
  bestFromStart,
  bestToEnd,
  BufferPool,
  lowerTo,
  rangeBest,
  shiftAhead,
  shiftBehind,
  sinceStart,
  untilToEnd,
  windowsAhead,
  windowsBehind,
} from './sampled-kernels.ts';

/** Temporal operators over samples, by index or by timestamp; scratch buffers come from a pool. */
export class TemporalKernels {
  private readonly setup: SampledSetup;
  private readonly pool: BufferPool;
  private deque: Int32Array | null = null;

  constructor(setup: SampledSetup, pool: BufferPool) {
    this.setup = setup;
    this.pool = pool;
  }

  /** Writes the operator's value at every sample. */
  run(step: Step, args: readonly Float64Array[], out: Float64Array): void {
    if (this.setup.timestamps !== null && step.bound !== null) this.byTime(step, args, out);
    else this.byIndex(step, args, out);
  }

  private byIndex(step: Step, args: readonly Float64Array[], out: Float64Array): void {
    const [x, y] = [args[0]!, args[1]!];
    const last = (column: Float64Array) => column[column.length - 1]!;
    const tail = (column: Float64Array, neutral: number) =>
      this.setup.beyond === 'last' ? last(column) : neutral;
    switch (step.kind) {
      case 'next':
      case 'strong_next':
        out.set(x);
        return shiftAhead(out, 1, tail(x, step.kind === 'next' ? Infinity : -Infinity));
      case 'prev':
      case 'strong_prev':
        out.set(x);
        return shiftBehind(out, 1, step.kind === 'prev' ? Infinity : -Infinity);
      default:
    }
    const window = step.bound === null ? { from: 0, to: Infinity } : this.setup.steps(step.bound);
    const width = window.to - window.from + 1;
    switch (step.kind) {
      case 'always':
      case 'eventually': {
        const sign = step.kind === 'always' ? -1 : 1;
        if (width === Infinity) bestToEnd(out, x, sign);
        else windowsAhead(out, x, width, sign);
        return shiftAhead(out, window.from, tail(x, -sign * Infinity));
      }
      case 'historically':
      case 'once': {
        const sign = step.kind === 'historically' ? -1 : 1;
        if (width === Infinity) bestFromStart(out, x, sign);
        else windowsBehind(out, x, width, sign);
        return shiftBehind(out, window.from, -sign * Infinity);
      }
      case 'until':
        return this.untilByIndex(x, y, window, out);
      case 'since':
        return this.sinceByIndex(x, y, window, out);
      default:
        assert(step.kind === 'precedes', 'every temporal operator has a kernel');
        return this.precedes(x, y, window, out);
    }
  }

  /** p U[a,b] q (i) = min(G[0,a-1] p (i), min(F[0,b-a] q, p U q)(i+a)), valid on cut-off traces too. */
  private untilByIndex(
    p: Float64Array,
    q: Float64Array,
    window: { from: number; to: number },
    out: Float64Array,
  ): void {
    untilToEnd(out, p, q);
    const width = window.to - window.from + 1;
    const scratch = this.pool.take();
    if (width !== Infinity) {
      windowsAhead(scratch, q, width, 1);
      lowerTo(out, scratch);
    }
    if (window.from > 0) {
      shiftAhead(out, window.from, this.setup.beyond === 'last' ? out[out.length - 1]! : -Infinity);
      windowsAhead(scratch, p, window.from, -1);
      lowerTo(out, scratch);
    }
    this.pool.give(scratch);
  }

  private sinceByIndex(
    p: Float64Array,
    q: Float64Array,
    window: { from: number; to: number },
    out: Float64Array,
  ): void {
    sinceStart(out, p, q);
    const width = window.to - window.from + 1;
    const scratch = this.pool.take();
    if (width !== Infinity) {
      windowsBehind(scratch, q, width, 1);
      lowerTo(out, scratch);
    }
    if (window.from > 0) {
      shiftBehind(out, window.from, -Infinity);
      windowsBehind(scratch, p, window.from, -1);
      lowerTo(out, scratch);
    }
    this.pool.give(scratch);
  }

  /** RTAMT's pastified until: p until[a,b] q seen b samples later, where p held before the trace began. */
  private precedes(
    p: Float64Array,
    q: Float64Array,
    window: { from: number; to: number },
    out: Float64Array,
  ): void {
    const head = Math.min(window.to, 1 << 28);
    const pad = (x: Float64Array, value: number): Float64Array => {
      const longer = new Float64Array(x.length + head).fill(value, 0, head);
      longer.set(x, head);
      return longer;
    };
    const inner = new TemporalKernels(this.setup, new BufferPool(p.length + head));
    const wide = new Float64Array(p.length + head);
    inner.untilByIndex(pad(p, Infinity), pad(q, -Infinity), window, wide);
    out.set(wide.subarray(0, out.length));
  }

  private byTime(step: Step, args: readonly Float64Array[], out: Float64Array): void {
    const [x, y] = [args[0]!, args[1]!];
    const deque = (this.deque ??= new Int32Array(this.setup.total));
    const timestamps = this.setup.timestamps!;
    const future = step.kind === 'always' || step.kind === 'eventually' || step.kind === 'until';
    const windows = future ? timestamps.ahead(step.bound!) : timestamps.behind(step.bound!);
    if (step.kind !== 'until' && step.kind !== 'since') {
      const sign = step.kind === 'always' || step.kind === 'historically' ? -1 : 1;
      return rangeBest(out, x, windows, sign, deque);
    }
    assert(step.kind === 'until' || step.kind === 'since', 'precedes has no timestamp reading');
    const held = this.pool.take();
    const whole = this.pool.take();
    rangeBest(out, y, windows, 1, deque);
    rangeBest(held, x, between(windows, future), -1, deque);
    if (future) untilToEnd(whole, x, y);
    else sinceStart(whole, x, y);
    for (let i = 0; i < windows.count; i++) {
      const [first, last] = [windows.first[i]!, windows.last[i]!];
      if (first > last) continue;
      out[i] = Math.min(out[i]!, held[i]!, whole[future ? first : last]!);
    }
    for (const buffer of [held, whole]) {
      this.pool.give(buffer);
    }
  }
}

/** Indices between the present sample and the window: those where p must hold in any case. */
function between(windows: IndexWindows, future: boolean): IndexWindows {
  const { count } = windows;
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    first[i] = future ? i : windows.last[i]! + 1;
    last[i] = future ? windows.first[i]! - 1 : i;
  }
  return { first, last, count };
}
