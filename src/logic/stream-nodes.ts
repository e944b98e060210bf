import { DelayLine, ReachWindow, RunningSince, SlidingBest } from './stream.ts';

/** A window in samples. */
export type SampleWindow = { readonly from: number; readonly to: number };

/** Bounds of a value. */
export type Bounds = readonly [number, number];

/**
 * One operator of an online network. From sample `from` on it takes the present outputs of its operands;
 * its own bounds then are those of the sample `delay` samples back (meaningless before sample `delay`).
 */
export type StreamNode = {
  readonly from: number;
  readonly delay: number;
  lo: number;
  hi: number;
  step: (now: number) => void;
};

/** A node whose bounds are set by a function of itself and the sample number. */
export function nodeOf(
  from: number,
  delay: number,
  compute: (node: StreamNode, now: number) => void,
): StreamNode {
  const node: StreamNode = { from, delay, lo: 0, hi: 0, step: (now) => compute(node, now) };
  return node;
}

/** Something that holds bounds for the moment. */
export type Reading = { readonly lo: number; readonly hi: number };

/** Reads an operand so that it speaks of the sample `delay` samples back; it waits in a queue until then. */
export function aligned(arg: StreamNode, delay: number): Reading {
  const lag = delay - arg.delay;
  if (lag === 0) return arg;
  const lo = new DelayLine(lag, NaN);
  const hi = new DelayLine(lag, NaN);
  const out = { lo: NaN, hi: NaN };
  const inner = arg.step;
  arg.step = (now) => {
    inner(now);
    out.lo = lo.push(arg.lo);
    out.hi = hi.push(arg.hi);
  };
  return out;
}

/** Both bounds of one operand through two copies of a stream operator. */
function twin(
  arg: StreamNode,
  extra: number,
  make: () => { readonly push: (v: number) => number },
): StreamNode {
  const [lo, hi] = [make(), make()];
  const node: StreamNode = {
    from: arg.delay,
    delay: arg.delay + extra,
    lo: 0,
    hi: 0,
    step: () => {
      node.lo = lo.push(arg.lo);
      node.hi = hi.push(arg.hi);
    },
  };
  return node;
}

/** always or eventually over [a, b]: when sample j of the operand is there, sample j - b has its window. */
export function futureWindow(arg: StreamNode, sign: number, window: SampleWindow): StreamNode {
  return twin(arg, window.to, () => new SlidingBest(window.to - window.from + 1, sign));
}

/** historically or once over [a, b]; before the first sample windows are empty. */
export function pastWindow(arg: StreamNode, sign: number, window: SampleWindow): StreamNode {
  return twin(arg, 0, () => {
    const line = new DelayLine(window.from, -sign * Infinity);
    const best = new SlidingBest(window.to - window.from + 1, sign);
    return { push: (v) => best.push(line.push(v)) };
  });
}

/** prev and s_prev: the operand one sample back, `head` before the first. */
export function previous(arg: StreamNode, head: number): StreamNode {
  return twin(arg, 0, () => new DelayLine(1, head));
}

/** next and s_next: the operand as it is, for the sample before. */
export function following(arg: StreamNode): StreamNode {
  return twin(arg, 1, () => ({ push: (v) => v }));
}

/** A future window that never closes: what its nearest sample makes certain. */
export function openWindow(arg: StreamNode, sign: number, from: number): StreamNode {
  return nodeOf(arg.delay, arg.delay, (node) => {
    node.lo = sign === 1 && from === 0 ? arg.lo : -Infinity;
    node.hi = sign === -1 && from === 0 ? arg.hi : Infinity;
  });
}

/** rise (+1): holds now and did not before; fall (-1): the reverse. */
export function edgeNode(arg: StreamNode, sign: 1 | -1): StreamNode {
  // Before the first sample nothing held (for fall: everything did), so the second part is no bound.
  let [notLo, notHi] = [Infinity, Infinity];
  return nodeOf(arg.delay, arg.delay, (node) => {
    const lo = sign === 1 ? arg.lo : -arg.hi;
    const hi = sign === 1 ? arg.hi : -arg.lo;
    node.lo = Math.min(lo, notLo);
    node.hi = Math.min(hi, notHi);
    notLo = -hi;
    notHi = -lo;
  });
}

type PairStream = (p: number, q: number) => number;

function pairNode(
  args: readonly [StreamNode, StreamNode],
  extra: number,
  make: () => PairStream,
): StreamNode {
  const delay = Math.max(args[0].delay, args[1].delay);
  const [p, q] = [aligned(args[0], delay), aligned(args[1], delay)];
  const [lo, hi] = [make(), make()];
  return nodeOf(delay, delay + extra, (node) => {
    node.lo = lo(p.lo, q.lo);
    node.hi = hi(p.hi, q.hi);
  });
}

/** until over a window: met within it, and the first operand before it. */
export function untilNode(left: StreamNode, right: StreamNode, window: SampleWindow): StreamNode {
  const width = window.to - window.from + 1;
  if (width === Infinity) {
    const delay = Math.max(left.delay, right.delay);
    const [p, q] = [aligned(left, delay), aligned(right, delay)];
    return nodeOf(delay, delay, (node) => {
      node.lo = window.from === 0 ? q.lo : -Infinity;
      node.hi = window.from === 0 ? Math.max(p.hi, q.hi) : p.hi;
    });
  }
  return pairNode([left, right], window.to, () => {
    const reach = new ReachWindow(width, true);
    const line = new DelayLine(width, Infinity);
    const held = window.from > 0 ? new SlidingBest(window.from, -1) : null;
    return (p, q) => {
      const met = reach.push(p, q);
      return held === null ? met : Math.min(met, held.push(line.push(p)));
    };
  });
}

/** since over a window, the mirror of until. */
export function sinceNode(left: StreamNode, right: StreamNode, window: SampleWindow): StreamNode {
  return pairNode([left, right], 0, () => {
    const endless = window.to === Infinity;
    const reach = endless ? new RunningSince() : new ReachWindow(window.to - window.from + 1, false);
    const line = new DelayLine(window.from, -Infinity);
    const held = window.from > 0 ? new SlidingBest(window.from, -1) : null;
    return (p, q) => {
      const met = line.push(reach.push(p, q));
      return held === null ? met : Math.min(met, held.push(p));
    };
  });
}
