/** Metrics of a plan from its trajectories; null for what does not apply or could not be computed. */
import { type SurveyMetrics } from '#ir';
import { type Context } from './context.ts';
import { type TaskCoverage } from './g2-coverage.ts';
import { type SortieEnergy } from './g4-energy.ts';
import { totalsOf } from './totals.ts';
import { type Track } from './track.ts';

/** What the checks hand over. */
export type Seen = {
  readonly energies: readonly SortieEnergy[];
  readonly coverage: readonly TaskCoverage[];
  readonly gsd_cm: readonly number[];
  readonly forward: readonly number[];
  readonly side: readonly number[];
  readonly agl_max_m: number | null;
  readonly separation_min_m: number | null;
};

/** The verdict's metrics. */
export function metricsOf(context: Context, seen: Seen): SurveyMetrics {
  const { tracks } = context;
  const [exact, cells] = coverageShares(seen.coverage);
  const [gsd, forward, side] = [seen.gsd_cm, seen.forward, seen.side].map((v) =>
    Float64Array.from(v).sort(),
  ) as [Float64Array, Float64Array, Float64Array];
  return {
    work_time_s: Math.max(0, ...tracks.map((t) => t.t[t.n - 1]!)),
    ...unitPart(context, tracks, seen.energies),
    coverage_ratio: exact,
    coverage_cells_ratio: cells,
    gsd_p50_cm: quantile(gsd, 0.5),
    gsd_p95_cm: quantile(gsd, 0.95),
    gsd_max_cm: quantile(gsd, 1),
    forward_overlap_min: quantile(forward, 0),
    forward_overlap_p5: quantile(forward, 0.05),
    side_overlap_min: quantile(side, 0),
    side_overlap_p5: quantile(side, 0.05),
    agl_max_m: seen.agl_max_m,
    separation_min_m: seen.separation_min_m,
    per_unit: context.scenario.units
      .map((unit) => {
        const own = tracks
          .map((t, i) => ({ t, e: seen.energies[i]! }))
          .filter(({ t }) => t.sortie.unit_id === unit.id);
        return {
          unit_id: unit.id,
          ...unitPart(
            context,
            own.map((o) => o.t),
            own.map((o) => o.e),
          ),
        };
      })
      .filter((row) => row.sorties > 0),
    per_task: seen.coverage.map((c) => ({ task_id: c.task_id, coverage_ratio: c.exact_ratio })),
  };
}

function unitPart(context: Context, tracks: readonly Track[], energies: readonly SortieEnergy[]) {
  const totals = totalsOf(context, tracks, energies);
  const reserves = energies.map((e) => e.reserve_ratio).filter((r): r is number => r !== null);
  return {
    flight_time_s: Math.max(0, totals.flight_time_s[0]!),
    distance_m: totals.distance_m[0]!,
    energy_wh: energies.reduce((sum, e) => sum + e.drawn_wh, 0),
    reserve_min_ratio: reserves.length === 0 ? null : Math.min(...reserves),
    photos: totals.photos[0]!,
    sorties: totals.sorties[0]!,
    turns: totals.turns[0]!,
  };
}

/** Shares of all plannable area together; null if one task's is unknown. */
function coverageShares(coverage: readonly TaskCoverage[]): [number | null, number | null] {
  const known = coverage.filter((c) => c.plannable_m2 > 0);
  const total = known.reduce((sum, c) => sum + c.plannable_m2, 0);
  const share = (of: (c: TaskCoverage) => number | null) => {
    if (total === 0 || known.some((c) => of(c) === null)) return null;
    return Math.min(1, known.reduce((sum, c) => sum + of(c)! * c.plannable_m2, 0) / total);
  };
  return [share((c) => c.exact_ratio), share((c) => c.cells_ratio)];
}

/** The nearest-rank quantile of rising values; null of nothing. */
export function quantile(sorted: Float64Array, q: number): number | null {
  if (sorted.length === 0) return null;
  const rank = Math.ceil(q * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))]!;
}
