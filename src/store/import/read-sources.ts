import { type Result, err, ok } from '#base';
import {
  METAR_ATTRIBUTION,
  UASFM_ATTRIBUTION,
  type FormatError,
  type MetarReport,
  type ModelSeries,
  OPEN_METEO_ATTRIBUTION,
  type UasfmCells,
  readMetar,
  readOpenMeteo,
  readOverture,
  readUasZones,
  readOsm,
  readUasfm,
} from '#formats';
import { STANDIN_SOURCE, type MapExtract, type Provenance, type Zone } from '#world';
import { inFile } from '../read-file.ts';
import { type StoreError } from '../store-error.ts';
import { type CitySettings, type SourceRecord } from './city-dir.ts';

/** A raw file in memory with its record. */
export type RawSource = {
  readonly record: SourceRecord;
  readonly bytes: Uint8Array;
  /** The path to name in an error: the user's own, or that of the copy in the directory. */
  readonly path: string;
};

/** Everything that the sources of a directory say. */
export type Readings = {
  readonly maps: readonly MapExtract[];
  readonly reports: readonly MetarReport[];
  readonly models: readonly ModelSeries[];
  readonly ceilings: readonly UasfmCells[];
  readonly zones: readonly Zone[];
  readonly provenance: readonly Provenance[];
  readonly notes: readonly string[];
};

type Collected = {
  maps: MapExtract[];
  reports: MetarReport[];
  models: ModelSeries[];
  ceilings: UasfmCells[];
  zones: Zone[];
  provenance: Provenance[];
  notes: string[];
};

/** Reads every source of a directory; the first that cannot be read is the error, with its file. */
export async function readSources(
  sources: readonly RawSource[],
  settings: CitySettings,
): Promise<Result<Readings, StoreError>> {
  const out: Collected = {
    maps: [],
    reports: [],
    models: [],
    ceilings: [],
    zones: [],
    provenance: [],
    notes: [],
  };
  for (const source of sources) {
    const read = await READERS[source.record.kind](source.bytes, settings, out);
    if (!read.ok) return err(inFile(read.error, source.path));
    const { what, snapshot, attribution, synthetic } = read.value;
    out.provenance.push({
      source: `${what}, file ${source.record.name.replace(/^.*[\\/]/, '')}`.slice(0, 200),
      sha256: source.record.sha256,
      snapshot,
      attribution: attribution.slice(0, 300),
      synthetic,
    });
  }
  return ok(out);
}

type Told = {
  readonly what: string;
  readonly snapshot: string | null;
  readonly attribution: string;
  readonly synthetic: boolean;
};
type Reader = (
  bytes: Uint8Array,
  settings: CitySettings,
  out: Collected,
) => Result<Told, FormatError> | Promise<Result<Told, FormatError>>;

function keepMap(extract: Result<MapExtract, FormatError>, out: Collected): Result<Told, FormatError> {
  if (!extract.ok) return extract;
  out.maps.push(extract.value);
  const { source, snapshot, attribution } = extract.value;
  return ok({ what: source, snapshot, attribution, synthetic: false });
}

const READERS: Readonly<Record<SourceRecord['kind'], Reader>> = {
  osm: (bytes, _settings, out) => keepMap(readOsm(bytes), out),
  overture: async (bytes, _settings, out) => keepMap(await readOverture(bytes), out),
  'open-meteo': (bytes, _settings, out) => {
    const read = readOpenMeteo(bytes);
    if (!read.ok) return read;
    out.models.push(...read.value);
    const snapshot = read.value[0]?.hours[0]?.time ?? null;
    return ok({ what: 'Open-Meteo', snapshot, attribution: OPEN_METEO_ATTRIBUTION, synthetic: false });
  },
  'uas-zones': (bytes, _settings, out) => {
    const read = readUasZones(bytes);
    if (!read.ok) return read;
    out.zones.push(...read.value.zones);
    out.notes.push(...read.value.notes);
    const attribution = 'the publisher of the zones';
    return ok({
      what: 'UAS geographical zones',
      snapshot: read.value.snapshot,
      attribution,
      synthetic: false,
    });
  },
  metar: (bytes, settings, out) => {
    const read = readMetar(bytes, settings.reference_time);
    if (!read.ok) return read;
    out.reports.push(...read.value.reports);
    out.notes.push(...read.value.notes.slice(0, 5));
    const newest =
      read.value.reports
        .map((r) => r.observed_at)
        .sort()
        .at(-1) ?? null;
    return ok({ what: 'METAR', snapshot: newest, attribution: METAR_ATTRIBUTION, synthetic: false });
  },
  uasfm: (bytes, settings, out) => {
    const read = readUasfm(bytes, { accept_incomplete: settings.partial });
    if (!read.ok) return read;
    out.ceilings.push(read.value);
    out.notes.push(...read.value.notes);
    const synthetic = read.value.cells.some((c) => c.source.startsWith(STANDIN_SOURCE));
    return ok({
      what: 'UAS facility map',
      snapshot: read.value.snapshot,
      attribution: UASFM_ATTRIBUTION,
      synthetic,
    });
  },
};
