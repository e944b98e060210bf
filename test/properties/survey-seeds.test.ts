/** Random survey scenarios with one awkward thing each: the plan is complete, and the validator admits it. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue } from '#store';
import { randomSurvey } from './random-survey.ts';

const catalogue = bundledSurveyCatalogue();

for (const [seed, what] of [
  [224, 'lanes that only one way can be flown, several tasks'],
  [455, 'lanes that only one way can be flown, several units'],
  [336, 'a zone below the height that a lidar takes'],
  [22, 'a mast in a magnetometer field'],
  [169, 'the quickest direction leaves ground bare, another does not'],
] as const)
  test(`seed ${seed}: ${what}`, () => {
    const random = randomSurvey(createRng(seed), seed);
    const scenario = { ...random, solver: { ...random.solver, iteration_budget: 10 } };
    const plan = planSurvey(scenario, catalogue);
    assert.ok(plan.ok, plan.ok ? '' : JSON.stringify(plan.error));
    assert.deepEqual(
      plan.value.refusals.map((r) => r.text.en),
      [],
    );
    const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
    assert.deepEqual(
      verdict.findings.filter((f) => f.severity === 'error').map((f) => `${f.code} ${f.text.en}`),
      [],
    );
    assert.ok(verdict.admitted);
  });
