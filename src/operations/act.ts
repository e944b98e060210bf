import { z } from 'zod';
import { Instant, Name, instantMs } from '#world';

/**
 * Who acts and when. `at` is wall time, for the record. `region_time` is the time that the region's state stands at: the
 * wall clock for a live region, the state's own time for a recorded or invented one. Windows are judged by it.
 */
export const Act = z.strictObject({ actor: Name, at: Instant, region_time: Instant });
export type Act = Readonly<z.infer<typeof Act>>;

/** An instant with exactly three decimals: the one form that is stored and compared. */
export function canonicalInstant(instant: string): string {
  return new Date(instantMs(instant)).toISOString();
}

/** The instant that many milliseconds after the epoch, fractions cut off. */
export function instantOf(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}
