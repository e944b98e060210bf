import { type Result, err, nearestNames, ok } from '#base';
import type { ModelPort } from '#agent';
import { builtinModel } from './builtin.ts';
import { FAULT_NAMES, type Fault } from './faults.ts';
import { faultyModel } from './faulty.ts';
import { type ModelConfigError, endpointOf } from './endpoint.ts';
import { openAiChatModel } from './openai-chat.ts';
import { scriptedModel } from './scripted.ts';
import type { TransportDeps } from './transport.ts';

/** Providers that `createModel` knows. */
export const PROVIDER_NAMES = ['builtin', 'openai', 'scripted', 'faulty'] as const;

/** Which model, and how to reach it. */
export type ModelConfig = {
  readonly provider: string;
  /** Name of the model at an endpoint; for `faulty` a fault (`near_id`) that it always makes. */
  readonly model: string | null;
  /** Base URL up to and with the version; the OpenAI API where null. */
  readonly base_url: string | null;
  readonly api_key: string | null;
  readonly seed: number;
  /** Replies of the `scripted` provider, in order. */
  readonly replies?: readonly string[];
  /** Rounds in which `faulty` errs; all where absent. */
  readonly fault_rounds?: number;
};

/** What a provider may use of the outside. */
export type ModelDeps = TransportDeps;

/** The model that a configuration names. */
export function createModel(config: ModelConfig, deps: ModelDeps): Result<ModelPort, ModelConfigError> {
  switch (config.provider) {
    case 'builtin':
      return ok(builtinModel());
    case 'scripted':
      return config.replies === undefined
        ? refuse('missing_setting', 'the provider scripted needs recorded replies')
        : ok(scriptedModel(config.replies));
    case 'faulty':
      return faulty(config);
    case 'openai':
      return openai(config, deps);
    default: {
      const near = nearestNames(config.provider, PROVIDER_NAMES, 1)[0]!;
      return refuse(
        'unknown_provider',
        `no provider is called ${JSON.stringify(config.provider.slice(0, 40))}; there are ${PROVIDER_NAMES.join(', ')} (nearest: ${near})`,
      );
    }
  }
}

function refuse(type: ModelConfigError['type'], message: string): Result<never, ModelConfigError> {
  return err({ type, message });
}

function faulty(config: ModelConfig): Result<ModelPort, ModelConfigError> {
  const named = config.model?.replace(/^faults-/, '') ?? 'mixed';
  if (named !== 'mixed' && !(FAULT_NAMES as readonly string[]).includes(named)) {
    return refuse(
      'bad_setting',
      `no fault is called ${JSON.stringify(named.slice(0, 40))}; there are ${FAULT_NAMES.join(', ')}`,
    );
  }
  return ok(
    faultyModel({
      seed: config.seed,
      ...(named === 'mixed' ? {} : { fault: named as Fault }),
      ...(config.fault_rounds === undefined ? {} : { rounds: config.fault_rounds }),
    }),
  );
}

function openai(config: ModelConfig, deps: ModelDeps): Result<ModelPort, ModelConfigError> {
  const endpoint = endpointOf(config);
  return endpoint.ok ? ok(openAiChatModel(endpoint.value, deps)) : endpoint;
}
