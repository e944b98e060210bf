/** The survey half's shared nouns: scenario, catalogue, rules. */
export * from './primitives.ts';
export * from './scenario.ts';
export * from './rules.ts';
export * from './survey-issue.ts';
export * from './parse-scenario.ts';
export * from './rings.ts';
export * from './check-scenario.ts';
export * from './catalogue.ts';
export * from './equipment.ts';
export * from './lint-catalogue.ts';
export * from './russian.ts';
export * from './json-schema.ts';
