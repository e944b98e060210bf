/** Time as an argument: wall time for records, a monotonic reading for durations. */
export type Clock = {
  /** Wall time, ISO 8601 in UTC with milliseconds. */
  readonly now: () => string;
  /** Milliseconds since some fixed moment; never runs backwards. */
  readonly elapsed_ms: () => number;
};

/** A clock that stands still, for replays and tests. */
export function frozenClock(now: string, elapsed_ms = 0): Clock {
  return { now: () => now, elapsed_ms: () => elapsed_ms };
}
