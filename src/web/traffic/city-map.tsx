import maplibregl, { type GeoJSONSource, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import { useEffect, useRef, useState } from 'react';
import type { SystemState } from '#world';
import type { WireDecision } from '../api/traffic.ts';
import type { MessageKey } from './messages.ts';
import { routeLayers, stateLayers } from './city-layers.ts';

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
const SOURCES = ['roads', 'buildings', 'zones', 'corridors', 'places', 'aircraft', 'legs', 'stops'] as const;
export const ZONE_COLOURS = {
  no_fly: '#b3261e',
  temporary_no_fly: '#d9730d',
  restricted: '#8e24aa',
  sensitive: '#1565c0',
  advisory: '#5f6368',
} as const;
const ZONE_COLOUR = ['match', ['get', 'kind'], ...Object.entries(ZONE_COLOURS).flat(), '#5f6368'] as never;
const HEIGHT_COLOUR = [
  'interpolate',
  ['linear'],
  ['get', 'height'],
  0,
  '#00838f',
  60,
  '#2e7d32',
  120,
  '#ef6c00',
] as never;

/** A style that needs no tile server and no glyph server: text is drawn from the machine's own fonts. */
function blankStyle(): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries(SOURCES.map((id) => [id, { type: 'geojson', data: EMPTY }])),
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#f2f1ec' } },
      { id: 'roads', source: 'roads', type: 'line', paint: { 'line-color': '#ffffff', 'line-width': 2 } },
      {
        id: 'buildings',
        source: 'buildings',
        type: 'fill',
        paint: { 'fill-color': '#d5d2c8', 'fill-outline-color': '#bdb9ad' },
      },
      {
        id: 'buildings-3d',
        source: 'buildings',
        type: 'fill-extrusion',
        layout: { visibility: 'none' },
        paint: {
          'fill-extrusion-color': '#cfcbbf',
          'fill-extrusion-height': ['get', 'height'],
          'fill-extrusion-opacity': 0.9,
        },
      },
      {
        id: 'corridors',
        source: 'corridors',
        type: 'line',
        paint: { 'line-color': '#00695c', 'line-width': 6, 'line-opacity': 0.25 },
      },
      {
        id: 'zones',
        source: 'zones',
        type: 'fill',
        paint: { 'fill-color': ZONE_COLOUR, 'fill-opacity': 0.16 },
      },
      {
        id: 'zone-edges',
        source: 'zones',
        type: 'line',
        paint: { 'line-color': ZONE_COLOUR, 'line-width': 1.5 },
      },
      {
        id: 'zones-3d',
        source: 'zones',
        type: 'fill-extrusion',
        layout: { visibility: 'none' },
        paint: {
          'fill-extrusion-color': ZONE_COLOUR,
          'fill-extrusion-base': ['get', 'floor'],
          'fill-extrusion-height': ['get', 'ceiling'],
          'fill-extrusion-opacity': 0.22,
        },
      },
      {
        id: 'legs-case',
        source: 'legs',
        type: 'line',
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': '#ffffff', 'line-width': 7 },
      },
      {
        id: 'legs',
        source: 'legs',
        type: 'line',
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': HEIGHT_COLOUR, 'line-width': 4 },
      },
      {
        id: 'places',
        source: 'places',
        type: 'circle',
        paint: {
          'circle-radius': 4,
          'circle-color': '#3c4043',
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'aircraft',
        source: 'aircraft',
        type: 'circle',
        paint: {
          'circle-radius': 4,
          'circle-color': ['match', ['get', 'status'], 'available', '#2e7d32', '#9e9e9e'],
          'circle-stroke-color': '#1b5e20',
          'circle-stroke-width': 1,
        },
      },
      {
        id: 'stops',
        source: 'stops',
        type: 'circle',
        paint: {
          'circle-radius': 7,
          'circle-color': '#ffffff',
          'circle-stroke-color': '#ef6c00',
          'circle-stroke-width': 3,
        },
      },
      {
        id: 'zone-names',
        source: 'zones',
        type: 'symbol',
        minzoom: 12.5,
        layout: { 'text-field': ['get', 'name'], 'text-size': 11, 'text-font': ['sans-serif'] },
        paint: { 'text-color': ZONE_COLOUR, 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 },
      },
      {
        id: 'place-names',
        source: 'places',
        type: 'symbol',
        minzoom: 12.5,
        layout: {
          'text-field': ['get', 'name'],
          'text-size': 12,
          'text-offset': [0, 1],
          'text-anchor': 'top',
          'text-font': ['sans-serif'],
        },
        paint: { 'text-color': '#202124', 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 },
      },
    ],
  };
}

type Props = {
  readonly state: SystemState | null;
  readonly decision: WireDecision | null;
  readonly t: (key: MessageKey) => string;
};

/** The map: city, airspace, fleet and the released path, flat or in 3D. Works with no network. */
export function CityMap({ state, decision, t }: Props): React.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<maplibregl.Map | null>(null);
  const [tilted, setTilted] = useState(false);

  useEffect(() => {
    if (box.current === null) return undefined;
    const made = new maplibregl.Map({
      container: box.current,
      style: blankStyle(),
      center: [0, 0],
      zoom: 12,
      attributionControl: false,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    made.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), 'top-right');
    made.addControl(new maplibregl.ScaleControl({ unit: 'metric' }), 'bottom-right');
    made.on('load', () => setMap(made));
    made.on('idle', () => box.current?.setAttribute('data-idle', 'true'));
    return () => {
      setMap(null);
      made.remove();
    };
  }, []);

  useEffect(() => {
    if (map === null || state === null) return;
    for (const [id, data] of Object.entries(stateLayers(state)))
      (map.getSource(id) as GeoJSONSource | undefined)?.setData(data);
    const [west, south, east, north] = state.city.bounds;
    map.fitBounds([west, south, east, north], { padding: 24, duration: 0 });
  }, [map, state]);

  useEffect(() => {
    if (map === null) return undefined;
    const layers = routeLayers(decision);
    (map.getSource('legs') as GeoJSONSource | undefined)?.setData(layers.legs);
    (map.getSource('stops') as GeoJSONSource | undefined)?.setData(layers.stops);
    const at = decision?.decision.trajectory ?? [];
    if (at.length === 0) return undefined;
    const bounds = new maplibregl.LngLatBounds();
    for (const p of at) bounds.extend([p.lon, p.lat]);
    // The profile below has just taken a part of the map's height: fit to what is left of it.
    const frame = requestAnimationFrame(() => {
      map.resize();
      map.fitBounds(bounds, { padding: 90, maxZoom: 15.5, duration: 0, pitch: map.getPitch() });
    });
    return () => cancelAnimationFrame(frame);
  }, [map, decision]);

  useEffect(() => {
    if (map === null) return;
    for (const id of ['buildings-3d', 'zones-3d'])
      map.setLayoutProperty(id, 'visibility', tilted ? 'visible' : 'none');
    map.easeTo({ pitch: tilted ? 55 : 0, bearing: tilted ? -20 : 0, duration: 0 });
  }, [map, tilted]);

  return (
    <div className="map">
      <div className="map-canvas" ref={box} data-testid="map" />
      <div className="map-tools" role="group" aria-label={`${t('plan_view')}, ${t('view_3d')}`}>
        <button type="button" aria-pressed={!tilted} onClick={() => setTilted(false)}>
          {t('plan_view')}
        </button>
        <button type="button" aria-pressed={tilted} onClick={() => setTilted(true)}>
          {t('view_3d')}
        </button>
      </div>
      <ul className="legend">
        {(
          [
            ['no_fly', 'legend_nofly'],
            ['temporary_no_fly', 'legend_temporary'],
            ['sensitive', 'legend_sensitive'],
          ] as const
        ).map(([kind, key]) => (
          <li key={kind}>
            <span className="swatch" style={{ background: ZONE_COLOURS[kind] }} />
            {t(key)}
          </li>
        ))}
        <li>
          <span className="swatch" style={{ background: '#00695c' }} />
          {t('legend_corridor')}
        </li>
      </ul>
    </div>
  );
}
