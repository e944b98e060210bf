import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  buildServer,
  cityShelf,
  openSurveyServices,
  readSettings,
  regionTraffic,
  surveyEngines,
  type Settings,
  type StorePort,
} from '#gateway';
import type { DialogueModel } from '#agent';
import type { Clock } from '#base';
import { DIALOGUE_PROVIDERS, createDialogueModel, createModel } from '#llm';
import {
  bundledCityIds,
  bundledSurveyCatalogue,
  bundledSurveyScenario,
  bundledSurveyScenarioIds,
  loadCity,
  nodeClock,
  openOperationStore,
} from '#store';
import { flightTools } from '#tools';
import { contextOf, untilSignal, wholeNumber, type SetExit } from '../options.ts';
import { BadInput, note, orBadInput, type OutputOptions } from '../output.ts';
import { VERSION } from '../version.ts';

type ServeFlags = OutputOptions & {
  readonly port?: number;
  readonly host?: string;
  readonly city?: readonly string[];
};

/** `serve`: gateway and page, on loopback unless told otherwise. */
export function serveCommand(_: SetExit): Command {
  return new Command('serve')
    .description('serve the page and the API; loopback unless --host says otherwise')
    .option('--port <n>', 'port (PORT, else 8080)', wholeNumber('--port', 0, 65_535))
    .option('--host <address>', 'address to listen on (CLOUDBRAIN_HOST, else 127.0.0.1)')
    .option('--city <dir...>', 'imported city directories to serve beside the bundled ones')
    .action(async (flags: ServeFlags) => {
      const settings = orBadInput(readSettings(process.env, flags, availableParallelism()));
      const contexts = [...bundledCityIds(), ...(flags.city ?? [])].map((id) =>
        contextOf(orBadInput(loadCity(id))),
      );
      const ids = contexts.map((c) => c.state.region_id);
      const twice = ids.find((id, i) => ids.indexOf(id) !== i);
      if (twice !== undefined) throw new BadInput('invalid_option', `two cities have the region id ${twice}`);
      const page = fileURLToPath(new URL('../../web/', import.meta.url));
      const catalogue = bundledSurveyCatalogue();
      const services = openSurveyServices(settings, catalogue);
      const clock = nodeClock();
      const cities = cityShelf(contexts);
      const registry = flightTools();
      const store = lazyStore(settings, clock);
      const app = await buildServer({
        settings,
        version: VERSION,
        traffic: {
          cities,
          registry,
          modelFor: modelMaker(settings),
          timeout_sec: settings.decide_timeout_sec,
          traffic_of: regionTraffic(store.open, clock),
        },
        survey: {
          catalogue,
          demos: bundledSurveyScenarioIds().map((id) => bundledSurveyScenario(id)!),
          ...services,
        },
        assistant: {
          catalogue,
          engines: surveyEngines(services.backend),
          model: dialogueModel(settings),
          settings: settings.assistant,
          llm_timeout_ms: settings.llm_timeout_ms,
          clock,
        },
        operations: { store: store.open, cities, registry, clock },
        page_dir: existsSync(`${page}index.html`) ? page : null,
        log: process.env['CLOUDBRAIN_LOG'] === '1',
      });
      await listen(app, settings);
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : settings.port;
      note(
        flags,
        `cloudbrain ${VERSION} at http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port} (provider ${settings.provider})`,
      );
      await untilSignal();
      await app.close();
      await services.backend.close();
      await store.close();
    });
}

/**
 * The store, opened when it is first needed: making a new embedded database takes seconds of this thread, and who only
 * plans surveys needs none. An opening that failed is tried again.
 */
function lazyStore(
  settings: Settings,
  clock: Clock,
): { readonly open: StorePort; readonly close: () => Promise<void> } {
  let opened: ReturnType<typeof openStore> | null = null;
  return {
    open: async () => {
      const store = await (opened ??= openStore(settings, clock));
      if (!store.ok) opened = null;
      return store;
    },
    close: async () => {
      const store = await opened;
      if (store?.ok === true) await store.value.close();
    },
  };
}

/** Where accepted operations are kept, as the settings say. */
function openStore(
  { database_url, data_dir }: Settings,
  clock: Clock,
): ReturnType<typeof openOperationStore> {
  if (database_url !== null) return openOperationStore({ database_url }, clock);
  return openOperationStore(data_dir === 'memory' ? { memory: true } : { data_dir }, clock);
}

/** The assistant's model; null where it is off. */
function dialogueModel(settings: Settings): DialogueModel | null {
  const { provider, model, base_url, api_key } = settings;
  // The doubles of the traffic half hold no dialogue.
  if (!(DIALOGUE_PROVIDERS as readonly string[]).includes(provider)) return null;
  const created = createDialogueModel(
    { provider, model, base_url, api_key },
    { fetch: globalThis.fetch, clock: nodeClock() },
  );
  if (!created.ok) throw new BadInput(created.error.type, created.error.message);
  return created.value;
}

/** A model per seed; a wrong setting is refused at the start and not at the first request. */
function modelMaker(settings: Settings): (seed: number) => ReturnType<typeof make> {
  const make = (seed: number) => {
    const { provider, model, base_url, api_key } = settings;
    const created = createModel(
      { provider, model, base_url, api_key, seed },
      { fetch: globalThis.fetch, clock: nodeClock() },
    );
    if (!created.ok) throw new BadInput(created.error.type, created.error.message);
    return created.value;
  };
  if (settings.provider === 'none') return () => null as never;
  make(1);
  return make;
}

async function listen(app: Awaited<ReturnType<typeof buildServer>>, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (e) {
    const code = (e as { code?: string }).code;
    if (code === 'EADDRINUSE')
      throw new BadInput('port_taken', `port ${port} is taken: stop the other program or use --port`);
    if (code === 'EACCES')
      throw new BadInput(
        'port_refused',
        `port ${port} may not be opened: use --port with a number above 1023`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new BadInput('host_unknown', `${host} is no address of this machine`);
    throw e;
  }
}
