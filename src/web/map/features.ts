import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { markEmpty } from './visibility.ts';

/** Nothing. */
export const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** What a feature may carry: plain values that the style can read. */
export type Properties = Readonly<Record<string, string | number | boolean | null>>;

/** Features as a collection. */
export function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function feature(geometry: Geometry, properties: Properties): Feature {
  return { type: 'Feature', properties: { ...properties }, geometry };
}

/** A point. */
export function point(at: readonly [number, number], properties: Properties = {}): Feature {
  return feature({ type: 'Point', coordinates: [...at] }, properties);
}

/** A line. */
export function line(at: readonly (readonly [number, number])[], properties: Properties = {}): Feature {
  return feature({ type: 'LineString', coordinates: at as unknown as Position[] }, properties);
}

/** A polygon with holes. */
export function polygon(
  rings: readonly (readonly (readonly [number, number])[])[],
  properties: Properties = {},
): Feature {
  return feature({ type: 'Polygon', coordinates: rings as unknown as Position[][] }, properties);
}

/** Puts features into a source of the map. */
export function show(map: Map, source: string, data: FeatureCollection): void {
  markEmpty(map, source, data.features.length === 0);
  (map.getSource(source) as GeoJSONSource | undefined)?.setData(data);
}

/** Keeps a source of the map equal to the features. */
export function useSource(map: Map, source: string, data: FeatureCollection): void {
  useEffect(() => show(map, source, data), [map, source, data]);
}
