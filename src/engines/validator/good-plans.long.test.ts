import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { validateSurveyPlan } from './index.ts';
import { buildTestPlan } from './testing/build-plan.ts';
import { randomScene } from './testing/random-scene.ts';
import { testCatalogue } from './testing/scenes.ts';

test('five hundred seeded plans raise no error', () => {
  const rng = createRng(500);
  const catalogue = testCatalogue();
  const alarms: string[] = [];
  for (let i = 0; i < 500; i++) {
    const scenario = randomScene(rng.fork(String(i)));
    const verdict = validateSurveyPlan(
      scenario,
      catalogue,
      buildTestPlan(scenario, catalogue, { sorties: 2 }),
    );
    const errors = verdict.findings.filter((f) => f.severity === 'error');
    if (errors.length > 0) alarms.push(`${i}: ${errors.map((f) => `${f.code} ${f.text.en}`).join('; ')}`);
  }
  assert.deepEqual(alarms, []);
});
