import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { DRAW_LAYERS, DRAW_SOURCE } from '../../map/drawing.ts';
import type { LayerGroup } from '../state/view.ts';

/** Sources of the survey map. */
export const SURVEY_SOURCES = [
  'boundary',
  'outside',
  'zones',
  'obstacles',
  'areas',
  'sites',
  'tracks',
  'ribbons',
  'frames',
  'findings',
  'aircraft',
  'selection',
  'mark',
  DRAW_SOURCE,
] as const;

const RED = '#b42318';
const ORANGE = '#b54708';
const GREEN = '#2f6f3e';
const zone_colour: ExpressionSpecification = ['case', ['get', 'timed'], ORANGE, RED];
const label = {
  'text-field': ['get', 'name'] as ExpressionSpecification,
  'text-size': 12,
  'text-font': ['sans-serif'],
  'text-max-width': 14,
};
const halo = { 'text-halo-color': 'rgba(255,255,255,0.95)', 'text-halo-width': 1.6 };
const fade = (full: number): ExpressionSpecification => ['case', ['get', 'faded'], full * 0.25, full];
const polygons: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const points: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];

const GROUND: LayerSpecification[] = [
  {
    id: 'outside',
    source: 'outside',
    type: 'fill',
    paint: { 'fill-color': '#5b6470', 'fill-opacity': 0.16 },
  },
  {
    id: 'boundary',
    source: 'boundary',
    type: 'line',
    paint: { 'line-color': '#3d4652', 'line-width': 1.6, 'line-dasharray': [5, 3] },
  },
  { id: 'areas', source: 'areas', type: 'fill', paint: { 'fill-color': '#5aa469', 'fill-opacity': 0.2 } },
  { id: 'area-edges', source: 'areas', type: 'line', paint: { 'line-color': GREEN, 'line-width': 1.8 } },
  {
    id: 'zone-buffer',
    source: 'zones',
    type: 'line',
    layout: { 'line-join': 'round' },
    paint: { 'line-color': zone_colour, 'line-opacity': 0.14, 'line-width': 0 },
  },
  { id: 'zones', source: 'zones', type: 'fill', paint: { 'fill-color': zone_colour, 'fill-opacity': 0.18 } },
  {
    id: 'zone-hatch',
    source: 'zones',
    type: 'fill',
    paint: { 'fill-pattern': 'hatch', 'fill-opacity': 0.5 },
  },
  {
    id: 'zone-edges',
    source: 'zones',
    type: 'line',
    paint: { 'line-color': zone_colour, 'line-width': 1.6 },
  },
  {
    id: 'obstacles',
    source: 'obstacles',
    type: 'fill',
    filter: polygons,
    paint: { 'fill-color': '#5b3a1e', 'fill-opacity': 0.45 },
  },
];

const FLIGHTS: LayerSpecification[] = [
  {
    id: 'tracks-transit',
    source: 'tracks',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'transit'],
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': 1.3,
      'line-opacity': fade(0.85),
      'line-dasharray': [4, 3],
    },
  },
  {
    id: 'tracks-turn',
    source: 'tracks',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'turn'],
    paint: { 'line-color': ['get', 'colour'], 'line-width': 1.1, 'line-opacity': fade(0.75) },
  },
  {
    id: 'tracks-lane',
    source: 'tracks',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'lane'],
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': ['interpolate', ['linear'], ['zoom'], 10, 1, 14, 2.4],
      'line-opacity': fade(0.95),
    },
  },
  {
    id: 'frames',
    source: 'frames',
    type: 'circle',
    minzoom: 13.5,
    paint: {
      'circle-color': '#ffffff',
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': 1,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 13.5, 1.2, 17, 3.5],
    },
  },
];

const SOLIDS: LayerSpecification[] = [
  {
    id: 'zones-3d',
    source: 'zones',
    type: 'fill-extrusion',
    layout: { visibility: 'none' },
    paint: {
      'fill-extrusion-color': zone_colour,
      'fill-extrusion-base': ['get', 'floor'],
      'fill-extrusion-height': ['get', 'ceiling'],
      'fill-extrusion-opacity': 0.28,
    },
  },
  {
    id: 'obstacles-3d',
    source: 'obstacles',
    type: 'fill-extrusion',
    filter: polygons,
    layout: { visibility: 'none' },
    paint: {
      'fill-extrusion-color': '#5b3a1e',
      'fill-extrusion-height': ['get', 'height'],
      'fill-extrusion-opacity': 0.85,
    },
  },
  {
    id: 'ribbons-3d',
    source: 'ribbons',
    type: 'fill-extrusion',
    layout: { visibility: 'none' },
    paint: {
      'fill-extrusion-color': ['get', 'colour'],
      'fill-extrusion-base': ['get', 'base'],
      'fill-extrusion-height': ['get', 'top'],
      'fill-extrusion-opacity': 0.95,
    },
  },
];

const MARKS: LayerSpecification[] = [
  {
    id: 'selection-fill',
    source: 'selection',
    type: 'fill',
    filter: polygons,
    paint: { 'fill-color': '#d9480f', 'fill-opacity': 0.07 },
  },
  {
    id: 'selection',
    source: 'selection',
    type: 'line',
    filter: polygons,
    paint: { 'line-color': '#d9480f', 'line-width': 3 },
  },
  {
    id: 'selection-point',
    source: 'selection',
    type: 'circle',
    filter: points,
    paint: {
      'circle-radius': 15,
      'circle-opacity': 0,
      'circle-stroke-color': '#d9480f',
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'sites',
    source: 'sites',
    type: 'circle',
    paint: {
      'circle-radius': 8,
      'circle-color': ['case', ['get', 'candidate'], '#ffffff', '#17324d'],
      'circle-stroke-color': ['case', ['get', 'candidate'], '#17324d', '#ffffff'],
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'site-letters',
    source: 'sites',
    type: 'symbol',
    layout: {
      'text-field': ['case', ['get', 'candidate'], '+', 'H'],
      'text-size': 11,
      'text-font': ['sans-serif'],
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': ['case', ['get', 'candidate'], '#17324d', '#ffffff'] },
  },
  {
    id: 'findings',
    source: 'findings',
    type: 'circle',
    paint: {
      'circle-radius': 5,
      'circle-color': ['match', ['get', 'severity'], 'error', RED, '#e8a317'],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
  },
  {
    id: 'mark',
    source: 'mark',
    type: 'circle',
    paint: {
      'circle-radius': 17,
      'circle-opacity': 0,
      'circle-stroke-color': RED,
      'circle-stroke-width': 3,
    },
  },
];

const LABELS: LayerSpecification[] = [
  {
    id: 'area-names',
    source: 'areas',
    type: 'symbol',
    layout: { ...label, 'text-size': 13 },
    paint: { 'text-color': '#1d4a29', ...halo },
  },
  {
    id: 'zone-names',
    source: 'zones',
    type: 'symbol',
    layout: label,
    paint: { 'text-color': '#8a1c12', ...halo },
  },
  {
    id: 'obstacle-names',
    source: 'obstacles',
    type: 'symbol',
    filter: points,
    layout: { ...label, 'text-size': 11, 'text-offset': [0, 0.9], 'text-anchor': 'top' },
    paint: { 'text-color': '#5b3a1e', ...halo },
  },
  {
    id: 'site-names',
    source: 'sites',
    type: 'symbol',
    layout: { ...label, 'text-offset': [0, 1], 'text-anchor': 'top' },
    paint: { 'text-color': '#17324d', ...halo },
  },
];

const AIRCRAFT: LayerSpecification[] = [
  {
    id: 'aircraft',
    source: 'aircraft',
    type: 'symbol',
    layout: {
      'icon-image': 'aircraft',
      'icon-size': 0.62,
      'icon-rotate': ['get', 'heading'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'text-field': ['get', 'name'],
      'text-size': 11,
      'text-font': ['sans-serif'],
      'text-offset': [0, -1.6],
      'text-allow-overlap': true,
    },
    paint: {
      'icon-color': ['get', 'colour'],
      'icon-halo-color': '#ffffff',
      'icon-halo-width': 2,
      'text-color': ['get', 'colour'],
      ...halo,
    },
  },
];

/** Layers of the survey map, from the bottom up. */
export const SURVEY_LAYERS: readonly LayerSpecification[] = [
  ...GROUND,
  ...FLIGHTS,
  ...SOLIDS,
  ...MARKS,
  ...LABELS,
  ...AIRCRAFT,
  ...DRAW_LAYERS,
];

/** Layers that stand up in the 3D view. */
export const SOLID_LAYERS = SOLIDS.map((l) => l.id);

/** What each switch of the layer menu hides. */
export const GROUP_LAYERS: Readonly<Record<LayerGroup, readonly string[]>> = {
  photos: ['frames'],
  tracks: ['tracks-transit', 'tracks-turn', 'tracks-lane'],
  zones: ['zones', 'zone-hatch', 'zone-edges', 'zone-buffer', 'zone-names'],
  labels: ['area-names', 'zone-names', 'obstacle-names', 'site-names'],
  graticule: ['graticule', 'graticule-labels'],
};

/** Layers whose features can be chosen by a click, topmost first. */
export const CLICK_LAYERS = ['sites', 'obstacles', 'zones', 'areas'];

/** Width in pixels of a line that is so many metres wide on the ground, at a latitude. */
export function metresWide(metres: number, lat_deg: number): ExpressionSpecification {
  const per_pixel = (40_075_016.686 * Math.cos((lat_deg * Math.PI) / 180)) / 512;
  const at = (zoom: number): number => (metres / per_pixel) * 2 ** zoom;
  return ['interpolate', ['exponential', 2], ['zoom'], 0, at(0), 24, at(24)];
}

/** Adds the pictures that layers refer to: the hatch of zones and the aircraft. */
export function addPictures(map: {
  addImage: (id: string, data: ImageData, options?: { sdf?: boolean; pixelRatio?: number }) => unknown;
  hasImage: (id: string) => boolean;
}): void {
  if (!map.hasImage('hatch')) map.addImage('hatch', hatch());
  if (!map.hasImage('aircraft')) map.addImage('aircraft', arrowHead(), { sdf: true });
}

function board(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  return canvas.getContext('2d')!;
}

function hatch(): ImageData {
  const size = 12;
  const c = board(size);
  c.strokeStyle = 'rgba(180, 35, 24, 0.55)';
  c.lineWidth = 1.2;
  c.beginPath();
  for (const d of [-size, 0, size]) {
    c.moveTo(d - 1, size + 1);
    c.lineTo(d + size + 1, -1);
  }
  c.stroke();
  return c.getImageData(0, 0, size, size);
}

function arrowHead(): ImageData {
  const size = 48;
  const c = board(size);
  c.fillStyle = '#000000';
  c.beginPath();
  c.moveTo(24, 5);
  c.lineTo(40, 42);
  c.lineTo(24, 33);
  c.lineTo(8, 42);
  c.closePath();
  c.fill();
  return c.getImageData(0, 0, size, size);
}
