import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Result, err, ok } from '#base';
import { type StateIssue, type SystemState, parseSystemState } from '#world';
import { readUserJson } from './read-file.ts';
import { type StoreError, storeError } from './store-error.ts';

/** Bundled cities by id, and their files beside this one. */
const BUNDLED: Readonly<Record<string, string>> = { demo: './bundled/demo-city.json' };

/** Ids of the bundled cities. */
export function bundledCityIds(): readonly string[] {
  return Object.keys(BUNDLED).sort();
}

/** Path of a bundled city's file. */
export function bundledCityPath(id: string): string | null {
  const file = Object.hasOwn(BUNDLED, id) ? BUNDLED[id] : undefined;
  return file === undefined ? null : fileURLToPath(new URL(file, import.meta.url));
}

/** The state of a city: a bundled id such as `demo`, or a directory written by `data import` (its `state.json`). */
export function loadCity(idOrDir: string): Result<SystemState, StoreError> {
  const bundled = bundledCityPath(idOrDir);
  if (bundled !== null) return loadState(bundled);
  if (!existsSync(idOrDir)) {
    return err(
      storeError(
        'unknown_city',
        `there is no city ${idOrDir}: give ${bundledCityIds().join(', ')} or a directory made by \`cloudbrain data import\``,
        idOrDir,
      ),
    );
  }
  if (!statSync(idOrDir).isDirectory()) {
    return err(
      storeError(
        'not_a_directory',
        `${idOrDir} is no directory: give a directory made by \`cloudbrain data import\`, or use --state for a state file`,
        idOrDir,
      ),
    );
  }
  const state = join(idOrDir, 'state.json');
  if (existsSync(state)) return loadState(state);
  const partial = existsSync(join(idOrDir, 'data_sources.json'));
  return err(
    partial
      ? storeError(
          'city_incomplete',
          `the city in ${idOrDir} has no map yet: run \`cloudbrain data import osm --in FILE --out ${idOrDir}\``,
          idOrDir,
        )
      : storeError('unknown_city', `${idOrDir} holds no state.json: it is no city directory`, idOrDir),
  );
}

/** A state document from a file. */
export function loadState(path: string): Result<SystemState, StoreError> {
  const json = readUserJson(path, 'a state document (JSON)');
  if (!json.ok) return json;
  const state = parseSystemState(json.value);
  if (state.ok) return ok(state.value);
  return err(storeError('invalid_state', `${path}: ${issueSentence(state.error)}`, path));
}

/** The first issue with its place, and how many more there are. */
export function issueSentence(issues: readonly StateIssue[]): string {
  const first = issues[0];
  if (first === undefined) return 'the document is no state';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? 'the document' : first.path}: ${first.message}${more}`;
}
