/**
 * The kernels against the definitions: a naive evaluator that enumerates windows, position by position. It
 * shares the formula type with the monitor and nothing else (derived operators by their own definitions).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  type Formula,
  type FormulaKind,
  formatFormula,
  monitor,
  type MonitorReport,
  type Spec,
} from './index.ts';
import type { SignalCurve, TimeModel, Trace, TraceEnd } from './index.ts';

type Bounds = readonly [number, number];
type Line = {
  /** Bounds of a signal at a position. */
  readonly signal: (name: string, p: number) => Bounds;
  /** Positions of a window, in order, none beyond what the end policy allows. */
  readonly ahead: (p: number, from: number, to: number) => number[];
  readonly behind: (p: number, from: number, to: number) => number[];
  readonly next: (p: number) => number | null;
  readonly prev: (p: number) => number | null;
  readonly closed: boolean;
  readonly truth: boolean;
  readonly distance: boolean;
};

const never: Bounds = [-Infinity, -Infinity];
const surely: Bounds = [Infinity, Infinity];
const neg = ([lo, hi]: Bounds): Bounds => [-hi, -lo];
const min = (a: Bounds, b: Bounds): Bounds => [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
const max = (a: Bounds, b: Bounds): Bounds => [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
const all = (list: Bounds[]): Bounds => list.reduce(min, surely);
const some = (list: Bounds[]): Bounds => list.reduce(max, never);

function compare(op: string, a: Bounds, b: Bounds, truth: boolean): Bounds {
  const d: Bounds = [a[0] - b[1], a[1] - b[0]];
  if (truth) {
    const holds = (x: number): boolean =>
      op === '>'
        ? x > 0
        : op === '>='
          ? x >= 0
          : op === '<'
            ? x < 0
            : op === '<='
              ? x <= 0
              : op === '=='
                ? x === 0
                : x !== 0;
    if (d[0] === d[1]) return holds(d[0]) ? [1, 1] : [-1, -1];
    // Only the wholly unknown interval occurs in these traces.
    assert.equal(d[0], -Infinity);
    return [-1, 1];
  }
  if (op === '>' || op === '>=') return d;
  if (op === '<' || op === '<=') return neg(d);
  const apart: Bounds = d[0] === d[1] ? [Math.abs(d[0]), Math.abs(d[0])] : [0, Infinity];
  return op === '!=' ? apart : neg(apart);
}

/** Everything by its definition; exponential in depth if not for the memo. */
class Naive {
  private readonly memo = new Map<Formula, Map<number, Bounds>>();
  private readonly line: Line;
  constructor(line: Line) {
    this.line = line;
  }
  at(f: Formula, p: number): Bounds {
    let known = this.memo.get(f);
    if (known === undefined) this.memo.set(f, (known = new Map()));
    let result = known.get(p);
    if (result === undefined) known.set(p, (result = this.compute(f, p)));
    return result;
  }
  private compute(f: Formula, p: number): Bounds {
    const [l, r] = [f.args[0]!, f.args[1]!];
    const { line } = this;
    const here = (arg: Formula): Bounds => this.at(arg, p);
    const [from, to] = [f.bound?.from ?? 0, f.bound?.to ?? Infinity];
    const ahead = (a = from, b = to): number[] => line.ahead(p, a, b);
    const behind = (a = from, b = to): number[] => line.behind(p, a, b);
    /** The best witness: `outer` over positions q of `inner` of the second operand there and the first up to it. */
    const reaching = (window: number[], step: 1 | -1, dual: boolean): Bounds => {
      const [outer, inner] = dual ? [min, max] : [max, min];
      let best: Bounds = dual ? surely : never;
      let held: Bounds = dual ? never : surely;
      let k = p;
      for (const q of step === 1 ? window : window.toReversed()) {
        // The first operand at every position from here to q (q itself only in closed time).
        for (; step * (q - k) > 0 || (line.closed && k === q); k += step) held = inner(held, this.at(l, k));
        best = outer(best, inner(this.at(r, q), held));
      }
      return best;
    };
    switch (f.kind) {
      case 'variable': {
        const v = line.signal(f.name!, p);
        return line.truth ? compare('>', v, [0, 0], true) : v;
      }
      case 'number':
        return [f.value!, f.value!];
      case 'compare': {
        const value = (arg: Formula): Bounds =>
          arg.kind === 'number' ? [arg.value!, arg.value!] : line.signal(arg.name!, p);
        return compare(f.compare!, value(l), value(r), line.truth);
      }
      case 'not':
        return neg(here(l));
      case 'and':
        return min(here(l), here(r));
      case 'or':
        return max(here(l), here(r));
      case 'implies':
        return max(neg(here(l)), here(r));
      case 'iff':
      case 'xor': {
        const [a, b] = [here(l), here(r)];
        let v = min(max(neg(a), b), max(neg(b), a));
        if (line.distance && !line.truth) {
          const d = a[0] === b[0] ? 0 : Math.abs(a[0] - b[0]);
          v = [-d, -d];
        }
        return f.kind === 'iff' ? v : neg(v);
      }
      case 'next':
      case 'strong_next': {
        const q = line.next(p);
        return q === null ? (f.kind === 'next' ? surely : never) : this.at(l, q);
      }
      case 'prev':
      case 'strong_prev': {
        const q = line.prev(p);
        return q === null ? (f.kind === 'prev' ? surely : never) : this.at(l, q);
      }
      case 'rise':
      case 'fall': {
        const q = line.prev(p);
        const now = f.kind === 'rise' ? here(l) : neg(here(l));
        if (q === null) return now;
        return min(now, f.kind === 'rise' ? neg(this.at(l, q)) : this.at(l, q));
      }
      case 'always':
        return all(ahead().map((q) => this.at(l, q)));
      case 'eventually':
        return some(ahead().map((q) => this.at(l, q)));
      case 'historically':
        return all(behind().map((q) => this.at(l, q)));
      case 'once':
        return some(behind().map((q) => this.at(l, q)));
      case 'until':
        return reaching(ahead(), 1, false);
      case 'since':
        return reaching(behind(), -1, false);
      case 'release':
        return reaching(ahead(), 1, true);
      case 'unless': {
        const whole = all(ahead(0, to).map((q) => this.at(l, q)));
        return max(whole, this.compute({ ...f, kind: 'until' }, p));
      }
      default:
        throw new Error(f.kind);
    }
  }
}

const WINDOW: FormulaKind[] = [
  'always',
  'eventually',
  'historically',
  'once',
  'until',
  'since',
  'release',
  'unless',
];
const LOGIC: FormulaKind[] = ['not', 'and', 'or', 'implies', 'iff', 'xor'];
const NEIGHBOUR: FormulaKind[] = ['next', 'strong_next', 'prev', 'strong_prev', 'rise', 'fall'];
const COMPARE = ['<', '<=', '>', '>=', '==', '!='] as const;
const BINARY = new Set(['and', 'or', 'implies', 'iff', 'xor', 'until', 'since', 'release', 'unless']);

function randomFormula(rng: Rng, depth: number, neighbours: boolean, unit: number): Formula {
  if (depth === 0 || rng.next() < 0.1) {
    const name = rng.pick(['x', 'y']);
    const left: Formula = { kind: 'variable', args: [], name };
    if (rng.next() < 0.2) return left;
    const right: Formula =
      rng.next() < 0.2
        ? { kind: 'variable', args: [], name: name === 'x' ? 'y' : 'x' }
        : { kind: 'number', args: [], value: rng.int(5) - 2 };
    return { kind: 'compare', args: [left, right], compare: rng.pick(COMPARE) };
  }
  const kind = rng.pick(rng.next() < 0.6 ? WINDOW : neighbours && rng.next() < 0.4 ? NEIGHBOUR : LOGIC);
  const args = [randomFormula(rng, depth - 1, neighbours, unit)];
  if (BINARY.has(kind)) args.push(randomFormula(rng, depth - 1, neighbours, unit));
  if (!WINDOW.includes(kind) || rng.next() < 0.2) return { kind, args };
  const from = rng.next() < 0.4 ? 0 : rng.int(4) * unit;
  const to = rng.next() < 0.1 ? Infinity : from + rng.int(5) * unit;
  return { kind, args, bound: { from, to, unit: 'sec' } };
}

function specOf(formula: Formula): Spec {
  return {
    dialect: 'rtamt',
    source: '',
    name: null,
    formula,
    assertions: [],
    declarations: [],
    constants: {},
    variables: ['x', 'y'],
    period_sec: 1,
    warnings: [],
  };
}

function values(rng: Rng, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => rng.int(9) - 4);
}

function run(formula: Formula, trace: Trace, time: TimeModel, end: TraceEnd): MonitorReport {
  const frozen = [...trace.signals].map(([name, v]) => [name, v.slice()] as const);
  const report = monitor(specOf(formula), trace, { time, end });
  assert.ok(report.ok, JSON.stringify(report));
  for (const [name, copy] of frozen)
    assert.deepEqual(trace.signals.get(name), copy, 'inputs stay as they were');
  return report.value;
}

const UNKNOWN: Bounds = [-Infinity, Infinity];
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor(to) - from + 1) }, (_, i) => from + i);

/** The longest a formula can look in any direction, in positions. */
function reach(f: Formula, unit: number): number {
  const b = f.bound;
  const own = b === undefined ? 1 : (b.to === Infinity ? b.from : b.to) / unit + 1;
  return own + Math.max(0, ...f.args.map((arg) => reach(arg, unit)));
}

/** Whole positions 0.. with known signals up to `last`. */
function uniformLine(
  signal: Line['signal'],
  options: { last: number; far: number; end: TraceEnd; perUnit: number; closed: boolean; truth: boolean },
): Line {
  const { last, far, end, perUnit } = options;
  return {
    signal,
    // An unbounded window need not look beyond `far`, where everything stays as it is.
    ahead: (p, from, to) => {
      const first = p + from * perUnit;
      if (end === 'inf') return range(first, Math.min(p + to * perUnit, last));
      return range(first, to === Infinity ? Math.max(first, far) : p + to * perUnit);
    },
    behind: (p, from, to) => range(Math.max(0, p - (to === Infinity ? p : to * perUnit)), p - from * perUnit),
    next: (p) => (end === 'inf' && p === last ? null : p + 1),
    prev: (p) => (p > 0 ? p - 1 : null),
    closed: options.closed,
    truth: options.truth,
    distance: end !== 'unknown',
  };
}

function sameBounds(got: Bounds, want: Bounds, message: () => string): void {
  const equal = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9;
  assert.ok(equal(got[0], want[0]) && equal(got[1], want[1]), `${message()}: got ${got}, expected ${want}`);
}

const ENDS: TraceEnd[] = ['unknown', 'inf', 'hold'];

test('sampled by index: 4,500 random formulas equal the definition, robustness and truth', () => {
  const rng = createRng(11);
  for (let c = 0; c < 4500; c++) {
    const n = c < 60 ? 1 : 1 + rng.int(9);
    const formula = randomFormula(rng, 1 + rng.int(3), true, 1);
    const end = ENDS[c % 3]!;
    const trace: Trace = {
      t_sec: Float64Array.from({ length: n }, (_, i) => i),
      signals: new Map([
        ['x', values(rng, n)],
        ['y', values(rng, n)],
      ]),
    };
    const report = run(formula, trace, 'index', end);
    const far = n - 1 + 2 * reach(formula, 1) + 2;
    const signal = (name: string, p: number): Bounds => {
      const v = trace.signals.get(name)!;
      if (p < n) return [v[p]!, v[p]!];
      return end === 'hold' ? [v[n - 1]!, v[n - 1]!] : UNKNOWN;
    };
    for (const truth of [false, true]) {
      const naive = new Naive(
        uniformLine(signal, { last: n - 1, far, end, perUnit: 1, closed: false, truth }),
      );
      for (let i = 0; i < n; i++) {
        const want = naive.at(formula, i);
        const where = () =>
          `case ${c} ${formatFormula(formula)} end ${end} at ${i} truth ${truth} x ${trace.signals.get('x')} y ${trace.signals.get('y')}`;
        if (truth) {
          const verdict = want[0] > 0 ? 1 : want[1] < 0 ? -1 : 0;
          assert.equal(report.verdict_signal!.verdict[i], verdict, where());
        } else sameBounds([report.signal.lo.value[i]!, report.signal.hi.value[i]!], want, where);
      }
    }
  }
});

test('sampled by timestamp: 1,500 random formulas on uneven samples equal the definition', () => {
  const rng = createRng(12);
  for (let c = 0; c < 1500; c++) {
    const n = 1 + rng.int(9);
    const formula = randomFormula(rng, 1 + rng.int(2), false, 0.5);
    const end = ENDS[c % 2]!;
    let now = rng.int(3);
    const t_sec = Float64Array.from({ length: n }, () => (now += 0.25 * (1 + rng.int(5))));
    const trace: Trace = {
      t_sec,
      signals: new Map([
        ['x', values(rng, n)],
        ['y', values(rng, n)],
      ]),
    };
    const report = run(formula, trace, 'timestamp', end);
    // Behind the last sample: one unknown sample, of which not even the time is known.
    const open = end === 'unknown';
    const line: Line = {
      signal: (name, p) => (p < n ? [trace.signals.get(name)![p]!, trace.signals.get(name)![p]!] : UNKNOWN),
      ahead: (p, from, to) => [
        ...range(0, n - 1).filter((q) => t_sec[q]! >= t_sec[p]! + from && t_sec[q]! <= t_sec[p]! + to),
        ...(open && t_sec[p]! + to > t_sec[n - 1]! ? [n] : []),
      ],
      behind: (p, from, to) =>
        range(0, p).filter((q) => t_sec[q]! <= t_sec[p]! - from && t_sec[q]! >= t_sec[p]! - to),
      next: (p) => (p + 1 < n ? p + 1 : open ? n : null),
      prev: (p) => (p > 0 ? p - 1 : null),
      closed: false,
      truth: false,
      distance: end !== 'unknown',
    };
    for (const truth of [false, true]) {
      const naive = new Naive({ ...line, truth });
      const whole = naive.at.bind(naive);
      // Of a temporal formula at the unknown sample nothing is said.
      const pointwise = new Set<FormulaKind>(['variable', 'number', 'compare', ...LOGIC]);
      naive.at = (f, p) => (p >= n && !pointwise.has(f.kind) ? UNKNOWN : whole(f, p));
      for (let i = 0; i < n; i++) {
        const want = naive.at(formula, i);
        const where = () =>
          `case ${c} ${formatFormula(formula)} end ${end} at ${i} truth ${truth} t ${t_sec}`;
        if (truth) {
          const verdict = want[0] > 0 ? 1 : want[1] < 0 ? -1 : 0;
          assert.equal(report.verdict_signal!.verdict[i], verdict, where());
        } else sameBounds([report.signal.lo.value[i]!, report.signal.hi.value[i]!], want, where);
      }
    }
  }
});

/** Value of a reported curve at an instant, or just after it. */
function curveAt(curve: SignalCurve, t: number, after: boolean): number {
  let k = 0;
  while (
    k + 1 < curve.t_sec.length &&
    (curve.t_sec[k + 1]! < t || (curve.t_sec[k + 1] === t && (after || (curve.after?.[k + 1] ?? 0) === 0)))
  ) {
    k++;
  }
  if (curve.shape === 'steps' || k + 1 >= curve.t_sec.length) return curve.value[k]!;
  const share = (t - curve.t_sec[k]!) / (curve.t_sec[k + 1]! - curve.t_sec[k]!);
  const [from, to] = [curve.value[k]!, curve.end_value![k]!];
  return from === to ? from : from + share * (to - from);
}

/** Random sample times on a grid of whole positions (two a tick). */
function denseTrace(rng: Rng, gap: number): { trace: Trace; ticks: number[] } {
  const n = 1 + rng.int(6);
  let now = 0;
  const ticks = Array.from({ length: n }, (_, i) => (i === 0 ? 0 : (now += 1 + rng.int(gap))));
  const t_sec = Float64Array.from(ticks, (t) => t / 4);
  return {
    trace: {
      t_sec,
      signals: new Map([
        ['x', values(rng, n)],
        ['y', values(rng, n)],
      ]),
    },
    ticks,
  };
}

test('dense steps: 3,500 random formulas equal the definition at every instant and between', () => {
  const rng = createRng(13);
  for (let c = 0; c < 3500; c++) {
    const { trace, ticks } = denseTrace(rng, 4);
    const formula = randomFormula(rng, 1 + rng.int(3), false, 0.25);
    const end = ENDS[c % 3]!;
    const report = run(formula, trace, 'step', end);
    const last = 2 * ticks.at(-1)!;
    const far = last + 4 * reach(formula, 0.25) + 4;
    const signal = (name: string, p: number): Bounds => {
      if (p > last && end === 'unknown') return UNKNOWN;
      const k = ticks.findLastIndex((t) => 2 * t <= p);
      const v = trace.signals.get(name)![k]!;
      return [v, v];
    };
    for (const truth of [false, true]) {
      const naive = new Naive(uniformLine(signal, { last, far, end, perUnit: 8, closed: true, truth }));
      for (let p = 0; p <= last; p++) {
        const want = naive.at(formula, p);
        const [t, after] = [Math.floor(p / 2) / 4, p % 2 === 1];
        const where = () =>
          `case ${c} ${formatFormula(formula)} end ${end} t ${ticks} position ${p} truth ${truth}`;
        if (truth) {
          const shape = {
            shape: 'steps',
            t_sec: report.verdict_signal!.t_sec,
            value: Float64Array.from(report.verdict_signal!.verdict),
          };
          const got = curveAt(
            {
              ...shape,
              shape: 'steps',
              ...(report.verdict_signal!.after ? { after: report.verdict_signal!.after } : {}),
            },
            t,
            after,
          );
          assert.equal(got, want[0] > 0 ? 1 : want[1] < 0 ? -1 : 0, where());
        } else
          sameBounds([curveAt(report.signal.lo, t, after), curveAt(report.signal.hi, t, after)], want, where);
      }
    }
  }
});

test('dense lines: 600 random formulas equal the definition on a fine grid, up to slope times step', () => {
  const rng = createRng(14);
  const fine = 16;
  for (let c = 0; c < 600; c++) {
    const { trace, ticks } = denseTrace(rng, 4);
    const formula = randomFormula(rng, 1 + rng.int(2), false, 0.25);
    const end = ENDS[c % 3]!;
    const report = run(formula, trace, 'linear', end);
    const last = 2 * fine * ticks.at(-1)!;
    const far = last + 4 * fine * reach(formula, 0.25) + 4;
    const signal = (name: string, p: number): Bounds => {
      if (p > last && end === 'unknown') return UNKNOWN;
      const t = (Math.floor(p / 2) + (p % 2) * 0.5) / fine;
      const v = trace.signals.get(name)!;
      const k = ticks.findLastIndex((tick) => tick <= t);
      if (k + 1 >= ticks.length) return [v[k]!, v[k]!];
      const value = v[k]! + ((t - ticks[k]!) / (ticks[k + 1]! - ticks[k]!)) * (v[k + 1]! - v[k]!);
      return [value, value];
    };
    const naive = new Naive(
      uniformLine(signal, { last, far, end, perUnit: 8 * fine, closed: true, truth: false }),
    );
    // At most 8 a tick, doubled by a difference of two signals and again by the distance of an iff.
    const tolerance = (32 / fine) * 1.01;
    for (let p = 0; p <= last; p += 1 + rng.int(8)) {
      const want = naive.at(formula, p);
      const t = (Math.floor(p / 2) + (p % 2) * 0.5) / fine / 4;
      const got: Bounds = [
        curveAt(report.signal.lo, t, p % 2 === 1),
        curveAt(report.signal.hi, t, p % 2 === 1),
      ];
      const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= tolerance;
      assert.ok(
        near(got[0], want[0]) && near(got[1], want[1]),
        `case ${c} ${formatFormula(formula)} end ${end} ticks ${ticks} x ${trace.signals.get('x')} y ${trace.signals.get('y')} at ${t} s: got ${got}, expected ${want}`,
      );
    }
  }
});
