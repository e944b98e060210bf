/** Ground transport from SUMO: networks and trips. */
export { type GroundEdge, type GroundTrip, type SumoFile, readSumo } from './read-sumo.ts';
