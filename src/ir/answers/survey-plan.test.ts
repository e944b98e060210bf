import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type SurveyInputCode } from '#world';
import { SURVEY_CODES, SURVEY_CODE_LIST } from './survey-codes.ts';
import { SurveyPlan, surveyPlanHash, surveyPlanJsonSchema } from './survey-plan.ts';
import { SurveyVerdict, surveyVerdictJsonSchema } from './survey-verdict.ts';

/** The compiler refuses this line when an input code is not in the registry. */
const TITLE_OF_INPUT: (code: SurveyInputCode) => string = (code) => SURVEY_CODES[code].en;

const HASH = `sha256:${'0'.repeat(64)}`;
const point = (t_sec: number, energy_wh: number) => ({
  t_sec,
  lon_deg: 39.5,
  lat_deg: 45.3,
  amsl_m: 60 + t_sec,
  agl_m: t_sec,
  energy_wh,
});
const totals = {
  flight_time_s: 20,
  distance_m: 20,
  lane_length_m: 0,
  photos: 2,
  sorties: 1,
  turns: 0,
  energy_wh: 2,
};

function samplePlan(): SurveyPlan {
  return {
    schema_version: 'survey-plan-1',
    scenario_id: 'sample',
    scenario_hash: HASH,
    catalogue_hash: HASH,
    terrain_hash: null,
    plan_hash: HASH,
    planner: { name: 'test', version: '0' },
    seed: 1,
    status: { result: 'complete', stopped_by: 'finished', iterations: 0 },
    objective: {
      kind: 'work_time',
      value: 20,
      lower_bound: 0,
      gap_ratio: null,
      work_time_bound_s: 0,
      flight_time_bound_s: 0,
    },
    blocks: [
      {
        id: 'b1',
        task_id: 'task-1',
        payload_id: 'cam-a',
        swath_angle_deg: 0,
        line_spacing_m: 40,
        photo_spacing_m: 20,
        agl_m: 100,
      },
    ],
    lanes: [
      {
        id: 'l1',
        block_id: 'b1',
        role: 'main',
        line_index: 0,
        start: [39.5, 45.3],
        end: [39.51, 45.3],
        profile: [
          { along_m: 0, amsl_m: 160 },
          { along_m: 784, amsl_m: 160 },
        ],
      },
    ],
    sorties: [
      {
        id: 's1',
        unit_id: 'unit-1',
        model_id: 'quad',
        payload_id: 'cam-a',
        site_id: 'site-1',
        landing_site_id: 'site-1',
        pad: 0,
        landing_pad: 0,
        battery_set: 0,
        start_sec: 0,
        end_sec: 20,
        energy_wh: 2,
        legs: [
          { kind: 'takeoff', lane_id: null, points: [point(0, 0), point(10, 1)], capture: null },
          {
            kind: 'lane',
            lane_id: 'l1',
            points: [point(10, 1), point(20, 2)],
            capture: { type: 'distance', first_m: 0, spacing_m: 20, count: 2 },
          },
        ],
      },
    ],
    schedule: [
      {
        unit_id: 'unit-1',
        entries: [{ kind: 'sortie', sortie_id: 's1', site_id: 'site-1', pad: 0, from_sec: 0, to_sec: 20 }],
      },
    ],
    totals: { work_time_s: 20, ...totals, per_unit: [{ unit_id: 'unit-1', ...totals }] },
    refusals: [],
  };
}

test('a plan passes its parser and its published schema, and an extra member passes neither', () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(surveyPlanJsonSchema());
  assert.ok(SurveyPlan.safeParse(samplePlan()).success);
  assert.ok(validate(samplePlan()), JSON.stringify(validate.errors));
  for (const bad of [
    { ...samplePlan(), admitted: true },
    { ...samplePlan(), scenario_hash: 'x' },
    { ...samplePlan(), blocks: [{ ...samplePlan().blocks[0]!, swath_angle_deg: 180 }] },
  ]) {
    assert.ok(!SurveyPlan.safeParse(bad).success);
    assert.ok(!validate(bad));
  }
});

test('the plan hash leaves itself out and sees everything else', () => {
  const plan = samplePlan();
  const hash = surveyPlanHash(plan);
  assert.equal(surveyPlanHash({ ...plan, plan_hash: hash } as SurveyPlan), hash);
  assert.notEqual(surveyPlanHash({ ...plan, seed: 2 }), hash);
});

test('the registry has every code of the nine groups once, with titles in both languages', () => {
  const sizes = [10, 11, 14, 8, 6, 5, 7, 5, 4];
  const expected = sizes.flatMap((n, g) =>
    Array.from({ length: n }, (_, i) => `G${g}-${String(i + 1).padStart(2, '0')}`),
  );
  assert.deepEqual([...SURVEY_CODE_LIST], expected);
  for (const code of SURVEY_CODE_LIST) {
    assert.ok(SURVEY_CODES[code].en.length > 0);
    assert.match(SURVEY_CODES[code].ru, /[а-яё]/i);
  }
  assert.equal(TITLE_OF_INPUT('G0-08'), 'An id is used twice');
  assert.equal(SURVEY_CODES['G1-05'].level, 'warning');
  assert.equal(SURVEY_CODES['G8-03'].level, 'info');
});

test('a verdict knows only registered codes', () => {
  const metrics = null;
  const verdict = {
    schema_version: 'survey-verdict-1',
    scenario_hash: HASH,
    plan_hash: HASH,
    validator: { name: 'test', version: '0' },
    admitted: false,
    not_judged: [],
    findings: [
      {
        code: 'G1-05',
        severity: 'warning',
        object_ids: ['s1'],
        place: { lon_deg: 1, lat_deg: 2, amsl_m: null },
        time_sec: 3,
        measured: 160,
        limit: 150,
        margin: -10,
        unit: 'm',
        text: { en: 'a', ru: 'б' },
        remedy: {
          kind: 'change_gsd',
          patch: [{ target: 'scenario', op: 'replace', path: '/tasks/0/quality/gsd_cm', value: 4 }],
          text: { en: 'a', ru: 'б' },
          proven: true,
        },
      },
    ],
    metrics,
  };
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(surveyVerdictJsonSchema());
  assert.ok(SurveyVerdict.safeParse(verdict).success);
  assert.ok(validate(verdict), JSON.stringify(validate.errors));
  const stray = structuredClone(verdict);
  stray.findings[0]!.code = 'G9-01';
  assert.ok(!SurveyVerdict.safeParse(stray).success);
  assert.ok(!validate(stray));
});
