/** bluesky: scenarios (.scn) of the BlueSky air traffic simulator, out and in. */
export * from './scn.ts';
export * from './read-scn.ts';
export * from './write-scn.ts';
export * from './scn-trajectory.ts';
