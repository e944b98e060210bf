/** world: what is out there. WGS84 and altitudes with their reference outside; local metres inside. */
export * from './ids.ts';
export * from './altitude.ts';
export * from './outline.ts';
export * from './city.ts';
export * from './airspace.ts';
export * from './fleet.ts';
export * from './weather.ts';
export * from './trajectory.ts';
export * from './operation.ts';
export * from './task-item.ts';
export * from './system-state.ts';
export * from './survey/index.ts';
export * from './build/index.ts';
export * from './air-model.ts';
export * from './sample-state.ts';
