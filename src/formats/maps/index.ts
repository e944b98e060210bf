/** Maps for route search: Moving AI files, the product's grid JSON, and rows of route conformance. */
export { type MapError, type VoxelMap, gridOfMap } from './voxel-map.ts';
export { type ScenarioRow, parseMovingAiMap, parseMovingAiVoxels, parseScenario } from './moving-ai.ts';
export { GridJson, parseGridJson, writeGridJson } from './grid-json.ts';
export { parseMap } from './parse-map.ts';
export {
  type ConformedRoute,
  type RouteOutcome,
  type RouteRowsError,
  ROUTE_TOLERANCE,
  conformRoute,
  lengthInCells,
} from './conform-route.ts';
