/** Areas so narrow that one or two lines cover them still get the images asked for on every point, their rim included. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '#store';

const catalogue = bundledSurveyCatalogue();
const base = bundledSurveyScenario('s01')!;

/** The first demo with a field of 240 m by a width at the place of its own. */
function strip(width_m: number, side_overlap: number, min_images_per_point: number) {
  const task = base.tasks[0]!;
  const [lon, lat] = (task.area as { coordinates: number[][][] }).coordinates[0]![0]! as [number, number];
  const at = (x: number, y: number): [number, number] => [lon + x / 78_400, lat + y / 111_130];
  const ring = [at(0, 0), at(240, 0), at(240, width_m), at(0, width_m), at(0, 0)];
  return {
    ...base,
    tasks: [
      {
        ...task,
        area: { type: 'Polygon' as const, coordinates: [ring] },
        side_overlap,
        min_images_per_point,
      },
    ],
    solver: { ...base.solver, iteration_budget: 30 },
  };
}

for (const [width_m, side_overlap, images] of [
  [12, 0.8, 4],
  [12, 0.53, 4],
  [30, 0.8, 6],
  [55, 0.7, 5],
] as const)
  test(`a strip ${width_m} m wide at a side overlap of ${side_overlap} is on ${images} images everywhere`, () => {
    const scenario = strip(width_m, side_overlap, images);
    const plan = planSurvey(scenario, catalogue);
    assert.ok(plan.ok, plan.ok ? '' : JSON.stringify(plan.error));
    assert.equal(plan.value.status.result, 'complete');
    const verdict = validateSurveyPlan(scenario, catalogue, plan.value);
    assert.deepEqual(
      verdict.findings.filter((f) => f.severity === 'error').map((f) => `${f.code} ${f.text.en}`),
      [],
    );
    assert.ok(verdict.admitted);
  });
