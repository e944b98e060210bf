import { type AbortSignalLike, type Result } from '#base';
import { type SystemState } from '#world';
import { type Counterexample, type IrError } from '#ir';

/** One message of a conversation with a model. */
export type ChatMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** What went wrong with the last proposal, as the loop tells a model: stage errors, counterexamples or a failed tool. */
export type Feedback =
  | { readonly kind: 'ir_errors'; readonly errors: readonly IrError[] }
  | { readonly kind: 'counterexamples'; readonly counterexamples: readonly Counterexample[] }
  | { readonly kind: 'tool_error'; readonly tool: string; readonly type: string; readonly message: string };

/**
 * The structured side of a request, for providers that need no prose: the instruction, the state, the round (0 first),
 * the feedback on the previous proposal, and that proposal (parsed JSON, or null where there is none).
 */
export type ProposalContext = {
  readonly instruction: string;
  readonly state: SystemState;
  readonly round: number;
  readonly feedback: readonly Feedback[];
  readonly previous_ir: unknown;
};

/** One question to a model. `timeout_ms` is the total deadline, retries included. */
export type ModelRequest = {
  readonly messages: readonly ChatMessage[];
  /** JSON Schema (draft 2020-12) that the reply text must satisfy. */
  readonly json_schema: Record<string, unknown>;
  readonly temperature: number;
  readonly seed: number;
  readonly timeout_ms: number;
  readonly context: ProposalContext;
};

/** A model's answer. Only `done` may be parsed: `length` is cut off, `filter` and `refusal` carry no proposal. */
export type ModelReply = {
  readonly text: string;
  readonly stop: 'done' | 'length' | 'filter' | 'refusal';
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
};

/** Why there is no answer. The message holds no key and no header. */
export type ModelError = {
  readonly type:
    'timeout' | 'unreachable' | 'rate_limited' | 'server_error' | 'bad_reply' | 'auth' | 'aborted';
  readonly message: string;
};

/** A model behind its port. It proposes text; it computes no route, no plan and no verdict. */
export type ModelPort = {
  readonly provider: string;
  readonly model: string;
  /** True for doubles: shown as simulation everywhere. */
  readonly simulated: boolean;
  readonly complete: (
    request: ModelRequest,
    signal?: AbortSignalLike,
  ) => Promise<Result<ModelReply, ModelError>>;
};
