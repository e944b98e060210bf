import { assert } from '#base';
import { isArithmetic } from './formula.ts';
import { compareInterval, compareTruth, intervalArithmetic } from './pointwise.ts';
import { arithmetic, type Program, type Step } from './program.ts';
import type { IffMeasure } from './sampled-types.ts';
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
  type Reading,
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
      return nodeOf(left.delay, left.delay, (node) => {
        node.lo = -left.hi;
        node.hi = -left.lo;
      });
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
  const value = step.kind === 'variable' ? signalNode(step, options) : termNode(step, args);
  if (step.role !== 'truth') return value;
  const inner = value.step;
  const compared = step.kind === 'compare';
  const decision = options.kind === 'decision';
  value.step = (now) => {
    inner(now);
    // A bare value holds where it is above 0; a comparison is +1 or -1 already.
    const surely = value.lo > 0;
    const never = compared ? value.hi < 0 : value.hi <= 0;
    value.lo = surely ? (decision ? -now : 1) : decision ? -Infinity : -1;
    value.hi = never ? (decision ? now : -1) : decision ? Infinity : 1;
  };
  return value;
}

function signalNode(step: Step, options: NetworkOptions): StreamNode {
  const name = step.formula.name!;
  return nodeOf(0, 0, (node) => {
    node.lo = options.read(name);
    node.hi = node.lo;
  });
}

function termNode(step: Step, args: readonly StreamNode[]): StreamNode {
  const delay = Math.max(...args.map((arg) => arg.delay));
  const a = aligned(args[0]!, delay);
  const b = args.length > 1 ? aligned(args[1]!, delay) : a;
  const { kind, compare, role } = step;
  const truth = role === 'truth';
  const less = compare === '<' || compare === '<=';
  const plain = compare !== null && compare !== '==' && compare !== '!=' && !truth;
  return nodeOf(delay, delay, (node) => {
    if (plain && a.lo === a.hi && b.lo === b.hi) {
      node.lo = less ? b.lo - a.lo : a.lo - b.lo;
      node.hi = node.lo;
      return;
    }
    [node.lo, node.hi] = termBounds(kind, compare, truth, [a.lo, a.hi], [b.lo, b.hi]);
  });
}

function termBounds(
  kind: Step['kind'],
  compare: Step['compare'],
  truth: boolean,
  a: Bounds,
  b: Bounds,
): Bounds {
  if (compare !== null) return truth ? compareTruth(compare, a, b) : compareInterval(compare, a, b);
  assert(isArithmetic(kind), 'an atom is a value or a comparison');
  if (a[0] !== a[1] || b[0] !== b[1]) return intervalArithmetic(kind, a, b);
  const exact = arithmetic(kind, a[0], b[0]);
  return [exact, exact];
}

function joinNode(step: Step, left: StreamNode, right: StreamNode, options: NetworkOptions): StreamNode {
  const delay = Math.max(left.delay, right.delay);
  const [a, b] = [aligned(left, delay), aligned(right, delay)];
  const { kind } = step;
  const distance = options.kind === 'value' && options.iff === 'distance';
  return nodeOf(delay, delay, (node) => {
    if (kind === 'and') {
      node.lo = Math.min(a.lo, b.lo);
      node.hi = Math.min(a.hi, b.hi);
    } else if (kind === 'or') {
      node.lo = Math.max(a.lo, b.lo);
      node.hi = Math.max(a.hi, b.hi);
    } else if (kind === 'implies') {
      node.lo = Math.max(-a.hi, b.lo);
      node.hi = Math.max(-a.lo, b.hi);
    } else {
      const [lo, hi] = distance ? compareInterval('==', [a.lo, a.hi], [b.lo, b.hi]) : equivalence(a, b);
      node.lo = kind === 'iff' ? lo : -hi;
      node.hi = kind === 'iff' ? hi : -lo;
    }
  });
}

/** The weaker of the two implications. */
function equivalence(a: Reading, b: Reading): Bounds {
  return [
    Math.min(Math.max(-a.hi, b.lo), Math.max(-b.hi, a.lo)),
    Math.min(Math.max(-a.lo, b.hi), Math.max(-b.lo, a.hi)),
  ];
}
