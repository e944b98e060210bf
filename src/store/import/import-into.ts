import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Clock, type Result, err, ok, sha256Hex } from '#base';
import { slugOf } from '#world';
import { readUserFile, writeWhole } from '../read-file.ts';
import { stateText } from '../state-text.ts';
import { type StoreError, storeError } from '../store-error.ts';
import { type Assembled, assembleState } from './assemble-state.ts';
import {
  type CityKind,
  CitySettings,
  type DataSources,
  type SourceRecord,
  rawName,
  readDataSources,
  writeDataSources,
} from './city-dir.ts';
import { type RawSource, readSources } from './read-sources.ts';

/** Settings that an import may change; a setting that is left out keeps its value in the directory. */
export type ImportSettings = { readonly [K in keyof CitySettings]?: CitySettings[K] | undefined };

/** How a city directory is made or changed. */
export type ImportOptions = {
  readonly clock: Clock;
  /** Letters, digits and `_`; the directory's name where left out. Only a new directory takes it. */
  readonly city_id?: string | undefined;
  readonly name?: string | undefined;
  readonly settings?: ImportSettings | undefined;
};

/** What an import did. `usable` is false while the city cannot be loaded; `missing` says why, or what is assumed. */
export type ImportReport = {
  readonly kind: string;
  readonly city_id: string;
  readonly directory: string;
  readonly usable: boolean;
  readonly missing: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: readonly SourceRecord[];
};

/**
 * Imports files into a city directory, which is made where it does not exist. Everything is read and built first; only
 * when it all holds are the raw files, `data_sources.json` and `state.json` written. The same file twice changes nothing.
 */
export async function importInto(
  kind: CityKind,
  files: readonly string[],
  outDir: string,
  options: ImportOptions,
): Promise<Result<ImportReport, StoreError>> {
  if (files.length === 0)
    return err(storeError('invalid_option', 'an import needs at least one file', outDir));
  if (existsSync(outDir) && !statSync(outDir).isDirectory()) {
    return err(storeError('not_a_directory', `${outDir} is a file: give a directory`, outDir));
  }
  const record = openRecord(outDir, options);
  if (!record.ok) return record;
  const raw = gather(kind, files, outDir, { record: record.value, clock: options.clock });
  if (!raw.ok) return raw;
  const next: DataSources = { ...record.value, sources: raw.value.map((r) => r.record) };
  const readings = await readSources(raw.value, next.settings);
  if (!readings.ok) return readings;
  const assembled = assembleState(next, readings.value, outDir);
  if (!assembled.ok) return assembled;
  return write(kind, outDir, { record: next, raw: raw.value, assembled: assembled.value });
}

/** The record of a directory with new settings laid over it, or a fresh one. */
function openRecord(outDir: string, options: ImportOptions): Result<DataSources, StoreError> {
  const known = readDataSources(outDir);
  if (!known.ok) return known;
  const given = Object.fromEntries(Object.entries(options.settings ?? {}).filter(([, v]) => v !== undefined));
  const settings = CitySettings.safeParse({ ...(known.value?.settings ?? {}), ...given });
  if (!settings.success) {
    const issue = settings.error.issues[0]!;
    return err(storeError('invalid_option', `${issue.path.map(String).join('.')}: ${issue.message}`, outDir));
  }
  if (known.value !== null) {
    const name = options.name ?? known.value.name;
    return ok({ ...known.value, name, settings: settings.data });
  }
  const folder = basename(resolve(outDir));
  const city_id = options.city_id ?? (slugOf(folder) || 'city');
  if (!/^[A-Za-z0-9_.-]{1,60}$/.test(city_id) || city_id === 'demo') {
    return err(
      storeError(
        'invalid_option',
        `a city id has 1 to 60 letters, digits or _ - . and is not "demo", the bundled city, not ${JSON.stringify(city_id).slice(0, 80)}`,
        outDir,
      ),
    );
  }
  return ok({
    schema_version: 'data-sources-1',
    city_id,
    name: options.name ?? city_id,
    created_at: options.clock.now(),
    settings: settings.data,
    sources: [],
    missing: [],
    notes: [],
  });
}

type Opened = { readonly record: DataSources; readonly clock: Clock };

/** The raw files that the directory has, checked against their hashes, and the new ones. */
function gather(
  kind: CityKind,
  files: readonly string[],
  outDir: string,
  { record, clock }: Opened,
): Result<RawSource[], StoreError> {
  const out: RawSource[] = [];
  for (const known of record.sources) {
    const path = join(outDir, known.file);
    const bytes = readUserFile(path);
    if (!bytes.ok) return bytes;
    if (sha256Hex(bytes.value) !== known.sha256) {
      return err(
        storeError(
          'invalid_input',
          `${path} is not the file that was imported (its hash differs): import into a new directory`,
          path,
        ),
      );
    }
    out.push({ record: known, bytes: bytes.value, path });
  }
  for (const path of files) {
    const bytes = readUserFile(path);
    if (!bytes.ok) return bytes;
    const sha256 = sha256Hex(bytes.value);
    if (out.some((r) => r.record.sha256 === sha256 && r.record.kind === kind)) continue;
    const file = rawName(kind, sha256, path);
    const name = basename(path).slice(-200);
    out.push({
      record: { kind, file, name, sha256, bytes: bytes.value.length, imported_at: clock.now() },
      bytes: bytes.value,
      path,
    });
  }
  return ok(out);
}

type Ready = {
  readonly record: DataSources;
  readonly raw: readonly RawSource[];
  readonly assembled: Assembled;
};

function write(
  kind: CityKind,
  outDir: string,
  { record, raw, assembled }: Ready,
): Result<ImportReport, StoreError> {
  for (const r of raw) {
    const path = join(outDir, r.record.file);
    if (existsSync(path)) continue;
    const kept = writeWhole(path, r.bytes);
    if (!kept.ok) return kept;
  }
  const { state } = assembled;
  const missing = [...assembled.missing];
  const notes = assembled.notes.map((n) => n.slice(0, 1000));
  const saved = writeDataSources(outDir, { ...record, missing, notes });
  if (!saved.ok) return saved;
  if (state !== null) {
    const written = writeWhole(join(outDir, 'state.json'), stateText(state));
    if (!written.ok) return written;
  }
  return ok({
    kind,
    city_id: record.city_id,
    directory: outDir,
    usable: state !== null,
    missing,
    notes,
    counts:
      state === null
        ? {}
        : {
            places: state.city.places.length,
            buildings: state.city.buildings.length,
            roads: state.city.roads.length,
            zones: state.airspace.zones.length,
            ceiling_cells: state.airspace.ceiling_cells.length,
            uavs: state.fleet.length,
          },
    sources: record.sources,
  });
}
