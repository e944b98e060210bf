import type { AbortSignalLike, Clock } from '#base';
import type { SurveyEvent, SurveyPins, SurveyPolicy, SurveyToolContext, SurveyToolSet } from '#tools';
import type { SurveyScenario } from '#world';
import type { DialogueLanguage } from './facts-text.ts';
import type { DialogueModel } from './ports.ts';

/** One turn of a conversation as the page sends it. */
export type DialogueMessage = { readonly role: 'user' | 'assistant'; readonly content: string };

/** What an operator asks. Policy and pins are the request's own; nothing that is said changes them. */
export type DialogueRequestInput = {
  readonly scenario: SurveyScenario;
  /** Oldest first, the last one the operator's; at most `DIALOGUE_LIMITS`. */
  readonly messages: readonly DialogueMessage[];
  readonly policy: SurveyPolicy;
  readonly pins: SurveyPins;
  /** Absent or null: the language of the last message. */
  readonly language?: DialogueLanguage | null;
};

/** What a dialogue uses of the outside. */
export type DialoguePorts = {
  readonly model: DialogueModel;
  readonly tools: SurveyToolSet;
  /** Policy, pins, signal and progress in it give way to the request's and the dialogue's own. */
  readonly context: Pick<SurveyToolContext, 'catalogue' | 'engines' | 'limits'> & Partial<SurveyToolContext>;
  /** Turns of the model; the last one gets no tools. */
  readonly max_steps: number;
  /** Total for one turn of the model, retries included. */
  readonly timeout_ms: number;
  readonly clock: Clock;
  readonly signal?: AbortSignalLike;
  readonly onEvent: (event: SurveyEvent) => void;
  /** A bug that ended the dialogue with an INTERNAL error, for the log. */
  readonly onBug?: (bug: unknown) => void;
};

/** History that a request may bring; more is refused before a dialogue begins. */
export const DIALOGUE_LIMITS = { max_turns: 24, max_turn_chars: 4000 } as const;
