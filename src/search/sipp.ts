import { LIMITS, type Result, assert, err, ok } from '#base';
import { type BusyTable, TIME_LIMIT } from './busy-table.ts';
import { MASK_KNOWN, type SearchContext, learnMask, masksOf } from './context.ts';
import { type CostModel } from './cost-model.ts';
import { gaugeCost } from './gauge.ts';
import { type Cell, type Grid, cellAt, indexOfCell, insideGrid } from './grid.ts';
import { NodeHeap } from './heap.ts';
import { MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z, moveOffsets, neededCells } from './moves.ts';

/** Buffers of safe-interval searches against one table of taken cells; they grow with the table. */
export type SippContext = {
  readonly search: SearchContext;
  readonly busy: BusyTable;
  readonly heap: NodeHeap;
  /** By gap: arrival, gap before, and generation * 2 + closed. */
  arrival: Int32Array;
  before: Int32Array;
  stamp: Int32Array;
  generation: number;
  /** For each move the offsets of the cells of its box besides the two ends. */
  readonly between: readonly Int32Array[];
};

/** Buffers for searches on a grid whose cells are taken at times; `search` lends its cache of legal moves. */
export function createSippContext(search: SearchContext, busy: BusyTable): SippContext {
  assert(search.grid === busy.grid, 'a table of taken cells belongs to its grid');
  const { strideX, strideY, size } = search.grid;
  const offsets = moveOffsets(strideX, strideY);
  const between = Array.from(neededCells('strict'), (bits, m) =>
    offsets.filter((_, c) => c !== m && ((bits >> c) & 1) === 1),
  );
  const blank = (): Int32Array => new Int32Array(size + 64);
  return {
    search,
    busy,
    heap: new NodeHeap(4096),
    arrival: blank(),
    before: blank(),
    stamp: blank(),
    generation: 0,
    between,
  };
}

/** A flight to be timed. Times in the units of the busy table and of `durations`. */
export type SippQuery = {
  readonly start: Cell;
  readonly goal: Cell;
  /** Time of every move; no extra costs. A waiting aircraft holds its cell and may stay for any time. */
  readonly durations: CostModel;
  /** The launch is a decision: any moment from `earliest_launch` to `latest_launch`. */
  readonly earliest_launch: number;
  readonly latest_launch: number;
  /** Default TIME_LIMIT. */
  readonly latest_arrival?: number;
  /** How long the goal stays held from arrival on (landing, hand-over); with 0 the next may arrive at that moment. */
  readonly hold?: number;
  /**
   * From 1 to 100, used in steps of 1/4096 rounded down; default 1, which gives the earliest arrival. Above 1 far
   * fewer gaps are expanded where traffic is dense; how near the earliest the arrival is, is told by its bound.
   */
  readonly weight?: number;
  readonly max_expansions?: number;
  readonly should_stop?: () => boolean;
};

/** A timed path. The aircraft stands in cell i from arrive[i] to depart[i]; depart of the last is its arrival. */
export type TimedPath = {
  readonly cells: Int32Array;
  readonly arrive: Int32Array;
  readonly depart: Int32Array;
  /** As late as the arrival allows, so that waiting happens on the ground where possible. */
  readonly launch: number;
  readonly arrival: number;
  /** No flight within the query arrives before this; equal to `arrival` with weight 1. */
  readonly arrival_bound: number;
  readonly expansions: number;
};

/** Why there is no timed path; `no_path` means none within the query's launch window and latest arrival. */
export type SippError =
  | { readonly type: 'no_path'; readonly expanded: number }
  | { readonly type: 'budget_exhausted'; readonly expanded: number }
  | { readonly type: 'start_blocked' }
  | { readonly type: 'goal_blocked' }
  | { readonly type: 'outside_grid' };

/**
 * Earliest arrival among taken cells: safe-interval path planning (Phillips and Likhachev, 2011) over gaps instead
 * of moments. A move holds every cell of its box, both ends included, from departure until arrival, so two flights whose
 * holdings are disjoint are at least a cell apart in some axis at every moment, swaps and crossing diagonals
 * included. Complete and optimal for instant stops (an aircraft that needs time to brake is outside this model).
 * With a weight no gap is expanded twice, which can miss paths (Yakovlev, Andreychuk and Stern, 2020); if none is
 * found, the search is run again with weight 1.
 */
export function findTimedPath(context: SippContext, query: SippQuery): Result<TimedPath, SippError> {
  assert(query.durations.extra.length === 0, 'durations have no extra costs');
  const { earliest_launch, latest_launch, max_expansions = LIMITS.route_expansions } = query;
  assert(earliest_launch >= 0 && earliest_launch <= latest_launch, 'a launch window runs forward');
  const weight = Math.floor((query.weight ?? 1) * 4096) / 4096;
  assert(weight >= 1 && weight <= 100, 'a weight is from 1 to 100');
  const ends = endsOf(context.search.grid, query);
  if (!ends.ok) return ends;
  const { start, goal } = ends.value;
  const first = startWork(context, query, goal, weight);
  const found = runSipp(first, start, goal, max_expansions);
  if (found.ok || found.error.type !== 'no_path' || first.leftOut === Infinity) return found;
  const { expanded } = found.error;
  const again = runSipp(startWork(context, query, goal, 1), start, goal, max_expansions - expanded);
  if (again.ok) return ok({ ...again.value, expansions: again.value.expansions + expanded });
  if (again.error.type !== 'no_path' && again.error.type !== 'budget_exhausted') return again;
  return err({ type: again.error.type, expanded: again.error.expanded + expanded });
}

function startWork(context: SippContext, query: SippQuery, goal: number, weight: number): Work {
  return {
    context,
    query,
    arrivals: arrivalWindows(context.busy, goal, query.hold ?? 0),
    latest: query.latest_arrival ?? TIME_LIMIT,
    weight,
    rule: masksOf(context.search, 'strict'),
    leftOut: Infinity,
  };
}

function runSipp(
  work: Work,
  start: number,
  goal: number,
  max_expansions: number,
): Result<TimedPath, SippError> {
  const { context, query } = work;
  begin(context);
  const { heap, busy, stamp, arrival } = context;
  for (let gap = busy.firstGap(start); gap >= 0; gap = busy.gapAfter(gap)) {
    const launch = Math.max(query.earliest_launch, busy.gapStart(gap));
    if (launch > query.latest_launch) break;
    if (launch < busy.gapEnd(gap)) reach(work, gap, launch, -1, boundTo(context.search.grid, query, start));
  }
  let expanded = 0;
  while (heap.size > 0) {
    const gap = heap.pop();
    if ((stamp[gap]! & 1) === 1) continue;
    if (busy.cellOfGap(gap) === goal && arrival[gap]! + (query.hold ?? 0) <= busy.gapEnd(gap)) {
      return ok(timedPath(work, gap, expanded));
    }
    stamp[gap]! |= 1;
    if (expanded >= max_expansions || ((expanded & 255) === 255 && query.should_stop?.()))
      return err({ type: 'budget_exhausted', expanded });
    expanded++;
    expand(work, gap);
  }
  return err({ type: 'no_path', expanded });
}

function endsOf(
  grid: Grid,
  query: SippQuery,
): Result<{ readonly start: number; readonly goal: number }, SippError> {
  if (!insideGrid(grid, query.start) || !insideGrid(grid, query.goal)) return err({ type: 'outside_grid' });
  const [start, goal] = [indexOfCell(grid, query.start), indexOfCell(grid, query.goal)];
  if (grid.blocked[start] !== 0) return err({ type: 'start_blocked' });
  if (grid.blocked[goal] !== 0) return err({ type: 'goal_blocked' });
  return ok({ start, goal });
}

type Work = {
  readonly context: SippContext;
  readonly query: SippQuery;
  /** When the goal can be arrived at: [first, last] pairs in rising order. */
  readonly arrivals: Int32Array;
  readonly latest: number;
  readonly weight: number;
  readonly rule: ReturnType<typeof masksOf>;
  /** Earliest possible arrival through a gap that was reached earlier after it had been expanded. */
  leftOut: number;
};

function begin(context: SippContext): void {
  const needed = context.busy.gapLimit;
  if (context.arrival.length < needed) {
    const length = Math.max(needed, Math.ceil(context.arrival.length * 1.25));
    [context.arrival, context.before, context.stamp] = [0, 1, 2].map(() => new Int32Array(length)) as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    context.generation = 0;
  }
  context.generation++;
  if (context.generation > 0x3fffffff) {
    context.stamp.fill(0);
    context.generation = 1;
  }
  context.heap.clear();
}

/** Tries every move out of a gap into every gap of the cells next to it. */
function expand(work: Work, gap: number): void {
  const { context, query, rule } = work;
  const { busy, search } = context;
  const { grid, offsets } = search;
  const { table, layerStride, gauge } = query.durations;
  const u = busy.cellOfGap(gap);
  const { x, y, z } = cellAt(grid, u);
  const [ready, leaveBy] = [context.arrival[gap]!, busy.gapEnd(gap)];
  const { goal } = query;
  const [gx, gy, gz] = [goal.x - x, goal.y - y, goal.z - z];
  let legal = (rule.masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
  for (; legal !== 0; legal &= legal - 1) {
    const m = 31 - Math.clz32(legal & -legal);
    const duration = table[z * layerStride + m]!;
    if (duration < 0 || ready + duration > leaveBy) continue;
    const v = u + offsets[m]!;
    const isQuiet = !meetsTraffic(busy, u, v, context.between[m]!);
    if (isQuiet && isReached(context, v, ready + duration)) continue;
    const bound = gaugeCost(gauge, gx - MOVE_X[m]!, gy - MOVE_Y[m]!, gz - MOVE_Z[m]!);
    if (isQuiet) reach(work, v, ready + duration, gap, bound);
    else throughTraffic(work, gap, u, { m, duration, bound });
  }
}

/** Whether any cell of a move's box, the start of the move aside, is ever taken. */
function meetsTraffic(busy: BusyTable, u: number, v: number, between: Int32Array): boolean {
  const { first } = busy;
  let any = first[v]!;
  for (let i = 0; i < between.length; i++) any |= first[u + between[i]!]!;
  return any !== 0;
}

/** Whether a gap is known to be reached by a moment. */
function isReached(context: SippContext, gap: number, by: number): boolean {
  return (context.stamp[gap]! & ~1) === context.generation * 2 && context.arrival[gap]! <= by;
}

type Step = { readonly m: number; readonly duration: number; readonly bound: number };

/** One move where traffic may be in the way: the earliest departure into each gap of its end. */
function throughTraffic(work: Work, gap: number, u: number, step: Step): void {
  const { context } = work;
  const { busy } = context;
  const { duration } = step;
  const [ready, leaveBy] = [context.arrival[gap]!, busy.gapEnd(gap)];
  const between = context.between[step.m]!;
  const v = u + context.search.offsets[step.m]!;
  for (let into = busy.gapEndingFrom(v, ready + duration); into >= 0; into = busy.gapAfter(into)) {
    const opens = busy.gapStart(into);
    if (opens + duration > leaveBy) break;
    const last = Math.min(leaveBy, busy.gapEnd(into)) - duration;
    let departure = Math.max(ready, opens);
    if (isReached(context, into, departure + duration)) continue;
    for (let i = 0; i < between.length && departure <= last;) {
      const until = busy.blockedUntil(u + between[i]!, departure, departure + duration);
      if (until < 0) i++;
      else [departure, i] = [until, 0];
    }
    if (departure <= last) reach(work, into, departure + duration, gap, step.bound);
  }
}

function reach(work: Work, gap: number, arrives: number, from: number, bound: number): void {
  const { context } = work;
  if (isReached(context, gap, arrives)) return;
  const earliest = arrivalFrom(work.arrivals, arrives + bound);
  if (earliest > work.latest) return;
  if (context.stamp[gap] === context.generation * 2 + 1) {
    // Expanded already, which happens with a weight only: not again, but the bound must know of it.
    work.leftOut = Math.min(work.leftOut, earliest);
    return;
  }
  context.stamp[gap] = context.generation * 2;
  context.arrival[gap] = arrives;
  context.before[gap] = from;
  // With weight 1 gaps must leave the heap by arrival and bound alone, else they would be reached earlier afterwards.
  const key = work.weight === 1 ? arrives + bound : Math.max(arrives + work.weight * bound, earliest);
  context.heap.push(key, bound, gap);
}

/** The moments at which the goal may be arrived at, so that it stays free for the hold. */
function arrivalWindows(busy: BusyTable, goal: number, hold: number): Int32Array {
  const windows: number[] = [];
  for (let gap = busy.firstGap(goal); gap >= 0; gap = busy.gapAfter(gap)) {
    const [first, last] = [busy.gapStart(gap), busy.gapEnd(gap) - hold];
    if (first <= last) windows.push(first, last);
  }
  return Int32Array.from(windows);
}

/**
 * The first possible arrival from a moment on; Infinity if there is none. Never decreasing in the moment, so it makes
 * a consistent bound of one, and gaps that would all wait for the goal become equal: then the nearest goes first.
 */
function arrivalFrom(arrivals: Int32Array, moment: number): number {
  for (let i = 0; i < arrivals.length; i += 2) {
    if (moment <= arrivals[i + 1]!) return Math.max(moment, arrivals[i]!);
  }
  return Infinity;
}

function boundTo(grid: Grid, query: SippQuery, from: number): number {
  const a = cellAt(grid, from);
  const { goal } = query;
  return gaugeCost(query.durations.gauge, goal.x - a.x, goal.y - a.y, goal.z - a.z);
}

function timedPath(work: Work, last: number, expansions: number): TimedPath {
  const { context, query } = work;
  const { busy } = context;
  const gaps: number[] = [];
  for (let gap = last; gap >= 0; gap = context.before[gap]!) gaps.push(gap);
  gaps.reverse();
  const cells = Int32Array.from(gaps, (gap) => busy.cellOfGap(gap));
  const arrive = Int32Array.from(gaps, (gap) => context.arrival[gap]!);
  const depart = arrive.slice();
  for (let i = 0; i + 1 < gaps.length; i++) {
    depart[i] = arrive[i + 1]! - durationOf(context.search, query.durations, cells[i]!, cells[i + 1]!);
  }
  waitEarly(work, gaps, arrive, depart);
  const launch = Math.min(depart[0]!, query.latest_launch);
  arrive[0] = launch;
  const arrival = context.arrival[last]!;
  return { cells, arrive, depart, launch, arrival, arrival_bound: boundOf(work, arrival), expansions };
}

/**
 * Moves waits to the earliest cells that allow them, at best to the start, with the same arrival: from the end, each cell
 * is reached only when it is left, where the move into it is free then too.
 */
function waitEarly(work: Work, gaps: readonly number[], arrive: Int32Array, depart: Int32Array): void {
  const { busy, search, between } = work.context;
  for (let i = gaps.length - 2; i > 0; i--) {
    if (depart[i] === arrive[i]) continue;
    const [u, v] = [busy.cellOfGap(gaps[i - 1]!), busy.cellOfGap(gaps[i]!)];
    const move = search.offsets.indexOf(v - u);
    const [from, to] = [depart[i]! - (arrive[i]! - depart[i - 1]!), depart[i]!];
    const isFree =
      to <= busy.gapEnd(gaps[i - 1]!) &&
      between[move]!.every((offset) => busy.blockedUntil(u + offset, from, to) < 0);
    if (!isFree) continue;
    [arrive[i], depart[i - 1]] = [to, from];
  }
}

/** No arrival is before this: a flight that arrives first passes through an open gap, or one reached anew. */
function boundOf(work: Work, arrival: number): number {
  const { heap, stamp, arrival: reached } = work.context;
  let bound = Math.min(arrival, work.leftOut);
  for (let i = 0; i < heap.size; i++) {
    const gap = heap.nodes[i]!;
    if ((stamp[gap]! & 1) === 1) continue;
    bound = Math.min(bound, arrivalFrom(work.arrivals, reached[gap]! + heap.ties[i]!));
  }
  return bound;
}

function durationOf(search: SearchContext, durations: CostModel, from: number, to: number): number {
  const move = search.offsets.indexOf(to - from);
  assert(move >= 0 && move < MOVE_COUNT, 'cells that follow each other on a path are neighbours');
  return durations.table[cellAt(search.grid, from).z * durations.layerStride + move]!;
}
