/**
 * A planner for tests only: correct, simple plans, so that the validator can be tried without any real planner. Each
 * enabled unit flies its share of every task of its kind in one sortie a task, one sortie after the other.
 */
import { hashOf } from '#base';
import {
  type SurveyCatalogue,
  type SurveyScenario,
  type SurveyTerrainGrid,
  type SurveyUnit,
  aircraftFigures,
  payloadFigures,
} from '#world';
import { type PlanLane, type PlanSortie, type SurveyPlan, surveyPlanHash } from '#ir';
import { groundOf } from '../ground.ts';
import { boxCentre } from '../plane.ts';
import { type TestFrame, testFrame } from './frame.ts';
import { type TestUnit } from './crew.ts';
import { flyLanes } from './fly.ts';
import { type TestLane, type TestLayout, layLanes } from './lay-lanes.ts';
import { scheduleOf, totalsOfPlan } from './sum-up.ts';

/** How the test planner spreads the work. */
export type BuildOptions = {
  readonly terrain?: SurveyTerrainGrid;
  /** All units at once, each with its own start, instead of one after the other. */
  readonly parallel?: boolean;
  /** The k-th task belongs to the k-th unit alone, instead of being shared. */
  readonly own?: boolean;
  /** Seconds between launches of different units when parallel. */
  readonly stagger_s?: number;
  /** Where the main lanes lie, metres from the area's first side, instead of evenly. */
  readonly offsets_m?: readonly number[];
  /** How many lanes each sortie of a unit flies, instead of equal shares. */
  readonly cuts?: readonly number[];
  /** Sorties in which a unit flies its share of a task; 1 unless said. */
  readonly sorties?: number;
};

/** Plans a scenario; throws where the scenario is beyond so simple a planner. */
export function buildTestPlan(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  options: BuildOptions = {},
): SurveyPlan {
  const [lon, lat] = boxCentre(scenario.tasks.map((t) => t.area));
  const frame = testFrame(lon, lat);
  const from = (scenario.weather.wind_from_deg * Math.PI) / 180;
  const w = scenario.weather.wind_mps;
  const wind = [-w * Math.sin(from), -w * Math.cos(from)] as const;
  const crews = scenario.units.filter((u) => u.enabled).map((u) => crewOf(scenario, catalogue, u));
  const plan = { blocks: [] as SurveyPlan['blocks'], lanes: [] as PlanLane[], sorties: [] as PlanSortie[] };
  const clock = new Clock(scenario, options);
  scenario.tasks.forEach((task, k) => {
    const fit = crews.filter(
      (c, i) => c.payload.type === task.survey_type && (options.own !== true || i === k),
    );
    // One block for each payload; only the payloads of the first crew's kind share the lanes.
    const team = fit.filter((c) => c.payload.payload_id === fit[0]!.payload.payload_id);
    const lead = team[0]!;
    const layout = layLanes({
      task,
      craft: lead.craft,
      payload: lead.payload,
      frame,
      wind,
      ground: reliefOf(scenario, options.terrain ?? null, frame, k),
      prefix: `t${k}-`,
      offsets_m: options.offsets_m ?? null,
    });
    const block_id = `block-${k}`;
    plan.blocks.push({
      id: block_id,
      task_id: task.id,
      payload_id: lead.payload.payload_id,
      swath_angle_deg: layout.angle_deg,
      line_spacing_m: layout.spacing_m,
      photo_spacing_m: layout.photo_m,
      agl_m: layout.agl_m,
    });
    for (const lane of layout.lanes) plan.lanes.push(planLane(lane, block_id, layout, frame));
    team.forEach((crew, i) => {
      const share = cut(layout.lanes, team.length, i);
      const parts = options.cuts?.length ?? options.sorties ?? 1;
      for (let p = 0; p < parts; p++) {
        const lanes = options.cuts === undefined ? cut(share, parts, p) : taken(share, options.cuts, p);
        if (lanes.length === 0) continue;
        const start_sec = clock.next(crew);
        const sortie = flyLanes(
          { crew, frame, wind, scenario, layout, lanes, start_sec },
          {
            id: `s-${k}-${crew.unit.id}-${p}`,
            battery_set: clock.sets(crew),
            groundAt: groundOf(scenario, options.terrain ?? null).at,
          },
        );
        clock.flown(crew, sortie.end_sec);
        plan.sorties.push(sortie);
      }
    });
  });
  return finish(scenario, catalogue, options, plan);
}

function cut<T>(list: readonly T[], parts: number, i: number): T[] {
  return list.slice(Math.floor((list.length * i) / parts), Math.floor((list.length * (i + 1)) / parts));
}

function taken<T>(list: readonly T[], cuts: readonly number[], i: number): T[] {
  const from = cuts.slice(0, i).reduce((a, b) => a + b, 0);
  return list.slice(from, from + cuts[i]!);
}

function crewOf(scenario: SurveyScenario, catalogue: SurveyCatalogue, unit: SurveyUnit): TestUnit {
  const craft = aircraftFigures(catalogue, unit.model_id);
  const payload = payloadFigures(catalogue, unit.payload_id);
  const site = scenario.sites.find((s) => s.id === unit.home_site_id);
  if (!craft.ok || !payload.ok || site === undefined) throw new Error(`unit ${unit.id} cannot be used`);
  return { unit, craft: craft.value, payload: payload.value, site };
}

function planLane(lane: TestLane, block_id: string, layout: TestLayout, frame: TestFrame): PlanLane {
  const length = Math.hypot(lane.b[0] - lane.a[0], lane.b[1] - lane.a[1]);
  return {
    id: lane.id,
    block_id,
    role: lane.role,
    line_index: lane.line,
    start: frame.lonLat(...lane.a),
    end: frame.lonLat(...lane.b),
    profile: [
      { along_m: 0, amsl_m: layout.amsl_m },
      { along_m: Math.max(length, 1e-3), amsl_m: layout.amsl_m },
    ],
  };
}

/** Lowest and highest ground over the box of a task, a little beyond it. */
function reliefOf(scenario: SurveyScenario, terrain: SurveyTerrainGrid | null, frame: TestFrame, k: number) {
  const ground = groundOf(scenario, terrain);
  const points = scenario.tasks[k]!.area.coordinates[0]!.map(([lon, lat]) => frame.xy(lon, lat));
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  let [low, high] = [Infinity, -Infinity];
  const grid = ground.step_m === null ? 1 : 40;
  for (let i = 0; i <= grid; i++)
    for (let j = 0; j <= grid; j++) {
      const x = Math.min(...xs) - 40 + ((Math.max(...xs) - Math.min(...xs) + 80) * i) / grid;
      const y = Math.min(...ys) - 40 + ((Math.max(...ys) - Math.min(...ys) + 80) * j) / grid;
      const z = ground.at(...frame.lonLat(x, y));
      if (z === null) continue;
      [low, high] = [Math.min(low, z), Math.max(high, z)];
    }
  return { low, high };
}

/** When who may start next. */
class Clock {
  private readonly units = new Map<string, { free: number; sets: number }>();
  private last = 0;
  private readonly scenario: SurveyScenario;
  private readonly options: BuildOptions;

  constructor(scenario: SurveyScenario, options: BuildOptions) {
    this.scenario = scenario;
    this.options = options;
  }

  next(crew: TestUnit): number {
    const known = this.units.get(crew.unit.id);
    const own = known === undefined ? 0 : known.free + crew.site.turnaround_s;
    if (this.options.parallel !== true) return Math.max(own, this.last === 0 ? 0 : this.last + 60);
    const order = this.scenario.units.findIndex((u) => u.id === crew.unit.id);
    return Math.max(own, order * (this.options.stagger_s ?? 60));
  }

  sets(crew: TestUnit): number {
    return this.units.get(crew.unit.id)?.sets ?? 0;
  }

  flown(crew: TestUnit, end: number): void {
    this.units.set(crew.unit.id, { free: end, sets: this.sets(crew) + 1 });
    this.last = Math.max(this.last, end);
  }
}

function finish(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  options: BuildOptions,
  parts: Pick<SurveyPlan, 'blocks' | 'lanes' | 'sorties'>,
): SurveyPlan {
  const sorties = [...parts.sorties].sort((a, b) => a.start_sec - b.start_sec || (a.id < b.id ? -1 : 1));
  const totals = totalsOfPlan(scenario, sorties);
  const plan = {
    schema_version: 'survey-plan-1' as const,
    scenario_id: scenario.id,
    scenario_hash: hashOf(scenario),
    catalogue_hash: hashOf(catalogue),
    terrain_hash:
      scenario.terrain.type === 'dem' && options.terrain !== undefined ? hashOf(options.terrain) : null,
    planner: { name: 'test builder', version: '1' },
    seed: scenario.solver.seed,
    status: { result: 'complete' as const, stopped_by: 'finished' as const, iterations: 0 },
    objective: {
      kind: scenario.objective.kind,
      value: totals.work_time_s,
      lower_bound: 0,
      gap_ratio: null,
      work_time_bound_s: 0,
      flight_time_bound_s: 0,
    },
    blocks: parts.blocks,
    lanes: parts.lanes,
    sorties,
    schedule: scheduleOf(scenario, sorties),
    totals,
    refusals: [],
  };
  return sealed(plan);
}

/** Gives a plan its own hash. */
export function sealed(plan: Omit<SurveyPlan, 'plan_hash'>): SurveyPlan {
  return { ...plan, plan_hash: surveyPlanHash(plan) };
}
