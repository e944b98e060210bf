import type { Pair, SampledSetup } from './sampled-types.ts';
import { assert } from '#base';
import { type ArithmeticKind, type Formula, isArithmetic } from './formula.ts';
import {
  arithmeticColumn,
  type Column,
  compareColumn,
  compareInterval,
  compareTruth,
  connectiveColumn,
  edgeColumn,
  intervalArithmetic,
  truthColumn,
} from './pointwise.ts';
import type { Program, Step } from './program.ts';
import { BufferPool } from './sampled-kernels.ts';
import { TemporalKernels } from './sampled-temporal.ts';

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
  private readonly temporal: TemporalKernels;

  constructor(program: Program, setup: SampledSetup, keepAll: boolean) {
    this.program = program;
    this.setup = setup;
    this.keepAll = keepAll;
    this.pool = new BufferPool(setup.total);
    this.temporal = new TemporalKernels(setup, this.pool);
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
    const given = this.setup.given?.get(step.id);
    if (given !== undefined) return given;
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
    const first = step.args[0]!;
    if (step.kind === 'not' || step.kind === 'and' || step.kind === 'or' || step.kind === 'implies') {
      const left = this.column(first, step.kind === 'not' || step.kind === 'implies' ? other : side);
      connectiveColumn(step.kind, out, left, this.column(step.args[1] ?? first, side));
      return out;
    }
    if (step.kind === 'rise' || step.kind === 'fall') {
      const pair = this.pair(first);
      const rising = step.kind === 'rise';
      edgeColumn(out, pair[rising ? side : other], pair[rising ? other : side], rising ? 1 : -1);
      return out;
    }
    this.temporal.run(
      step,
      step.args.map((id) => this.pair(id)[side]),
      out,
    );
    if (this.setup.timestamps !== null && this.tailIsUnknown(step)) {
      out.fill(side === 'lo' ? -Infinity : Infinity, this.setup.known);
    }
    return out;
  }

  /** Behind the last timestamp nothing is known of windows: not even whether they hold a sample. */
  private tailIsUnknown(step: Step): boolean {
    return this.setup.total > this.setup.known && step.args.length > 0 && step.kind !== 'not';
  }
}

/** min(p -> q, q -> p) on intervals: positive only where both have the same sign. */
function weakerImplication(a: readonly [number, number], b: readonly [number, number]): [number, number] {
  return [
    Math.min(Math.max(-a[1], b[0]), Math.max(-b[1], a[0])),
    Math.min(Math.max(-a[0], b[1]), Math.max(-b[0], a[1])),
  ];
}
