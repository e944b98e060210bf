/** OpenStreetMap in Overpass JSON, PBF and XML. */
export { type OsmFormat, OSM_ATTRIBUTION, readOsm } from './read-osm.ts';
