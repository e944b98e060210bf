import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkScenario } from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { type VariantPolicy, surveyVariants } from './variants.ts';

const scenario = bundledSurveyScenario('s03')!;
const none = { site_ids: [], unit_ids: [], task_ids: [] };
const open: VariantPolicy = { propose_new_sites: true, rebase_units: true, change_fleet: true };

test('variants differ from the scenario and from each other, and are themselves scenarios', () => {
  const all = [...surveyVariants(scenario, open, none)];
  assert.equal(new Set(all.map((v) => v.id)).size, all.length);
  assert.ok(all.length > 100);
  for (const v of all.slice(0, 60)) {
    assert.notDeepEqual(v.scenario, scenario);
    assert.deepEqual(checkScenario(v.scenario, bundledSurveyCatalogue()), [], v.id);
    assert.equal(v.new_site, v.scenario.sites.length > scenario.sites.length);
  }
});

test('the policy closes what it closes, and pins hold', () => {
  const closed: VariantPolicy = { propose_new_sites: false, rebase_units: false, change_fleet: false };
  for (const v of surveyVariants(scenario, closed, none))
    assert.ok(
      v.changes.every((c) => c.type === 'set_angle'),
      v.id,
    );
  const pins = { site_ids: ['vpp-3'], unit_ids: ['gemini-02'], task_ids: ['north'] };
  for (const v of surveyVariants(scenario, open, pins)) {
    assert.ok(!v.id.includes('vpp-3') && !v.id.includes('gemini-02') && !v.id.includes('north'), v.id);
    assert.deepEqual(
      v.scenario.units.find((u) => u.id === 'gemini-02'),
      scenario.units.find((u) => u.id === 'gemini-02'),
    );
  }
});

test('the last unit is not switched off', () => {
  for (const v of surveyVariants(bundledSurveyScenario('s01')!, open, none))
    assert.ok(
      v.scenario.units.some((u) => u.enabled),
      v.id,
    );
});
