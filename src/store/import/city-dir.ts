import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Result, err, ok } from '#base';
import { Id, Instant, LonLatTuple, Name } from '#world';
import { readUserJson, writeWhole } from '../read-file.ts';
import { type StoreError, storeError } from '../store-error.ts';

/** What can be imported into a city directory. */
export const CITY_KINDS = ['osm', 'overture', 'metar', 'open-meteo', 'uasfm', 'uas-zones'] as const;
export type CityKind = (typeof CITY_KINDS)[number];

/** Choices that shape the city; kept beside the data, so that every rebuild gives the same state. */
export const CitySettings = z.strictObject({
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable().default(null),
  ground_amsl_m: z.number().nullable().default(null),
  geoid_separation_m: z.number().nullable().default(null),
  fleet_seed: z.number().int().min(0).max(0xffffffff).default(1),
  uavs: z.number().int().min(0).max(1000).default(12),
  hubs: z.number().int().min(1).max(26).default(4),
  /** The weather station to use; null takes the nearest one that reports a wind. */
  station: z.string().max(8).nullable().default(null),
  /** The state's moment; null takes that of the weather. */
  time: Instant.nullable().default(null),
  /** A moment at or shortly after raw METAR reports, which do not name their month. */
  reference_time: Instant.nullable().default(null),
  /** Airports around which a stand-in ceiling grid is generated; a null place is looked up among the weather stations. */
  airports: z
    .array(z.strictObject({ code: z.string().regex(/^[A-Za-z0-9]{2,8}$/), at: LonLatTuple.nullable() }))
    .max(50)
    .default([]),
  /** Whether facility-map pages that are known to be incomplete are taken. */
  partial: z.boolean().default(false),
});
export type CitySettings = z.infer<typeof CitySettings>;

const SourceRecord = z.strictObject({
  kind: z.enum(CITY_KINDS),
  /** Relative to the directory. */
  file: z.string().max(300),
  name: z.string().max(200),
  sha256: z.string().length(64),
  bytes: z.number().int().min(0),
  imported_at: z.string().max(40),
});
export type SourceRecord = z.infer<typeof SourceRecord>;

/** The record of a city directory: what was imported, with which choices, and what is still missing. */
export const DataSources = z.strictObject({
  schema_version: z.literal('data-sources-1'),
  city_id: Id,
  name: Name,
  created_at: z.string().max(40),
  settings: CitySettings,
  sources: z.array(SourceRecord).max(200),
  missing: z.array(z.string().max(300)).default([]),
  notes: z.array(z.string().max(1000)).default([]),
});
export type DataSources = z.infer<typeof DataSources>;

const FILE = 'data_sources.json';

/** The record of a directory, or null where there is none yet. */
export function readDataSources(dir: string): Result<DataSources | null, StoreError> {
  const path = join(dir, FILE);
  if (!existsSync(path)) {
    if (existsSync(join(dir, 'state.json'))) {
      return err(
        storeError(
          'invalid_input',
          `${dir} holds a state.json that no import made: choose another directory for --out`,
          dir,
        ),
      );
    }
    return ok(null);
  }
  const json = readUserJson(path, 'the record of a city directory');
  if (!json.ok) return json;
  const parsed = DataSources.safeParse(json.value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0]!;
  return err(
    storeError('invalid_input', `${path}, ${issue.path.map(String).join('.')}: ${issue.message}`, path),
  );
}

/** Writes the record. */
export function writeDataSources(dir: string, record: DataSources): Result<null, StoreError> {
  return writeWhole(join(dir, FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/** The name under which a raw file is kept: kind, hash, and what can be kept of its own name. */
export function rawName(kind: CityKind, sha256: string, path: string): string {
  const own = basename(path)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .slice(-80);
  return `raw/${kind}-${sha256.slice(0, 12)}-${own}`;
}
