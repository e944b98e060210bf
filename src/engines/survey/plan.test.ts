import { test } from 'node:test';
import assert from 'node:assert/strict';
import { SurveyPlan, surveyPlanHash } from '#ir';
import { type SurveyScenario } from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { planSurvey } from './plan.ts';
import { bookFaults, sortieFaults } from './testing/measure.ts';
import { airspaceFaults, coverage, separationFaults } from './testing/measure-space.ts';

const catalogue = bundledSurveyCatalogue();
const demo = (id: string): SurveyScenario => {
  const s = bundledSurveyScenario(id)!;
  return { ...s, solver: { ...s.solver, iteration_budget: 300 } };
};

function faultsOf(plan: SurveyPlan, s: SurveyScenario): string[] {
  return [
    ...plan.sorties.flatMap((x) => sortieFaults(x, s, catalogue)),
    ...bookFaults(plan, s),
    ...airspaceFaults(plan, s),
    ...separationFaults(plan, s),
  ];
}

for (const id of ['s01', 's02', 's04', 's06', 's07', 's08', 's09'])
  test(`${id} is planned whole, without a fault that measuring finds`, () => {
    const s = demo(id);
    const r = planSurvey(s, catalogue);
    assert.ok(r.ok, JSON.stringify(r.ok ? '' : r.error.refusals));
    const plan = r.value;
    assert.ok(SurveyPlan.safeParse(plan).success);
    assert.equal(plan.status.result, 'complete');
    assert.deepEqual(faultsOf(plan, s), []);
    assert.ok(coverage(plan, s, catalogue, 15) >= 0.9999);
    assert.equal(plan.plan_hash, surveyPlanHash(plan));
    assert.ok(plan.objective.value >= plan.objective.lower_bound);
  });

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
  assert.deepEqual(faultsOf(r.value, opened), []);
});

test('the same documents give the same bytes', () => {
  const [a, b] = [planSurvey(demo('s01'), catalogue), planSurvey(demo('s01'), catalogue)];
  assert.equal(JSON.stringify(a), JSON.stringify(b));
});

test('a clock that is up at once still gives a whole plan, and says so', () => {
  const r = planSurvey(demo('s02'), catalogue, { should_stop: () => true });
  assert.ok(r.ok);
  assert.equal(r.value.status.stopped_by, 'time_limit');
  assert.deepEqual(faultsOf(r.value, demo('s02')), []);
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
