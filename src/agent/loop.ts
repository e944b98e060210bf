import { hashOf } from '#base';
import { validateIr, validReport, type IrError, type LowAltitudeIR } from '#ir';
import { readInstruction } from '#language';
import type { ToolContext } from '#tools';
import type { DecideOptions, DecidePorts, DecisionRecord } from './decision.ts';
import { type Demands, demandsOf } from './demands.ts';
import { Ending } from './ending.ts';
import { executePlan } from './execute.ts';
import type { Feedback } from './ports.ts';
import { propose, type Proposal } from './propose.ts';
import { settle } from './settle.ts';
import { standingQuestion } from './standing.ts';

/**
 * From an instruction to a verified decision: propose, validate, execute, verify, simulate, repair; at most
 * `max_repair` repairs, then a refusal or a question. The model proposes documents; every verdict is deterministic code's.
 */
export async function decide(
  context: ToolContext,
  options: DecideOptions,
  ports: DecidePorts,
): Promise<DecisionRecord> {
  const run = new Run(context, options, ports);
  return run.go();
}

class Run {
  private readonly ending: Ending;
  private readonly demands: Demands;
  private feedback: readonly Feedback[] = [];
  private previous: unknown = null;
  private readonly seen = new Set<string>();

  private readonly context: ToolContext;
  private readonly options: DecideOptions;
  private readonly ports: DecidePorts;

  constructor(context: ToolContext, options: DecideOptions, ports: DecidePorts) {
    this.context = context;
    this.options = options;
    this.ports = ports;
    const reading = readInstruction(options.instruction, context.state);
    this.demands = demandsOf(reading);
    this.ending = new Ending(context, options, ports, reading.language);
  }

  async go(): Promise<DecisionRecord> {
    for (let round = 0; round <= this.options.max_repair; round++) {
      if (this.ports.signal?.aborted === true) {
        return this.ending.refuse(round, {
          reason_code: 'cancelled',
          rule: 'R8',
          message: 'the caller went away',
        });
      }
      const record = await this.round(round);
      if (record !== null) return record;
    }
    return this.ending.exhausted(this.options.max_repair);
  }

  /** One proposal and what became of it; null where another may help. */
  private async round(round: number): Promise<DecisionRecord | null> {
    const { model, registry, cache, signal } = this.ports;
    const { state, state_hash, clock } = this.context;
    const asked = await propose(
      {
        instruction: this.options.instruction,
        state,
        round,
        feedback: this.feedback,
        previous_ir: this.previous,
      },
      { model, registry, clock, cache, signal, seed: this.options.seed, state_hash },
    );
    this.ending.note(asked.step);
    if (!asked.outcome.ok) {
      const failure = asked.outcome.error;
      if (failure.kind === 'model') {
        return this.ending.refuse(round, {
          reason_code: 'model_unavailable',
          rule: 'R8',
          message: `${failure.error.type}: ${failure.error.message}`,
        });
      }
      return this.irErrors(round, failure.errors);
    }
    return this.consider(round, asked.outcome.value);
  }

  private async consider(round: number, proposal: Proposal): Promise<DecisionRecord | null> {
    const missing = [
      ...new Set([...this.demands.open_questions, ...proposal.uncertainty.missing_information]),
    ];
    if (
      this.demands.open_questions.length > 0 ||
      proposal.uncertainty.needs_human_confirmation ||
      proposal.low_altitude_ir === null
    ) {
      return this.ending.ask(round, {
        reason_code: this.demands.open_questions.length > 0 ? 'information_missing' : 'model_asks',
        missing,
        explain: this.demands.questions_text,
      });
    }
    this.previous = proposal.low_altitude_ir;
    const checked = validateIr(proposal.low_altitude_ir, {
      state: this.context.state,
      tools: this.ports.registry.cards(),
      demands: this.demands.list,
      open_questions: this.demands.open_questions,
    });
    if (!checked.ok) {
      this.ending.note({ kind: 'validation', round, report: checked.error });
      return this.irErrors(round, checked.error.errors);
    }
    this.ending.note({ kind: 'validation', round, report: validReport() });
    const idle = standingQuestion(checked.value, this.context.state, this.context.air);
    if (idle !== null)
      return this.ending.ask(round, { reason_code: 'information_missing', missing: [idle], explain: '' });
    return this.execute(round, checked.value);
  }

  private irErrors(round: number, errors: readonly IrError[]): DecisionRecord | null {
    this.ending.failed({
      reason_code: 'invalid_ir',
      rule: errors[0]!.stage,
      message: errors[0]!.message,
      ir_errors: errors,
    });
    return this.again(round, [{ kind: 'ir_errors', errors: errors.slice(0, 8) }]);
  }

  private async execute(round: number, ir: LowAltitudeIR): Promise<DecisionRecord | null> {
    const execution = await executePlan(ir, {
      pause: this.ports.pause,
      registry: this.ports.registry,
      context: this.context,
      cache: this.ports.cache,
      stress: this.options.stress,
      simulation_seeds: this.options.simulation_seeds,
      onCall: (step, args, envelope) => this.ending.note({ kind: 'tool', round, step, args, envelope }),
    });
    this.ending.proposed(ir, execution);
    if (execution.verdict !== null) {
      const { passed, violations } = execution.verdict;
      this.ending.note({ kind: 'verdict', round, passed, violations: violations.slice(0, 4) });
    }
    const outcome = settle(ir, execution);
    if (outcome.type === 'release') return this.release(round);
    this.ending.failed({ reason_code: outcome.reason, rule: outcome.rule, message: outcome.message });
    if (outcome.type === 'over') return this.ending.give_up(round);
    return this.again(round, outcome.feedback);
  }

  private release(round: number): DecisionRecord {
    const now = this.ports.currentState?.();
    if (now !== undefined && hashOf(now) !== this.context.state_hash) {
      return this.ending.refuse(round, {
        reason_code: 'stale_state',
        rule: 'R8',
        message: 'the state changed while the decision was made; decide again',
      });
    }
    return this.ending.release(round);
  }

  /** Another round with feedback, unless this proposal with this feedback has been seen: then nothing new can come. */
  private again(round: number, feedback: readonly Feedback[]): DecisionRecord | null {
    const key = hashOf({ previous: this.previous, feedback });
    if (this.seen.has(key)) {
      this.ending.note({
        kind: 'note',
        round,
        text: 'the same proposal failed in the same way before: no further round',
      });
      return this.ending.give_up(round);
    }
    this.seen.add(key);
    this.feedback = feedback;
    if (round < this.options.max_repair) this.ending.note({ kind: 'repair', round: round + 1, feedback });
    return null;
  }
}
