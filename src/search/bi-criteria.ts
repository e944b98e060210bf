import { type Result, assert, err, ok } from '#base';
import { MASK_KNOWN, type SearchContext, learnMask, masksOf, nextGeneration } from './context.ts';
import { type CostModel } from './cost-model.ts';
import { COST_LIMIT } from './costs.ts';
import { type DistanceField, UNREACHED } from './distance-field.ts';
import { type PathError, findPath } from './find-path.ts';
import { gaugeCost } from './gauge.ts';
import { type Cell, cellAt, indexOfCell } from './grid.ts';
import { Labels } from './labels.ts';
import { MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z } from './moves.ts';

/** Labels made before a search gives up: 32 bytes each. */
const LABEL_LIMIT = 4_000_000;

/** Fastest way within a budget: least `first` cost (time) among the paths whose `second` cost (energy) fits. */
export type BiCriteriaQuery = {
  readonly start: Cell;
  readonly goal: Cell;
  readonly first: CostModel;
  readonly second: CostModel;
  /** Largest second cost that is acceptable, in units of the second model. */
  readonly second_limit_units: number;
  /** Exact second costs to the goal (direction `to`, depot = goal) prune better than the model's bound. */
  readonly second_to_goal?: DistanceField;
  /** How many paths of the Pareto front to return, fastest first; default 1. */
  readonly front_limit?: number;
  readonly max_labels?: number;
  readonly should_stop?: () => boolean;
};

/** A path that no other beats in both costs. */
export type BiCriteriaPath = {
  readonly path: Int32Array;
  readonly first_units: number;
  readonly second_units: number;
};

/** The fastest paths within the budget, in order of rising first and falling second cost. */
export type BiCriteriaFound = {
  readonly front: readonly BiCriteriaPath[];
  readonly labels: number;
  /** `capped`: the front may go on; the paths in it are still each Pareto optimal. */
  readonly status: 'complete' | 'front_limit' | 'capped';
};

/** Why there is no path within the budget; `over_budget` carries the proof: even the cheapest path needs that much. */
export type BiCriteriaError =
  | PathError
  /** A move exists in one model and not in the other. */
  | { readonly type: 'models_disagree'; readonly move: number }
  | { readonly type: 'over_budget'; readonly least_second_units: number; readonly cheapest: Int32Array };

/**
 * Bi-objective A* with constant-time dominance checks (BOA*; Hernandez Ulloa, Yeoh, Baier, Zhang, Suazo and Koenig,
 * 2020), stopped at the budget. First one ordinary search for the least second cost: it decides feasibility, so a
 * refusal rests on an optimum and not on an exhausted budget.
 */
export function findPathBiCriteria(
  context: SearchContext,
  query: BiCriteriaQuery,
): Result<BiCriteriaFound, BiCriteriaError> {
  assert(query.second_limit_units >= 0, 'a budget is a number from 0 up');
  const { start, goal, second, should_stop } = query;
  const move = disagreement(context.grid.nz, query.first, second);
  if (move >= 0) return err({ type: 'models_disagree', move });
  const ends = { start, goal, costs: second, mode: 'optimal' } as const;
  const cheapest = findPath(context, should_stop ? { ...ends, should_stop } : ends);
  if (!cheapest.ok) return cheapest;
  const least_second_units = cheapest.value.cost_units;
  if (least_second_units > query.second_limit_units)
    return err({ type: 'over_budget', least_second_units, cheapest: cheapest.value.path });
  return paretoFront(context, query);
}

/** The first move that exists in one of two models only, in some layer; -1 if there is none. */
function disagreement(layers: number, a: CostModel, b: CostModel): number {
  for (let z = 0; z < layers; z++)
    for (let m = 0; m < MOVE_COUNT; m++)
      if (a.table[z * a.layerStride + m]! < 0 !== b.table[z * b.layerStride + m]! < 0) return m;
  return -1;
}

function paretoFront(
  context: SearchContext,
  query: BiCriteriaQuery,
): Result<BiCriteriaFound, BiCriteriaError> {
  const { grid, state, heap } = context;
  const { first, second, front_limit = 1, max_labels = LABEL_LIMIT } = query;
  const goal = indexOfCell(grid, query.goal);
  const stamp = nextGeneration(context);
  const labels = new Labels();
  const front: BiCriteriaPath[] = [];
  const done = (status: BiCriteriaFound['status']) => ok({ front, labels: labels.count, status });
  const start = indexOfCell(grid, query.start);
  labels.add(start, 0, 0, -1);
  heap.push(gaugeTo(grid, first, start, query.goal), 0, 0);
  for (let popped = 0; heap.size > 0; popped++) {
    const label = heap.pop();
    const u = labels.cell[label]!;
    const spent = labels.second[label]!;
    // Labels of a cell leave the heap by rising first cost: one that is no cheaper in the second is dominated.
    if (state[2 * u + 1] === stamp && state[2 * u]! <= spent) continue;
    state[2 * u] = spent;
    state[2 * u + 1] = stamp;
    if (u === goal) {
      front.push({ path: labels.path(label), first_units: labels.first[label]!, second_units: spent });
      if (front.length >= front_limit) return done('front_limit');
      continue;
    }
    if (labels.count >= max_labels || ((popped & 255) === 255 && query.should_stop?.())) {
      if (front.length > 0) return done('capped');
      return err({ type: 'budget_exhausted', expanded: popped, lower_bound_units: 0 });
    }
    spread({ context, query, labels, stamp, goal, models: [first, second] }, label);
  }
  // Feasibility was proved before, so an empty front means that a sum passed COST_LIMIT.
  return front.length > 0
    ? done('complete')
    : err({ type: 'cost_overflow', expanded: labels.count, limit_units: COST_LIMIT });
}

type Spreading = {
  readonly context: SearchContext;
  readonly query: BiCriteriaQuery;
  readonly labels: Labels;
  readonly stamp: number;
  readonly goal: number;
  readonly models: readonly [CostModel, CostModel];
};

/** Adds the labels that a settled one leads to, unless they are dominated or cannot keep to the budget. */
function spread(work: Spreading, label: number): void {
  const { context, query, labels, stamp } = work;
  const { grid, state, heap, offsets } = context;
  const [first, second] = work.models;
  const rule = masksOf(context, 'strict');
  const u = labels.cell[label]!;
  const { x, y, z } = cellAt(grid, u);
  const { goal, second_to_goal, second_limit_units } = query;
  let legal = (rule.masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
  for (; legal !== 0; legal &= legal - 1) {
    const m = 31 - Math.clz32(legal & -legal);
    const v = u + offsets[m]!;
    const quick = entering(first, z, m, v);
    const dear = entering(second, z, m, v);
    if (quick < 0 || dear < 0) continue;
    const spent = labels.second[label]! + dear;
    if (state[2 * v + 1] === stamp && state[2 * v]! <= spent) continue;
    const [dx, dy, dz] = [goal.x - x - MOVE_X[m]!, goal.y - y - MOVE_Y[m]!, goal.z - z - MOVE_Z[m]!];
    const stillNeeded = second_to_goal ? second_to_goal.cost_units[v]! : gaugeCost(second.gauge, dx, dy, dz);
    if (stillNeeded === UNREACHED || spent + stillNeeded > second_limit_units) continue;
    const reached = labels.first[label]! + quick;
    if (reached > COST_LIMIT || spent + stillNeeded > COST_LIMIT) continue;
    heap.push(reached + gaugeCost(first.gauge, dx, dy, dz), spent + stillNeeded, labels.count);
    labels.add(v, reached, spent, label);
  }
}

function entering(model: CostModel, layer: number, move: number, to: number): number {
  const cost = model.table[layer * model.layerStride + move]!;
  if (cost < 0 || model.extra.length === 0) return cost;
  return cost + model.extra[to]!;
}

function gaugeTo(grid: SearchContext['grid'], model: CostModel, from: number, goal: Cell): number {
  const a = cellAt(grid, from);
  return gaugeCost(model.gauge, goal.x - a.x, goal.y - a.y, goal.z - a.z);
}
