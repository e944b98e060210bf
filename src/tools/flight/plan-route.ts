import { z } from 'zod';
import { type Result, err, ok } from '#base';
import {
  OBJECTIVES,
  PLANNERS,
  planRoute,
  returnRefusal,
  type PlannedRoute,
  type RouteRefusal,
} from '#engines/route';
import { Constraints, missionOf, type Mission, type Task } from '#ir';
import { LonLatTuple, type AirModel, type SystemState, type Uav } from '#world';
import { defineTool, stateSources, type ToolContext, type ToolWarning } from '../contract.ts';
import { RouteResult } from './results.ts';
import { Id, TaskArgs, unknownIds, uavOf } from './shared.ts';

/** A place by id, or a position [longitude, latitude]. */
const PlaceRef = z.union([Id, LonLatTuple]);

/** Ids under which positions given as coordinates are planned; not ids of the state. */
const GOAL_ID = 'goal';

const Args = z.strictObject({
  /** Where the aircraft stands; its own position where absent. */
  start: PlaceRef.optional(),
  /** Where it lands. Needed unless `task` is given. */
  goal: PlaceRef.optional(),
  /** Zones to keep out of, beside those that always hold. */
  avoid: z.array(Id).max(200).optional(),
  /** Metres above ground. */
  altitude_range: z
    .strictObject({ min_m: z.number().min(0).max(1000), max_m: z.number().min(0).max(1000) })
    .optional(),
  planner: z.enum(PLANNERS).default('astar_3d'),
  uav_id: Id.optional(),
  deadline_sec: z.number().min(1).max(86_400).optional(),
  /** What the path is the least of. */
  objective: z.enum(OBJECTIVES).default('length'),
  /** How many points of the front of time against energy the answer carries. */
  front_limit: z.number().int().min(0).max(32).default(0),
  /** `horizon`: the answer's waypoints are the flight of the receding-horizon tracker. */
  tracking: z.enum(['none', 'horizon']).default('none'),
  /** What is carried, where its mass is known: it raises the powers. */
  load: z
    .strictObject({
      payload_kg: z.number().min(0).max(1000),
      empty_mass_kg: z.number().positive().max(10_000),
      rated_mass_kg: z.number().positive().max(10_000),
    })
    .optional(),
  /** A whole task instead of start and goal: stops in order, constraints, zones. */
  task: TaskArgs.optional(),
});

type Args = z.output<typeof Args>;
type Refusal = {
  readonly type: string;
  readonly message: string;
  readonly suggested_actions?: readonly string[];
};

/** Plans one aircraft's path: for a whole task, or from a start to a goal. */
export const planRouteTool = defineTool({
  name: 'plan_route',
  summary:
    'Plans a timed 4-D path on a conservative lattice and says what the search proves about it; never a verdict.',
  order: 3,
  args: Args,
  result: RouteResult,
  needs: [{ tool: 'assign_uav', unless_arg: 'uav_id' }],
  errors: {
    deadline_risk: { recoverable: true },
    budget_exhausted: { recoverable: true },
    traffic_conflict: { recoverable: true },
    no_return: { recoverable: true },
    bad_load: { recoverable: false },
    no_path: { recoverable: false },
    start_blocked: { recoverable: false },
    goal_blocked: { recoverable: false },
    outside_map: { recoverable: false },
    wind_too_strong: { recoverable: false },
    unsmoothable: { recoverable: false },
    untrackable: { recoverable: false },
    unsupported: { recoverable: false },
    unknown_zone: { recoverable: false },
    unknown_place: { recoverable: false },
  },
  data_sources: ({ state }) => stateSources(state),
  run: (args, context) => {
    const planned = problemOf(args, context);
    if (!planned.ok) return planned;
    const { state, air, uav, mission, task, warnings } = planned.value;
    const route = planRoute({
      state,
      air,
      uav,
      mission,
      avoid_zones: task.entities.avoid_zones,
      sensitive_zones: task.entities.sensitive_zones,
      planner: args.planner,
      prepared: context.route_cache,
      return_reserve: 'report',
      tracking: args.tracking,
      objective: args.objective,
      front_limit: args.front_limit,
      ...(args.load === undefined ? {} : { load: args.load }),
    });
    if (!route.ok) return err(refusalOf(route.error));
    const stranded = strandedBy(route.value, mission);
    if (stranded !== null) return err({ ...stranded, result: route.value, warnings });
    const { deadline_sec } = mission.constraints;
    if (deadline_sec === null || route.value.eta_sec <= deadline_sec)
      return ok({ result: route.value, warnings });
    const late_sec = route.value.eta_sec - deadline_sec;
    return err({
      type: 'deadline_risk',
      message: `the planned arrival is ${route.value.eta_sec.toFixed(1)} s, ${late_sec.toFixed(1)} s after the deadline`,
      suggested_actions: ['take a faster or nearer aircraft', 'ask the operator for a later deadline'],
      result: route.value,
      warnings,
    });
  },
});

/**
 * Why a route cannot be turned back from. A battery that is short at the end already is left to the verifier, which
 * measures it by itself and says what is missing.
 */
function strandedBy(route: PlannedRoute, mission: Mission): Refusal | null {
  if (route.battery_end_ratio < mission.constraints.battery_reserve_ratio) return null;
  const refused = returnRefusal(route);
  return refused === null ? null : refusalOf(refused);
}

type Problem = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly uav: Uav;
  readonly mission: Mission;
  readonly task: Task;
  readonly warnings: readonly ToolWarning[];
};

function problemOf(args: Args, context: ToolContext): Result<Problem, Refusal> {
  const { state } = context;
  const bad = (message: string): Result<Problem, Refusal> => err({ type: 'invalid_arguments', message });
  const warnings: ToolWarning[] = [];
  const fallback = [...state.fleet]
    .filter((u) => u.status === 'available')
    .sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  if (args.uav_id === undefined) {
    if (fallback === undefined) return bad('give uav_id: no aircraft is available');
    warnings.push({ type: 'default_aircraft', message: `no uav_id was given: planned for ${fallback.id}` });
  }
  const uav = uavOf(state, args.uav_id ?? fallback?.id ?? '');
  if (!uav.ok) return uav;
  if (args.task !== undefined) {
    if (
      args.start !== undefined ||
      args.goal !== undefined ||
      args.avoid !== undefined ||
      args.altitude_range !== undefined
    ) {
      return bad('give either task, or start, goal, avoid and altitude_range');
    }
    const unknown = unknownIds(state, args.task);
    if (unknown.length > 0) return bad(`the state has no ${unknown.join(', ')}`);
    return ok({
      state,
      air: context.air,
      uav: uav.value,
      mission: missionOf(args.task, state, uav.value.id),
      task: args.task,
      warnings,
    });
  }
  return fromStartToGoal(args, context, uav.value, warnings);
}

/** A start and a goal, which may be positions that no place has: the air model is given them for this call. */
function fromStartToGoal(
  args: Args,
  context: ToolContext,
  uav: Uav,
  warnings: readonly ToolWarning[],
): Result<Problem, Refusal> {
  const { state, air } = context;
  const bad = (message: string): Result<Problem, Refusal> => err({ type: 'invalid_arguments', message });
  if (args.goal === undefined) return bad('give goal, or task');
  const range = args.altitude_range;
  if (range !== undefined && !(range.min_m < range.max_m))
    return bad('altitude_range.min_m must be below max_m');
  const constraints = Constraints.parse({
    ...(range === undefined ? {} : { altitude_min_m: range.min_m, altitude_max_m: range.max_m }),
    ...(args.deadline_sec === undefined ? {} : { deadline_sec: args.deadline_sec }),
  });
  const places = new Map(air.places);
  const uavs = new Map(air.uavs);
  if (args.start !== undefined) {
    const at = typeof args.start === 'string' ? air.places.get(args.start) : air.frame.toPlane(args.start);
    if (at === undefined) return bad(`no place has the id ${String(args.start)}`);
    uavs.set(uav.id, { x_m: at.x_m, y_m: at.y_m });
  }
  let goal_id = GOAL_ID;
  if (typeof args.goal === 'string') {
    if (!air.places.has(args.goal)) return bad(`no place has the id ${args.goal}`);
    goal_id = args.goal;
  } else {
    const place = {
      id: GOAL_ID,
      kind: 'other' as const,
      name: GOAL_ID,
      other_names: { ru: [], zh: [], en: [] },
      at: args.goal,
      chargers: null,
    };
    places.set(GOAL_ID, { ...air.frame.toPlane(args.goal), place });
  }
  const zones = new Set(state.airspace.zones.map((z_) => z_.id));
  const unknown = (args.avoid ?? []).filter((id) => !zones.has(id));
  if (unknown.length > 0) return bad(`no zone has the id ${unknown.join(', ')}`);
  const task: Task = {
    intent: 'delivery',
    entities: {
      origin: null,
      destination: goal_id,
      candidate_uavs: [],
      avoid_zones: args.avoid ?? [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints,
  };
  return ok({
    state,
    air: { ...air, places, uavs },
    uav,
    mission: missionOf(task, state, uav.id),
    task,
    warnings,
  });
}

function refusalOf(refusal: RouteRefusal): Refusal {
  const by = refusal.blocked_by.length > 0 ? ` (${refusal.blocked_by.slice(0, 6).join(', ')})` : '';
  const message = refusal.message.includes(refusal.blocked_by[0] ?? '\u0000')
    ? refusal.message
    : `${refusal.message}${by}`;
  return { type: refusal.type, message, suggested_actions: ACTIONS[refusal.type] ?? [] };
}

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  no_path: ['ask the operator for another destination, altitude range or time'],
  goal_blocked: ['ask the operator for another destination'],
  start_blocked: ['take another aircraft'],
  wind_too_strong: ['wait for less wind', 'take an aircraft with a higher wind limit'],
  budget_exhausted: ['use planner weighted'],
  traffic_conflict: ['launch later'],
  no_return: ['take an aircraft with more energy left', 'take an aircraft whose home is nearer'],
};
