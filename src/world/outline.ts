import { z } from 'zod';
import { LIMITS } from '#base';
import { LonLatTuple } from './ids.ts';

/** A closed GeoJSON ring: first position equals the last, at least four positions. */
export const Ring = z
  .array(LonLatTuple)
  .min(4)
  .max(LIMITS.polygon_vertices)
  .refine((r) => r[0]![0] === r.at(-1)![0] && r[0]![1] === r.at(-1)![1], 'a ring ends where it starts');

/** A shape on the ground: a polygon with holes (straight edges in longitude and latitude) or a circle. */
export const Outline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('polygon'), rings: z.array(Ring).min(1).max(200) }),
  z.strictObject({
    type: z.literal('circle'),
    center: LonLatTuple,
    radius_m: z.number().positive().max(100_000),
  }),
]);
export type Outline = z.infer<typeof Outline>;
