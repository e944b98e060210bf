import { err, hashOf, ok } from '#base';
import type { SurveyMetrics, SurveyPlan, SurveyVerdict } from '#ir';
import type { SurveyEngines } from '#tools';
import type { SurveyScenario } from '#world';

/** What the double answers for a scenario; everything has a default. */
export type EngineScript = {
  /** Seconds of work of its plan, or why there is none. */
  readonly work_s?: (scenario: SurveyScenario) => number | 'infeasible' | 'failed';
  readonly flight_s?: (scenario: SurveyScenario) => number;
  readonly result?: (scenario: SurveyScenario) => 'complete' | 'partial';
  readonly admits?: (scenario: SurveyScenario) => boolean;
  /** Turns of the event loop's microtask queue before a plan is given. */
  readonly turns?: (scenario: SurveyScenario) => number;
  readonly stopped_by?: 'iteration_budget' | 'time_limit';
  readonly bounds?: (scenario: SurveyScenario) => { readonly work_s: number; readonly flight_s: number };
  /** The verdict is about a plan of this hash instead of the plan at hand. */
  readonly verdict_about?: string;
  readonly onPlan?: (scenario: SurveyScenario) => void;
};

/** A double of planner and validator: it plans nothing and judges nothing, it says what its script says and counts. */
export class ScriptedEngines implements SurveyEngines {
  readonly planned: SurveyScenario[] = [];
  validated = 0;
  running = 0;
  most_at_once = 0;
  private readonly script: EngineScript;

  constructor(script: EngineScript = {}) {
    this.script = script;
  }

  readonly plan: SurveyEngines['plan'] = async (scenario) => {
    const { work_s, turns, onPlan } = this.script;
    this.planned.push(scenario);
    this.running++;
    this.most_at_once = Math.max(this.most_at_once, this.running);
    onPlan?.(scenario);
    for (let i = turns?.(scenario) ?? 0; i > 0; i--) await Promise.resolve();
    this.running--;
    const work = work_s?.(scenario) ?? 1000;
    if (work === 'failed') return err({ type: 'failed', message: 'the planner is away' });
    if (work === 'infeasible')
      return err({
        type: 'infeasible',
        refusals: [
          {
            code: 'G4-02',
            object_ids: ['unit-1'],
            measured: 2,
            limit: 1,
            unit: 'Wh',
            text: { en: 'out of reach', ru: 'вне досягаемости' },
          },
        ],
      });
    return ok(this.planOf(scenario, work));
  };

  readonly validate: SurveyEngines['validate'] = async (scenario, plan) => {
    this.validated++;
    const { admits, verdict_about, flight_s } = this.script;
    const admitted = admits?.(scenario) ?? true;
    const verdict: SurveyVerdict = {
      schema_version: 'survey-verdict-1',
      scenario_hash: plan.scenario_hash,
      plan_hash: verdict_about ?? plan.plan_hash,
      validator: { name: 'scripted', version: '1' },
      admitted,
      not_judged: [],
      findings: admitted ? [] : [FINDING],
      metrics: metricsOf(plan.objective.value, flight_s?.(scenario) ?? plan.objective.value),
    };
    return ok(verdict);
  };

  private planOf(scenario: SurveyScenario, work: number): SurveyPlan {
    const { kind } = scenario.objective;
    const { result, stopped_by, bounds } = this.script;
    const bound = bounds?.(scenario) ?? { work_s: 500, flight_s: 500 };
    const scenario_hash = hashOf(scenario);
    return {
      schema_version: 'survey-plan-1',
      scenario_id: scenario.id,
      scenario_hash,
      catalogue_hash: hashOf('catalogue'),
      terrain_hash: null,
      plan_hash: hashOf({ scenario_hash, work }),
      planner: { name: 'scripted', version: '1' },
      seed: scenario.solver.seed,
      status: {
        result: result?.(scenario) ?? 'complete',
        stopped_by: stopped_by ?? 'iteration_budget',
        iterations: 1,
      },
      objective: {
        kind,
        value: work,
        lower_bound: bound.work_s,
        gap_ratio: work / bound.work_s - 1,
        work_time_bound_s: bound.work_s,
        flight_time_bound_s: bound.flight_s,
      },
      blocks: [],
      lanes: [],
      sorties: [],
      schedule: [],
      totals: { work_time_s: work, ...TOTALS, per_unit: [] },
      refusals: [],
    };
  }
}

const TOTALS = {
  flight_time_s: 0,
  distance_m: 0,
  lane_length_m: 0,
  photos: 0,
  sorties: 0,
  turns: 0,
  energy_wh: 0,
};

/** The finding of everything that the script does not admit. */
const FINDING: SurveyVerdict['findings'][number] = {
  code: 'G2-01',
  severity: 'error',
  object_ids: ['task-1'],
  place: null,
  time_sec: null,
  measured: 0.9,
  limit: 0.9999,
  margin: -0.0999,
  unit: '1',
  text: { en: 'coverage 0.9', ru: 'покрытие 0,9' },
  remedy: {
    kind: 'replan',
    patch: [],
    text: { en: 'plan again', ru: 'рассчитать заново' },
    proven: false,
  },
};

function metricsOf(work_time_s: number, flight_time_s: number): SurveyMetrics {
  return {
    work_time_s,
    flight_time_s,
    distance_m: 1,
    energy_wh: 1,
    reserve_min_ratio: 0.3,
    photos: 1,
    sorties: 1,
    turns: 0,
    coverage_ratio: 1,
    coverage_cells_ratio: 1,
    gsd_p50_cm: null,
    gsd_p95_cm: null,
    gsd_max_cm: null,
    forward_overlap_min: null,
    forward_overlap_p5: null,
    side_overlap_min: null,
    side_overlap_p5: null,
    agl_max_m: null,
    separation_min_m: null,
    per_unit: [],
    per_task: [],
  };
}
