/** simulate: detectors of lost separation, seeded flight of one decision, fleets of many aircraft. */
export * from './detectors/relative.ts';
export * from './detectors/well-clear.ts';
export * from './detectors/volumes.ts';
export * from './volume4d.ts';
export { type ConformOutcome } from './conform/outcome.ts';
export { conformSeparation } from './conform/separation.ts';
export { conformVolume4d } from './conform/volume4d.ts';
export { type SimulationRequest, flyDecision, simulateDecision } from './decision/simulate-decision.ts';
export { type FlightEnd, type FlightLog } from './decision/flight.ts';
export { STRESS, type StressProfile } from './decision/stress.ts';
export * from './fleet/kernel.ts';
export * from './fleet/finders.ts';
export * from './fleet/scenario.ts';
export { type AgentEvent } from './fleet/agents.ts';
export { type FleetTrack } from './fleet/tracks.ts';
export { type ChargingReport } from './fleet/chargers.ts';
export {
  type FleetReport,
  type FleetRequest,
  type FleetSeparation,
  type PairEvent,
  simulateFleet,
} from './fleet/simulate-fleet.ts';
export * from './ground-transfer.ts';
