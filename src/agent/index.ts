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
