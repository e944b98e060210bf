import { z } from 'zod';
import { err, ok } from '#base';
import { Building, Instant, Place, Road, Zone } from '#world';
import { defineTool, stateSources } from '../contract.ts';
import { BBox, Id, boxAround, boxOf, boxesMeet } from './shared.ts';

/** Buildings and roads listed in one answer at most; counts are always whole. */
const MOST_LISTED = 500;

const Result_ = z.strictObject({
  region_id: z.string(),
  time: z.string(),
  pois: z.array(Place),
  buildings: z.array(Building),
  roads: z.array(Road),
  sensitive_zones: z.array(Zone),
  counts: z.strictObject({
    pois: z.number(),
    buildings: z.number(),
    roads: z.number(),
    sensitive_zones: z.number(),
  }),
});

/** What stands in a region: places, buildings, roads, sensitive zones. */
export const queryCityStateTool = defineTool({
  name: 'query_city_state',
  summary: 'Lists places, buildings, roads and sensitive zones of the region or of a box in it.',
  order: 0,
  args: z.strictObject({ region_id: Id.optional(), bbox: BBox.optional(), time: Instant.optional() }),
  result: Result_,
  needs: [],
  errors: { unknown_region: { recoverable: false } },
  data_sources: ({ state }) => stateSources(state),
  run: (args, { state }) => {
    const box = boxOf(state, args);
    if (!box.ok) return err(box.error);
    const { city, airspace } = state;
    const pois = city.places.filter((p) => boxesMeet(box.value, boxAround([p.at])));
    const buildings = city.buildings.filter((b) => boxesMeet(box.value, boxAround(b.footprint)));
    const roads = city.roads.filter((r) => boxesMeet(box.value, boxAround(r.line)));
    const sensitive_zones = airspace.zones.filter((z_) => z_.kind === 'sensitive');
    const partial =
      !inside(box.value, city.bounds) || buildings.length > MOST_LISTED || roads.length > MOST_LISTED;
    return ok({
      result: {
        region_id: state.region_id,
        time: args.time ?? state.time,
        pois,
        buildings: buildings.slice(0, MOST_LISTED),
        roads: roads.slice(0, MOST_LISTED),
        sensitive_zones,
        counts: {
          pois: pois.length,
          buildings: buildings.length,
          roads: roads.length,
          sensitive_zones: sensitive_zones.length,
        },
      },
      warnings: partial
        ? [
            {
              type: 'partial_map',
              message: `the answer lists at most ${MOST_LISTED} buildings and roads, and nothing outside the city's bounds`,
            },
          ]
        : [],
    });
  },
});

function inside(a: readonly number[], b: readonly number[]): boolean {
  return a[0]! >= b[0]! && a[1]! >= b[1]! && a[2]! <= b[2]! && a[3]! <= b[3]!;
}
