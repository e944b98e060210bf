import { type Result, err, ok, quantize } from '#base';
import type { Powers } from './energy.ts';

/** One measured electrical power, with the flight and the phase that it belongs to. */
export type PowerMeasurement = {
  readonly flight: string;
  readonly regime: string;
  readonly power_w: number;
};

/** Phases of a flight whose powers are tabled. */
export const REGIMES = ['takeoff', 'cruise', 'landing'] as const;
export type Regime = (typeof REGIMES)[number];

/**
 * Power of one phase over many flights. A flight counts once, by its mean: samples of one flight go together, and what a
 * leg costs is a mean. `quantile_w` is a quantile of those means over the flights fitted on, never below the asked one;
 * `coverage_ratio` is the share of the other flights whose mean is at most that.
 */
export type RegimeRow = {
  readonly regime: Regime;
  readonly fitted_flights: number;
  readonly held_out_flights: number;
  readonly mean_w: number;
  readonly quantile_w: number;
  readonly coverage_ratio: number;
};

/** A table of powers at a conservative quantile, with where it comes from. */
export type EnergyTable = {
  readonly version: string;
  readonly quantile: number;
  /** Chance, over the flights fitted on, that the share of new flights below is at least the quantile. */
  readonly confidence: number;
  readonly rows: readonly RegimeRow[];
  readonly attribution: string;
};

/** Why measurements make no table. */
export type EnergyTableError = {
  readonly type: 'too_few_flights' | 'bad_quantile' | 'bad_power';
  readonly message: string;
};

/** Fewer flights than this on either side of the split say nothing about a quantile of 0.9. */
const LEAST_FLIGHTS = 10;

/** What a table is to promise, and what it is called. */
export type EnergyTableAim = Pick<EnergyTable, 'version' | 'quantile' | 'confidence' | 'attribution'>;

/**
 * Fits a table: flights in the order of their names (numbers by value) are split into every other one, so that no flight
 * is on both sides. Payload, speed, height and wind are not in such measurements, and so not in the table.
 */
export function fitEnergyTable(
  measurements: readonly PowerMeasurement[],
  about: EnergyTableAim,
): Result<EnergyTable, EnergyTableError> {
  const { quantile, confidence } = about;
  const share = [quantile, confidence].find((q) => !(q > 0 && q < 1));
  if (share !== undefined)
    return err({ type: 'bad_quantile', message: `${share} is no share between 0 and 1` });
  const bad = measurements.find((m) => !(m.power_w >= 0 && m.power_w < 1e6));
  if (bad !== undefined)
    return err({ type: 'bad_power', message: `${bad.power_w} W of flight ${bad.flight} is no power` });
  const rows: RegimeRow[] = [];
  for (const regime of REGIMES) {
    const means = meansOf(measurements.filter((m) => m.regime === regime));
    const fitted = means.filter((_, i) => i % 2 === 0);
    const held = means.filter((_, i) => i % 2 === 1);
    if (Math.min(fitted.length, held.length) < LEAST_FLIGHTS) {
      const message = `${regime} has ${means.length} flights, and ${2 * LEAST_FLIGHTS} are needed`;
      return err({ type: 'too_few_flights', message });
    }
    const sorted = [...fitted].sort((a, b) => a - b);
    const rank = rankFor(sorted.length, quantile, confidence);
    if (rank === null) {
      const message = `${sorted.length} flights cannot bound the ${quantile} quantile of ${regime} with confidence ${confidence}`;
      return err({ type: 'too_few_flights', message });
    }
    const quantile_w = sorted[rank - 1]!;
    rows.push({
      regime,
      fitted_flights: fitted.length,
      held_out_flights: held.length,
      mean_w: quantize(fitted.reduce((s, w) => s + w, 0) / fitted.length, 0.1),
      quantile_w: quantize(quantile_w, 0.1),
      coverage_ratio: quantize(held.filter((w) => w <= quantile_w).length / held.length, 0.001),
    });
  }
  return ok({ ...about, rows });
}

/**
 * The least rank of n flights whose power bounds the quantile with the asked confidence, by split conformal prediction
 * conditional on the flights fitted on (Vovk, 2012): the share of new flights below the k-th of n is at least q with
 * the chance that of n draws of chance q fewer than k succeed. The rank that holds on average only (Vovk, Gammerman and
 * Shafer, 2005) falls short in about every third split of flights such as these. Null where no rank is high enough.
 */
export function rankFor(n: number, quantile: number, confidence: number): number | null {
  let term = (1 - quantile) ** n;
  let below = 0;
  for (let k = 1; k <= n; k++) {
    below += term;
    if (below >= confidence) return k;
    term *= ((n - k + 1) / k) * (quantile / (1 - quantile));
  }
  return null;
}

/** Mean power of each flight, flights in order. */
function meansOf(measurements: readonly PowerMeasurement[]): number[] {
  const flights = new Map<string, { sum: number; n: number }>();
  for (const { flight, power_w } of measurements) {
    const known = flights.get(flight) ?? { sum: 0, n: 0 };
    flights.set(flight, { sum: known.sum + power_w, n: known.n + 1 });
  }
  return [...flights]
    .sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0))
    .map(([, { sum, n }]) => sum / n);
}

/**
 * An aircraft's powers raised to a table's quantile: each by the ratio of quantile to mean that the table measured in
 * the phase it belongs to (climb by take-off, cruise by cruise, hover and descent by landing). The spread carries over
 * from one multirotor to another, the level does not; that is a model, and no measurement of this aircraft.
 */
export function calibratedPowers(powers: Powers, table: EnergyTable): Powers {
  const factor = (regime: Regime): number => {
    const row = table.rows.find((r) => r.regime === regime);
    return row === undefined ? 1 : row.quantile_w / row.mean_w;
  };
  return {
    climb_w: powers.climb_w * factor('takeoff'),
    cruise_w: powers.cruise_w * factor('cruise'),
    hover_w: powers.hover_w * factor('landing'),
  };
}

/**
 * Mean powers of 68 flights of a DJI Matrice 100, recovered from published predictions and errors; split by flight. Fitted
 * to bound the 0.9 quantile with confidence 0.9. Of 34 held-out flights 31 (take-off), 34 (cruise) and 34 (landing) are
 * at or below; over 500 random splits the shares average 0.97, and one split in twenty is below 0.9. Payload, speed and
 * wind of these flights are not published with the powers, so that nothing finer can be fitted.
 */
export const DJI_M100_Q90_REGIME_V1: EnergyTable = {
  version: 'dji_m100_q90_regime_v1',
  quantile: 0.9,
  confidence: 0.9,
  attribution:
    'Rodrigues et al. 2020, Data Collected with Package Delivery Quadcopter Drone, doi 10.1184/R1/12683453, CC BY 4.0',
  rows: [
    {
      regime: 'takeoff',
      fitted_flights: 34,
      held_out_flights: 34,
      mean_w: 591.3,
      quantile_w: 671.2,
      coverage_ratio: 0.912,
    },
    {
      regime: 'cruise',
      fitted_flights: 34,
      held_out_flights: 34,
      mean_w: 506.1,
      quantile_w: 610.8,
      coverage_ratio: 1,
    },
    {
      regime: 'landing',
      fitted_flights: 34,
      held_out_flights: 34,
      mean_w: 484.1,
      quantile_w: 565.7,
      coverage_ratio: 1,
    },
  ],
};
