/** Small shared shapes of the survey documents. */
import { z } from 'zod';
import { LIMITS } from '#base';

/** An identifier: letters, digits, dot, dash, underscore; at most 64 characters. It is compared by code units. */
export const SurveyId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
export type SurveyId = z.infer<typeof SurveyId>;

/** A name shown to people: one line, no control or format characters. It is data and is never interpreted. */
export const SurveyName = z
  .string()
  .min(1)
  .max(LIMITS.name_chars)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);

/** One sentence in the two languages of the operator's page. */
export const BilingualText = z.strictObject({ en: z.string().max(2000), ru: z.string().max(2000) });
export type BilingualText = Readonly<z.infer<typeof BilingualText>>;

/**
 * A GeoJSON position [longitude, latitude] in degrees, WGS 84, two numbers and no height.
 * Both range over -180..180 here, so that a swapped pair gets its own finding (G0-09) instead of a schema error.
 */
export const LonLat = z.tuple([z.number().min(-180).max(180), z.number().min(-180).max(180)]);
export type LonLat = Readonly<z.infer<typeof LonLat>>;

/** A closed GeoJSON ring (first position repeated last), either orientation. Edges are straight on the local plane. */
export const LonLatRing = z.array(LonLat).min(4).max(LIMITS.polygon_vertices);
export type LonLatRing = readonly LonLat[];

/** A GeoJSON Polygon (RFC 7946): first ring outside, further rings are holes. Readers must not rely on orientation. */
export const LonLatPolygon = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: z.array(LonLatRing).min(1).max(LIMITS.survey_zones),
});
export type LonLatPolygon = Readonly<z.infer<typeof LonLatPolygon>>;

/** Latitude and longitude of a single point, degrees, WGS 84. */
export const lon_deg = z.number().min(-180).max(180);
export const lat_deg = z.number().min(-180).max(180);
/** Metres above mean sea level of the scenario's vertical datum; the Dead Sea shore to Everest with room. */
export const amsl_m = z.number().min(-500).max(10_000);
