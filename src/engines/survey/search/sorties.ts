import { type RouteSpace, type Routes } from './routes.ts';
import { type QuickUnit } from './quick.ts';
import { NO_WAY } from './rough.ts';
import { SiteClock } from './landings.ts';
import { StopList } from './stop-list.ts';

/** Lanes beside each lane: `count` of them each, nearest first, -1 where there are fewer. */
export type Beside = { readonly count: number; readonly lanes: Int32Array };

/** How lanes are put in. */
export type InsertRule = {
  /** A day that ends later than this counts more: each second of it `weight` times again. */
  readonly late_s: number;
  readonly weight: number;
  /** Whether a place is passed over, by chance. */
  readonly blink: () => boolean;
};

/**
 * Sorties of whole lanes that are changed in place: what each costs, where each lane is, and when each unit's day ends.
 * A sortie here always keeps its unit's limits.
 */
export class Sorties {
  readonly space: RouteSpace;
  /** Sorties in use: the first `count` of `list`. */
  count = 0;
  readonly list: StopList[] = [];
  /** By lane: its sortie (-1: none) and its stop there. */
  readonly where: Int32Array;
  readonly at: Int32Array;
  /** Length of each unit's day with battery changes and what launch spacing adds if all fly equally long; its sorties. */
  readonly ends_s: Float64Array;
  readonly flown: Int32Array;
  /** When each unit lands last, as told by the last tally; 0 for one that does not fly. */
  readonly landed_s: Float64Array;
  private readonly days_s: Float64Array;
  private readonly clock: SiteClock;
  /** Lanes that nobody flies. */
  absent: number[] = [];
  // The best place found for a lane.
  private cost = Infinity;
  private bestSortie = -1;
  private bestUnit = -1;
  private bestAt = 0;
  private bestKey = 0;
  private bestAdd_s = 0;

  constructor(space: RouteSpace) {
    this.space = space;
    this.where = new Int32Array(space.table.lanes).fill(-1);
    this.at = new Int32Array(space.table.lanes);
    this.ends_s = new Float64Array(space.units.length);
    this.flown = new Int32Array(space.units.length);
    this.landed_s = new Float64Array(space.units.length);
    this.days_s = new Float64Array(space.units.length);
    this.clock = new SiteClock(space.units.map((u) => u.ready));
  }

  /** Takes sorties over; those that break a limit lose lanes from their end. */
  load(routes: Routes): void {
    this.clear();
    this.absent = [...routes.absent];
    for (const { unit, keys } of routes.routes) this.add(unit, keys);
    this.tally();
  }

  /** Adds a sortie of as many of the keys, from the first, as its limits allow; the rest becomes absent. */
  private add(unit: number, keys: ArrayLike<number>): void {
    const r = this.open(unit);
    const s = this.list[r]!;
    s.hold(keys.length);
    for (let i = 0; i < keys.length; i++) s.keys[i] = keys[i]!;
    s.n = keys.length;
    this.shorten(r);
  }

  /** Takes lanes from the end of a sortie until it keeps its limits; an empty one stays, with nothing in it. */
  shorten(r: number): void {
    const s = this.list[r]!;
    while (!this.measure(r)) {
      s.n--;
      const lane = s.keys[s.n]! >> 1;
      this.where[lane] = -1;
      this.absent.push(lane);
    }
  }

  /** What they are as plain data. */
  save(): Routes {
    const routes = this.list.slice(0, this.count).map((s) => ({
      unit: s.unit,
      keys: Array.from(s.keys.subarray(0, s.n)),
      t_s: s.t_s,
    }));
    return { routes, absent: [...this.absent], ends_s: this.landed_s.slice() };
  }

  copy(from: Sorties): void {
    this.count = from.count;
    while (this.list.length < from.count) this.list.push(new StopList());
    for (let r = 0; r < from.count; r++) this.list[r]!.copy(from.list[r]!);
    this.where.set(from.where);
    this.at.set(from.at);
    this.ends_s.set(from.ends_s);
    this.flown.set(from.flown);
    this.landed_s.set(from.landed_s);
    this.absent = from.absent.length > 0 ? [...from.absent] : [];
  }

  private clear(): void {
    this.count = 0;
    this.where.fill(-1);
    this.absent = [];
  }

  private open(unit: number): number {
    if (this.list.length === this.count) this.list.push(new StopList());
    const s = this.list[this.count]!;
    s.unit = unit;
    s.n = 0;
    return this.count++;
  }

  /** Works out what a sortie costs and where its lanes are; false where it breaks its unit's limits. */
  measure(r: number): boolean {
    const s = this.list[r]!;
    const { n, keys, used_wh, room_wh } = s;
    s.t_s = 0;
    s.photos = 0;
    if (n === 0) return true;
    const { table, units } = this.space;
    const { costs, limits } = units[s.unit]!;
    const { rough } = table;
    const most_wh = limits.energy_wh;
    let time = 0;
    let wh = 0;
    let photos = 0;
    let last = -1;
    for (let i = 0; i < n; i++) {
      const key = keys[i]!;
      time += last < 0 ? costs.out_s[key]! : rough.time(last, key);
      wh += last < 0 ? costs.out_wh[key]! : rough.energy(last, key);
      const entry = wh + costs.entry_wh[key]!;
      time += table.lane_s[key]!;
      wh += table.lane_wh[key]!;
      photos += table.photos[key]!;
      const exit = wh + costs.exit_wh[key]!;
      used_wh[i] = wh;
      room_wh[i] = most_wh - (entry > exit ? entry : exit);
      last = key;
      this.where[key >> 1] = r;
      this.at[key >> 1] = i;
    }
    time += costs.back_s[last]!;
    wh += costs.back_wh[last]!;
    room_wh[n] = most_wh - wh;
    for (let i = n - 1; i >= 0; i--) if (room_wh[i + 1]! < room_wh[i]!) room_wh[i] = room_wh[i + 1]!;
    s.t_s = time;
    s.photos = photos;
    return room_wh[0]! >= 0 && time <= limits.duration_s && photos <= limits.photos;
  }

  /** Drops empty sorties and works out when days end. */
  tally(): void {
    let kept = 0;
    for (let r = 0; r < this.count; r++) {
      const s = this.list[r]!;
      if (s.n === 0) continue;
      if (kept < r) {
        this.list[r] = this.list[kept]!;
        this.list[kept] = s;
        for (let i = 0; i < s.n; i++) this.where[s.keys[i]! >> 1] = kept;
      }
      kept++;
    }
    this.count = kept;
    const { ends_s, flown } = this;
    ends_s.fill(0);
    flown.fill(0);
    for (let r = 0; r < kept; r++) {
      const { unit, t_s } = this.list[r]!;
      const { ready, turnaround_s } = this.space.units[unit]!;
      ends_s[unit]! += t_s + (flown[unit]! > 0 ? turnaround_s : ready.wait_s);
      flown[unit]!++;
    }
    for (let u = 0; u < flown.length; u++)
      this.days_s[u] = flown[u]! > 0 ? ends_s[u]! - this.space.units[u]!.ready.wait_s : 0;
    this.clock.land(this.days_s, this.landed_s);
  }

  /** Takes out the stops from `from` on, as many as `size`, save `keep` of them from `hole` on. Not measured. */
  takeOut(
    r: number,
    c: { readonly from: number; readonly size: number; readonly hole: number; readonly keep: number },
    out: number[],
  ): void {
    const s = this.list[r]!;
    let to = c.from;
    for (let i = c.from; i < s.n; i++) {
      const key = s.keys[i]!;
      const goes = i < c.from + c.size && (i < c.hole || i >= c.hole + c.keep);
      if (goes) {
        out.push(key >> 1);
        this.where[key >> 1] = -1;
      } else s.keys[to++] = key;
    }
    s.n = to;
  }

  /** Puts a lane where it adds least; false where it fits nowhere. */
  insert(lane: number, beside: Beside, rule: InsertRule): boolean {
    this.cost = Infinity;
    const from = lane * beside.count;
    for (let i = from; i < from + beside.count; i++) {
      const other = beside.lanes[i]!;
      if (other < 0) break;
      const r = this.where[other]!;
      if (r < 0) continue;
      const at = this.at[other]!;
      this.tryPlace(lane, r, at, rule);
      this.tryPlace(lane, r, at + 1, rule);
    }
    for (let r = 0; r < this.count; r++) {
      this.tryPlace(lane, r, 0, rule);
      this.tryPlace(lane, r, this.list[r]!.n, rule);
    }
    this.tryAlone(lane, rule);
    if (this.cost === Infinity)
      for (let r = 0; r < this.count; r++)
        for (let at = 0; at <= this.list[r]!.n; at++) this.tryPlace(lane, r, at, rule);
    if (this.cost === Infinity) return false;
    this.putBest();
    return true;
  }

  private putBest(): void {
    const alone = this.bestSortie < 0;
    const r = alone ? this.open(this.bestUnit) : this.bestSortie;
    const s = this.list[r]!;
    s.hold(s.n + 1);
    for (let i = s.n; i > this.bestAt; i--) s.keys[i] = s.keys[i - 1]!;
    s.keys[this.bestAt] = this.bestKey;
    s.n++;
    this.measure(r);
    this.ends_s[s.unit]! += this.bestAdd_s;
    if (alone) this.flown[s.unit]!++;
  }

  private tryPlace(lane: number, r: number, at: number, rule: InsertRule): void {
    const { table, units, window_s } = this.space;
    const s = this.list[r]!;
    const { costs, limits, ready } = units[s.unit]!;
    if (s.photos + table.photos[2 * lane]! > limits.photos) return;
    const { rough } = table;
    const before = at > 0 ? s.keys[at - 1]! : -1;
    const after = at < s.n ? s.keys[at]! : -1;
    const gap_s =
      before < 0
        ? after < 0
          ? 0
          : costs.out_s[after]!
        : after < 0
          ? costs.back_s[before]!
          : rough.time(before, after);
    const end_s = this.ends_s[s.unit]!;
    const most_s = Math.min(limits.duration_s - s.t_s, window_s + ready.wait_s - end_s);
    for (let key = 2 * lane; key <= 2 * lane + 1; key++) {
      const in_s = before < 0 ? costs.out_s[key]! : rough.time(before, key);
      const out_s = after < 0 ? costs.back_s[key]! : rough.time(key, after);
      const add_s = in_s + table.lane_s[key]! + out_s - gap_s;
      if (add_s > most_s) continue;
      const late = end_s + add_s - rule.late_s;
      const cost = late > 0 ? add_s + rule.weight * late : add_s;
      if (cost >= this.cost || rule.blink() || !this.hasEnergy(s, at, key, before, after)) continue;
      this.cost = cost;
      this.bestSortie = r;
      this.bestUnit = s.unit;
      this.bestAt = at;
      this.bestKey = key;
      this.bestAdd_s = add_s;
    }
  }

  /** Whether the energy suffices for a stop in that place: there, on the ways home from it, and for all that follows. */
  private hasEnergy(s: StopList, at: number, key: number, before: number, after: number): boolean {
    const { table, units } = this.space;
    const { costs, limits } = units[s.unit]!;
    const { rough } = table;
    const in_wh = before < 0 ? costs.out_wh[key]! : rough.energy(before, key);
    const entry = (before < 0 ? 0 : s.used_wh[at - 1]!) + in_wh;
    const exit = entry + table.lane_wh[key]!;
    if (entry + costs.entry_wh[key]! > limits.energy_wh) return false;
    if (exit + costs.exit_wh[key]! > limits.energy_wh) return false;
    if (after < 0) return exit + costs.back_wh[key]! <= limits.energy_wh;
    const gap_wh = before < 0 ? costs.out_wh[after]! : rough.energy(before, after);
    return in_wh + table.lane_wh[key]! + rough.energy(key, after) - gap_wh <= s.room_wh[at]!;
  }

  private tryAlone(lane: number, rule: InsertRule): void {
    const { table, units, window_s } = this.space;
    for (let u = 0; u < units.length; u++) {
      const unit = units[u]!;
      if (this.flown[u]! >= unit.sorties) continue;
      const end_s = this.ends_s[u]!;
      for (let key = 2 * lane; key <= 2 * lane + 1; key++) {
        const t_s = unit.costs.out_s[key]! + table.lane_s[key]! + unit.costs.back_s[key]!;
        const { wait_s } = unit.ready;
        const add_s = t_s + (this.flown[u]! > 0 ? unit.turnaround_s : wait_s);
        const late = end_s + add_s - rule.late_s;
        const cost = late > 0 ? add_s + rule.weight * late : add_s;
        if (cost >= this.cost || end_s + add_s > window_s + wait_s || !this.aloneFits(unit, key, t_s))
          continue;
        this.cost = cost;
        this.bestSortie = -1;
        this.bestUnit = u;
        this.bestAt = 0;
        this.bestKey = key;
        this.bestAdd_s = add_s;
      }
    }
  }

  private aloneFits({ costs, limits }: QuickUnit, key: number, t_s: number): boolean {
    const { table } = this.space;
    const entry = costs.out_wh[key]!;
    const exit = entry + table.lane_wh[key]!;
    return (
      t_s < NO_WAY &&
      t_s <= limits.duration_s &&
      table.photos[key]! <= limits.photos &&
      entry + costs.entry_wh[key]! <= limits.energy_wh &&
      exit + Math.max(costs.exit_wh[key]!, costs.back_wh[key]!) <= limits.energy_wh
    );
  }

  /** Flies the stretch of a sortie the other way round that gains most; false where none does within the limits. */
  turnBest(r: number): boolean {
    const s = this.list[r]!;
    const { table, units } = this.space;
    const { costs } = units[s.unit]!;
    const { rough } = table;
    const { n, keys } = s;
    let [gain, from, to] = [1e-9, -1, -1];
    for (let i = 0; i < n; i++) {
      const before = i > 0 ? keys[i - 1]! : -1;
      // What the stretch from i on costs as it is and turned round, its lanes and the ways between them.
      let [as, turned] = [0, 0];
      for (let j = i; j < n; j++) {
        const key = keys[j]!;
        if (j > i) {
          as += rough.time(keys[j - 1]!, key);
          turned += rough.time(key ^ 1, keys[j - 1]! ^ 1);
        }
        as += table.lane_s[key]!;
        turned += table.lane_s[key ^ 1]!;
        const after = j + 1 < n ? keys[j + 1]! : -1;
        const now =
          (before < 0 ? costs.out_s[keys[i]!]! : rough.time(before, keys[i]!)) +
          (after < 0 ? costs.back_s[key]! : rough.time(key, after));
        const then =
          (before < 0 ? costs.out_s[key ^ 1]! : rough.time(before, key ^ 1)) +
          (after < 0 ? costs.back_s[keys[i]! ^ 1]! : rough.time(keys[i]! ^ 1, after));
        if (as + now - turned - then > gain) [gain, from, to] = [as + now - turned - then, i, j];
      }
    }
    if (from < 0) return false;
    for (let i = from, j = to; i <= j; i++, j--) {
      const [a, b] = [keys[i]!, keys[j]!];
      keys[i] = b ^ 1;
      keys[j] = a ^ 1;
    }
    return this.measure(r);
  }

  /** Makes all ways of all sorties exact; those that then break a limit lose lanes from their end. */
  refine(): void {
    const { rough } = this.space.table;
    let changed = false;
    for (let r = 0; r < this.count; r++) {
      const { keys, n } = this.list[r]!;
      let off = false;
      for (let i = 1; i < n; i++) if (rough.refine(keys[i - 1]!, keys[i]!)) off = true;
      if (!off) continue;
      changed = true;
      this.shorten(r);
    }
    if (changed) this.tally();
  }
}
