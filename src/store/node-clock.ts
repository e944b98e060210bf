import { type Clock } from '#base';

/** The machine's clock. */
export function nodeClock(): Clock {
  return {
    now: () => new Date().toISOString(),
    elapsed_ms: () => performance.now(),
  };
}
