import { createModel, type ModelConfig } from '#llm';
import type { ModelPort } from '#agent';
import { nodeClock } from '#store';
import { BadInput } from './output.ts';

/** Providers of `decide`. `faulty` and `scripted` are doubles and say so wherever they show. */
export const PROVIDERS = ['builtin', 'openai', 'scripted', 'faulty'] as const;

/** The model that proposes: flags first, then the environment, then `builtin`. */
export function modelFrom(
  flags: { readonly provider?: string; readonly model?: string },
  seed: number,
): ModelPort {
  const env = process.env;
  const provider = flags.provider ?? env['LLM_PROVIDER'] ?? 'builtin';
  const config: ModelConfig = {
    provider,
    model: flags.model ?? env['OPENAI_MODEL'] ?? null,
    base_url: env['OPENAI_BASE_URL'] ?? null,
    api_key: env['OPENAI_API_KEY'] ?? null,
    seed,
  };
  const model = createModel(config, { fetch: globalThis.fetch, clock: nodeClock() });
  if (!model.ok) throw new BadInput(model.error.type, model.error.message);
  return model.value;
}
