import { type FreeSpace, createFreeSpace } from './free-space.ts';
import { type Pt } from './projection.ts';
import { type Region, grow } from './region.ts';
import { dist } from './vec.ts';

/** Shortest ways between points of a free space, round zones and inner corners of the boundary. */
export type Ways = {
  /** Corner points between the two ends (none if the straight way is clear), or null where there is no way. */
  readonly between: (a: Pt, b: Pt) => { readonly corners: readonly Pt[]; readonly length_m: number } | null;
};

/** Corners keep this distance from edges, so that a turn may cut them by nearly as much. */
export const CORNER_CLEARANCE_M = 6;

/** Vertices of a region where the free space is not convex: the only places where a shortest way bends. */
function corners(region: Region): Pt[] {
  const out: Pt[] = [];
  for (const ring of region) {
    const n = ring.length;
    for (let i = 0; i < n; i++) {
      const a = ring[(i + n - 1) % n]!;
      const p = ring[i]!;
      const b = ring[(i + 1) % n]!;
      const turn = (p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x);
      if (turn < 0) out.push(p);
    }
  }
  return out;
}

/** Keeps every few of many close vertices (rounded corners), at least `gap_m` apart. */
function thinned(points: readonly Pt[], gap_m: number): Pt[] {
  const out: Pt[] = [];
  for (const p of points) if (out.length === 0 || dist(out[out.length - 1]!, p) >= gap_m) out.push(p);
  return out;
}

/** More nodes than this are thinned harder: the graph is quadratic. */
const MOST_NODES = 72;

function nodesOf(space: FreeSpace): Pt[] {
  const inner = grow(space.region, -CORNER_CLEARANCE_M);
  const all = corners(inner);
  let gap = 6;
  let nodes = thinned(all, gap);
  while (nodes.length > MOST_NODES) {
    gap *= 1.6;
    nodes = thinned(all, gap);
  }
  return nodes.filter((p) => space.contains(p));
}

/** Shortest ways between all nodes, by Floyd and Warshall: lengths, and the next node on the way (-1: none). */
type Graph = { readonly nodes: readonly Pt[]; readonly length: Float64Array; readonly next: Int16Array };

function graphOf(space: FreeSpace): Graph {
  const nodes = nodesOf(space);
  const n = nodes.length;
  const length = new Float64Array(n * n).fill(Infinity);
  const next = new Int16Array(n * n).fill(-1);
  for (let i = 0; i < n; i++) {
    length[i * n + i] = 0;
    next[i * n + i] = i;
    for (let j = i + 1; j < n; j++) {
      if (!space.clear(nodes[i]!, nodes[j]!)) continue;
      const d = dist(nodes[i]!, nodes[j]!);
      length[i * n + j] = length[j * n + i] = d;
      next[i * n + j] = j;
      next[j * n + i] = i;
    }
  }
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) {
      const ik = length[i * n + k]!;
      if (ik === Infinity) continue;
      for (let j = 0; j < n; j++) {
        const through = ik + length[k * n + j]!;
        if (through < length[i * n + j]! - 1e-9) {
          length[i * n + j] = through;
          next[i * n + j] = next[i * n + k]!;
        }
      }
    }
  return { nodes, length, next };
}

/** Visibility graph; ways are exact up to the clearance kept at corners. What each point sees is kept. */
export function createWays(space: FreeSpace): Ways {
  let graph: Graph | null = null;
  const seen = new Map<string, readonly { readonly node: number; readonly d: number }[]>();
  const visibleFrom = (g: Graph, p: Pt): readonly { readonly node: number; readonly d: number }[] => {
    const key = `${Math.round(p.x * 100)} ${Math.round(p.y * 100)}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const list = g.nodes.flatMap((q, node) => (space.clear(p, q) ? [{ node, d: dist(p, q) }] : []));
    seen.set(key, list);
    return list;
  };
  const between: Ways['between'] = (a, b) => {
    if (space.clear(a, b)) return { corners: [], length_m: dist(a, b) };
    graph ??= graphOf(space);
    const n = graph.nodes.length;
    let best = Infinity;
    let ends: readonly [number, number] | null = null;
    for (const p of visibleFrom(graph, a))
      for (const q of visibleFrom(graph, b)) {
        const total = p.d + graph.length[p.node * n + q.node]! + q.d;
        if (total < best - 1e-9) {
          best = total;
          ends = [p.node, q.node];
        }
      }
    if (ends === null) return null;
    const path: Pt[] = [graph.nodes[ends[0]]!];
    for (let at = ends[0]; at !== ends[1]; path.push(graph.nodes[at]!)) at = graph.next[at * n + ends[1]]!;
    return { corners: path, length_m: best };
  };
  return { between };
}

/** A space that is everywhere free, for tests and for costs that ignore zones. */
export function openSpace(half_m: number): FreeSpace {
  const h = half_m;
  return createFreeSpace([
    [
      { x: -h, y: -h },
      { x: h, y: -h },
      { x: h, y: h },
      { x: -h, y: h },
    ],
  ]);
}
