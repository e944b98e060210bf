import { type Result, err } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeJson, decodeText } from '../text-input.ts';
import { readAwcCsv } from './awc-csv.ts';
import { type MetarReports, readAwcJson } from './awc-json.ts';
import { readRawMetar } from './raw-metar.ts';

/** What to show wherever these reports are shown. */
export const METAR_ATTRIBUTION = 'NOAA/NWS Aviation Weather Center, public domain (where its files are used)';

/**
 * Reads METAR observations: the Aviation Weather Center's JSON or CSV, or raw lines. `reference` is a moment at or
 * shortly after raw reports, which do not say their month; the other formats need none.
 */
export function readMetar(
  bytes: Uint8Array,
  reference: string | null = null,
): Result<MetarReports, FormatError> {
  const text = decodeText(bytes, 'METAR reports (JSON, CSV or raw lines)');
  if (!text.ok) return text;
  const first = /\S/.exec(text.value)?.[0];
  if (first === undefined)
    return err(formatError('empty_input', 'the file is blank: expected METAR reports'));
  if (first === '<') {
    return err(
      formatError('wrong_type', 'this is XML or HTML: ask the weather service for format=json', 'line 1'),
    );
  }
  if (first === '[' || first === '{') {
    const json = decodeJson(bytes, 'METAR reports');
    return json.ok ? readAwcJson(json.value) : json;
  }
  if (/^raw_text,/m.test(text.value.slice(0, 20_000))) return readAwcCsv(text.value);
  if (/^[\w ]+,[\w ]+,/.test(text.value)) {
    return err(
      formatError(
        'wrong_type',
        'the CSV has no header line "raw_text,station_id,...": it is no METAR cache',
        'line 1',
      ),
    );
  }
  return readRawMetar(text.value, reference);
}
