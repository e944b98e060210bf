/** formats: readers and writers of outside formats. Bytes in, values out; no file system, no network. */
export * from './format-error.ts';
export * from './text-input.ts';
export * from './maps/index.ts';
export * from './osm/index.ts';
export * from './metar/index.ts';
export * from './uasfm/index.ts';
export { parseTrace } from './trace/parse-trace.ts';
export * from './overture/index.ts';
export * from './open-meteo/index.ts';
export * from './uas-zones/index.ts';
export * from './bluesky/index.ts';
export * from './m100/index.ts';
export * from './tlc/index.ts';
export * from './sumo/index.ts';
export * from './survey/index.ts';
