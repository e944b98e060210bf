import { type Result, byCodeUnits, err, ok, quantize } from '#base';
import { columnsOf, readCsv } from '../csv-rows.ts';
import { type FormatError, formatError } from '../format-error.ts';

/** What to show wherever these figures are shown (CC BY 4.0). */
export const M100_ATTRIBUTION =
  'Rodrigues et al. 2020, Data Collected with Package Delivery Quadcopter Drone, doi 10.1184/R1/12683453, CC BY 4.0';

/** One measured electrical power of a DJI Matrice 100, voltage times current. */
export type PowerSample = { readonly flight: string; readonly regime: string; readonly power_w: number };

/**
 * Power by flight regime. `q90_w` is the value below which 90 % of the samples of the fitting flights lie;
 * `held_out_coverage_ratio` is the share of the other flights' samples below it, null where there are none. Speed, payload and wind are not in it.
 */
export type RegimePower = {
  readonly regime: string;
  readonly flights: number;
  readonly samples: number;
  readonly mean_w: number;
  readonly q50_w: number;
  readonly q90_w: number;
  readonly held_out_coverage_ratio: number | null;
};

/** Reads measured power samples: columns flight, regime, power_w. */
export function readM100Power(bytes: Uint8Array): Result<readonly PowerSample[], FormatError> {
  const table = readCsv(bytes, 'M100 power samples (CSV)');
  if (!table.ok) return table;
  const wanted = 'table of M100 power samples (flight, regime, power_w)';
  const at = columnsOf(table.value, ['flight', 'regime', 'power_w'], wanted);
  if (!at.ok) {
    if (!table.value.columns.includes('battery_voltage')) return at;
    return err(
      formatError(
        'wrong_type',
        'this is the raw flight log; samples by regime are read here (flight, regime, power_w)',
        'header',
      ),
    );
  }
  const out: PowerSample[] = [];
  for (const [i, row] of table.value.rows.entries()) {
    const power_w = Number(row[at.value.power_w]);
    const flight = row[at.value.flight]!.trim();
    const regime = row[at.value.regime]!.trim();
    if (
      row[at.value.power_w]!.trim() === '' ||
      !(power_w >= 0 && power_w < 5000) ||
      flight === '' ||
      regime === ''
    ) {
      return err(
        formatError(
          'invalid_data',
          'a sample needs flight, regime and a power of 0 to 5000 W',
          `row ${i + 2}`,
        ),
      );
    }
    out.push({ flight, regime, power_w });
  }
  return out.length > 0 ? ok(out) : err(formatError('incomplete_data', 'the file holds no sample'));
}

/** Fits the table on every other flight and checks it on the rest; flights are never split, for their samples go together. */
export function regimePower(samples: readonly PowerSample[]): readonly RegimePower[] {
  const regimes = new Map<string, Map<string, number[]>>();
  for (const s of samples) {
    const flights = regimes.get(s.regime) ?? new Map<string, number[]>();
    regimes.set(s.regime, flights);
    const powers = flights.get(s.flight);
    if (powers === undefined) flights.set(s.flight, [s.power_w]);
    else powers.push(s.power_w);
  }
  return [...regimes.entries()]
    .sort((a, b) => byCodeUnits(a[0], b[0]))
    .map(([regime, byFlight]) => {
      const flights = [...byFlight.keys()].sort((a, b) => Number(a) - Number(b) || byCodeUnits(a, b));
      const fit = flights.filter((_, i) => i % 2 === 0).flatMap((f) => byFlight.get(f)!);
      const rest = flights.filter((_, i) => i % 2 === 1).flatMap((f) => byFlight.get(f)!);
      fit.sort((a, b) => a - b);
      const q90_w = quantile(fit, 0.9);
      const below = rest.filter((p) => p <= q90_w).length;
      return {
        regime,
        flights: flights.length,
        samples: fit.length + rest.length,
        mean_w: quantize(fit.reduce((s, p) => s + p, 0) / fit.length, 0.01),
        q50_w: quantile(fit, 0.5),
        q90_w,
        held_out_coverage_ratio: rest.length === 0 ? null : quantize(below / rest.length, 1e-4),
      };
    });
}

/** Nearest rank (Hyndman and Fan 1996, definition 1) of sorted values. */
function quantile(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]!;
}
