import type { Feature, FeatureCollection, Position } from 'geojson';
import type { SystemState } from '#world';
import type { WireDecision } from '../api/decision.ts';
import type { Language } from '../i18n/language.ts';
import { pathOf } from './flight.ts';
import { nameIn } from './names.ts';

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

/** A circle as a ring of 48 points; metres per degree from the circle's own latitude. For display only. */
function circleRing([lon, lat]: readonly [number, number], radius_m: number): Position[] {
  const per_lat = 111_320;
  const per_lon = per_lat * Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: 49 }, (_, i) => {
    const a = (i / 48) * 2 * Math.PI;
    return [lon + (Math.cos(a) * radius_m) / per_lon, lat + (Math.sin(a) * radius_m) / per_lat];
  });
}

/** Everything of a state that the map shows, as GeoJSON by layer. Names go in as properties and are drawn as text. */
export function stateLayers(
  state: SystemState,
  language: Language,
): Readonly<
  Record<'buildings' | 'roads' | 'zones' | 'corridors' | 'places' | 'aircraft', FeatureCollection>
> {
  const { city, airspace, fleet } = state;
  return {
    buildings: collection(
      city.buildings.map((b) => ({
        type: 'Feature',
        properties: { height: b.height_m },
        geometry: { type: 'Polygon', coordinates: [b.footprint] },
      })),
    ),
    roads: collection(
      city.roads.map((r) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: r.line },
      })),
    ),
    zones: collection(
      airspace.zones.map((z) => ({
        type: 'Feature',
        properties: {
          id: z.id,
          name: nameIn(language, z),
          kind: z.kind,
          ceiling: z.ceiling?.value_m ?? 150,
          floor: z.floor?.value_m ?? 0,
        },
        geometry: {
          type: 'Polygon',
          coordinates:
            z.outline.type === 'circle'
              ? [circleRing(z.outline.center, z.outline.radius_m)]
              : z.outline.rings,
        },
      })),
    ),
    corridors: collection(
      airspace.corridors.map((c) => ({
        type: 'Feature',
        properties: { name: c.name },
        geometry: { type: 'LineString', coordinates: c.line },
      })),
    ),
    places: collection(
      city.places.map((p) => ({
        type: 'Feature',
        properties: { id: p.id, name: nameIn(language, p), kind: p.kind },
        geometry: { type: 'Point', coordinates: [...p.at] },
      })),
    ),
    aircraft: collection(
      fleet.map((u) => ({
        type: 'Feature',
        properties: { id: u.id, status: u.status },
        geometry: { type: 'Point', coordinates: [...u.at] },
      })),
    ),
  };
}

/** The released path, or the one that was tried: one line a leg with its mean height, and the stops. */
export function routeLayers(decision: WireDecision | null): {
  readonly legs: FeatureCollection;
  readonly stops: FeatureCollection;
} {
  const points = pathOf(decision);
  const released = decision?.final_status === 'success';
  const legs: Feature[] = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    if (a.lon === b.lon && a.lat === b.lat) continue;
    legs.push({
      type: 'Feature',
      properties: { height: (a.z_m + b.z_m) / 2, released },
      geometry: {
        type: 'LineString',
        coordinates: [
          [a.lon, a.lat],
          [b.lon, b.lat],
        ],
      },
    });
  }
  const stops = points.filter((p) => p.stop_id !== null);
  return {
    legs: collection(legs),
    stops: collection(
      stops.map((p) => ({
        type: 'Feature',
        properties: { id: p.stop_id, t: Math.round(p.t_sec) },
        geometry: { type: 'Point', coordinates: [p.lon, p.lat] },
      })),
    ),
  };
}
