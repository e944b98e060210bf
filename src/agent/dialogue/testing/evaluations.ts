import { hashOf } from '#base';
import type { KeptEvaluation, SurveyEvaluation, SurveySession } from '#tools';
import { startSession } from '#tools';
import type { SurveyScenario } from '#world';

const METRICS = {
  work_time_s: 1872,
  flight_time_s: 1872,
  distance_m: 15_600,
  energy_wh: 812.4,
  reserve_min_ratio: 0.31,
  photos: 640,
  sorties: 2,
  turns: 38,
  coverage_ratio: 0.9987,
  coverage_cells_ratio: 0.998,
  gsd_p50_cm: 2.9,
  gsd_p95_cm: 2.98,
  gsd_max_cm: 3,
  forward_overlap_min: 0.79,
  forward_overlap_p5: 0.8,
  side_overlap_min: 0.69,
  side_overlap_p5: 0.7,
  agl_max_m: 160,
  separation_min_m: null,
  per_unit: [],
  per_task: [],
};

const WARNING: SurveyEvaluation['findings'][number] = {
  code: 'G1-05',
  severity: 'warning',
  object_ids: ['task-1'],
  place: null,
  time_sec: null,
  measured: 160,
  limit: 150,
  margin: -10,
  unit: 'm',
  text: { en: '160 m is above 150 m: a permission is needed', ru: '160 м выше 150 м: нужно разрешение' },
  remedy: {
    kind: 'change_gsd',
    patch: [],
    text: { en: 'a GSD of 2.8125 cm brings it to 150 m', ru: 'GSD 2,8125 см даёт 150 м' },
    proven: true,
  },
};

const ERROR: SurveyEvaluation['findings'][number] = {
  ...WARNING,
  code: 'G4-01',
  severity: 'error',
  measured: 0.12,
  limit: 0.2,
  margin: -0.08,
  unit: 'ratio',
  text: { en: 'the reserve is 12 %', ru: 'остаток 12 %' },
  remedy: null,
};

/** An evaluation of a scenario with a verdict that a test chooses; the numbers are made up. */
export function madeUpEvaluation(
  scenario: SurveyScenario,
  id: string,
  admitted: boolean | null,
  more: Partial<SurveyEvaluation> = {},
): KeptEvaluation {
  const revision = hashOf(scenario);
  return {
    scenario,
    plan: null,
    verdict: null,
    evaluation: {
      id,
      label: '',
      scenario_revision: revision,
      base_revision: revision,
      changes: [],
      new_site: false,
      status: admitted === null ? 'infeasible' : 'planned',
      admitted,
      metrics: admitted === null ? null : METRICS,
      findings: admitted === true ? [WARNING] : admitted === false ? [ERROR] : [],
      not_judged: 0,
      refusals: [],
      objective: null,
      plan_hash: null,
      reproducible: true,
      failure: null,
      ...more,
    },
  };
}

/** A session in which these evaluations were computed. */
export function sessionWith(scenario: SurveyScenario, evaluations: readonly KeptEvaluation[]): SurveySession {
  return { ...startSession(scenario), evaluations };
}

export { METRICS as MADE_UP_METRICS };
