import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type AbortSignalLike, err, ok } from '#base';
import type { SurveyCatalogue } from '#world';
import type { SurveyBackend } from './backend.ts';
import type { SurveyJob, SurveyJobResult } from './jobs.ts';

/** Jobs that may wait; more are refused, so that a flood cannot fill the memory. */
const QUEUE = 512;
/** A solver that does not heed its limit for so many seconds is ended with its thread. */
const GRACE_S = 60;
/** Heap of one thread: the largest plan with its working set takes some hundred megabytes. */
const HEAP_MB = 1536;

/** A full queue: the caller is told to come again. */
export class QueueFull extends Error {}

/** Threads that do survey work. */
export type SurveyPool = {
  /** Rejects with `QueueFull`, or with the error of a broken thread. */
  readonly run: (job: SurveyJob, limit_s: number) => Promise<SurveyJobResult>;
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
};

/** Opens the threads; they end when idle and start again when needed. */
export function openSurveyPool(catalogue: SurveyCatalogue, threads: number): SurveyPool {
  const source = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const pool = new Piscina({
    filename: fileURLToPath(new URL(source, import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    maxQueue: QUEUE,
    idleTimeout: 30_000,
    workerData: { catalogue },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // A thread that breaks rejects its own job, and another takes its place; without a listener the process would end.
  pool.on('error', () => undefined);
  return {
    run: async (job, limit_s) => {
      if (pool.queueSize >= QUEUE) throw new QueueFull();
      return (await pool.run(job, { signal: AbortSignal.timeout(limit_s * 1000) })) as SurveyJobResult;
    },
    waiting: () => pool.queueSize,
    close: () => pool.destroy(),
  };
}

/** Planner and validator in the pool's threads. A signal reaches the solver through shared memory. */
export function poolBackend(pool: SurveyPool): SurveyBackend {
  return {
    plan: async (scenario, limits) => {
      const stop = new SharedArrayBuffer(4);
      const flag = new Int32Array(stop);
      const onAbort = (): void => void Atomics.store(flag, 0, 1);
      const { signal } = limits;
      if (signal?.aborted === true) return err({ type: 'stopped', message: 'the caller went away' });
      signal?.addEventListener('abort', onAbort);
      try {
        const job: SurveyJob = { kind: 'plan', scenario, time_limit_s: limits.time_limit_s, stop };
        const result = await pool.run(job, queueLimit(limits.time_limit_s));
        if (result.kind === 'bytes') return ok(result.bytes);
        if (result.kind === 'plan_failure') return err(result.failure);
        return err({ type: 'failed', message: `the planner answered ${result.kind}` });
      } catch (e) {
        return err(failure(e, signal));
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    validate: async (scenario, plan, limits) => {
      try {
        const result = await pool.run({ kind: 'validate', scenario, plan }, queueLimit(limits.time_limit_s));
        if (limits.signal?.aborted === true) return err({ type: 'stopped', message: 'the caller went away' });
        if (result.kind === 'bytes') return ok(result.bytes);
        if (result.kind === 'invalid_plan') return err(result.error);
        return err({ type: 'failed', message: `the validator answered ${result.kind}` });
      } catch (e) {
        return err(failure(e, limits.signal));
      }
    },
    close: () => pool.close(),
  };
}

/** The wait in a full queue counts too, so the end of last resort lies far behind the solver's own. */
function queueLimit(time_limit_s: number): number {
  return time_limit_s + GRACE_S + QUEUE;
}

function failure(
  e: unknown,
  signal: AbortSignalLike | undefined,
): { readonly type: 'stopped' | 'failed'; readonly message: string } {
  if (signal?.aborted === true) return { type: 'stopped', message: 'the caller went away' };
  if (e instanceof QueueFull) return { type: 'failed', message: 'too many computations are waiting' };
  const name = e instanceof Error ? e.name : 'Error';
  return { type: 'failed', message: name === 'AbortError' ? 'no answer in time' : 'the thread broke off' };
}
