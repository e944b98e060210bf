import { parse } from 'csv-parse/sync';
import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from './format-error.ts';
import { decodeText } from './text-input.ts';

/** A CSV file with a header: column names, and rows of as many fields. */
export type CsvTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Reads a CSV file with a header line; every row must have as many fields. */
export function readCsv(bytes: Uint8Array, wanted: string): Result<CsvTable, FormatError> {
  const text = decodeText(bytes, wanted);
  if (!text.ok) return text;
  let rows: string[][];
  try {
    rows = parse(text.value, { skip_empty_lines: true });
  } catch (e) {
    const line = e instanceof Error && 'lines' in e ? `line ${String(e.lines)}` : '';
    return err(formatError('invalid_data', `the CSV is broken: a quote, or the number of fields`, line));
  }
  const columns = rows[0];
  if (columns === undefined) return err(formatError('empty_input', `the file is blank: expected ${wanted}`));
  return ok({ columns: columns.map((c) => c.trim()), rows: rows.slice(1) });
}

/** Positions of named columns, or an error that names the first one that is missing. */
export function columnsOf<K extends string>(
  table: CsvTable,
  names: readonly K[],
  wanted: string,
): Result<Readonly<Record<K, number>>, FormatError> {
  const out = {} as Record<K, number>;
  for (const name of names) {
    const at = table.columns.indexOf(name);
    if (at < 0)
      return err(formatError('wrong_type', `the CSV has no column ${name}: it is no ${wanted}`, 'header'));
    out[name] = at;
  }
  return ok(out);
}
