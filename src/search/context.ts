import { heuristicCoefficients, moveCosts, usefulMoves } from './costs.ts';
import { type Grid } from './grid.ts';
import { NodeHeap } from './heap.ts';
import { type MoveRule, blockedNeighbours, legalMoves, moveOffsets, neededCells } from './moves.ts';

/** Marks a cell whose legal moves have been worked out. */
export const MASK_KNOWN = 1 << 30;

/** Layout of a cell's second word: generation * 64 + move * 2 + closed. */
export const GENERATION_UNIT = 64;
const LAST_GENERATION = Math.floor(0x7fffffff / GENERATION_UNIT);

/** The cached legal moves of one rule, worked out when a cell is first expanded. */
export type RuleMasks = { readonly needed: Int32Array; readonly masks: Int32Array };

/**
 * Buffers for searches on one grid, used again by each of them without clearing; never by two at once.
 * `state` holds two words a cell: the cost from the start, and generation, arriving move and closed flag together
 * (one cache line a visit). A word of an older generation reads as "never seen". Untouched pages of the large
 * arrays cost no memory on systems that map zero pages lazily.
 */
export type SearchContext = {
  readonly grid: Grid;
  readonly state: Int32Array;
  readonly heap: NodeHeap;
  readonly offsets: Int32Array;
  readonly moveCosts: Int32Array;
  readonly heuristic: Int32Array;
  readonly usefulOneStep: Int32Array;
  readonly usefulTwoSteps: Int32Array;
  readonly rules: Map<MoveRule, RuleMasks>;
  generation: number;
};

/** Buffers for searches on a grid: 12 bytes a cell at most, of which only the touched part is used. */
export function createSearchContext(grid: Grid): SearchContext {
  const costs = moveCosts(grid.costs);
  return {
    grid,
    state: new Int32Array(grid.size * 2),
    heap: new NodeHeap(4096),
    offsets: moveOffsets(grid.strideX, grid.strideY),
    moveCosts: costs,
    heuristic: heuristicCoefficients(grid.costs),
    usefulOneStep: usefulMoves(costs, false),
    usefulTwoSteps: usefulMoves(costs, true),
    rules: new Map(),
    generation: 0,
  };
}

/** Begins a search: nothing is seen, the heap is empty. Returns the generation shifted to its place. */
export function nextGeneration(context: SearchContext): number {
  context.generation++;
  if (context.generation > LAST_GENERATION) {
    context.state.fill(0);
    context.generation = 1;
  }
  context.heap.clear();
  return context.generation * GENERATION_UNIT;
}

/** The cache of legal moves for a rule, created when first asked for. */
export function masksOf(context: SearchContext, rule: MoveRule): RuleMasks {
  const known = context.rules.get(rule);
  if (known) return known;
  const made = { needed: neededCells(rule), masks: new Int32Array(context.grid.size) };
  context.rules.set(rule, made);
  return made;
}

/** Works out, remembers and returns the legal moves out of a cell, with MASK_KNOWN set. */
export function learnMask(grid: Grid, rule: RuleMasks, index: number): number {
  const bits = blockedNeighbours(grid.blocked, index, grid.strideX, grid.strideY);
  const mask = legalMoves(bits, rule.needed) | MASK_KNOWN;
  rule.masks[index] = mask;
  return mask;
}
