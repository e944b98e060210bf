export * from './contract.ts';
export * from './events.ts';
