/** Taxi trips of New York and Chicago, as a proxy of demand. */
export { TRIP_ATTRIBUTION, type Trip, type TripEnd, type Trips, readTrips } from './read-trips.ts';
