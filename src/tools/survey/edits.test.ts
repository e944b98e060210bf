import { test } from 'node:test';
import assert from 'node:assert/strict';
import { hashOf } from '#base';
import type { SurveyScenario } from '#world';
import { startSession } from './session/session.ts';
import { call, deskContext, deskScenario, refusalOf, scenarioOf } from '../../../test/doubles/survey-desk.ts';
import type { SurveyChange } from './events.ts';

const before = deskScenario();

/** Runs an edit that must pass; answers its changes, as the page is told them. */
async function changesOf(
  name: string,
  args: Record<string, unknown>,
): Promise<{ changes: readonly SurveyChange[]; scenario: SurveyScenario }> {
  const session = startSession(before);
  const outcome = await call(name, args, deskContext(), session);
  const scenario = scenarioOf(outcome);
  assert.deepEqual(
    outcome.events.map((e) => e.event),
    ['ops'],
  );
  const event = outcome.events[0]!;
  assert.ok(event.event === 'ops' && event.data.tool === name);
  assert.equal(event.data.revision, outcome.session.revision);
  assert.equal(outcome.session.revision, hashOf(scenario));
  assert.deepEqual(session.scenario, deskScenario(), 'the scenario before is untouched');
  return { changes: event.data.changes, scenario };
}

/** The changed places, short. */
const told = (changes: readonly SurveyChange[]) => changes.map((c) => [c.path, c.was, c.became]);

test('null leaves everything as it was, and nothing is told', async () => {
  for (const name of [
    'set_weather',
    'set_objective',
    'set_solver',
    'update_task',
    'update_unit',
    'update_site',
  ]) {
    const session = startSession(before);
    const outcome = await call(name, {}, deskContext(), session);
    assert.equal(scenarioOf(outcome), session.scenario);
    assert.deepEqual(outcome.events, []);
  }
});

test('weather: wind from the west with gusts', async () => {
  const { changes } = await changesOf('set_weather', { wind_mps: 7, wind_from_deg: 270, gust_mps: 9 });
  assert.deepEqual(told(changes), [
    ['/weather/wind_mps', 3, 7],
    ['/weather/gust_mps', 5, 9],
  ]);
  assert.ok(changes.every((c) => !c.safety_risk && c.object_id === null));
});

test('objective: criterion, lambda, turn mode, reserve and buffer', async () => {
  const { changes } = await changesOf('set_objective', {
    kind: 'pareto',
    lambda: 0.25,
    energy_reserve: 0.3,
    turn_mode: 'fly_by',
    nfz_buffer_m: 50,
  });
  assert.deepEqual(told(changes), [
    ['/airspace/nfz_buffer_m', 30, 50],
    ['/objective/kind', 'work_time', 'pareto'],
    ['/objective/lambda', 0.5, 0.25],
    ['/objective/energy_reserve', 0.2, 0.3],
    ['/objective/turn_mode', 'track_line', 'fly_by'],
  ]);
  assert.ok(changes.every((c) => !c.safety_risk));
});

test('a smaller reserve or buffer is marked as a safety risk, a larger one is not', async () => {
  const less = await changesOf('set_objective', { energy_reserve: 0.1, nfz_buffer_m: 10 });
  assert.deepEqual(
    less.changes.map((c) => c.safety_risk),
    [true, true],
  );
  const one = await changesOf('set_objective', { energy_reserve: 0.1, nfz_buffer_m: 31 });
  assert.deepEqual(
    one.changes.map((c) => [c.path, c.safety_risk]),
    [
      ['/airspace/nfz_buffer_m', false],
      ['/objective/energy_reserve', true],
    ],
  );
});

test('solver: limit and seed', async () => {
  const { changes } = await changesOf('set_solver', { time_limit_s: 60, seed: 5 });
  assert.deepEqual(told(changes), [
    ['/solver/time_limit_s', 30, 60],
    ['/solver/seed', 1, 5],
  ]);
});

test('task: name, quality, overlaps, angle; area and type stay', async () => {
  const { changes, scenario } = await changesOf('update_task', {
    name: 'Поле',
    gsd_cm: 4,
    forward_overlap: 0.75,
    side_overlap: 0.65,
    swath_angle: { mode: 'fixed', deg: 30 },
  });
  assert.deepEqual(told(changes), [
    ['/tasks/0/name', 'Field', 'Поле'],
    ['/tasks/0/quality', { type: 'gsd', gsd_cm: 3 }, { type: 'gsd', gsd_cm: 4 }],
    ['/tasks/0/forward_overlap', 0.8, 0.75],
    ['/tasks/0/side_overlap', 0.7, 0.65],
    ['/tasks/0/swath_angle_deg', null, 30],
  ]);
  assert.ok(changes.every((c) => c.object_id === 'task-1'));
  assert.deepEqual(scenario.tasks[0]!.area, before.tasks[0]!.area);
  assert.equal(scenario.tasks[0]!.survey_type, 'camera');
});

test('task: the planner’s own angle is a value, not "unchanged"', async () => {
  const fixed: SurveyScenario = { ...before, tasks: [{ ...before.tasks[0]!, swath_angle_deg: 30 }] };
  const args = { swath_angle: { mode: 'planner' } };
  const outcome = await call('update_task', args, deskContext(), startSession(fixed));
  assert.equal(scenarioOf(outcome).tasks[0]!.swath_angle_deg, null);
});

test('task: density of a lidar task and spacing of a magnetometer task', async () => {
  const task = before.tasks[0]!;
  const lidar: SurveyScenario = {
    ...before,
    tasks: [
      { ...task, survey_type: 'lidar', quality: { type: 'point_density', point_density_per_m2: 20 } },
      {
        ...task,
        id: 'task-2',
        survey_type: 'magnetometer',
        quality: { type: 'line_spacing', line_spacing_m: 50, sensor_agl_m: 40 },
      },
    ],
  };
  const session = startSession(lidar);
  const denser = await call('update_task', { point_density_per_m2: 30 }, deskContext(), session);
  assert.deepEqual(scenarioOf(denser).tasks[0]!.quality, { type: 'point_density', point_density_per_m2: 30 });
  const args = { task_id: 'task-2', line_spacing_m: 25 };
  const closer = scenarioOf(await call('update_task', args, deskContext(), session));
  assert.deepEqual(closer.tasks[1]!.quality, { type: 'line_spacing', line_spacing_m: 25, sensor_agl_m: 40 });
});

test('fleet: off and on, rebase, add, remove', async () => {
  const off = await changesOf('update_unit', { enabled: false });
  assert.deepEqual(told(off.changes), [['/units/0/enabled', true, false]]);
  const moved = await changesOf('update_unit', { unit_id: 'unit-2', home_site_id: 'site-2' });
  assert.deepEqual(told(moved.changes), [['/units/1/home_site_id', 'site-1', 'site-2']]);
  const more = await changesOf('add_unit', {});
  assert.deepEqual(
    more.changes.map((c) => [c.path, c.was, c.object_id]),
    [['/units/2', null, 'unit-3']],
  );
  assert.deepEqual(more.scenario.units[2], {
    id: 'unit-3',
    name: 'Third',
    model_id: 'quad',
    payload_id: 'cam-a',
    home_site_id: 'site-1',
    enabled: true,
    battery_sets: null,
  });
  const fewer = await changesOf('remove_unit', {});
  assert.deepEqual(
    fewer.changes.map((c) => [c.path, c.became]),
    [['/units/1', null]],
  );
});

test('sites: a site and a candidate with cautious defaults, a change, a removal', async () => {
  const site = await changesOf('add_site', {});
  assert.deepEqual(
    site.changes.map((c) => [c.path, c.was]),
    [['/sites/3', null]],
  );
  const { elevation_amsl_m, pads, turnaround_s } = site.scenario.sites[3]!;
  assert.deepEqual([elevation_amsl_m, pads, turnaround_s], [60, 1, 300]);
  const candidate = await changesOf('add_site', { as: 'candidate', pads: 2 });
  assert.deepEqual(
    candidate.changes.map((c) => c.path),
    ['/candidate_sites/1'],
  );
  const later = await changesOf('update_site', { turnaround_s: 600, pads: 3 });
  assert.deepEqual(told(later.changes), [
    ['/sites/1/pads', 1, 3],
    ['/sites/1/turnaround_s', 300, 600],
  ]);
  const gone = await changesOf('remove_site', { site_id: 'cand-1' });
  assert.deepEqual(
    gone.changes.map((c) => c.path),
    ['/candidate_sites/0'],
  );
});

test('a site is removed with its units moved, or the removal is refused', async () => {
  assert.equal(refusalOf(await call('remove_site', { site_id: 'site-1' })), 'breaks_scenario');
  const { changes, scenario } = await changesOf('remove_site', { site_id: 'site-1', rebase_to: 'site-2' });
  assert.deepEqual(
    changes.map((c) => c.path),
    ['/sites/0', '/units/0/home_site_id', '/units/1/home_site_id'],
  );
  assert.ok(scenario.units.every((u) => u.home_site_id === 'site-2'));
});

test('a site on terrain that is not flat needs its elevation stated', async () => {
  const grid: SurveyScenario = {
    ...before,
    terrain: {
      type: 'grid',
      west_deg: 39.4,
      south_deg: 45.2,
      step_lon_deg: 0.2,
      step_lat_deg: 0.2,
      columns: 2,
      rows: 2,
      amsl_m: [60, 60, 60, 60],
    },
  };
  const session = startSession(grid);
  assert.equal(refusalOf(await call('add_site', {}, deskContext(), session), session), 'out_of_range');
  const stated = await call('add_site', { elevation_amsl_m: 61 }, deskContext(), session);
  assert.equal(scenarioOf(stated).sites[3]!.elevation_amsl_m, 61);
});

test('each operation stands on the scenario that the one before left', async () => {
  const one = await call('add_site', {});
  const two = await call('update_unit', { home_site_id: 'site-9' }, deskContext(), one.session);
  assert.equal(scenarioOf(two).units[0]!.home_site_id, 'site-9');
  const three = await call('remove_site', { site_id: 'site-9' }, deskContext(), two.session);
  assert.equal(refusalOf(three, two.session), 'breaks_scenario');
  assert.deepEqual(two.session.start_scenario, before);
});
