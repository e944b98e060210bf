/** UAS geographical zones after ED-269 and ED-318. */
export { type UasZones, readUasZones } from './read-uas-zones.ts';
