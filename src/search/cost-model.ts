import { type Result, err, ok } from '#base';
import { COST_LIMIT, moveCosts } from './costs.ts';
import { type Gauge, gaugeCost, gaugeOf, leastOverLayers } from './gauge.ts';
import { type Grid, cellAt } from './grid.ts';
import { MOVE_COUNT } from './moves.ts';

/**
 * Costs that depend on direction (wind, climb), on the layer flown in, and on the cell entered.
 * `table[z * layerStride + m]` is the cost of move m (numbered as by moveNumber) out of a cell of layer z, in whole
 * units; -1 where the move does not exist. `extra[index]` is added when a cell is entered; empty when nothing is.
 */
export type CostModel = {
  readonly table: Int32Array;
  /** 26, or 0 when one layer's costs hold for all. */
  readonly layerStride: number;
  readonly extra: Int32Array;
  readonly gauge: Gauge;
  /** The gauge of the moves undone: the bound for searches that start at the goal. */
  readonly reversedGauge: Gauge;
};

/** Why costs were refused. */
export type CostModelError =
  | { readonly type: 'bad_table'; readonly length: number; readonly expected: number }
  | {
      readonly type: 'bad_cost';
      readonly where: 'table' | 'extra';
      readonly index: number;
      readonly value: number;
    }
  | { readonly type: 'cost_overflow'; readonly diameter_units: number; readonly limit: number }
  | { readonly type: 'bad_extra'; readonly length: number; readonly expected: number };

/** A single cost stays below this, so that a path of thousands of moves fits COST_LIMIT. */
const SINGLE_COST_LIMIT = 0x3fffffff;

/**
 * Makes a cost model. `moves` holds 26 costs for all layers, or 26 for each; from 1 up, or -1 for a move that does
 * not exist (a wind stronger than the airspeed closes directions; it must never make a cost negative). `extra` holds
 * one cost from 0 up for every index of the grid, border included.
 */
export function createCostModel(
  grid: Grid,
  costs: { readonly moves: Int32Array; readonly extra?: Int32Array },
): Result<CostModel, CostModelError> {
  const { moves, extra = new Int32Array(0) } = costs;
  const isLayered = moves.length === MOVE_COUNT * grid.nz && grid.nz > 1;
  if (!isLayered && moves.length !== MOVE_COUNT)
    return err({ type: 'bad_table', length: moves.length, expected: MOVE_COUNT * grid.nz });
  if (extra.length !== 0 && extra.length !== grid.size)
    return err({ type: 'bad_extra', length: extra.length, expected: grid.size });
  const wrong = moves.findIndex((c) => !(c === -1 || (c >= 1 && c <= SINGLE_COST_LIMIT)));
  if (wrong >= 0) return err({ type: 'bad_cost', where: 'table', index: wrong, value: moves[wrong]! });
  const below = extra.findIndex((c) => !(c >= 0 && c <= SINGLE_COST_LIMIT));
  if (below >= 0) return err({ type: 'bad_cost', where: 'extra', index: below, value: extra[below]! });
  const least = leastOverLayers(moves);
  const gauge = gaugeOf(least);
  const diameter_units = diameterOf(grid, gauge);
  const limit = Math.floor(COST_LIMIT / 2);
  if (!(diameter_units <= limit)) return err({ type: 'cost_overflow', diameter_units, limit });
  return ok({
    table: moves.slice(),
    layerStride: isLayered ? MOVE_COUNT : 0,
    extra: extra.slice(),
    gauge,
    reversedGauge: gaugeOf(least.slice().reverse()),
  });
}

/** The greatest lower bound between two cells: a convex function is greatest at a corner. */
function diameterOf(grid: Grid, gauge: Gauge): number {
  let most = 0;
  for (const x of [-grid.nx, grid.nx])
    for (const y of [-grid.ny, grid.ny])
      for (const z of [-grid.nz, grid.nz]) most = Math.max(most, gaugeCost(gauge, x, y, z));
  return most;
}

/** The grid's own step costs as a model, to be combined with extra costs or compared with. */
export function plainCostModel(grid: Grid, extra?: Int32Array): Result<CostModel, CostModelError> {
  const moves = moveCosts(grid.costs);
  return createCostModel(grid, extra ? { moves, extra } : { moves });
}

/** Lower bound in units of the cost from one cell to another, by the model's gauge. */
export function modelBound(grid: Grid, model: CostModel, from: number, to: number): number {
  const [a, b] = [cellAt(grid, from), cellAt(grid, to)];
  return gaugeCost(model.gauge, b.x - a.x, b.y - a.y, b.z - a.z);
}

/** The model's cost of one move out of a cell, -1 where it does not exist. */
export function moveCostAt(grid: Grid, model: CostModel, from: number, move: number, to: number): number {
  const layer = model.layerStride === 0 ? 0 : cellAt(grid, from).z;
  const cost = model.table[layer * model.layerStride + move]!;
  return cost < 0 ? -1 : cost + (model.extra.length === 0 ? 0 : model.extra[to]!);
}
