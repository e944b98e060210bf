import { LIMITS, type Result, err, ok, parseStrictJson } from '#base';
import type { DialogueCall, DialogueItem, DialogueRequest, DialogueTurn, ModelError } from '#agent';
import { stripReasoning } from './reply-text.ts';

/**
 * What is sent of a model's reasoning. `include`: the endpoint is asked for encrypted reasoning; false once it said that it
 * knows no such thing. `replay`: this request carries reasoning of earlier turns.
 */
export type ReasoningUse = { include: boolean; replay: boolean };

/** A reasoning item and how many calls of its turn came before it: the order matters to the endpoint. */
type KeptReasoning = { readonly before_call: number; readonly item: Fields };

type Fields = Readonly<Record<string, unknown>>;

const ENCRYPTED = 'reasoning.encrypted_content';

/** The body of a Responses request. Nothing is stored there; temperature and token limit stay the provider's own. */
export function responsesBody(
  request: DialogueRequest,
  model: string,
  use: ReasoningUse,
): Record<string, unknown> {
  return {
    model,
    instructions: request.instructions,
    input: request.items.flatMap((item) => inputItems(item, use)),
    store: false,
    ...(use.include ? { include: [ENCRYPTED] } : {}),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            parameters,
            strict: true,
          })),
        }),
  };
}

function inputItems(item: DialogueItem, use: ReasoningUse): unknown[] {
  switch (item.kind) {
    case 'user':
    case 'assistant':
      return [{ type: 'message', role: item.kind, content: item.text }];
    case 'result':
      return [{ type: 'function_call_output', call_id: item.call_id, output: item.output }];
    case 'calls': {
      const reasoning = use.replay ? item.opaque.filter(isKept) : [];
      const at = (i: number): unknown[] => reasoning.filter((r) => r.before_call === i).map((r) => r.item);
      const said =
        item.text.trim() === '' ? [] : [{ type: 'message', role: 'assistant', content: item.text }];
      return [
        ...at(0),
        ...said,
        ...item.calls.flatMap((call, i) => [...(i === 0 ? [] : at(i)), replayed(call)]),
      ];
    }
  }
}

/**
 * A call as it is sent back. A name that no endpoint takes and arguments that are no JSON object would have the whole
 * request refused; what was wrong with them stands in the call's result.
 */
function replayed(call: DialogueCall): Fields {
  const parsed = parseStrictJson(call.arguments);
  const readable = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null;
  return {
    type: 'function_call',
    call_id: call.call_id,
    name: /^[A-Za-z0-9_-]{1,64}$/.test(call.name) ? call.name : 'unreadable_name',
    arguments: readable ? call.arguments : '{}',
  };
}

function isKept(value: unknown): value is KeptReasoning {
  return typeof fields(value)['before_call'] === 'number' && typeof fields(value)['item'] === 'object';
}

/**
 * Learns from a refusal that concerns reasoning items: a model without them, or items that the endpoint no longer accepts.
 * True where the request may be sent again without them.
 */
export function learnReasoning(status: number, body: string, use: ReasoningUse): boolean {
  if (status < 400 || status >= 500 || status === 401 || status === 403 || status === 429) return false;
  if (!use.include && !use.replay) return false;
  const about =
    /encrypted[_ ]content|\breasoning\b|\binclude\b|\bitem\b[^.]{0,120}\bnot found|\brs_[0-9A-Za-z]+/i;
  if (!about.test(body)) return false;
  // "Unsupported" is about the endpoint and is remembered; a stale item is about this request alone.
  if (/unsupported|not supported|unknown|unrecognized|unexpected|invalid value|\binclude\b/i.test(body)) {
    use.include = false;
  }
  const learned = use.replay || !use.include;
  use.replay = false;
  return learned;
}

/** Reads a Responses answer. Calls come only out of a response that is complete. */
export function readTurn(body: string): Result<DialogueTurn, ModelError> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return bad('the response is no JSON');
  }
  const response = fields(value);
  const output = response['output'];
  const status = response['status'];
  const failure = fields(response['error']);
  if (status === 'failed' || typeof failure['message'] === 'string') return err(failureOf(failure));
  if (!Array.isArray(output)) return bad('the response has no output');
  const parts = readOutput(output);
  if (parts.text.length > LIMITS.model_reply_chars) {
    return bad(`the reply is longer than ${LIMITS.model_reply_chars} characters`);
  }
  const usage = usageOf(response['usage']);
  const turn = (stop: DialogueTurn['stop'], calls: readonly DialogueCall[] = []): DialogueTurn => ({
    text: parts.text,
    calls,
    stop,
    opaque: calls.length > 0 ? parts.reasoning : [],
    usage,
  });
  if (parts.refusal !== '') return ok({ ...turn('refusal'), text: parts.refusal.slice(0, 4000) });
  if (status === 'incomplete') {
    const why = fields(response['incomplete_details'])['reason'];
    return ok(turn(why === 'content_filter' ? 'filter' : 'length'));
  }
  if (status !== 'completed' && status !== undefined && status !== null) {
    return bad('the response is not complete');
  }
  if (parts.cut) return ok(turn('length'));
  if (parts.calls.length > 0) return ok(turn('calls', parts.calls));
  return parts.text.trim() === '' ? bad('the response has neither text nor calls') : ok(turn('done'));
}

function bad(message: string): Result<never, ModelError> {
  return err({ type: 'bad_reply', message });
}

/** What a failed response says of itself. An overload may pass; a bad request does not. */
function failureOf(failure: Fields): ModelError {
  const code = typeof failure['code'] === 'string' ? failure['code'] : '';
  const said = typeof failure['message'] === 'string' ? failure['message'] : 'the response failed';
  if (code === 'rate_limit_exceeded') return { type: 'rate_limited', message: said };
  const passes = code === 'server_error' || code === '' || code.endsWith('_timeout');
  return { type: passes ? 'server_error' : 'bad_reply', message: said };
}

type Output = {
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly DialogueCall[];
  readonly reasoning: readonly KeptReasoning[];
  /** An item that the endpoint marks as not finished. */
  readonly cut: boolean;
};

/** The items of an answer. Kinds that are not known are passed over. */
function readOutput(output: readonly unknown[]): Output {
  const texts: string[] = [];
  const refusals: string[] = [];
  const calls: DialogueCall[] = [];
  const reasoning: KeptReasoning[] = [];
  let cut = false;
  for (const value of output) {
    const item = fields(value);
    if (item['status'] === 'incomplete') cut = true;
    if (item['type'] === 'reasoning' && typeof item['encrypted_content'] === 'string') {
      // Without its encrypted content an item cannot be sent back: nothing is stored at the endpoint.
      reasoning.push({ before_call: calls.length, item: plainReasoning(item) });
    } else if (item['type'] === 'function_call') {
      calls.push(readCall(item));
    } else if (item['type'] === 'message') {
      for (const part of list(item['content'])) {
        if (part['type'] === 'refusal') refusals.push(text(part['refusal']));
        else if (part['type'] === 'output_text') texts.push(text(part['text']));
      }
    }
  }
  return { text: stripReasoning(texts.join('')).trim(), refusal: refusals.join(' '), calls, reasoning, cut };
}

function plainReasoning(item: Fields): Fields {
  return {
    type: 'reasoning',
    ...(typeof item['id'] === 'string' ? { id: item['id'] } : {}),
    summary: Array.isArray(item['summary']) ? (item['summary'] as unknown[]) : [],
    encrypted_content: item['encrypted_content'],
  };
}

/** The id of a call is `call_id`; `id` names the item and answers nothing. An absent one is left empty for the loop. */
function readCall(item: Fields): DialogueCall {
  const args = item['arguments'];
  return {
    call_id: text(item['call_id']),
    name: text(item['name']),
    arguments: typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args),
  };
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function usageOf(value: unknown): DialogueTurn['usage'] {
  const { input_tokens, output_tokens } = fields(value);
  const count = (n: unknown): n is number => typeof n === 'number' && Number.isFinite(n) && n >= 0;
  return count(input_tokens) && count(output_tokens)
    ? { prompt_tokens: input_tokens, completion_tokens: output_tokens }
    : null;
}
