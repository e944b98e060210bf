import { type Costs } from './costs.ts';
import { Flow } from './flow.ts';
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

export const EFFORT: Effort = { rounds: 60, node_rounds: 12, nodes: 40, halvings: 5 };

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

export type Bound = { readonly work_time_s: number; readonly log: Record<string, number> };

type Node = {
  readonly used: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly value: number;
  readonly refined: boolean;
  /** Launches in the last solution. */
  readonly launches: readonly number[];
};

/** Links out of and into each key that the program begins with. */
const NEAR = 6;
/** Cuts added in a round, at most. */
const CUTS = 60;

/** The bound. */
export function boundWorkTime(model: LinearModel, input: BoundInput, effort: Effort = EFFORT): Bound {
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
  private basis: Basis | null = null;
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
        return { inside, visits: this.visits.of(set) };
      }),
    );
  }

  run(): Bound {
    const { costs, plan_s } = this.input;
    const all = costs.sites.map((s) => s.units);
    const root = this.refine(this.start(all), this.effort.rounds);
    this.basis = this.model.basis();
    let base = this.tree([root, ...smaller(all).map((used) => this.start(used))]);
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
    return { work_time_s: low, log: { ...this.log, root: root.value, first } };
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
        // What is far from the limit is worth cuts only once it is the least of all.
        const at = node.value === 0 ? this.evaluate(node) : this.refine(node, this.effort.node_rounds);
        next = [at];
      } else {
        const site = mostFractional(node.launches);
        if (site < 0) break;
        next = branches(node, site).map((side) => this.evaluate(side));
      }
      open = [...open.slice(1), ...next.filter((x) => x.value < this.limit_s)];
    }
    return open.sort((a, b) => a.value - b.value);
  }

  private setLimit(limit_s: number): void {
    this.limit_s = limit_s;
    const longest_s = Math.min(this.input.costs.duration_s, limit_s);
    this.visits.setLongest(longest_s);
    this.flow.limit(longest_s, ({ inside }) =>
      this.visits.of(Array.from(inside.keys()).filter((l) => inside[l] === 1)),
    );
  }

  private start(used: readonly number[]): Node {
    const high = used.map((u) => (u === 0 ? 0 : 1e4));
    return { used, low: used, high, value: 0, refined: false, launches: used };
  }

  private set(node: Node): void {
    const { costs, launch_spacing_s } = this.input;
    const lost = costs.sites.map((_, s) => lostToSpacing(node.used[s]!, launch_spacing_s));
    this.flow.use(node.used, lost);
    this.flow.launchBounds(node.low, node.high);
  }

  /** A node's value with the cuts at hand. */
  private evaluate(node: Node): Node {
    this.set(node);
    if (this.basis !== null) this.model.restore(this.basis);
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
    if (this.basis !== null) this.model.restore(this.basis);
    let at: Node = node;
    const history: number[] = [];
    for (let r = 0; r < rounds; r++) {
      const { node: next, news, solved } = this.round(at, true);
      at = next;
      if (!news || at.value >= this.limit_s) break;
      history.push(solved);
      if (r >= 10 && solved - history[r - 8]! < 2e-4 * solved) break;
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
    return { node: { ...node, value, launches }, news: cuts > 0 || priced.added > 0, solved: solved.value };
  }
}

const leastOf = (nodes: readonly Node[], limit_s: number): number =>
  Math.min(limit_s, ...nodes.map((n) => n.value));

/** A node with the launches of one site rounded down, or up. */
function branches(node: Node, site: number): Node[] {
  const at = Math.floor(node.launches[site]!);
  const sides = [
    { low: node.low, high: node.high.map((x, s) => (s === site ? at : x)) },
    { low: node.low.map((x, s) => (s === site ? at + 1 : x)), high: node.high },
  ];
  return sides.map((side) => ({ ...node, ...side, refined: false }));
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
