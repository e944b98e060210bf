/** agent: propose, verify, repair; certificate and trace; ports. */
export * from './ports.ts';
export * from './decision.ts';
export * from './trace.ts';
export * from './cache.ts';
export { decide } from './loop.ts';
export { demandsOf, type Demands } from './demands.ts';
export { PROMPT_VERSION, promptFor, stateSummary } from './prompts/prompt.ts';
export { proposalJsonSchema } from './propose.ts';
export {
  CERTIFICATE_VERSION,
  certificateOf,
  verifyCertificate,
  type Certificate,
  type CertificateFailure,
} from './certificate.ts';
export * from './dialogue/ports.ts';
export { languageOf, runDialogue } from './dialogue/dialogue.ts';
export * from './dialogue/request.ts';
export {
  changeLine,
  clock as clockText,
  evaluationLine,
  percent as percentText,
  type DialogueLanguage,
  type ToldEvaluation,
} from './dialogue/facts-text.ts';
export { DIALOGUE_PROMPT_VERSION } from './dialogue/instructions.ts';
