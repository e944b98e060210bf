/** Russian names of the objects in the bundled scenarios. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledSurveyCatalogue, bundledSurveyScenario, bundledSurveyScenarioIds } from './survey.ts';
import { withRussianNames } from './survey-names.ts';

test('every object has a Russian name, but for words that makers use', () => {
  const makers = new Set(bundledSurveyCatalogue().aircraft.flatMap((row) => row.name.split(/[^A-Za-z]+/)));
  const left: string[] = [];
  for (const id of bundledSurveyScenarioIds()) {
    const s = withRussianNames(bundledSurveyScenario(id)!);
    const { no_fly_zones, obstacles } = s.airspace;
    for (const x of [...s.tasks, ...s.sites, ...s.candidate_sites, ...s.units, ...no_fly_zones, ...obstacles])
      for (const word of x.name.match(/(?<![0-9])\b[A-Za-z]{2,}/g) ?? [])
        if (!makers.has(word)) left.push(`${id}: ${x.name}`);
  }
  assert.deepEqual(left, []);
});
