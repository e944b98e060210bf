import { z } from 'zod';
import { Instant } from './ids.ts';

/**
 * Weather over the whole city. `wind_from_deg` is degrees true FROM which it blows; null means variable or unknown, and
 * then every check takes the worst direction. `gust_mps` null means none reported. A report is no street-level wind.
 */
export const Weather = z.strictObject({
  observed_at: Instant,
  wind_mps: z.number().min(0).max(100),
  wind_from_deg: z.number().min(0).lt(360).nullable(),
  gust_mps: z.number().min(0).max(150).nullable(),
  visibility_m: z.number().min(0).max(100_000).nullable(),
  precipitation: z.enum(['none', 'light', 'moderate', 'heavy', 'unknown']),
  temperature_c: z.number().min(-80).max(60).nullable(),
  /** Station or model, and its report as text where there is one. */
  source: z.string().max(300),
});
export type Weather = Readonly<z.infer<typeof Weather>>;
