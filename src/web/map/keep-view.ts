import type { Map } from 'maplibre-gl';

/** Marks moves of the map that no operator made. */
const OWN = { fitted: true } as const;

type View = { readonly lng: number; readonly lat: number; readonly zoom: number; readonly size: Size };
type Size = { readonly width: number; readonly height: number };

/** Takes the size of its box; what was in view stays in view. */
export function takeSize(map: Map): void {
  map.resize(OWN);
}

/**
 * Keeps what the operator looked at in view while the window and panels change size: a smaller map zooms out, and
 * comes back to the operator's own zoom when it grows again. Returns the function that stops it.
 */
export function keepView(map: Map): () => void {
  let view = viewOf(map);
  const moved = (e: object): void => {
    if (!('fitted' in e)) view = viewOf(map);
  };
  const resized = (): void => {
    if (map.isMoving()) return;
    const zoom = fittedZoom(view.zoom, view.size, sizeOf(map));
    map.jumpTo({ center: [view.lng, view.lat], zoom }, OWN);
  };
  map.on('moveend', moved);
  map.on('resize', resized);
  return () => {
    map.off('moveend', moved);
    map.off('resize', resized);
  };
}

/** The zoom at which all that a map of one size showed fits into another size; never closer than before. */
export function fittedZoom(zoom: number, was: Size, now: Size): number {
  if (![was.width, was.height, now.width, now.height].every((px) => px > 0)) return zoom;
  return zoom + Math.log2(Math.min(1, now.width / was.width, now.height / was.height));
}

function viewOf(map: Map): View {
  const { lng, lat } = map.getCenter();
  return { lng, lat, zoom: map.getZoom(), size: sizeOf(map) };
}

function sizeOf(map: Map): Size {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
}
