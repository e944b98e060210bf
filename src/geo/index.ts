/** geo: frames and exact geometry; knows no drone. */
export * from './frame.ts';
