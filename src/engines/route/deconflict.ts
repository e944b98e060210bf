import { LIMITS, type Result, type Rng, assert, err, ok } from '#base';
import type { Priority } from '#ir';
import {
  type Berth,
  BusyTable,
  type Cell,
  type CostModel,
  type SearchContext,
  type SippContext,
  type TimedPath,
  createSippContext,
  findTimedPath,
  insideGrid,
  reserve,
} from '#search';

/** One operation to be fitted in: from cell to cell, its launch a decision within a window. Times in milliseconds. */
export type FlightPlan = {
  readonly id: string;
  readonly priority: Priority;
  readonly start: Cell;
  readonly goal: Cell;
  readonly earliest_launch_ms: number;
  readonly latest_launch_ms: number;
  /** How long the goal's cell stays taken after arrival; at least the moment of arrival itself is. */
  readonly hold_ms: number;
};

/** What is to be deconflicted on which lattice. */
export type DeconflictQuery = {
  readonly context: SearchContext;
  /** Milliseconds of every move. */
  readonly durations: CostModel;
  readonly flights: readonly FlightPlan[];
  /** From 1: how much longer than the least the time from earliest launch to arrival may be, for less work. */
  readonly weight: number;
  /** Cells kept free around every flight, beside its own. */
  readonly berth: Berth;
  /** Orders flights of one class; forked for each restart. */
  readonly rng: Rng;
  /** Further orders tried while flights are left out. */
  readonly restarts: number;
  readonly max_expansions?: number;
  readonly should_stop?: () => boolean;
};

/** One flight's fate. `reason` says why there is no path; `no_room` means none among the flights fitted before. */
export type Fitted = {
  readonly id: string;
  readonly path: TimedPath | null;
  readonly reason: 'blocked_end' | 'no_room' | 'budget_exhausted' | null;
};

/** The best order's outcome: fewest flights left out, then the least sum of times from earliest launch to arrival. */
export type DeconflictAnswer = {
  /** In the order of the query. */
  readonly flights: readonly Fitted[];
  readonly left_out: number;
  readonly total_ms: number;
  readonly restarts_used: number;
  readonly expansions: number;
};

/** Why nothing was tried. */
export type DeconflictError = { readonly type: 'bad_query'; readonly message: string };

const RANK: Readonly<Record<Priority, number>> = { critical: 0, high: 1, normal: 2, low: 3 };

/**
 * Prioritised planning (Erdmann and Lozano-Perez, 1987) over safe intervals: flights are fitted one after the other into
 * what earlier ones left free, higher classes first, seeded order within a class, the launch moment free within its
 * window. While flights are left out, orders are tried again with those first in their class. Not complete: a set that
 * has a solution may lose a flight. Two fitted flights are a cell apart along some axis at every moment, with a berth
 * more; `checkSeparation` judges that in metres.
 */
export function deconflict(query: DeconflictQuery): Result<DeconflictAnswer, DeconflictError> {
  const fault = faultOf(query);
  if (fault !== null) return err({ type: 'bad_query', message: fault });
  const budget = { left: query.max_expansions ?? LIMITS.route_expansions, spent: 0 };
  const blamed = new Set<number>();
  let best: DeconflictAnswer | null = null;
  for (let round = 0; round <= query.restarts; round++) {
    const answer = fitAll(query, orderOf(query, blamed, round), budget, round);
    if (best === null || better(answer, best)) best = answer;
    if (answer.left_out === 0 || budget.left <= 0 || query.should_stop?.()) break;
    answer.flights.forEach((f, i) => {
      if (f.reason === 'no_room') blamed.add(i);
    });
    // Nobody is left out whom another order could help.
    if (blamed.size === 0) break;
  }
  assert(best !== null, 'one round is always run');
  return ok({ ...best, expansions: budget.spent });
}

function faultOf(query: DeconflictQuery): string | null {
  const { flights, restarts, context, durations, weight, berth } = query;
  const isCount = (n: number, most: number): boolean => Number.isInteger(n) && n >= 0 && n <= most;
  if (!(weight >= 1 && weight <= 100)) return 'a weight is from 1 to 100';
  if (!isCount(restarts, 100)) return 'restarts are from 0 to 100';
  if (!isCount(berth.side, 100) || !isCount(berth.up, 100)) return 'a berth is from 0 to 100 cells';
  if (durations.extra.length > 0) return 'durations of moves cannot depend on the cell';
  const ids = new Set<string>();
  for (const f of flights) {
    if (ids.has(f.id)) return `flight ${f.id} stands twice`;
    ids.add(f.id);
    if (![f.earliest_launch_ms, f.latest_launch_ms, f.hold_ms].every((t) => isCount(t, 1e9)))
      return `times of ${f.id} must be whole milliseconds from 0 to 1e9`;
    if (f.earliest_launch_ms > f.latest_launch_ms) return `the launch window of ${f.id} runs backwards`;
    if (!insideGrid(context.grid, f.start) || !insideGrid(context.grid, f.goal))
      return `${f.id} leaves the lattice`;
  }
  return null;
}

/** Indices of the flights: class, then blamed ones, then this round's shuffle. */
function orderOf({ flights, rng }: DeconflictQuery, blamed: ReadonlySet<number>, round: number): number[] {
  const shuffled = rng.fork(`round-${round}`).shuffle(flights.map((_, i) => i));
  const place = new Map(shuffled.map((i, k) => [i, k]));
  const key = (i: number): number => RANK[flights[i]!.priority] * 2 + (blamed.has(i) ? 0 : 1);
  return shuffled.sort((a, b) => key(a) - key(b) || place.get(a)! - place.get(b)!);
}

type Budget = { left: number; spent: number };

function fitAll(
  query: DeconflictQuery,
  order: readonly number[],
  budget: Budget,
  round: number,
): DeconflictAnswer {
  const busy = new BusyTable(query.context.grid);
  const sipp = createSippContext(query.context, busy);
  const flights: Fitted[] = new Array<Fitted>(query.flights.length);
  let total_ms = 0;
  for (const i of order) {
    const flight = query.flights[i]!;
    const fitted = fitOne(query, sipp, flight, budget);
    flights[i] = fitted;
    if (fitted.path === null) continue;
    total_ms += fitted.path.arrival - flight.earliest_launch_ms;
    reserve(busy, fitted.path, { hold: holdOf(flight), berth: query.berth });
  }
  const left_out = flights.filter((f) => f.path === null).length;
  return { flights, left_out, total_ms, restarts_used: round, expansions: 0 };
}

/** Taken intervals are open at their end: without a millisecond more, another could be there at the arrival itself. */
function holdOf(flight: FlightPlan): number {
  return Math.max(1, flight.hold_ms);
}

function fitOne(query: DeconflictQuery, sipp: SippContext, flight: FlightPlan, budget: Budget): Fitted {
  const { id } = flight;
  const found = findTimedPath(sipp, {
    start: flight.start,
    goal: flight.goal,
    durations: query.durations,
    earliest_launch: flight.earliest_launch_ms,
    latest_launch: flight.latest_launch_ms,
    hold: holdOf(flight),
    weight: query.weight,
    max_expansions: Math.max(0, budget.left),
    ...(query.should_stop === undefined ? {} : { should_stop: query.should_stop }),
  });
  const spent = found.ok ? found.value.expansions : 'expanded' in found.error ? found.error.expanded : 0;
  budget.left -= spent;
  budget.spent += spent;
  if (found.ok) return { id, path: found.value, reason: null };
  const { type } = found.error;
  const reason = type === 'no_path' ? 'no_room' : type === 'budget_exhausted' ? type : 'blocked_end';
  return { id, path: null, reason };
}

function better(a: DeconflictAnswer, b: DeconflictAnswer): boolean {
  return a.left_out < b.left_out || (a.left_out === b.left_out && a.total_ms < b.total_ms);
}
