import { test } from 'node:test';
import assert from 'node:assert/strict';
import { startSession } from '../session/session.ts';
import {
  call,
  deskContext,
  deskScenario,
  refusalOf,
  scenarioOf,
  variant,
} from '../../../../test/doubles/survey-desk.ts';
import { ScriptedEngines } from '../../../../test/doubles/survey-engines.ts';
import type { SurveyPins, SurveyPolicy, SurveyToolError } from '../contract.ts';

const CLOSED: SurveyPolicy = { propose_new_sites: false, rebase_units: false, change_fleet: false };
const PINNED: SurveyPins = {
  site_ids: ['site-1', 'site-2', 'cand-1', 'site-9'],
  unit_ids: ['unit-1', 'unit-2', 'unit-3'],
  task_ids: ['task-1'],
};

/** A point inside the zone of the desk, and one outside the boundary. */
const IN_ZONE = { lon_deg: 39.522, lat_deg: 45.322 };
const OUTSIDE = { lon_deg: 39.6, lat_deg: 45.3 };
const angle = (deg: number) => ({ mode: 'fixed', deg });

type Case = {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly is: SurveyToolError['type'];
  readonly closed?: boolean;
  readonly pinned?: boolean;
};

/** Calls with several faults, each with the one that the order makes the answer. */
const ORDER: readonly Case[] = [
  // The schema before everything.
  { name: 'update_unit', args: { enabled: 'no' }, is: 'invalid_arguments', closed: true, pinned: true },
  { name: 'add_unit', args: { unit_id: '../3' }, is: 'invalid_arguments', closed: true },
  { name: 'add_site', args: { accepts: ['balloon'], ...IN_ZONE }, is: 'invalid_arguments', closed: true },
  { name: 'update_task', args: { gsd_cm: 1e9, area: [] }, is: 'invalid_arguments', pinned: true },
  // Policy before pins, ranges, catalogue, geometry and the whole.
  { name: 'update_unit', args: { home_site_id: 'nowhere' }, is: 'policy', closed: true, pinned: true },
  { name: 'update_unit', args: { enabled: false }, is: 'policy', closed: true, pinned: true },
  { name: 'update_unit', args: { payload_id: 'no-such' }, is: 'policy', closed: true },
  { name: 'add_unit', args: { model_id: 'no-such' }, is: 'policy', closed: true },
  { name: 'remove_unit', args: { unit_id: 'no-such' }, is: 'policy', closed: true },
  { name: 'add_site', args: { ...OUTSIDE, pads: 0 }, is: 'policy', closed: true },
  { name: 'update_site', args: { ...IN_ZONE, pads: 0 }, is: 'policy', closed: true },
  { name: 'remove_site', args: { site_id: 'site-1', rebase_to: 'nowhere' }, is: 'policy', closed: true },
  // Pins before ranges and the rest.
  { name: 'update_task', args: { gsd_cm: -1 }, is: 'pinned', pinned: true },
  { name: 'update_unit', args: { home_site_id: 'nowhere' }, is: 'pinned', pinned: true },
  { name: 'update_site', args: { pads: 0 }, is: 'pinned', pinned: true },
  { name: 'remove_site', args: { site_id: 'site-1' }, is: 'pinned', pinned: true },
  { name: 'remove_unit', args: {}, is: 'pinned', pinned: true },
  { name: 'add_unit', args: { model_id: 'no-such' }, is: 'pinned', pinned: true },
  { name: 'add_site', args: { ...OUTSIDE, pads: 0 }, is: 'pinned', pinned: true },
  // Ranges before the catalogue, geometry and the whole.
  { name: 'add_site', args: { ...OUTSIDE, pads: 65 }, is: 'out_of_range' },
  { name: 'add_unit', args: { home_site_id: 'nowhere', model_id: 'no-such' }, is: 'unknown_object' },
  { name: 'update_site', args: { ...IN_ZONE, turnaround_s: -1 }, is: 'out_of_range' },
  // The catalogue before geometry and the whole.
  { name: 'add_unit', args: { unit_id: 'unit-1', model_id: 'no-such' }, is: 'not_in_catalogue' },
  {
    name: 'update_site',
    args: { site_id: 'site-1', accepts: ['fixed_wing'], ...IN_ZONE },
    is: 'incompatible',
  },
  // Geometry before the whole: the id is taken as well.
  { name: 'add_site', args: { site_id: 'site-1', ...IN_ZONE }, is: 'geometry' },
  { name: 'add_site', args: { site_id: 'site-1' }, is: 'breaks_scenario' },
];

for (const { name, args, is, closed, pinned } of ORDER)
  test(`${name} with ${JSON.stringify(args)}${closed ? ', closed' : ''}${pinned ? ', pinned' : ''}: ${is}`, async () => {
    const engines = new ScriptedEngines();
    const session = startSession(deskScenario());
    const context = deskContext({
      engines,
      ...(closed === true ? { policy: CLOSED } : {}),
      ...(pinned === true ? { pins: PINNED } : {}),
    });
    assert.equal(refusalOf(await call(name, args, context, session), session), is);
    assert.equal(engines.planned.length + engines.validated, 0);
  });

test('several variants go through every guard together, and nothing is computed', async () => {
  const engines = new ScriptedEngines();
  const refuse = async (variants: unknown[], policy = CLOSED, pins = PINNED) =>
    refusalOf(await call('evaluate_variants', { variants }, deskContext({ engines, policy, pins })));
  const open: SurveyPolicy = { propose_new_sites: true, rebase_units: true, change_fleet: true };
  const none: SurveyPins = { site_ids: [], unit_ids: [], task_ids: [] };
  const far = variant({ angles: [{ task_id: 'task-1', swath_angle: angle(361) }] });
  const wing = variant({ rebase: [{ unit_id: 'unit-1', site_id: 'strip' }] });
  assert.equal(await refuse([far, variant({ disable: ['unit-1'] })]), 'policy');
  assert.equal(await refuse([far, variant({ disable: ['unit-1'] })], open), 'pinned');
  assert.equal(await refuse([wing, far], open, none), 'out_of_range');
  assert.equal(await refuse([variant({ disable: ['unit-1', 'unit-2'] }), wing], open, none), 'incompatible');
  assert.equal(await refuse([variant({ disable: ['unit-1', 'unit-2'] })], open, none), 'breaks_scenario');
  assert.equal(await refuse([variant({ open_sites: ['site-1'] })], open, none), 'unknown_object');
  assert.equal(
    await refuse([variant({ enable: ['unit-1'], disable: ['unit-1'] })], open, none),
    'invalid_arguments',
  );
  assert.equal(await refuse([], open, none), 'invalid_arguments');
  assert.equal(
    await refuse(Array(9).fill(variant({ disable: ['unit-1'] })), open, none),
    'invalid_arguments',
  );
  assert.equal(await refuse([variant({ weather: { wind_mps: 0 } })], open, none), 'invalid_arguments');
  assert.equal(engines.planned.length, 0);
});

/** Every range at both ends: the last value inside, and the next outside. */
const RANGES: readonly [string, string, readonly unknown[], readonly unknown[]][] = [
  ['set_weather', 'wind_mps', [0, 5], [-0.001, 60.001]],
  ['set_weather', 'wind_from_deg', [0, 360], [-0.001, 360.001]],
  ['set_weather', 'gust_mps', [3, 90], [2.999, -1, 90.001]],
  ['set_weather', 'temperature_c', [-60, 60], [-60.001, 60.001]],
  ['set_objective', 'lambda', [0, 1], [-0.001, 1.001]],
  ['set_objective', 'energy_reserve', [0, 1], [-0.001, 1.001]],
  ['set_objective', 'nfz_buffer_m', [0, 10_000], [-0.001, 10_000.001]],
  ['set_solver', 'time_limit_s', [0.1, 300], [0.099, 300.001]],
  ['set_solver', 'seed', [0, 4_294_967_295], [-1, 4_294_967_296]],
  ['update_task', 'gsd_cm', [0.1, 200], [0, 0.099, 200.001]],
  ['update_task', 'forward_overlap', [0, 0.95], [-0.001, 0.951]],
  ['update_task', 'side_overlap', [0, 0.95], [-0.001, 0.951]],
  ['update_task', 'swath_angle', [angle(0), angle(360)], [angle(-0.001), angle(360.001)]],
  ['update_site', 'pads', [1, 64], [0, 65]],
  ['update_site', 'turnaround_s', [0, 86_400], [-0.001, 86_400.001]],
  ['update_site', 'elevation_amsl_m', [-500, 10_000], [-500.001, 10_000.001]],
  ['update_site', 'lon_deg', [39.51], [-180.001, 180.001]],
  ['update_site', 'lat_deg', [45.3], [-90.001, 90.001]],
];

for (const [name, field, inside, outside] of RANGES)
  test(`${name}.${field} ends where it says, and nothing is moved into the range`, async () => {
    for (const value of inside) scenarioOf(await call(name, { [field]: value }));
    for (const value of outside)
      assert.equal(refusalOf(await call(name, { [field]: value })), 'out_of_range', JSON.stringify(value));
  });

test('a wind above the gusts asks for the gusts; both together pass', async () => {
  assert.equal(refusalOf(await call('set_weather', { wind_mps: 7 })), 'out_of_range');
  const windy = scenarioOf(await call('set_weather', { wind_mps: 7, gust_mps: 7, wind_from_deg: 270 }));
  assert.deepEqual(
    [windy.weather.wind_mps, windy.weather.gust_mps, windy.weather.wind_from_deg],
    [7, 7, 270],
  );
});

test('a task keeps to the figure that it is asked for by', async () => {
  for (const args of [
    { point_density_per_m2: 10 },
    { line_spacing_m: 20 },
    { gsd_cm: 3, line_spacing_m: 20 },
  ])
    assert.equal(refusalOf(await call('update_task', args)), 'incompatible');
});

test('equipment must be in the catalogue, usable, carried, and fit its site', async () => {
  const refuse = async (name: string, args: Record<string, unknown>) => refusalOf(await call(name, args));
  assert.equal(await refuse('update_unit', { payload_id: 'cam-z' }), 'not_in_catalogue');
  assert.equal(await refuse('update_unit', { payload_id: 'cam-b' }), 'incompatible');
  assert.equal(await refuse('update_unit', { payload_id: 'cam-bare' }), 'incompatible');
  assert.equal(await refuse('update_unit', { home_site_id: 'strip' }), 'incompatible');
  assert.equal(await refuse('update_unit', { home_site_id: 'cand-1' }), 'unknown_object');
  assert.equal(await refuse('add_unit', { home_site_id: 'strip' }), 'incompatible');
  assert.equal(await refuse('remove_site', { site_id: 'site-1', rebase_to: 'strip' }), 'incompatible');
});

test('a site moves, and a candidate opens, only where a site may stand and where its units may use it', async () => {
  assert.equal(refusalOf(await call('update_site', IN_ZONE)), 'geometry');
  assert.equal(refusalOf(await call('update_site', OUTSIDE)), 'geometry');
  const base = deskScenario();
  const opened = variant({ open_sites: ['cand-1'], rebase: [{ unit_id: 'unit-1', site_id: 'cand-1' }] });
  const refuse = async (candidate: Record<string, unknown>) => {
    const candidate_sites = base.candidate_sites.map((s) => ({ ...s, ...candidate }));
    const session = startSession({ ...base, candidate_sites });
    const variants = [opened];
    return refusalOf(await call('evaluate_variants', { variants }, deskContext(), session), session);
  };
  assert.equal(await refuse(IN_ZONE), 'geometry');
  assert.equal(await refuse(OUTSIDE), 'geometry');
  assert.equal(await refuse({ accepts: ['fixed_wing'] }), 'incompatible');
});

test('the scenario stays whole: last unit, last site, taken ids, units left behind', async () => {
  const one = { ...deskScenario(), units: deskScenario().units.slice(0, 1) };
  const alone = startSession({ ...one, sites: one.sites.slice(0, 1) });
  const refuse = async (name: string, args: Record<string, unknown>) =>
    refusalOf(await call(name, args, deskContext(), alone), alone);
  assert.equal(await refuse('remove_unit', { unit_id: 'unit-1' }), 'breaks_scenario');
  assert.equal(await refuse('update_unit', { enabled: false }), 'breaks_scenario');
  assert.equal(await refuse('remove_site', { site_id: 'site-1' }), 'breaks_scenario');
  assert.equal(await refuse('remove_site', { site_id: 'site-1', rebase_to: 'site-1' }), 'unknown_object');
  assert.equal(await refuse('add_unit', { unit_id: 'task-1' }), 'breaks_scenario');
  assert.equal(await refuse('add_site', { site_id: 'cand-1', as: 'site' }), 'breaks_scenario');
});

test('a scenario that was broken before can be mended step by step', async () => {
  const s = deskScenario();
  const unit = { ...s.units[1]!, payload_id: 'cam-b', home_site_id: 'gone' };
  const broken = startSession({ ...s, units: [s.units[0]!, unit] });
  const calm = await call('set_weather', { wind_mps: 1 }, deskContext(), broken);
  assert.equal(scenarioOf(calm).weather.wind_mps, 1);
  assert.equal(
    refusalOf(
      await call('update_unit', { unit_id: 'unit-2', home_site_id: 'site-2' }, deskContext(), broken),
    ),
    'incompatible',
  );
  const mended = await call(
    'update_unit',
    { unit_id: 'unit-2', payload_id: 'cam-a', home_site_id: 'site-2' },
    deskContext(),
    broken,
  );
  assert.equal(scenarioOf(mended).units[1]!.home_site_id, 'site-2');
});
