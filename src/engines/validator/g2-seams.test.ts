import { test } from 'node:test';
import assert from 'node:assert/strict';
import { hashOf } from '#base';
import { type SurveyVerdict } from '#ir';
import { type SurveyTask } from '#world';
import { OtherSwaths } from './g2-seams.ts';
import { validateSurveyPlan } from './index.ts';
import { buildTestPlan, sealed } from './testing/build-plan.ts';
import { box, cameraTask, scene, testCatalogue, unit } from './testing/scenes.ts';

const catalogue = testCatalogue();

/** A field of 600 by 300 m flown in two halves, the left one wider by `over_m`, each with a direction of its own. */
function judged(
  over_m: number,
  angles: readonly [number, number],
  part: Partial<SurveyTask> = {},
  payload = 'cam',
): SurveyVerdict {
  const units = [unit('unit-1', 'quad', payload, 'base')];
  const halves = scene({
    units,
    tasks: [
      cameraTask('west', box(-150 + over_m / 2, 0, 300 + over_m, 300), {
        ...part,
        swath_angle_deg: angles[0],
      }),
      cameraTask('east', box(150, 0, 300, 300), { ...part, swath_angle_deg: angles[1] }),
    ],
  });
  const plan = buildTestPlan(halves, catalogue);
  const whole = scene({ units, tasks: [cameraTask('field', box(0, 0, 600, 300), part)] });
  const merged = {
    ...plan,
    scenario_id: whole.id,
    scenario_hash: hashOf(whole),
    blocks: plan.blocks.map((b) => ({ ...b, task_id: 'field' })),
  };
  return validateSurveyPlan(whole, catalogue, sealed(merged));
}

const errors = (v: SurveyVerdict) => [
  ...new Set(v.findings.filter((f) => f.severity === 'error').map((f) => f.code)),
];
const seam = (v: SurveyVerdict) =>
  v.findings.find((f) => f.code === 'G2-04' && f.text.en.includes('across the seam'));

test('halves of one direction have no seam', () => {
  assert.deepEqual(errors(judged(0, [0, 0])), []);
});

test('halves across one another with a gap between them overlap too little at their seam', () => {
  const verdict = judged(-30, [0, 90]);
  assert.deepEqual(errors(verdict), ['G2-04']);
  assert.equal(verdict.metrics!.coverage_ratio, 1);
  const found = seam(verdict)!;
  assert.ok(found.measured! > 0 && found.measured! < found.limit!, String(found.measured));
  assert.match(found.text.ru, /на стыке/);
  assert.equal(verdict.metrics!.side_overlap_min, found.measured);
});

test('halves that meet, or reach over one another, are tied together', () => {
  for (const [over_m, ...angles] of [
    [0, 0, 90],
    [90, 0, 90],
    [90, 90, 0],
    [90, 30, 120],
  ] as const) {
    const verdict = judged(over_m, angles);
    assert.deepEqual(
      errors(verdict).filter((c) => c !== 'G6-05'),
      [],
      angles.join(),
    );
    assert.equal(
      verdict.not_judged.find((n) => n.code === 'G2-04'),
      undefined,
    );
  }
});

test('line spacing has no meaning across a seam, and that is said', () => {
  const verdict = judged(
    0,
    [0, 90],
    {
      survey_type: 'magnetometer',
      quality: { type: 'line_spacing', line_spacing_m: 40, sensor_agl_m: 40 },
    },
    'mag',
  );
  assert.equal(seam(verdict), undefined);
  assert.match(verdict.not_judged.find((n) => n.code === 'G2-06')!.text.en, /no line spacing exists/);
});

test('nothing is shared with nobody', () => {
  assert.equal(new OtherSwaths([], { x: 0, y: 0 }).shareOf({ x: 0, y: 0 }, [1, 0], 10), 0);
});
