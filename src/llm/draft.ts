import { hashOf } from '#base';
import { Constraints, type LowAltitudeIR } from '#ir';
import { type Reading, isComplete } from '#language';
import type { SystemState } from '#world';

/** What a reading comes to: a document, or what must be asked first. */
export type Draft =
  | { readonly ir: LowAltitudeIR; readonly questions: readonly [] }
  | { readonly ir: null; readonly questions: readonly string[] };

const DEFAULTS = Constraints.parse({});

/** Turns a reading into a document. It fills in documented defaults and nothing else; anything open becomes a question. */
export function draftIr(reading: Reading, instruction: string, state: SystemState): Draft {
  const questions = [...questionsOf(reading), ...bandQuestions(reading)];
  if (questions.length > 0 || !isComplete(reading) || reading.intent === null) {
    return { ir: null, questions: questions.length > 0 ? questions : ['intent'] };
  }
  const looks =
    reading.intent === 'patrol' || reading.intent === 'inspection' || reading.intent === 'monitoring';
  const risk = reading.max_risk_level ?? DEFAULTS.max_risk_level;
  return {
    questions: [],
    ir: {
      task_id: `task_${hashOf({ instruction, region: state.region_id, time: state.time }).slice(7, 19)}`,
      intent: reading.intent,
      priority: reading.priority ?? 'normal',
      entities: {
        origin: reading.origin,
        destination: looks ? null : reading.destination,
        candidate_uavs: [...reading.candidate_uavs],
        avoid_zones: [...reading.avoid_zones],
        sensitive_zones: [...reading.sensitive_zones],
        handoff_points: [...reading.handoff_points],
        waypoints: [...reading.waypoints],
      },
      constraints: {
        deadline_sec: reading.deadline_sec,
        altitude_min_m: reading.altitude_min_m ?? DEFAULTS.altitude_min_m,
        altitude_max_m: reading.altitude_max_m ?? DEFAULTS.altitude_max_m,
        min_separation_m: reading.min_separation_m ?? DEFAULTS.min_separation_m,
        battery_reserve_ratio: reading.battery_reserve_ratio ?? DEFAULTS.battery_reserve_ratio,
        max_risk_level: risk,
        corridor_capacity_required: DEFAULTS.corridor_capacity_required,
      },
      tool_plan: standardPlan(state.region_id),
      verification_specs: { ltl: [], stl: [], program_rules: [] },
      // Accepting high risk needs a person behind it; otherwise an impossible task is refused.
      fallback_policy: reading.fallback ?? (risk === 'high' ? 'human_confirm' : 'safe_refusal'),
    },
  };
}

/** The eight tools in their dependency order, data passed by reference. */
export function standardPlan(region_id: string): LowAltitudeIR['tool_plan'] {
  return [
    { tool: 'query_city_state', args: { region_id }, depends_on: [] },
    { tool: 'query_airspace', args: { region_id }, depends_on: [0] },
    { tool: 'assign_uav', args: { objective: 'eta' }, depends_on: [0, 1] },
    { tool: 'plan_route', args: { uav_id: '$2.uav_id', planner: 'astar_3d' }, depends_on: [2] },
    { tool: 'verify_ltl_stl', args: { trajectory: '$3.waypoints' }, depends_on: [3] },
    { tool: 'simulate_scenario', args: {}, depends_on: [4] },
    { tool: 'risk_assess', args: {}, depends_on: [5] },
    { tool: 'explain_decision', args: {}, depends_on: [6] },
  ];
}

/** What a person must be asked, field first, in the order in which the reading lists it. */
export function questionsOf(reading: Reading): string[] {
  return [
    ...reading.missing,
    ...reading.ambiguous.map((a) => `${a.field}: "${a.mention}" may be ${a.candidates.join(', ')}`),
    ...reading.unknown_mentions.map(
      (u) =>
        `${u.field}: "${u.mention}" is not in this region${u.nearest.length > 0 ? ` (nearest names: ${u.nearest.join(', ')})` : ''}`,
    ),
    ...reading.problems.map((p) => `${p.field}: ${p.message}${p.mention === '' ? '' : ` ("${p.mention}")`}`),
  ].map((q) => q.slice(0, 480));
}

/** A bound that leaves no band together with the default of the other end: the other end must be said. */
function bandQuestions(reading: Reading): string[] {
  const { altitude_min_m, altitude_max_m } = reading;
  if (altitude_min_m === null && altitude_max_m !== null && altitude_max_m <= DEFAULTS.altitude_min_m) {
    return [`altitude_min_m: the lowest height is ${DEFAULTS.altitude_min_m} m unless another is said`];
  }
  if (altitude_max_m === null && altitude_min_m !== null && altitude_min_m >= DEFAULTS.altitude_max_m) {
    return [`altitude_max_m: the highest height is ${DEFAULTS.altitude_max_m} m unless another is said`];
  }
  return [];
}
