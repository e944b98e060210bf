import { type Optimal } from './linear.ts';
import { type Flow } from './flow.ts';
import { type Arc, LEAST_FLOW, MaxFlow } from './max-flow.ts';

/** A solution seen as flow between lanes: the sites are one node, both directions of a lane are one. */
export type Support = {
  readonly lanes: number;
  /** Flow from the sites into each lane. */
  readonly fromSites: Float64Array;
  /** Flow into each lane from anywhere. */
  readonly into: Float64Array;
  /** Arcs between lanes. */
  readonly arcs: readonly Arc[];
};

/** The support of a solution. */
export function supportOf(flow: Flow, solved: Optimal): Support {
  const { lanes } = flow.costs;
  const fromSites = new Float64Array(lanes);
  const into = new Float64Array(lanes);
  const arcs = new Map<number, number>();
  flow.columns.forEach((c, i) => {
    const x = flow.value(solved, i);
    if (x < LEAST_FLOW) return;
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
    if (x < LEAST_FLOW) return;
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
  const arcs = [...s.arcs];
  s.fromSites.forEach((flow, to) => arcs.push({ from: s.lanes, to, flow }));
  const net = new MaxFlow(s.lanes + 1, arcs, false);
  for (let target = 0; target < s.lanes; target++) {
    if (done[target] === 1) continue;
    const { flow, far } = net.cut(s.lanes, target);
    if (flow > 1.999) continue;
    const lanes: number[] = [];
    for (let l = 0; l < s.lanes; l++) if (far(l)) lanes.push(l);
    if (flow < 0.999) for (const l of lanes) done[l] = 1;
    out.push({ lanes, flow });
  }
  return out;
}
