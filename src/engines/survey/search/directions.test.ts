/** Directions as seen with the lanes laid, and the last step beside the best of them. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { apart } from '../lanes/block.ts';
import { setUp } from '../setup.ts';
import { nearOnes } from './directions.ts';
import { lowerBounds } from './lower-bounds.ts';
import { pose } from './problem.ts';

const catalogue = bundledSurveyCatalogue();
const s01 = bundledSurveyScenario('s01')!;

function problemOf(swath_angle_deg: number | null) {
  const scenario = { ...s01, tasks: [{ ...s01.tasks[0]!, swath_angle_deg }] };
  const made = setUp(scenario, catalogue, null);
  assert.ok(made.ok);
  const posed = pose(made.value, () => false);
  assert.ok(posed.ok);
  return posed.value;
}

test('a free direction has others close beside it, a direction that the task asks for has none', () => {
  const job = problemOf(null).open[0]!.jobs.get(0)!;
  const [best] = job.plans;
  const near = nearOnes(job, best!.angle);
  assert.ok(near.length >= 2, `${near.length}`);
  for (const p of near) assert.ok(apart(p.angle, best!.angle) <= 0.0045 && p.angle !== best!.angle);
  const asked = problemOf(30).open[0]!.jobs.get(0)!;
  assert.equal(asked.plans.length, 1);
  assert.equal(asked.near.length, 0);
});

test('the lower bound holds for the directions beside the best as well', () => {
  const problem = problemOf(null);
  const boundWith = (near: boolean): number => {
    const open = problem.open.map((t) => ({
      ...t,
      jobs: new Map([...t.jobs].map(([c, job]) => [c, near ? job : { ...job, near: [] }])),
    }));
    return lowerBounds({ ...problem, open }).work_time_s;
  };
  const alone = problem.open[0]!.jobs.get(0)!.near.map((plan) => {
    const open = problem.open.map((t) => ({
      ...t,
      jobs: new Map([...t.jobs].map(([c, job]) => [c, { ...job, plans: [plan], near: [] }])),
    }));
    return lowerBounds({ ...problem, open }).work_time_s;
  });
  const expected = Math.min(boundWith(false), ...alone);
  assert.ok(Math.abs(boundWith(true) - expected) < 1e-6, `${boundWith(true)} ${expected}`);
});
