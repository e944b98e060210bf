import { writeSync } from 'node:fs';

/** Exit codes of the command line; other programs depend on them. */
export const EXIT = { done: 0, internal: 1, bad_input: 2, refused: 3, ask: 4, failed: 5 } as const;

/** Bad input: one clear line and exit code 2. Never a stack trace. */
export class BadInput extends Error {
  readonly type: string;
  readonly path: string;

  constructor(type: string, message: string, path = '') {
    super(message);
    this.type = type;
    this.path = path;
  }
}

/** Output options that every command takes. */
export type OutputOptions = { readonly json?: boolean; readonly quiet?: boolean };

/** Writes all of a text, also into a pipe that fills up. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (e) {
      const code = (e as { code?: string }).code;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw e;
    }
  }
}

/** A result: one JSON document with `--json`, else lines for people. Control characters of names are made visible. */
export function printResult(options: OutputOptions, document: unknown, lines: () => readonly string[]): void {
  if (options.json === true) writeAll(1, `${JSON.stringify(document, null, 2)}\n`);
  else
    writeAll(
      1,
      lines()
        .map((l) => `${visible(l)}\n`)
        .join(''),
    );
}

/** Progress and logs: stderr, silent with `--quiet`. */
export function note(options: OutputOptions, line: string): void {
  if (options.quiet !== true) writeAll(2, `${visible(line)}\n`);
}

/** A failure: one line on stderr, and with `--json` an error document on stdout. */
export function printFailure(json: boolean, error: { type: string; message: string; path: string }): void {
  const message = visible(error.message.replace(/\s*\n\s*/g, ' '));
  if (json) writeAll(1, `${JSON.stringify({ error: { ...error, message } }, null, 2)}\n`);
  writeAll(2, `cloudbrain: ${message}\n`);
}

/** Terminal control sequences in data become visible text. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Unwraps a Result whose refusal is bad input. */
export function orBadInput<T>(
  result: { ok: true; value: T } | { ok: false; error: { type: string; message: string; path?: string } },
  path = '',
): T {
  if (result.ok) return result.value;
  throw new BadInput(result.error.type, result.error.message, result.error.path ?? path);
}
