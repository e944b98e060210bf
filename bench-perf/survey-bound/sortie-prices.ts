import { type SortiePrices } from './sortie-space.ts';

/** Prices of the program over sorties: by site a second and a sortie; by lane and group of cuts as in `SortiePrices`. */
export type MasterPrices = {
  readonly second: Float64Array;
  /** What each sortie of a site earns; below 0: what it costs beside its time. */
  readonly sortie: Float64Array;
  readonly lane: Float64Array;
  readonly rest: readonly Float64Array[];
};

/** The prices that sorties of one site see. */
export const atSite = (p: MasterPrices, site: number, turnaround_s: number): SortiePrices => ({
  fixed: p.second[site]! * turnaround_s - p.sortie[site]!,
  second: p.second[site]!,
  lane: p.lane,
  rest: p.rest,
});

/** Prices between two others, `share` of the way from b to a. */
export function between(a: MasterPrices, b: MasterPrices, share: number): MasterPrices {
  const mix = (x: Float64Array, y: Float64Array): Float64Array =>
    x.map((v, i) => share * v + (1 - share) * y[i]!);
  return {
    second: mix(a.second, b.second),
    sortie: mix(a.sortie, b.sortie),
    lane: mix(a.lane, b.lane),
    rest: a.rest.map((x, l) => mix(x, b.rest[l]!)),
  };
}

/** Units in use at each site, seconds that they lose beside flights and turnarounds, and numbers of sorties. */
export type MasterRows = {
  readonly used: readonly number[];
  readonly lost_s: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
};

/**
 * The least work time that prices prove: what lanes, lost time and sorties earn, and for each sortie that may still be
 * flown the least worth of any, over what a second of all units in use costs.
 */
export function provenBy(p: MasterPrices, rows: MasterRows, least: readonly number[]): number {
  let sum = 0;
  for (const x of p.lane) sum += x;
  let second = 0;
  rows.used.forEach((m, s) => {
    const each = p.sortie[s]!;
    sum += p.second[s]! * rows.lost_s[s]! + (each > 0 ? each * rows.low[s]! : each * rows.high[s]!);
    sum += rows.high[s]! * Math.min(0, least[s]!);
    second += p.second[s]! * m;
  });
  return second > 1e-9 ? Math.max(0, sum / second) : 0;
}
