import { type LapProblem, totalOf } from './lap.ts';

/**
 * The baseline: rows in their order, each takes the cheapest column still free, or stays out where that is cheaper or
 * nothing is left. Not optimal; kept to measure what the optimal assignment is worth.
 */
export function greedyLap(problem: LapProblem): {
  readonly column_of: Int32Array;
  readonly total: number | null;
} {
  const { rows, columns, costs, forbidden, unassigned_costs } = problem;
  const taken = new Uint8Array(columns);
  const column_of = new Int32Array(rows).fill(-1);
  for (let r = 0; r < rows; r++) {
    let best = unassigned_costs === null ? Infinity : unassigned_costs[r]!;
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (taken[c] !== 0 || (forbidden !== null && forbidden[i] !== 0) || costs[i]! >= best) continue;
      best = costs[i]!;
      column_of[r] = c;
    }
    if (column_of[r]! >= 0) taken[column_of[r]!] = 1;
  }
  const short = unassigned_costs === null && column_of.includes(-1);
  return { column_of, total: short ? null : totalOf(problem, column_of) };
}
