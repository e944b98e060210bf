/** tools: one contract, one registry, one runner for every tool. */
export * from './contract.ts';
export * from './context.ts';
export * from './registry.ts';
export * from './run-tool.ts';
export * from './survey/index.ts';
export { TaskArgs } from './flight/shared.ts';
