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

/** Nodes of the visibility graph beyond this are thinned harder: the graph is quadratic. */
const MOST_NODES = 160;

function nodesOf(space: FreeSpace): Pt[] {
  const inner = grow(space.region, -CORNER_CLEARANCE_M);
  const all = corners(inner);
  let gap = 4;
  let nodes = thinned(all, gap);
  while (nodes.length > MOST_NODES) {
    gap *= 1.6;
    nodes = thinned(all, gap);
  }
  return nodes.filter((p) => space.contains(p));
}

/** Visibility graph with Dijkstra's algorithm; ways are exact up to the clearance kept at corners. */
export function createWays(space: FreeSpace): Ways {
  let nodes: Pt[] | null = null;
  let seen: Int8Array = new Int8Array(0);
  const visible = (i: number, j: number): boolean => {
    const n = nodes!.length;
    const at = i * n + j;
    if (seen[at] === 0) {
      const yes = space.clear(nodes![i]!, nodes![j]!) ? 1 : -1;
      seen[at] = yes;
      seen[j * n + i] = yes;
    }
    return seen[at] === 1;
  };
  const between: Ways['between'] = (a, b) => {
    if (space.clear(a, b)) return { corners: [], length_m: dist(a, b) };
    if (nodes === null) {
      nodes = nodesOf(space);
      seen = new Int8Array(nodes.length * nodes.length);
    }
    return dijkstra(nodes, visible, { a, b, space });
  };
  return { between };
}

function dijkstra(
  nodes: readonly Pt[],
  visible: (i: number, j: number) => boolean,
  ends: { readonly a: Pt; readonly b: Pt; readonly space: FreeSpace },
): { corners: Pt[]; length_m: number } | null {
  const { a, b, space } = ends;
  const n = nodes.length;
  const cost = new Float64Array(n).fill(Infinity);
  const from = new Int32Array(n).fill(-1);
  const done = new Uint8Array(n);
  for (let i = 0; i < n; i++) if (space.clear(a, nodes[i]!)) cost[i] = dist(a, nodes[i]!);
  let best = Infinity;
  let last = -1;
  for (;;) {
    let at = -1;
    for (let i = 0; i < n; i++) if (done[i] === 0 && cost[i]! < (at < 0 ? best : cost[at]!)) at = i;
    if (at < 0) break;
    done[at] = 1;
    const through = cost[at]! + dist(nodes[at]!, b);
    if (through < best && space.clear(nodes[at]!, b)) {
      best = through;
      last = at;
    }
    for (let j = 0; j < n; j++) {
      if (done[j] === 1) continue;
      const next = cost[at]! + dist(nodes[at]!, nodes[j]!);
      if (next < cost[j]! && visible(at, j)) {
        cost[j] = next;
        from[j] = at;
      }
    }
  }
  if (last < 0) return null;
  const corners: Pt[] = [];
  for (let i = last; i >= 0; i = from[i]!) corners.unshift(nodes[i]!);
  return { corners, length_m: best };
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
