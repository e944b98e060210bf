import type { Map } from 'maplibre-gl';
import { createContext, useContext } from 'react';

/** The map around a component; null until it has loaded. */
export const MapContext = createContext<Map | null>(null);

/** The map; only for what is drawn inside a `BaseMap`. */
export function useMap(): Map {
  const map = useContext(MapContext);
  if (map === null) throw new Error('useMap outside a BaseMap');
  return map;
}
