/**
 * Random scenarios in which walls stand in the way of the likeliest lanes: each has a whole plan, found only by what its
 * title says, and the validator admits it.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue } from '#store';
import { randomSurvey } from './random-survey.ts';

const catalogue = bundledSurveyCatalogue();

const CASES: readonly (readonly [seed: number, by: string])[] = [
  [150, 'a wing leaves its lanes early enough to turn before a zone, as far as its frames see'],
  [252, 'a wing takes a direction far from the shortest, in which no lane ends at a zone'],
  [186, 'lines of their own behind the edge of a zone'],
  [55, 'a task that a wing would leave undone is flown by the multirotor'],
  [166, 'frames of a wing at its lane speed are just as far apart as its camera needs'],
];

for (const [seed, by] of CASES)
  test(`walls: ${by}`, () => {
    const scenario = randomSurvey(createRng(seed), seed);
    const plan = planSurvey(scenario, catalogue);
    assert.ok(plan.ok);
    assert.equal(plan.value.status.result, 'complete', JSON.stringify(plan.value.refusals));
    const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
    assert.deepEqual(
      verdict.findings.filter((f) => f.severity === 'error').map((f) => f.code),
      [],
    );
    assert.ok(verdict.admitted);
  });
