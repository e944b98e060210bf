/** engines/route: a route and its timing from the air lattice. */
export { type RouteCache, createRouteCache } from './cache.ts';
export { returnRefusal } from './attempt.ts';
export { planRoute } from './plan-route.ts';
export type { Load } from './load.ts';
export { type Front, type FrontPoint, OBJECTIVES, type Objective, type ObjectiveFacts } from './objective.ts';
export type { ReturnMargin } from './route-types.ts';
export {
  PLANNERS,
  type PlannedRoute,
  type Planner,
  type RouteBudget,
  type RouteRefusal,
  type RouteRequest,
} from './route-types.ts';
export { type Powers, energyUsed_wh, legPower_w } from './energy.ts';
export {
  DJI_M100_Q90_REGIME_V1,
  type EnergyTable,
  type EnergyTableError,
  type PowerMeasurement,
  calibratedPowers,
  fitEnergyTable,
} from './energy-table.ts';
export {
  type DeconflictAnswer,
  type DeconflictError,
  type DeconflictQuery,
  type Fitted,
  type FlightPlan,
  deconflict,
} from './deconflict.ts';
export { type SeparationConflict, type Track, checkSeparation } from './separation-check.ts';
export { CORNER_ACCELERATION_MPS2, type Via, timedTrajectory } from './timing.ts';
export { flyable } from './track.ts';
export {
  TRACK_LIMITS,
  type TrackError,
  type TrackLimits,
  type TrackQuery,
  type Tracked,
  trackRoute,
} from './track-route.ts';
