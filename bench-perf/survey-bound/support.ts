import { type Optimal } from './linear.ts';
import { type Flow } from './flow.ts';

/** A solution seen as flow between lanes: the sites are one node, both directions of a lane are one. */
export type Support = {
  readonly lanes: number;
  /** Flow from the sites into each lane. */
  readonly fromSites: Float64Array;
  /** Flow into each lane from anywhere. */
  readonly into: Float64Array;
  /** Arcs between lanes. */
  readonly arcs: readonly { readonly from: number; readonly to: number; readonly flow: number }[];
};

/** Flow below this is rounding. */
const LEAST = 1e-7;

/** The support of a solution. */
export function supportOf(flow: Flow, solved: Optimal): Support {
  const { lanes } = flow.costs;
  const fromSites = new Float64Array(lanes);
  const into = new Float64Array(lanes);
  const arcs = new Map<number, number>();
  flow.columns.forEach((c, i) => {
    const x = flow.value(solved, i);
    if (x < LEAST) return;
    if (c.kind === 'enter' || c.kind === 'tail' || c.kind === 'inner') {
      fromSites[c.lane]! += x;
      into[c.lane]! += x;
    } else if (c.kind === 'link') {
      const at = (c.from >> 1) * lanes + c.lane;
      arcs.set(at, (arcs.get(at) ?? 0) + x);
      into[c.lane]! += x;
    }
  });
  return {
    lanes,
    fromSites,
    into,
    arcs: [...arcs.entries()].map(([at, x]) => ({ from: Math.floor(at / lanes), to: at % lanes, flow: x })),
  };
}

/** Lanes whose flow through, in one direction, is less than what leaves for the sites from inside. */
export function negativeThroughs(flow: Flow, solved: Optimal): { site: number; key: number }[] {
  const keys = flow.links.keys;
  const sum = new Float64Array(flow.costs.sites.length * keys);
  flow.columns.forEach((c, i) => {
    const x = flow.value(solved, i);
    if (x < LEAST) return;
    if (c.kind === 'enter' || c.kind === 'link') sum[c.site * keys + c.to]! += x;
    if (c.kind === 'head') sum[c.site * keys + c.from]! -= x;
  });
  const out: { site: number; key: number }[] = [];
  sum.forEach((x, at) => {
    if (x < -1e-5) out.push({ site: Math.floor(at / keys), key: at % keys });
  });
  return out;
}

/** Sets of lanes that hang together in the support, the sites apart. */
export function components(s: Support): number[][] {
  const parent = Int32Array.from({ length: s.lanes }, (_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at]! !== at) at = parent[at]!;
    return at;
  };
  for (const a of s.arcs) parent[root(a.from)] = root(a.to);
  const sets = new Map<number, number[]>();
  for (let l = 0; l < s.lanes; l++) sets.set(root(l), [...(sets.get(root(l)) ?? []), l]);
  return [...sets.values()];
}

/**
 * Least cuts between the sites and each lane (Dinic, 1970), over lanes not yet on the far side of a cut of less than one:
 * the far sides.
 */
export function leastCuts(s: Support): { readonly lanes: number[]; readonly flow: number }[] {
  const out: { lanes: number[]; flow: number }[] = [];
  const done = new Uint8Array(s.lanes);
  const net = new MaxFlow(s);
  for (let target = 0; target < s.lanes; target++) {
    if (done[target] === 1) continue;
    const cut = net.cut(target);
    if (cut.flow > 1.999) continue;
    if (cut.flow < 0.999) for (const l of cut.lanes) done[l] = 1;
    out.push(cut);
  }
  return out;
}

/** A small network for flows from the sites (node `lanes`) to one lane. */
class MaxFlow {
  private readonly head: Int32Array;
  private readonly next: number[] = [];
  private readonly to: number[] = [];
  private readonly capacity: number[] = [];
  private readonly nodes: number;
  private left: Float64Array = new Float64Array(0);
  private readonly level: Int32Array;
  private readonly at: Int32Array;

  constructor(s: Support) {
    this.nodes = s.lanes + 1;
    this.head = new Int32Array(this.nodes).fill(-1);
    this.level = new Int32Array(this.nodes);
    this.at = new Int32Array(this.nodes);
    s.fromSites.forEach((x, l) => x > LEAST && this.arc(s.lanes, l, x));
    for (const a of s.arcs) this.arc(a.from, a.to, a.flow);
  }

  private arc(from: number, to: number, capacity: number): void {
    this.to.push(to, from);
    this.capacity.push(capacity, 0);
    this.next.push(this.head[from]!, this.head[to]!);
    this.head[from] = this.to.length - 2;
    this.head[to] = this.to.length - 1;
  }

  cut(target: number): { readonly lanes: number[]; readonly flow: number } {
    const source = this.nodes - 1;
    this.left = Float64Array.from(this.capacity);
    let flow = 0;
    while (this.layer(source, target)) {
      this.at.set(this.head);
      for (;;) {
        const pushed = this.push(source, target, Infinity);
        if (pushed <= 0) break;
        flow += pushed;
      }
    }
    // Reached from the sites: the near side.
    const lanes: number[] = [];
    for (let l = 0; l < source; l++) if (this.level[l]! < 0) lanes.push(l);
    return { lanes, flow };
  }

  private layer(source: number, target: number): boolean {
    this.level.fill(-1);
    this.level[source] = 0;
    const queue = [source];
    for (let i = 0; i < queue.length; i++)
      for (let e = this.head[queue[i]!]!; e >= 0; e = this.next[e]!) {
        const v = this.to[e]!;
        if (this.left[e]! <= 1e-9 || this.level[v]! >= 0) continue;
        this.level[v] = this.level[queue[i]!]! + 1;
        queue.push(v);
      }
    return this.level[target]! >= 0;
  }

  private push(u: number, target: number, most: number): number {
    if (u === target) return most;
    for (; this.at[u]! >= 0; this.at[u] = this.next[this.at[u]!]!) {
      const e = this.at[u]!;
      const v = this.to[e]!;
      if (this.left[e]! <= 1e-9 || this.level[v] !== this.level[u]! + 1) continue;
      const pushed = this.push(v, target, Math.min(most, this.left[e]!));
      if (pushed > 0) {
        this.left[e]! -= pushed;
        this.left[e ^ 1]! += pushed;
        return pushed;
      }
    }
    return 0;
  }
}
