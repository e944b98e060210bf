import { type Cost } from '../../src/engines/survey/motion/mover.ts';
import { type Costs } from './costs.ts';
import { type Cut, type Need } from './flow.ts';
import { type Links } from './links.ts';
import { type Support, components, leastCuts } from './support.ts';

/**
 * How many sorties must come to a set of lanes. A sortie that comes spends its way from a site to the set and back
 * outside it, and what all of them spend inside is at least the lanes' lengths and half the least join at each lane end
 * (each end of each lane is flown through by somebody): so n sorties suffice only if work <= n (limit - way).
 *
 * A sortie within a lane takes a part of that lane only. With n other sorties and parts of lengths p_l taken so,
 * n + sum p_l / c >= b, where c = limit - way and b = work / c; as n is whole, n + (sum p_l / c) / (b - ceil(b) + 1) >=
 * ceil(b) (mixed integer rounding). A set must be come to by one other sortie at least, for its lanes' ends.
 */
export class Visits {
  private readonly work: readonly Cost[];
  private readonly out: readonly (readonly Cost[])[];
  private readonly back: readonly (readonly Cost[])[];
  private limit: Cost;
  private readonly costs: Costs;

  /** `longest_s`: no sortie of a better plan is longer. */
  constructor(costs: Costs, links: Links, longest_s: number) {
    this.costs = costs;
    this.limit = { t_s: longest_s, e_wh: costs.energy_wh };
    const join = (keys: readonly [number, number]): Cost => {
      // Out of one key and into the other at the same end.
      const a = links.least(keys[0], 'out');
      const b = links.least(keys[1], 'in');
      const half = (x: number, y: number): number => {
        const least = Math.min(x, y);
        return Number.isFinite(least) ? Math.max(0, least / 2) : 0;
      };
      return { t_s: half(a.t_s, b.t_s), e_wh: half(a.e_wh, b.e_wh) };
    };
    const joins = Array.from({ length: costs.lanes }, (_, l) => [
      join([2 * l + 1, 2 * l]),
      join([2 * l, 2 * l + 1]),
    ]);
    this.work = joins.map(([a, b], l) => ({
      t_s: leastLane(costs, l, 't_s') + a!.t_s + b!.t_s,
      e_wh: leastLane(costs, l, 'e_wh') + a!.e_wh + b!.e_wh,
    }));
    const outside = (way: Cost, l: number): Cost => ({
      t_s: Math.max(0, way.t_s - Math.max(...joins[l]!.map((j) => j.t_s))),
      e_wh: Math.max(0, way.e_wh - Math.max(...joins[l]!.map((j) => j.e_wh))),
    });
    this.out = costs.sites.map((s) => s.far_out.map(outside));
    this.back = costs.sites.map((s) => s.far_back.map(outside));
  }

  /** Changes the longest sortie. */
  setLongest(longest_s: number): void {
    this.limit = { ...this.limit, t_s: longest_s };
  }

  /** The need of a set. */
  of(set: readonly number[]): Need {
    const sum = new Sum(this);
    for (const l of set) sum.add(l, 0);
    return sum.need();
  }

  /** Violated cuts of a support, the most violated first. */
  violated(s: Support, fixed: readonly (readonly number[])[], most: number): Cut[] {
    const found = new Map<string, { cut: Cut; by: number }>();
    const look: Look = (set, by, need) => {
      if (by < 1e-3 / need.visits || set.length === 0) return;
      const inside = new Uint8Array(s.lanes);
      for (const l of set) inside[l] = 1;
      const key = inside.join('');
      if (!found.has(key)) found.set(key, { cut: { inside, need }, by });
    };
    const adjacent = neighbours(s);
    const start = [...components(s), ...fixed, ...leastCuts(s).map((c) => c.lanes)];
    for (const set of start) {
      const sum = new Sum(this);
      for (const l of set) sum.add(l, s.inner[l]!);
      look(set, sum.missing(flowInto(s, adjacent, set)), sum.need());
    }
    const best = (list: typeof found): Cut[] =>
      [...list.values()]
        .sort((a, b) => b.by - a.by)
        .slice(0, most)
        .map((x) => x.cut);
    if (found.size >= most / 2) return best(found);
    for (let seed = 0; seed < s.lanes; seed++) this.grow(s, adjacent, [seed], look);
    for (const set of start) if (set.length > 1 && set.length < s.lanes) this.grow(s, adjacent, set, look);
    return best(found);
  }

  /** Adds the lane that hangs most on the set, again and again, and looks at each set on the way. */
  private grow(s: Support, adjacent: Adjacent, seeds: readonly number[], look: Look): void {
    const inside = new Uint8Array(s.lanes);
    const pull = new Float64Array(s.lanes);
    const set: number[] = [];
    const sum = new Sum(this);
    let flow = 0;
    let best: { by: number; length: number; need: Need } | null = null;
    const put = (l: number): void => {
      inside[l] = 1;
      set.push(l);
      sum.add(l, s.inner[l]!);
      flow += s.into[l]! - pull[l]!;
      for (const [m, x] of adjacent[l]!) pull[m]! += x;
      const by = sum.missing(flow);
      if (best === null || by > best.by) best = { by, length: set.length, need: sum.need() };
    };
    for (const l of seeds) put(l);
    for (;;) {
      let next = -1;
      for (let l = 0; l < s.lanes; l++)
        if (inside[l] === 0 && pull[l]! > 1e-6 && (next < 0 || pull[l]! > pull[next]! + 1e-9)) next = l;
      if (next < 0) break;
      put(next);
    }
    const b = best as { by: number; length: number; need: Need } | null;
    if (b !== null) look(set.slice(0, b.length), b.by, b.need);
  }

  workOf = (lane: number): Cost => this.work[lane]!;
  piecesOf = (lane: number): Cost => this.costs.pieces[lane]!;
  outOf = (site: number, lane: number): Cost => this.out[site]![lane]!;
  backOf = (site: number, lane: number): Cost => this.back[site]![lane]!;
  get sites(): number {
    return this.out.length;
  }
  get limits(): Cost {
    return this.limit;
  }
}

function leastLane(costs: Costs, lane: number, what: 't_s' | 'e_wh'): number {
  return Math.min(costs.pieces[lane]![what], costs.whole[2 * lane]![what], costs.whole[2 * lane + 1]![what]);
}

/** Least rest above a whole number of sorties that is rounded up. */
const LEAST_REST = 1e-3;

/** Told of a set, by what share of its need it is visited too little, and its need. */
type Look = (set: readonly number[], by: number, need: Need) => void;

/** Running sums over a growing set. */
class Sum {
  private readonly v: Visits;
  private t_s = 0;
  private e_wh = 0;
  private readonly inner = { t_s: 0, e_wh: 0 };
  private readonly ways: { out: { t_s: number; e_wh: number }; back: { t_s: number; e_wh: number } }[];

  constructor(v: Visits) {
    this.v = v;
    const far = (): { t_s: number; e_wh: number } => ({ t_s: Infinity, e_wh: Infinity });
    this.ways = Array.from({ length: v.sites }, () => ({ out: far(), back: far() }));
  }

  /** `inner`: the share of the lane that sorties within it take. */
  add(lane: number, inner: number): void {
    const pieces = this.v.piecesOf(lane);
    this.inner.t_s += inner * pieces.t_s;
    this.inner.e_wh += inner * pieces.e_wh;
    const work = this.v.workOf(lane);
    this.t_s += work.t_s;
    this.e_wh += work.e_wh;
    this.ways.forEach((way, s) => {
      const [out, back] = [this.v.outOf(s, lane), this.v.backOf(s, lane)];
      way.out.t_s = Math.min(way.out.t_s, out.t_s);
      way.out.e_wh = Math.min(way.out.e_wh, out.e_wh);
      way.back.t_s = Math.min(way.back.t_s, back.t_s);
      way.back.e_wh = Math.min(way.back.e_wh, back.e_wh);
    });
  }

  need(): Need {
    const { limits } = this.v;
    const way_s = Math.min(...this.ways.map((w) => w.out.t_s + w.back.t_s));
    const way_wh = Math.min(...this.ways.map((w) => w.out.e_wh + w.back.e_wh));
    const room = { t_s: Math.max(1e-6, limits.t_s - way_s), e_wh: Math.max(1e-6, limits.e_wh - way_wh) };
    const what = this.t_s / room.t_s > this.e_wh / room.e_wh ? 't_s' : 'e_wh';
    const ratio = (what === 't_s' ? this.t_s : this.e_wh) / room[what];
    // A ratio hardly above a whole number counts as that number: the rounding would ask too much of a tiny rest.
    const visits = Math.max(1, Math.ceil(ratio - LEAST_REST));
    const rest = Math.min(1, ratio - visits + 1);
    return { visits, what, inner: visits === 1 ? 0 : 1 / (room[what] * rest) };
  }

  /** The share of the need by which `flow` and sorties within lanes fall short. */
  missing(flow: number): number {
    const { visits, what, inner } = this.need();
    return (visits - flow - inner * this.inner[what]) / visits;
  }
}

/** For each lane, the lanes it shares flow with, both senses summed. */
type Adjacent = readonly (readonly (readonly [lane: number, flow: number])[])[];

function neighbours(s: Support): Adjacent {
  const maps = Array.from({ length: s.lanes }, () => new Map<number, number>());
  for (const a of s.arcs) {
    maps[a.from]!.set(a.to, (maps[a.from]!.get(a.to) ?? 0) + a.flow);
    maps[a.to]!.set(a.from, (maps[a.to]!.get(a.from) ?? 0) + a.flow);
  }
  return maps.map((m) => [...m.entries()].sort((a, b) => a[0] - b[0]));
}

function flowInto(s: Support, adjacent: Adjacent, set: readonly number[]): number {
  const inside = new Uint8Array(s.lanes);
  for (const l of set) inside[l] = 1;
  let flow = 0;
  let within = 0;
  for (const l of set) {
    flow += s.into[l]!;
    for (const [m, x] of adjacent[l]!) if (inside[m] === 1) within += x;
  }
  return flow - within / 2;
}
