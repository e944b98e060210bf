import { type BoundInput, lostToSpacing, smaller } from './bound.ts';
import { type Costs, innerLead } from './costs.ts';
import { type Cuts, cutsOf } from './cut-costs.ts';
import { type LinearModel } from './linear.ts';
import { Links } from './links.ts';
import { SortieMaster } from './sortie-master.ts';
import { type MasterPrices, type MasterRows, atSite, between, provenBy } from './sortie-prices.ts';
import { SortiePricing } from './sortie-pricing.ts';
import { type Flown, type SortieSpace } from './sortie-space.ts';

/** How long the bound may be worked on; counts, so that it is the same on every machine. */
export type SortieEffort = {
  /** Solutions of the program, for each limit of the work time. */
  readonly rounds: number;
  /** Labels made in all. */
  readonly labels: number;
  /** Labels kept at each lane end while pricing is quick; it is exact every so many rounds. */
  readonly beam: number;
  readonly every: number;
  /** Sorties that a pricing adds at most, and sorties that the program keeps. */
  readonly columns: number;
  readonly kept: number;
  /** Lanes remembered as flown, and groups of cuts on a lane. */
  readonly near: number;
  readonly groups: number;
  /** Limits of the work time that are tried. */
  readonly limits: number;
  /** Lane directions times sites, at most: larger programs are left to the flow bound. */
  readonly most: number;
};

/** What the benchmark spends. */
export const SORTIE_EFFORT: SortieEffort = {
  rounds: 200,
  labels: 4e6,
  beam: 12,
  every: 4,
  columns: 40,
  kept: 1500,
  near: 3,
  groups: 12,
  limits: 2,
  most: 260,
};

/** A flight of the plan: what it flies of lanes, cuts as shares of the lane from its end a. */
export type PlanSortie = {
  readonly site: number;
  readonly flown: readonly Flown[];
  readonly t_s: number;
  readonly e_wh: number;
};

/** Prices that prove a value, and the least worth of a sortie of each site under them. */
type Proof = { readonly value: number; readonly prices: MasterPrices; readonly worths: readonly number[] };

/** How far the limit lies from what is proven to the plan's work time. */
const LIMIT_SHARE = 0.4;
/** Share of the best prices in those that are asked of next (Wentges, 1997). */
const SMOOTH = 0.8;
/** The program is solved when its value is this close to what is proven. */
const CLOSE = 2e-3;

/**
 * A lower bound on the work time of the plans that `boundWorkTime` speaks of, where cuts lie on frames and a sortie flies
 * one piece of a lane at most: a program over sorties, by column generation (Desrosiers, Soumis and Desrochers, 1984).
 * It knows what one sortie can do: whole lanes and parts with their exact costs, within the energy of a sortie, or
 * within the limit of the work time; whichever of the two runs out first in the plan at hand.
 *
 * A sortie is priced over routes that may come back to a lane that lies far from all flown since (ng-routes: Baldacci,
 * Mingozzi and Roberti, 2011). Cuts are taken in groups of neighbours, each at the least cost of any in the group. Prices
 * prove a value at every exact pricing (Lagrange), so work may end at any time. As with the flow bound, the value for
 * plans that end before a limit is a bound itself if it is below the limit, and the limit is one if it is not.
 *
 * Null where the program cannot be set up: lanes without frames, cuts off frames, steps that even out to less than
 * nothing, or too large. `low_s`: what is proven already.
 */
export function boundBySorties(
  create: () => LinearModel,
  input: Pick<BoundInput, 'costs' | 'launch_spacing_s' | 'plan_s'>,
  c: { readonly sorties: readonly PlanSortie[]; readonly low_s: number },
  effort: SortieEffort = SORTIE_EFFORT,
): number | null {
  const { costs, plan_s } = input;
  if (costs.stops.length * costs.sites.length > effort.most) return null;
  const cuts = cutsOf(costs, effort.groups);
  if (cuts === null) return null;
  const flights = c.sorties.map((s) => ({ ...s, flown: s.flown.map((f) => grouped(cuts, f)) }));
  if (flights.some((f) => f.flown.includes(null))) return null;
  const longest_s = Math.min(costs.duration_s, plan_s);
  const used = (what: 't_s' | 'e_wh', most: number): number =>
    Math.max(...flights.map((f) => f[what])) / most;
  const what = used('t_s', longest_s) >= used('e_wh', costs.energy_wh) ? 't_s' : 'e_wh';
  const spaces = spacesFor(costs, cuts, { what, most: what === 't_s' ? longest_s : costs.energy_wh, effort });
  if (!spaces.every(isForward)) return null;
  const model = create();
  try {
    const search = new Search(model, { ...input, spaces, cuts, what, effort });
    search.begin(flights as readonly PlanSortie[]);
    return search.run(c.low_s);
  } finally {
    model.dispose();
  }
}

type SearchInput = Pick<BoundInput, 'costs' | 'launch_spacing_s' | 'plan_s'> & {
  readonly spaces: readonly SortieSpace[];
  readonly cuts: Cuts;
  readonly what: 't_s' | 'e_wh';
  readonly effort: SortieEffort;
};

class Search {
  private readonly input: SearchInput;
  private readonly master: SortieMaster;
  private pricing: readonly SortiePricing[] = [];
  /** Prices that proved the most so far. */
  private centre: MasterPrices | null = null;
  private labels = 0;

  constructor(model: LinearModel, input: SearchInput) {
    const { costs, cuts, plan_s } = input;
    this.input = input;
    const sites = costs.sites.map(({ units, turnaround_s }) => ({ units, turnaround_s }));
    const groups = cuts.groups.map((g) => g.length);
    this.master = new SortieMaster(model, sites, groups, plan_s);
  }

  /** Begins with the plan's sorties, and prices that share out their time among what they fly. */
  begin(flights: readonly PlanSortie[]): void {
    const { costs, cuts, what } = this.input;
    for (const f of flights) this.master.add(f.site, [{ flown: f.flown, t_s: f.t_s, r: f[what] }]);
    const second = 1 / costs.sites.reduce((sum, s) => sum + s.units, 0);
    const lane = new Float64Array(costs.lanes);
    const placeOf = (l: number, g: number): number =>
      (cuts.groups[l]![g]!.first + cuts.groups[l]![g]!.last) / 2;
    for (const { site, flown, t_s } of flights) {
      const time = flown.map(({ lane: l, from, to }) => {
        const share = (to === null ? 1 : placeOf(l, to)) - (from === null ? 0 : placeOf(l, from));
        return Math.max(0, share) * costs.pieces[l]!.t_s;
      });
      const each =
        (t_s + costs.sites[site]!.turnaround_s) /
        Math.max(
          1,
          time.reduce((a, b) => a + b, 0),
        );
      flown.forEach((f, i) => (lane[f.lane]! += second * each * time[i]!));
    }
    this.centre = {
      second: Float64Array.from(costs.sites, () => second),
      sortie: new Float64Array(costs.sites.length),
      lane,
      rest: cuts.groups.map((own, l) => Float64Array.from(own, (_, g) => lane[l]! * (1 - placeOf(l, g)))),
    };
  }

  run(low_s: number): number {
    const { plan_s, what, effort } = this.input;
    let low = low_s;
    let high = plan_s;
    for (let i = 0; i < effort.limits && high - low > 2e-3 * low; i++) {
      const limit = what === 't_s' ? low + LIMIT_SHARE * (high - low) : plan_s;
      const value = this.least(limit);
      low = Math.max(low, value);
      if (what !== 't_s') break;
      if (value < limit) high = limit;
    }
    return low;
  }

  /** The least work time of plans that end before a limit, as far as it is proven; the limit if there are none. */
  private least(limit_s: number): number {
    const { costs, spaces, what } = this.input;
    const most = what === 't_s' ? Math.min(costs.duration_s, limit_s) : costs.energy_wh;
    this.pricing = spaces.map((s) => new SortiePricing({ ...s, most }));
    this.master.limit(most);
    const all = costs.sites.map((s) => s.units);
    const first = this.solve(this.rows(all, limit_s), limit_s);
    let least = Math.min(limit_s, first?.value ?? 0);
    for (const used of smaller(all)) {
      const rows = this.rows(used, limit_s);
      if (first !== null && provenBy(first.prices, rows, first.worths) >= least) continue;
      least = Math.min(least, this.solve(rows, least)?.value ?? 0);
    }
    return least;
  }

  /** What so many units in use are bound by; their sorties are at most those that their time suffices for. */
  private rows(used: readonly number[], limit_s: number): MasterRows {
    const { costs, launch_spacing_s } = this.input;
    const lost_s = costs.sites.map(
      (s, i) => lostToSpacing(used[i]!, launch_spacing_s) - used[i]! * s.turnaround_s,
    );
    const high = costs.sites.map((s, i) => {
      if (used[i] === 0) return 0;
      const way_s = Math.min(...s.out.map((out, l) => out.t_s + s.back[l]!.t_s));
      const count = Math.floor((used[i]! * limit_s - lost_s[i]!) / Math.max(1, way_s + s.turnaround_s));
      return Math.max(used[i]!, Math.min(s.launches, count));
    });
    return { used, lost_s, low: used, high };
  }

  /** The most that is proven for units in use; enough at `limit_s`. Null where nothing is. */
  private solve(rows: MasterRows, limit_s: number): Proof | null {
    const { effort } = this.input;
    this.master.use(rows);
    let best: Proof | null = null;
    let stale = 0;
    for (let r = 0; r < effort.rounds && this.labels < effort.labels; r++) {
      const solved = this.master.solve();
      if (solved.status !== 'optimal') break;
      if (this.master.kept.length > effort.kept) this.master.trim(solved, effort.kept / 2);
      const out = this.master.prices(solved);
      const quick = this.price(out, rows, effort.beam);
      if (r % effort.every !== 0 && quick.added > 0) continue;
      const centre: MasterPrices | null = best?.prices ?? this.centre;
      const share = Math.max(0, 1 - (1 + stale) * (1 - SMOOTH));
      const asked: MasterPrices = centre === null ? out : between(centre, out, share);
      const { worths } = this.price(asked, rows, null);
      const value = provenBy(asked, rows, worths);
      stale = value > (best?.value ?? 0) + 1e-9 ? 0 : stale + 1;
      if (best === null || value > best.value) best = { value, prices: asked, worths };
      if (best.value >= limit_s || solved.value - best.value < CLOSE * solved.value) break;
    }
    this.centre = best?.prices ?? this.centre;
    return best;
  }

  /** Prices sorties of every site and adds those that gain. */
  private price(
    prices: MasterPrices,
    rows: MasterRows,
    beam: number | null,
  ): { readonly worths: readonly number[]; readonly added: number } {
    const { costs, effort } = this.input;
    let added = 0;
    const worths = this.pricing.map((pricing, s) => {
      if (rows.used[s] === 0) return 0;
      const left = Math.max(0, effort.labels - this.labels);
      const asked = { beam, labels: left, columns: effort.columns };
      const found = pricing.price(atSite(prices, s, costs.sites[s]!.turnaround_s), asked);
      this.labels += found.labels;
      this.master.add(s, found.columns);
      added += found.columns.length;
      return found.least;
    });
    return { worths, added };
  }
}

function spacesFor(
  costs: Costs,
  cuts: Cuts,
  c: { readonly what: 't_s' | 'e_wh'; readonly most: number; readonly effort: SortieEffort },
): SortieSpace[] {
  const links = new Links(costs);
  const n = links.keys;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i >> 1 !== j >> 1) links.exact(i, j);
  const near = nearOf(links, costs.lanes, c.effort.near);
  const leads = Array.from({ length: costs.lanes }, (_, l) => [
    innerLead(costs, l, 0),
    innerLead(costs, l, 1),
  ]);
  const least = (l: number, what: 't_s' | 'e_wh'): number =>
    Math.min(leads[l]![0]![what], leads[l]![1]![what]);
  return costs.sites.map((site, s) => ({
    keys: n,
    out: site.depart,
    whole: costs.whole,
    back: site.arrive,
    link_t: links.t_s,
    link_r: c.what === 't_s' ? links.t_s : links.e_wh,
    heads: cuts.sites[s]!.heads,
    tails: cuts.sites[s]!.tails,
    inner: costs.pieces.map((pieces, l) => ({
      way: {
        t_s: site.out[l]!.t_s + site.back[l]!.t_s + least(l, 't_s'),
        e_wh: site.out[l]!.e_wh + site.back[l]!.e_wh + least(l, 'e_wh'),
      },
      pieces,
      groups: cuts.groups[l]!,
    })),
    what: c.what,
    most: c.most,
    near,
  }));
}

/** Whether nothing that is flown gives back time or energy, the wind evened out: routes are cut off where either ends. */
function isForward(space: SortieSpace): boolean {
  const { link_t, link_r, keys, whole, back, heads } = space;
  for (let i = 0; i < keys; i++)
    for (let j = 0; j < keys; j++) {
      const at = i * keys + j;
      if (link_t[at]! < 0 || link_r[at]! < 0) return false;
      if (link_r[at]! + whole[j]![space.what] < space.most / 400) return false;
    }
  return [...back, ...whole, ...heads.flat()].every((x) => x.t_s >= 0 && x.e_wh >= 0);
}

/** The lanes nearest to each lane, itself first. */
function nearOf(links: Links, lanes: number, most: number): number[][] {
  const all = Array.from({ length: lanes }, (_, m) => m);
  const away = (l: number, m: number): number => {
    if (l === m) return -1;
    const pairs = [2 * l, 2 * l + 1].flatMap((a) => [2 * m, 2 * m + 1].map((b) => [a, b] as const));
    return Math.min(
      ...pairs.flatMap(([a, b]) => [links.t_s[a * links.keys + b]!, links.t_s[b * links.keys + a]!]),
    );
  };
  return all.map((l) => {
    const far = all.map((m) => away(l, m));
    return [...all].sort((a, b) => far[a]! - far[b]! || a - b).slice(0, most);
  });
}

/** The group of each cut of what is flown of a lane; null where a cut is not on a frame. */
function grouped(cuts: Cuts, { lane, from, to }: Flown): Flown | null {
  const at = (share: number | null): number | null =>
    share === null
      ? null
      : cuts.groups[lane]!.findIndex((g) => share >= g.first - 1e-6 && share <= g.last + 1e-6);
  const out = { lane, from: at(from), to: at(to) };
  return out.from === -1 || out.to === -1 ? null : out;
}
