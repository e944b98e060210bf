/** An arc of a network. */
export type Arc = { readonly from: number; readonly to: number; readonly flow: number };

/** Flow below this is rounding. */
export const LEAST_FLOW = 1e-7;

/** A network whose least cuts are asked for again and again: Dinic (1970). */
export class MaxFlow {
  private readonly head: Int32Array;
  private readonly next: number[] = [];
  private readonly to: number[] = [];
  private readonly capacity: number[] = [];
  private left: Float64Array = new Float64Array(0);
  private readonly level: Int32Array;
  private readonly at: Int32Array;

  /** `both`: arcs carry their flow either way. */
  constructor(nodes: number, arcs: readonly Arc[], both: boolean) {
    this.head = new Int32Array(nodes).fill(-1);
    this.level = new Int32Array(nodes);
    this.at = new Int32Array(nodes);
    for (const { from, to, flow } of arcs) {
      if (flow < LEAST_FLOW) continue;
      this.to.push(to, from);
      this.capacity.push(flow, both ? flow : 0);
      this.next.push(this.head[from]!, this.head[to]!);
      this.head[from] = this.to.length - 2;
      this.head[to] = this.to.length - 1;
    }
  }

  /** The least cut between two nodes: its flow, and for each node whether it lies on the far side. */
  cut(source: number, target: number): { readonly flow: number; readonly far: (node: number) => boolean } {
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
    return { flow, far: (node) => this.level[node]! < 0 };
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
