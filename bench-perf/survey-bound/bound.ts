import { type Costs } from './costs.ts';
import { Flow, PACES, type PaceRow } from './flow.ts';
import { type Basis, type LinearModel } from './linear.ts';
import { Links } from './links.ts';
import { priceLinks } from './pricing.ts';
import { oddSets } from './parity.ts';
import { negativeThroughs, supportOf } from './support.ts';
import { Visits } from './visits.ts';

/** How long the bound may be worked on; counts, so that it is the same on every machine. */
export type Effort = {
  readonly rounds: number;
  readonly node_rounds: number;
  readonly nodes: number;
  readonly halvings: number;
};

/** What the benchmark spends: less on programs of many columns, which take longer to solve. */
export function effortFor(costs: Costs): Effort {
  const size = costs.stops.length * costs.sites.length;
  if (size <= 240) return { rounds: 40, node_rounds: 6, nodes: 24, halvings: 4 };
  if (size <= 400) return { rounds: 20, node_rounds: 4, nodes: 16, halvings: 2 };
  return { rounds: 12, node_rounds: 2, nodes: 16, halvings: 1 };
}

/** What is bounded, beside the costs. */
export type BoundInput = {
  readonly costs: Costs;
  /** Seconds between launches at a site. */
  readonly launch_spacing_s: number;
  /** Work time of the plan at hand: only better plans matter. */
  readonly plan_s: number;
  /** Links that the plan flies, by key. */
  readonly start: readonly (readonly [from: number, to: number])[];
  /** Lanes of each block. */
  readonly blocks: readonly (readonly number[])[];
};

/** The bound in seconds, sorties in the program's least solution (parts add up), and counts of what was done. */
export type Bound = {
  readonly work_time_s: number;
  readonly sorties: number;
  readonly log: Record<string, number>;
};

type Node = {
  readonly used: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly value: number;
  readonly refined: boolean;
  /** Sorties of each unit in use, where they have been told apart. */
  readonly counts: readonly (readonly number[] | null)[];
  /** Launches in the last solution, and where to go on from. */
  readonly launches: readonly number[];
  readonly basis: Basis | null;
};

/** Links out of and into each key that the program begins with. */
const NEAR = 6;
/** Cuts added in a round, at most. */
const CUTS = 60;

/**
 * A lower bound on the work time of every plan of this class: it flies the lanes as laid, each part of each lane once, by
 * units of one kind of multirotor, each from its own site and back to it; a sortie flies whole lanes, joined as the network
 * joins them, but its first piece may begin and its last piece may end inside a lane (a sortie of one piece may do both);
 * of a lane it flies one piece at most. Cuts leave pieces of a least length (`leastCut_m`), so that a piece begins (ends)
 * at its lane's end as the whole lane does; `boundOfAnswer` sees to that. Separation in flight and pads can only make a
 * plan later.
 *
 * The program. For each site, flow over lane directions: launches to a lane's beginning, links, ways home; launches into
 * a lane's inside and ways home from inside, priced at the least over all places of the lane, with the length flown in
 * pieces as a share. Each end of each lane is flown once and all of its length once. Each site's energy and duration
 * suffice for its launches, and its m units in use hold its flights, a turnaround for every launch but the first of each
 * unit, and the launch spacing: m T >= flights + (K - m) turnaround + m (m - 1) spacing. Every plan of the class is a
 * solution with value at most its work time. Costs are exact where the network prices whole lanes, and kinematic bounds
 * elsewhere (`costs.ts`, `kinematics.ts`).
 *
 * Cuts that hold for every plan: sets of lanes need so many sorties (`visits.ts`); odd sets of lane ends (`parity.ts`).
 * Links are added as their reduced costs ask for; what those still absent could gain is taken off (`pricing.ts`).
 *
 * Whole numbers. The bound is the least over all numbers of units in use and of launches, told apart by branching, and
 * over sortie numbers of single units (`paces`). Cuts by time hold for plans that end before a limit T: if no solution is
 * below T then no plan ends before T, which is asked of earlier and earlier ends by halving.
 */
export function boundWorkTime(
  model: LinearModel,
  input: BoundInput,
  effort: Effort = effortFor(input.costs),
): Bound {
  const search = new Search(model, input, effort);
  try {
    return search.run();
  } finally {
    model.dispose();
  }
}

class Search {
  private readonly input: BoundInput;
  private readonly effort: Effort;
  private readonly model: LinearModel;
  private readonly flow: Flow;
  private readonly visits: Visits;
  private readonly fixed: readonly (readonly number[])[];
  /** Only plans that end before this matter. */
  private limit_s: number;
  readonly log: Record<string, number> = { solves: 0, cuts: 0, links: 0, nodes: 0, failed: 0, odd: 0 };

  constructor(model: LinearModel, input: BoundInput, effort: Effort) {
    this.input = input;
    this.effort = effort;
    this.model = model;
    const { costs, plan_s } = input;
    this.limit_s = plan_s;
    const links = new Links(costs);
    const longest_s = Math.min(costs.duration_s, plan_s);
    this.flow = new Flow(model, costs, links, { longest_s, excess_s: plan_s });
    this.visits = new Visits(costs, links, longest_s);
    this.fixed = fixedSets(costs, input.blocks);
    const pairs: [number, number][] = input.start.map(([a, b]) => [a, b]);
    for (let k = 0; k < links.keys; k++) {
      for (const to of links.nearest(k, 'out', NEAR)) pairs.push([k, to]);
      for (const from of links.nearest(k, 'in', NEAR)) pairs.push([from, k]);
    }
    this.flow.addLinks(pairs);
    this.flow.addCuts(
      [...input.blocks, input.blocks.flat()].map((set) => {
        const inside = new Uint8Array(costs.lanes);
        for (const l of set) inside[l] = 1;
        return { inside, need: this.visits.of(set) };
      }),
    );
  }

  run(): Bound {
    const { costs, plan_s } = this.input;
    const all = costs.sites.map((s) => s.units);
    const root = this.refine(this.start(all), this.effort.rounds);
    let base = this.tree([root, ...this.withFewer(all, root)]);
    let low = leastOf(base, plan_s);
    const first = low;
    let high = plan_s;
    // Where sorties are bound by the end of work: is there a plan that ends before some earlier time?
    const longest_s = Math.min(costs.duration_s, costs.energy_wh / costs.air.low_wh);
    for (let i = 0; i < this.effort.halvings && low < longest_s && high - low > 2e-3 * low; i++) {
      const middle = (low + high) / 2;
      this.setLimit(middle);
      const open = this.tree(base.map((n) => ({ ...n, refined: false })));
      if (open.length === 0) {
        low = middle;
        continue;
      }
      low = Math.max(low, leastOf(open, middle));
      high = middle;
      base = open;
    }
    const sorties = (base[0] ?? root).launches.reduce((a, b) => a + b, 0);
    return { work_time_s: low, sorties, log: { ...this.log, root: root.value, first } };
  }

  /** Nodes still open, the least first, after some work on the least of them: none if no plan ends before the limit. */
  private tree(nodes: readonly Node[]): Node[] {
    let open = nodes.filter((n) => n.value < this.limit_s);
    for (let n = 0; n < this.effort.nodes; n++) {
      open.sort((a, b) => a.value - b.value);
      const node = open[0];
      if (node === undefined) break;
      this.log['nodes']!++;
      let next: Node[];
      if (!node.refined) {
        next = [this.refine(node, this.effort.node_rounds)];
      } else {
        const sides = branches(node);
        if (sides.length === 0) break;
        next = sides.map((side) => this.evaluate(side));
      }
      open = [...open.slice(1), ...next.filter((x) => x.value < this.limit_s)];
    }
    return open.sort((a, b) => a.value - b.value);
  }

  private setLimit(limit_s: number): void {
    this.limit_s = limit_s;
    const longest_s = Math.min(this.input.costs.duration_s, limit_s);
    this.visits.setLongest(longest_s);
    this.flow.limit(longest_s, (inside) =>
      this.visits.of(Array.from(inside.keys()).filter((l) => inside[l] === 1)),
    );
  }

  private start(used: readonly number[]): Node {
    const high = used.map((u) => (u === 0 ? 0 : 1e4));
    const counts = used.map(() => null);
    return { used, low: used, high, value: 0, refined: false, counts, launches: used, basis: null };
  }

  /**
   * Nodes with fewer units in use. Without another solution they are bounded by the root's duals: only the time rows and
   * the least numbers of launches differ, and the duals scaled so that the work time's column holds are feasible again.
   * What links still absent could gain by these duals is taken off.
   */
  private withFewer(all: readonly number[], root: Node): Node[] {
    const solved = this.flow.solve();
    if (solved.status !== 'optimal') return smaller(all).map((used) => this.start(used));
    const { time, launch } = this.flow.siteDuals(solved);
    const proven = solved.value + priceLinks(this.flow, solved, 8).correction_s;
    const rest = (used: readonly number[]): number =>
      used.reduce((sum, m, s) => sum + time[s]! * this.lost_s(s, m) + Math.max(0, launch[s]!) * m, 0);
    return smaller(all).map((used) => {
      const scale = used.reduce((sum, m, s) => sum + time[s]! * m, 0);
      const value = scale > 1e-9 ? (proven - rest(all) + rest(used)) / scale : 0;
      return { ...this.start(used), value: Math.max(0, value), basis: root.basis };
    });
  }

  /** Seconds, beside flights and a turnaround for every launch, that m units of a site lose at least. */
  private lost_s(site: number, m: number): number {
    return lostToSpacing(m, this.input.launch_spacing_s) - m * this.input.costs.sites[site]!.turnaround_s;
  }

  private set(node: Node): void {
    const { costs } = this.input;
    const lost = costs.sites.map((_, s) => this.lost_s(s, node.used[s]!));
    this.flow.use(node.used, lost);
    this.flow.launchBounds(node.low, node.high);
    costs.sites.forEach((_, s) => this.flow.pace(s, this.paces(s, node.counts[s] ?? null)));
  }

  /**
   * Units of few sorties are bound by their batteries, not by the end of work: with n sorties each, those of a set J fly
   * for at most (energy of their sorties) / (cruise power), and what is flown at less than cruise power counts as its
   * energy; the other units fly for at most T less their turnarounds and what launch spacing takes from them. J: all
   * units with up to so many sorties.
   */
  private paces(site: number, counts: readonly number[] | null): PaceRow[] {
    if (counts === null) return [];
    const { costs, launch_spacing_s } = this.input;
    const steps = [...new Set(counts)].sort((a, b) => a - b).slice(0, -1);
    return steps.slice(0, PACES).map((most) => {
      const rest = counts.filter((n) => n > most);
      const few = counts.filter((n) => n <= most).reduce((a, b) => a + b, 0);
      const turns = rest.reduce((sum, n) => sum + n - 1, 0);
      const lost_s = turns * costs.sites[site]!.turnaround_s + lostToSpacing(rest.length, launch_spacing_s);
      return { units: rest.length, low_s: lost_s - (few * costs.energy_wh) / costs.air.cruise_wh };
    });
  }

  /** A node's value with the cuts at hand. */
  private evaluate(node: Node): Node {
    this.set(node);
    if (node.basis !== null) this.model.restore(node.basis);
    let at = node;
    for (let r = 0; r < 4; r++) {
      const { node: next, news } = this.round(at, false);
      at = next;
      if (!news || at.value >= this.limit_s) break;
    }
    return at;
  }

  /** A node's value with rounds of cuts and of pricing. */
  private refine(node: Node, rounds: number): Node {
    this.set(node);
    if (node.basis !== null) this.model.restore(node.basis);
    let at: Node = node;
    const history: number[] = [];
    for (let r = 0; r < rounds; r++) {
      const { node: next, news, solved } = this.round(at, true);
      at = next;
      if (!news || at.value >= this.limit_s) break;
      history.push(solved);
      if (r >= 6 && solved - history[r - 4]! < 3e-4 * solved) break;
    }
    // Links may still be missing for the last cuts.
    for (let r = 0; r < 12 && at.value < this.limit_s; r++) {
      const { node: next, news } = this.round(at, false);
      at = next;
      if (!news) break;
    }
    return { ...at, refined: true };
  }

  private round(
    node: Node,
    cutting: boolean,
  ): { readonly node: Node; readonly news: boolean; readonly solved: number } {
    const solved = this.flow.solve();
    this.log['solves']!++;
    if (solved.status !== 'optimal') {
      this.log['failed']!++;
      return { node, news: false, solved: node.value };
    }
    const basis = this.model.basis();
    const found = cutting ? this.visits.violated(supportOf(this.flow, solved), this.fixed, CUTS) : [];
    const throughs = cutting ? negativeThroughs(this.flow, solved) : [];
    const odd = cutting ? oddSets(this.flow, solved, CUTS) : [];
    const priced = priceLinks(this.flow, solved, cutting ? 4 : 8);
    this.flow.addCuts(found);
    this.flow.addThroughs(throughs);
    this.flow.addOdd(odd);
    const cuts = found.length + throughs.length + odd.length;
    this.log['odd']! += odd.length;
    this.log['cuts']! += cuts;
    this.log['links']! += priced.added;
    const value = Math.max(node.value, solved.value + priced.correction_s);
    const launches = this.flow.launches(solved);
    return {
      node: { ...node, value, launches, basis },
      news: cuts > 0 || priced.added > 0,
      solved: solved.value,
    };
  }
}

const leastOf = (nodes: readonly Node[], limit_s: number): number =>
  Math.min(limit_s, ...nodes.map((n) => n.value));

/**
 * Smaller problems that together are a node: the launches of a site rounded down and up; or one less, as many and one
 * more; or shared out among its units in every way. None where nothing is left to tell apart.
 */
function branches(node: Node): Node[] {
  const { low, high, launches, counts, used } = node;
  const make = (site: number, from: number, to: number): Node => ({
    ...node,
    refined: false,
    low: low.map((x, s) => (s === site ? Math.max(x, from) : x)),
    high: high.map((x, s) => (s === site ? Math.min(x, to) : x)),
  });
  const split = mostFractional(launches);
  if (split >= 0) {
    const at = Math.floor(launches[split]!);
    return [make(split, low[split]!, at), make(split, at + 1, high[split]!)];
  }
  const site = counts.findIndex((c, s) => c === null && used[s]! > 1);
  if (site < 0) return [];
  const n = Math.round(launches[site]!);
  if (low[site]! < high[site]!)
    return [make(site, low[site]!, n - 1), make(site, n, n), make(site, n + 1, high[site]!)].filter(
      (x) => x.low[site]! <= x.high[site]!,
    );
  return partitions(n, used[site]!, 1).map((own) => ({
    ...node,
    refined: false,
    counts: counts.map((c, s) => (s === site ? own : c)),
  }));
}

/** Ways to write n as a sum of so many whole numbers, each at least `least`, rising. */
function partitions(n: number, parts: number, least: number): number[][] {
  if (parts === 1) return n >= least ? [[n]] : [];
  const out: number[][] = [];
  for (let first = least; first * parts <= n; first++)
    for (const rest of partitions(n - first, parts - 1, first)) out.push([first, ...rest]);
  return out;
}

/** Launches and landings of m units at one site are a spacing apart; together the units lose m (m - 1) spacings. */
const lostToSpacing = (m: number, spacing_s: number): number => spacing_s * m * (m - 1);

/** Numbers of units in use at each site, but for all of them. */
function smaller(all: readonly number[]): number[][] {
  let out: number[][] = [[]];
  for (const n of all) out = out.flatMap((head) => Array.from({ length: n + 1 }, (_, m) => [...head, m]));
  return out.filter((used) => used.some((m) => m > 0) && used.some((m, s) => m < all[s]!));
}

function mostFractional(launches: readonly number[]): number {
  let site = -1;
  let most = 1e-4;
  launches.forEach((x, s) => {
    const off = Math.abs(x - Math.round(x));
    if (off > most) {
      most = off;
      site = s;
    }
  });
  return site;
}

/** Sets of lanes always looked at: all, blocks and their unions, and in each block those farthest from the sites. */
function fixedSets(costs: Costs, blocks: readonly (readonly number[])[]): number[][] {
  const out: number[][] = [];
  for (let bits = 1; bits < 1 << Math.min(blocks.length, 8); bits++)
    out.push(blocks.flatMap((b, i) => (((bits >> i) & 1) === 1 ? [...b] : [])));
  const way = (l: number): number =>
    Math.min(...costs.sites.map((s) => s.far_out[l]!.t_s + s.far_back[l]!.t_s));
  for (const b of [...blocks, blocks.flat()]) {
    const far = [...b].sort((x, y) => way(y) - way(x) || x - y);
    const runs = [...b].sort((x, y) => x - y);
    for (let n = 1; n < b.length; n++) out.push(far.slice(0, n), runs.slice(0, n), runs.slice(n));
  }
  return out;
}
