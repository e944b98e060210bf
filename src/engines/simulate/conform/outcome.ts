/** How one conformance row came out. `expected` and `got` are short texts or values for a person to compare. */
export type ConformOutcome = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: unknown;
  readonly got: unknown;
  readonly note: string;
};

/** A plain object, or null. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A finite number, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The outcome of a row that cannot be read. */
export function unreadable(id: string, note: string): ConformOutcome {
  return { id, passed: false, expected: null, got: null, note: `the row cannot be read: ${note}` };
}
