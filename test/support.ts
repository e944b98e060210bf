import { existsSync } from 'node:fs';
import { frozenClock } from '#base';
import { decide, memoryCache, type DecideOptions, type DecisionRecord, type ModelPort } from '#agent';
import { createModel } from '#llm';
import { loadCity } from '#store';
import { flightTools, toolContext, type ToolContext } from '#tools';

/** Folder of shared test data, or null where it is absent: tests that need it say that they were skipped. */
export const SHARED = existsSync('../shared/data') ? '../shared/data' : null;

/** Why a test that needs shared data is skipped. */
export const NO_SHARED = 'SKIPPED: ../shared/data is not here';

const clock = frozenClock('2026-01-01T00:00:00.000Z');

/** The tools' context of a bundled city or a city directory. */
export function cityContext(idOrDir: string): ToolContext {
  const state = loadCity(idOrDir);
  if (!state.ok) throw new Error(state.error.message);
  const context = toolContext(state.value, clock);
  if (!context.ok) throw new Error(JSON.stringify(context.error));
  return context.value;
}

/** A provider that needs no network. */
export function localModel(provider: string, more: Record<string, unknown> = {}): ModelPort {
  const model = createModel(
    { provider, model: null, base_url: null, api_key: null, seed: 1, ...more },
    { fetch: globalThis.fetch, clock },
  );
  if (!model.ok) throw new Error(model.error.message);
  return model.value;
}

/** One run of the loop with the defaults of the command line. */
export function run(
  context: ToolContext,
  instruction: string,
  model: ModelPort = localModel('builtin'),
  options: Partial<DecideOptions> = {},
): Promise<DecisionRecord> {
  return decide(
    context,
    {
      instruction,
      seed: 1,
      max_repair: 3,
      stress: 'low',
      simulation_seeds: [1, 2, 3],
      language: null,
      ...options,
    },
    { model, registry: flightTools(), cache: memoryCache() },
  );
}
