/**
 * A* as a first version is commonly written: nodes as objects, sets keyed by strings, a binary heap of objects, no
 * closed set, Euclidean heuristic, and by default a move that looks at its target only. The baseline of the planner's
 * benchmark; nothing in the product uses it.
 */
export type NaiveNode = { readonly x: number; readonly y: number; readonly z: number };

export type NaiveOptions = {
  readonly size: NaiveNode;
  /** Keys of blocked nodes. */
  readonly avoid: ReadonlySet<string>;
  readonly start: NaiveNode;
  readonly goal: NaiveNode;
  /** `cut` looks at the target only; `strict` at every cell of the move's box. */
  readonly rule: 'cut' | 'strict';
  readonly heuristic: 'euclid' | 'free_cost';
};

export type NaivePath = {
  readonly path: readonly NaiveNode[];
  readonly cost: number;
  readonly expansions: number;
};

export const keyOf = (n: NaiveNode): string => `${n.x},${n.y},${n.z}`;

export function naiveAStar(options: NaiveOptions): NaivePath | null {
  const { start, goal, avoid } = options;
  const open = new PriorityQueue();
  open.put(0, start);
  const cameFrom = new Map<string, NaiveNode>();
  const gScore = new Map<string, number>([[keyOf(start), 0]]);
  const goalKey = keyOf(goal);
  let expansions = 0;
  for (let current = open.get(); current; current = open.get()) {
    const currentKey = keyOf(current);
    if (currentKey === goalKey) {
      const path = [current];
      for (let at = cameFrom.get(currentKey); at; at = cameFrom.get(keyOf(at))) path.push(at);
      return { path: path.reverse(), cost: gScore.get(goalKey)!, expansions };
    }
    expansions++;
    for (const next of neighbours26(current, options.size)) {
      if (avoid.has(keyOf(next))) continue;
      if (options.rule === 'strict' && !boxIsFree(current, next, avoid)) continue;
      const tentative = gScore.get(currentKey)! + euclid(current, next);
      const key = keyOf(next);
      if (tentative < (gScore.get(key) ?? Infinity) - 1e-12) {
        cameFrom.set(key, current);
        gScore.set(key, tentative);
        const h = options.heuristic === 'euclid' ? euclid(next, goal) : freeDistance(next, goal);
        open.put(tentative + h, next);
      }
    }
  }
  return null;
}

function neighbours26(n: NaiveNode, size: NaiveNode): NaiveNode[] {
  const out: NaiveNode[] = [];
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++) {
        if (dx === 0 && dy === 0 && dz === 0) continue;
        const [x, y, z] = [n.x + dx, n.y + dy, n.z + dz];
        if (x >= 0 && y >= 0 && z >= 0 && x < size.x && y < size.y && z < size.z) out.push({ x, y, z });
      }
  return out;
}

function boxIsFree(a: NaiveNode, b: NaiveNode, avoid: ReadonlySet<string>): boolean {
  const xs = a.x === b.x ? [a.x] : [a.x, b.x];
  const ys = a.y === b.y ? [a.y] : [a.y, b.y];
  const zs = a.z === b.z ? [a.z] : [a.z, b.z];
  if (xs.length + ys.length + zs.length === 4) return true; // one axis: the target alone, which was looked at
  for (const x of xs) for (const y of ys) for (const z of zs) if (avoid.has(keyOf({ x, y, z }))) return false;
  return true;
}

function euclid(a: NaiveNode, b: NaiveNode): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
}

function freeDistance(a: NaiveNode, b: NaiveNode): number {
  const [far, mid, near] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z)].sort(
    (p, q) => q - p,
  ) as [number, number, number];
  return Math.sqrt(3) * near + Math.SQRT2 * (mid - near) + (far - mid);
}

class PriorityQueue {
  private readonly items: { priority: number; node: NaiveNode }[] = [];

  put(priority: number, node: NaiveNode): void {
    const items = this.items;
    items.push({ priority, node });
    for (let at = items.length - 1; at > 0;) {
      const up = (at - 1) >> 1;
      if (items[up]!.priority <= items[at]!.priority) break;
      [items[up], items[at]] = [items[at]!, items[up]!];
      at = up;
    }
  }

  get(): NaiveNode | undefined {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (!top || !last || items.length === 0) return top?.node;
    items[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const c of [2 * at + 1, 2 * at + 2])
        if (c < items.length && items[c]!.priority < items[least]!.priority) least = c;
      if (least === at) break;
      [items[least], items[at]] = [items[at]!, items[least]!];
      at = least;
    }
    return top.node;
  }
}
