import type { AbortSignalLike, Result } from '#base';
import type { ModelError } from '../ports.ts';

/** A tool as a model is shown it: strict JSON Schema, every property required, no further ones. */
export type DialogueToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
};

/** A call that a model asks for. `arguments` is the raw text: it may be no JSON at all. */
export type DialogueCall = { readonly call_id: string; readonly name: string; readonly arguments: string };

/**
 * What was said and done so far, oldest first. `opaque` is what a provider wants back unread (reasoning items); it is
 * kept for the dialogue and shown to nobody.
 */
export type DialogueItem =
  | { readonly kind: 'user' | 'assistant'; readonly text: string }
  | {
      readonly kind: 'calls';
      readonly text: string;
      readonly calls: readonly DialogueCall[];
      readonly opaque: readonly unknown[];
    }
  | { readonly kind: 'result'; readonly call_id: string; readonly output: string };

/** One question to a model. `tools` is empty on the last step. `timeout_ms` is the total deadline, retries included. */
export type DialogueRequest = {
  readonly instructions: string;
  readonly items: readonly DialogueItem[];
  readonly tools: readonly DialogueToolSpec[];
  readonly timeout_ms: number;
  /** The summary that `instructions` holds as text, for providers that need no prose. */
  readonly summary: unknown;
  /** In which the operator is answered. */
  readonly language: 'en' | 'ru';
};

/** A model's turn. Only `done` and `calls` may be used: `length` is cut off, `filter` and `refusal` carry nothing. */
export type DialogueTurn = {
  readonly text: string;
  readonly calls: readonly DialogueCall[];
  readonly stop: 'done' | 'calls' | 'length' | 'filter' | 'refusal';
  readonly opaque: readonly unknown[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
};

/** A model that talks and calls tools, behind its port. */
export type DialogueModel = {
  readonly provider: string;
  readonly model: string;
  /** True for doubles: shown as simulation everywhere. */
  readonly simulated: boolean;
  readonly turn: (
    request: DialogueRequest,
    signal?: AbortSignalLike,
  ) => Promise<Result<DialogueTurn, ModelError>>;
};
