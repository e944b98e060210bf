import { must } from '#base';
import type { Counterexample, LowAltitudeIR, RiskLevel } from '#ir';
import type { ToolEnvelope } from '#tools';
import type { Execution } from './execute.ts';
import type { Feedback } from './ports.ts';
import type { Refusal } from './decision.ts';

/** What an execution means: released, worth another proposal, or over. */
export type Settlement =
  | { readonly type: 'release' }
  | {
      readonly type: 'repair';
      readonly feedback: readonly Feedback[];
      readonly reason: Refusal['reason_code'];
      readonly rule: string;
      readonly message: string;
    }
  | {
      readonly type: 'over';
      readonly reason: Refusal['reason_code'];
      readonly rule: string;
      readonly message: string;
    };

const RISK_ORDER: readonly RiskLevel[] = ['low', 'medium', 'high'];

/**
 * Reads an execution. Release only if every tool answered without error, the verifier passed every specification, every
 * simulated flight succeeded and the risk is within the task's bound. Anything unknown is no release.
 */
export function settle(ir: LowAltitudeIR, execution: Execution): Settlement {
  const { verdict, simulations, risk, stopped_by } = execution;
  if (verdict !== null && !verdict.passed) {
    const worst = verdict.violations[0];
    return {
      type: 'repair',
      feedback: [{ kind: 'counterexamples', counterexamples: verdict.violations.slice(0, 4) }],
      reason: 'not_verified',
      rule: worst?.rule ?? 'R8',
      message:
        worst === undefined
          ? 'a specification could not be decided on this trajectory'
          : `${worst.violated_constraint}: ${worst.suggested_repair}`,
    };
  }
  const failed = simulations.find((s) => !s.success);
  if (failed !== undefined) {
    const c = failed.counterexample;
    return {
      type: 'repair',
      feedback: c === null ? [] : [{ kind: 'counterexamples', counterexamples: [c] }],
      reason: 'simulation_failed',
      rule: 'simulation',
      message:
        c === null
          ? `the simulated flight of seed ${failed.scenario_seed} failed`
          : `${c.violated_constraint}: ${c.suggested_repair}`,
    };
  }
  if (stopped_by !== null) return stopped(stopped_by);
  if (
    risk !== null &&
    (RISK_ORDER.indexOf(risk.risk_level) > RISK_ORDER.indexOf(ir.constraints.max_risk_level) ||
      !risk.override_allowed)
  ) {
    return riskTooHigh(execution);
  }
  must(verdict, 'an execution that nothing stopped has a verdict');
  must(risk, 'an execution that nothing stopped has a risk');
  return { type: 'release' };
}

function riskTooHigh({ risk }: Execution): Settlement {
  const { risk_level, risk_score, top_reasons, override_allowed } = must(risk, 'checked by the caller');
  const message = `risk is ${risk_level} (${risk_score.toFixed(2)}): ${top_reasons
    .slice(0, 2)
    .map((r) => r.text)
    .join('; ')}`;
  if (!override_allowed) return { type: 'over', reason: 'risk_too_high', rule: 'risk', message };
  const counterexample: Counterexample = {
    failure_type: 'risk_too_high',
    violated_constraint: 'max_risk_level',
    rule: 'risk',
    counterexample_time_sec: null,
    offending_segment: [],
    robustness: null,
    entities: top_reasons.slice(0, 3).map((r) => r.factor),
    suggested_repair: message,
  };
  return {
    type: 'repair',
    feedback: [{ kind: 'counterexamples', counterexamples: [counterexample] }],
    reason: 'risk_too_high',
    rule: 'risk',
    message,
  };
}

/** Tool errors after which no other proposal of the same task can help. */
const RULE_OF: Readonly<Record<string, string>> = {
  no_path: 'R1',
  goal_blocked: 'R1',
  start_blocked: 'R1',
  no_available_uav: 'R8',
  wind_too_strong: 'R8',
  outside_map: 'R8',
  restricted_airspace: 'R1',
  no_return: 'R5',
  high_risk_no_override: 'risk',
  collision: 'simulation',
};

function stopped(envelope: ToolEnvelope): Settlement {
  const { type, message, recoverable } = must(envelope.error, 'an execution stops at an error');
  const rule = RULE_OF[type] ?? envelope.tool;
  if (!recoverable) {
    const planning =
      envelope.tool === 'plan_route' || envelope.tool === 'assign_uav' || envelope.tool === 'query_airspace';
    const reason =
      type === 'high_risk_no_override' ? 'risk_too_high' : planning ? 'no_feasible_plan' : 'tool_failed';
    return { type: 'over', reason, rule, message };
  }
  return {
    type: 'repair',
    feedback: [{ kind: 'tool_error', tool: envelope.tool, type, message }],
    reason: 'tool_failed',
    rule,
    message,
  };
}
