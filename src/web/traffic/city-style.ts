import type { LayerSpecification } from 'maplibre-gl';

/** Colours of zones by kind. */
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

/** Sources of the city map. */
export const CITY_SOURCES = [
  'roads',
  'buildings',
  'zones',
  'corridors',
  'places',
  'aircraft',
  'legs',
  'stops',
  'stressed',
  'events',
  'flying',
] as const;

/** Layers that stand up in the 3D view. */
export const CITY_SOLIDS = ['buildings-3d', 'zones-3d'] as const;

/** Layers of the city map, from the bottom up. */
export const CITY_LAYERS: readonly LayerSpecification[] = [
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
    paint: {
      // A path that was not released is grey: its heights are no plan.
      'line-color': ['case', ['get', 'released'], HEIGHT_COLOUR, '#8a8f94'] as never,
      'line-width': 4,
    },
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
  {
    id: 'stressed-edges',
    source: 'stressed',
    type: 'line',
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': '#d9480f', 'line-width': ['match', ['geometry-type'], 'LineString', 8, 4] },
  },
  {
    id: 'stressed-points',
    source: 'stressed',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 14,
      'circle-opacity': 0,
      'circle-stroke-color': '#d9480f',
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'events',
    source: 'events',
    type: 'circle',
    paint: {
      'circle-radius': 4,
      'circle-color': '#e8a317',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
  },
  {
    id: 'flying',
    source: 'flying',
    type: 'circle',
    paint: {
      'circle-radius': 8,
      'circle-color': '#145bb3',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2.5,
    },
  },
];
