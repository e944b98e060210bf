import {
  type Flown,
  LEAST_GAIN,
  Outlook,
  type SortieColumn,
  type SortiePrices,
  type SortieSpace,
  Steps,
  earned,
  partOf,
} from './sortie-space.ts';

/** The least worth of a sortie, or a bound on it, and sorties of negative worth. */
export type PricedSorties = {
  readonly least: number;
  readonly columns: readonly SortieColumn[];
  readonly labels: number;
};

/** Sorties flown up to the end of a whole lane (or of a part flown first). */
class Labels {
  size = 0;
  key = new Int16Array(1 << 12);
  mask = new Int32Array(1 << 12);
  /** The label that is flown on from; -1: none; -2 - i: none, and the lane is flown from its tail i on. */
  before = new Int32Array(1 << 12);
  r = new Float64Array(1 << 12);
  c = new Float64Array(1 << 12);
  dead = new Uint8Array(1 << 12);

  add(key: number, mask: number, before: number, r: number, c: number): number {
    const i = this.size++;
    if (i === this.key.length) this.grow();
    this.key[i] = key;
    this.mask[i] = mask;
    this.before[i] = before;
    this.r[i] = r;
    this.c[i] = c;
    return i;
  }

  private grow(): void {
    const wider = <T extends Int16Array | Int32Array | Float64Array | Uint8Array>(old: T): T => {
      const next = new (old.constructor as new (n: number) => T)(2 * old.length);
      next.set(old as never);
      return next;
    };
    this.key = wider(this.key);
    this.mask = wider(this.mask);
    this.before = wider(this.before);
    this.r = wider(this.r);
    this.c = wider(this.c);
    this.dead = wider(this.dead);
  }
}

/** How a pricing runs. */
export type PricingEffort = {
  /** Labels kept at each lane end, the best by worth; null: all, and the answer is exact. */
  readonly beam: number | null;
  /** Labels made, at most. */
  readonly labels: number;
  readonly columns: number;
};

/** Prices sorties of one site. */
export class SortiePricing {
  readonly space: SortieSpace;
  private readonly steps: Steps;

  constructor(space: SortieSpace) {
    this.space = space;
    this.steps = new Steps(space);
  }

  /** Whether there are few enough buckets to be priced. */
  get buckets(): number {
    return this.steps.count;
  }

  price(prices: SortiePrices, effort: PricingEffort): PricedSorties {
    return new Run(this.space, this.steps, prices, effort).run();
  }
}

/** The end of a sortie: after the whole lane of a label, or after a part of one more lane (the first where label is -1). */
type End = { readonly value: number; readonly label: number; readonly key: number; readonly head: number };

class Run {
  private readonly space: SortieSpace;
  private readonly steps: Steps;
  private readonly prices: SortiePrices;
  private readonly effort: PricingEffort;
  private readonly outlook: Outlook;
  private readonly labels = new Labels();
  private readonly atKey: number[][];
  private readonly waiting: number[][];
  /** The best sortie that ends at each key, whole or in a part. */
  private readonly ends: (End | null)[];
  /** The least worth of what is not looked at. */
  private passed = Infinity;

  constructor(space: SortieSpace, steps: Steps, prices: SortiePrices, effort: PricingEffort) {
    this.space = space;
    this.steps = steps;
    this.prices = prices;
    this.effort = effort;
    this.outlook = new Outlook(space, steps, prices);
    this.atKey = Array.from({ length: space.keys }, () => []);
    this.waiting = Array.from({ length: steps.count + 1 }, () => []);
    this.ends = new Array<End | null>(2 * space.keys).fill(null);
  }

  run(): PricedSorties {
    this.shortest();
    this.begin();
    for (let b = 0; b < this.waiting.length; b++) {
      const list = this.waiting[b]!;
      for (const i of list) {
        if (this.labels.dead[i] === 1) continue;
        if (this.labels.size > this.effort.labels) {
          this.passed = Math.min(this.passed, this.labels.c[i]! + this.onward(i));
          continue;
        }
        this.finish(i);
        this.extend(i);
      }
    }
    const inner = this.innerColumns();
    const found = this.ends.filter((e) => e !== null).sort((a, b) => a.value - b.value);
    const columns = [
      ...found.slice(0, this.effort.columns).map((e) => this.columnOf(e)),
      ...inner.map((i) => i.column),
    ];
    const least = Math.min(
      -LEAST_GAIN,
      this.passed,
      ...found.map((e) => e.value),
      ...inner.map((i) => i.value),
    );
    return { least, columns, labels: this.labels.size };
  }

  private begin(): void {
    const { space, prices, outlook } = this;
    const { fixed, second } = prices;
    for (let k = 0; k < space.keys; k++) {
      const mask = 1 << this.steps.bit[(k >> 1) * this.steps.lanes + (k >> 1)]!;
      const t = space.out[k]!.t_s + space.whole[k]!.t_s;
      const r = this.steps.out_r[k]! + this.steps.whole_r[k]!;
      if (r <= space.most) this.put(k, mask, -1, r, fixed + second * t - outlook.profit[k]!);
      space.tails[k]!.forEach((g, i) => {
        const c = fixed + second * g.t_s - earned(prices, k >> 1, g.cut, (k & 1) === 1);
        if (g[space.what] <= space.most) this.put(k, mask, -2 - i, g[space.what], c);
      });
    }
  }

  /** Sorties of one part that has its lane's true beginning. */
  private shortest(): void {
    const { space, prices, steps } = this;
    for (let k = 0; k < space.keys; k++)
      space.heads[k]!.forEach((g, head) => {
        if (!(steps.out_r[k]! + g[space.what] <= space.most)) return;
        const t = space.out[k]!.t_s + g.t_s;
        const value = prices.fixed + prices.second * t - earned(prices, k >> 1, g.cut, (k & 1) === 0);
        this.keep({ value, label: -1, key: k, head }, space.keys + k);
      });
  }

  /** The least worth of going on from a label. */
  private onward(i: number): number {
    const { labels, steps, outlook } = this;
    return outlook.first[labels.key[i]! * steps.count + steps.bucket(this.space.most - labels.r[i]!)]!;
  }

  private put(key: number, mask: number, before: number, r: number, c: number): void {
    const { labels, steps, outlook } = this;
    const q = steps.bucket(this.space.most - r);
    if (q < 0) return;
    const at = key * steps.count + q;
    const next = outlook.firstLane[at]!;
    const bit = next < 0 ? -1 : steps.bit[(key >> 1) * steps.lanes + next]!;
    const flown = bit >= 0 && ((mask >> bit) & 1) === 1;
    if (c + (flown ? outlook.second[at]! : outlook.first[at]!) >= -LEAST_GAIN) return;
    const list = this.atKey[key]!;
    const { beam } = this.effort;
    let kept = 0;
    for (const i of list) {
      const same = beam !== null || (labels.mask[i]! & ~mask) === 0;
      if (same && labels.r[i]! <= r && labels.c[i]! <= c) return;
      const back = beam !== null || (mask & ~labels.mask[i]!) === 0;
      if (back && r <= labels.r[i]! && c <= labels.c[i]!) labels.dead[i] = 1;
      else list[kept++] = i;
    }
    list.length = kept;
    if (beam !== null && kept >= beam) {
      let worst = 0;
      for (let i = 1; i < kept; i++) if (labels.c[list[i]!]! > labels.c[list[worst]!]!) worst = i;
      if (labels.c[list[worst]!]! <= c) return;
      labels.dead[list[worst]!] = 1;
      list[worst] = list[kept - 1]!;
      list.length = kept - 1;
    }
    const i = labels.add(key, mask, before, r, c);
    list.push(i);
    this.waiting[Math.floor(r / steps.width)]!.push(i);
  }

  private extend(i: number): void {
    const { labels, steps, space, outlook } = this;
    const n = space.keys;
    const key = labels.key[i]!;
    const lane = key >> 1;
    const [r, c, mask] = [labels.r[i]!, labels.c[i]!, labels.mask[i]!];
    const left = space.most - r;
    for (let j = 0; j < n; j++) {
      const at = key * n + j;
      const more = steps.r[at]!;
      if (!(more <= left)) continue;
      const to = j >> 1;
      const bit = steps.bit[lane * steps.lanes + to]!;
      if (bit >= 0 && ((mask >> bit) & 1) === 1) continue;
      const cost = c + outlook.step[at]!;
      const q = j * steps.count + steps.bucket(left - more);
      const onward = outlook.firstLane[q] === lane ? outlook.second[q]! : outlook.first[q]!;
      if (steps.bucket(left - more) < 0 || cost + onward >= -LEAST_GAIN) continue;
      this.put(j, this.remembered(mask, lane, to), i, r + more, cost);
    }
  }

  /** What is remembered as flown once a lane is added. */
  private remembered(mask: number, lane: number, to: number): number {
    const { steps, space } = this;
    const { lanes, bit } = steps;
    let out = 1 << bit[to * lanes + to]!;
    const near = space.near[lane]!;
    for (let b = 0; b < near.length; b++) {
      if (((mask >> b) & 1) === 0) continue;
      const there = bit[to * lanes + near[b]!]!;
      if (there >= 0) out |= 1 << there;
    }
    return out;
  }

  private finish(i: number): void {
    const { labels, steps, space, outlook, prices } = this;
    const n = space.keys;
    const key = labels.key[i]!;
    const lane = key >> 1;
    const [r, c, mask] = [labels.r[i]!, labels.c[i]!, labels.mask[i]!];
    const left = space.most - r;
    if (steps.back_r[key]! <= left) {
      const value = c + prices.second * space.back[key]!.t_s;
      this.keep({ value, label: i, key, head: -1 }, key);
    }
    const q = steps.bucket(left);
    for (let j = 0; j < n; j++) {
      const at = key * n + j;
      const b = q - steps.linkDrop[at]!;
      if (b < 0) continue;
      const bit = steps.bit[lane * steps.lanes + (j >> 1)]!;
      if (bit >= 0 && ((mask >> bit) & 1) === 1) continue;
      const to = c + prices.second * space.link_t[at]!;
      const best = this.ends[n + j]?.value ?? -LEAST_GAIN;
      if (to + outlook.head[j * steps.count + b]! >= best) continue;
      const room = left - space.link_r[at]!;
      space.heads[j]!.forEach((g, head) => {
        if (g[space.what] > room) return;
        const value = to + prices.second * g.t_s - earned(prices, j >> 1, g.cut, (j & 1) === 0);
        this.keep({ value, label: i, key: j, head }, n + j);
      });
    }
  }

  private keep(end: End, slot: number): void {
    if (end.value >= -LEAST_GAIN) return;
    const old = this.ends[slot];
    if (old === null || old === undefined || end.value < old.value) this.ends[slot] = end;
  }

  /** Sorties within one lane, from a cut to another or to one of the same group. */
  private innerColumns(): { readonly value: number; readonly column: SortieColumn }[] {
    const { space, prices } = this;
    return space.inner.flatMap(({ way, pieces, groups }, lane) => {
      let best: { value: number; column: SortieColumn } | null = null;
      for (let from = 0; from < groups.length; from++)
        for (let to = from; to < groups.length; to++) {
          const share = Math.max(0, groups[to]!.first - groups[from]!.last);
          const t_s = way.t_s + share * pieces.t_s;
          const r = way[space.what] + share * pieces[space.what];
          if (r > space.most) break;
          const rest = prices.rest[lane]!;
          const value = prices.fixed + prices.second * t_s - rest[from]! + rest[to]!;
          if (value < (best?.value ?? -LEAST_GAIN))
            best = { value, column: { flown: [{ lane, from, to }], t_s, r } };
        }
      return best === null ? [] : [best];
    });
  }

  private columnOf(e: End): SortieColumn {
    const { labels, space, steps } = this;
    const n = space.keys;
    const flown: Flown[] = [];
    let [t_s, r] = [0, 0];
    const last = e.label < 0 ? -1 : labels.key[e.label]!;
    if (e.head < 0) {
      t_s += space.back[last]!.t_s;
      r += steps.back_r[last]!;
    } else {
      const g = space.heads[e.key]![e.head]!;
      t_s += (last < 0 ? space.out[e.key]!.t_s : space.link_t[last * n + e.key]!) + g.t_s;
      r += (last < 0 ? steps.out_r[e.key]! : space.link_r[last * n + e.key]!) + g[space.what];
      flown.push(partOf(e.key, g.cut, false));
    }
    for (let i = e.label; i >= 0; i = labels.before[i]!) {
      const key = labels.key[i]!;
      const before = labels.before[i]!;
      if (before < -1) {
        const g = space.tails[key]![-2 - before]!;
        t_s += g.t_s;
        r += g[space.what];
        flown.push(partOf(key, g.cut, true));
        continue;
      }
      flown.push({ lane: key >> 1, from: null, to: null });
      if (before < 0) {
        t_s += space.out[key]!.t_s + space.whole[key]!.t_s;
        r += steps.out_r[key]! + steps.whole_r[key]!;
      } else {
        t_s += steps.t[labels.key[before]! * n + key]!;
        r += steps.r[labels.key[before]! * n + key]!;
      }
    }
    return { flown, t_s, r };
  }
}
