/**
 * A 4-ary min-heap of (key, tie, node) on typed arrays. The order is total: smaller key, then smaller tie, then
 * smaller node; so the order of removal does not depend on the order of insertion.
 */
export class NodeHeap {
  size = 0;
  keys: Float64Array;
  ties: Int32Array;
  nodes: Int32Array;

  constructor(capacity = 1024) {
    this.keys = new Float64Array(capacity);
    this.ties = new Int32Array(capacity);
    this.nodes = new Int32Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  push(key: number, tie: number, node: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, ties, nodes } = this;
    let at = this.size++;
    while (at > 0) {
      const up = (at - 1) >> 2;
      const upKey = keys[up]!;
      if (upKey < key) break;
      if (upKey === key && (ties[up]! < tie || (ties[up] === tie && nodes[up]! <= node))) break;
      keys[at] = upKey;
      ties[at] = ties[up]!;
      nodes[at] = nodes[up]!;
      at = up;
    }
    keys[at] = key;
    ties[at] = tie;
    nodes[at] = node;
  }

  /** Removes the least entry and returns its node; -1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const { keys, ties, nodes } = this;
    const top = nodes[0]!;
    const last = --this.size;
    if (last > 0) this.sift(keys[last]!, ties[last]!, nodes[last]!);
    return top;
  }

  /** Places an entry at the root and lets it sink. */
  private sift(key: number, tie: number, node: number): void {
    const { keys, ties, nodes, size } = this;
    let at = 0;
    for (let first = 1; first < size; first = at * 4 + 1) {
      const end = first + 4 < size ? first + 4 : size;
      let best = first;
      let bestKey = keys[first]!;
      for (let c = first + 1; c < end; c++) {
        const k = keys[c]!;
        if (k < bestKey || (k === bestKey && this.tieBefore(c, best))) {
          best = c;
          bestKey = k;
        }
      }
      if (key < bestKey) break;
      if (key === bestKey && (tie < ties[best]! || (tie === ties[best] && node <= nodes[best]!))) break;
      keys[at] = bestKey;
      ties[at] = ties[best]!;
      nodes[at] = nodes[best]!;
      at = best;
    }
    keys[at] = key;
    ties[at] = tie;
    nodes[at] = node;
  }

  private tieBefore(a: number, b: number): boolean {
    const d = this.ties[a]! - this.ties[b]!;
    return d < 0 || (d === 0 && this.nodes[a]! < this.nodes[b]!);
  }

  private grow(): void {
    const capacity = this.keys.length * 2;
    const keys = new Float64Array(capacity);
    keys.set(this.keys);
    const ties = new Int32Array(capacity);
    ties.set(this.ties);
    const nodes = new Int32Array(capacity);
    nodes.set(this.nodes);
    [this.keys, this.ties, this.nodes] = [keys, ties, nodes];
  }
}
