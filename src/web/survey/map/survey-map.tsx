import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { BaseMap } from '../../map/base-map.tsx';
import { useMap } from '../../map/map-context.ts';
import { boxOf } from '../../map/earth.ts';
import { EMPTY, collection, point, useSource } from '../../map/features.ts';
import { takeSize } from '../../map/keep-view.ts';
import { showLayer } from '../../map/visibility.ts';
import { useText } from '../../shell/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { fixesAt } from '../plan/motion.ts';
import { useReplay } from '../plan/replay.ts';
import { useCompute, useStale } from '../state/compute.ts';
import { useDocument } from '../state/document.ts';
import { choose, focusOn, select, useView, type ObjectKind } from '../state/view.ts';
import { MapCentre } from '../edit/map-centre.tsx';
import { DrawHelp } from './draw-help.tsx';
import {
  CLICK_LAYERS,
  GROUP_LAYERS,
  SOLID_LAYERS,
  SURVEY_LAYERS,
  SURVEY_SOURCES,
  metresWide,
} from './layers.ts';
import { addPictures } from './pictures.ts';
import { aircraftFeatures, findingFeatures, planFeatures, ribbonFeatures } from './plan-features.ts';
import {
  bufferFeatures,
  groundOf,
  scenarioFeatures,
  selectionFeatures,
  wholeView,
} from './scenario-features.ts';
import { surveyMapTexts } from './texts.ts';
import { ToolRail } from './tool-rail.tsx';
import { useTool } from './tools.ts';
import { useDrawing } from './use-drawing.ts';

/** The scenario and its plan on the map, with the tools that edit it. */
export function SurveyMap(): React.JSX.Element {
  return (
    <BaseMap sources={SURVEY_SOURCES} layers={SURVEY_LAYERS} onReady={addPictures}>
      <ObjectsOnMap />
      <PlanOnMap />
      <Pointing />
      <MapCentre />
      <ToolRail />
      <WindArrow />
      <DrawHelp />
    </BaseMap>
  );
}

/** The plan's flights and photo points; null without a plan. A chosen sortie stands out. */
function useFlights(): ReturnType<typeof planFeatures> | null {
  const plan = useCompute((s) => s.outcome?.reply.plan ?? null);
  const scenario = useCompute((s) => s.outcome?.scenario ?? null);
  const sortie_id = useReplay((s) => s.sortie_id);
  return useMemo(
    () => (plan === null || scenario === null ? null : planFeatures(plan, scenario, sortie_id)),
    [plan, scenario, sortie_id],
  );
}

function ObjectsOnMap(): null {
  const map = useMap();
  const { language } = useText(surveyMapTexts);
  const scenario = useDocument((s) => s.scenario);
  const key = useDocument((s) => s.key);
  const selection = useView((s) => s.selection);
  const flights = useFlights();
  const objects = useMemo(
    () => (scenario === null ? EMPTY : scenarioFeatures(scenario, language)),
    [scenario, language],
  );
  useSource(
    map,
    'scenario',
    useMemo(() => collection([...objects.features, ...(flights?.tracks.features ?? [])]), [objects, flights]),
  );
  useSource(map, 'frames', flights?.frames ?? EMPTY);
  useSource(
    map,
    'buffers',
    useMemo(() => (scenario === null ? EMPTY : bufferFeatures(scenario)), [scenario]),
  );
  useSource(
    map,
    'selection',
    useMemo(
      () => (scenario === null ? EMPTY : selectionFeatures(scenario, selection)),
      [scenario, selection],
    ),
  );
  useEffect(() => {
    if (scenario === null) return;
    const { nfz_buffer_m, boundary } = scenario.airspace;
    map.setPaintProperty(
      'zone-buffer',
      'line-width',
      metresWide(2 * nfz_buffer_m, boundary.coordinates[0]![0]![1]),
    );
  }, [map, scenario]);
  const ready = scenario !== null;
  useEffect(() => {
    const { scenario: s } = useDocument.getState();
    const box = s === null ? null : boxOf(wholeView(s));
    if (box !== null) focusOn({ box, mark: null });
  }, [key, ready]);
  return null;
}

function PlanOnMap(): null {
  const map = useMap();
  const outcome = useCompute((s) => s.outcome);
  const stale = useStale();
  const t_sec = useReplay((s) => s.t_sec);
  const tilted = useView((s) => s.tilted);
  const plan = outcome?.reply.plan ?? null;
  const verdict = outcome?.reply.verdict ?? null;
  const scenario = outcome?.scenario ?? null;
  useSource(
    map,
    'ribbons',
    useMemo(
      () =>
        plan === null || scenario === null || !tilted
          ? EMPTY
          : ribbonFeatures(plan, scenario, groundOf(scenario)),
      [plan, scenario, tilted],
    ),
  );
  useSource(
    map,
    'findings',
    useMemo(() => (verdict === null ? EMPTY : findingFeatures(verdict)), [verdict]),
  );
  useSource(
    map,
    'aircraft',
    useMemo(
      () => (plan === null || scenario === null ? EMPTY : aircraftFeatures(fixesAt(plan, t_sec), scenario)),
      [plan, scenario, t_sec],
    ),
  );
  useEffect(() => {
    for (const id of SOLID_LAYERS) showLayer(map, id, tilted);
  }, [map, tilted]);
  // A plan of another state of the scenario is drawn paler, so that nobody takes it for the present one.
  useEffect(() => {
    map.setPaintProperty('frames', 'circle-stroke-opacity', stale ? 0.3 : 1);
    map.setPaintProperty('tracks-lane', 'line-dasharray', stale ? [1, 2] : null);
  }, [map, stale]);
  return null;
}

function Pointing(): null {
  const map = useMap();
  const focus = useView((s) => s.focus);
  const hidden = useView((s) => s.hidden);
  const { t } = useText(surveyMapTexts);
  useDrawing(map, t);
  useEffect(() => {
    const click = (e: MapMouseEvent): void => {
      if (useTool.getState().tool !== 'select') return;
      const found = map.queryRenderedFeatures(e.point, { layers: CLICK_LAYERS })[0];
      if (found === undefined) return choose(null);
      const { kind, id } = found.properties as { kind: ObjectKind; id: string };
      select({ kind, id });
    };
    const over = (e: MapMouseEvent): void => {
      if (useTool.getState().tool !== 'select' || map.isMoving()) return;
      const some = map.queryRenderedFeatures(e.point, { layers: CLICK_LAYERS }).length > 0;
      map.getCanvas().style.cursor = some ? 'pointer' : '';
    };
    map.on('click', click);
    map.on('mousemove', over);
    return () => {
      map.off('click', click);
      map.off('mousemove', over);
    };
  }, [map]);
  useEffect(() => {
    if (focus === null) return;
    takeSize(map);
    map.fitBounds([...focus.box], {
      padding: { top: 56, bottom: 44, left: 64, right: 64 },
      maxZoom: 16.5,
      duration: 0,
      pitch: map.getPitch(),
      bearing: map.getBearing(),
    });
  }, [map, focus]);
  useSource(
    map,
    'mark',
    useMemo(() => (focus?.mark == null ? EMPTY : collection([point(focus.mark)])), [focus]),
  );
  useEffect(() => {
    const off = new Set(hidden.flatMap((group) => GROUP_LAYERS[group]));
    for (const id of Object.values(GROUP_LAYERS).flat()) showLayer(map, id, !off.has(id));
  }, [map, hidden]);
  return null;
}

/** Points where the wind goes to; turns with the map. */
function WindArrow(): React.JSX.Element | null {
  const map = useMap();
  const { t } = useText(surveyMapTexts);
  const weather = useDocument((s) => s.scenario?.weather ?? null);
  const tilted = useView((s) => s.tilted);
  if (weather === null) return null;
  const text = t('wind', { speed: weather.wind_mps, from: Math.round(weather.wind_from_deg) });
  const turn = weather.wind_from_deg + 180 - (tilted ? map.getBearing() : 0);
  return (
    <div className="wind-arrow" role="img" aria-label={text} title={text}>
      <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
        <g transform={`rotate(${turn} 17 17)`}>
          <path
            d="M17 30V6M10 13l7-8 7 8"
            fill="none"
            stroke="#155fa0"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </g>
      </svg>
      <span>
        {weather.wind_mps} <Icon name="wind" size={13} />
      </span>
    </div>
  );
}
