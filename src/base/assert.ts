/** A broken promise of our own code: never caught below the tool runner and the gateway. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed';
}

/** Throws when our own code broke a promise. Bad input is never an assertion: it is a Result. */
export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new AssertionFailed(promise);
}

/** Lets the compiler list a forgotten case. */
export function assertNever(value: never): never {
  throw new AssertionFailed(`unhandled case ${JSON.stringify(value)}`);
}

/** The value, which our own code knows to be there. */
export function must<T>(value: T | undefined | null, promise: string): T {
  if (value === undefined || value === null) throw new AssertionFailed(promise);
  return value;
}
