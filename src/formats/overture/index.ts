/** Overture Maps in GeoParquet and GeoJSON. */
export { OVERTURE_ATTRIBUTION, readOverture } from './read-overture.ts';
