import { type Cost } from '../../src/engines/survey/motion/mover.ts';
import { type CutGroup, type CutPart } from './cut-costs.ts';

/** What sorties of one site are made of: seconds and what runs out (`r`: seconds or watt-hours), the wind evened out. */
export type SortieSpace = {
  /** Keys: 2 x lane + direction. */
  readonly keys: number;
  /** By key: from the site to its beginning, the lane itself, home from its end. Infinite: cannot be flown. */
  readonly out: readonly Cost[];
  readonly whole: readonly Cost[];
  readonly back: readonly Cost[];
  /** By from x keys + to. */
  readonly link_t: Float64Array;
  readonly link_r: Float64Array;
  readonly heads: readonly (readonly CutPart[])[];
  readonly tails: readonly (readonly CutPart[])[];
  /** By lane: a sortie within it: both ways, the length of all of it, and where it may be cut. */
  readonly inner: readonly {
    readonly way: Cost;
    readonly pieces: Cost;
    readonly groups: readonly CutGroup[];
  }[];
  /** Which of the costs' figures runs out, and how much of it there is. */
  readonly what: 't_s' | 'e_wh';
  readonly most: number;
  /** Lanes near each lane, itself included; only these are remembered as flown (at most 31). */
  readonly near: readonly (readonly number[])[];
};

/** What a sortie is worth: it costs `fixed` and `second` for each second; what it flies of lanes earns. */
export type SortiePrices = {
  readonly fixed: number;
  readonly second: number;
  /** By lane: its end a. */
  readonly lane: Float64Array;
  /** By lane and group of cuts: the part from there to the lane's end b. */
  readonly rest: readonly Float64Array[];
};

/** What is flown of a lane: from its end a or from a cut, to its end b or to a cut. */
export type Flown = { readonly lane: number; readonly from: number | null; readonly to: number | null };

/** A sortie: what it flies, seconds, and how much of what runs out. */
export type SortieColumn = {
  readonly flown: readonly Flown[];
  readonly t_s: number;
  readonly r: number;
};

/** Worths above this are no gain. */
export const LEAST_GAIN = 1e-7;

/** What a part of a lane with one true end earns: from a to the cut, or from the cut to b. */
export function earned(p: SortiePrices, lane: number, cut: number, has_a: boolean): number {
  const rest = p.rest[lane]![cut]!;
  return has_a ? p.lane[lane]! - rest : rest;
}

/** The part that is flown first (`tail`) or last in the direction of a key. */
export function partOf(key: number, cut: number, tail: boolean): Flown {
  const lane = key >> 1;
  return ((key & 1) === 0) === tail ? { lane, from: cut, to: null } : { lane, from: null, to: cut };
}

/** What of a space does not depend on prices. */
export class Steps {
  readonly t: Float64Array;
  readonly r: Float64Array;
  readonly out_r: Float64Array;
  readonly back_r: Float64Array;
  readonly whole_r: Float64Array;
  readonly lanes: number;
  /** Resource per bucket, and buckets. */
  readonly width: number;
  readonly count: number;
  readonly drop: Int32Array;
  readonly linkDrop: Int32Array;
  /** By lane x lanes + other: bit of the other in the lane's memory, or -1. */
  readonly bit: Int8Array;

  constructor(space: SortieSpace) {
    const { keys: n, what, most } = space;
    this.lanes = n / 2;
    this.t = new Float64Array(n * n).fill(Infinity);
    this.r = new Float64Array(n * n).fill(Infinity);
    this.out_r = Float64Array.from(space.out, (c) => c[what]);
    this.back_r = Float64Array.from(space.back, (c) => c[what]);
    this.whole_r = Float64Array.from(space.whole, (c) => c[what]);
    let least = most / 24;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        if (i >> 1 === j >> 1) continue;
        const at = i * n + j;
        this.t[at] = space.link_t[at]! + space.whole[j]!.t_s;
        this.r[at] = space.link_r[at]! + this.whole_r[j]!;
        if (this.r[at]! < least) least = this.r[at]!;
      }
    this.width = Math.max(1e-9, least) * (1 - 1e-9);
    this.count = Math.max(1, Math.ceil(most / this.width - 1e-9));
    this.drop = new Int32Array(n * n).fill(1 << 28);
    this.linkDrop = new Int32Array(n * n).fill(1 << 28);
    for (let at = 0; at < n * n; at++) {
      if (this.r[at]! <= most) this.drop[at] = Math.floor(this.r[at]! / this.width);
      if (space.link_r[at]! <= most) this.linkDrop[at] = Math.floor(space.link_r[at]! / this.width);
    }
    this.bit = new Int8Array(this.lanes * this.lanes).fill(-1);
    space.near.forEach((list, lane) => list.forEach((m, i) => (this.bit[lane * this.lanes + m] = i)));
  }

  /** Bucket of what is left: it is at most (bucket + 1) x width. Negative: nothing is left. */
  bucket(left: number): number {
    return Math.min(this.count - 1, Math.ceil(left / this.width) - 1);
  }
}

/** Prices put on steps, and the least worth of going on from a lane's end with so much left. */
export class Outlook {
  readonly profit: Float64Array;
  readonly step: Float64Array;
  /** By key x buckets + bucket: the least worth of a part of a lane flown last, its way home included. */
  readonly head: Float64Array;
  readonly first: Float64Array;
  readonly firstLane: Int16Array;
  /** The least worth where the next lane is another than `firstLane`. */
  readonly second: Float64Array;

  constructor(space: SortieSpace, steps: Steps, p: SortiePrices) {
    const { keys: n } = space;
    const q = steps.count;
    this.profit = Float64Array.from({ length: n }, (_, k) => p.lane[k >> 1]!);
    this.step = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const t = steps.t[i * n + j]!;
        this.step[i * n + j] = t === Infinity ? Infinity : p.second * t - this.profit[j]!;
      }
    this.head = new Float64Array(n * q).fill(Infinity);
    for (let k = 0; k < n; k++) {
      for (const g of space.heads[k]!) {
        const at = Math.max(0, steps.bucket(g[space.what]));
        const value = p.second * g.t_s - earned(p, k >> 1, g.cut, (k & 1) === 0);
        if (g[space.what] <= space.most && value < this.head[k * q + at]!) this.head[k * q + at] = value;
      }
      for (let b = 1; b < q; b++)
        this.head[k * q + b] = Math.min(this.head[k * q + b]!, this.head[k * q + b - 1]!);
    }
    this.first = new Float64Array(n * q).fill(Infinity);
    this.second = new Float64Array(n * q).fill(Infinity);
    this.firstLane = new Int16Array(n * q).fill(-1);
    this.fill(space, steps, p);
  }

  private fill(space: SortieSpace, steps: Steps, p: SortiePrices): void {
    const { keys: n } = space;
    const q = steps.count;
    const { first, second, firstLane, head, step } = this;
    for (let b = 0; b < q; b++)
      for (let k = 0; k < n; k++) {
        let one = Infinity;
        let two = Infinity;
        let lane = -1;
        if (steps.back_r[k]! <= (b + 1) * steps.width) one = p.second * space.back[k]!.t_s;
        for (let j = 0; j < n; j++) {
          const at = k * n + j;
          const l = b - steps.linkDrop[at]!;
          if (l < 0) continue;
          let v = p.second * space.link_t[at]! + head[j * q + l]!;
          const d = b - steps.drop[at]!;
          if (d >= 0) {
            const to = j * q + d;
            const w = step[at]! + (firstLane[to] === k >> 1 ? second[to]! : first[to]!);
            if (w < v) v = w;
          }
          if (v < one) {
            if (lane !== j >> 1) two = one;
            one = v;
            lane = j >> 1;
          } else if (v < two && lane !== j >> 1) two = v;
        }
        first[k * q + b] = one;
        second[k * q + b] = two;
        firstLane[k * q + b] = lane;
      }
  }
}
