import { type Result, err, ok, parseStrictJson } from '#base';
import type { IrError } from './ir-error.ts';

/** Stage 1: the text is one JSON document, strictly: no duplicate keys, no infinite numbers, no text around it. */
export function jsonStage(text: string): Result<unknown, readonly IrError[]> {
  const parsed = parseStrictJson(text);
  if (parsed.ok) return parsed;
  const { message, line, column, path } = parsed.error;
  return err([
    {
      valid: false,
      stage: 'json',
      error_type: 'invalid_json',
      field: path,
      value: null,
      message: `line ${line}, column ${column}: ${message}`,
      suggestion: 'Send one JSON object and nothing else.',
    },
  ]);
}

/** Stage 1 for a document that is already a value: it must survive a round through strict JSON. */
export function valueStage(value: unknown): Result<unknown, readonly IrError[]> {
  let text: string;
  try {
    text = JSON.stringify(value) ?? '';
  } catch {
    text = '';
  }
  const finite = firstNonFinite(value, '');
  if (finite !== null) {
    return err([
      {
        valid: false,
        stage: 'json',
        error_type: 'invalid_json',
        field: finite,
        value: null,
        message: 'the number is not finite',
        suggestion: 'Give a finite number.',
      },
    ]);
  }
  const stage = jsonStage(text);
  return stage.ok ? ok(stage.value) : stage;
}

function firstNonFinite(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = firstNonFinite(member, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
