import { type LinearModel, type Optimal, type Solved } from './linear.ts';
import { type MasterPrices, type MasterRows } from './sortie-prices.ts';
import { type SortieColumn } from './sortie-space.ts';

/** A site as the program of sorties sees it. */
export type MasterSite = { readonly units: number; readonly turnaround_s: number };

type Kept = { readonly site: number; readonly column: SortieColumn };

/**
 * The program over sorties: the least T such that every lane is flown and the units of each site have time for their
 * sorties. For each lane one row counts who flies its end a; for each group of cuts one row asks that as many go on from
 * there to b as come to it from a. What is flown twice is taken off again at no cost. A column that flies a lane at the
 * price of the whole plan keeps the program solvable.
 */
export class SortieMaster {
  kept: Kept[] = [];
  private readonly model: LinearModel;
  private readonly sites: readonly MasterSite[];
  private readonly groups: readonly number[];
  private readonly offset: number;
  /** Row of each lane; those of its groups follow. */
  private readonly laneRows: readonly number[];

  constructor(model: LinearModel, sites: readonly MasterSite[], groups: readonly number[], plan_s: number) {
    this.model = model;
    this.sites = sites;
    this.groups = groups;
    let row = 2 * sites.length;
    this.laneRows = groups.map((n) => {
      const at = row;
      row += 1 + n;
      return at;
    });
    const rows = Array.from({ length: row }, (_, i) => ({
      low: i < sites.length ? -Infinity : 0,
      high: i < 2 * sites.length ? Infinity : 0,
      entries: [],
    }));
    for (const at of this.laneRows) rows[at] = { low: 1, high: 1, entries: [] };
    model.addRows(rows);
    const work = { cost: 1, entries: sites.map((s, i) => [i, s.units] as const) };
    const spare = [...this.laneRows, ...sites.map((_, s) => this.countRow(s))].map((at) => ({
      cost: plan_s,
      entries: [[at, 1] as const],
    }));
    const twice = this.laneRows.flatMap((at, l) =>
      Array.from({ length: 1 + groups[l]! }, (_, i) => ({
        cost: 0,
        entries: [[at + i, -1] as const, ...(i < groups[l]! ? [[at + i + 1, 1] as const] : [])],
      })),
    );
    model.addColumns([work, ...spare, ...twice]);
    this.offset = 1 + spare.length + twice.length;
  }

  private countRow = (site: number): number => this.sites.length + site;

  add(site: number, columns: readonly SortieColumn[]): void {
    if (columns.length === 0) return;
    const { turnaround_s } = this.sites[site]!;
    this.model.addColumns(
      columns.map((c) => {
        const sum = new Map<number, number>();
        const count = (row: number, by: number): void => void sum.set(row, (sum.get(row) ?? 0) + by);
        for (const { lane, from, to } of c.flown) {
          const at = this.laneRows[lane]!;
          count(from === null ? at : at + 1 + from, 1);
          if (to !== null) count(at + 1 + to, -1);
        }
        const entries = [...sum].filter(([, x]) => x !== 0);
        return { cost: 0, entries: [[site, -c.t_s - turnaround_s], [this.countRow(site), 1], ...entries] };
      }),
    );
    for (const column of columns) this.kept.push({ site, column });
  }

  /** So many units of each site in use, and so many sorties. */
  use({ used, lost_s, low, high }: MasterRows): void {
    this.sites.forEach((_, s) => {
      this.model.coefficient(s, 0, used[s]!);
      this.model.rowBounds(s, lost_s[s]!, Infinity);
      this.model.rowBounds(this.countRow(s), low[s]!, high[s]!);
    });
  }

  /** Takes out sorties that use more than `most` of what runs out. */
  limit(most: number): void {
    this.keep(this.kept.map(({ column }) => column.r <= most));
  }

  /** Takes out the sorties that are worth least, but for so many. */
  trim(solved: Optimal, count: number): void {
    const reduced = solved.reduced.subarray(this.offset);
    const order = [...reduced.keys()].sort((a, b) => reduced[a]! - reduced[b]! || a - b);
    const good = new Set(order.slice(0, count));
    this.keep(this.kept.map((_, i) => good.has(i)));
  }

  private keep(good: readonly boolean[]): void {
    this.model.keepColumns([...new Array<boolean>(this.offset).fill(true), ...good]);
    this.kept = this.kept.filter((_, i) => good[i]!);
  }

  solve(): Solved {
    return this.model.solve();
  }

  prices({ duals }: Optimal): MasterPrices {
    return {
      second: Float64Array.from(this.sites, (_, s) => Math.max(0, duals[s]!)),
      sortie: Float64Array.from(this.sites, (_, s) => duals[this.countRow(s)]!),
      lane: Float64Array.from(this.laneRows, (at) => duals[at]!),
      rest: this.laneRows.map((at, l) => duals.slice(at + 1, at + 1 + this.groups[l]!)),
    };
  }
}
