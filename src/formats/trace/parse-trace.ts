import { parse } from 'csv-parse/sync';
import { type Result, err, ok, parseStrictJson } from '#base';
import type { Trace } from '#logic';
import { type FormatError, formatError } from '../format-error.ts';

/** Names under which the time column is accepted. */
const TIME_NAMES = ['t_sec', 't', 'time', 'time_sec'];

/**
 * Reads a recorded trace. CSV: a header with a time column (`t_sec`, `t`, `time` or `time_sec`, seconds) and one column a signal.
 * JSON: `{"t_sec": [...], "signals": {"x": [...]}}`, or `{"x": [[t, value], ...]}` where signals may have their own times.
 */
export function parseTrace(name: string, text: string): Result<Trace, FormatError> {
  return name.endsWith('.json') ? fromJson(text) : fromCsv(text);
}

function fromCsv(text: string): Result<Trace, FormatError> {
  let rows: string[][];
  try {
    rows = parse(text, { skip_empty_lines: true, trim: true }) as string[][];
  } catch (e) {
    return err(
      formatError('invalid_data', `the file is no CSV table: ${e instanceof Error ? e.message : ''}`, ''),
    );
  }
  const header = rows[0];
  if (header === undefined) return err(formatError('empty_input', 'the file has no header line', 'line 1'));
  const time = header.findIndex((h) => TIME_NAMES.includes(h));
  if (time < 0)
    return err(formatError('invalid_data', `no time column: name one of ${TIME_NAMES.join(', ')}`, 'line 1'));
  if (new Set(header).size !== header.length)
    return err(formatError('invalid_data', 'two columns have the same name', 'line 1'));
  const columns = header.map(() => new Float64Array(rows.length - 1));
  for (let r = 1; r < rows.length; r++) {
    const row = rows[r]!;
    for (let c = 0; c < header.length; c++) {
      const cell = row[c] ?? '';
      const value = cell === '' ? NaN : Number(cell);
      if (!Number.isFinite(value))
        return err(
          formatError(
            'invalid_data',
            `${header[c]} is ${JSON.stringify(cell)}: a finite number is needed`,
            `line ${r + 1}`,
          ),
        );
      columns[c]![r - 1] = value;
    }
  }
  const signals = new Map(header.flatMap((h, c) => (c === time ? [] : [[h, columns[c]!] as const])));
  return ok({ t_sec: columns[time]!, signals });
}

function fromJson(text: string): Result<Trace, FormatError> {
  const json = parseStrictJson(text);
  if (!json.ok)
    return err(
      formatError('invalid_json', json.error.message, `line ${json.error.line}, column ${json.error.column}`),
    );
  const document = json.value;
  const bad = (message: string, place = ''): Result<Trace, FormatError> =>
    err(formatError('invalid_data', message, place));
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return bad('a trace is an object: {"t_sec": [...], "signals": {...}}');
  const object = document as Record<string, unknown>;
  if ('signals' in object) return common(object, bad);
  return own(object, bad);
}

type Bad = (message: string, place?: string) => Result<Trace, FormatError>;

function numbers(value: unknown): Float64Array | null {
  return Array.isArray(value) && value.every((v) => typeof v === 'number')
    ? Float64Array.from(value as number[])
    : null;
}

function common(object: Record<string, unknown>, bad: Bad): Result<Trace, FormatError> {
  const t_sec = numbers(object['t_sec']);
  if (t_sec === null) return bad('t_sec must be a list of numbers', 't_sec');
  if (typeof object['signals'] !== 'object' || object['signals'] === null)
    return bad('signals must be an object of lists', 'signals');
  const signals = new Map<string, Float64Array>();
  for (const [name, value] of Object.entries(object['signals'])) {
    const column = numbers(value);
    if (column === null) return bad(`${name} must be a list of numbers`, `signals.${name}`);
    signals.set(name, column);
  }
  return ok({ t_sec, signals });
}

function own(object: Record<string, unknown>, bad: Bad): Result<Trace, FormatError> {
  const signals = new Map<string, Float64Array>();
  const own_t_sec = new Map<string, Float64Array>();
  for (const [name, value] of Object.entries(object)) {
    const pairs =
      Array.isArray(value) &&
      value.every((p) => Array.isArray(p) && p.length === 2 && p.every((v) => typeof v === 'number'))
        ? (value as [number, number][])
        : null;
    if (pairs === null) return bad(`${name} must be a list of [time, value] pairs`, name);
    own_t_sec.set(
      name,
      Float64Array.from(pairs, (p) => p[0]),
    );
    signals.set(
      name,
      Float64Array.from(pairs, (p) => p[1]),
    );
  }
  const first = [...own_t_sec.values()][0];
  if (first === undefined) return bad('the trace has no signal');
  const shared = [...own_t_sec.values()].every(
    (t) => t.length === first.length && t.every((v, i) => v === first[i]),
  );
  return ok(shared ? { t_sec: first, signals } : { t_sec: first, signals, own_t_sec });
}
