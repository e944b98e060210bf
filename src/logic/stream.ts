/** Building blocks of the online monitor: constant memory, amortised constant time a sample. */

/** Gives back what went in `length` samples ago; the first ones read `head`. */
export class DelayLine {
  private readonly ring: Float64Array;
  private at = 0;
  constructor(length: number, head: number) {
    this.ring = new Float64Array(length).fill(head);
  }
  push(value: number): number {
    if (this.ring.length === 0) return value;
    const old = this.ring[this.at]!;
    this.ring[this.at] = value;
    this.at = this.at + 1 === this.ring.length ? 0 : this.at + 1;
    return old;
  }
}

/** Best of the last `width` values (of all so far while there are fewer), by a monotone deque in a ring. */
export class SlidingBest {
  private readonly mask: number;
  private readonly value: Float64Array;
  private readonly index: Float64Array;
  private readonly width: number;
  private readonly sign: number;
  private head = 0;
  private tail = 0;
  private next = 0;
  private all = -Infinity;

  constructor(width: number, sign: number) {
    this.width = width;
    this.sign = sign;
    let capacity = 1;
    while (width !== Infinity && capacity < width + 1) capacity *= 2;
    this.mask = capacity - 1;
    this.value = new Float64Array(capacity);
    this.index = new Float64Array(capacity);
  }

  push(raw: number): number {
    const v = this.sign * raw;
    if (this.width === Infinity) {
      if (v > this.all) this.all = v;
      return this.sign * this.all;
    }
    const { mask, value, index } = this;
    while (this.tail > this.head && value[(this.tail - 1) & mask]! <= v) this.tail--;
    value[this.tail & mask] = v;
    index[this.tail & mask] = this.next++;
    this.tail++;
    if (index[this.head & mask]! <= this.next - 1 - this.width) this.head++;
    return this.sign * value[this.head & mask]!;
  }
}

/**
 * Until (or since) over the last `width` pairs. A pair acts as r -> max(q, min(p, r)); such actions compose,
 * so a queue of two stacks gives the action of the window in amortised constant time.
 */
export class ReachWindow {
  private readonly width: number;
  private readonly ahead: boolean;
  /** Front stack: actions from each element to the front stack's end; back: raw pairs and their action. */
  private readonly frontQ: Float64Array;
  private readonly frontP: Float64Array;
  private front = 0;
  private readonly backQ: Float64Array;
  private readonly backP: Float64Array;
  private back = 0;
  private sumQ = -Infinity;
  private sumP = Infinity;

  constructor(width: number, ahead: boolean) {
    this.width = width;
    this.ahead = ahead;
    this.frontQ = new Float64Array(width);
    this.frontP = new Float64Array(width);
    this.backQ = new Float64Array(width);
    this.backP = new Float64Array(width);
  }

  push(p: number, q: number): number {
    if (this.front + this.back === this.width) this.dropOldest();
    this.backQ[this.back] = q;
    this.backP[this.back] = p;
    this.back++;
    if (this.ahead) {
      // Older acts on newer: (sumQ, sumP) then the new pair inside.
      this.sumQ = Math.max(this.sumQ, Math.min(this.sumP, q));
      this.sumP = Math.min(this.sumP, p);
    } else {
      // Newer acts on older.
      this.sumQ = Math.max(q, Math.min(p, this.sumQ));
      this.sumP = Math.min(this.sumP, p);
    }
    if (this.front === 0) return this.sumQ;
    const [fq, fp] = [this.frontQ[this.front - 1]!, this.frontP[this.front - 1]!];
    return this.ahead ? Math.max(fq, Math.min(fp, this.sumQ)) : Math.max(this.sumQ, Math.min(this.sumP, fq));
  }

  private dropOldest(): void {
    if (this.front === 0) {
      let [accQ, accP] = [-Infinity, Infinity];
      for (let k = this.back - 1; k >= 0; k--) {
        const [q, p] = [this.backQ[k]!, this.backP[k]!];
        if (this.ahead) accQ = Math.max(q, Math.min(p, accQ));
        else accQ = Math.max(accQ, Math.min(accP, q));
        accP = Math.min(accP, p);
        this.frontQ[this.front] = accQ;
        this.frontP[this.front] = accP;
        this.front++;
      }
      this.back = 0;
      this.sumQ = -Infinity;
      this.sumP = Infinity;
    }
    this.front--;
  }
}

/** p since q from the start of the stream. */
export class RunningSince {
  private r = -Infinity;
  push(p: number, q: number): number {
    this.r = Math.max(q, Math.min(p, this.r));
    return this.r;
  }
}
