/** The larger demos, planned and measured as in `plan.test.ts`. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { wholePlanFaults } from './testing/planned-whole.ts';

const catalogue = bundledSurveyCatalogue();

for (const id of ['s02', 's04', 's09'])
  test(`${id} is planned whole, without a fault that measuring finds`, () => {
    const s = bundledSurveyScenario(id)!;
    const searched = { ...s, solver: { ...s.solver, iteration_budget: 300 } };
    assert.deepEqual(wholePlanFaults(searched, catalogue), []);
  });
