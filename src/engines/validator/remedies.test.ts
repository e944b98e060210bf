import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { type SurveyCode } from '#ir';
import { applySurveyPatch, proveRemedies, rebound, validateSurveyPlan } from './index.ts';
import { corridor, quad, quadTwice, wing } from './testing/bases.ts';
import { buildTestPlan } from './testing/build-plan.ts';
import { type Bundle, put, rehash, withFigure } from './testing/mutate.ts';
import { box, cameraTask, scene, site, testCatalogue, unit } from './testing/scenes.ts';

/** A faulty bundle, the code whose remedy is tried, and its kind. */
type Case = {
  readonly code: SurveyCode;
  readonly kind: string;
  readonly make: () => Bundle;
  readonly replan?: false;
};

const planned = (scenario: SurveyScenario, catalogue: SurveyCatalogue = testCatalogue()): Bundle => ({
  scenario,
  catalogue,
  plan: buildTestPlan(scenario, catalogue),
});
const at = (gsd_cm: number) => [
  cameraTask('field', box(0, 0, 300, 200), { quality: { type: 'gsd', gsd_cm } }),
];
const airspace = (parts: object) => ({ ...scene().airspace, ...parts });

const CASES: readonly Case[] = [
  { code: 'G1-05', kind: 'change_gsd', make: () => planned(scene({ tasks: at(4.4) })) },
  { code: 'G1-05', kind: 'change_gsd', make: () => planned(scene({ tasks: at(9.9) })) },
  {
    code: 'G1-05',
    kind: 'change_sensor_height',
    make: () =>
      planned(
        scene({
          units: [unit('unit-1', 'wing', 'mag-tow', 'base')],
          tasks: [
            cameraTask('field', box(0, 0, 700, 500), {
              survey_type: 'magnetometer',
              quality: { type: 'line_spacing', line_spacing_m: 100, sensor_agl_m: 95 },
            }),
          ],
        }),
      ),
  },
  {
    code: 'G1-04',
    kind: 'change_gsd',
    make: () => planned(scene({ tasks: at(3), airspace: airspace({ ceiling_amsl_m: 140 }) })),
  },
  {
    code: 'G1-06',
    kind: 'change_gsd',
    make: () => planned(scene({ tasks: at(2), airspace: airspace({ min_agl_m: 80 }) })),
  },
  {
    code: 'G3-08',
    kind: 'change_angle',
    make: () =>
      planned(
        scene({
          units: [unit('unit-1', 'wing', 'cam', 'base')],
          tasks: [cameraTask('field', box(0, 0, 700, 500))],
          weather: { ...scene().weather, wind_mps: 9, gust_mps: 10, wind_from_deg: 90 },
        }),
      ),
  },
  {
    code: 'G5-01',
    kind: 'disable_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          weather: { ...scene().weather, wind_mps: 5, gust_mps: 6 },
          units: [unit('weak', 'vtol', 'cam', 'base'), unit('strong', 'quad', 'cam', 'base')],
        }),
        withFigure(withFigure(testCatalogue(), 'vtol', 'wind_max_mps', 4), 'vtol', 'gust_max_mps', 30),
      ),
  },
  {
    code: 'G5-02',
    kind: 'disable_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          weather: { ...scene().weather, gust_mps: 9 },
          units: [unit('weak', 'vtol', 'cam', 'base'), unit('strong', 'quad', 'cam', 'base')],
        }),
        withFigure(testCatalogue(), 'vtol', 'gust_max_mps', 8),
      ),
  },
  {
    code: 'G5-03',
    kind: 'disable_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          weather: { ...scene().weather, ground_wind_mps: 9 },
          units: [unit('weak', 'vtol', 'cam', 'base'), unit('strong', 'quad', 'cam', 'base')],
        }),
        withFigure(testCatalogue(), 'vtol', 'ground_wind_max_mps', 8),
      ),
  },
  {
    code: 'G5-04',
    kind: 'disable_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          weather: { ...scene().weather, temperature_c: -5 },
          units: [unit('weak', 'vtol', 'cam', 'base'), unit('strong', 'quad', 'cam', 'base')],
        }),
        withFigure(testCatalogue(), 'vtol', 'temperature_min_c', 0),
      ),
  },
  {
    code: 'G7-01',
    kind: 'rebase_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          sites: [
            { ...site('base', -400, -300), accepts: ['fixed_wing'] },
            site('second', 400, -300),
            site('far', 900, 900),
          ],
        }),
      ),
  },
  {
    code: 'G7-02',
    kind: 'rebase_unit',
    make: () =>
      planned(
        scene({
          tasks: at(2.5),
          sites: [site('base', -400, -300), site('second', 400, -300)],
          airspace: airspace({
            no_fly_zones: [
              {
                id: 'z',
                name: 'z',
                area: box(-400, -300, 60, 60),
                floor_amsl_m: null,
                ceiling_amsl_m: 100,
                active_from_sec: null,
                active_to_sec: null,
              },
            ],
          }),
        }),
      ),
  },
  {
    code: 'G4-04',
    kind: 'extend_window',
    replan: false,
    make: () => rehash({ ...quad(), scenario: put(quad().scenario, ['work_window', 'duration_s'], 100) }),
  },
  {
    code: 'G4-06',
    kind: 'bring_batteries',
    replan: false,
    make: () =>
      rehash({ ...quadTwice(), scenario: put(quadTwice().scenario, ['units', 0, 'battery_sets'], 1) }),
  },
  {
    code: 'G7-04',
    kind: 'enable_unit',
    replan: false,
    make: () => rehash({ ...quad(), scenario: put(quad().scenario, ['units', 0, 'enabled'], false) }),
  },
  {
    code: 'G4-05',
    kind: 'correct_claim',
    replan: false,
    make: () => rehash({ ...wing(), plan: put(wing().plan, ['totals', 'work_time_s'], 100) }),
  },
  {
    code: 'G0-04',
    kind: 'change_payload',
    replan: false,
    make: () =>
      rehash({ ...quad(), scenario: put(quad().scenario, ['units', 0, 'payload_id'], 'cam-other') }),
  },
  {
    code: 'G0-08',
    kind: 'rename',
    replan: false,
    make: () =>
      rehash({ ...quad(), scenario: put(quad().scenario, ['candidate_sites'], quad().scenario.sites) }),
  },
  {
    code: 'G0-09',
    kind: 'swap_axes',
    replan: false,
    make: () =>
      rehash({
        ...corridor(),
        scenario: put(
          corridor().scenario,
          ['tasks', 0, 'area', 'coordinates'],
          corridor().scenario.tasks[0]!.area.coordinates.map((r) => r.map(([x, y]) => [y, x])),
        ),
      }),
  },
];

for (const [i, c] of CASES.entries())
  test(`the remedy ${c.kind} clears ${c.code} when it is applied (${i})`, () => {
    const { scenario, catalogue, plan } = c.make();
    const verdict = validateSurveyPlan(scenario, catalogue, plan);
    const finding = verdict.findings.find((f) => f.code === c.code);
    assert.ok(finding !== undefined, verdict.findings.map((f) => f.text.en).join('\n'));
    assert.equal(finding.remedy?.kind, c.kind);
    assert.equal(finding.remedy.proven, false, 'nothing is proven before it is tried');
    const replan = c.replan === false ? null : (s: SurveyScenario) => buildTestPlan(s, catalogue);
    const proved = proveRemedies(verdict, { scenario, catalogue, plan, replan });
    const after = proved.findings.find((f) => f.code === c.code)!;
    assert.ok(after.remedy!.proven);
    // And by hand, without the prover.
    const patched = applySurveyPatch(scenario, finding.remedy.patch, 'scenario');
    const patchedPlan = applySurveyPatch(plan, finding.remedy.patch, 'plan');
    assert.ok(patched.ok && patchedPlan.ok);
    const next = replan === null ? rebound(patchedPlan.value, patched.value) : replan(patched.value);
    const again = validateSurveyPlan(patched.value, catalogue, next);
    assert.ok(!again.findings.some((f) => f.code === c.code));
  });

test('160 m over the ground: the GSD has to become finer, by the ratio of the heights', () => {
  const catalogue = testCatalogue();
  const pixel = 13.2 / 5472 / 8.8;
  const scenario = scene({ tasks: at(160 * pixel * 100) });
  const verdict = validateSurveyPlan(scenario, catalogue, buildTestPlan(scenario, catalogue));
  const finding = verdict.findings.find((f) => f.code === 'G1-05')!;
  assert.equal(finding.severity, 'warning');
  assert.ok(verdict.admitted, 'a permission is a warning');
  assert.ok(Math.abs(finding.measured! - 160) < 0.1);
  assert.equal(finding.limit, 150);
  const value = finding.remedy!.patch[0]!.value as number;
  assert.ok(Math.abs(value / (160 * pixel * 100) - 0.9375) < 0.001, String(value));
  assert.match(finding.remedy!.text.en, /6\.7\d* % more lanes/);
});

test('a remedy that does not help stays unproven', () => {
  const b = quad();
  const low = rehash({ ...b, scenario: put(b.scenario, ['work_window', 'duration_s'], 100) });
  const verdict = validateSurveyPlan(low.scenario, low.catalogue, low.plan);
  const wrong = {
    ...verdict,
    findings: verdict.findings.map((f) => ({
      ...f,
      remedy: f.remedy === null ? null : { ...f.remedy, patch: [{ ...f.remedy.patch[0]!, value: 101 }] },
    })),
  };
  const proved = proveRemedies(wrong, { ...low, replan: null });
  assert.equal(proved.findings.find((f) => f.code === 'G4-04')!.remedy!.proven, false);
});

test('a patch with a path that leads nowhere is refused and changes nothing', () => {
  const document = { a: [1, 2] };
  assert.ok(
    !applySurveyPatch(document, [{ target: 'scenario', op: 'replace', path: '/b/c', value: 1 }], 'scenario')
      .ok,
  );
  assert.ok(!applySurveyPatch(document, [{ target: 'scenario', op: 'remove', path: '/a/7' }], 'scenario').ok);
  const added = applySurveyPatch(
    document,
    [{ target: 'scenario', op: 'add', path: '/a/-', value: 3 }],
    'scenario',
  );
  assert.deepEqual(added.ok && added.value, { a: [1, 2, 3] });
  assert.deepEqual(document, { a: [1, 2] });
});
