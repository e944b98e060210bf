import { type Rng } from '#base';
import { type Aim, type RouteSpace, type Routes } from './routes.ts';
import { type Beside, type InsertRule, Sorties } from './sorties.ts';

/** Lanes taken out at a time, on average, and the longest stretch taken out of one sortie. */
const MEAN_OUT = 10;
const LONGEST_STRING = 10;
/** Chance that a stretch keeps some lanes in its middle, that a whole sortie goes, and that a place is passed over. */
const SPLIT = 0.5;
const WHOLE = 0.05;
const BLINK = 0.01;
/**
 * Weights of the longest day beside the mean one. At first the mean day counts for most, so that sorties become few and
 * tight; the weight rises until `RAMP` of the run. The best is kept by each of some weights: days that are short but
 * uneven can be evened out by cuts afterwards.
 */
const FIRST_WEIGHT = 0.1;
const KEPT_WEIGHTS = [0.9, 0.6, 0.3];
const RAMP = 0.6;
/** Temperatures at the beginning and the end, seconds in the air. */
const HOT = 8;
const COLD = 0.05;
/** Stretches are taken round a lane from sorties of this many nearest lanes; lanes are put in beside so many. */
const AROUND = 60;
const BESIDE = 12;
/** How much more a second counts that makes a day long when a lane is put in, once the weight has risen. */
const LATE_WEIGHT = 4;
/** Where lateness begins: this share of the way from the mean day to the longest one. */
const LATE_FROM = 0.2;

/** How a search over sorties runs. */
export type RuinLimits = {
  readonly aim: Aim;
  /** Weight of the longest day beside the mean one at the end, 0 to 1. */
  readonly weight: number;
  readonly iterations: number;
  readonly shouldStop: () => boolean;
};

/** The best sorties of a search by each of some weights, the moves made, and whether the clock ended it. */
export type SortiesFound = {
  readonly bests: readonly Routes[];
  readonly done: number;
  readonly stopped: boolean;
};

/**
 * What sorties are worth, less is better: seconds, with `longest` the weight of the longest day beside the mean one; a
 * lane that nobody flies weighs more than anything else. While sorties change, `soft` counts all long days, the longest
 * most: as the 32nd root of the mean 32nd power. Then a day that is not yet the longest may become shorter as well.
 */
export function worthOf(now: Sorties, aim: Aim, longest: number, soft: boolean): number {
  const missing = 1e5 * now.absent.length;
  let last = 0;
  let sum = 0;
  for (const end of now.landed_s) {
    if (end > last) last = end;
    sum += end;
  }
  if (aim === 'flight') {
    let flight = 0;
    for (let r = 0; r < now.count; r++) flight += now.list[r]!.t_s;
    return flight + 1e-3 * last + missing;
  }
  const mean = sum / now.landed_s.length;
  const long = soft && last > 0 ? last * highRoot(now.landed_s, last) : last;
  return longest * long + (1 - longest) * mean + missing;
}

/** The 32nd root of the mean 32nd power of ends in parts of the last. Squares and roots are the same on every machine. */
function highRoot(ends_s: Float64Array, last: number): number {
  let sum = 0;
  for (const end of ends_s) {
    let x = end / last;
    for (let i = 0; i < 5; i++) x *= x;
    sum += x;
  }
  let root = sum / ends_s.length;
  for (let i = 0; i < 5; i++) root = Math.sqrt(root);
  return root;
}

/**
 * Searches sorties of whole lanes: stretches of neighbouring sorties are taken out and put back lane by lane at the
 * cheapest places, and the change is kept by simulated annealing (slack induction by string removals, Christiaens and
 * Vanden Berghe, 2020). Now and then a sortie changes hands or a stretch is flown the other way round.
 */
export function searchRoutes(space: RouteSpace, start: Routes, rng: Rng, limits: RuinLimits): SortiesFound {
  const chance = new Moves(space, rng, limits.aim);
  let present = new Sorties(space);
  let next = new Sorties(space);
  present.load(start);
  if (start.absent.length > 0) chance.recreate(present, present.absent.splice(0), Infinity);
  const weights = limits.aim === 'flight' ? [limits.weight] : KEPT_WEIGHTS;
  const bests = weights.map((weight) => new Kept(present, limits.aim, weight));
  const scale = limits.aim === 'flight' ? 1 : 1 / space.units.length;
  const cooling = Math.log(COLD / HOT);
  let k = 0;
  let stopped = false;
  for (; k < limits.iterations; k++) {
    if (k % 128 === 0 && limits.shouldStop()) {
      stopped = true;
      break;
    }
    const heat = scale * HOT * Math.exp((cooling * k) / limits.iterations);
    const risen = Math.min(1, k / limits.iterations / RAMP);
    const weight = FIRST_WEIGHT + (limits.weight - FIRST_WEIGHT) * risen;
    next.copy(present);
    if (!chance.move(next, LATE_WEIGHT * risen)) continue;
    const value = worthOf(present, limits.aim, weight, true);
    if (worthOf(next, limits.aim, weight, true) >= value - heat * Math.log(Math.max(1e-12, rng.next())))
      continue;
    [present, next] = [next, present];
    if (!bests.some((best) => best.isWorse(present))) continue;
    // Far ways are estimates until sorties that would be the best use them.
    present.refine();
    for (const best of bests) if (best.isWorse(present)) best.take(present);
  }
  return { bests: bests.map((best) => best.sorties.save()), done: k, stopped };
}

/** The best sorties seen by one weight. */
class Kept {
  readonly sorties: Sorties;
  private readonly aim: Aim;
  private readonly weight: number;
  private least: number;

  constructor(first: Sorties, aim: Aim, weight: number) {
    this.sorties = new Sorties(first.space);
    this.aim = aim;
    this.weight = weight;
    this.least = Infinity;
    this.take(first);
  }

  isWorse(now: Sorties): boolean {
    return worthOf(now, this.aim, this.weight, false) < this.least - 1e-9;
  }

  take(now: Sorties): void {
    this.sorties.copy(now);
    this.least = worthOf(now, this.aim, this.weight, false);
  }
}

/** Changes of sorties, drawn by chance. */
class Moves {
  private readonly space: RouteSpace;
  private readonly rng: Rng;
  private readonly aim: Aim;
  private readonly around: Beside;
  private readonly beside: Beside;

  constructor(space: RouteSpace, rng: Rng, aim: Aim) {
    this.space = space;
    this.rng = rng;
    this.aim = aim;
    this.around = neighbours(space, AROUND);
    this.beside = neighbours(space, BESIDE);
  }

  /** One change; false where it could not be made, and the sorties are of no use then. `late` weighs late days. */
  move(now: Sorties, late: number): boolean {
    const kind = this.rng.next();
    if (kind < 0.06 && this.space.units.length > 1) return this.handOver(now);
    if (kind < 0.1) {
      if (now.count === 0 || !now.turnBest(this.rng.int(now.count))) return false;
      now.tally();
      return true;
    }
    const out = this.ruin(now);
    this.recreate(now, out, this.aim === 'flight' ? Infinity : lateFrom(now.ends_s), late);
    return true;
  }

  /** Takes stretches out of sorties round a lane; the lanes taken out. */
  private ruin(now: Sorties): number[] {
    const { rng } = this;
    const out = now.absent.splice(0);
    if (now.count === 0) return out;
    let lanes = 0;
    for (let r = 0; r < now.count; r++) lanes += now.list[r]!.n;
    const longest = Math.min(LONGEST_STRING, lanes / now.count);
    const strings = Math.max(1, Math.floor(rng.between(1, (4 * MEAN_OUT) / (1 + longest))));
    const seed = this.space.lanes[rng.int(this.space.lanes.length)]!;
    const hit: number[] = [];
    for (let i = -1; i < this.around.count && hit.length < strings; i++) {
      const lane = i < 0 ? seed : this.around.lanes[seed * this.around.count + i]!;
      if (lane < 0) break;
      const r = now.where[lane]!;
      if (r < 0 || hit.includes(r)) continue;
      hit.push(r);
      this.takeString(now, r, { place: now.at[lane]!, longest }, out);
    }
    for (const r of hit) {
      if (now.measure(r)) continue;
      now.takeOut(r, { from: 0, size: now.list[r]!.n, hole: 0, keep: 0 }, out);
    }
    now.tally();
    return out;
  }

  /** Takes a stretch round a place out of a sortie; half of the time some of its middle stays. */
  private takeString(
    now: Sorties,
    r: number,
    c: { readonly place: number; readonly longest: number },
    out: number[],
  ): void {
    const { rng } = this;
    const { n } = now.list[r]!;
    // Now and then a whole sortie goes, so that one fewer may do.
    const size = rng.next() < WHOLE ? n : Math.max(1, Math.floor(rng.between(1, Math.min(c.longest, n) + 1)));
    const keep = rng.next() < SPLIT && size > 1 && size < n ? 1 + rng.int(Math.min(4, n - size)) : 0;
    const whole = size + keep;
    const low = Math.max(0, c.place - whole + 1);
    const high = Math.min(c.place, n - whole);
    const from = low + rng.int(Math.max(1, high - low + 1));
    const hole = keep > 0 ? from + 1 + rng.int(Math.max(1, size - 1)) : n;
    now.takeOut(r, { from, size: whole, hole, keep }, out);
  }

  /** Puts lanes back one by one, in an order drawn by chance; days later than `late_s` are avoided. */
  recreate(now: Sorties, out: readonly number[], late_s: number, weight = LATE_WEIGHT): void {
    const { rng } = this;
    const { table, units } = this.space;
    const draw = rng.next();
    const far = units[0]!.costs.out_s;
    const order = draw < 0.4 ? rng.shuffle(out) : [...out];
    if (draw >= 0.7) order.sort((a, b) => far[2 * b]! - far[2 * a]! || a - b);
    else if (draw >= 0.4) order.sort((a, b) => table.lane_s[2 * b]! - table.lane_s[2 * a]! || a - b);
    if (draw > 0.85) order.reverse();
    const rule: InsertRule = { late_s, weight, blink: () => rng.next() < BLINK };
    for (const lane of order) if (!now.insert(lane, this.beside, rule)) now.absent.push(lane);
    now.tally();
  }

  /** Gives a sortie to another unit, or exchanges two. */
  private handOver(now: Sorties): boolean {
    const { rng, space } = this;
    if (now.count === 0) return false;
    const i = rng.int(now.count);
    const a = now.list[i]!;
    if (rng.next() < 0.5) {
      const j = rng.int(now.count);
      const b = now.list[j]!;
      if (a.unit === b.unit) return false;
      [a.unit, b.unit] = [b.unit, a.unit];
      if (!now.measure(i) || !now.measure(j)) return false;
    } else {
      const unit = rng.int(space.units.length);
      if (unit === a.unit || now.flown[unit]! >= space.units[unit]!.sorties) return false;
      a.unit = unit;
      if (!now.measure(i)) return false;
    }
    now.tally();
    return now.ends_s.every((end, u) => end <= space.window_s + space.units[u]!.ready.wait_s);
  }
}

/** When a day is late, s: a little beyond the mean day. */
function lateFrom(ends_s: Float64Array): number {
  let sum = 0;
  let last = 0;
  for (const end of ends_s) {
    sum += end;
    if (end > last) last = end;
  }
  const mean = sum / ends_s.length;
  return mean + LATE_FROM * (last - mean);
}

/** For each lane to be flown the nearest others by the distance between ends. */
function neighbours(space: RouteSpace, count: number): Beside {
  const { ends, lanes } = space.table;
  const out = new Int32Array(lanes * count).fill(-1);
  const far = (a: number, b: number): number =>
    Math.hypot(ends[2 * a]! - ends[2 * b]!, ends[2 * a + 1]! - ends[2 * b + 1]!);
  for (const lane of space.lanes) {
    const [p, q] = [2 * lane, 2 * lane + 1];
    const others = space.lanes
      .filter((l) => l !== lane)
      .map((l) => ({
        l,
        d: Math.min(far(p, 2 * l), far(p, 2 * l + 1), far(q, 2 * l), far(q, 2 * l + 1)),
      }));
    others.sort((a, b) => a.d - b.d || a.l - b.l);
    others.slice(0, count).forEach((o, i) => (out[lane * count + i] = o.l));
  }
  return { count, lanes: out };
}
