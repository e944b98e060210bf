import { z } from 'zod';
import {
  type AbortSignalLike,
  type Clock,
  type Result,
  LIMITS,
  err,
  hashOf,
  ok,
  parseStrictJson,
} from '#base';
import { lowAltitudeIrJsonSchema, type IrError } from '#ir';
import type { ToolRegistry } from '#tools';
import type { DecisionCache } from './cache.ts';
import type { ModelError, ModelPort, ModelReply, ProposalContext } from './ports.ts';
import { PROMPT_VERSION, promptFor } from './prompts/prompt.ts';
import type { TraceStep } from './trace.ts';

/** What a model answers. The document inside is checked by the six stages, not here. */
const Proposal = z.strictObject({
  low_altitude_ir: z.json().nullable(),
  rationale_summary: z.string().max(4000).default(''),
  uncertainty: z
    .strictObject({
      needs_human_confirmation: z.boolean(),
      missing_information: z.array(z.string().max(500)).max(50),
    })
    .default({ needs_human_confirmation: false, missing_information: [] }),
});
export type Proposal = Readonly<z.infer<typeof Proposal>>;

/** JSON Schema of a reply, given to endpoints that can constrain their output. */
export function proposalJsonSchema(): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['low_altitude_ir', 'rationale_summary', 'uncertainty'],
    properties: {
      low_altitude_ir: { anyOf: [lowAltitudeIrJsonSchema(), { type: 'null' }] },
      rationale_summary: { type: 'string' },
      uncertainty: {
        type: 'object',
        additionalProperties: false,
        required: ['needs_human_confirmation', 'missing_information'],
        properties: {
          needs_human_confirmation: { type: 'boolean' },
          missing_information: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  };
}

/** What one question to the model came to. */
export type Proposed = {
  readonly outcome: Result<
    Proposal,
    | { readonly kind: 'model'; readonly error: ModelError }
    | { readonly kind: 'ir_errors'; readonly errors: readonly IrError[] }
  >;
  readonly step: TraceStep & { readonly kind: 'model' };
};

/** Total deadline of one question, retries included. */
const MODEL_TIMEOUT_MS = 60_000;

/** Asks the model once, through the cache, and reads its reply strictly. */
export async function propose(
  context: ProposalContext,
  ports: {
    readonly model: ModelPort;
    readonly registry: ToolRegistry;
    readonly clock: Clock;
    readonly cache: DecisionCache;
    readonly signal?: AbortSignalLike | undefined;
    readonly seed: number;
    readonly state_hash: string;
  },
): Promise<Proposed> {
  const { model, clock, cache } = ports;
  const messages = promptFor(context, ports.registry);
  // The first proposal is the model's most likely one; repairs need some variety to leave a wrong answer.
  const temperature = context.round === 0 ? 0 : 0.2;
  const key = hashOf({
    provider: model.provider,
    model: model.model,
    messages,
    temperature,
    seed: ports.seed,
    round: context.round,
    state_hash: ports.state_hash,
  });
  const started_ms = clock.elapsed_ms();
  const cached = cache.get(key) as ModelReply | undefined;
  const reply: Result<ModelReply, ModelError> =
    cached !== undefined
      ? ok(cached)
      : await model.complete(
          {
            messages,
            json_schema: proposalJsonSchema(),
            temperature,
            seed: ports.seed,
            timeout_ms: MODEL_TIMEOUT_MS,
            context,
          },
          ports.signal,
        );
  if (reply.ok && cached === undefined) cache.set(key, reply.value);
  const step = {
    kind: 'model',
    round: context.round,
    prompt_version: PROMPT_VERSION,
    messages,
    reply: reply.ok ? reply.value.text.slice(0, LIMITS.model_reply_chars) : null,
    error: reply.ok ? null : reply.error,
    usage: reply.ok ? reply.value.usage : null,
    cached: cached !== undefined,
    latency_sec: (clock.elapsed_ms() - started_ms) / 1000,
  } as const;
  if (!reply.ok) return { outcome: err({ kind: 'model', error: reply.error }), step };
  const proposal = readReply(reply.value);
  return { outcome: proposal.ok ? proposal : err({ kind: 'ir_errors', errors: proposal.error }), step };
}

function readReply(reply: ModelReply): Result<Proposal, readonly IrError[]> {
  const bad = (message: string, field = ''): Result<Proposal, readonly IrError[]> =>
    err([
      {
        valid: false,
        stage: 'json',
        error_type: 'invalid_json',
        field,
        value: null,
        message,
        suggestion: 'Answer with one JSON object as described.',
      },
    ]);
  if (reply.stop === 'length') return bad('the reply was cut off');
  if (reply.stop !== 'done') return bad(`the model gave no document (${reply.stop})`);
  if (reply.text.length > LIMITS.model_reply_chars)
    return bad(`the reply is longer than ${LIMITS.model_reply_chars} characters`);
  const json = parseStrictJson(reply.text);
  if (!json.ok)
    return bad(
      `line ${json.error.line}, column ${json.error.column}: ${json.error.message}`,
      json.error.path,
    );
  const parsed = Proposal.safeParse(json.value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return bad(
      `${issue.path.map(String).join('.') || 'the reply'}: ${issue.message}`,
      issue.path.map(String).join('.'),
    );
  }
  return ok(parsed.data);
}
