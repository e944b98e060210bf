import { z } from 'zod';
import { err, ok } from '#base';
import { queryAirspace } from '#engines/airspace';
import { Altitude, Instant, ZoneKind, secondsBetween } from '#world';
import { defineTool, stateSources } from '../contract.ts';
import { BBox, Id, boxOf } from './shared.ts';

/** Without a time, the hour after the state's time is looked at: longer than any flight of the fleet is rare. */
const DEFAULT_SPAN_SEC = 3600;

/** Free places in a corridor at which `capacity_low` is said. */
const LOW_CAPACITY = 1;

const ZoneFact = z.strictObject({
  zone_id: z.string(),
  kind: ZoneKind,
  name: z.string(),
  floor_agl_m: z.number().nullable(),
  ceiling_agl_m: z.number().nullable(),
  from_sec: z.number().nullable(),
  to_sec: z.number().nullable(),
  covers_query: z.boolean(),
});

const Answer = z.looseObject({
  corridors: z.array(z.looseObject({ corridor_id: z.string(), capacity: z.number(), free: z.number() })),
  nfz: z.array(ZoneFact),
  sensitive_zones: z.array(ZoneFact),
  advisory_zones: z.array(ZoneFact),
  capacity: z.number().nullable(),
  ceiling: Altitude,
});

/** What the airspace holds over an area, a height range and a time. */
export const queryAirspaceTool = defineTool({
  name: 'query_airspace',
  summary:
    'Lists no-fly zones, corridors with their free capacity and the lowest ceiling over an area, heights and time.',
  order: 1,
  args: z.strictObject({
    region_id: Id.optional(),
    bbox: BBox.optional(),
    /** Metres above ground; the whole height where absent. */
    altitude_range: z.strictObject({ min_m: z.number(), max_m: z.number() }).optional(),
    time: Instant.optional(),
  }),
  result: Answer,
  needs: [],
  errors: {
    capacity_low: { recoverable: true },
    unknown_region: { recoverable: false },
    restricted_airspace: { recoverable: false },
  },
  data_sources: ({ state }) => stateSources(state),
  run: (args, { state, air }) => {
    const box = boxOf(state, args);
    if (!box.ok) return err(box.error);
    const from_sec = args.time === undefined ? 0 : secondsBetween(state.time, args.time);
    const answer = queryAirspace(air, {
      bbox: args.bbox === undefined ? null : box.value,
      min_agl_m: args.altitude_range?.min_m ?? 0,
      max_agl_m: args.altitude_range?.max_m ?? state.airspace.ceiling_agl_m,
      from_sec,
      to_sec: args.time === undefined ? DEFAULT_SPAN_SEC : from_sec,
    });
    if (!answer.ok) return err({ type: 'invalid_arguments', message: answer.error.message });
    const { closed_by, ceiling_agl_m, ...rest } = answer.value;
    const result = { ...rest, ceiling: { value_m: ceiling_agl_m, reference: 'AGL' as const } };
    if (closed_by.length > 0) {
      return err({
        type: 'restricted_airspace',
        message: `all of the area, heights and time asked for is closed by ${closed_by.join(', ')}`,
        suggested_actions: ['ask for another area or time'],
        result,
      });
    }
    const low = result.corridors.filter((c) => c.free <= LOW_CAPACITY).map((c) => c.corridor_id);
    return ok({
      result,
      warnings:
        low.length === 0
          ? []
          : [{ type: 'capacity_low', message: `at most ${LOW_CAPACITY} place is free in ${low.join(', ')}` }],
    });
  },
});
