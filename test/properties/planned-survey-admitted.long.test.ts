/**
 * Random survey scenarios, planned and then judged by the validator, which shares no code with the planner: no plan that
 * calls itself complete may hold an error. `SURVEY_SEEDS` says how many are tried (60 of 500 seeds, evenly spread, if unset).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue } from '#store';
import { randomSurvey } from './random-survey.ts';

const catalogue = bundledSurveyCatalogue();
const ALL = 500;
const count = Math.min(ALL, Math.max(1, Number(process.env.SURVEY_SEEDS ?? 60)));
const seeds = Array.from({ length: count }, (_, i) => Math.floor((i * ALL) / count));

test(`the validator finds no error in complete plans of ${count} random scenarios`, () => {
  const faults: string[] = [];
  let complete = 0;
  for (const seed of seeds) {
    const scenario = randomSurvey(createRng(seed), seed);
    const plan = planSurvey(scenario, catalogue);
    // Documents of the generator are valid; what cannot be flown says why.
    if (!plan.ok) {
      if (plan.error.type !== 'infeasible' || plan.error.refusals.length === 0)
        faults.push(`${seed}: ${plan.error.type}`);
      continue;
    }
    if (plan.value.status.result !== 'complete') {
      if (plan.value.refusals.length === 0) faults.push(`${seed}: partial without a reason`);
      continue;
    }
    complete++;
    const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
    const errors = verdict.findings.filter((f) => f.severity === 'error');
    if (errors.length > 0 || !verdict.admitted)
      faults.push(`${seed}: ${errors.map((f) => `${f.code} ${f.text.en}`).join('; ')}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(complete >= 0.85 * count, `${complete} of ${count} were complete`);
});
