import { LngLatBounds } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { FeatureCollection } from 'geojson';
import { BaseMap } from '../map/base-map.tsx';
import { useMap } from '../map/map-context.ts';
import { EMPTY, collection, point, useSource } from '../map/features.ts';
import { takeSize } from '../map/keep-view.ts';
import { mapTexts } from '../map/texts.ts';
import { TilesDialog } from '../map/tiles-dialog.tsx';
import { showLayer } from '../map/visibility.ts';
import { useSettings, useText } from '../shell/settings.ts';
import { IconButton } from '../ui/buttons.tsx';
import { routeLayers, stateLayers } from './city-layers.ts';
import { CITY_LAYERS, CITY_SOLIDS, CITY_SOURCES, ZONE_COLOURS } from './city-style.ts';
import { flyingAt, legAt, pathOf, simulatedEvents } from './flight.ts';
import { messages } from './messages.ts';
import { useTraffic } from './state.ts';

/** The map: city, airspace, fleet and the released path, flat or in 3D. */
export function CityMap(): React.JSX.Element {
  return (
    <BaseMap sources={CITY_SOURCES} layers={CITY_LAYERS}>
      <CityOnMap />
      <FlightOnMap />
      <Views />
      <Legend />
    </BaseMap>
  );
}

function CityOnMap(): null {
  const map = useMap();
  const state = useTraffic((s) => s.state);
  const stressed = useTraffic((s) => s.stressed);
  const stressed_sec = useTraffic((s) => s.stressed_sec);
  const decision = useTraffic((s) => s.decision);
  const language = useSettings((s) => s.language);
  const layers = useMemo(() => (state === null ? null : stateLayers(state, language)), [state, language]);
  useSource(map, 'roads', layers?.roads ?? EMPTY);
  useSource(map, 'buildings', layers?.buildings ?? EMPTY);
  useSource(map, 'zones', layers?.zones ?? EMPTY);
  useSource(map, 'corridors', layers?.corridors ?? EMPTY);
  useSource(map, 'places', layers?.places ?? EMPTY);
  useSource(map, 'aircraft', layers?.aircraft ?? EMPTY);
  const marked = useMemo((): FeatureCollection => {
    if (layers === null) return EMPTY;
    const all = [...layers.zones.features, ...layers.places.features, ...layers.aircraft.features];
    const leg = stressed_sec === null ? null : legAt(decision, stressed_sec);
    const found = all.filter((f) => stressed.includes(String(f.properties?.['id'])));
    return collection(leg === null ? found : [...found, leg]);
  }, [layers, stressed, stressed_sec, decision]);
  useSource(map, 'stressed', marked);
  useEffect(() => {
    if (state === null) return;
    const [west, south, east, north] = state.city.bounds;
    takeSize(map);
    map.fitBounds([west, south, east, north], { padding: 24, duration: 0 });
  }, [map, state]);
  useEffect(() => {
    const bounds = new LngLatBounds();
    for (const f of marked.features) {
      const g = f.geometry;
      if (g.type === 'Point') bounds.extend(g.coordinates as [number, number]);
      if (g.type === 'LineString') for (const p of g.coordinates) bounds.extend(p as [number, number]);
      if (g.type === 'Polygon') for (const p of g.coordinates[0]!) bounds.extend(p as [number, number]);
    }
    if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 120, maxZoom: 15, duration: 0 });
  }, [map, marked]);
  return null;
}

function FlightOnMap(): null {
  const map = useMap();
  const decision = useTraffic((s) => s.decision);
  const t_sec = useTraffic((s) => s.t_sec);
  const layers = useMemo(() => routeLayers(decision), [decision]);
  useSource(map, 'legs', layers.legs);
  useSource(map, 'stops', layers.stops);
  useSource(
    map,
    'events',
    useMemo(() => simulatedEvents(decision), [decision]),
  );
  useSource(
    map,
    'flying',
    useMemo(() => {
      const at = flyingAt(decision, t_sec);
      return at === null ? EMPTY : collection([point(at)]);
    }, [decision, t_sec]),
  );
  useEffect(() => {
    const at = pathOf(decision);
    if (at.length === 0) return undefined;
    const bounds = new LngLatBounds();
    for (const p of at) bounds.extend([p.lon, p.lat]);
    // The dock below has just taken a part of the map's height: fit to what is left of it.
    const frame = requestAnimationFrame(() => {
      takeSize(map);
      map.fitBounds(bounds, { padding: 90, maxZoom: 15.5, duration: 0, pitch: map.getPitch() });
    });
    return () => cancelAnimationFrame(frame);
  }, [map, decision]);
  return null;
}

function Views(): React.JSX.Element {
  const map = useMap();
  const { t } = useText(mapTexts);
  const state = useTraffic((s) => s.state);
  const [tilted, setTilted] = useState(false);
  const [tiles, setTiles] = useState(false);
  useEffect(() => {
    for (const id of CITY_SOLIDS) showLayer(map, id, tilted);
    map.easeTo({ pitch: tilted ? 55 : 0, bearing: tilted ? -20 : 0, duration: 0 });
  }, [map, tilted]);
  const whole = (): void => {
    if (state === null) return;
    const [west, south, east, north] = state.city.bounds;
    map.fitBounds([west, south, east, north], { padding: 24, duration: 0, pitch: map.getPitch() });
  };
  return (
    <div className="map-views" role="group" aria-label={`${t('plan_view')}, ${t('view_3d')}`}>
      <div className="segments">
        <button type="button" aria-pressed={!tilted} onClick={() => setTilted(false)}>
          {t('plan_view')}
        </button>
        <button type="button" aria-pressed={tilted} onClick={() => setTilted(true)}>
          {t('view_3d')}
        </button>
      </div>
      <IconButton icon="fit" label={t('fit')} onClick={whole} />
      <IconButton icon="grid" label={t('tiles')} onClick={() => setTiles(true)} />
      {tiles ? <TilesDialog onClose={() => setTiles(false)} /> : null}
    </div>
  );
}

function Legend(): React.JSX.Element {
  const { t } = useText(messages);
  const rows = [
    [ZONE_COLOURS.no_fly, 'legend_nofly'],
    [ZONE_COLOURS.temporary_no_fly, 'legend_temporary'],
    [ZONE_COLOURS.sensitive, 'legend_sensitive'],
    ['#00695c', 'legend_corridor'],
  ] as const;
  return (
    <ul className="legend">
      {rows.map(([colour, key]) => (
        <li key={key}>
          <span className="swatch" style={{ background: colour }} />
          {t(key)}
        </li>
      ))}
    </ul>
  );
}
