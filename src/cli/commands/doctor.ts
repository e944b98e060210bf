import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundledCityIds, loadCity, nodeClock } from '#store';
import { flightTools, toolContext } from '#tools';
import type { SetExit } from '../options.ts';
import { EXIT, printResult, type OutputOptions } from '../output.ts';
import { VERSION } from '../version.ts';

/** One thing that works here, is missing, or is broken. Only `broken` fails the doctor. */
type Check = {
  readonly name: string;
  readonly state: 'works' | 'missing' | 'broken';
  readonly detail: string;
};

/** `doctor`: what works here and what is missing. */
export function doctorCommand(setExit: SetExit): Command {
  return new Command('doctor')
    .description('what works on this machine and what is missing')
    .action(async (options: OutputOptions) => {
      const checks = [node(), ...cities(), page(), provider(), browser(), await port(8080)];
      printResult(options, { version: VERSION, checks }, () =>
        checks.map((c) => `${c.state.padEnd(8)}${c.name}: ${c.detail}`),
      );
      setExit(checks.some((c) => c.state === 'broken') ? EXIT.failed : EXIT.done);
    });
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    state: fits ? 'works' : 'broken',
    detail: `${process.version}${fits ? '' : ': 20.19 or newer is needed'}`,
  };
}

function cities(): Check[] {
  return bundledCityIds().map((id): Check => {
    const state = loadCity(id);
    if (!state.ok) return { name: `city ${id}`, state: 'broken', detail: state.error.message };
    const context = toolContext(state.value, nodeClock());
    const { city, fleet } = state.value;
    return context.ok
      ? {
          name: `city ${id}`,
          state: 'works',
          detail: `${city.places.length} places, ${city.buildings.length} buildings, ${fleet.length} aircraft, ${flightTools().names().length} tools`,
        }
      : { name: `city ${id}`, state: 'broken', detail: context.error[0]?.message ?? 'no air model' };
  });
}

function page(): Check {
  const built = existsSync(fileURLToPath(new URL('../../web/index.html', import.meta.url)));
  return {
    name: 'page',
    state: built ? 'works' : 'missing',
    detail: built ? 'built' : 'not built: run `npm run build`',
  };
}

function provider(): Check {
  const name = process.env['LLM_PROVIDER'];
  if (name === 'openai') {
    const has = Boolean(process.env['OPENAI_BASE_URL'] ?? process.env['OPENAI_API_KEY']);
    return {
      name: 'model',
      state: has ? 'works' : 'missing',
      detail: has
        ? 'openai endpoint is set (not called)'
        : 'LLM_PROVIDER is openai, but OPENAI_BASE_URL and OPENAI_API_KEY are not set',
    };
  }
  return {
    name: 'model',
    state: name === undefined ? 'missing' : 'works',
    detail: name === undefined ? 'LLM_PROVIDER is not set: decide uses builtin, serve uses none' : name,
  };
}

function browser(): Check {
  const found = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((p) => p !== undefined && existsSync(p));
  return {
    name: 'browser for tests',
    state: found === undefined ? 'missing' : 'works',
    detail: found ?? 'no Chromium: the browser tests are skipped',
  };
}

function port(number: number): Promise<Check> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () =>
      resolve({ name: `port ${number}`, state: 'missing', detail: 'taken: use --port' }),
    );
    server.listen(number, '127.0.0.1', () =>
      server.close(() => resolve({ name: `port ${number}`, state: 'works', detail: 'free' })),
    );
  });
}
