import { LIMITS, type Result, createRng, err, ok } from '#base';
import {
  type Cell,
  type PathError,
  type PathQuery,
  TICKS,
  cellAt,
  findPath,
  pathCost,
  rrtStar,
} from '#search';
import type { Uav, Wind } from '#world';
import type { Powers } from './energy.ts';
import { type Hazards, type Point3 } from './hazards.ts';
import { type RouteLattice, centreOf } from './lattice.ts';
import { type FlightCosts, type Front, type Objective, UNITS, frontBetween, valueOf } from './objective.ts';
import { type Planner, type RouteBudget, type RouteRefusal, refusal } from './route-types.ts';
import {
  type Ends,
  cellPath,
  firstBlocked,
  skipCorners,
  smoothPath,
  tighten,
  withoutRepeats,
} from './smooth.ts';
import type { Connector } from './terminal.ts';

/** Lattice costs are millimetres. */
const M_PER_UNIT = 0.001;

/** Samples of `rrt_star` where the budget says nothing. */
const RRT_SAMPLES = 4000;

/** One flown leg: its points at the height of flight, and what the search proved. */
export type Leg = {
  readonly points: readonly Point3[];
  readonly cost_m: number;
  readonly lower_bound_m: number;
  readonly expansions: number;
  /** Cost and lower bound by the objective, in its unit. */
  readonly objective: { readonly cost: number; readonly lower_bound: number };
  readonly front: Front | null;
};

/** An objective with its costs and what they were made of; a front is worked out where its limit is above 0. */
export type Aim = {
  readonly objective: Exclude<Objective, 'length'>;
  readonly costs: FlightCosts;
  readonly craft: { readonly uav: Uav; readonly powers: Powers; readonly wind: Wind };
};

/** What one leg is searched with. */
export type LegSearch = {
  readonly lattice: RouteLattice;
  readonly hazards: Hazards;
  readonly planner: Planner;
  readonly budget: RouteBudget | undefined;
  readonly seed: number;
  /** Expansions that earlier legs have spent. */
  readonly spent: number;
  /** Null: least length. */
  readonly aim: Aim | null;
  /** Costs for the front and how many of its points; null: none. */
  readonly front: { readonly costs: FlightCosts; readonly limit: number } | null;
};

/** A leg found, or found but not clear by the exact check. */
type Outcome = Result<
  Leg,
  | PathError
  | { readonly type: 'not_clear'; readonly blocked_by: readonly string[]; readonly expanded: number }
>;

/**
 * A leg between two terminals. Pairs of connectors are tried in their order; `no_path` only where no pair lies in one
 * connected part of the lattice, whose parts have all been worked out.
 */
export function findLeg(
  search: LegSearch,
  from: readonly Connector[],
  to: readonly Connector[],
): Result<Leg, RouteRefusal> {
  let expansions = 0;
  let blocked: readonly string[] = [];
  for (const a of from) {
    for (const b of to) {
      if (search.lattice.reach[a.cell] !== search.lattice.reach[b.cell]) continue;
      const found = findBetween({ ...search, spent: search.spent + expansions }, a, b);
      expansions += found.ok ? found.value.expansions : found.error.expanded;
      if (found.ok) return ok({ ...found.value, expansions });
      if (found.error.type !== 'not_clear') return err(refusalOf(found.error, expansions));
      blocked = found.error.blocked_by;
    }
  }
  if (blocked.length > 0)
    return err(refusal('unsmoothable', 'no leg passes the exact check', { expansions, blocked_by: blocked }));
  const message = 'the free cells around both ends are not connected: no way exists on the lattice';
  return err(refusal('no_path', message, { expansions }));
}

function findBetween(search: LegSearch, a: Connector, b: Connector): Outcome {
  const ends = { from: a.above, to: b.above };
  return search.planner === 'rrt_star' ? bySampling(search, a, b, ends) : onLattice(search, a, b, ends);
}

const MODE: Readonly<Record<Exclude<Planner, 'rrt_star'>, PathQuery['mode']>> = {
  astar_3d: 'optimal',
  weighted: 'weighted',
  anytime: 'anytime',
  any_angle: 'optimal',
};

function onLattice(search: LegSearch, a: Connector, b: Connector, ends: Ends): Outcome {
  const { lattice, hazards, budget, planner, aim } = search;
  const most = budget?.max_expansions ?? LIMITS.route_expansions;
  const cells = { start: cellAt(lattice.grid, a.cell), goal: cellAt(lattice.grid, b.cell) };
  const found = findPath(lattice.context, {
    ...cells,
    mode: MODE[planner as Exclude<Planner, 'rrt_star'>],
    max_expansions: Math.max(0, most - search.spent),
    ...(budget?.should_stop === undefined ? {} : { should_stop: budget.should_stop }),
    ...(aim === null ? {} : { costs: aim.costs[aim.objective] }),
  });
  if (!found.ok) return found;
  const { cost_units, lower_bound_units, expansions, path } = found.value;
  const smooth = smoothPath(lattice, hazards, path, ends);
  if (!smooth.ok)
    return err({ type: 'not_clear', blocked_by: smooth.error.blocked_by, expanded: expansions });
  const pulled = planner === 'any_angle' ? tighten(hazards, smooth.value) : smooth.value;
  const unit = aim === null ? M_PER_UNIT : UNITS[aim.objective];
  const objective = { cost: cost_units * unit, lower_bound: lower_bound_units * unit };
  const { front } = search;
  return ok({
    points: aim === null ? pulled : better(search, path, ends, pulled),
    cost_m: aim === null ? objective.cost : pathCost(lattice.context, path) * M_PER_UNIT,
    lower_bound_m: aim === null ? objective.lower_bound : straight_m(search, cells),
    expansions,
    objective,
    front: front === null ? null : frontBetween(lattice, front.costs, cells, front.limit),
  });
}

/** The path through its cells where that takes less by the objective than the straightened one. */
function better(
  { lattice, hazards, aim }: LegSearch,
  path: Int32Array,
  ends: Ends,
  pulled: readonly Point3[],
): readonly Point3[] {
  const plain = cellPath(lattice, hazards, path, ends);
  if (plain === null || aim === null) return pulled;
  const value = (points: readonly Point3[]): number => valueOf(points, aim.objective, aim.craft);
  return value(plain) < value(pulled) ? plain : pulled;
}

/** No path of the lattice is shorter than the straight line between two cells' centres. */
function straight_m({ lattice }: LegSearch, cells: { readonly start: Cell; readonly goal: Cell }): number {
  const [p, q] = [centreOf(lattice, cells.start), centreOf(lattice, cells.goal)];
  return Math.hypot(p.x_m - q.x_m, p.y_m - q.y_m, p.z_m - q.z_m);
}

/** By RRT*: samples count as expansions; the budget's expansions bound them. */
function bySampling(search: LegSearch, a: Connector, b: Connector, ends: Ends): Outcome {
  const { lattice, hazards, budget } = search;
  const most = (budget?.max_expansions ?? Infinity) - search.spent;
  const found = rrtStar(lattice.grid, {
    start: cellAt(lattice.grid, a.cell),
    goal: cellAt(lattice.grid, b.cell),
    rng: createRng(search.seed).fork(`${a.cell} ${b.cell}`),
    samples: Math.max(0, Math.min(RRT_SAMPLES, most)),
    ...(budget?.should_stop === undefined ? {} : { should_stop: budget.should_stop }),
  });
  if (!found.ok) return found;
  const { cost_units, lower_bound_units, samples } = found.value;
  const inner = found.value.points.map((p) => fineCentre(lattice, p));
  const points = skipCorners(hazards, withoutRepeats([ends.from, ...inner, ends.to]));
  const blocked_by = firstBlocked(hazards, points);
  if (blocked_by !== null) return err({ type: 'not_clear', blocked_by, expanded: samples });
  const cost_m = cost_units * M_PER_UNIT;
  const lower_bound_m = Math.min(lower_bound_units, cost_units) * M_PER_UNIT;
  const objective = { cost: cost_m, lower_bound: lower_bound_m };
  return ok({ points, cost_m, lower_bound_m, expansions: samples, objective, front: null });
}

/** A fine point in metres. Cells of the outermost layers reach over the band; no route does, so heights stop there. */
function fineCentre(
  lattice: RouteLattice,
  p: { readonly x: number; readonly y: number; readonly z: number },
): Point3 {
  const { plane, layers_m } = lattice;
  const top = layers_m.length - 1;
  const dz = top > 0 ? layers_m[1]! - layers_m[0]! : 0;
  const z_m = layers_m[0]! + (p.z / TICKS - 0.5) * dz;
  return {
    x_m: plane.origin_x_m + (p.x / TICKS) * plane.cell_m,
    y_m: plane.origin_y_m + (p.y / TICKS) * plane.cell_m,
    z_m: Math.min(layers_m[top]!, Math.max(layers_m[0]!, z_m)),
  };
}

function refusalOf(error: PathError, expansions: number): RouteRefusal {
  const message =
    error.type === 'budget_exhausted'
      ? `the search stopped after ${expansions} cells without an answer`
      : // Both ends are free cells of one connected part: nothing else but a cost beyond 2^31 mm can occur.
        `the search ended with ${error.type}`;
  return refusal('budget_exhausted', message, { expansions });
}
