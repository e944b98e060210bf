import { type Cost } from '../../src/engines/survey/motion/mover.ts';
import { type Costs, innerLead } from './costs.ts';
import { type Entry, type LinearModel, type Optimal, type Solved } from './linear.ts';
import { type Links } from './links.ts';

/** A set of lanes that at least `visits` sorties must come to. */
export type Cut = { readonly inside: Uint8Array; readonly visits: number };

/** Limits that the program is built with. */
export type FlowLimits = {
  /** No sortie is longer. */
  readonly longest_s: number;
  /** What a launch beyond those allowed costs: with it the program always has a solution, so that links can be priced. */
  readonly excess_s: number;
};

/**
 * Kinds of flow columns. `enter`: a launch to a whole lane's beginning, lane included. `link`: from a lane's end to
 * another's beginning, that lane included. `leave`: home from a lane's end. `head`: home from inside a lane that was
 * entered at its beginning. `tail`: a launch into the inside of a lane, flown to its end. `inner`: a sortie within one
 * lane. `length`: the share of a lane flown in pieces.
 */
export type Kind = 'enter' | 'link' | 'leave' | 'head' | 'tail' | 'inner' | 'length';

export type FlowColumn = {
  readonly kind: Kind;
  readonly site: number;
  /** Keys; -1 where there is none. `inner` and `length` carry a lane in `lane`. */
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly cost: Cost;
};

/** A row added on the way: a cut, an odd set of lane ends (`parity.ts`), or flow through a whole lane that may not be negative. */
type Extra = { readonly row: number } & (
  | { readonly type: 'cut'; readonly cut: Cut }
  | { readonly type: 'odd'; readonly ends: Uint8Array }
  | { readonly type: 'through'; readonly site: number; readonly key: number }
);

const plus = (a: Cost, b: Cost): Cost => ({ t_s: a.t_s + b.t_s, e_wh: a.e_wh + b.e_wh });
const minus = (a: Cost, b: Cost): Cost => ({ t_s: a.t_s - b.t_s, e_wh: a.e_wh - b.e_wh });

/** The flow model over a set of lanes, growing by columns and cuts. See `bound.ts` for what it says. */
export class Flow {
  readonly columns: FlowColumn[] = [];
  readonly extras: Extra[] = [];
  readonly present: Uint8Array;
  readonly costs: Costs;
  readonly links: Links;
  private readonly model: LinearModel;
  private readonly sites: number;
  private readonly keys: number;
  private rows = 0;

  constructor(model: LinearModel, costs: Costs, links: Links, limits: FlowLimits) {
    this.model = model;
    this.costs = costs;
    this.links = links;
    this.sites = costs.sites.length;
    this.keys = links.keys;
    this.present = new Uint8Array(this.sites * this.keys * this.keys);
    this.baseRows();
    this.baseColumns(limits);
  }

  /** Columns of the work time, of the numbers of launches and of those in excess come first. */
  private get offset(): number {
    return 1 + 2 * this.sites;
  }
  private launchColumn = (site: number): number => 1 + site;
  private excessColumn = (site: number): number => 1 + this.sites + site;
  private timeRow = (site: number): number => site;
  private energyRow = (site: number): number => this.sites + site;
  private durationRow = (site: number): number => 2 * this.sites + site;
  private countRow = (site: number): number => 3 * this.sites + site;
  private keyRow = (site: number, key: number): number => 4 * this.sites + site * this.keys + key;
  private get laneRows(): number {
    return 4 * this.sites + this.sites * this.keys;
  }
  /** Of a lane: 0 its end a is flown, 1 its end b is flown, 2 all of it is flown. */
  private laneRow = (lane: number, what: 0 | 1 | 2): number => this.laneRows + 3 * lane + what;
  private shareRow = (site: number, lane: number): number =>
    this.laneRows + 3 * this.costs.lanes + site * this.costs.lanes + lane;

  private baseRows(): void {
    const { sites, keys } = this;
    const rows: { low: number; high: number; entries: Entry[] }[] = [];
    const push = (count: number, low: number, high: number): void => {
      for (let i = 0; i < count; i++) rows.push({ low, high, entries: [] });
    };
    push(sites, 0, Infinity);
    push(2 * sites, 0, Infinity);
    push(sites, 0, 0);
    push(sites * keys, 0, 0);
    push(3 * this.costs.lanes, 1, 1);
    push(sites * this.costs.lanes, 0, Infinity);
    this.model.addRows(rows);
    this.rows = rows.length;
  }

  private baseColumns({ longest_s, excess_s }: FlowLimits): void {
    const { costs } = this;
    const launches = costs.sites.map((site, s) => ({
      cost: 0,
      entries: [
        [this.timeRow(s), -site.turnaround_s],
        [this.energyRow(s), costs.energy_wh],
        [this.durationRow(s), longest_s],
        [this.countRow(s), 1],
      ] as Entry[],
    }));
    const excess = launches.map((c) => ({ cost: excess_s, entries: c.entries }));
    const work = { cost: 1, entries: costs.sites.map((site, s): Entry => [this.timeRow(s), site.units]) };
    this.model.addColumns([work, ...launches, ...excess]);
    costs.sites.forEach((site, s) => {
      if (Number.isFinite(site.launches)) this.model.columnBounds(this.launchColumn(s), 0, site.launches);
    });
    this.add(costs.sites.flatMap((_, s) => this.siteColumns(s)));
  }

  private siteColumns(s: number): FlowColumn[] {
    const { costs } = this;
    const site = costs.sites[s]!;
    const out: FlowColumn[] = [];
    for (let k = 0; k < this.keys; k++) {
      const lane = k >> 1;
      if (costs.stops[k] == null) continue;
      const whole = costs.whole[k]!;
      const at = { site: s, lane };
      out.push({ ...at, kind: 'enter', from: -1, to: k, cost: plus(site.depart[k]!, whole) });
      out.push({ ...at, kind: 'leave', from: k, to: -1, cost: site.arrive[k]! });
      const head = plus(site.back[lane]!, costs.begun[k]!);
      out.push({ ...at, kind: 'head', from: k, to: -1, cost: minus(head, whole) });
      const lead = innerLead(costs, lane, (k & 1) as 0 | 1);
      const tail = plus(plus(site.out[lane]!, lead), costs.ended[k]!);
      out.push({ ...at, kind: 'tail', from: -1, to: k, cost: tail });
    }
    for (let lane = 0; lane < costs.lanes; lane++) {
      const at = { site: s, from: -1, to: -1, lane };
      const leads = ([0, 1] as const).map((d) => innerLead(costs, lane, d));
      const lead = {
        t_s: Math.min(leads[0]!.t_s, leads[1]!.t_s),
        e_wh: Math.min(leads[0]!.e_wh, leads[1]!.e_wh),
      };
      out.push({ ...at, kind: 'inner', cost: plus(plus(site.out[lane]!, site.back[lane]!), lead) });
      out.push({ ...at, kind: 'length', cost: costs.pieces[lane]! });
    }
    return out.filter((c) => Number.isFinite(c.cost.t_s) && Number.isFinite(c.cost.e_wh));
  }

  /** The column of a link; the caller has seen that it can be flown. */
  linkColumn(site: number, from: number, to: number): FlowColumn {
    const cost = plus(this.links.exact(from, to), this.costs.whole[to]!);
    return { kind: 'link', site, from, to, lane: to >> 1, cost };
  }

  /** Adds links of every site between two keys, where they can be flown and are not there yet. */
  addLinks(pairs: readonly (readonly [from: number, to: number])[]): void {
    const list: FlowColumn[] = [];
    for (const [from, to] of pairs)
      for (let s = 0; s < this.sites; s++) {
        if (this.isPresent(s, from, to)) continue;
        if (!Number.isFinite(this.links.exact(from, to).t_s)) continue;
        this.present[(s * this.keys + from) * this.keys + to] = 1;
        list.push(this.linkColumn(s, from, to));
      }
    this.add(list);
  }

  isPresent = (site: number, from: number, to: number): boolean =>
    this.present[(site * this.keys + from) * this.keys + to] === 1;

  /** Adds columns; links are to be marked present by whoever adds them. */
  add(list: readonly FlowColumn[]): void {
    if (list.length === 0) return;
    this.model.addColumns(list.map((c) => ({ cost: 0, entries: this.entriesOf(c) })));
    this.columns.push(...list);
  }

  private entriesOf(c: FlowColumn): Entry[] {
    const { site: s, lane } = c;
    const out: Entry[] = [
      [this.timeRow(s), -c.cost.t_s],
      [this.energyRow(s), -c.cost.e_wh],
      [this.durationRow(s), -c.cost.t_s],
    ];
    const { kind, from, to } = c;
    if (kind === 'enter' || kind === 'tail' || kind === 'inner') out.push([this.countRow(s), -1]);
    if (to >= 0) out.push([this.keyRow(s, to), 1]);
    if (from >= 0) out.push([this.keyRow(s, from), -1]);
    if (kind === 'enter' || kind === 'link')
      for (const what of [0, 1, 2] as const) out.push([this.laneRow(lane, what), 1]);
    // The far end of a lane in a direction: b of direction 0, a of direction 1.
    if (kind === 'head')
      out.push([this.laneRow(lane, (from & 1) === 0 ? 1 : 0), -1], [this.laneRow(lane, 2), -1]);
    if (kind === 'tail') out.push([this.laneRow(lane, (to & 1) === 0 ? 1 : 0), 1]);
    if (kind === 'length') out.push([this.laneRow(lane, 2), 1], [this.shareRow(s, lane), -1]);
    if (kind === 'head' || kind === 'tail' || kind === 'inner') out.push([this.shareRow(s, lane), 1]);
    for (const extra of this.extras) {
      const a = extraEntry(extra, c);
      if (a !== 0) out.push([extra.row, a]);
    }
    return out;
  }

  /** Adds cuts over sets of lanes. */
  addCuts(cuts: readonly Cut[]): void {
    this.addExtras(cuts.map((cut) => ({ type: 'cut', cut, row: 0 })));
  }

  /** Asks that one join at least leaves each odd set of ends. */
  addOdd(sets: readonly Uint8Array[]): void {
    this.addExtras(sets.map((ends) => ({ type: 'odd', ends, row: 0 })));
  }

  /** Forbids negative flow through whole lanes. */
  addThroughs(list: readonly { readonly site: number; readonly key: number }[]): void {
    this.addExtras(list.map((x) => ({ type: 'through', ...x, row: 0 })));
  }

  private addExtras(list: readonly Extra[]): void {
    if (list.length === 0) return;
    const rows = list.map((extra) => {
      const entries: Entry[] = [];
      this.columns.forEach((c, i) => {
        const a = extraEntry(extra, c);
        if (a !== 0) entries.push([this.offset + i, a]);
      });
      return { low: leastOf(extra), high: Infinity, entries };
    });
    this.model.addRows(rows);
    list.forEach((extra) => this.extras.push({ ...extra, row: this.rows++ }));
  }

  /** Work time of sites with so many units in use: each must hold its sorties, turnarounds and `lost_s`. */
  use(used: readonly number[], lost_s: readonly number[]): void {
    this.costs.sites.forEach((site, s) => {
      this.model.coefficient(this.timeRow(s), 0, used[s]!);
      this.model.rowBounds(this.timeRow(s), lost_s[s]! - site.turnaround_s * used[s]!, Infinity);
    });
  }

  /** Numbers of launches at each site. */
  launchBounds(low: readonly number[], high: readonly number[]): void {
    this.costs.sites.forEach((site, s) =>
      this.model.columnBounds(this.launchColumn(s), low[s]!, Math.min(high[s]!, site.launches)),
    );
  }

  /** Changes the longest sortie, and with it how many each cut asks for. */
  limit(longest_s: number, visits: (cut: Cut) => number): void {
    this.costs.sites.forEach((_, s) => {
      for (const column of [this.launchColumn(s), this.excessColumn(s)])
        this.model.coefficient(this.durationRow(s), column, longest_s);
    });
    for (const extra of this.extras)
      if (extra.type === 'cut') this.model.rowBounds(extra.row, visits(extra.cut), Infinity);
  }

  solve(): Solved {
    return this.model.solve();
  }

  value(solved: Optimal, column: number): number {
    return solved.columns[this.offset + column]!;
  }

  launches(solved: Optimal): number[] {
    return this.costs.sites.map((_, s) => solved.columns[this.launchColumn(s)]!);
  }

  /** Duals as pricing of links needs them. */
  prices(solved: Optimal): Prices {
    const { duals } = solved;
    const { keys } = this;
    return {
      time: this.costs.sites.map((_, s) => duals[this.timeRow(s)]! + duals[this.durationRow(s)]!),
      energy: this.costs.sites.map((_, s) => duals[this.energyRow(s)]!),
      key: this.costs.sites.map((_, s) => duals.subarray(this.keyRow(s, 0), this.keyRow(s, 0) + keys)),
      lane: Float64Array.from({ length: this.costs.lanes }, (_, l) =>
        ([0, 1, 2] as const).reduce<number>((sum, what) => sum + duals[this.laneRow(l, what)]!, 0),
      ),
      extras: this.extras.map((extra) => ({ extra, dual: duals[extra.row]! })).filter((x) => x.dual > 1e-12),
    };
  }
}

/** Duals of the model's rows. */
export type Prices = {
  readonly time: readonly number[];
  readonly energy: readonly number[];
  readonly key: readonly Float64Array[];
  readonly lane: Float64Array;
  readonly extras: readonly { readonly extra: Extra; readonly dual: number }[];
};

function leastOf(extra: Extra): number {
  switch (extra.type) {
    case 'cut':
      return extra.cut.visits;
    case 'odd':
      return 1;
    case 'through':
      return 0;
  }
}

/** Coefficient of a column in a row added on the way. */
function extraEntry(extra: Extra, c: FlowColumn): number {
  if (extra.type === 'odd') {
    if (c.kind !== 'enter' && c.kind !== 'leave' && c.kind !== 'link') return 0;
    const from = c.from < 0 ? 0 : extra.ends[c.from ^ 1]!;
    const to = c.to < 0 ? 0 : extra.ends[c.to]!;
    return from ^ to;
  }
  if (extra.type === 'through') {
    if (c.site !== extra.site) return 0;
    if (c.kind === 'head') return c.from === extra.key ? -1 : 0;
    return (c.kind === 'enter' || c.kind === 'link') && c.to === extra.key ? 1 : 0;
  }
  const { inside } = extra.cut;
  switch (c.kind) {
    case 'enter':
    case 'tail':
    case 'inner':
      return inside[c.lane]!;
    case 'link':
      return inside[c.lane] === 1 && inside[c.from >> 1] === 0 ? 1 : 0;
    default:
      return 0;
  }
}
