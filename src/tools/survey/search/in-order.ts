import { type Result, err, ok } from '#base';

/**
 * Runs jobs a few at a time and gives their values in the order of the jobs, whichever ends first. The first error ends
 * the run: no further job is begun. `onDone` counts finished jobs.
 */
export async function inOrder<T, E>(
  jobs: readonly (() => Promise<Result<T, E>>)[],
  at_once: number,
  onDone: (done: number) => void,
): Promise<Result<readonly T[], E>> {
  const values: T[] = [];
  let failure: { readonly error: E } | null = null;
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (failure === null && next < jobs.length) {
      const i = next++;
      const result = await jobs[i]!();
      if (!result.ok) failure ??= { error: result.error };
      else {
        values[i] = result.value;
        onDone(++done);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(at_once, jobs.length)) }, worker));
  const ended = failure as { readonly error: E } | null;
  return ended === null ? ok(values) : err(ended.error);
}
