/** The nouns that several engines speak. */
export * from './counterexample.ts';
export * from './route.ts';
export * from './verdict.ts';
export * from './simulation.ts';
export * from './risk.ts';
export * from './assignment.ts';
export * from './survey-codes.ts';
export * from './survey-plan.ts';
export * from './survey-verdict.ts';
