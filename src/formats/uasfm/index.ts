/** Facility-map cells (UASFM): ArcGIS JSON and GeoJSON. */
export { UASFM_ATTRIBUTION, type UasfmCells, type UasfmOptions, readUasfm } from './read-uasfm.ts';
