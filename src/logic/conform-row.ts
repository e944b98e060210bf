/** Outcome of one conformance row: what was expected and what came out, as short texts. */
export type ConformResult = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
  readonly note: string;
};

/** A time and a value; infinities are already numbers. */
export type Point = readonly [number, number];

/** A JSON number, or one of the texts `inf`, `-inf`; NaN for anything else. */
export function looseNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (value === 'inf' || value === '+inf' || value === 'Infinity') return Infinity;
    if (value === '-inf' || value === '-Infinity') return -Infinity;
    if (value.trim() !== '') return Number(value);
  }
  return NaN;
}

/** A JSON list of [time, value] pairs; null for anything else. */
export function points(value: unknown): Point[] | null {
  if (!Array.isArray(value)) return null;
  const list: Point[] = [];
  for (const entry of value) {
    if (!Array.isArray(entry) || entry.length !== 2) return null;
    list.push([looseNumber(entry[0]), looseNumber(entry[1])]);
  }
  return list;
}

/** A JSON object, or an empty one. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Named lists of points of a row; null where it is malformed. */
export function signalsOf(value: unknown): ReadonlyMap<string, Point[]> | null {
  const signals = new Map<string, Point[]>();
  for (const [name, list] of Object.entries(record(value))) {
    const parsed = points(list);
    if (parsed === null) return null;
    signals.set(name, parsed);
  }
  return signals;
}

/** Equal up to the last digits of a printed double. */
export function close(a: number, b: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return Number.isNaN(a) && Number.isNaN(b);
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** A list of points as a short text. */
export function shown(list: readonly Point[] | null): string {
  if (list === null) return 'none';
  const part = list.slice(0, 40).map(([t, v]) => `[${t},${v}]`);
  return `[${part.join(' ')}${list.length > 40 ? ' ...' : ''}]`;
}

/** The first difference of two right-continuous step functions from `from` to `to` (seconds), or null. */
export function stepDifference(
  expected: readonly Point[],
  got: readonly Point[],
  from: number,
  to: number,
): string | null {
  // Whole nanoseconds: times of the rows are decimals that went through doubles.
  const ns = (list: readonly Point[]): Point[] =>
    list.filter(([t]) => t !== Infinity).map(([t, v]) => [Math.round(t * 1e9), v]);
  const [a, b] = [ns(expected), ns(got)];
  const start = Math.round(from * 1e9);
  const end = to === Infinity ? Infinity : Math.round(to * 1e9);
  const times = [...new Set([start, ...a.map(([t]) => t), ...b.map(([t]) => t)])]
    .filter((t) => t >= start && t <= end)
    .sort((x, y) => x - y);
  const at = (list: readonly Point[], t: number): number => {
    let value = NaN;
    for (const [time, v] of list) if (time <= t) value = v;
    return value;
  };
  for (const t of times) {
    const [x, y] = [at(a, t), at(b, t)];
    if (!close(x, y)) return `at ${t / 1e9} s expected ${x}, got ${y}`;
  }
  return null;
}
