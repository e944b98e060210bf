import { assert } from './assert.ts';

/**
 * Canonical JSON after RFC 8785: keys sorted by UTF-16 code units, shortest numbers, no white space.
 * Members whose value is undefined are left out, as JSON.stringify does. A number that is not finite throws:
 * it must have been refused at the door.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    assert(Number.isFinite(value), 'canonical JSON holds finite numbers only');
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${Array.from(value, (v: unknown) => canonicalJson(v === undefined ? null : v)).join(',')}]`;
  assert(typeof value === 'object', `canonical JSON cannot hold a ${typeof value}`);
  const object = value as Record<string, unknown>;
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}
