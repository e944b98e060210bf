import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyScenario } from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { planSurvey } from './plan.ts';
import { measuredFaults, wholePlanFaults } from './testing/planned-whole.ts';

const catalogue = bundledSurveyCatalogue();
const demo = (id: string): SurveyScenario => {
  const s = bundledSurveyScenario(id)!;
  return { ...s, solver: { ...s.solver, iteration_budget: 300 } };
};

// The larger demos are measured in the long tier.
for (const id of ['s01', 's06', 's07', 's08'])
  test(`${id} is planned whole, without a fault that measuring finds`, () =>
    assert.deepEqual(wholePlanFaults(demo(id), catalogue), []));

test('s10 is refused for its one cause: energy', () => {
  const r = planSurvey(demo('s10'), catalogue);
  assert.ok(!r.ok);
  assert.deepEqual(
    r.error.refusals.map((x) => x.code),
    ['G4-02'],
  );
  assert.ok(r.error.refusals[0]!.measured! > r.error.refusals[0]!.limit!);
  assert.deepEqual(r.error.refusals[0]!.object_ids, ['field', 'm3e-01']);
});

test('s10 is planned once its candidate site is opened', () => {
  const s = demo('s10');
  const opened: SurveyScenario = {
    ...s,
    sites: [...s.sites, ...s.candidate_sites],
    candidate_sites: [],
    units: s.units.map((u) => ({ ...u, home_site_id: 'cand-1' })),
  };
  const r = planSurvey(opened, catalogue);
  assert.ok(r.ok && r.value.status.result === 'complete');
  assert.deepEqual(measuredFaults(r.value, opened, catalogue), []);
});

test('the same documents give the same bytes', () => {
  const [a, b] = [planSurvey(demo('s06'), catalogue), planSurvey(demo('s06'), catalogue)];
  assert.equal(JSON.stringify(a), JSON.stringify(b));
});

test('a clock that is up at once still gives a whole plan, and says so', () => {
  const r = planSurvey(demo('s07'), catalogue, { should_stop: () => true });
  assert.ok(r.ok);
  assert.equal(r.value.status.stopped_by, 'time_limit');
  assert.deepEqual(measuredFaults(r.value, demo('s07'), catalogue), []);
});

const refused = (change: (s: SurveyScenario) => SurveyScenario, id = 's01'): string[] => {
  const r = planSurvey(change(demo(id)), catalogue);
  return r.ok ? r.value.refusals.map((x) => x.code) : r.error.refusals.map((x) => x.code);
};

test('refusals name the one cause: wind, site, work window, batteries, sensor, terrain', () => {
  assert.deepEqual(
    refused((s) => ({ ...s, weather: { ...s.weather, wind_mps: 13, gust_mps: 13 } })),
    ['G5-01'],
  );
  assert.deepEqual(
    refused((s) => ({ ...s, sites: s.sites.map((x) => ({ ...x, accepts: ['fixed_wing'] })) })),
    ['G7-01'],
  );
  assert.deepEqual(
    refused((s) => ({ ...s, work_window: { ...s.work_window, duration_s: 700 } })),
    ['G4-04'],
  );
  assert.deepEqual(
    refused((s) => ({ ...s, units: s.units.map((u) => ({ ...u, battery_sets: 2 })) }), 's08'),
    ['G4-06'],
  );
  assert.deepEqual(
    refused((s) => ({ ...s, units: s.units.map((u) => ({ ...u, enabled: false })) })),
    ['G7-05'],
  );
  const dem = { type: 'dem' as const, dem_id: 'x', sha256: `sha256:${'0'.repeat(64)}` };
  assert.deepEqual(
    refused((s) => ({ ...s, terrain: dem })),
    ['G0-06'],
  );
});

test('a field swallowed by a zone is left out, the rest is flown', () => {
  const s = demo('s03');
  const zone = { ...s.tasks[0]!.area };
  const nfz = {
    id: 'nfz',
    name: 'Zone',
    area: zone,
    floor_amsl_m: null,
    ceiling_amsl_m: null,
    active_from_sec: null,
    active_to_sec: null,
  };
  const r = planSurvey({ ...s, airspace: { ...s.airspace, no_fly_zones: [nfz] } }, catalogue);
  assert.ok(r.ok);
  assert.equal(r.value.status.result, 'partial');
  assert.deepEqual(
    r.value.refusals.map((x) => [x.code, x.object_ids[0]]),
    [['G0-02', 'north']],
  );
});
