import { z } from 'zod';
import { type Result, err, ok } from '#base';
import { simulateDecision } from '#engines/simulate';
import { missionOf, type SimulationAnswer } from '#ir';
import type { Uav } from '#world';
import { defineTool, stateSources, type ToolContext } from '../contract.ts';
import { SimulationResult } from './results.ts';
import { DecisionArgs, unknownIds, uavOf } from './shared.ts';

/** What a failed flight is called: a collision is final, the rest may be planned round. */
const ERROR_OF: Readonly<Record<string, string>> = { collision: 'collision', near_miss: 'near_miss' };

/** Flies a decision once under seeded stress. */
export const simulateScenarioTool = defineTool({
  name: 'simulate_scenario',
  summary:
    'Flies a decision once under seeded stress (gusts, navigation error, intruders, lost links) and reports what happened.',
  order: 5,
  args: z.strictObject({
    decision: DecisionArgs.optional(),
    scenario_seed: z.number().int().min(0).max(0xffffffff).default(1),
    stress_level: z.enum(['none', 'low', 'medium', 'high', 'extreme']).default('low'),
  }),
  result: SimulationResult,
  needs: [{ tool: 'plan_route', unless_arg: 'decision' }],
  errors: {
    near_miss: { recoverable: true },
    sim_failure: { recoverable: true },
    collision: { recoverable: false },
  },
  data_sources: ({ state }) => [...stateSources(state), 'simulation: seeded, not a flight'],
  run: (args, context) => {
    if (args.decision === undefined)
      return err({ type: 'invalid_arguments', message: 'give decision: uav_id, trajectory and task' });
    const ready = checkDecision(args.decision, context);
    if (!ready.ok) return ready;
    const { uav } = ready.value;
    const answer: SimulationAnswer = simulateDecision({
      state: context.state,
      air: context.air,
      uav,
      mission: missionOf(args.decision.task, context.state, uav.id),
      trajectory: args.decision.trajectory,
      seed: args.scenario_seed,
      stress: args.stress_level,
      avoid_zones: args.decision.task.entities.avoid_zones,
    });
    if (answer.success) return ok({ result: answer });
    const c = answer.counterexample;
    return err({
      type: ERROR_OF[c?.failure_type ?? ''] ?? 'sim_failure',
      message: c === null ? 'the simulated flight failed' : `${c.violated_constraint}: ${c.suggested_repair}`,
      suggested_actions: c === null ? [] : [c.suggested_repair],
      result: answer,
    });
  },
});

/** The aircraft of a decision, or why the decision cannot be looked at. */
export function checkDecision(
  decision: z.output<typeof DecisionArgs>,
  { state }: ToolContext,
): Result<{ readonly uav: Uav }, { readonly type: string; readonly message: string }> {
  const uav = uavOf(state, decision.uav_id);
  if (!uav.ok) return uav;
  const unknown = unknownIds(state, decision.task);
  if (unknown.length > 0)
    return err({ type: 'invalid_arguments', message: `the state has no ${unknown.join(', ')}` });
  return ok({ uav: uav.value });
}
