/** risk: a score between 0 and 1 with its reasons. */
export * from './factors.ts';
export * from './assess.ts';
