/** A place in a document: member names and indices from the root. */
export type Path = readonly (string | number)[];

/** One reversible change of a JSON document. `undefined` on a side of `set` says that the member is not there. */
export type Step =
  | { readonly kind: 'set'; readonly path: Path; readonly was: unknown; readonly became: unknown }
  | {
      readonly kind: 'splice';
      readonly path: Path;
      readonly at: number;
      readonly removed: readonly unknown[];
      readonly added: readonly unknown[];
    };

type Members = Readonly<Record<string, unknown>>;

const isObject = (x: unknown): x is Members => typeof x === 'object' && x !== null && !Array.isArray(x);

/** A document's own member; what objects inherit, such as `toString`, is none. */
const member = (x: Members, key: string): unknown => (Object.hasOwn(x, key) ? x[key] : undefined);

/** Whether two JSON values are equal. Shared parts are equal at a glance. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((x, i) => sameValue(x, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((k) => Object.hasOwn(b, k) && sameValue(a[k], b[k]))
  );
}

/** The changes that lead from one document to another; parts that both share cost nothing. */
export function stepsBetween(before: unknown, after: unknown, path: Path = []): Step[] {
  if (Object.is(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((k) => stepsBetween(member(before, k), member(after, k), [...path, k]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    // Thousands of heights are one value: a step for each would outweigh the document.
    if (isLongRow(before) && isLongRow(after))
      return sameValue(before, after) ? [] : [{ kind: 'set', path, was: before, became: after }];
    if (before.length === after.length)
      return before.flatMap((x: unknown, i) => stepsBetween(x, after[i], [...path, i]));
    return [splice(before, after, path)];
  }
  return [{ kind: 'set', path, was: before, became: after }];
}

/** Entries from which on a list of plain values is changed as a whole. */
const LONG_ROW = 1000;

function isLongRow(list: readonly unknown[]): boolean {
  return list.length >= LONG_ROW && list.every((x) => typeof x !== 'object' || x === null);
}

/** The part between the common head and the common tail of two lists. */
function splice(before: readonly unknown[], after: readonly unknown[], path: Path): Step {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && sameValue(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && sameValue(before[before.length - 1 - tail], after[after.length - 1 - tail]))
    tail++;
  return {
    kind: 'splice',
    path,
    at: head,
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
  };
}

/** The document after the steps; parts that they do not touch are shared with the old one. */
export function applySteps<T>(document: T, steps: readonly Step[]): T {
  return steps.reduce<unknown>((doc, step) => applyAt(doc, step.path, step), document) as T;
}

/** The steps that lead back. */
export function inverse(steps: readonly Step[]): Step[] {
  return [...steps]
    .reverse()
    .map((s) =>
      s.kind === 'set'
        ? { ...s, was: s.became, became: s.was }
        : { ...s, removed: s.added, added: s.removed },
    );
}

function applyAt(value: unknown, path: Path, step: Step): unknown {
  const [head, ...rest] = path;
  if (head === undefined) {
    if (step.kind === 'set') return step.became;
    const list = [...(value as unknown[])];
    list.splice(step.at, step.removed.length, ...step.added);
    return list;
  }
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    list[head as number] = applyAt(list[head as number], rest, step);
    return list;
  }
  const members = { ...(value as Members) };
  const next = applyAt(members[head], rest, step);
  if (next === undefined) delete members[head];
  else members[head] = next;
  return members;
}
