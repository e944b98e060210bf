import { useEffect } from 'react';
import { useMap } from '../../map/map-context.ts';
import { useView } from '../state/view.ts';

/** Tells the forms where the middle of the map is. */
export function MapCentre(): null {
  const map = useMap();
  useEffect(() => {
    const tell = (): void => {
      const { lng, lat } = map.getCenter();
      useView.setState({ centre: [Number(lng.toFixed(6)), Number(lat.toFixed(6))] });
    };
    tell();
    map.on('moveend', tell);
    return () => void map.off('moveend', tell);
  }, [map]);
  return null;
}
