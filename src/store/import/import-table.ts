import { basename, join } from 'node:path';
import { type Clock, type Result, err, ok, sha256Hex } from '#base';
import {
  type FormatError,
  M100_ATTRIBUTION,
  OSM_ATTRIBUTION,
  TRIP_ATTRIBUTION,
  readM100Power,
  readSumo,
  readTrips,
  regimePower,
} from '#formats';
import { type Provenance } from '#world';
import { inFile, readUserFile, writeWhole } from '../read-file.ts';
import { type StoreError, storeError } from '../store-error.ts';

/** What is imported as a table of its own, beside cities: energy, demand, ground transport. */
export const TABLE_KINDS = ['m100', 'tlc', 'sumo'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** What an import of a table did. */
export type TableReport = {
  readonly kind: TableKind;
  readonly file: string;
  readonly table: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
};

type Table = {
  readonly table: string;
  readonly value: object;
  readonly counts: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  readonly attribution: string;
};

/**
 * Normalises one file and writes it as `<table>.json` into a directory, with its provenance inside: `m100` gives
 * `energy_by_regime` (`dji_m100_q90_regime_v0`), `tlc` gives `trips`, `sumo` gives `ground_edges` or `ground_trips`.
 */
export function importTable(
  kind: TableKind,
  file: string,
  outDir: string,
  clock: Clock,
): Result<TableReport, StoreError> {
  const bytes = readUserFile(file);
  if (!bytes.ok) return bytes;
  const table = READERS[kind](bytes.value);
  if (!table.ok) return err(inFile(table.error, file));
  const { value, counts, notes, attribution } = table.value;
  const provenance: Provenance = {
    source: `${kind}, file ${basename(file)}`.slice(0, 200),
    sha256: sha256Hex(bytes.value),
    snapshot: null,
    attribution,
    synthetic: false,
  };
  const path = join(outDir, `${table.value.table}.json`);
  const content = {
    schema_version: 'table-1',
    table: table.value.table,
    imported_at: clock.now(),
    provenance: [provenance],
    notes,
    ...value,
  };
  const written = writeWhole(path, `${JSON.stringify(content)}\n`);
  if (!written.ok) return written;
  return ok({ kind, file: path, table: table.value.table, counts, notes });
}

const READERS: Readonly<Record<TableKind, (bytes: Uint8Array) => Result<Table, FormatError>>> = {
  m100: (bytes) => {
    const samples = readM100Power(bytes);
    if (!samples.ok) return samples;
    const regimes = regimePower(samples.value);
    return ok({
      table: 'energy_by_regime',
      value: { energy_id: 'dji_m100_q90_regime_v0', regimes },
      counts: { samples: samples.value.length, regimes: regimes.length },
      notes: ['power by flight regime only; what depends on speed, payload, wind or height is not in it'],
      attribution: M100_ATTRIBUTION,
    });
  },
  tlc: (bytes) => {
    const trips = readTrips(bytes);
    if (!trips.ok) return trips;
    return ok({
      table: 'trips',
      value: { publisher: trips.value.publisher, trips: trips.value.trips },
      counts: { trips: trips.value.trips.length },
      notes: ['taxi trips as a proxy of demand; no drone flew them', ...trips.value.notes],
      attribution: TRIP_ATTRIBUTION[trips.value.publisher],
    });
  },
  sumo: (bytes) => {
    const file = readSumo(bytes);
    if (!file.ok) return file;
    if (file.value.type === 'network') {
      return ok({
        table: 'ground_edges',
        value: { edges: file.value.edges },
        counts: { edges: file.value.edges.length },
        notes: ['free-flow times: no queue, no light, no other car'],
        attribution: `SUMO network, where made from OpenStreetMap: ${OSM_ATTRIBUTION}`,
      });
    }
    return ok({
      table: 'ground_trips',
      value: { trips: file.value.trips },
      counts: { trips: file.value.trips.length },
      notes: ['simulated trips'],
      attribution: 'the run that wrote the file',
    });
  },
};

/** Whether a word names a kind of table. */
export function isTableKind(kind: string): kind is TableKind {
  return (TABLE_KINDS as readonly string[]).includes(kind);
}

/** Refusal of a list of files where a table takes one. */
export function oneFile(files: readonly string[], outDir: string): Result<string, StoreError> {
  const [file] = files;
  if (file !== undefined && files.length === 1) return ok(file);
  return err(storeError('invalid_option', 'give one file for this kind', outDir));
}
