import assert from 'node:assert/strict';
import {
  runSurveyTool,
  startSession,
  surveyTools,
  type SurveySession,
  type SurveyToolContext,
  type SurveyToolOutcome,
} from '../../src/tools/survey/index.ts';
import type { SurveyScenario } from '#world';
import { sampleCatalogue, sampleScenario } from '../../src/world/survey/sample-scenario.ts';
import { ScriptedEngines } from './survey-engines.ts';

/** The sample with two units at site-1, a second site, one for fixed wings, a candidate and a zone in the north-east. */
export function deskScenario(): SurveyScenario {
  const s = sampleScenario();
  const site = s.sites[0]!;
  const unit = s.units[0]!;
  return {
    ...s,
    airspace: { ...s.airspace, no_fly_zones: [ZONE] },
    sites: [
      site,
      { ...site, id: 'site-2', lon_deg: 39.512 },
      { ...site, id: 'strip', lon_deg: 39.5, lat_deg: 45.29, accepts: ['fixed_wing'] },
    ],
    candidate_sites: [{ ...site, id: 'cand-1', lon_deg: 39.49, lat_deg: 45.295 }],
    units: [unit, { ...unit, id: 'unit-2', name: 'Second' }],
  };
}

const ZONE: SurveyScenario['airspace']['no_fly_zones'][number] = {
  id: 'zone-1',
  name: 'Zone',
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [39.52, 45.32],
        [39.525, 45.32],
        [39.525, 45.325],
        [39.52, 45.325],
        [39.52, 45.32],
      ],
    ],
  },
  floor_amsl_m: null,
  ceiling_amsl_m: null,
  active_from_sec: null,
  active_to_sec: null,
};

/** Everything allowed, nothing pinned, scripted engines. */
export function deskContext(more: Partial<SurveyToolContext> = {}): SurveyToolContext {
  return {
    catalogue: sampleCatalogue(),
    policy: { propose_new_sites: true, rebase_units: true, change_fleet: true },
    pins: { site_ids: [], unit_ids: [], task_ids: [] },
    engines: new ScriptedEngines(),
    limits: { max_variants: 24, eval_time_limit_s: 5, eval_concurrency: 2, compute_time_limit_s: 60 },
    ...more,
  };
}

const NULLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  set_weather: { wind_mps: null, wind_from_deg: null, gust_mps: null, temperature_c: null },
  set_objective: { kind: null, lambda: null, energy_reserve: null, turn_mode: null, nfz_buffer_m: null },
  set_solver: { time_limit_s: null, seed: null },
  update_task: {
    task_id: 'task-1',
    name: null,
    gsd_cm: null,
    point_density_per_m2: null,
    line_spacing_m: null,
    forward_overlap: null,
    side_overlap: null,
    swath_angle: null,
  },
  update_unit: { unit_id: 'unit-1', enabled: null, home_site_id: null, payload_id: null },
  add_unit: {
    unit_id: 'unit-3',
    name: 'Third',
    model_id: 'quad',
    payload_id: 'cam-a',
    home_site_id: 'site-1',
  },
  remove_unit: { unit_id: 'unit-2' },
  add_site: {
    site_id: 'site-9',
    as: 'site',
    name: 'New',
    lon_deg: 39.5,
    lat_deg: 45.295,
    elevation_amsl_m: null,
    accepts: ['multirotor'],
    pads: null,
    turnaround_s: null,
  },
  update_site: {
    site_id: 'site-2',
    name: null,
    lon_deg: null,
    lat_deg: null,
    elevation_amsl_m: null,
    accepts: null,
    pads: null,
    turnaround_s: null,
  },
  remove_site: { site_id: 'site-2', rebase_to: null },
  recommend: { basing: null, fleet: null, sites: null, angle: null, combine: null },
  compute_plan: { label: null },
  get_plan_report: { evaluation_id: null, language: 'en' },
  write_report_note: { evaluation_id: null, language: 'en', text: 'A note.' },
  get_scenario: { part: null },
  get_catalog: { what: null },
};

/** A variant of `evaluate_variants` that changes only what is given. */
export function variant(parts: Record<string, unknown>): Record<string, unknown> {
  return { label: null, open_sites: null, rebase: null, enable: null, disable: null, angles: null, ...parts };
}

/** Calls a tool with the given arguments over harmless ones. */
export function call(
  name: string,
  args: Record<string, unknown> = {},
  context: SurveyToolContext = deskContext(),
  session: SurveySession = startSession(deskScenario()),
): Promise<SurveyToolOutcome> {
  const text = JSON.stringify({ ...NULLS[name], ...args });
  return runSurveyTool(surveyTools(), { name, arguments: text }, session, context);
}

/** The error of an outcome that must be a refusal with nothing done: same session, no event. */
export function refusalOf(outcome: SurveyToolOutcome, before?: SurveySession): string {
  assert.ok(!outcome.result.ok, JSON.stringify(outcome.result));
  assert.deepEqual(outcome.events, []);
  if (before !== undefined) assert.equal(outcome.session, before);
  const { message, type } = outcome.result.error;
  assert.ok(message.en.length > 0 && /[а-яё]/i.test(message.ru), JSON.stringify(message));
  return type;
}

/** The scenario of an outcome that must be a success. */
export function scenarioOf(outcome: SurveyToolOutcome): SurveyScenario {
  assert.ok(outcome.result.ok, JSON.stringify(outcome.result));
  return outcome.session.scenario;
}
