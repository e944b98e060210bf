import type { LayerSpecification, Map } from 'maplibre-gl';
import type { Feature } from 'geojson';
import { collection, point, show } from './features.ts';
import { GraticuleLines, type Segment } from './graticule-lines.ts';

/** Labels of the graticule, under everything else; its lines are a layer of their own kind. */
export const GRATICULE_LAYERS: readonly LayerSpecification[] = [
  {
    id: 'graticule-labels',
    source: 'graticule',
    type: 'symbol',
    layout: {
      'text-field': ['get', 'text'],
      'text-size': 10,
      'text-font': ['sans-serif'],
      'text-anchor': ['get', 'anchor'],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': '#5d6670', 'text-halo-color': '#f4f3ee', 'text-halo-width': 1.2 },
  },
];

/** Steps in degrees, from seconds of arc to tens of degrees. */
const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 72_000];
/** About so many lines across the map. */
const LINES = 6;

/** Redraws the graticule after every move. Returns the function that stops it. */
export function watchGraticule(map: Map): () => void {
  const lines = new GraticuleLines();
  const draw = (): void => {
    const { segments, labels } = graticule(map);
    lines.take(segments);
    show(map, 'graticule', collection(labels));
  };
  map.on('load', () => {
    map.addLayer(lines, 'graticule-labels');
    draw();
  });
  map.on('moveend', draw);
  return () => {
    map.off('moveend', draw);
  };
}

function graticule(map: Map): { readonly segments: Segment[]; readonly labels: Feature[] } {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  const wanted = ((east - west) * 3600) / LINES;
  const step = (STEPS.find((s) => s >= wanted) ?? 72_000) / 3600;
  const segments: Segment[] = [];
  const labels: Feature[] = [];
  for (let i = Math.ceil(west / step); i * step <= east; i++) {
    const lon = i * step;
    segments.push([
      [lon, south],
      [lon, north],
    ]);
    labels.push(point([lon, north], { text: angle(lon, 'E', 'W', step), anchor: 'top-left' }));
  }
  for (let i = Math.ceil(south / step); i * step <= north; i++) {
    const lat = i * step;
    segments.push([
      [west, lat],
      [east, lat],
    ]);
    labels.push(point([east, lat], { text: angle(lat, 'N', 'S', step), anchor: 'bottom-right' }));
  }
  return { segments, labels };
}

function angle(value: number, positive: string, negative: string, step: number): string {
  const seconds = Math.round(Math.abs(value) * 3600);
  const deg = Math.floor(seconds / 3600);
  const min = Math.floor((seconds % 3600) / 60);
  const sec = seconds % 60;
  const two = (n: number): string => String(n).padStart(2, '0');
  const tail = step >= 1 ? '' : step >= 1 / 60 ? `${two(min)}′` : `${two(min)}′${two(sec)}″`;
  return `${deg}°${tail}${seconds === 0 ? '' : value < 0 ? negative : positive}`;
}
