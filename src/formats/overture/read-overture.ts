import { type Result, err, ok } from '#base';
import { type MapExtract, type MapFeature } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import { checkSize, decodeJson } from '../text-input.ts';
import { type OvertureRow, type Skipped, translateRow } from './translate.ts';

/** What to show wherever Overture data is shown. */
export const OVERTURE_ATTRIBUTION =
  'Overture Maps Foundation, overturemaps.org; buildings and roads ODbL (© OpenStreetMap contributors), places CDLA-Permissive-2.0';

/** Most rows of one file. */
const MOST_ROWS = 500_000;

/**
 * Reads a file of the Overture Maps themes places, buildings, transportation or infrastructure, in GeoParquet or
 * GeoJSON, of any release since 2024. Reading Parquet is asynchronous.
 */
export async function readOverture(bytes: Uint8Array): Promise<Result<MapExtract, FormatError>> {
  const size = checkSize(bytes, 'an Overture file (GeoParquet or GeoJSON)');
  if (!size.ok) return size;
  const isParquet = bytes.length > 4 && String.fromCharCode(...bytes.subarray(0, 4)) === 'PAR1';
  const rows = isParquet ? await parquetRows(bytes) : geoJsonRows(bytes);
  return rows.ok ? toExtract(rows.value) : rows;
}

async function parquetRows(bytes: Uint8Array): Promise<Result<OvertureRow[], FormatError>> {
  if (String.fromCharCode(...bytes.subarray(-4)) !== 'PAR1') {
    return err(
      formatError('truncated', 'the Parquet file was cut off: download it again', `byte ${bytes.length}`),
    );
  }
  // Loaded when needed: most runs read no Parquet.
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  try {
    const file = bytes.slice().buffer;
    const rows = await parquetReadObjects({ file, compressors, rowEnd: MOST_ROWS + 1 });
    if (rows.length > MOST_ROWS) {
      return err(formatError('too_large', `more than ${MOST_ROWS} rows: cut the file to the city's bounds`));
    }
    return ok(
      rows.map((r, i) => {
        const { id, geometry, ...properties } = r as Record<string, unknown>;
        return { id: typeof id === 'string' ? id : `row${i}`, geometry, properties };
      }),
    );
  } catch (e) {
    const why = e instanceof Error ? e.message.replace(/\s+/g, ' ').slice(0, 120) : 'unknown reason';
    return err(formatError('invalid_data', `the Parquet file cannot be read (${why}): download it again`));
  }
}

function geoJsonRows(bytes: Uint8Array): Result<OvertureRow[], FormatError> {
  const json = decodeJson(bytes, 'an Overture file (GeoParquet or GeoJSON)');
  if (!json.ok) return json;
  const root = json.value as { type?: unknown; features?: unknown };
  if (root === null || root.type !== 'FeatureCollection' || !Array.isArray(root.features)) {
    return err(formatError('wrong_type', 'this JSON is no GeoJSON FeatureCollection of Overture features'));
  }
  const rows: OvertureRow[] = [];
  for (const [i, f] of (root.features as unknown[]).entries()) {
    if (typeof f !== 'object' || f === null) {
      return err(formatError('invalid_data', 'a feature must be an object', `features[${i}]`));
    }
    const { id, geometry, properties } = f as Record<string, unknown>;
    if (typeof properties !== 'object' || properties === null) {
      return err(formatError('invalid_data', 'a feature needs properties', `features[${i}].properties`));
    }
    const p = properties as Record<string, unknown>;
    const own = typeof id === 'string' ? id : typeof p['id'] === 'string' ? p['id'] : `row${i}`;
    rows.push({ id: own, geometry, properties: p });
  }
  return ok(rows);
}

function toExtract(rows: readonly OvertureRow[]): Result<MapExtract, FormatError> {
  const features: MapFeature[] = [];
  const skipped: Record<Skipped, number> = { unwanted: 0, unsure: 0, closed: 0, underground: 0, broken: 0 };
  let newest = '';
  let known = false;
  for (const row of rows) {
    known ||= row.properties['sources'] !== undefined;
    const feature = translateRow(row);
    if (typeof feature === 'string') skipped[feature]++;
    else features.push(feature);
    const first: unknown = Array.isArray(row.properties['sources'])
      ? row.properties['sources'][0]
      : undefined;
    const update = (first as { update_time?: unknown } | undefined)?.update_time;
    if (typeof update === 'string' && update > newest) newest = update;
  }
  if (!known)
    return err(formatError('wrong_type', 'no row has the column "sources": this is no Overture file'));
  if (features.length === 0) {
    return err(
      formatError('incomplete_data', `none of ${rows.length} rows is something that a city is built from`),
    );
  }
  const notes = [
    skipped.unsure > 0 ? `${skipped.unsure} places with a confidence below 0.5 were left out` : '',
    skipped.closed > 0 ? `${skipped.closed} closed places were left out` : '',
    skipped.underground > 0 ? `${skipped.underground} buildings below ground were left out` : '',
    skipped.broken > 0 ? `${skipped.broken} rows have no usable geometry` : '',
  ].filter((n) => n !== '');
  return ok({
    source: 'Overture Maps',
    attribution: OVERTURE_ATTRIBUTION,
    snapshot: newest === '' ? null : newest.slice(0, 10),
    bounds: null,
    features,
    notes,
  });
}
