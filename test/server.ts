import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import {
  buildServer,
  cityShelf,
  openSurveyServices,
  readSettings,
  surveyEngines,
  type AssistantPorts,
  type ServerParts,
  type Settings,
} from '#gateway';
import { bundledSurveyCatalogue, bundledSurveyScenario, bundledSurveyScenarioIds, nodeClock } from '#store';
import { flightTools } from '#tools';
import { localModel } from './support.ts';

/** Settings of a test server: no rate limit worth its name, any free port. */
export function testSettings(env: Record<string, string> = {}): Settings {
  const settings = readSettings({ CLOUDBRAIN_RATE_PER_MINUTE: '1000000', ...env }, { port: 0 });
  assert.ok(settings.ok, settings.ok ? '' : settings.error.message);
  return settings.value;
}

/** The parts of a server with the bundled surveys; threads start with the first computation. */
export function testParts(
  settings: Settings,
  more: Partial<ServerParts> = {},
  assistant: Partial<AssistantPorts> = {},
): { readonly parts: ServerParts; readonly close: () => Promise<void> } {
  const catalogue = bundledSurveyCatalogue();
  const services = openSurveyServices(settings, catalogue);
  const parts: ServerParts = {
    settings,
    version: 'test',
    traffic: {
      cities: cityShelf([]),
      registry: flightTools(),
      modelFor: () => localModel('builtin'),
      timeout_sec: 60,
      traffic_of: null,
    },
    survey: {
      catalogue,
      demos: bundledSurveyScenarioIds().map((id) => bundledSurveyScenario(id)!),
      ...services,
    },
    assistant: {
      catalogue,
      engines: surveyEngines(services.backend),
      model: null,
      settings: settings.assistant,
      llm_timeout_ms: settings.llm_timeout_ms,
      clock: nodeClock(),
      ...assistant,
    },
    operations: null,
    page_dir: null,
    log: false,
    ...more,
  };
  return { parts, close: services.backend.close };
}

/** A server that listens on a free loopback port; `close` ends it with its threads. */
export async function listening(
  env: Record<string, string> = {},
  more: Partial<ServerParts> = {},
  assistant: Partial<AssistantPorts> = {},
): Promise<{ readonly app: FastifyInstance; readonly url: string; readonly close: () => Promise<void> }> {
  const { parts, close } = testParts(testSettings(env), more, assistant);
  const app = await buildServer(parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url,
    close: async () => {
      await app.close();
      await close();
    },
  };
}

/** One frame of an event stream. */
export type Frame = { readonly event: string; readonly data: unknown };

/** Frames of a whole stream; each must have one event line and one data line. */
export function framesOf(body: string): Frame[] {
  return body
    .split('\n\n')
    .filter((f) => f.startsWith('event: '))
    .map((f) => {
      const lines = f.split('\n');
      assert.equal(lines.length, 2, 'one event line and one data line');
      return { event: lines[0]!.slice(7), data: JSON.parse(lines[1]!.slice(6)) as unknown };
    });
}
