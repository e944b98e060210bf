import type { SurveyPatch } from '#ir';

/** The document after RFC 6902 operations, or null where a pointer leads nowhere. The old document is not changed. */
export function applyPatch<T>(document: T, patch: readonly SurveyPatch[]): T | null {
  let value: unknown = document;
  for (const operation of patch) {
    const next = applyOne(value, pointer(operation.path), operation);
    if (next === FAILED) return null;
    value = next;
  }
  return value as T;
}

const FAILED = Symbol('failed');

/** Members of a JSON Pointer (RFC 6901). */
export function pointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((p) => p.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applyOne(value: unknown, path: readonly string[], operation: SurveyPatch): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return operation.op === 'remove' ? FAILED : operation.value;
  if (Array.isArray(value)) return applyInList(value as unknown[], head, rest, operation);
  if (typeof value !== 'object' || value === null) return FAILED;
  const members = { ...(value as Record<string, unknown>) };
  if (rest.length === 0) {
    if (operation.op !== 'add' && !Object.hasOwn(members, head)) return FAILED;
    if (operation.op === 'remove') delete members[head];
    else members[head] = operation.value;
    return members;
  }
  if (!Object.hasOwn(members, head)) return FAILED;
  const next = applyOne(members[head], rest, operation);
  if (next === FAILED) return FAILED;
  members[head] = next;
  return members;
}

function applyInList(
  value: readonly unknown[],
  head: string,
  rest: readonly string[],
  operation: SurveyPatch,
): unknown {
  const list = [...value];
  if (rest.length === 0 && operation.op === 'add' && head === '-') return [...list, operation.value];
  const at = Number(head);
  const last = rest.length === 0 && operation.op === 'add' ? list.length : list.length - 1;
  if (!/^\d+$/.test(head) || at > last) return FAILED;
  if (rest.length > 0) {
    const next = applyOne(list[at], rest, operation);
    if (next === FAILED) return FAILED;
    list[at] = next;
  } else if (operation.op === 'add') list.splice(at, 0, operation.value);
  else if (operation.op === 'remove') list.splice(at, 1);
  else list[at] = operation.value;
  return list;
}
