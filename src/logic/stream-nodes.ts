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

/** A node whose bounds are computed by a function of the sample number. */
export function nodeOf(from: number, delay: number, compute: (now: number) => Bounds): StreamNode {
  const node: StreamNode = {
    from,
    delay,
    lo: 0,
    hi: 0,
    step: (now) => {
      [node.lo, node.hi] = compute(now);
    },
  };
  return node;
}

/** Reads an operand so that it speaks of the sample `delay` samples back; it waits in a queue until then. */
export function aligned(arg: StreamNode, delay: number): () => Bounds {
  const lag = delay - arg.delay;
  if (lag === 0) return () => [arg.lo, arg.hi];
  const lo = new DelayLine(lag, NaN);
  const hi = new DelayLine(lag, NaN);
  let out: Bounds = [NaN, NaN];
  const inner = arg.step;
  arg.step = (now) => {
    inner(now);
    out = [lo.push(arg.lo), hi.push(arg.hi)];
  };
  return () => out;
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
  return nodeOf(arg.delay, arg.delay, () => [
    sign === 1 && from === 0 ? arg.lo : -Infinity,
    sign === -1 && from === 0 ? arg.hi : Infinity,
  ]);
}

/** rise (+1): holds now and did not before; fall (-1): the reverse. */
export function edgeNode(arg: StreamNode, sign: 1 | -1): StreamNode {
  let before: Bounds | null = null;
  return nodeOf(arg.delay, arg.delay, () => {
    const now: Bounds = sign === 1 ? [arg.lo, arg.hi] : [-arg.hi, -arg.lo];
    const was = before;
    before = now;
    return was === null ? now : [Math.min(now[0], -was[1]), Math.min(now[1], -was[0])];
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
  return nodeOf(delay, delay + extra, () => {
    const [a, b] = [p(), q()];
    return [lo(a[0], b[0]), hi(a[1], b[1])];
  });
}

/** until over a window: met within it, and the first operand before it. */
export function untilNode(left: StreamNode, right: StreamNode, window: SampleWindow): StreamNode {
  const width = window.to - window.from + 1;
  if (width === Infinity) {
    const delay = Math.max(left.delay, right.delay);
    const [p, q] = [aligned(left, delay), aligned(right, delay)];
    return nodeOf(delay, delay, () => {
      const [a, b] = [p(), q()];
      return window.from === 0 ? [b[0], Math.max(a[1], b[1])] : [-Infinity, a[1]];
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
