import { z } from 'zod';
import { err, ok } from '#base';
import { assessLearnedRisk, assessRisk, type RiskInput } from '#engines/risk';
import { energyUsed_wh } from '#engines/route';
import { missionOf } from '#ir';
import { Weather } from '#world';
import { defineTool, stateSources } from '../contract.ts';
import { checkDecision } from './simulate-scenario.ts';
import { RiskResult } from './results.ts';
import { DecisionArgs } from './shared.ts';

/** Scores a decision's risk with its reasons. */
export const riskAssessTool = defineTool({
  name: 'risk_assess',
  summary:
    'Scores the risk of a decision from weather, margins, traffic and simulated flights, with the reasons.',
  order: 6,
  args: z.strictObject({
    decision: DecisionArgs.optional(),
    /** Stands in for the state's weather. */
    weather: Weather.optional(),
    /** What the simulated flights came to. */
    simulations: z
      .array(z.strictObject({ success: z.boolean(), min_distance_m: z.number().nullable() }))
      .max(100)
      .default([]),
    /** What the verifier measured, in metres; null where it measured none. */
    clearances: z
      .strictObject({ obstacle_m: z.number().nullable(), zone_m: z.number().nullable() })
      .default({ obstacle_m: null, zone_m: null }),
    history: z
      .strictObject({ flights: z.number().int().min(0), failures: z.number().int().min(0) })
      .nullable()
      .default(null),
  }),
  result: RiskResult,
  needs: [{ tool: 'plan_route', unless_arg: 'decision' }],
  errors: {
    medium_risk: { recoverable: true },
    high_risk: { recoverable: true },
    high_risk_no_override: { recoverable: false },
  },
  data_sources: ({ state }) => stateSources(state),
  run: (args, context) => {
    if (args.decision === undefined)
      return err({ type: 'invalid_arguments', message: 'give decision: uav_id, trajectory and task' });
    const ready = checkDecision(args.decision, context);
    if (!ready.ok) return ready;
    const { uav } = ready.value;
    const { trajectory, task } = args.decision;
    const mission = missionOf(task, context.state, uav.id);
    const required = mission.stops[mission.required_stop]?.place_id;
    const end = trajectory.at(-1)!;
    const used_wh = energyUsed_wh(trajectory, uav).at(-1)!;
    const input: RiskInput = {
      state: context.state,
      uav,
      constraints: task.constraints,
      plan: {
        length_m: trajectory.reduce(
          (sum, p, i) =>
            i === 0
              ? 0
              : sum +
                Math.hypot(
                  p.x_m - trajectory[i - 1]!.x_m,
                  p.y_m - trajectory[i - 1]!.y_m,
                  p.z_m - trajectory[i - 1]!.z_m,
                ),
          0,
        ),
        eta_sec: trajectory.find((p) => p.stop_id === required)?.t_sec ?? end.t_sec,
        end_sec: end.t_sec,
        battery_end_ratio: uav.battery_ratio - used_wh / uav.battery_capacity_wh,
        obstacle_clearance_m: args.clearances.obstacle_m,
        zone_clearance_m: args.clearances.zone_m,
      },
      ...(args.weather === undefined ? {} : { weather: args.weather }),
      simulations: args.simulations,
      history: args.history,
    };
    // The rules decide; what the learned model says stands beside it under its own name.
    const { model, risk_score, risk_level } = assessLearnedRisk(input);
    const answer = { ...assessRisk(input), learned: { model, risk_score, risk_level } };
    if (!answer.override_allowed) {
      const message = `risk ${answer.risk_score.toFixed(2)}: ${answer.top_reasons
        .slice(0, 2)
        .map((r) => r.text)
        .join('; ')}`;
      return err({
        type: 'high_risk_no_override',
        message,
        suggested_actions: ['refuse, or wait until the reasons are gone'],
        result: answer,
      });
    }
    const warnings =
      answer.risk_level === 'low'
        ? []
        : [{ type: `${answer.risk_level}_risk`, message: `risk is ${answer.risk_level}` }];
    return ok({ result: answer, warnings });
  },
});
