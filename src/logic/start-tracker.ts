import type { Network } from './network.ts';
import type { Program, Step } from './program.ts';
import type { Bounds, SampleWindow } from './stream-nodes.ts';

/** Bounds of a sub-formula at the first sample, narrowing as samples arrive. */
type Tracked = { readonly bounds: () => Bounds; readonly push: (now: number) => void };

/**
 * The formula at the first sample, as known so far. Connectives and future operators at the top are followed
 * sample by sample, so an endless `always` is refuted by its first bad sample and an endless `eventually`
 * met by its first good one; anything else answers when its own stream does.
 */
export function trackStart(
  program: Program,
  network: Network,
  window: (step: Step) => SampleWindow,
): Tracked {
  const build = (id: number): Tracked => {
    const step = program.steps[id]!;
    const child = (k: number): Tracked => build(step.args[k]!);
    switch (step.kind) {
      case 'not': {
        const arg = child(0);
        return { push: arg.push, bounds: () => flip(arg.bounds()) };
      }
      case 'and':
      case 'or':
        return both(child(0), child(1), step.kind === 'and' ? Math.min : Math.max);
      case 'implies': {
        const left = child(0);
        return both({ push: left.push, bounds: () => flip(left.bounds()) }, child(1), Math.max);
      }
      case 'always':
      case 'eventually':
        return whole(network.nodes[step.args[0]!]!, window(step), step.kind === 'always' ? -1 : 1);
      case 'until':
        return reach(step, network, window(step));
      default:
        return captured(network, id);
    }
  };
  return build(program.steps.length - 1);
}

function flip([lo, hi]: Bounds): Bounds {
  return [-hi, -lo];
}

function both(a: Tracked, b: Tracked, join: (x: number, y: number) => number): Tracked {
  return {
    push: (now) => {
      a.push(now);
      b.push(now);
    },
    bounds: () => {
      const [x, y] = [a.bounds(), b.bounds()];
      return [join(x[0], y[0]), join(x[1], y[1])];
    },
  };
}

function captured(network: Network, id: number): Tracked {
  const node = network.nodes[id]!;
  let bounds: Bounds = [-Infinity, Infinity];
  return {
    push: (now) => {
      if (now === node.delay) bounds = [node.lo, node.hi];
    },
    bounds: () => bounds,
  };
}

/** The window of the first sample, as far as it has been seen. */
function whole(arg: Network['nodes'][number], window: SampleWindow, sign: 1 | -1): Tracked {
  let [lo, hi] = [-sign * Infinity, -sign * Infinity];
  let complete = false;
  const join = sign === 1 ? Math.max : Math.min;
  return {
    push: (now) => {
      const j = now - arg.delay;
      if (j < window.from || j > window.to) return;
      lo = join(lo, arg.lo);
      hi = join(hi, arg.hi);
      complete = j === window.to;
    },
    bounds: () => (complete ? [lo, hi] : sign === 1 ? [lo, Infinity] : [-Infinity, hi]),
  };
}

function reach(step: Step, network: Network, window: SampleWindow): Tracked {
  const [p, q] = [network.nodes[step.args[0]!]!, network.nodes[step.args[1]!]!];
  // Operands may lag differently: the sides are queued until both speak of the same sample.
  const waiting: { p: Bounds[]; q: Bounds[] } = { p: [], q: [] };
  let held: Bounds = [Infinity, Infinity];
  let met: Bounds = [-Infinity, -Infinity];
  let j = 0;
  return {
    push: (now) => {
      if (j > window.to) return;
      if (now >= p.delay) waiting.p.push([p.lo, p.hi]);
      if (now >= q.delay) waiting.q.push([q.lo, q.hi]);
      while (waiting.p.length > 0 && waiting.q.length > 0 && j <= window.to) {
        const [a, b] = [waiting.p.shift()!, waiting.q.shift()!];
        if (j >= window.from) {
          met = [Math.max(met[0], Math.min(held[0], b[0])), Math.max(met[1], Math.min(held[1], b[1]))];
        }
        held = [Math.min(held[0], a[0]), Math.min(held[1], a[1])];
        j++;
      }
    },
    bounds: () => (j > window.to ? met : [met[0], Math.max(met[1], held[1])]),
  };
}
