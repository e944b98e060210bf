import { type Result, LIMITS, err, ok } from '#base';
import { type FoundPath, type PathQuery, cellAt, findPath } from '#search';
import type { Hazards, Point3 } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { type Planner, type RouteBudget, type RouteRefusal, refusal } from './route-types.ts';
import { smoothPath } from './smooth.ts';
import type { Connector } from './terminal.ts';

/** Lattice costs are millimetres. */
const M_PER_UNIT = 0.001;

/** One flown leg: its points at the height of flight, and what the search proved. */
export type Leg = {
  readonly points: readonly Point3[];
  readonly cost_m: number;
  readonly lower_bound_m: number;
  readonly expansions: number;
};

/** What one leg is searched with. */
export type LegSearch = {
  readonly lattice: RouteLattice;
  readonly hazards: Hazards;
  readonly planner: Planner;
  readonly budget: RouteBudget | undefined;
  /** Expansions that earlier legs have spent. */
  readonly spent: number;
};

const MODE: Readonly<Record<Planner, PathQuery['mode']>> = {
  astar_3d: 'optimal',
  weighted: 'weighted',
  anytime: 'anytime',
};

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
      const found = findBetween(search, a, b, expansions);
      expansions += found.ok ? found.value.expansions : found.error.expanded;
      if (!found.ok) return err(refusalOf(search, found.error, expansions));
      const smooth = smoothPath(search.lattice, search.hazards, found.value.path, {
        from: a.above,
        to: b.above,
      });
      if (!smooth.ok) {
        blocked = smooth.error.blocked_by;
        continue;
      }
      const { cost_units, lower_bound_units } = found.value;
      return ok({
        points: smooth.value,
        cost_m: cost_units * M_PER_UNIT,
        lower_bound_m: lower_bound_units * M_PER_UNIT,
        expansions,
      });
    }
  }
  if (blocked.length > 0)
    return err(refusal('unsmoothable', 'no leg passes the exact check', { expansions, blocked_by: blocked }));
  return err(
    refusal('no_path', 'the free cells around both ends are not connected: no way exists on the lattice', {
      expansions,
    }),
  );
}

type SearchError = Extract<ReturnType<typeof findPath>, { ok: false }>['error'];

function findBetween(
  search: LegSearch,
  a: Connector,
  b: Connector,
  spent: number,
): Result<FoundPath, SearchError> {
  const { lattice, budget } = search;
  const most = budget?.max_expansions ?? LIMITS.route_expansions;
  return findPath(lattice.context, {
    start: cellAt(lattice.grid, a.cell),
    goal: cellAt(lattice.grid, b.cell),
    mode: MODE[search.planner],
    max_expansions: Math.max(0, most - search.spent - spent),
    ...(budget?.should_stop === undefined ? {} : { should_stop: budget.should_stop }),
  });
}

function refusalOf(search: LegSearch, error: SearchError, expansions: number): RouteRefusal {
  if (error.type === 'budget_exhausted') {
    return refusal('budget_exhausted', `the search stopped after ${expansions} cells without an answer`, {
      expansions,
    });
  }
  // Both ends are free cells of one connected part, so that nothing else but a cost beyond 2^31 mm can occur.
  return refusal('budget_exhausted', `the search ended with ${error.type}`, { expansions });
}
