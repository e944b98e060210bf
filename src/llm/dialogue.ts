import { type Result, err, nearestNames, ok } from '#base';
import type { DialogueModel } from '#agent';
import { type EndpointConfig, type ModelConfigError, endpointOf } from './endpoint.ts';
import { openAiResponsesModel } from './openai-responses.ts';
import { phraseModel } from './operator-phrases/phrase-model.ts';
import type { TransportDeps } from './transport.ts';

/** Providers of dialogues. */
export const DIALOGUE_PROVIDERS = ['none', 'openai', 'builtin'] as const;

/** The model of the Responses interface where none is named. */
export const DEFAULT_DIALOGUE_MODEL = 'gpt-6-sol';

/** Which model talks with operators, and how to reach it. */
export type DialogueConfig = EndpointConfig & { readonly provider: string };

/** The model that a configuration names; null where it is off. */
export function createDialogueModel(
  config: DialogueConfig,
  deps: TransportDeps,
): Result<DialogueModel | null, ModelConfigError> {
  switch (config.provider) {
    case 'none':
      return ok(null);
    case 'builtin':
      return ok(phraseModel());
    case 'openai': {
      const named =
        config.model === null || config.model.trim() === '' ? DEFAULT_DIALOGUE_MODEL : config.model;
      const endpoint = endpointOf({ ...config, model: named });
      return endpoint.ok ? ok(openAiResponsesModel(endpoint.value, deps)) : endpoint;
    }
    default: {
      const near = nearestNames(config.provider, DIALOGUE_PROVIDERS, 1)[0]!;
      const message = `no provider is called ${JSON.stringify(config.provider.slice(0, 40))}; there are ${DIALOGUE_PROVIDERS.join(', ')} (nearest: ${near})`;
      return err({ type: 'unknown_provider', message });
    }
  }
}
