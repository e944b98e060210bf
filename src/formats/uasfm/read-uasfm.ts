import { M_PER_FT, type Result, err, ok, quantize } from '#base';
import { type CeilingCell, STANDIN_SOURCE } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeJson } from '../text-input.ts';
import { type Row, isRow, ringsOf } from './geometry.ts';

/** What to show wherever facility-map cells are shown. */
export const UASFM_ATTRIBUTION = 'FAA UAS Facility Map layout; a facility map is no authorisation';

/** Whether pages that are known to be incomplete are refused or taken with a note. */
export type UasfmOptions = { readonly accept_incomplete: boolean };

/** Cells of a facility map. `is_complete` is false where the service said that more cells exist than it gave. */
export type UasfmCells = {
  readonly cells: readonly CeilingCell[];
  readonly is_complete: boolean;
  /** The date on which the newest cell took effect, where stated. */
  readonly snapshot: string | null;
  readonly notes: readonly string[];
};

/** Highest ceiling that such a map can hold, in feet; published ones go to 400. */
const MOST_FT = 3000;

/**
 * Reads facility-map cells from an answer of the feature service in ArcGIS JSON (attributes, rings) or GeoJSON
 * (properties, coordinates). Ceilings are in feet above ground and come out in metres; a cell without one denies.
 */
export function readUasfm(
  bytes: Uint8Array,
  options: UasfmOptions = { accept_incomplete: false },
): Result<UasfmCells, FormatError> {
  const json = decodeJson(bytes, 'facility-map cells (ArcGIS JSON or GeoJSON)');
  if (!json.ok) return json;
  const root = json.value;
  if (!isRow(root)) return err(formatError('wrong_type', 'this JSON is no answer of a feature service'));
  const refused = serviceProblem(root);
  if (refused !== null) return err(refused);
  if (!Array.isArray(root['features'])) {
    return err(
      formatError(
        'wrong_type',
        'this JSON has no list "features": query the layer with f=json or f=geojson',
        'features',
      ),
    );
  }
  const is_complete = !saysMore(root);
  if (!is_complete && !options.accept_incomplete) {
    return err(
      formatError(
        'incomplete_data',
        'the file is one page of several (exceededTransferLimit): fetch the other pages with resultOffset and give all of ' +
          'them, or say that the gap is accepted (partial)',
        'exceededTransferLimit',
      ),
    );
  }
  return collect(root, is_complete);
}

/** Errors of the service arrive in a body with HTTP status 200. */
function serviceProblem(root: Row): FormatError | null {
  const error = root['error'];
  if (isRow(error)) {
    const code = typeof error['code'] === 'number' ? ` ${error['code']}` : '';
    const said = typeof error['message'] === 'string' ? `: ${error['message'].slice(0, 120)}` : '';
    return formatError(
      'service_error',
      `the map service answered with error${code}${said}; ask again later`,
      'error',
    );
  }
  const reference = root['spatialReference'];
  const wkid = isRow(reference) ? (reference['latestWkid'] ?? reference['wkid']) : undefined;
  if (wkid !== undefined && wkid !== 4326) {
    return formatError(
      'invalid_data',
      `coordinates are in ${String(wkid)}: query with outSR=4326`,
      'spatialReference',
    );
  }
  return null;
}

function saysMore(root: Row): boolean {
  const properties = root['properties'];
  return (
    root['exceededTransferLimit'] === true ||
    (isRow(properties) && properties['exceededTransferLimit'] === true)
  );
}

function collect(root: Row, is_complete: boolean): Result<UasfmCells, FormatError> {
  const standIn = typeof root['_note'] === 'string' && /stand-?in/i.test(root['_note']);
  const cells = new Map<string, CeilingCell>();
  const notes: string[] = [];
  let [denied, unready, effective_ms] = [0, 0, 0];
  for (const [i, feature] of (root['features'] as unknown[]).entries()) {
    const place = `features[${i}]`;
    if (!isRow(feature)) return err(formatError('invalid_data', 'a feature must be an object', place));
    const fields = feature['attributes'] ?? feature['properties'];
    if (!isRow(fields)) return err(formatError('invalid_data', 'a cell needs attributes', place));
    const ceiling = ceilingOf(fields, place);
    if (!ceiling.ok) return ceiling;
    const rings = ringsOf(feature['geometry'], `${place}.geometry`);
    if (!rings.ok) return rings;
    if (ceiling.value === null) denied++;
    if (isUnready(fields)) unready++;
    const eff = fields['MAP_EFF'];
    if (typeof eff === 'number' && eff > effective_ms && eff < 32503680000000) effective_ms = eff;
    const id = cellId(fields, i);
    rings.value.forEach((ring, k) => {
      const name = k === 0 ? id : `${id}_${k + 1}`;
      if (cells.has(name)) return;
      cells.set(name, {
        id: name,
        outline: { type: 'polygon', rings: [ring] },
        ceiling_agl_m: ceiling.value,
        source: sourceOf(fields, standIn),
      });
    });
  }
  if (cells.size === 0)
    return err(formatError('incomplete_data', 'the file holds no cell: query the area of the city'));
  if (!is_complete)
    notes.push('the file is one page of several: cells are missing, and where they lie is not known');
  if (denied > 0) notes.push(`${denied} cells have no ceiling and are closed`);
  if (unready > 0)
    notes.push(`${unready} cells belong to airports that grant nothing automatically (LAANC 0)`);
  return ok({
    cells: [...cells.values()],
    is_complete,
    snapshot: effective_ms > 0 ? new Date(effective_ms).toISOString().slice(0, 10) : null,
    notes,
  });
}

function ceilingOf(fields: Row, place: string): Result<number | null, FormatError> {
  if (!('CEILING' in fields)) {
    return err(
      formatError('wrong_type', 'a cell needs the field CEILING: query with outFields=*', `${place}.CEILING`),
    );
  }
  const value = fields['CEILING'];
  if (value === null || value === '') return ok(null);
  const unit = fields['UNIT'];
  if (typeof unit !== 'string' || !/^(feet|foot|ft)$/i.test(unit.trim())) {
    return err(
      formatError(
        'invalid_data',
        `CEILING is read in feet, but UNIT says ${JSON.stringify(unit ?? null)}: query with outFields=*`,
        `${place}.UNIT`,
      ),
    );
  }
  const feet = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof feet !== 'number' || !(feet >= 0 && feet <= MOST_FT)) {
    return err(
      formatError(
        'invalid_data',
        `CEILING must be 0 to ${MOST_FT} feet, not ${JSON.stringify(value)}`,
        `${place}.CEILING`,
      ),
    );
  }
  return ok(quantize(feet * M_PER_FT, 1e-4));
}

/** Newer layers write GLOBALID, older ones GLOBAL_ID; some queries leave both out. */
function cellId(fields: Row, index: number): string {
  const id = fields['GLOBALID'] ?? fields['GLOBAL_ID'] ?? fields['OBJECTID'] ?? `row${index}`;
  return `uasfm_${String(id)
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 60)}`;
}

function isUnready(fields: Row): boolean {
  const flags = [1, 2, 3, 4, 5]
    .map((k) => fields[`APT${k}_LAANC`])
    .filter((v) => v !== null && v !== undefined);
  return flags.length > 0 && flags.every((v) => v === 0);
}

function sourceOf(fields: Row, standIn: boolean): string {
  const words = [standIn ? STANDIN_SOURCE : 'uasfm'];
  for (const key of ['APT1_ICAO', 'APT1_FAAID']) {
    const value = fields[key];
    if (typeof value === 'string' && /^[A-Z0-9]{2,5}$/.test(value)) {
      words.push(value);
      break;
    }
  }
  const airspace = [1, 2, 3, 4, 5]
    .map((k) => fields[`AIRSPACE_${k}`])
    .filter((v) => typeof v === 'string' && /^[A-G]\d?$/.test(v));
  if (airspace.length > 0) words.push(`class ${airspace.join('/')}`);
  return words.join(' ');
}
