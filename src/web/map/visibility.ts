import type { Map } from 'maplibre-gl';

/** What is known of the layers of one map. */
type Known = { readonly hidden: Set<string>; readonly empty: Set<string> };
const known = new WeakMap<Map, Known>();

function of(map: Map): Known {
  const found = known.get(map);
  if (found !== undefined) return found;
  const off = map.getLayersOrder().filter((id) => map.getLayoutProperty(id, 'visibility') === 'none');
  const first: Known = { hidden: new Set(off), empty: new Set() };
  known.set(map, first);
  return first;
}

/** Shows or hides a layer. A layer whose source holds nothing stays off until something comes. */
export function showLayer(map: Map, id: string, shown: boolean): void {
  const { hidden } = of(map);
  if (shown) hidden.delete(id);
  else hidden.add(id);
  apply(map, id);
}

/**
 * Notes whether a source holds nothing, and switches its layers off or on. For every source with fills or lines
 * the map writes the masks of its tiles over the whole view at every frame, also where there is nothing to draw.
 */
export function markEmpty(map: Map, source: string, is_empty: boolean): void {
  const { empty } = of(map);
  if (empty.has(source) === is_empty) return;
  if (is_empty) empty.add(source);
  else empty.delete(source);
  for (const id of map.getLayersOrder()) if (map.getLayer(id)?.source === source) apply(map, id);
}

function apply(map: Map, id: string): void {
  const layer = map.getLayer(id);
  if (layer === undefined) return;
  const { hidden, empty } = of(map);
  const wanted = hidden.has(id) || empty.has(layer.source) ? 'none' : 'visible';
  if (map.getLayoutProperty(id, 'visibility') !== wanted) map.setLayoutProperty(id, 'visibility', wanted);
}
