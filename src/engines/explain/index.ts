/** explain: the facts of a decision, and the check of every id, number and claim said about it. */
export * from './facts.ts';
export * from './check.ts';
export * from './explain.ts';
export { sayIn } from './say.ts';
export { irErrorIn } from './say-ir.ts';
export { wordIn } from './words.ts';
export { claimsIn, type Claim } from './claims.ts';
