import { type Costs } from './costs.ts';
import { Flow } from './flow.ts';
import { type LinearModel } from './linear.ts';
import { Links } from './links.ts';
import { priceLinks } from './pricing.ts';
import { negativeThroughs, supportOf } from './support.ts';
import { Visits } from './visits.ts';

/** How long the bound may be worked on; counts, so that it is the same on every machine. */
export type Effort = { readonly rounds: number; readonly node_rounds: number; readonly nodes: number };

export const EFFORT: Effort = { rounds: 60, node_rounds: 12, nodes: 24 };

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
  private readonly flow: Flow;
  private readonly visits: Visits;
  private readonly fixed: readonly (readonly number[])[];
  readonly log: Record<string, number> = { solves: 0, cuts: 0, links: 0, nodes: 0 };

  constructor(model: LinearModel, input: BoundInput, effort: Effort) {
    this.input = input;
    this.effort = effort;
    const { costs } = input;
    const links = new Links(costs);
    const longest_s = Math.min(costs.duration_s, input.plan_s);
    this.flow = new Flow(model, costs, links, longest_s);
    this.visits = new Visits(costs, links, longest_s);
    this.fixed = fixedSets(costs, input.blocks);
    const pairs: [number, number][] = input.start.map(([a, b]) => [a, b]);
    for (let k = 0; k < links.keys; k++) {
      for (const to of links.nearest(k, 'out', NEAR)) pairs.push([k, to]);
      for (const from of links.nearest(k, 'in', NEAR)) pairs.push([from, k]);
    }
    this.flow.addLinks(pairs);
    this.flow.addCuts(
      [...input.blocks, costs.stops.flatMap((_, k) => ((k & 1) === 0 ? [k >> 1] : []))].map((set) => {
        const inside = new Uint8Array(costs.lanes);
        for (const l of set) inside[l] = 1;
        return { inside, visits: this.visits.of(set) };
      }),
    );
  }

  run(): Bound {
    const { costs, plan_s } = this.input;
    const all = costs.sites.map((s) => s.units);
    const open: Node[] = [];
    const put = (node: Node): void => {
      if (node.value < plan_s) open.push(node);
    };
    const root = this.refine(this.start(all), this.effort.rounds);
    put(root);
    for (const used of smaller(all)) put(this.evaluate(this.start(used)));
    for (let n = 0; n < this.effort.nodes; n++) {
      open.sort((a, b) => a.value - b.value);
      const node = open[0];
      if (node === undefined) break;
      this.log['nodes']!++;
      if (!node.refined) {
        open.shift();
        put(this.refine(node, this.effort.node_rounds));
        continue;
      }
      const site = mostFractional(node.launches);
      if (site < 0) break;
      open.shift();
      const at = Math.floor(node.launches[site]!);
      const sides = [
        { low: node.low, high: node.high.map((x, s) => (s === site ? at : x)) },
        { low: node.low.map((x, s) => (s === site ? at + 1 : x)), high: node.high },
      ];
      for (const side of sides) put(this.evaluate({ ...node, ...side, refined: false }));
    }
    const least = Math.min(plan_s, ...open.map((n) => n.value));
    return { work_time_s: least, log: { ...this.log, root: root.value } };
  }

  private start(used: readonly number[]): Node {
    const high = used.map((u) => (u === 0 ? 0 : 1e4));
    return { used, low: used, high, value: 0, refined: false, launches: used };
  }

  private set(node: Node): void {
    const { costs, launch_spacing_s, plan_s } = this.input;
    const lost = costs.sites.map((site, s) => {
      const m = node.used[s]!;
      return lostToSpacing(
        m,
        Math.min(launch_spacing_s, (site.turnaround_s + plan_s) / Math.max(1, 2 * m - 1)),
      );
    });
    this.flow.use(node.used, lost);
    this.flow.launchBounds(node.low, node.high);
  }

  /** A node's value with the cuts at hand. */
  private evaluate(node: Node): Node {
    this.set(node);
    return this.round(node, false).node;
  }

  /** A node's value with rounds of cuts and of pricing. */
  private refine(node: Node, rounds: number): Node {
    this.set(node);
    let at: Node = node;
    const history: number[] = [];
    for (let r = 0; r < rounds; r++) {
      const { node: next, news, solved } = this.round(at, true);
      at = next;
      if (!news || at.value >= this.input.plan_s) break;
      history.push(solved);
      if (r >= 10 && solved - history[r - 8]! < 2e-4 * solved) break;
    }
    // Links may still be missing for the last cuts.
    for (let r = 0; r < 12; r++) {
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
    if (solved.status === 'infeasible')
      return { node: { ...node, value: Infinity }, news: false, solved: Infinity };
    if (solved.status === 'failed') return { node, news: false, solved: node.value };
    let cuts = 0;
    if (cutting) {
      const found = this.visits.violated(supportOf(this.flow, solved), this.fixed, CUTS);
      const throughs = negativeThroughs(this.flow, solved);
      const priced = priceLinks(this.flow, solved, 4);
      this.flow.addCuts(found);
      this.flow.addThroughs(throughs);
      cuts = found.length + throughs.length;
      return this.after(node, solved, priced, cuts);
    }
    return this.after(node, solved, priceLinks(this.flow, solved, 8), 0);
  }

  private after(
    node: Node,
    solved: { readonly value: number; readonly columns: Float64Array; readonly duals: Float64Array },
    priced: { readonly added: number; readonly correction_s: number },
    cuts: number,
  ): { readonly node: Node; readonly news: boolean; readonly solved: number } {
    this.log['cuts']! += cuts;
    this.log['links']! += priced.added;
    const value = Math.max(node.value, solved.value + priced.correction_s);
    const launches = this.flow.launches({ status: 'optimal', ...solved });
    return { node: { ...node, value, launches }, news: cuts > 0 || priced.added > 0, solved: solved.value };
  }
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
