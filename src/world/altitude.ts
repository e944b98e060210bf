import { z } from 'zod';
import { type Result, err, ok } from '#base';

/** What an altitude is measured from: ground below, mean sea level, or the WGS84 ellipsoid. */
export const AltitudeReference = z.enum(['AGL', 'AMSL', 'W84']);
export type AltitudeReference = z.infer<typeof AltitudeReference>;

/** An altitude that carries its reference. There is no default reference: a bare number is refused. */
export const Altitude = z.strictObject({ value_m: z.number(), reference: AltitudeReference });
export type Altitude = Readonly<z.infer<typeof Altitude>>;

/** The ground of a city: flat at one elevation. The geoid separation is W84 minus AMSL; null where unknown. */
export const Ground = z.strictObject({
  amsl_m: z.number().min(-500).max(9000),
  geoid_separation_m: z.number().min(-120).max(120).nullable(),
});
export type Ground = Readonly<z.infer<typeof Ground>>;

/** Why an altitude has no AGL value. */
export type DatumError = { readonly type: 'datum_missing'; readonly message: string };

/** Height above the city's ground in metres. W84 needs the geoid separation; without it the answer is an error, not a guess. */
export function toAgl_m(altitude: Altitude, ground: Ground): Result<number, DatumError> {
  switch (altitude.reference) {
    case 'AGL':
      return ok(altitude.value_m);
    case 'AMSL':
      return ok(altitude.value_m - ground.amsl_m);
    case 'W84':
      if (ground.geoid_separation_m === null) {
        return err({
          type: 'datum_missing',
          message: 'a W84 altitude needs the geoid separation of the city',
        });
      }
      return ok(altitude.value_m - ground.geoid_separation_m - ground.amsl_m);
  }
}

/** Height above mean sea level of a height above the city's ground, in metres. */
export function toAmsl_m(agl_m: number, ground: Ground): number {
  return agl_m + ground.amsl_m;
}
