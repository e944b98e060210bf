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
  readonly max_expansions?: number;
  readonly should_stop?: () => boolean;
};

/** A timed path. The aircraft stands in cell i from arrive[i] to depart[i]; depart of the last is its arrival. */
export type TimedPath = {
  readonly cells: Int32Array;
  readonly arrive: Int32Array;
  readonly depart: Int32Array;
  /** As late as the timing allows, so that waiting happens on the ground where possible. */
  readonly launch: number;
  readonly arrival: number;
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
 */
export function findTimedPath(context: SippContext, query: SippQuery): Result<TimedPath, SippError> {
  const { grid } = context.search;
  assert(query.durations.extra.length === 0, 'durations have no extra costs');
  assert(
    query.earliest_launch >= 0 && query.earliest_launch <= query.latest_launch,
    'a launch window runs forward',
  );
  const ends = endsOf(grid, query);
  if (!ends.ok) return ends;
  const { start, goal } = ends.value;
  begin(context);
  const { heap, busy, stamp, arrival } = context;
  const latest = query.latest_arrival ?? TIME_LIMIT;
  const work: Work = { context, query, goal, latest, rule: masksOf(context.search, 'strict') };
  for (let gap = start; gap >= 0; gap = busy.gapAfter(gap)) {
    const launch = Math.max(query.earliest_launch, busy.gapStart(gap));
    if (launch > query.latest_launch) break;
    if (launch < busy.gapEnd(gap)) reach(work, gap, launch, -1, boundTo(grid, query, start));
  }
  const { max_expansions = LIMITS.route_expansions, hold = 0 } = query;
  let expanded = 0;
  while (heap.size > 0) {
    const gap = heap.pop();
    if ((stamp[gap]! & 1) === 1) continue;
    stamp[gap]! |= 1;
    if (busy.cellOfGap(gap) === goal && arrival[gap]! + hold <= busy.gapEnd(gap)) {
      return ok(timedPath(context, query, gap, expanded));
    }
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
  readonly goal: number;
  readonly latest: number;
  readonly rule: ReturnType<typeof masksOf>;
};

function begin(context: SippContext): void {
  const needed = context.busy.grid.size + context.busy.count;
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
  let legal = (rule.masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
  for (; legal !== 0; legal &= legal - 1) {
    const m = 31 - Math.clz32(legal & -legal);
    const duration = table[z * layerStride + m]!;
    if (duration < 0 || ready + duration > leaveBy) continue;
    const v = u + offsets[m]!;
    const bound = gaugeCost(gauge, goal.x - x - MOVE_X[m]!, goal.y - y - MOVE_Y[m]!, goal.z - z - MOVE_Z[m]!);
    for (let into = v; into >= 0; into = busy.gapAfter(into)) {
      const opens = busy.gapStart(into);
      if (opens + duration > leaveBy) break;
      const last = Math.min(leaveBy, busy.gapEnd(into)) - duration;
      const from = Math.max(ready, opens);
      const departure = earliestDeparture(busy, u, { between: context.between[m]!, from, last, duration });
      if (departure >= 0) reach(work, into, departure + duration, gap, bound);
    }
  }
}

type MoveWindow = {
  /** Cells of the move's box besides its ends, as offsets from u. */
  readonly between: Int32Array;
  readonly from: number;
  readonly last: number;
  readonly duration: number;
};

/** The first moment from `from` to `last` at which the cells between stay free for the whole move; -1 if none. */
function earliestDeparture(busy: BusyTable, u: number, move: MoveWindow): number {
  const { between, last, duration } = move;
  let departure = move.from;
  for (let i = 0; i < between.length && departure <= last;) {
    const until = busy.blockedUntil(u + between[i]!, departure, departure + duration);
    if (until < 0) i++;
    else [departure, i] = [until, 0];
  }
  return departure <= last ? departure : -1;
}

function reach(work: Work, gap: number, arrives: number, from: number, bound: number): void {
  const { context } = work;
  if (arrives + bound > work.latest) return;
  const current = context.generation * 2;
  const seen = context.stamp[gap]!;
  if ((seen & ~1) === current && ((seen & 1) === 1 || context.arrival[gap]! <= arrives)) return;
  context.stamp[gap] = current;
  context.arrival[gap] = arrives;
  context.before[gap] = from;
  context.heap.push(arrives + bound, bound, gap);
}

function boundTo(grid: Grid, query: SippQuery, from: number): number {
  const a = cellAt(grid, from);
  const { goal } = query;
  return gaugeCost(query.durations.gauge, goal.x - a.x, goal.y - a.y, goal.z - a.z);
}

function timedPath(context: SippContext, query: SippQuery, last: number, expansions: number): TimedPath {
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
  const launch = Math.min(depart[0]!, query.latest_launch);
  arrive[0] = launch;
  return { cells, arrive, depart, launch, arrival: arrive.at(-1)!, expansions };
}

function durationOf(search: SearchContext, durations: CostModel, from: number, to: number): number {
  const move = search.offsets.indexOf(to - from);
  assert(move >= 0 && move < MOVE_COUNT, 'cells that follow each other on a path are neighbours');
  return durations.table[cellAt(search.grid, from).z * durations.layerStride + move]!;
}
