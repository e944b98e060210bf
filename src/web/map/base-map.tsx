import maplibregl, { type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useRef, useState } from 'react';
import { useSettings, useText } from '../shell/settings.ts';
import { toast } from '../ui/toasts.tsx';
import { CursorReadout } from './cursor-readout.tsx';
import { EMPTY } from './features.ts';
import { GRATICULE_LAYERS, watchGraticule } from './graticule.ts';
import { MapContext } from './map-context.ts';
import { mapTexts } from './texts.ts';

type Props = {
  /** Ids of GeoJSON sources, empty at first. */
  readonly sources: readonly string[];
  /** Layers from the bottom up, over the base. */
  readonly layers: readonly LayerSpecification[];
  /** What draws into the map and over it. */
  readonly children: React.ReactNode;
  readonly onReady?: (map: maplibregl.Map) => void;
};

const TILES = 'base-tiles';

/** A style that needs no tile server and no glyph server: text is drawn from the machine's own fonts. */
function blankStyle(sources: readonly string[], layers: readonly LayerSpecification[]): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries(
      ['graticule', ...sources].map((id) => [id, { type: 'geojson', data: EMPTY, tolerance: 0.1 }]),
    ),
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#f4f3ee' } },
      ...GRATICULE_LAYERS,
      ...layers,
    ],
  };
}

/** A map that works with no network: blank base, graticule, scale, coordinates under the pointer. */
export function BaseMap({ sources, layers, children, onReady }: Props): React.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<maplibregl.Map | null>(null);
  const [failed, setFailed] = useState(false);
  const { t } = useText(mapTexts);
  const tiles_url = useSettings((s) => s.tiles_url);

  useEffect(() => {
    if (box.current === null) return undefined;
    const container = box.current;
    let made: maplibregl.Map;
    try {
      made = new maplibregl.Map({
        container,
        style: blankStyle(sources, layers),
        center: [37.6, 55.75],
        zoom: 10,
        maxPitch: 75,
        attributionControl: false,
        canvasContextAttributes: { preserveDrawingBuffer: true },
      });
    } catch {
      setFailed(true);
      return undefined;
    }
    made.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), 'top-right');
    made.addControl(new maplibregl.ScaleControl({ unit: 'metric', maxWidth: 110 }), 'bottom-left');
    made.on('load', () => {
      setMap(made);
      onReady?.(made);
    });
    made.on('idle', () => container.setAttribute('data-idle', 'true'));
    const forget = watchGraticule(made);
    const resize = new ResizeObserver(() => made.resize());
    resize.observe(container);
    return () => {
      resize.disconnect();
      forget();
      setMap(null);
      // Parents are cleaned up before their children, and children still take their features off the map.
      queueMicrotask(() => made.remove());
    };
    // A map lives as long as its component; sources and layers are constants of the mode.
  }, []);

  useEffect(() => {
    if (map === null) return undefined;
    if (map.getLayer(TILES) !== undefined) map.removeLayer(TILES);
    if (map.getSource(TILES) !== undefined) map.removeSource(TILES);
    if (tiles_url === '') return undefined;
    map.addSource(TILES, { type: 'raster', tiles: [tiles_url], tileSize: 256 });
    map.addLayer({ id: TILES, type: 'raster', source: TILES }, 'graticule');
    let said = false;
    const failed_tile = (e: { readonly sourceId?: string }): void => {
      if (said || e.sourceId !== TILES) return;
      said = true;
      toast('bad', t('tiles_failed'));
    };
    map.on('error', failed_tile as never);
    return () => void map.off('error', failed_tile as never);
  }, [map, tiles_url]);

  return (
    <div className="map">
      <div className="map-canvas" ref={box} data-testid="map" role="region" aria-label={t('map')} />
      {failed ? <p className="map-message">{t('no_webgl')}</p> : null}
      {map === null ? null : (
        <MapContext.Provider value={map}>
          {children}
          <CursorReadout />
        </MapContext.Provider>
      )}
    </div>
  );
}
