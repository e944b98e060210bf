import { assert } from '#base';
import { type ArithmeticKind, type Bound, type Formula, isArithmetic } from './formula.ts';
import {
  arithmeticColumn,
  type Column,
  compareColumn,
  compareInterval,
  compareTruth,
  intervalArithmetic,
  truthColumn,
} from './pointwise.ts';
import type { Program, Step } from './program.ts';
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

/** Bounds of a step's value at every sample; `hi` is the same array as `lo` where the value is exact. */
export type Pair = { readonly lo: Float64Array; readonly hi: Float64Array };

/** How `iff` and `xor` measure: by the weaker implication (sound in sign) or RTAMT's distance. */
export type IffMeasure = 'minmax' | 'distance';

/** Interface-aware reading of a comparison (Ferrere et al., 2019): its sign only, or nothing. */
export type PredicateReading = 'robustness' | 'sign' | 'zero';

/** Everything a sampled evaluation needs; `total` counts known samples and the tail behind them. */
export type SampledSetup = {
  readonly known: number;
  readonly total: number;
  /** What a window beyond the last sample reads: nothing, or the last sample. */
  readonly beyond: 'nothing' | 'last';
  readonly signals: ReadonlyMap<string, Pair>;
  /** Present where windows go by timestamps; absent where they go by index. */
  readonly timestamps: TimestampWindows | null;
  readonly steps: (bound: Bound) => { readonly from: number; readonly to: number };
  readonly iff: IffMeasure;
  readonly reading: (formula: Formula) => PredicateReading;
};

/** First and last sample index of each window, ahead and behind. */
export type TimestampWindows = {
  readonly ahead: (bound: Bound) => IndexWindows;
  readonly behind: (bound: Bound) => IndexWindows;
};
/** Windows of sample indices whose ends never move back; empty where first > last. */
export type IndexWindows = { readonly first: Int32Array; readonly last: Int32Array; readonly count: number };

/** Arithmetic without an answer: where, and in which part of the formula. */
export class NoNumber extends Error {
  readonly formula: Formula;
  readonly index: number;
  constructor(formula: Formula, index: number) {
    super('arithmetic without an answer');
    this.formula = formula;
    this.index = index;
  }
}

/** The result of an evaluation; `of(step)` is there for every step only if `keepAll` was asked. */
export type SampledResult = { readonly root: Pair; readonly of: (step: number) => Pair };

/** Evaluates a program over samples: every kernel is linear in the samples and flat in the window. */
export function evaluateSampled(program: Program, setup: SampledSetup, keepAll = false): SampledResult {
  return new SampledEvaluation(program, setup, keepAll).run();
}

class SampledEvaluation {
  private readonly program: Program;
  private readonly setup: SampledSetup;
  private readonly keepAll: boolean;
  private readonly pool: BufferPool;
  private readonly pooled = new Set<Float64Array>();
  private readonly results: (Pair | null)[] = [];
  private deque: Int32Array | null = null;

  constructor(program: Program, setup: SampledSetup, keepAll: boolean) {
    this.program = program;
    this.setup = setup;
    this.keepAll = keepAll;
    this.pool = new BufferPool(setup.total);
  }

  run(): SampledResult {
    const { steps, lastUse } = this.program;
    for (const step of steps) {
      this.results.push(this.step(step));
      if (this.keepAll) continue;
      for (const arg of new Set(step.args)) if (lastUse[arg] === step.id) this.release(arg);
    }
    return { root: this.pair(steps.length - 1), of: (id) => this.pair(id) };
  }

  private take(): Float64Array {
    const buffer = this.pool.take();
    this.pooled.add(buffer);
    return buffer;
  }

  private release(id: number): void {
    const pair = this.results[id]!;
    this.results[id] = null;
    if (pair === null) return;
    for (const buffer of new Set([pair.lo, pair.hi])) if (this.pooled.delete(buffer)) this.pool.give(buffer);
  }

  /** A step's columns in full; constants are written out here, where a kernel needs them. */
  private pair(id: number): Pair {
    const known = this.results[id];
    if (known !== null && known !== undefined) return known;
    const constant = this.program.steps[id]!.constant;
    assert(constant !== null, 'a step is read after it was released');
    const filled = this.take().fill(constant);
    return (this.results[id] = { lo: filled, hi: filled });
  }

  private column(id: number, side: 'lo' | 'hi'): Column {
    const step = this.program.steps[id]!;
    if (step.constant !== null) return { values: Float64Array.of(step.constant), stride: 0 };
    return { values: this.results[id]![side], stride: 1 };
  }

  private step(step: Step): Pair | null {
    if (step.constant !== null) return null;
    if (step.kind === 'variable') return this.variable(step);
    if (isArithmetic(step.kind)) {
      const value = this.arithmetic(step, step.kind);
      return step.role === 'truth' ? this.positive(value) : value;
    }
    if (step.kind === 'compare') return this.compare(step);
    if (step.kind === 'iff' || step.kind === 'xor') return this.equivalence(step);
    const sides = this.exactArgs(step) ? 1 : 2;
    const lo = this.monotone(step, 'lo');
    return { lo, hi: sides === 1 ? lo : this.monotone(step, 'hi') };
  }

  private exactArgs(step: Step): boolean {
    return (
      step.args.every((id) => this.exact(id)) && !(this.setup.timestamps !== null && this.tailIsUnknown(step))
    );
  }

  private exact(id: number): boolean {
    const pair = this.results[id];
    return pair === null || pair === undefined || pair.lo === pair.hi;
  }

  private variable(step: Step): Pair {
    const pair = this.setup.signals.get(step.formula.name!);
    assert(pair !== undefined, 'every variable was looked up before');
    return step.role === 'truth' ? this.positive(pair) : pair;
  }

  /** A bare value as a statement: it holds where it is above 0. */
  private positive(pair: Pair): Pair {
    const zero: Column = { values: Float64Array.of(0), stride: 0 };
    const lo = this.take();
    truthColumn('>', lo, { values: pair.lo, stride: 1 }, zero);
    if (pair.lo === pair.hi) return { lo, hi: lo };
    const hi = this.take();
    truthColumn('>', hi, { values: pair.hi, stride: 1 }, zero);
    return { lo, hi };
  }

  private arithmetic(step: Step, kind: ArithmeticKind): Pair {
    const lo = this.take();
    const [left, right] = [step.args[0]!, step.args[1] ?? step.args[0]!];
    if (this.exact(left) && this.exact(right)) {
      const bad = arithmeticColumn(kind, lo, this.column(left, 'lo'), this.column(right, 'lo'));
      if (bad >= 0) throw new NoNumber(step.formula, Math.min(bad, this.setup.known - 1));
      return { lo, hi: lo };
    }
    const hi = this.take();
    this.eachInterval(left, right, (a, b, i) => {
      const [low, high] = intervalArithmetic(kind, a, b);
      if (i < this.setup.known && a[0] === a[1] && b[0] === b[1] && low !== high) {
        throw new NoNumber(step.formula, i);
      }
      lo[i] = low;
      hi[i] = high;
    });
    return { lo, hi };
  }

  /** Calls back with both operands as intervals at every sample: the slow road, for unknown tails. */
  private eachInterval(
    left: number,
    right: number,
    visit: (a: [number, number], b: [number, number], index: number) => void,
  ): void {
    const [al, ah] = [this.column(left, 'lo'), this.column(left, 'hi')];
    const [bl, bh] = [this.column(right, 'lo'), this.column(right, 'hi')];
    for (let i = 0; i < this.setup.total; i++) {
      visit(
        [al.values[i * al.stride]!, ah.values[i * ah.stride]!],
        [bl.values[i * bl.stride]!, bh.values[i * bh.stride]!],
        i,
      );
    }
  }

  private compare(step: Step): Pair {
    const [left, right] = [step.args[0]!, step.args[1]!];
    const op = step.compare!;
    const reading = step.role === 'truth' ? 'robustness' : this.setup.reading(step.formula);
    const lo = this.take();
    if (reading === 'zero') {
      lo.fill(0);
      return { lo, hi: lo };
    }
    const truth = step.role === 'truth' || reading === 'sign';
    const scale = reading === 'sign' ? Infinity : 1;
    if (this.exact(left) && this.exact(right)) {
      const [a, b] = [this.column(left, 'lo'), this.column(right, 'lo')];
      if (truth) truthColumn(op, lo, a, b);
      else compareColumn(op, lo, a, b);
      if (scale === Infinity) for (let i = 0; i < lo.length; i++) lo[i] = lo[i]! * scale;
      return { lo, hi: lo };
    }
    const hi = this.take();
    const measure = truth ? compareTruth : compareInterval;
    this.eachInterval(left, right, (a, b, i) => {
      const [low, high] = measure(op, a, b);
      lo[i] = low * scale;
      hi[i] = high * scale;
    });
    return { lo, hi };
  }

  private equivalence(step: Step): Pair {
    const [left, right] = [step.args[0]!, step.args[1]!];
    const sign = step.kind === 'xor' ? -1 : 1;
    const byDistance = step.role === 'value' && this.setup.iff === 'distance';
    const lo = this.take();
    const hi = this.exact(left) && this.exact(right) ? lo : this.take();
    this.eachInterval(left, right, (a, b, i) => {
      const [low, high] = byDistance ? compareInterval('==', a, b) : weakerImplication(a, b);
      lo[i] = sign === 1 ? low : -high;
      hi[i] = sign === 1 ? high : -low;
    });
    return { lo, hi };
  }

  /** Operators that rise with their operands (or fall, for `not`): one side of the bounds at a time. */
  private monotone(step: Step, side: 'lo' | 'hi'): Float64Array {
    const out = this.take();
    const other = side === 'lo' ? 'hi' : 'lo';
    const n = this.setup.total;
    const left = this.column(step.args[0]!, step.kind === 'not' || step.kind === 'implies' ? other : side);
    const right = step.args.length > 1 ? this.column(step.args[1]!, side) : left;
    const { values: x, stride: sx } = left;
    const { values: y, stride: sy } = right;
    switch (step.kind) {
      case 'not':
        for (let i = 0; i < n; i++) out[i] = -x[i * sx]!;
        return out;
      case 'and':
        for (let i = 0; i < n; i++) out[i] = x[i * sx]! < y[i * sy]! ? x[i * sx]! : y[i * sy]!;
        return out;
      case 'or':
        for (let i = 0; i < n; i++) out[i] = x[i * sx]! > y[i * sy]! ? x[i * sx]! : y[i * sy]!;
        return out;
      case 'implies':
        for (let i = 0; i < n; i++) out[i] = -x[i * sx]! > y[i * sy]! ? -x[i * sx]! : y[i * sy]!;
        return out;
      case 'rise':
      case 'fall':
        return this.edge(step, side, out);
      default:
    }
    const args = step.args.map((id) => this.pair(id)[side]);
    if (this.setup.timestamps !== null && step.bound !== null) this.byTime(step, args, out);
    else this.byIndex(step, args, out);
    if (this.setup.timestamps !== null && this.tailIsUnknown(step)) {
      out.fill(side === 'lo' ? -Infinity : Infinity, this.setup.known);
    }
    return out;
  }

  /** Behind the last timestamp nothing is known of windows: not even whether they hold a sample. */
  private tailIsUnknown(step: Step): boolean {
    return this.setup.total > this.setup.known && step.args.length > 0 && step.kind !== 'not';
  }

  /** rise: holds now and did not before; fall: the reverse. Before the first sample nothing held (all did). */
  private edge(step: Step, side: 'lo' | 'hi', out: Float64Array): Float64Array {
    const pair = this.pair(step.args[0]!);
    const now = step.kind === 'rise' ? pair[side] : pair[side === 'lo' ? 'hi' : 'lo'];
    const before = step.kind === 'rise' ? pair[side === 'lo' ? 'hi' : 'lo'] : pair[side];
    const sign = step.kind === 'rise' ? 1 : -1;
    out[0] = sign * now[0]!;
    for (let i = 1; i < out.length; i++) out[i] = Math.min(sign * now[i]!, -sign * before[i - 1]!);
    return out;
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
    const scratch = this.take();
    if (width !== Infinity) {
      windowsAhead(scratch, q, width, 1);
      lowerTo(out, scratch);
    }
    if (window.from > 0) {
      shiftAhead(out, window.from, this.setup.beyond === 'last' ? out[out.length - 1]! : -Infinity);
      windowsAhead(scratch, p, window.from, -1);
      lowerTo(out, scratch);
    }
    this.pooled.delete(scratch);
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
    const scratch = this.take();
    if (width !== Infinity) {
      windowsBehind(scratch, q, width, 1);
      lowerTo(out, scratch);
    }
    if (window.from > 0) {
      shiftBehind(out, window.from, -Infinity);
      windowsBehind(scratch, p, window.from, -1);
      lowerTo(out, scratch);
    }
    this.pooled.delete(scratch);
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
    const inner = new SampledEvaluation(this.program, { ...this.setup, total: p.length + head }, false);
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
    const held = this.take();
    const whole = this.take();
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
      this.pooled.delete(buffer);
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

/** min(p -> q, q -> p) on intervals: positive only where both have the same sign. */
function weakerImplication(a: readonly [number, number], b: readonly [number, number]): [number, number] {
  return [
    Math.min(Math.max(-a[1], b[0]), Math.max(-b[1], a[0])),
    Math.min(Math.max(-a[0], b[1]), Math.max(-b[0], a[1])),
  ];
}
