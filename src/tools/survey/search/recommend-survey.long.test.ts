/** The search with the real engines on a scenario with several sites: reproducible, and every gain is the validator's. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { frozenClock } from '#base';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { deskContext } from '../../../../test/doubles/survey-desk.ts';
import { inProcessSurveyEngines } from './engines.ts';
import { recommendSurvey, searchScenario } from './recommend-survey.ts';

test('s03: six rebasings are planned, judged and ranked; the best stands when computed anew', async () => {
  const catalogue = bundledSurveyCatalogue();
  const s03 = bundledSurveyScenario('s03')!;
  const context = deskContext({
    catalogue,
    policy: { propose_new_sites: false, rebase_units: true, change_fleet: false },
    engines: inProcessSurveyEngines(catalogue, frozenClock('2026-01-01T00:00:00.000Z')),
  });
  const options = { basing: true, fleet: false, sites: false, angle: false, combine: false, seed: 3 };
  const found = await recommendSurvey(s03, options, context);
  assert.ok(found.ok);
  const { base, variants } = found.value;
  assert.equal(found.value.evaluated, 6);
  assert.ok(base.admitted === true && variants.every((v) => v.reproducible));
  const good = variants.filter((v) => v.admitted === true && v.status === 'planned');
  for (const v of good) assert.equal(v.gain_ratio, 1 - v.metrics!.work_time_s / base.metrics!.work_time_s);
  for (let i = 1; i < good.length; i++)
    assert.ok(good[i - 1]!.metrics!.work_time_s <= good[i]!.metrics!.work_time_s);
  const first = variants[0]!;
  const { path, became } = first.changes[0]!;
  const index = Number(path.split('/')[2]);
  const units = s03.units.map((u, i) => (i === index ? { ...u, home_site_id: String(became) } : u));
  const again = searchScenario({ ...s03, units }, 3, 5);
  const plan = planSurvey(again, catalogue);
  assert.ok(plan.ok);
  assert.equal(plan.value.plan_hash, first.plan_hash);
  const verdict = validateSurveyPlan(again, catalogue, plan.value);
  assert.deepEqual([verdict.admitted, verdict.metrics], [first.admitted, first.metrics]);
});
