/** engines/assign: which aircraft takes which task. */
export {
  type AssignmentRefusal,
  type AssignmentRequest,
  type Objective,
  assignUav,
  equipmentFor,
} from './assign-uav.ts';
export { type FlightBound, boundOf } from './flight-bound.ts';
export { type LapAnswer, type LapError, type LapProblem, certifiesLap, solveLap } from './lap.ts';
export { greedyLap } from './greedy.ts';
export {
  type FleetAnswer,
  type FleetError,
  type FleetOption,
  type FleetProblem,
  type FleetTask,
  type SharedCapacity,
  brokenCapacity,
  solveFleet,
} from './fleet-milp.ts';
export { type MilpSolution, type MilpSolver, loadMilpSolver } from './milp-solver.ts';
export {
  type DispatchAction,
  type DispatchView,
  type Dispatcher,
  type LyapunovWeights,
  type StreamModel,
  type StreamTask,
  lyapunovDispatcher,
  nearestDispatcher,
} from './dispatch.ts';
export {
  type District,
  type StreamAnswer,
  type StreamError,
  type StreamQuery,
  capacityPerHour,
  simulateStream,
} from './stream.ts';
export { type FleetQuery, type FleetRequest, UNASSIGNED_SEC, fleetProblemOf } from './fleet-options.ts';
