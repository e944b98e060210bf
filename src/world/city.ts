import { z } from 'zod';
import { LIMITS } from '#base';
import { Ground } from './altitude.ts';
import { Id, LonLatTuple, Name, OtherNames } from './ids.ts';
import { Ring } from './outline.ts';

/** What a place is. */
export const PlaceKind = z.enum([
  'hospital',
  'clinic',
  'school',
  'university',
  'park',
  'police',
  'fire_station',
  'stadium',
  'airport',
  'helipad',
  'hub',
  'charger',
  'warehouse',
  'accident_site',
  'construction_site',
  'bridge',
  'power_line',
  'tower',
  'station',
  'market',
  'residential',
  'place_of_worship',
  'handoff_point',
  'other',
]);
export type PlaceKind = z.infer<typeof PlaceKind>;

/** A named point that an aircraft can fly to: its landing pad or service point. */
export const Place = z.strictObject({
  id: Id,
  kind: PlaceKind,
  name: Name,
  other_names: OtherNames.default({ ru: [], zh: [], en: [] }),
  at: LonLatTuple,
  /** Chargers that can serve at once; null where the place does not charge. */
  chargers: z.number().int().min(1).max(1000).nullable().default(null),
});
export type Place = Readonly<z.infer<typeof Place>>;

/** A solid obstacle from the ground up. `height_source` says how far the height can be believed. */
export const Building = z.strictObject({
  id: Id,
  footprint: Ring,
  height_m: z.number().positive().max(1000),
  height_source: z.enum(['measured', 'levels', 'assumed']),
});
export type Building = Readonly<z.infer<typeof Building>>;

/** A road centre line, for display and ground fallback. */
export const Road = z.strictObject({
  id: Id,
  class: z.string().max(40),
  line: z.array(LonLatTuple).min(2).max(5000),
});
export type Road = Readonly<z.infer<typeof Road>>;

/** Where a part of a document came from. */
export const Provenance = z.strictObject({
  source: z.string().max(200),
  /** SHA-256 of the raw bytes, or null for generated data. */
  sha256: z.string().max(80).nullable(),
  /** Snapshot date of the source where it states one. */
  snapshot: z.string().max(40).nullable(),
  attribution: z.string().max(300).nullable(),
  /** True for stand-ins and generated data: wherever it is shown, it is shown as such. */
  synthetic: z.boolean(),
});
export type Provenance = Readonly<z.infer<typeof Provenance>>;

/** The grid on which routes are searched: square cells, layers above ground. */
export const GridSpec = z.strictObject({
  cell_m: z.number().min(2).max(50),
  layer_m: z.number().min(2).max(50),
  layers: z.number().int().min(1).max(60),
});
export type GridSpec = Readonly<z.infer<typeof GridSpec>>;

/** A city: WGS84 outside; the local plane stands at `origin`, the middle of `bounds`. */
export const City = z.strictObject({
  city_id: Id,
  name: Name,
  origin: LonLatTuple,
  /** [west, south, east, north] in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  ground: Ground,
  grid: GridSpec,
  places: z.array(Place).max(LIMITS.city_entities),
  buildings: z.array(Building).max(LIMITS.city_entities),
  roads: z.array(Road).max(LIMITS.city_entities),
  provenance: z.array(Provenance).max(100),
});
export type City = Readonly<z.infer<typeof City>>;
