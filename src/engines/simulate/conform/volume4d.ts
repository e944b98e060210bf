import { checkVolume4d, volumesConflict, type PlaneXY, type Volume4d } from '../volume4d.ts';
import { type ConformOutcome, asNumber, asRecord, unreadable } from './outcome.ts';

/**
 * Runs one row `{name, a, b, expected}`. Answers: `conflict`, `no_conflict`, `invalid`, or
 * `invalid_in_F3548_valid_in_GeoJSON` where the only fault is that a ring repeats its first vertex at the end.
 * Null for a row that only holds `meta`.
 */
export function conformVolume4d(row: unknown): ConformOutcome | null {
  const r = asRecord(row);
  if (r === null) return unreadable('?', 'it is no object');
  if ('meta' in r && !('a' in r)) return null;
  const id = String(r['name'] ?? '?');
  const a = readVolume(r['a']);
  const b = readVolume(r['b']);
  if (a === null || b === null)
    return unreadable(id, 'a and b need polygon_m or circle_m, altitudes and times');
  const { answer, note } = judge(a, b);
  return { id, passed: answer === r['expected'], expected: r['expected'], got: answer, note };
}

function judge(a: Volume4d, b: Volume4d): { answer: string; note: string } {
  const errors = [checkVolume4d(a), checkVolume4d(b)].flatMap((c) => (c.ok ? [] : [c.error]));
  const [first] = errors;
  if (first === undefined) return { answer: volumesConflict(a, b) ? 'conflict' : 'no_conflict', note: '' };
  const onlyClosed = errors.every((e) => e.type === 'ring_closed');
  return {
    answer: onlyClosed ? 'invalid_in_F3548_valid_in_GeoJSON' : 'invalid',
    note: errors.map((e) => e.message).join('; '),
  };
}

/** The shape of a row's volume; what its numbers mean is checked later. A missing bound is an open one. */
function readVolume(value: unknown): Volume4d | null {
  const v = asRecord(value);
  if (v === null) return null;
  const polygon = v['polygon_m'] ?? null;
  const circle = v['circle_m'] ?? null;
  if (polygon !== null && !(Array.isArray(polygon) && polygon.every((p) => numbers(p, 2)))) return null;
  if (circle !== null && !numbers(circle, 3)) return null;
  const bound = (key: string): number | null | undefined =>
    v[key] == null ? null : (asNumber(v[key]) ?? undefined);
  const [alt_lo, alt_hi, t0, t1] = ['alt_lo', 'alt_hi', 't0', 't1'].map(bound);
  if (alt_lo === undefined || alt_hi === undefined || t0 === undefined || t1 === undefined) return null;
  return {
    polygon_m: polygon as readonly PlaneXY[] | null,
    circle_m: circle as readonly [number, number, number] | null,
    alt_lo,
    alt_hi,
    t0,
    t1,
  };
}

function numbers(value: unknown, count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every((x) => asNumber(x) !== null);
}
