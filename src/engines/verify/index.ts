/** engines/verify: rules as temporal specifications, measured on the exact trajectory. */
export { verify } from './verify.ts';
export {
  GROUND_M,
  PAD_CLEARANCE_M,
  TERMINAL_RADIUS_M,
  type VerifyError,
  type VerifyRequest,
} from './flight.ts';
export { AT_PLACE_M } from './stops.ts';
export { type RuleTemplate, ruleTemplates } from './templates.ts';
export { PROGRAM_RULES, SPEC_CONSTANTS, VERIFY_SIGNALS, checkSpecTexts } from '#ir';
