import { must } from '#base';
import type { Counterexample, IrError, LowAltitudeIR } from '#ir';
import { irErrorIn, sayIn, wordIn } from '#engines/explain';
import { runTool, type ToolContext } from '#tools';
import { toAmsl_m } from '#world';
import type {
  DecideOptions,
  DecidePorts,
  Decision,
  DecisionPoint,
  DecisionRecord,
  FinalStatus,
  Refusal,
} from './decision.ts';
import type { Execution } from './execute.ts';
import type { TraceStep } from './trace.ts';

type Reason = Pick<Refusal, 'reason_code' | 'rule' | 'message'>;
type Question = {
  readonly reason_code: Refusal['reason_code'];
  readonly missing: readonly string[];
  readonly explain: string;
};

/** Fallback policies under which a failed task goes to a human rather than being refused. */
const ASKS: ReadonlySet<string> = new Set(['human_confirm', 'ground_transfer_or_human_confirm']);

/** Keeps what a run has come to so far, and makes the record of its ending. */
export class Ending {
  private readonly trace: TraceStep[] = [];
  private readonly context: ToolContext;
  private readonly started_ms: number;
  private ir: LowAltitudeIR | null = null;
  private execution: Execution | null = null;
  private reason: Reason = { reason_code: 'invalid_ir', rule: 'R8', message: 'nothing was proposed' };
  private ir_errors: readonly IrError[] = [];

  private readonly ports: DecidePorts;
  private readonly language: 'en' | 'ru' | 'zh';

  constructor(
    context: ToolContext,
    options: DecideOptions,
    ports: DecidePorts,
    language: 'en' | 'ru' | 'zh',
  ) {
    this.language = options.language ?? language;
    this.context = context;
    this.ports = ports;
    this.started_ms = context.clock.elapsed_ms();
  }

  note(step: TraceStep): void {
    this.trace.push(step);
    this.ports.onStep?.(step);
  }

  proposed(ir: LowAltitudeIR, execution: Execution): void {
    this.ir = ir;
    this.execution = execution;
    this.ir_errors = [];
  }

  failed(reason: Reason & { readonly ir_errors?: readonly IrError[] }): void {
    this.reason = { reason_code: reason.reason_code, rule: reason.rule, message: reason.message };
    this.ir_errors = reason.ir_errors ?? [];
  }

  refuse(round: number, reason: Reason): DecisionRecord {
    this.failed(reason);
    return this.record('safe_refusal', round, []);
  }

  ask(round: number, { reason_code, missing, explain }: Question): DecisionRecord {
    this.failed({
      reason_code,
      rule: 'R8',
      message:
        explain === ''
          ? `the task leaves open: ${missing.join(', ') || 'what the model did not say'}`
          : explain,
    });
    return this.record('human_confirm', round, missing);
  }

  /** Nothing more can be tried: a question or a refusal, by the last valid document's fallback policy. */
  give_up(round: number): DecisionRecord {
    const asks = this.ir !== null && ASKS.has(this.ir.fallback_policy);
    return this.record(asks ? 'human_confirm' : 'safe_refusal', round, []);
  }

  exhausted(round: number): DecisionRecord {
    this.note({ kind: 'note', round, text: `${round} repair rounds are used up` });
    return this.give_up(round);
  }

  release(round: number): DecisionRecord {
    return this.record('success', round, []);
  }

  private record(final_status: FinalStatus, round: number, missing: readonly string[]): DecisionRecord {
    const { ir, execution } = this;
    const released = final_status === 'success';
    const refusal = released ? null : this.refusal(missing);
    const decision: Decision = released
      ? {
          action: 'execute',
          uav_id: must(execution?.assignment, 'a release has an aircraft').uav_id,
          trajectory: this.points(),
        }
      : { action: final_status === 'human_confirm' ? 'ask' : 'refuse', uav_id: null, trajectory: [] };
    const explanation = this.explain(final_status, refusal);
    const { provider, model, simulated } = this.ports.model;
    const sum = (kind: 'model' | 'tool'): number =>
      this.trace.reduce(
        (s, t) =>
          s +
          (t.kind === 'model' && kind === 'model'
            ? t.latency_sec
            : t.kind === 'tool' && kind === 'tool'
              ? t.envelope.latency_sec
              : 0),
        0,
      );
    const route = execution?.route ?? null;
    return {
      final_status,
      decision,
      ir,
      verdict: execution?.verdict ?? null,
      simulation: execution?.simulations ?? [],
      risk: execution?.risk ?? null,
      route: route === null ? null : withoutWaypoints(route),
      explanation,
      refusal,
      repair_rounds: round,
      latency: {
        model_sec: sum('model'),
        tool_sec: sum('tool'),
        total_sec: (this.context.clock.elapsed_ms() - this.started_ms) / 1000,
      },
      proposer: { provider, model, simulated },
      trace: [...this.trace],
    };
  }

  private refusal(missing: readonly string[]): Refusal {
    const { ir, execution } = this;
    const failed: readonly Counterexample[] = [
      ...(execution?.verdict?.violations ?? []),
      ...(execution?.simulations.flatMap((s) => (s.counterexample === null ? [] : [s.counterexample])) ?? []),
    ];
    const say = (text: string): string => sayIn(this.language, text);
    const ir_errors = this.ir_errors.map((e) => irErrorIn(this.language, e));
    return {
      ...this.reason,
      message: ir_errors[0]?.message ?? this.messageOf(this.reason),
      missing_information: missing.map((m) => (m.includes(': ') ? say(m) : m)),
      counterexamples: failed.slice(0, 6).map((c) => ({ ...c, suggested_repair: say(c.suggested_repair) })),
      ir_errors,
      fallback: ir?.fallback_policy ?? 'human_confirm',
    };
  }

  /** The reason in the language of the run; of a model that failed, in Russian its type of failure. */
  private messageOf({ reason_code, message }: Reason): string {
    if (reason_code !== 'model_unavailable' || this.language !== 'ru') return sayIn(this.language, message);
    return wordIn(this.language, message.split(':')[0]!);
  }

  private points(): readonly DecisionPoint[] {
    const route = must(this.execution?.route, 'a release has a route');
    const { frame } = this.context.air;
    return route.waypoints.map((p) => {
      const [lon, lat] = frame.toLonLat(p);
      return {
        t_sec: p.t_sec,
        x_m: p.x_m,
        y_m: p.y_m,
        z_m: p.z_m,
        stop_id: p.stop_id,
        lon,
        lat,
        alt_m: toAmsl_m(p.z_m, this.context.state.city.ground),
      };
    });
  }

  /** The explanation is written from tool results by template and checked by its own tool; a model's words are not used. */
  private explain(final_status: FinalStatus, refusal: Refusal | null): string {
    const { ir, execution } = this;
    const args = {
      decision_trace: {
        final_status,
        ir,
        assignment: execution?.assignment ?? null,
        route: execution?.route == null ? null : withoutWaypoints(execution.route),
        verdict: execution?.verdict ?? null,
        simulations: (execution?.simulations ?? []).map((s) => ({ ...s, events: s.events.slice(0, 5) })),
        risk: execution?.risk ?? null,
        refusal:
          refusal === null
            ? null
            : {
                reason_code: refusal.reason_code,
                rule: refusal.rule,
                message: refusal.message,
                missing_information: refusal.missing_information,
              },
      },
      language: this.language,
    };
    const envelope = runTool(this.ports.registry, 'explain_decision', args, this.context);
    this.note({ kind: 'tool', round: 0, step: null, args: null, envelope });
    const result = envelope.result as { explanation: string } | null;
    return envelope.ok && result !== null ? result.explanation : '';
  }
}

function withoutWaypoints<T extends { readonly waypoints: unknown }>(route: T): Omit<T, 'waypoints'> {
  const { waypoints: _, ...facts } = route;
  return facts;
}
