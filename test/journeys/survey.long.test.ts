import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue, bundledSurveyScenario, bundledSurveyScenarioIds } from '#store';

const catalogue = bundledSurveyCatalogue();

for (const id of bundledSurveyScenarioIds()) {
  const scenario = bundledSurveyScenario(id)!;
  const infeasible = id.startsWith('s10');
  test(`${id}: ${infeasible ? 'refused for its one cause' : 'planned, and admitted by the independent validator'}`, () => {
    const plan = planSurvey(scenario, catalogue);
    if (infeasible) {
      assert.ok(!plan.ok && plan.error.type === 'infeasible');
      assert.equal(new Set(plan.error.refusals.map((r) => r.code)).size, 1);
      return;
    }
    assert.ok(plan.ok, plan.ok ? '' : JSON.stringify(plan.error));
    const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
    const errors = verdict.findings.filter((f) => f.severity === 'error');
    assert.deepEqual(
      errors.map((f) => `${f.code} ${f.text.en}`),
      [],
    );
    assert.equal(verdict.admitted, true);
  });
}
