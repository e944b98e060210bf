/** ir: LowAltitudeIR, its six stages, and the answers that several engines share. */
export * from './low-altitude-ir.ts';
export * from './mission.ts';
export * from './stages/ir-error.ts';
export * from './answers/index.ts';
export * from './stages/context.ts';
export { referenceOf, REQUIRED_TOOLS } from './stages/tool-dependency.ts';
export { POLICY_FLOOR } from './stages/policy.ts';
export * from './validate.ts';
export * from './signals.ts';
export * from './spec-check.ts';
