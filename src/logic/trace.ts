import { err, ok, type Result } from '#base';

/** What a signal means outside the formula: its unit and the drones, zones or corridors it speaks of. */
export type SignalMeta = { readonly unit?: string; readonly entity_ids?: readonly string[] };

/**
 * Recorded or planned signals. Times in seconds, strictly increasing; every signal has one finite value a
 * time. In dense time a signal may have its own times in `own_t_sec`. A trace is never changed.
 */
export type Trace = {
  readonly t_sec: Float64Array;
  readonly signals: ReadonlyMap<string, Float64Array>;
  readonly own_t_sec?: ReadonlyMap<string, Float64Array>;
  readonly meta?: ReadonlyMap<string, SignalMeta>;
};

/** Why a trace cannot be monitored; `row` counts from 0, `column` is the signal or `t_sec`. */
export type TraceError = {
  readonly type: 'empty_trace' | 'not_a_number' | 'unequal_lengths' | 'times_not_increasing';
  readonly message: string;
  readonly row: number;
  readonly column: string;
};

/** Checks times and values once; later code trusts them. */
export function checkTrace(trace: Trace): Result<Trace, TraceError> {
  const bad = checkTimes(trace.t_sec, 't_sec');
  if (bad !== null) return err(bad);
  const signals = [...trace.signals].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [name, values] of signals) {
    const own = trace.own_t_sec?.get(name);
    if (own !== undefined) {
      const wrong = checkTimes(own, name);
      if (wrong !== null) return err(wrong);
    }
    const times = own ?? trace.t_sec;
    if (values.length !== times.length) {
      const row = Math.min(values.length, times.length);
      const message = `${name} has ${values.length} values for ${times.length} times`;
      return err({ type: 'unequal_lengths', message, row, column: name });
    }
    for (let row = 0; row < values.length; row++) {
      if (!Number.isFinite(values[row])) {
        const message = `${name} is ${values[row]} at row ${row}`;
        return err({ type: 'not_a_number', message, row, column: name });
      }
    }
  }
  return ok(trace);
}

function checkTimes(times: Float64Array, column: string): TraceError | null {
  if (times.length === 0) return { type: 'empty_trace', message: `${column} has no rows`, row: 0, column };
  for (let row = 0; row < times.length; row++) {
    if (!Number.isFinite(times[row])) {
      return {
        type: 'not_a_number',
        message: `the time of ${column} is not finite at row ${row}`,
        row,
        column,
      };
    }
    if (row > 0 && !(times[row]! > times[row - 1]!)) {
      const message = `times of ${column} must increase: row ${row} has ${times[row]} s after ${times[row - 1]} s`;
      return { type: 'times_not_increasing', message, row, column };
    }
  }
  return null;
}

/** A trace from plain arrays with a common time base; a convenience for callers with rows of numbers. */
export function traceOf(
  t_sec: ArrayLike<number>,
  signals: Readonly<Record<string, ArrayLike<number>>>,
  meta?: ReadonlyMap<string, SignalMeta>,
): Trace {
  const columns = new Map(Object.entries(signals).map(([name, values]) => [name, Float64Array.from(values)]));
  return { t_sec: Float64Array.from(t_sec), signals: columns, ...(meta === undefined ? {} : { meta }) };
}
