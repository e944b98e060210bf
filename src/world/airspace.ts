import { z } from 'zod';
import { Altitude } from './altitude.ts';
import { Id, Instant, LonLatTuple, Name, OtherNames } from './ids.ts';
import { Outline } from './outline.ts';

/** From `start` to `end`, both included; null on a side is open. */
export const TimeWindow = z.strictObject({ start: Instant.nullable(), end: Instant.nullable() });
export type TimeWindow = Readonly<z.infer<typeof TimeWindow>>;

/**
 * `no_fly`: never entered. `temporary_no_fly`: never entered while its window lasts. `restricted`: needs an
 * authorisation that this product does not hold, so it is never entered either. `sensitive`: kept at the task's minimum
 * separation (schools, crowds). `advisory`: avoided when an operator asks for it.
 */
export const ZoneKind = z.enum(['no_fly', 'temporary_no_fly', 'restricted', 'sensitive', 'advisory']);
export type ZoneKind = z.infer<typeof ZoneKind>;

/** A volume of airspace: outline, altitude band, time window. A null floor is the ground; a null ceiling is unlimited. */
export const Zone = z.strictObject({
  id: Id,
  kind: ZoneKind,
  name: Name,
  other_names: OtherNames.default({ ru: [], zh: [], en: [] }),
  outline: Outline,
  floor: Altitude.nullable(),
  ceiling: Altitude.nullable(),
  /** Null means always. */
  window: TimeWindow.nullable(),
  reason: z.string().max(200).nullable().default(null),
});
export type Zone = Readonly<z.infer<typeof Zone>>;

/** A corridor along a centre line; at most `capacity` operations use it at the same time. */
export const Corridor = z.strictObject({
  id: Id,
  name: Name,
  line: z.array(LonLatTuple).min(2).max(500),
  width_m: z.number().positive().max(1000),
  floor: Altitude,
  ceiling: Altitude,
  capacity: z.number().int().min(1).max(10_000),
});
export type Corridor = Readonly<z.infer<typeof Corridor>>;

/**
 * A ceiling over an area, e.g. one facility-map cell. `ceiling` null means that the source gives no value: treated as 0.
 * A map is no authorisation.
 */
export const CeilingCell = z.strictObject({
  id: Id,
  outline: Outline,
  ceiling_agl_m: z.number().min(0).max(1000).nullable(),
  source: z.string().max(100),
});
export type CeilingCell = Readonly<z.infer<typeof CeilingCell>>;

/** The airspace over a city. `ceiling_agl_m` holds wherever no cell says less. */
export const Airspace = z.strictObject({
  ceiling_agl_m: z.number().min(0).max(1000),
  zones: z.array(Zone).max(5000),
  corridors: z.array(Corridor).max(1000),
  ceiling_cells: z.array(CeilingCell).max(20_000),
});
export type Airspace = Readonly<z.infer<typeof Airspace>>;
