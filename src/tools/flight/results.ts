import { z } from 'zod';
import { Trajectory } from '#world';

/** Schemas of what the tools answer, published beside their arguments and used where an answer comes back in. */
export const AssignmentResult = z.strictObject({
  uav_id: z.string(),
  assignment_score: z.number(),
  reason: z.string(),
  candidates: z.array(
    z.strictObject({
      uav_id: z.string(),
      score: z.number().nullable(),
      eta_sec: z.number().nullable(),
      energy_wh: z.number().nullable(),
      battery_end_ratio: z.number().nullable(),
      refused: z
        .enum(['unavailable', 'not_candidate', 'low_battery', 'payload', 'equipment', 'wind'])
        .nullable(),
    }),
  ),
});

/** A route's facts without its waypoints. Energies in Wh, costs in metres of lattice path. */
export const RouteFacts = z.strictObject({
  length_m: z.number(),
  eta_sec: z.number(),
  end_sec: z.number(),
  energy_est_wh: z.number(),
  battery_end_ratio: z.number(),
  planner: z.string(),
  launch_delay_sec: z.number(),
  objective: z.strictObject({
    name: z.enum(['length', 'time', 'energy', 'balanced']),
    unit: z.enum(['m', 's', 'Wh']),
    cost: z.number(),
    lower_bound: z.number(),
    front: z
      .strictObject({
        points: z.array(z.strictObject({ time_sec: z.number(), energy_wh: z.number() })),
        status: z.enum(['complete', 'part']),
      })
      .nullable(),
  }),
  tracking: z.strictObject({ cross_track_m: z.number(), slowed: z.number() }).nullable(),
  return_margin: z.strictObject({
    least_wh: z.number().nullable(),
    waypoint: z.number(),
    t_sec: z.number(),
    left_wh: z.number(),
    needed_wh: z.number().nullable(),
    reserve_wh: z.number(),
    landing_place_id: z.string().nullable(),
  }),
  search: z.strictObject({
    cost_m: z.number(),
    lower_bound_m: z.number(),
    certified_ratio: z.number(),
    expansions: z.number(),
    movement_rule: z.literal('strict'),
    grid_hash: z.string(),
  }),
});

export const RouteResult = RouteFacts.extend({ waypoints: Trajectory });

const Rule = z.enum([
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'R8',
  'spec',
  'simulation',
  'risk',
  'planning',
]);

export const CounterexampleResult = z.strictObject({
  failure_type: z.string(),
  violated_constraint: z.string(),
  rule: Rule,
  counterexample_time_sec: z.number().nullable(),
  offending_segment: z.array(z.string()),
  robustness: z.number().nullable(),
  entities: z.array(z.string()),
  suggested_repair: z.string(),
});

export const VerdictResult = z.strictObject({
  passed: z.boolean(),
  specs: z.array(
    z.strictObject({
      spec: z.string(),
      rule: Rule,
      robustness: z.number().nullable(),
      unit: z.enum(['m', 's', 'ratio', 'count', 'none']),
      satisfied: z.boolean().nullable(),
      note: z.string(),
    }),
  ),
  violations: z.array(CounterexampleResult),
});

export const SimulationResult = z.strictObject({
  success: z.boolean(),
  scenario_seed: z.number(),
  stress_level: z.enum(['none', 'low', 'medium', 'high', 'extreme']),
  events: z.array(
    z.strictObject({
      t_sec: z.number(),
      type: z.string(),
      entities: z.array(z.string()),
      x_m: z.number(),
      y_m: z.number(),
      z_m: z.number(),
      value: z.number().nullable(),
    }),
  ),
  min_distance_m: z.number().nullable(),
  delay_sec: z.number().nullable(),
  arrival_sec: z.number().nullable(),
  battery_end_ratio: z.number(),
  separation: z.array(
    z.strictObject({
      pair_class: z.enum(['drone_drone', 'drone_crewed', 'terminal']),
      pairs: z.number(),
      lowc_count: z.number(),
      nmac_count: z.number(),
      min_horizontal_m: z.number().nullable(),
      min_vertical_m: z.number().nullable(),
    }),
  ),
  risk: z.enum(['low', 'medium', 'high']),
  counterexample: CounterexampleResult.nullable(),
});

export const RiskResult = z.strictObject({
  risk_score: z.number(),
  risk_level: z.enum(['low', 'medium', 'high']),
  override_allowed: z.boolean(),
  model: z.string(),
  /** Another model's opinion, which decides nothing; absent in answers of earlier versions. */
  learned: z
    .strictObject({
      model: z.string(),
      risk_score: z.number(),
      risk_level: z.enum(['low', 'medium', 'high']),
    })
    .optional(),
  top_reasons: z.array(
    z.strictObject({
      factor: z.string(),
      value: z.number(),
      unit: z.string(),
      contribution: z.number(),
      text: z.string(),
    }),
  ),
});
