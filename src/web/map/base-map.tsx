import maplibregl, {
  type LayerSpecification,
  type SourceSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useRef, useState } from 'react';
import { useSettings, useText } from '../shell/settings.ts';
import { toast } from '../ui/toasts.tsx';
import { CursorReadout } from './cursor-readout.tsx';
import { EMPTY } from './features.ts';
import { GRATICULE_LAYERS, watchGraticule } from './graticule.ts';
import { keepView, takeSize } from './keep-view.ts';
import { MapContext, useMap } from './map-context.ts';
import { ScaleBar } from './scale-bar.tsx';
import { mapTexts } from './texts.ts';
import { markEmpty } from './visibility.ts';

/** A source by its id; one whose lines are wide says how far they reach past the edge of a tile, pixels of 512. */
export type MapSource = string | { readonly id: string; readonly reach_px: number };

type Props = {
  /** GeoJSON sources, empty at first. */
  readonly sources: readonly MapSource[];
  /** Layers from the bottom up, over the base. */
  readonly layers: readonly LayerSpecification[];
  /** What draws into the map and over it. */
  readonly children: React.ReactNode;
  readonly onReady?: (map: maplibregl.Map) => void;
};

const TILES = 'base-tiles';
/** How far features reach past the edge of their tile, pixels of 512: half of the widest line, and no more is drawn twice. */
const REACH_PX = 12;
/** Colour of the ground where nothing is drawn: the page paints it behind the map, once and not at every frame. */
const GROUND = '#f4f3ee';

/** A style that needs no tile server and no glyph server: text is drawn from the machine's own fonts. */
function blankStyle(
  sources: readonly MapSource[],
  layers: readonly LayerSpecification[],
): StyleSpecification {
  const source = (x: MapSource): [string, SourceSpecification] => {
    const { id, reach_px } = typeof x === 'string' ? { id: x, reach_px: REACH_PX } : x;
    return [id, { type: 'geojson', data: EMPTY, tolerance: 0.1, buffer: reach_px }];
  };
  return {
    version: 8,
    sources: Object.fromEntries(['graticule', ...sources].map(source)),
    layers: [...GRATICULE_LAYERS, ...layers],
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
        trackResize: false,
      });
    } catch {
      setFailed(true);
      return undefined;
    }
    made.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), 'top-right');
    made.on('load', () => {
      for (const x of sources) markEmpty(made, typeof x === 'string' ? x : x.id, true);
      setMap(made);
      onReady?.(made);
    });
    made.on('idle', () => container.setAttribute('data-idle', 'true'));
    const forget = watchGraticule(made);
    const release = keepView(made);
    const resize = new ResizeObserver(() => takeSize(made));
    resize.observe(container);
    return () => {
      resize.disconnect();
      release();
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
      toast('bad', t('tiles_failed', { host: hostOf(tiles_url) }));
    };
    map.on('error', failed_tile as never);
    return () => void map.off('error', failed_tile as never);
  }, [map, tiles_url]);

  return (
    <div className="map">
      <div
        className="map-canvas"
        style={{ background: GROUND }}
        ref={box}
        data-testid="map"
        role="region"
        aria-label={t('map')}
      />
      {failed ? <p className="map-message">{t('no_webgl')}</p> : null}
      {map === null ? null : (
        <MapContext.Provider value={map}>
          {children}
          <CursorReadout />
          <ScaleBar />
          <ControlNames />
        </MapContext.Provider>
      )}
    </div>
  );
}

/** The server of an address, for a message; the address itself where it has none. */
function hostOf(url: string): string {
  return /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? url;
}

/** Names the library's own buttons in the page's language. */
function ControlNames(): null {
  const map = useMap();
  const { t } = useText(mapTexts);
  useEffect(() => {
    const name = (selector: string, text: string): void => {
      const found = map.getContainer().querySelector(selector);
      found?.setAttribute('aria-label', text);
      if (found instanceof HTMLButtonElement) found.title = text;
    };
    name('.maplibregl-ctrl-zoom-in', t('zoom_in'));
    name('.maplibregl-ctrl-zoom-out', t('zoom_out'));
    name('.maplibregl-ctrl-compass', t('north_up'));
    name('.maplibregl-canvas', t('map'));
  }, [map, t]);
  return null;
}
