import { ok } from '#base';
import type { ModelPort, ProposalContext } from '#agent';
import type { LowAltitudeIR } from '#ir';
import { type Reading, readInstruction } from '#language';
import { draftIr } from './draft.ts';
import { repairIr } from './repair.ts';

/** A model's answer before it is written as text. */
export type ProposalDocument = {
  readonly low_altitude_ir: LowAltitudeIR | null;
  readonly rationale_summary: string;
  readonly uncertainty: {
    readonly needs_human_confirmation: boolean;
    readonly missing_information: readonly string[];
  };
};

/** What the grammar interpreter proposes: the document that the words ask for, or a question. */
export function builtinProposal(context: ProposalContext): ProposalDocument {
  const { instruction, state, round, feedback } = context;
  const reading = readInstruction(instruction, state);
  const draft = draftIr(reading, instruction, state);
  if (draft.ir === null) return asking(draft.questions);
  if (round === 0) return proposing(draft.ir, summaryOf(reading));
  // The words have not changed: the document is read again, and what the feedback names is changed in it.
  const repaired = repairIr(draft.ir, feedback, round);
  if (repaired.ir === null) return asking([repaired.question]);
  const note =
    repaired.changed.length > 0
      ? `changed after feedback: ${repaired.changed.join(', ')}`
      : 'nothing in the feedback can be changed without going against the instruction';
  return proposing(repaired.ir, `${summaryOf(reading)}; ${note}`);
}

function asking(questions: readonly string[]): ProposalDocument {
  return {
    low_altitude_ir: null,
    rationale_summary: 'The instruction leaves something open; nothing is guessed.',
    uncertainty: { needs_human_confirmation: true, missing_information: questions.slice(0, 50) },
  };
}

function proposing(low_altitude_ir: LowAltitudeIR, rationale_summary: string): ProposalDocument {
  return {
    low_altitude_ir,
    rationale_summary: rationale_summary.slice(0, 3900),
    uncertainty: { needs_human_confirmation: false, missing_information: [] },
  };
}

/** One line: each field that was read, with the words that say it. */
function summaryOf(reading: Reading): string {
  const parts = Object.entries(reading.evidence).map(
    ([field, list]) => `${field} from ${(list ?? []).map((e) => JSON.stringify(e.text)).join(', ')}`,
  );
  return `Read by grammar: ${parts.join('; ')}`;
}

/** The provider that needs no network: a deterministic interpreter of English, Russian and Chinese. Not a language model. */
export function builtinModel(): ModelPort {
  return {
    provider: 'builtin',
    model: 'grammar-1',
    simulated: false,
    complete: (request) =>
      Promise.resolve(
        ok({ text: JSON.stringify(builtinProposal(request.context)), stop: 'done' as const, usage: null }),
      ),
  };
}
