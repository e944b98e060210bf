/** agent: propose, verify, repair; certificate and trace; ports. */
export * from './ports.ts';
