import { assert } from '#base';
import { type ArithmeticKind, type Bound, type Formula, isArithmetic } from './formula.ts';
import { runningBestLines, slidingBestLines, untilLines } from './line-windows.ts';
import { absoluteLines, affine, constantLines, joinedLines, type Lines, signSteps } from './lines.ts';
import { compareInterval, compareTruth, intervalArithmetic } from './pointwise.ts';
import { arithmetic, type Program, type Step } from './program.ts';
import { NoNumber } from './sampled.ts';
import type { IffMeasure, PredicateReading } from './sampled-types.ts';
import { comparedSteps, intervalSteps } from './step-pairs.ts';
import {
  bestAhead,
  bestBehind,
  constantSteps,
  type Domain,
  joined,
  mapped,
  negated,
  sinceBehind,
  slidingBest,
  type Steps,
  untilAhead,
} from './steps.ts';

/** A dense signal: steps, or straight pieces. */
export type Curve =
  { readonly shape: 'steps'; readonly steps: Steps } | { readonly shape: 'lines'; readonly lines: Lines };

/** Bounds of a curve; the same object twice where it is exact. */
export type CurvePair = { readonly lo: Curve; readonly hi: Curve };

/** Everything a dense evaluation needs. */
export type DenseSetup = {
  readonly shape: 'steps' | 'lines';
  /** From the origin up to the end of the known trace (exclusive position), or for ever. */
  readonly domain: Domain;
  readonly signals: ReadonlyMap<string, CurvePair>;
  readonly positions: (bound: Bound) => { readonly from: number; readonly to: number };
  readonly iff: IffMeasure;
  readonly reading: (formula: Formula) => PredicateReading;
  /** Results given instead of computed, by step: to ask what follows from part of the truth. */
  readonly given?: ReadonlyMap<number, CurvePair>;
};

/** A part of a formula that has no meaning in this time model. */
export class NotInDenseTime extends Error {
  readonly formula: Formula;
  constructor(formula: Formula, why: string) {
    super(why);
    this.formula = formula;
  }
}

/** First position of a curve. */
export function startOf(curve: Curve): number {
  return curve.shape === 'steps' ? curve.steps.pos[0]! : curve.lines.pos[0]!;
}

/** Evaluates a program over dense signals; answers every step's curves. */
export function evaluateDense(program: Program, setup: DenseSetup): readonly CurvePair[] {
  const evaluation = new DenseEvaluation(program, setup);
  for (const step of program.steps) evaluation.add(step);
  return evaluation.results;
}

class DenseEvaluation {
  readonly results: CurvePair[] = [];
  private readonly program: Program;
  private readonly setup: DenseSetup;

  constructor(program: Program, setup: DenseSetup) {
    this.program = program;
    this.setup = setup;
  }

  add(step: Step): void {
    this.results.push(this.evaluate(step));
  }

  private evaluate(step: Step): CurvePair {
    const { domain } = this.setup;
    const given = this.setup.given?.get(step.id);
    if (given !== undefined) return given;
    if (step.constant !== null) {
      return same(
        step.role === 'truth' || this.setup.shape === 'steps'
          ? steps(constantSteps(domain.start, step.constant))
          : lines(constantLines(domain.start, step.constant)),
      );
    }
    if (step.kind === 'variable') {
      const pair = this.setup.signals.get(step.formula.name!);
      assert(pair !== undefined, 'every variable was looked up before');
      return step.role === 'truth' ? this.positive(pair) : pair;
    }
    const args = step.args.map((id) => this.results[id]!);
    if (isArithmetic(step.kind)) {
      const value = this.arithmetic(step, step.kind, args);
      return step.role === 'truth' ? this.positive(value) : value;
    }
    if (step.kind === 'compare') return this.compare(step, args[0]!, args[1]!);
    if (step.kind === 'iff' || step.kind === 'xor') return this.equivalence(step, args[0]!, args[1]!);
    const exact = args.every((arg) => arg.lo === arg.hi);
    const lo = this.monotone(step, args, 'lo');
    return { lo, hi: exact ? lo : this.monotone(step, args, 'hi') };
  }

  private positive(pair: CurvePair): CurvePair {
    const sign = (curve: Curve): Curve => steps(mapped(this.signs(curve), (s) => (s > 0 ? 1 : -1)));
    const lo = sign(pair.lo);
    return { lo, hi: pair.lo === pair.hi ? lo : sign(pair.hi) };
  }

  private signs(curve: Curve): Steps {
    return curve.shape === 'steps'
      ? mapped(curve.steps, Math.sign)
      : signSteps(curve.lines, this.setup.domain.end);
  }

  private compare(step: Step, left: CurvePair, right: CurvePair): CurvePair {
    const op = step.compare!;
    const reading = step.role === 'truth' ? 'robustness' : this.setup.reading(step.formula);
    if (step.role === 'truth' || reading !== 'robustness') {
      const truth = this.truth(op, left, right);
      if (step.role === 'truth') return truth;
      const scale = (curve: Curve): Curve => {
        const scaled = mapped(stepsOf(curve), (v) => (reading === 'zero' ? 0 : v * Infinity));
        return this.setup.shape === 'steps'
          ? steps(scaled)
          : lines({ ...scaled, from: scaled.val, to: scaled.val });
      };
      const lo = scale(truth.lo);
      return { lo, hi: truth.lo === truth.hi ? lo : scale(truth.hi) };
    }
    if (this.setup.shape === 'steps') {
      if (isExact(left) && isExact(right)) {
        return same(steps(comparedSteps(op, false, stepsOf(left.lo), stepsOf(right.lo))));
      }
      return intervalCurves(left, right, (a, b) => compareInterval(op, a, b));
    }
    const flip = op === '<' || op === '<=';
    const [a, b] = flip ? [right, left] : [left, right];
    const lo = lines(joinedLines(linesOf(a.lo), linesOf(b.hi), 'subtract'));
    const exact = a.lo === a.hi && b.lo === b.hi;
    const hi = exact ? lo : lines(joinedLines(linesOf(a.hi), linesOf(b.lo), 'subtract'));
    if (op !== '==' && op !== '!=') return { lo, hi };
    const far = absoluteLines(linesOf(exact ? lo : this.wider(lo, hi)));
    const near = exact ? far : this.nearest(lo, hi);
    const apart: CurvePair = exact ? same(lines(far)) : { lo: lines(near), hi: lines(far) };
    return op === '!=' ? apart : this.negatePair(apart);
  }

  /** The bound of larger magnitude, as a non-negative curve. */
  private wider(lo: Curve, hi: Curve): Curve {
    return lines(joinedLines(absoluteLines(linesOf(lo)), absoluteLines(linesOf(hi)), 'max'));
  }

  /** Least distance from zero of values between two curves. */
  private nearest(lo: Curve, hi: Curve): Lines {
    const zero = constantLines(this.setup.domain.start, 0);
    const above = joinedLines(linesOf(lo), affine(linesOf(hi), -1, 0), 'max');
    return joinedLines(above, zero, 'max');
  }

  private negatePair(pair: CurvePair): CurvePair {
    const lo = negate(pair.hi);
    return { lo, hi: pair.lo === pair.hi ? lo : negate(pair.lo) };
  }

  private truth(op: NonNullable<Step['compare']>, left: CurvePair, right: CurvePair): CurvePair {
    if (this.setup.shape === 'steps') {
      if (isExact(left) && isExact(right)) {
        return same(steps(comparedSteps(op, true, stepsOf(left.lo), stepsOf(right.lo))));
      }
      return intervalCurves(left, right, (a, b) => compareTruth(op, a, b));
    }
    const low = this.signs(lines(joinedLines(linesOf(left.lo), linesOf(right.hi), 'subtract')));
    const exact = left.lo === left.hi && right.lo === right.hi;
    const high = exact
      ? low
      : this.signs(lines(joinedLines(linesOf(left.hi), linesOf(right.lo), 'subtract')));
    const at = (x: number, y: number): readonly [number, number] => compareTruth(op, [x, y], [0, 0]);
    const lo = steps(joined(low, high, (x, y) => at(x, y)[0]));
    return { lo, hi: exact ? lo : steps(joined(low, high, (x, y) => at(x, y)[1])) };
  }

  private arithmetic(step: Step, kind: ArithmeticKind, args: readonly CurvePair[]): CurvePair {
    const [left, right] = [args[0]!, args[1] ?? args[0]!];
    if (this.setup.shape === 'steps') {
      const unary = args.length === 1;
      return intervalCurves(left, right, (a, b, position) => {
        if (a[0] === a[1] && b[0] === b[1]) {
          const value = arithmetic(kind, a[0], unary ? 0 : b[0]);
          if (value !== value) throw new NoNumber(step.formula, position);
          return [value, value];
        }
        return intervalArithmetic(kind, a, b);
      });
    }
    return this.linearArithmetic(step, kind, left, right);
  }

  /** What keeps lines straight: sums, differences, absolute values, and scaling by a constant. */
  private linearArithmetic(step: Step, kind: ArithmeticKind, left: CurvePair, right: CurvePair): CurvePair {
    const constants = step.args.map((id) => this.program.steps[id]!.constant);
    const [a, b] = [constants[0] ?? null, constants[1] ?? null];
    switch (kind) {
      case 'negate':
        return this.negatePair(left);
      case 'add':
        return bothSides(left, right, (x, y) => lines(joinedLines(linesOf(x), linesOf(y), 'add')));
      case 'subtract':
        return bothSides(left, this.negatePair(right), (x, y) =>
          lines(joinedLines(linesOf(x), linesOf(y), 'add')),
        );
      case 'abs': {
        if (left.lo === left.hi) return same(lines(absoluteLines(linesOf(left.lo))));
        return { lo: lines(this.nearest(left.lo, left.hi)), hi: this.wider(left.lo, left.hi) };
      }
      case 'multiply':
        if (b !== null) return scaled(left, b, this.setup.domain);
        if (a !== null) return scaled(right, a, this.setup.domain);
        break;
      case 'divide':
        if (b !== null && b !== 0) return scaled(left, 1 / b, this.setup.domain);
        break;
      default:
    }
    throw new NotInDenseTime(
      step.formula,
      `'${kind}' of signals is not straight between samples; compute it as a signal of its own or use step time`,
    );
  }

  private equivalence(step: Step, a: CurvePair, b: CurvePair): CurvePair {
    const byDistance = step.role === 'value' && this.setup.iff === 'distance';
    let pair: CurvePair;
    if (byDistance && this.setup.shape === 'steps') {
      pair = intervalCurves(a, b, (x, y) => compareInterval('==', x, y));
    } else if (byDistance) {
      const asEqual = { ...step, kind: 'compare' as const, compare: '==' as const, role: 'value' as const };
      pair = this.compare(asEqual, a, b);
    } else {
      const implies = (p: CurvePair, q: CurvePair) =>
        bothSides(this.negatePair(p), q, (x, y) => best(x, y, 1));
      pair = bothSides(implies(a, b), implies(b, a), (x, y) => best(x, y, -1));
    }
    return step.kind === 'xor' ? this.negatePair(pair) : pair;
  }

  private monotone(step: Step, args: readonly CurvePair[], side: 'lo' | 'hi'): Curve {
    const other = side === 'lo' ? 'hi' : 'lo';
    const [x, y] = [args[0]![side], args[1]?.[side] ?? args[0]![side]];
    const window = step.bound === null ? null : this.setup.positions(step.bound);
    switch (step.kind) {
      case 'not':
        return negate(args[0]![other]);
      case 'and':
        return best(x, y, -1);
      case 'or':
        return best(x, y, 1);
      case 'implies':
        return best(negate(args[0]![other]), y, 1);
      case 'always':
        return this.windowed(x, window, -1, true);
      case 'eventually':
        return this.windowed(x, window, 1, true);
      case 'historically':
        return this.windowed(x, window, -1, false);
      case 'once':
        return this.windowed(x, window, 1, false);
      case 'until':
        return this.until(x, y, window, true);
      case 'since':
        return this.until(x, y, window, false);
      default:
        throw new NotInDenseTime(
          step.formula,
          `'${step.kind}' needs samples; it has no meaning in dense time`,
        );
    }
  }

  /** p U[a,b] q = F[a,b] q and G[0,a] (p U q), where p must hold at the witness too; since likewise. */
  private until(p: Curve, q: Curve, window: { from: number; to: number } | null, ahead: boolean): Curve {
    const whole =
      p.shape === 'steps'
        ? steps(ahead ? untilAhead(p.steps, stepsOf(q)) : sinceBehind(p.steps, stepsOf(q)))
        : lines(untilLines(p.lines, linesOf(q), ahead));
    if (window === null) return whole;
    const witness = this.windowed(q, window, 1, ahead);
    if (window.from === 0) return best(witness, whole, -1);
    return best(witness, this.windowed(whole, { from: 0, to: window.from }, -1, ahead), -1);
  }

  private windowed(
    x: Curve,
    window: { from: number; to: number } | null,
    sign: number,
    ahead: boolean,
  ): Curve {
    const running = (): Curve =>
      x.shape === 'steps'
        ? steps(ahead ? bestAhead(x.steps, sign) : bestBehind(x.steps, sign))
        : lines(runningBestLines(x.lines, sign, ahead));
    if (window === null || (window.from === 0 && window.to === Infinity)) return running();
    const { domain } = this.setup;
    const first = startOf(x);
    const reach = window.to === Infinity ? window.from : window.to;
    const start = ahead ? Math.max(domain.start, first - reach) : window.from > 0 ? domain.start : first;
    const inside: Domain = { start, end: domain.end };
    const source = window.to === Infinity ? running() : x;
    const to = window.to === Infinity ? window.from : window.to;
    const span = ahead ? { from: window.from, to } : { from: -to, to: -window.from };
    if (source.shape === 'steps') {
      return steps(slidingBest(source.steps, { start: -span.to, end: -span.from }, inside, sign));
    }
    return lines(slidingBestLines(source.lines, span, inside, sign));
  }
}

function steps(value: Steps): Curve {
  return { shape: 'steps', steps: value };
}

function lines(value: Lines): Curve {
  return { shape: 'lines', lines: value };
}

function isExact(pair: CurvePair): boolean {
  return pair.lo === pair.hi;
}

function same(curve: Curve): CurvePair {
  return { lo: curve, hi: curve };
}

function stepsOf(curve: Curve): Steps {
  assert(curve.shape === 'steps', 'a truth and a step signal are steps');
  return curve.steps;
}

function linesOf(curve: Curve): Lines {
  return curve.shape === 'lines'
    ? curve.lines
    : { ...curve.steps, from: curve.steps.val, to: curve.steps.val };
}

function negate(curve: Curve): Curve {
  return curve.shape === 'steps' ? steps(negated(curve.steps)) : lines(affine(curve.lines, -1, 0));
}

/** Pointwise best of two curves: max for +1, min for -1. */
function best(a: Curve, b: Curve, sign: number): Curve {
  const how = sign === 1 ? 'max' : 'min';
  if (a.shape === 'steps' && b.shape === 'steps') return steps(joined(a.steps, b.steps, how));
  return lines(joinedLines(linesOf(a), linesOf(b), how));
}

function bothSides(a: CurvePair, b: CurvePair, combine: (x: Curve, y: Curve) => Curve): CurvePair {
  const lo = combine(a.lo, b.lo);
  return { lo, hi: a.lo === a.hi && b.lo === b.hi ? lo : combine(a.hi, b.hi) };
}

function scaled(pair: CurvePair, factor: number, domain: Domain): CurvePair {
  if (factor === 0) return same(lines(constantLines(domain.start, 0)));
  const of = (curve: Curve) => lines(affine(linesOf(curve), factor, 0));
  const [low, high] = factor > 0 ? [pair.lo, pair.hi] : [pair.hi, pair.lo];
  const lo = of(low);
  return { lo, hi: pair.lo === pair.hi ? lo : of(high) };
}

/** A function of two intervals applied to two pairs of step curves. */
function intervalCurves(
  left: CurvePair,
  right: CurvePair,
  combine: Parameters<typeof intervalSteps>[2],
): CurvePair {
  const pair = (p: CurvePair) => {
    const lo = stepsOf(p.lo);
    return { lo, hi: p.lo === p.hi ? lo : stepsOf(p.hi) };
  };
  const result = intervalSteps(pair(left), pair(right), combine);
  const lo = steps(result.lo);
  return { lo, hi: result.lo === result.hi ? lo : steps(result.hi) };
}
