import type { Feedback } from '#agent';
import type { LowAltitudeIR } from '#ir';

/** A repaired document, or the question that the repair leads to. */
export type Repaired =
  | { readonly ir: LowAltitudeIR; readonly changed: readonly string[]; readonly question: null }
  | { readonly ir: null; readonly changed: readonly string[]; readonly question: string };

/** Failures that another search may get round. */
const ROUTE_FAILURES: ReadonlySet<string> = new Set([
  'separation_lost',
  'near_miss',
  'collision',
  'zone_entered',
  'altitude_band_left',
  'kinematics_infeasible',
  'budget_exhausted',
]);
/** The planners of plan_route, in the order in which they are tried. */
const PLANNERS = ['astar_3d', 'anytime', 'weighted'] as const;

/**
 * Changes what the feedback names and nothing else: an unavailable aircraft is dropped where others were asked for, the
 * aircraft is chosen by energy where the reserve ran out, another search is tried where a route failed. Bounds are never
 * touched, so a task that cannot be done stays undone.
 */
export function repairIr(ir: LowAltitudeIR, feedback: readonly Feedback[], round: number): Repaired {
  const changed: string[] = [];
  let next = ir;
  // An aircraft that this document does not ask for was another proposal's mistake.
  const gone = unavailable(feedback).filter((id) => ir.entities.candidate_uavs.includes(id));
  if (gone.length > 0) {
    const rest = next.entities.candidate_uavs.filter((id) => !gone.includes(id));
    if (rest.length === 0) {
      return {
        ir: null,
        changed,
        question: `candidate_uavs: ${gone.join(', ')} cannot fly now; name another aircraft`,
      };
    }
    next = { ...next, entities: { ...next.entities, candidate_uavs: rest } };
    changed.push('entities.candidate_uavs');
  }
  const failures = new Set(
    feedback.flatMap((f) =>
      f.kind === 'counterexamples' ? f.counterexamples.map((c) => c.failure_type as string) : [],
    ),
  );
  if (failures.has('reserve_spent') || routeFailed(feedback, ['no_return'])) {
    next = withArg(next, 'assign_uav', 'objective', 'energy');
    changed.push('tool_plan.assign_uav.objective');
  }
  if (
    [...failures].some((f) => ROUTE_FAILURES.has(f)) ||
    routeFailed(feedback, ['timeout', 'budget_exhausted'])
  ) {
    next = withArg(next, 'plan_route', 'planner', PLANNERS[round % PLANNERS.length]!);
    changed.push('tool_plan.plan_route.planner');
  }
  return { ir: next, changed, question: null };
}

function unavailable(feedback: readonly Feedback[]): string[] {
  return feedback.flatMap((f) =>
    f.kind === 'ir_errors'
      ? f.errors
          .filter((e) => e.error_type === 'uav_unavailable')
          .flatMap((e) => (typeof e.value === 'string' ? [e.value] : []))
      : [],
  );
}

function routeFailed(feedback: readonly Feedback[], types: readonly string[]): boolean {
  return feedback.some((f) => f.kind === 'tool_error' && f.tool === 'plan_route' && types.includes(f.type));
}

function withArg(ir: LowAltitudeIR, tool: string, name: string, value: string): LowAltitudeIR {
  return {
    ...ir,
    tool_plan: ir.tool_plan.map((step) =>
      step.tool === tool ? { ...step, args: { ...step.args, [name]: value } } : step,
    ),
  };
}
