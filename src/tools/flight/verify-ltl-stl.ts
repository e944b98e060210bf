import { z } from 'zod';
import { type Result, err, ok } from '#base';
import { verify } from '#engines/verify';
import { checkSpecTexts, Constraints, missionOf, VerificationSpecs } from '#ir';
import { defineTool, stateSources, type ToolContext, type ToolWarning } from '../contract.ts';
import { VerdictResult } from './results.ts';
import { Id, TaskArgs, TrajectoryArg, unknownIds, uavOf } from './shared.ts';

/** The last point of a trajectory that came without a task; not an id of the state. */
const GOAL_ID = 'goal';

const NO_SPECS = { ltl: [], stl: [], program_rules: [] };

const Args = z.strictObject({
  trajectory: TrajectoryArg.optional(),
  /** Specifications beyond the rules, which always hold. A plain list is read as STL. */
  specs: z.union([VerificationSpecs, z.array(z.string().min(1).max(4000)).max(64)]).default(NO_SPECS),
  uav_id: Id.optional(),
  /** What the trajectory is for: stops, constraints, zones. */
  task: TaskArgs.optional(),
});

/** Judges a trajectory by the rules and by further specifications. */
export const verifyLtlStlTool = defineTool({
  name: 'verify_ltl_stl',
  summary:
    'Judges a trajectory exactly by the rules R1 to R6 and by given LTL and STL specifications; the only source of a verdict.',
  order: 4,
  args: Args,
  result: VerdictResult,
  needs: [{ tool: 'plan_route', unless_arg: 'trajectory' }],
  errors: {
    negative_robustness: { recoverable: true },
    undecided: { recoverable: true },
    invalid_spec: { recoverable: false },
  },
  data_sources: ({ state }) => stateSources(state),
  run: (args, context) => {
    const specs = Array.isArray(args.specs) ? { ...NO_SPECS, stl: args.specs } : args.specs;
    const issues = checkSpecTexts(specs);
    if (issues.length > 0) {
      return err({
        type: 'invalid_spec',
        message: issues
          .slice(0, 3)
          .map((i) => `"${i.text.slice(0, 80)}": ${i.message}`)
          .join('; '),
        suggested_actions: issues
          .flatMap((i) => (i.nearest.length > 0 ? [`use one of: ${i.nearest.join(', ')}`] : []))
          .slice(0, 3),
      });
    }
    const flight = flightOf(args, context);
    if (!flight.ok) return flight;
    const { warnings, ...request } = flight.value;
    const verdict = verify({ ...request, state: context.state, specs });
    if (!verdict.ok) return err({ type: 'invalid_arguments', message: verdict.error.message });
    if (verdict.value.passed) return ok({ result: verdict.value, warnings });
    const worst = verdict.value.violations[0];
    const undecided = verdict.value.specs.every((s) => s.satisfied !== false);
    return err({
      type: undecided ? 'undecided' : 'negative_robustness',
      message:
        worst === undefined
          ? 'a specification could not be decided'
          : `${worst.rule} ${worst.violated_constraint}: ${worst.suggested_repair}`,
      suggested_actions: worst === undefined ? [] : [worst.suggested_repair],
      result: verdict.value,
      warnings,
    });
  },
});

type Flight = Omit<Parameters<typeof verify>[0], 'state' | 'specs'> & {
  readonly warnings: readonly ToolWarning[];
};

/**
 * What is judged. Without a task, the trajectory is judged as a flight from its first to its last point with the default
 * constraints; without an aircraft, as one of the fleet's first available. Both are said.
 */
function flightOf(
  args: z.output<typeof Args>,
  context: ToolContext,
): Result<Flight, { readonly type: string; readonly message: string }> {
  const { state, air } = context;
  const bad = (message: string): Result<never, { type: string; message: string }> =>
    err({ type: 'invalid_arguments', message });
  if (args.trajectory === undefined) return bad('give trajectory: points {t_sec, x_m, y_m, z_m}');
  const warnings: ToolWarning[] = [];
  const first = [...state.fleet]
    .filter((u) => u.status === 'available')
    .sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  if (args.uav_id === undefined && first === undefined) return bad('give uav_id: no aircraft is available');
  const uav = uavOf(state, args.uav_id ?? first!.id);
  if (!uav.ok) return uav;
  if (args.uav_id === undefined)
    warnings.push({ type: 'default_aircraft', message: `no uav_id was given: judged for ${uav.value.id}` });
  const { trajectory, task } = args;
  if (task !== undefined) {
    const unknown = unknownIds(state, task);
    if (unknown.length > 0) return bad(`the state has no ${unknown.join(', ')}`);
    return ok({
      air,
      uav: uav.value,
      mission: missionOf(task, state, uav.value.id),
      trajectory,
      entities: task.entities,
      warnings,
    });
  }
  warnings.push({
    type: 'default_task',
    message:
      'no task was given: judged as a flight from the first to the last point with default constraints',
  });
  const [start, end] = [trajectory[0]!, trajectory.at(-1)!];
  const place = {
    id: GOAL_ID,
    kind: 'other' as const,
    name: GOAL_ID,
    other_names: { ru: [], zh: [], en: [] },
    at: [...air.frame.toLonLat(end)] as [number, number],
    chargers: null,
  };
  return ok({
    air: {
      ...air,
      places: new Map(air.places).set(GOAL_ID, { x_m: end.x_m, y_m: end.y_m, place }),
      uavs: new Map(air.uavs).set(uav.value.id, start),
    },
    uav: uav.value,
    mission: {
      stops: [{ place_id: GOAL_ID, action: 'land', service_sec: 0 }],
      required_stop: 0,
      returns_home: false,
      constraints: Constraints.parse({}),
    },
    trajectory: trajectory.map((p, i) => (i === trajectory.length - 1 ? { ...p, stop_id: GOAL_ID } : p)),
    entities: { avoid_zones: [], sensitive_zones: [] },
    warnings,
  });
}
