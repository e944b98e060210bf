import { z } from 'zod';
import { LIMITS, cleanName } from '#base';

/** An identifier: letters, digits, `_`, `-`, `.`, `:`, `/`; at most 80 characters. Compared by code units. */
export const Id = z
  .string()
  .regex(/^[A-Za-z0-9_.:/-]{1,80}$/, 'an id has 1 to 80 letters, digits or _ - . : /');

/** A name shown to people and models: data, one line, no control or direction characters. */
export const Name = z
  .string()
  .min(1)
  .max(LIMITS.name_chars)
  .refine(
    (s) => cleanName(s) === s,
    'a name is one clean line: no control, zero-width or direction characters',
  );

/** Names in other languages, by ISO 639-1 code, and other spellings under the same rules as a name. */
export const OtherNames = z.strictObject({
  ru: z.array(Name).max(20).default([]),
  zh: z.array(Name).max(20).default([]),
  en: z.array(Name).max(20).default([]),
});
export type OtherNames = z.infer<typeof OtherNames>;

/** A moment: ISO 8601 in UTC, `Z` at the end. */
export const Instant = z.iso.datetime({ offset: false, precision: null });

/** Finite numbers; zod 4 refuses NaN and infinities by itself. */
export const Metres = z.number();
export const LonDeg = z.number().min(-180).max(180);
export const LatDeg = z.number().min(-90).max(90);
/** GeoJSON order: [longitude, latitude], WGS84 degrees. */
export const LonLatTuple = z.tuple([LonDeg, LatDeg]);

/** Milliseconds since the epoch of an Instant, which its schema has already checked. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}

/** Seconds from one Instant to another; negative where `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (instantMs(to) - instantMs(from)) / 1000;
}
