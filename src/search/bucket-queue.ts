/**
 * A monotone queue of nodes in a ring of buckets of equal width (Dial, 1969). With a width of at most the least edge
 * cost the nodes of the lowest bucket are final in any order (Dinitz, 1978); with a wider one they may come again.
 */
export class BucketQueue {
  size = 0;
  private readonly width: number;
  private readonly buckets: Int32Array[];
  private readonly counts: Int32Array;
  private lowest = 0;

  /** `leastEdge` and `greatestEdge` bound how far one push can be ahead of the last pop, in cost. */
  constructor(leastEdge: number, greatestEdge: number, mostBuckets = 4096) {
    this.width = Math.max(leastEdge, Math.ceil(greatestEdge / mostBuckets), 1);
    const count = Math.ceil(greatestEdge / this.width) + 2;
    this.buckets = Array.from({ length: count }, () => new Int32Array(64));
    this.counts = new Int32Array(count);
  }

  /** Adds a node; its cost must not be below the bucket of the last pop. */
  push(cost: number, node: number): void {
    const at = Math.floor(cost / this.width) % this.buckets.length;
    let bucket = this.buckets[at]!;
    const count = this.counts[at]!++;
    if (count === bucket.length) {
      const larger = new Int32Array(count * 2);
      larger.set(bucket);
      this.buckets[at] = bucket = larger;
    }
    bucket[count] = node;
    this.size++;
  }

  /** Removes a node of the lowest bucket; -1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    while (this.counts[this.lowest] === 0)
      this.lowest = this.lowest + 1 === this.buckets.length ? 0 : this.lowest + 1;
    this.size--;
    return this.buckets[this.lowest]![--this.counts[this.lowest]!]!;
  }
}
