import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapSource } from '../../map/base-map.tsx';
import { DRAW_LAYERS, DRAW_SOURCE } from '../../map/drawing.ts';
import type { LayerGroup } from '../state/view.ts';

/**
 * Sources of the survey map. What a scenario holds and the flights of its plan are one source: for each source with
 * lines or fills the map writes the masks of its tiles over the whole view, more than once at every frame.
 */
export const SURVEY_SOURCES: readonly MapSource[] = [
  { id: 'buffers', reach_px: 256 },
  'scenario',
  'ribbons',
  'frames',
  'findings',
  'aircraft',
  'selection',
  'mark',
  DRAW_SOURCE,
];

/** Kinds of features of the scenario; `outside` is the ground beyond the boundary. */
export type ScenarioKind =
  | 'boundary'
  | 'outside'
  | 'task'
  | 'zone'
  | 'obstacle'
  | 'strip'
  | 'strip-arrow'
  | 'site'
  | 'candidate'
  | 'task-name'
  | 'zone-name';

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
const of = (kind: ScenarioKind): ExpressionSpecification => ['==', ['get', 'kind'], kind];
const sites: ExpressionSpecification = ['in', ['get', 'kind'], ['literal', ['site', 'candidate']]];

/** Fills whose edge is a line of its own need no second pass that smooths it. */
const no_edges = { 'fill-antialias': false };

const GROUND: LayerSpecification[] = [
  {
    id: 'zone-buffer',
    source: 'buffers',
    type: 'line',
    layout: { 'line-join': 'round' },
    paint: { 'line-color': zone_colour, 'line-opacity': 0.14, 'line-width': 0 },
  },
  {
    id: 'outside',
    source: 'scenario',
    type: 'fill',
    filter: of('outside'),
    paint: { 'fill-color': '#5b6470', 'fill-opacity': 0.16, ...no_edges },
  },
  {
    id: 'boundary',
    source: 'scenario',
    type: 'line',
    filter: of('boundary'),
    paint: { 'line-color': '#3d4652', 'line-width': 1.6, 'line-dasharray': [5, 3] },
  },
  {
    id: 'areas',
    source: 'scenario',
    type: 'fill',
    filter: of('task'),
    paint: { 'fill-color': '#5aa469', 'fill-opacity': 0.2, ...no_edges },
  },
  {
    id: 'area-edges',
    source: 'scenario',
    type: 'line',
    filter: of('task'),
    paint: { 'line-color': GREEN, 'line-width': 1.8 },
  },
  {
    id: 'zones',
    source: 'scenario',
    type: 'fill',
    filter: of('zone'),
    paint: { 'fill-color': zone_colour, 'fill-opacity': 0.18, ...no_edges },
  },
  {
    id: 'zone-hatch',
    source: 'scenario',
    type: 'fill',
    filter: of('zone'),
    paint: { 'fill-pattern': 'hatch', 'fill-opacity': 0.5, ...no_edges },
  },
  {
    id: 'zone-edges',
    source: 'scenario',
    type: 'line',
    filter: of('zone'),
    paint: { 'line-color': zone_colour, 'line-width': 1.6 },
  },
  {
    id: 'strips',
    source: 'scenario',
    type: 'fill',
    filter: of('strip'),
    paint: { 'fill-color': '#12294a', 'fill-opacity': 0.12, ...no_edges },
  },
  {
    id: 'strip-lines',
    source: 'scenario',
    type: 'line',
    filter: ['any', of('strip'), of('strip-arrow')],
    paint: { 'line-color': '#12294a', 'line-width': 1.4 },
  },
  {
    id: 'obstacles',
    source: 'scenario',
    type: 'fill',
    filter: ['all', of('obstacle'), polygons],
    paint: { 'fill-color': '#5b3a1e', 'fill-opacity': 0.45 },
  },
];

const FLIGHTS: LayerSpecification[] = [
  {
    id: 'tracks-transit',
    source: 'scenario',
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
    source: 'scenario',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'turn'],
    paint: { 'line-color': ['get', 'colour'], 'line-width': 1.1, 'line-opacity': fade(0.75) },
  },
  {
    id: 'tracks-lane',
    source: 'scenario',
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
    source: 'scenario',
    type: 'fill-extrusion',
    filter: of('zone'),
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
    source: 'scenario',
    type: 'fill-extrusion',
    filter: ['all', of('obstacle'), polygons],
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
    source: 'scenario',
    type: 'circle',
    filter: sites,
    paint: {
      'circle-radius': 8,
      'circle-color': ['case', ['get', 'candidate'], '#ffffff', '#17324d'],
      'circle-stroke-color': ['case', ['get', 'candidate'], '#17324d', '#ffffff'],
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'site-letters',
    source: 'scenario',
    type: 'symbol',
    filter: sites,
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
    source: 'scenario',
    type: 'symbol',
    filter: of('task-name'),
    layout: { ...label, 'text-size': 13 },
    paint: { 'text-color': '#1d4a29', ...halo },
  },
  {
    id: 'zone-names',
    source: 'scenario',
    type: 'symbol',
    filter: of('zone-name'),
    layout: label,
    paint: { 'text-color': '#8a1c12', ...halo },
  },
  {
    id: 'obstacle-names',
    source: 'scenario',
    type: 'symbol',
    filter: ['all', of('obstacle'), points],
    layout: { ...label, 'text-size': 11, 'text-offset': [0, 0.9], 'text-anchor': 'top' },
    paint: { 'text-color': '#5b3a1e', ...halo },
  },
  {
    id: 'site-names',
    source: 'scenario',
    type: 'symbol',
    filter: sites,
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
