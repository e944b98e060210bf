import { type Clock, type Result, err, ok } from '#base';
import type { ModelPort } from '#agent';
import { builtinModel } from './builtin.ts';
import { scriptedModel } from './scripted.ts';

/** Which model, and how to reach it. */
export type ModelConfig = {
  readonly provider: string;
  readonly model: string | null;
  readonly base_url: string | null;
  readonly api_key: string | null;
  readonly seed: number;
  /** Replies of the `scripted` provider, in order. */
  readonly replies?: readonly string[];
};

/** What a provider may use of the outside. */
export type ModelDeps = { readonly fetch: typeof globalThis.fetch; readonly clock: Clock };

/** Why there is no such model. */
export type ModelConfigError = {
  readonly type: 'unknown_provider' | 'missing_setting';
  readonly message: string;
};

/** The model that a configuration names. */
export function createModel(config: ModelConfig, deps: ModelDeps): Result<ModelPort, ModelConfigError> {
  void deps;
  switch (config.provider) {
    case 'builtin':
      return ok(builtinModel());
    case 'scripted':
      if (config.replies === undefined) {
        return err({ type: 'missing_setting', message: 'the provider scripted needs recorded replies' });
      }
      return ok(scriptedModel(config.replies));
    default:
      return err({
        type: 'unknown_provider',
        message: `no provider is called ${JSON.stringify(config.provider)}; there are builtin, openai, scripted, faulty`,
      });
  }
}
