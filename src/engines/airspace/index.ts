/** engines/airspace: zones, ceilings, corridors and their load at a place and time. */
export * from './query.ts';
export * from './load.ts';
export * from './ceiling-along.ts';
