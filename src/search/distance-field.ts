import { type Result, assert, err, ok } from '#base';
import { BucketQueue } from './bucket-queue.ts';
import { MASK_KNOWN, type SearchContext, learnMask, masksOf } from './context.ts';
import { type CostModel, moveCostAt } from './cost-model.ts';
import { COST_LIMIT } from './costs.ts';
import { type Cell, type Grid, indexOfCell, insideGrid } from './grid.ts';
import { ALL_MOVES, MOVE_COUNT, reverseMove } from './moves.ts';

/** Least costs between one cell (a depot) and all others under the strict rule. */
export type DistanceField = {
  readonly grid: Grid;
  readonly depot: number;
  /** `from`: costs from the depot out to a cell. `to`: from a cell home to the depot. */
  readonly direction: 'from' | 'to';
  readonly costs: CostModel | null;
  /** Cost by cell index in whole units; UNREACHED where there is no path within the limit. */
  readonly cost_units: Int32Array;
  readonly expansions: number;
};

/** The cost of a cell that the field does not reach. */
export const UNREACHED = COST_LIMIT;

/** Flag of a cell whose neighbours have not been told its cost. */
const WAITING = 32;

/** Why there is no field. */
export type FieldError =
  | { readonly type: 'outside_grid' }
  | { readonly type: 'depot_blocked' }
  | { readonly type: 'budget_exhausted'; readonly expanded: number };

/** What field to compute. */
export type FieldQuery = {
  readonly depot: Cell;
  /** With wind or climb costs the way home is not the way out: say which. */
  readonly direction: 'from' | 'to';
  readonly costs?: CostModel;
  /** Cells dearer than this stay unreached; default COST_LIMIT - 1. */
  readonly limit_units?: number;
  readonly should_stop?: () => boolean;
};

/** Dijkstra (1959) over the whole grid from a depot; 4 bytes a cell, kept by the caller as long as it is of use. */
export function distanceField(context: SearchContext, query: FieldQuery): Result<DistanceField, FieldError> {
  const { grid, offsets, moveCosts: plain } = context;
  const { direction, costs, limit_units = COST_LIMIT - 1, should_stop } = query;
  assert(limit_units >= 0 && limit_units < COST_LIMIT, 'the limit of a field is a cost');
  if (!insideGrid(grid, query.depot)) return err({ type: 'outside_grid' });
  const depot = indexOfCell(grid, query.depot);
  if (grid.blocked[depot] !== 0) return err({ type: 'depot_blocked' });
  const rule = masksOf(context, 'strict');
  const cost_units = new Int32Array(grid.size).fill(UNREACHED);
  // Move that reached a cell, and above it a flag while the cell waits to be expanded.
  const arrived = new Uint8Array(grid.size);
  const open = queueFor(context, costs);
  let expansions = 0;
  cost_units[depot] = 0;
  arrived[depot] = MOVE_COUNT | WAITING;
  open.push(0, depot);
  while (open.size > 0) {
    const u = open.pop();
    if ((arrived[u]! & WAITING) === 0) continue;
    arrived[u]! ^= WAITING;
    const g = cost_units[u]!;
    if ((++expansions & 0xfff) === 0 && should_stop?.())
      return err({ type: 'budget_exhausted', expanded: expansions });
    let legal = (rule.masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
    if (!costs && legal === ALL_MOVES) legal = context.usefulTwoSteps[arrived[u]!]!;
    for (; legal !== 0; legal &= legal - 1) {
      const m = 31 - Math.clz32(legal & -legal);
      const v = u + offsets[m]!;
      const reached = g + (costs ? stepUnits(context, query, u, v, m) : plain[m]!);
      if (reached >= cost_units[v]! || reached > limit_units) continue;
      cost_units[v] = reached;
      arrived[v] = m | WAITING;
      open.push(reached, v);
    }
  }
  return ok({ grid, depot, direction, costs: costs ?? null, cost_units, expansions });
}

/** Buckets as wide as the least step, where each cell is expanded once. */
function queueFor(context: SearchContext, costs: CostModel | undefined): BucketQueue {
  const steps = (costs?.table ?? context.moveCosts).filter((c) => c > 0);
  const extra = costs && costs.extra.length > 0 ? costs.extra.reduce((a, b) => Math.max(a, b), 0) : 0;
  if (steps.length === 0) return new BucketQueue(1, 1);
  return new BucketQueue(
    steps.reduce((a, b) => Math.min(a, b)),
    steps.reduce((a, b) => Math.max(a, b)) + extra,
  );
}

/** Cost of the step between u and its neighbour v = u + move m, in the direction of the field; Infinity if none. */
function stepUnits(context: SearchContext, query: FieldQuery, u: number, v: number, m: number): number {
  const { costs } = query;
  if (!costs) return context.moveCosts[m]!;
  const cost =
    query.direction === 'from'
      ? moveCostAt(context.grid, costs, u, m, v)
      : moveCostAt(context.grid, costs, v, reverseMove(m), u);
  return cost < 0 ? Infinity : cost;
}

/**
 * The path of a field between its depot and a cell, in the order flown, found by walking down the costs: time grows
 * with the path and not with the grid. Among equal ways the lowest move number. Null where the field does not reach.
 */
export function fieldPath(context: SearchContext, field: DistanceField, cell: Cell): Int32Array | null {
  const { grid, offsets } = context;
  assert(grid === field.grid, 'a field is read with a context of its own grid');
  if (!insideGrid(grid, cell)) return null;
  const { cost_units } = field;
  const rule = masksOf(context, 'strict');
  const query = { depot: cell, direction: field.direction, ...(field.costs ? { costs: field.costs } : {}) };
  let at = indexOfCell(grid, cell);
  if (cost_units[at] === UNREACHED) return null;
  const path = [at];
  while (at !== field.depot) {
    let next = -1;
    let legal = (rule.masks[at]! || learnMask(grid, rule, at)) & ~MASK_KNOWN;
    for (; legal !== 0 && next < 0; legal &= legal - 1) {
      const m = 31 - Math.clz32(legal & -legal);
      const nearer = at + offsets[m]!;
      if (cost_units[nearer]! >= cost_units[at]!) continue;
      if (cost_units[nearer]! + stepUnits(context, query, nearer, at, reverseMove(m)) === cost_units[at])
        next = nearer;
    }
    assert(next >= 0, 'a reached cell has a neighbour on a shortest path');
    path.push(next);
    at = next;
  }
  return Int32Array.from(field.direction === 'to' ? path : path.reverse());
}
