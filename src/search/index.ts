/** search: integer-cost search on voxel grids; knows no drone and no package. */
export { type MoveRule } from './moves.ts';
export { COST_LIMIT, type StepCosts, type StepError, type Steps } from './costs.ts';
export {
  type Cell,
  type Grid,
  type GridError,
  cellAt,
  createGrid,
  indexOfCell,
  insideGrid,
  isCellIndex,
} from './grid.ts';
export { type SearchContext, createSearchContext } from './context.ts';
export {
  type FoundPath,
  type PathError,
  type PathQuery,
  findPath,
  moveKinds,
  pathCost,
} from './find-path.ts';
export { lineOfSight } from './line-of-sight.ts';
export { type PulledPath, lengthOf, pullString } from './pull-string.ts';
