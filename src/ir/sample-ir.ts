import type { LowAltitudeIR } from './low-altitude-ir.ts';

/** A valid delivery over the sample state, for tests. */
export function sampleIr(): LowAltitudeIR {
  return {
    task_id: 'task_1',
    intent: 'delivery',
    priority: 'normal',
    entities: {
      origin: 'hospital_a',
      destination: 'hospital_b',
      candidate_uavs: [],
      avoid_zones: [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints: {
      deadline_sec: 900,
      altitude_min_m: 30,
      altitude_max_m: 120,
      min_separation_m: 10,
      battery_reserve_ratio: 0.2,
      max_risk_level: 'medium',
      corridor_capacity_required: 1,
    },
    tool_plan: [
      { tool: 'query_city_state', args: { region_id: 'sample' }, depends_on: [] },
      { tool: 'query_airspace', args: { region_id: 'sample' }, depends_on: [] },
      { tool: 'assign_uav', args: { objective: 'eta' }, depends_on: [0, 1] },
      { tool: 'plan_route', args: { uav_id: '$2.uav_id', planner: 'astar_3d' }, depends_on: [2] },
      { tool: 'verify_ltl_stl', args: { trajectory: '$3.waypoints' }, depends_on: [3] },
      { tool: 'simulate_scenario', args: {}, depends_on: [4] },
      { tool: 'risk_assess', args: {}, depends_on: [5] },
      { tool: 'explain_decision', args: {}, depends_on: [6] },
    ],
    verification_specs: { ltl: [], stl: [], program_rules: [] },
    fallback_policy: 'human_confirm',
  };
}
