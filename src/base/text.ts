import { LIMITS } from './limits.ts';

/**
 * A name as data: normalised (NFKC), one line, no control, bidirectional or zero-width characters,
 * at most LIMITS.name_chars characters. Never interpret what it says.
 */
export function cleanName(raw: string): string {
  return [
    ...raw
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, LIMITS.name_chars)
    .join('');
}

/** Levenshtein distance by code units; used only to order suggestions. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The names nearest to what was written, nearest first, ties by name. */
export function nearestNames(
  written: string,
  names: Iterable<string>,
  most: number = LIMITS.suggestions,
): string[] {
  const wanted = written.slice(0, 200).toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: editDistance(wanted, name.slice(0, 200).toLowerCase()) }))
    .sort((x, y) => x.distance - y.distance || (x.name < y.name ? -1 : x.name > y.name ? 1 : 0))
    .slice(0, most)
    .map((x) => x.name);
}

/** Orders by UTF-16 code units: the only string order that is the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
