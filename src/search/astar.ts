import { MASK_KNOWN, type RuleMasks, type SearchContext, learnMask, nextGeneration } from './context.ts';
import { COST_LIMIT, freeCost, orderCode } from './costs.ts';
import { cellAt } from './grid.ts';
import { ALL_MOVES, MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z } from './moves.ts';

/** Asked once in this many expansions whether to stop. */
const POLL_EVERY = 256;

/** One run of the kernel; indices belong to free cells of the context's grid. */
export type AStarJob = {
  readonly start: number;
  readonly goal: number;
  /** Factor on the heuristic, at least 1; the product with a cost must be exact in a double. */
  readonly weight: number;
  readonly rule: RuleMasks;
  readonly maxExpansions: number;
  readonly shouldStop: () => boolean;
  /** Cells that cannot lead to a path cheaper than this are left out. */
  readonly below_units: number;
};

/** How a run ended, and what is needed to bound the optimum from below. */
export type AStarRun = {
  readonly ended: 'goal' | 'open_empty' | 'cap' | 'stopped';
  readonly expansions: number;
  /** Least g + h of a closed cell that was later reached more cheaply; Infinity when none was. */
  readonly inconsistent_units: number;
  /** A cell was left out because its cost would pass COST_LIMIT. */
  readonly overflowed: boolean;
};

/**
 * A* after Hart, Nilsson and Raphael (1968) with integer costs; with weight > 1 weighted A* without re-expansion,
 * whose path costs at most weight times the optimum (Likhachev, Gordon and Thrun, 2003). The heuristic is the
 * exact obstacle-free cost, so with weight 1 each cell is expanded at most once, at its final cost. Cells leave the
 * heap by f, then smaller h, then smaller index. Costs and parents stay in the context's state.
 */
export function runAStar(context: SearchContext, job: AStarJob): AStarRun {
  const { grid, state, heap, offsets, moveCosts, heuristic } = context;
  const { goal, weight, rule, below_units } = job;
  const { masks } = rule;
  const { strideX, strideY } = grid;
  const useful = weight === 1 ? context.usefulTwoSteps : context.usefulOneStep;
  const stamp = nextGeneration(context);
  const goalX = Math.floor(goal / strideX);
  const goalY = Math.floor((goal - goalX * strideX) / strideY);
  const goalZ = goal - goalX * strideX - goalY * strideY;
  let expansions = 0;
  let inconsistent_units = Infinity;
  let overflowed = false;
  const end = (ended: AStarRun['ended']): AStarRun => ({ ended, expansions, inconsistent_units, overflowed });

  const startH = freeCostBetween(context, job.start, goal);
  state[2 * job.start] = 0;
  state[2 * job.start + 1] = stamp | (MOVE_COUNT << 1);
  heap.push(weight * startH, startH, job.start);
  while (heap.size > 0) {
    const [key, tie] = [heap.keys[0]!, heap.ties[0]!];
    const u = heap.pop();
    const word = state[2 * u + 1]!;
    if ((word & 1) !== 0) continue;
    if (u === goal) return end('goal');
    const refused = refusal(job, expansions);
    if (refused) {
      heap.push(key, tie, u); // stays in OPEN, so that the lower bound still covers it
      return end(refused);
    }
    expansions++;
    state[2 * u + 1] = word | 1;
    const g = state[2 * u]!;
    const x = (u / strideX) | 0;
    const y = ((u - x * strideX) / strideY) | 0;
    const [rx, ry, rz] = [x - goalX, y - goalY, u - x * strideX - y * strideY - goalZ];
    let legal = (masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
    if (legal === ALL_MOVES) legal = useful[(word >> 1) & 31]!;
    for (; legal !== 0; legal &= legal - 1) {
      const m = 31 - Math.clz32(legal & -legal);
      const v = u + offsets[m]!;
      const reached = g + moveCosts[m]!;
      const seen = state[2 * v + 1]!;
      const isSeen = (seen ^ stamp) >>> 6 === 0;
      if (isSeen && reached >= state[2 * v]!) continue;
      const ax = Math.abs(rx + MOVE_X[m]!);
      const ay = Math.abs(ry + MOVE_Y[m]!);
      const az = Math.abs(rz + MOVE_Z[m]!);
      const at = orderCode(ax, ay, az) * 3;
      const h = (ax * heuristic[at]! + ay * heuristic[at + 1]! + az * heuristic[at + 2]!) | 0;
      if (reached + h >= below_units) continue;
      if (reached > COST_LIMIT) {
        overflowed = true;
        continue;
      }
      state[2 * v] = reached;
      if (isSeen && (seen & 1) !== 0) {
        state[2 * v + 1] = stamp | (m << 1) | 1;
        if (reached + h < inconsistent_units) inconsistent_units = reached + h;
        continue;
      }
      state[2 * v + 1] = stamp | (m << 1);
      heap.push(reached + weight * h, h, v);
    }
  }
  return end('open_empty');
}

function freeCostBetween(context: SearchContext, from: number, to: number): number {
  const [a, b] = [cellAt(context.grid, from), cellAt(context.grid, to)];
  return freeCost(context.heuristic, a.x - b.x, a.y - b.y, a.z - b.z);
}

/** Why the next cell may not be expanded, if so. */
export function refusal(job: AStarJob, expansions: number): 'cap' | 'stopped' | null {
  if (expansions >= job.maxExpansions) return 'cap';
  return expansions % POLL_EVERY === POLL_EVERY - 1 && job.shouldStop() ? 'stopped' : null;
}

/** Least g + h over the cells still open after a run with this weight; Infinity when there are none. */
export function openBound(context: SearchContext, weight: number): number {
  const { state, heap } = context;
  const { keys, ties, nodes, size } = heap;
  let least = Infinity;
  for (let i = 0; i < size; i++) {
    // The key is g + weight h and the tie is h; both exact, so this is g + h to the unit.
    const f = keys[i]! - (weight - 1) * ties[i]!;
    if (f < least && (state[2 * nodes[i]! + 1]! & 1) === 0) least = f;
  }
  return least;
}

/** The cells from the start to a reached cell, by the parents of the last run. */
export function pathTo(context: SearchContext, goal: number): Int32Array {
  const { state, offsets } = context;
  let length = 1;
  for (let at = goal; moveInto(state, at) !== MOVE_COUNT; at -= offsets[moveInto(state, at)]!) length++;
  const path = new Int32Array(length);
  let at = goal;
  for (let i = length - 1; i > 0; i--) {
    path[i] = at;
    at -= offsets[moveInto(state, at)]!;
  }
  path[0] = at;
  return path;
}

function moveInto(state: Int32Array, index: number): number {
  return (state[2 * index + 1]! >> 1) & 31;
}
