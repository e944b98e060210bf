import { fileURLToPath } from 'node:url';
import { loadPackageDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

/** Documents of megabytes travel whole. */
export const GRPC_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Metadata key of the shared secret, the same one that the HTTP side takes. */
export const AUTH_KEY = 'authorization';

export type PlanRequest = { readonly scenario_json: Uint8Array; readonly time_limit_s: number };
export type PlanReply = {
  readonly plan_json?: Uint8Array;
  readonly failure?: { readonly type: string; readonly refusals_json: Uint8Array; readonly message: string };
};
export type ValidateRequest = { readonly scenario_json: Uint8Array; readonly plan_json: Uint8Array };
export type ValidateReply = { readonly verdict_json: Uint8Array };

/** The two services as the protocol file defines them. */
export function surveyServices(): {
  readonly planner: ServiceDefinition;
  readonly validator: ServiceDefinition;
} {
  const file = fileURLToPath(new URL('./survey.proto', import.meta.url));
  const loaded = loadPackageDefinition(loadSync(file, { keepCase: true, defaults: false, oneofs: true }));
  const v1 = (loaded as unknown as Loaded).cloudbrain.survey.v1;
  return { planner: v1.Planner.service, validator: v1.Validator.service };
}

type Loaded = {
  readonly cloudbrain: {
    readonly survey: {
      readonly v1: {
        readonly Planner: { readonly service: ServiceDefinition };
        readonly Validator: { readonly service: ServiceDefinition };
      };
    };
  };
};

/** What stands in the authorization header for a secret: Basic for `user:password`, else Bearer. */
export function authValue(secret: string): string {
  return secret.includes(':')
    ? `Basic ${Buffer.from(secret, 'utf8').toString('base64')}`
    : `Bearer ${secret}`;
}
