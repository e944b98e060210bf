/** Longest result of a tool that a model is given, in characters. */
export const OUTPUT_CHARS = 16_000;

/** Longest lists and texts tried, one after the other, until a result is short enough. */
const CUTS: readonly (readonly [items: number, chars: number])[] = [
  [40, 2000],
  [20, 1000],
  [10, 400],
  [4, 160],
  [2, 80],
];

/** A tool's result as JSON of at most `OUTPUT_CHARS` characters: long lists and texts are cut, and say so. */
export function limitedJson(value: unknown, most = OUTPUT_CHARS): string {
  const whole = JSON.stringify(value) ?? 'null';
  if (whole.length <= most) return whole;
  for (const [items, chars] of CUTS) {
    const text = JSON.stringify({ truncated: true, result: cut(value, items, chars) });
    if (text.length <= most) return text;
  }
  return JSON.stringify({ truncated: true, result: null });
}

function cut(value: unknown, items: number, chars: number): unknown {
  if (typeof value === 'string') {
    return value.length <= chars ? value : `${value.slice(0, chars).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((v) => cut(v, items, chars));
    return value.length <= items ? kept : [...kept, `… ${value.length - items} more`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, cut(v, items, chars)]));
}
