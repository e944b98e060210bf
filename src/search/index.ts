/** search: integer-cost search on voxel grids; knows no drone and no package. */
export { MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z, type MoveRule, moveNumber } from './moves.ts';
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
export { type CostModel, type CostModelError, createCostModel, plainCostModel } from './cost-model.ts';
export {
  type DistanceField,
  type FieldError,
  type FieldQuery,
  UNREACHED,
  distanceField,
  fieldPath,
} from './distance-field.ts';
export {
  type BiCriteriaError,
  type BiCriteriaFound,
  type BiCriteriaPath,
  type BiCriteriaQuery,
  findPathBiCriteria,
} from './bi-criteria.ts';
export { BusyTable, type Interval, TIME_LIMIT, fullIntervals } from './busy-table.ts';
export { type Berth, reserve } from './reserve.ts';
export {
  type SippContext,
  type SippError,
  type SippQuery,
  type TimedPath,
  createSippContext,
  findTimedPath,
} from './sipp.ts';
export { type FinePoint, TICKS, fineSight } from './fine-sight.ts';
export { type RrtPath, type RrtQuery, rrtStar } from './rrt-star.ts';
export { lineOfSight } from './line-of-sight.ts';
export { type PulledPath, lengthOf, pullString } from './pull-string.ts';
