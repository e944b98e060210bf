import { type Optimal } from './linear.ts';
import { type Flow } from './flow.ts';
import { type Arc, LEAST_FLOW, MaxFlow } from './max-flow.ts';

/**
 * Odd sets of lane ends that a solution leaves too little. Each end of a lane is joined exactly once, to another end or to
 * a site, so of an odd number of ends at least one is joined to something outside. An end is numbered as the key that
 * begins there.
 *
 * The least cuts over odd sets (Padberg and Rao, 1982): ends that are joined whole are taken together, then the cuts of a
 * cut tree (Gusfield, 1990) are looked at; a set counts if it is odd and less than one joins it to the rest.
 */
export function oddSets(flow: Flow, solved: Optimal, most: number): Uint8Array[] {
  const { ends, sites, weights } = joins(flow, solved);
  const group = grouped(ends, weights);
  const nodes = new Map<number, number>();
  const nodeOf = (end: number): number => {
    const root = end === sites ? sites : group[end]!;
    if (!nodes.has(root)) nodes.set(root, nodes.size);
    return nodes.get(root)!;
  };
  nodeOf(sites);
  const arcs = new Map<number, Arc>();
  for (const w of weights) {
    const [a, b] = [nodeOf(w.from), nodeOf(w.to)];
    if (a === b) continue;
    const key = Math.min(a, b) * (ends + 1) + Math.max(a, b);
    arcs.set(key, { from: Math.min(a, b), to: Math.max(a, b), flow: (arcs.get(key)?.flow ?? 0) + w.flow });
  }
  const n = nodes.size;
  const members = Array.from({ length: n }, (): number[] => []);
  for (let e = 0; e < ends; e++) {
    const at = nodes.get(group[e]!);
    if (at !== undefined) members[at]!.push(e);
  }
  const found: { inside: Uint8Array; flow: number }[] = [];
  for (const { side, flow: x } of cutTree(n, [...arcs.values()])) {
    if (x > 1 - 1e-3) continue;
    const set = side.flatMap((v) => members[v]!);
    if (set.length % 2 === 0) continue;
    const inside = new Uint8Array(ends);
    for (const e of set) inside[e] = 1;
    found.push({ inside, flow: x });
  }
  return found
    .sort((a, b) => a.flow - b.flow)
    .slice(0, most)
    .map((f) => f.inside);
}

/** Joins between lane ends, and between lane ends and the sites (one node), in either sense. */
function joins(
  flow: Flow,
  solved: Optimal,
): { readonly ends: number; readonly sites: number; readonly weights: readonly Arc[] } {
  const ends = flow.links.keys;
  const sites = ends;
  const sum = new Map<number, number>();
  flow.columns.forEach((c, i) => {
    const x = flow.value(solved, i);
    if (x < LEAST_FLOW || (c.kind !== 'enter' && c.kind !== 'leave' && c.kind !== 'link')) return;
    const a = c.from < 0 ? sites : c.from ^ 1;
    const b = c.to < 0 ? sites : c.to;
    const key = Math.min(a, b) * (ends + 1) + Math.max(a, b);
    sum.set(key, (sum.get(key) ?? 0) + x);
  });
  const weights = [...sum.entries()].map(([key, x]) => ({
    from: Math.floor(key / (ends + 1)),
    to: key % (ends + 1),
    flow: x,
  }));
  return { ends, sites, weights };
}

/** A name for each end: the same for two ends that are joined whole. */
function grouped(ends: number, weights: readonly Arc[]): Int32Array {
  const group = Int32Array.from({ length: ends }, (_, i) => i);
  for (const { from, to, flow } of weights)
    if (flow > 1 - 1e-6 && to < ends && from < ends) group[Math.max(from, to)] = group[Math.min(from, to)]!;
  return group;
}

/** Sides of the cuts of a cut tree, those without node 0. */
function cutTree(n: number, arcs: readonly Arc[]): { readonly side: number[]; readonly flow: number }[] {
  const net = new MaxFlow(n, arcs, true);
  const parent = new Int32Array(n);
  const flows = new Float64Array(n);
  for (let s = 1; s < n; s++) {
    const t = parent[s]!;
    // The far side of a cut from t to s is that of s.
    const { flow, far } = net.cut(t, s);
    flows[s] = flow;
    for (let i = 0; i < n; i++) if (i !== s && far(i) && parent[i] === t) parent[i] = s;
    if (far(parent[t]!) && t !== 0) {
      parent[s] = parent[t]!;
      parent[t] = s;
      flows[s] = flows[t]!;
      flows[t] = flow;
    }
  }
  const children = Array.from({ length: n }, (): number[] => []);
  for (let s = 1; s < n; s++) children[parent[s]!]!.push(s);
  const below = (s: number): number[] => {
    const out = [s];
    for (let i = 0; i < out.length; i++) out.push(...children[out[i]!]!);
    return out;
  };
  return Array.from({ length: n - 1 }, (_, i) => ({ side: below(i + 1), flow: flows[i + 1]! }));
}
