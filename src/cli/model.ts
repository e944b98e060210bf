import { createModel, type ModelConfig } from '#llm';
import type { ModelPort } from '#agent';
import { nodeClock, readUserText } from '#store';
import { BadInput, orBadInput } from './output.ts';

/** Providers of `decide`. `faulty` and `scripted` are doubles and say so wherever they show. */
export const PROVIDERS = ['builtin', 'openai', 'scripted', 'faulty'] as const;

/** The model that proposes: flags first, then the environment, then `builtin`. */
export function modelFrom(
  flags: { readonly provider?: string; readonly model?: string },
  seed: number,
): ModelPort {
  const env = process.env;
  const provider = flags.provider ?? env['LLM_PROVIDER'] ?? 'builtin';
  const replies = provider === 'scripted' ? recordedReplies(flags.model) : null;
  const config: ModelConfig = {
    provider,
    model:
      replies === null
        ? (flags.model ?? (provider === 'openai' ? env['OPENAI_MODEL'] : undefined) ?? null)
        : null,
    base_url: env['OPENAI_BASE_URL'] ?? null,
    api_key: env['OPENAI_API_KEY'] ?? null,
    seed,
    ...(replies === null ? {} : { replies }),
  };
  const model = createModel(config, { fetch: globalThis.fetch, clock: nodeClock() });
  if (!model.ok) throw new BadInput(model.error.type, model.error.message);
  return model.value;
}

/** Recorded replies for the `scripted` double: `--model FILE`, one reply a line, as a JSON string or the JSON document itself. */
function recordedReplies(file: string | undefined): readonly string[] {
  if (file === undefined)
    throw new BadInput(
      'missing_setting',
      '--provider scripted needs --model FILE with one recorded reply a line',
    );
  const lines = orBadInput(readUserText(file, 'recorded replies (one JSON value a line)'))
    .split('\n')
    .filter((l) => l.trim() !== '');
  if (lines.length === 0) throw new BadInput('no_replies', `${file} holds no replies`, file);
  return lines.map((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'string' ? value : line;
    } catch {
      return line;
    }
  });
}
