import { Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '#base';
import {
  briefStep,
  certificateOf,
  decide,
  memoryCache,
  type DecisionRecord,
  type FinalStatus,
  type TraceStep,
} from '#agent';
import { writeWhole } from '#store';
import { flightTools } from '#tools';
import { modelFrom, PROVIDERS } from '../model.ts';
import { contextOf, stateFrom, wholeNumber, type SetExit } from '../options.ts';
import { EXIT, note, orBadInput, printResult, type OutputOptions } from '../output.ts';

type DecideFlags = OutputOptions & {
  readonly city?: string;
  readonly state?: string;
  readonly instruction: string;
  readonly provider?: string;
  readonly model?: string;
  readonly seed: number;
  readonly maxRepair: number;
  readonly stress: 'none' | 'low' | 'medium' | 'high' | 'extreme';
  readonly certificate?: string;
  readonly language?: 'en' | 'ru' | 'zh';
};

const EXIT_OF: Readonly<Record<FinalStatus, number>> = {
  success: EXIT.done,
  safe_refusal: EXIT.refused,
  human_confirm: EXIT.ask,
};

/** `decide`: the whole loop, from an instruction to a verified decision, a refusal or a question. */
export function decideCommand(setExit: SetExit): Command {
  return new Command('decide')
    .description('turn an instruction into a verified decision, a safe refusal or a question')
    .requiredOption('--instruction <text>', 'what is to be done, in English, Russian or Chinese', instruction)
    .option('--city <id|dir>', 'a bundled city (demo) or a city directory')
    .option('--state <file>', 'a state document instead of a city')
    .addOption(
      new Option('--provider <name>', 'who proposes: LLM_PROVIDER, else builtin').choices([...PROVIDERS]),
    )
    .option('--model <name>', 'model of the provider')
    .option('--seed <n>', 'seed of model and simulation', wholeNumber('--seed', 0, 0xffffffff), 1)
    .option(
      '--max-repair <k>',
      'repair rounds at most',
      wholeNumber('--max-repair', 0, LIMITS.repair_rounds),
      3,
    )
    .addOption(
      new Option('--stress <level>', 'stress of the simulated flights')
        .choices(['none', 'low', 'medium', 'high', 'extreme'])
        .default('low'),
    )
    .addOption(new Option('--language <code>', 'language of the explanation').choices(['en', 'ru', 'zh']))
    .option('--certificate <file>', 'write the certificate of a released decision')
    .action(async (flags: DecideFlags) => {
      const context = contextOf(stateFrom(flags));
      const model = modelFrom(flags, flags.seed);
      const record = await decide(
        context,
        {
          instruction: flags.instruction,
          seed: flags.seed,
          max_repair: flags.maxRepair,
          stress: flags.stress,
          simulation_seeds: simulationSeeds(flags.seed),
          language: flags.language ?? null,
        },
        {
          model,
          registry: flightTools(),
          cache: memoryCache(),
          onStep: (step) => note(flags, progress(step)),
        },
      );
      if (flags.certificate !== undefined)
        writeCertificate(flags.certificate, certificateOf(record, context, flags.instruction), flags);
      printResult(flags, wireRecord(record), () => linesOf(record));
      setExit(EXIT_OF[record.final_status]);
    });
}

/** Three flights, all of which must succeed. */
export function simulationSeeds(seed: number): readonly number[] {
  return [0, 1, 2].map((i) => (seed + i) % 0x100000000);
}

/** The record as the wire has it: tool results of the trace shrink to their outcome. */
export function wireRecord(record: DecisionRecord): Record<string, unknown> {
  const { trace, simulation, ...rest } = record;
  return { ...rest, simulation, trace: trace.map(briefStep) };
}

function instruction(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('--instruction is empty');
  if (text.length > LIMITS.instruction_chars)
    throw new InvalidArgumentError(`--instruction is longer than ${LIMITS.instruction_chars} characters`);
  return text;
}

function writeCertificate(path: string, text: string | null, flags: DecideFlags): void {
  if (text === null) {
    note(flags, 'no certificate: nothing was released');
    return;
  }
  orBadInput(writeWhole(path, text));
  note(flags, `certificate written to ${path}`);
}

/** One line a step, for a person who watches. */
function progress(step: TraceStep): string {
  switch (step.kind) {
    case 'model':
      return `round ${step.round}: ${step.error === null ? 'proposal' : `model ${step.error.type}`} (${step.latency_sec.toFixed(2)} s)`;
    case 'validation':
      return `round ${step.round}: document ${step.report.valid ? 'valid' : `refused at ${step.report.errors[0]?.stage ?? ''}: ${step.report.errors[0]?.message ?? ''}`}`;
    case 'tool':
      return `  ${step.envelope.tool}: ${step.envelope.ok ? 'ok' : `${step.envelope.error?.type ?? ''}: ${step.envelope.error?.message ?? ''}`} (${step.envelope.latency_sec.toFixed(3)} s)`;
    case 'verdict':
      return `  verdict: ${step.passed ? 'every specification holds' : `${step.violations.length} violated`}`;
    case 'repair':
      return `round ${step.round}: repair`;
    case 'note':
      return step.text;
  }
}

/** A margin as a person reads it; a million and more says that nothing was near. */
function margin(robustness: number | null, unit: string): string {
  if (robustness === null) return 'margin unknown';
  if (robustness >= 9e5) return 'nothing near';
  return `margin ${robustness.toFixed(2)}${unit === 'none' ? '' : ` ${unit}`}`;
}

function linesOf(record: DecisionRecord): string[] {
  const { final_status, decision, verdict, refusal, explanation, proposer } = record;
  const lines = [`${final_status}${decision.uav_id === null ? '' : `: ${decision.uav_id}`}`];
  if (proposer.simulated)
    lines.push(`proposed by ${proposer.provider}/${proposer.model}: a double, not a model`);
  if (refusal !== null) {
    lines.push(`reason: ${refusal.reason_code} (${refusal.rule}): ${refusal.message}`);
    if (refusal.missing_information.length > 0)
      lines.push(`missing: ${refusal.missing_information.join(', ')}`);
  }
  for (const s of verdict?.specs ?? []) {
    lines.push(
      `  ${s.satisfied === null ? 'unknown ' : s.satisfied ? 'holds   ' : 'violated'} ${s.rule} ${s.spec}  ${margin(s.robustness, s.unit)}`,
    );
  }
  if (explanation !== '') lines.push(explanation);
  return lines;
}
