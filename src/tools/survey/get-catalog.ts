import { z } from 'zod';
import {
  type CatalogueAircraft,
  type SurveyCatalogue,
  type SurveyPayload,
  aircraftFigures,
  payloadFigures,
} from '#world';
import { defineSurveyTool } from './guard/edit.ts';
import { answered } from './session/session.ts';
import { shownName } from './session/text.ts';

/** Reads the equipment catalogue: what can be used, and what carries what. */
export const getCatalogTool = defineSurveyTool({
  name: 'get_catalog',
  summary:
    'Reads the equipment catalogue: usable aircraft models with speed, endurance, wind limit and the payloads that they carry, and usable payloads with their figures.',
  args: z.strictObject({
    what: z.enum(['aircraft', 'payloads']).nullable().describe('one list only; null: both'),
  }),
  run: ({ what }, session, { catalogue }) =>
    answered(session, {
      ...(what === 'payloads' ? {} : { aircraft: usableAircraft(catalogue).map(aircraftRow) }),
      ...(what === 'aircraft' ? {} : { payloads: usablePayloads(catalogue).map(payloadRow) }),
    }),
});

function usableAircraft(catalogue: SurveyCatalogue): CatalogueAircraft[] {
  return catalogue.aircraft.filter((a) => aircraftFigures(catalogue, a.id).ok);
}

function usablePayloads(catalogue: SurveyCatalogue): SurveyPayload[] {
  return catalogue.payloads.filter((p) => payloadFigures(catalogue, p.id).ok);
}

function aircraftRow(a: CatalogueAircraft) {
  return {
    id: a.id,
    name: shownName(a.name),
    kind: a.kind,
    cruise_mps: a.cruise_mps.value,
    endurance_s: a.endurance_s.value,
    wind_max_mps: a.wind_max_mps.value,
    payload_ids: a.payloads.map((p) => p.payload_id),
  };
}

function payloadRow(p: SurveyPayload) {
  const head = { id: p.id, name: shownName(p.name), type: p.type };
  switch (p.type) {
    case 'camera':
      return { ...head, focal_mm: p.focal_mm.value, px_w: p.px_w.value, px_h: p.px_h.value };
    case 'lidar':
      return { ...head, pulses_per_s: p.pulses_per_s.value, agl_max_m: p.agl_max_m.value };
    case 'magnetometer':
      return {
        ...head,
        sensor_agl_min_m: p.sensor_agl_min_m.value,
        sensor_agl_max_m: p.sensor_agl_max_m.value,
      };
  }
}
