/** operations: accepted operations, what they cannot share, and the audit log. The store is a port. */
export * from './act.ts';
export * from './operation.ts';
export * from './operation-error.ts';
export type * from './conflict-types.ts';
export * from './conflict.ts';
export * from './life-cycle.ts';
export * from './release.ts';
export * from './traffic.ts';
export * from './audit.ts';
export * from './store-port.ts';
export * from './sample-operation.ts';
