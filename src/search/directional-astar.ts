import { type AStarJob, type AStarRun, refusal } from './astar.ts';
import { MASK_KNOWN, type SearchContext, learnMask, nextGeneration } from './context.ts';
import { type CostModel, modelBound } from './cost-model.ts';
import { COST_LIMIT } from './costs.ts';
import { gaugeCost } from './gauge.ts';
import { MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z } from './moves.ts';

/**
 * A* like runAStar, but with the costs of a model; the heuristic is the model's gauge. The same promises hold;
 * no move is left out as dominated, because the triangle inequality need not hold for such costs.
 */
export function runDirectional(context: SearchContext, job: AStarJob, model: CostModel): AStarRun {
  const { grid, state, heap, offsets } = context;
  const { goal, weight, rule, below_units } = job;
  const { table, layerStride, extra, gauge } = model;
  const { strideX, strideY } = grid;
  const hasExtra = extra.length > 0;
  const stamp = nextGeneration(context);
  const goalX = Math.floor(goal / strideX);
  const goalY = Math.floor((goal - goalX * strideX) / strideY);
  const goalZ = goal - goalX * strideX - goalY * strideY;
  let expansions = 0;
  let inconsistent_units = Infinity;
  let overflowed = false;
  const end = (ended: AStarRun['ended']): AStarRun => ({ ended, expansions, inconsistent_units, overflowed });

  const startH = modelBound(grid, model, job.start, goal);
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
      heap.push(key, tie, u);
      return end(refused);
    }
    expansions++;
    state[2 * u + 1] = word | 1;
    const g = state[2 * u]!;
    const x = (u / strideX) | 0;
    const y = ((u - x * strideX) / strideY) | 0;
    const z = u - x * strideX - y * strideY;
    const costsFrom = (z - 1) * layerStride;
    let legal = (rule.masks[u]! || learnMask(grid, rule, u)) & ~MASK_KNOWN;
    for (; legal !== 0; legal &= legal - 1) {
      const m = 31 - Math.clz32(legal & -legal);
      const cost = table[costsFrom + m]!;
      if (cost < 0) continue;
      const v = u + offsets[m]!;
      const reached = hasExtra ? g + cost + extra[v]! : g + cost;
      const seen = state[2 * v + 1]!;
      const isSeen = (seen ^ stamp) >>> 6 === 0;
      if (isSeen && reached >= state[2 * v]!) continue;
      const h = gaugeCost(gauge, goalX - x - MOVE_X[m]!, goalY - y - MOVE_Y[m]!, goalZ - z - MOVE_Z[m]!);
      if (reached + h >= below_units) continue;
      if (reached > COST_LIMIT) {
        overflowed = true;
        continue;
      }
      const closed = isSeen ? seen & 1 : 0;
      state[2 * v] = reached;
      state[2 * v + 1] = stamp | (m << 1) | closed;
      if (closed === 0) heap.push(reached + weight * h, h, v);
      else inconsistent_units = Math.min(inconsistent_units, reached + h);
    }
  }
  return end('open_empty');
}
