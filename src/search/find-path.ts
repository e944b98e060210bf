import { LIMITS, type Result, assert, err, ok } from '#base';
import { type AStarJob, type AStarRun, openBound, pathTo, runAStar } from './astar.ts';
import { type RuleMasks, type SearchContext, masksOf } from './context.ts';
import { type CostModel, moveCostAt } from './cost-model.ts';
import { COST_LIMIT } from './costs.ts';
import { runDirectional } from './directional-astar.ts';
import { type Cell, indexOfCell, insideGrid } from './grid.ts';
import { MOVE_AXES, type MoveRule } from './moves.ts';

/** Weights are used in steps of 1/4096, rounded down, so that weight times cost is exact in a double. */
const WEIGHT_STEPS = 4096;
/** The largest weight: beyond it the search is greedy in all but name. */
const WEIGHT_MAX = 100;
/** Anytime tightening halves (weight - 1) until it is below this, then proves the optimum with weight 1. */
const LAST_EXCESS = 0.03;

/** What to search for. */
export type PathQuery = {
  readonly start: Cell;
  readonly goal: Cell;
  /** `optimal`: weight 1. `weighted`: one run. `anytime`: runs of falling weight until proof, cap or stop. */
  readonly mode: 'optimal' | 'weighted' | 'anytime';
  /** From 1 to 100; not used by `optimal`. Default 1.2 for `weighted`, 2 for `anytime`. */
  readonly weight?: number;
  /** Cells that may be expanded in all runs together; default LIMITS.route_expansions. */
  readonly max_expansions?: number;
  /** Default `strict`, the only rule for flight. */
  readonly rule?: MoveRule;
  /** Costs by direction, layer and cell instead of the grid's own; costs are then in the model's units. */
  readonly costs?: CostModel;
  /** Asked every 256 expansions; true ends the search. The caller keeps the clock. */
  readonly should_stop?: () => boolean;
};

/** A path with what is proved about it. Costs in the units of the grid's steps. */
export type FoundPath = {
  /** Cell indices from start to goal, both included. */
  readonly path: Int32Array;
  readonly cost_units: number;
  /** No path costs less than this; never above `cost_units`. */
  readonly lower_bound_units: number;
  /** cost / lower bound; 1 when proved optimal. */
  readonly certified_ratio: number;
  readonly expansions: number;
  /** `interrupted`: an anytime search was stopped or capped before its proof; path and bound still hold. */
  readonly status: 'optimal' | 'bounded' | 'interrupted';
};

/** Why there is no path to hand back. Only `no_path` says that none exists. */
export type PathError =
  | { readonly type: 'no_path'; readonly expanded: number }
  | {
      readonly type: 'budget_exhausted';
      readonly expanded: number;
      /** No path costs less than this. */
      readonly lower_bound_units: number;
    }
  | { readonly type: 'start_blocked'; readonly expanded: 0 }
  | { readonly type: 'goal_blocked'; readonly expanded: 0 }
  | { readonly type: 'outside_grid'; readonly expanded: 0; readonly which: 'start' | 'goal' }
  /** No path within COST_LIMIT; dearer ones were not searched. */
  | { readonly type: 'cost_overflow'; readonly expanded: number; readonly limit_units: number };

/** Finds a path on a voxel grid; the same query gives the same bytes. See PathQuery for the modes. */
export function findPath(context: SearchContext, query: PathQuery): Result<FoundPath, PathError> {
  const ends = checkEnds(context, query);
  if (!ends.ok) return ends;
  const search: Search = {
    context,
    rule: masksOf(context, query.rule ?? 'strict'),
    ...ends.value,
    shouldStop: query.should_stop ?? (() => false),
    costs: query.costs,
    expansionsLeft: query.max_expansions ?? LIMITS.route_expansions,
    expansions: 0,
    lower_units: 0,
    best: null,
  };
  assert(search.expansionsLeft >= 0, 'an expansion budget is a number from 0 up');
  for (const weight of weightsOf(query)) {
    const run = oneRun(search, weight);
    const bounded = search.best !== null && search.lower_units >= search.best.cost_units;
    if (run.ended === 'cap' || run.ended === 'stopped') {
      return search.best ? found(search, search.best, 'interrupted') : exhausted(search);
    }
    if (bounded) break;
    if (run.ended === 'open_empty' && search.best === null) {
      if (run.overflowed)
        return err({ type: 'cost_overflow', expanded: search.expansions, limit_units: COST_LIMIT });
      return err({ type: 'no_path', expanded: search.expansions });
    }
  }
  assert(search.best !== null, 'a finished search has a path or has said why not');
  return found(search, search.best, search.lower_units >= search.best.cost_units ? 'optimal' : 'bounded');
}

type Best = { readonly path: Int32Array; readonly cost_units: number };
type Search = {
  readonly context: SearchContext;
  readonly rule: RuleMasks;
  readonly start: number;
  readonly goal: number;
  readonly shouldStop: () => boolean;
  readonly costs: CostModel | undefined;
  expansionsLeft: number;
  expansions: number;
  lower_units: number;
  best: Best | null;
};

/** One run of the kernel; keeps the better path and the higher lower bound. */
function oneRun(search: Search, weight: number): AStarRun {
  const { context, goal } = search;
  const job: AStarJob = {
    start: search.start,
    goal,
    weight,
    rule: search.rule,
    maxExpansions: search.expansionsLeft,
    shouldStop: search.shouldStop,
    below_units: search.best?.cost_units ?? Infinity,
  };
  const run = search.costs ? runDirectional(context, job, search.costs) : runAStar(context, job);
  search.expansions += run.expansions;
  search.expansionsLeft -= run.expansions;
  let reached_units = Infinity;
  if (run.ended === 'goal') {
    reached_units = context.state[2 * goal]!;
    const path = pathTo(context, goal);
    const cost_units = pathCost(context, path, search.costs);
    search.best = { path, cost_units };
  }
  const known_units = search.best?.cost_units ?? Infinity;
  // An optimal path leaves the closed cells of final cost through an open or an inconsistent cell (Likhachev 2003),
  // or through one that was left out because it cannot beat the best path known.
  const open_units = run.ended === 'goal' && weight === 1 ? reached_units : openBound(context, weight);
  const byFrontier = Math.min(open_units, run.inconsistent_units, known_units);
  const byWeight = run.ended === 'goal' ? Math.min(Math.ceil(reached_units / weight), known_units) : 0;
  const lower = Math.max(byFrontier, byWeight);
  search.lower_units = Math.max(search.lower_units, lower);
  return run;
}

function checkEnds(
  context: SearchContext,
  query: PathQuery,
): Result<{ readonly start: number; readonly goal: number }, PathError> {
  const { grid } = context;
  for (const which of ['start', 'goal'] as const) {
    if (!insideGrid(grid, query[which])) return err({ type: 'outside_grid', expanded: 0, which });
  }
  const [start, goal] = [indexOfCell(grid, query.start), indexOfCell(grid, query.goal)];
  if (grid.blocked[start] !== 0) return err({ type: 'start_blocked', expanded: 0 });
  if (grid.blocked[goal] !== 0) return err({ type: 'goal_blocked', expanded: 0 });
  return ok({ start, goal });
}

/** The weights of the runs, in order. */
function weightsOf(query: PathQuery): number[] {
  if (query.mode === 'optimal') return [1];
  const weight = query.weight ?? (query.mode === 'weighted' ? 1.2 : 2);
  assert(weight >= 1 && weight <= WEIGHT_MAX, 'a weight is from 1 to 100');
  const exact = (w: number): number => Math.floor(w * WEIGHT_STEPS) / WEIGHT_STEPS;
  if (query.mode === 'weighted') return [exact(weight)];
  const weights: number[] = [];
  for (let excess = weight - 1; excess >= LAST_EXCESS; excess /= 2) weights.push(exact(1 + excess));
  return [...weights, 1];
}

function found(
  search: Search,
  best: Best,
  status: FoundPath['status'],
): { readonly ok: true; readonly value: FoundPath } {
  const lower_bound_units = Math.min(search.lower_units, best.cost_units);
  return ok({
    path: best.path,
    cost_units: best.cost_units,
    lower_bound_units,
    certified_ratio: lower_bound_units === best.cost_units ? 1 : best.cost_units / lower_bound_units,
    expansions: search.expansions,
    status,
  });
}

function exhausted(search: Search): Result<never, PathError> {
  const { expansions, lower_units } = search;
  return err({ type: 'budget_exhausted', expanded: expansions, lower_bound_units: lower_units });
}

/** Cost of a path of neighbouring cells, in units; the sum of its moves and nothing else. */
export function pathCost(context: SearchContext, path: Int32Array, costs?: CostModel): number {
  let cost_units = 0;
  for (let i = 1; i < path.length; i++) {
    const move = context.offsets.indexOf(path[i]! - path[i - 1]!);
    assert(move >= 0, 'cells that follow each other on a path are neighbours');
    const cost = costs
      ? moveCostAt(context.grid, costs, path[i - 1]!, move, path[i]!)
      : context.moveCosts[move]!;
    assert(cost >= 0, 'a path uses moves that exist');
    cost_units += cost;
  }
  return cost_units;
}

/** How many moves of a path use which axes, indexed like the step costs. */
export function moveKinds(context: SearchContext, path: Int32Array): Int32Array {
  const counts = new Int32Array(8);
  for (let i = 1; i < path.length; i++) {
    const move = context.offsets.indexOf(path[i]! - path[i - 1]!);
    assert(move >= 0, 'cells that follow each other on a path are neighbours');
    counts[MOVE_AXES[move]!]!++;
  }
  return counts;
}
