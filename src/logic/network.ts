import { assert } from '#base';
import { isArithmetic } from './formula.ts';
import { compareInterval, compareTruth, intervalArithmetic } from './pointwise.ts';
import { arithmetic, type Program, type Step } from './program.ts';
import type { IffMeasure } from './sampled.ts';
import {
  aligned,
  type Bounds,
  edgeNode,
  following,
  futureWindow,
  nodeOf,
  openWindow,
  pastWindow,
  previous,
  type SampleWindow,
  sinceNode,
  type StreamNode,
  untilNode,
} from './stream-nodes.ts';

/**
 * What a network computes: robustness, truth (+1, -1), or the sample at which truth became certain. The last
 * is the same algebra: of lo only minus the sample matters (or minus infinity), of hi the sample.
 */
export type NetworkKind = 'value' | 'truth' | 'decision';

/** How a network is built. */
export type NetworkOptions = {
  readonly kind: NetworkKind;
  readonly iff: IffMeasure;
  readonly window: (step: Step) => SampleWindow;
  /** Reads the present sample of a variable. */
  readonly read: (name: string) => number;
};

/** A formula as stream operators: one pass of its steps a sample, memory of its windows. */
export class Network {
  readonly nodes: readonly StreamNode[];
  /** How many samples back the root's answer is. */
  readonly delay: number;
  private readonly root: StreamNode;
  private count = 0;

  constructor(program: Program, options: NetworkOptions) {
    const nodes: StreamNode[] = [];
    for (const step of program.steps)
      nodes.push(
        buildNode(
          step,
          step.args.map((id) => nodes[id]!),
          options,
        ),
      );
    this.nodes = nodes;
    this.root = nodes.at(-1)!;
    this.delay = this.root.delay;
  }

  get lo(): number {
    return this.root.lo;
  }

  get hi(): number {
    return this.root.hi;
  }

  /** Takes the next sample; answers its number. */
  push(): number {
    const now = this.count++;
    const { nodes } = this;
    for (let k = 0; k < nodes.length; k++) if (now >= nodes[k]!.from) nodes[k]!.step(now);
    return now;
  }
}

function buildNode(step: Step, args: readonly StreamNode[], options: NetworkOptions): StreamNode {
  const { constant } = step;
  if (constant !== null) {
    const certain = options.kind === 'decision' && step.role === 'truth';
    const v = certain ? constant * Infinity : constant;
    return { from: 0, delay: 0, lo: v, hi: v, step: () => {} };
  }
  if (step.kind === 'variable' || step.kind === 'compare' || isArithmetic(step.kind)) {
    return atomNode(step, args, options);
  }
  const [left, right] = [args[0]!, args[1]!];
  switch (step.kind) {
    case 'always':
    case 'eventually': {
      const window = options.window(step);
      const sign = step.kind === 'always' ? -1 : 1;
      return window.to === Infinity ? openWindow(left, sign, window.from) : futureWindow(left, sign, window);
    }
    case 'until':
      return untilNode(left, right, options.window(step));
    case 'next':
    case 'strong_next':
      return following(left);
    case 'not':
      return nodeOf(left.delay, left.delay, () => [-left.hi, -left.lo]);
    case 'and':
    case 'or':
    case 'implies':
    case 'iff':
    case 'xor':
      return joinNode(step, left, right, options);
    default:
      return pastNode(step, left, right, options);
  }
}

function pastNode(step: Step, left: StreamNode, right: StreamNode, options: NetworkOptions): StreamNode {
  switch (step.kind) {
    case 'historically':
    case 'once':
      return pastWindow(left, step.kind === 'historically' ? -1 : 1, options.window(step));
    case 'since':
      return sinceNode(left, right, options.window(step));
    case 'prev':
    case 'strong_prev':
      return previous(left, step.kind === 'prev' ? Infinity : -Infinity);
    default:
      assert(step.kind === 'rise' || step.kind === 'fall', 'every operator streams');
      return edgeNode(left, step.kind === 'rise' ? 1 : -1);
  }
}

/** Signals, arithmetic and comparisons; in a decision network truth counts from the sample it is seen. */
function atomNode(step: Step, args: readonly StreamNode[], options: NetworkOptions): StreamNode {
  const delay = Math.max(0, ...args.map((arg) => arg.delay));
  const reads = args.map((arg) => aligned(arg, delay));
  const value = (): Bounds => {
    if (step.kind === 'variable') {
      const v = options.read(step.formula.name!);
      return [v, v];
    }
    const a = reads[0]!();
    const b = reads.length > 1 ? reads[1]!() : a;
    if (step.kind === 'compare') {
      return step.role === 'truth' ? compareTruth(step.compare!, a, b) : compareInterval(step.compare!, a, b);
    }
    assert(isArithmetic(step.kind), 'an atom is a value or a comparison');
    if (a[0] !== a[1] || b[0] !== b[1]) return intervalArithmetic(step.kind, a, b);
    const exact = arithmetic(step.kind, a[0], b[0]);
    return [exact, exact];
  };
  const truth = step.role === 'truth';
  if (!truth) return nodeOf(delay, delay, value);
  const asTruth = (): Bounds => (step.kind === 'compare' ? value() : compareTruth('>', value(), [0, 0]));
  if (options.kind !== 'decision') return nodeOf(delay, delay, asTruth);
  return nodeOf(delay, delay, (now) => {
    const [lo, hi] = asTruth();
    return [lo > 0 ? -now : -Infinity, hi < 0 ? now : Infinity];
  });
}

function joinNode(step: Step, left: StreamNode, right: StreamNode, options: NetworkOptions): StreamNode {
  const delay = Math.max(left.delay, right.delay);
  const [a, b] = [aligned(left, delay), aligned(right, delay)];
  const join = connective(step, options);
  return nodeOf(delay, delay, () => join(a(), b()));
}

function connective(step: Step, options: NetworkOptions): (a: Bounds, b: Bounds) => Bounds {
  if (step.kind === 'and') return (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  if (step.kind === 'or') return (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  if (step.kind === 'implies') return (a, b) => [Math.max(-a[1], b[0]), Math.max(-a[0], b[1])];
  assert(step.kind === 'iff' || step.kind === 'xor', 'every operator streams');
  const distance = options.kind === 'value' && options.iff === 'distance';
  const same = (a: Bounds, b: Bounds): Bounds =>
    distance
      ? compareInterval('==', a, b)
      : [
          Math.min(Math.max(-a[1], b[0]), Math.max(-b[1], a[0])),
          Math.min(Math.max(-a[0], b[1]), Math.max(-b[0], a[1])),
        ];
  if (step.kind === 'iff') return same;
  return (a, b) => {
    const [lo, hi] = same(a, b);
    return [-hi, -lo];
  };
}
