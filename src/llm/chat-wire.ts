import { LIMITS, type Result, err, ok } from '#base';
import type { ModelError, ModelReply, ModelRequest } from '#agent';
import { jsonIn, stripReasoning } from './reply-text.ts';

/** How much structure an endpoint accepts in `response_format`. */
export type Format = 'json_schema' | 'json_object' | 'plain';

/** What an endpoint has been found to accept; one per adapter, learned from its refusals. */
export type Quirks = { format: Format; temperature: boolean; seed: boolean };

/** The body of a Chat Completions request. */
export function chatBody(request: ModelRequest, model: string, quirks: Quirks): Record<string, unknown> {
  return {
    model,
    messages: request.messages,
    stream: false,
    ...(quirks.temperature ? { temperature: request.temperature } : {}),
    ...(quirks.seed ? { seed: request.seed } : {}),
    ...(quirks.format === 'plain' ? {} : { response_format: responseFormat(request, quirks.format) }),
  };
}

function responseFormat(request: ModelRequest, format: Format): Record<string, unknown> {
  if (format === 'json_object') return { type: 'json_object' };
  // Not strict: the schema has fields with defaults, and tool arguments are open records.
  return {
    type: 'json_schema',
    json_schema: { name: 'proposal', schema: request.json_schema, strict: false },
  };
}

const STRUCTURE = /response_format|json_schema|json_object|schema|grammar|structured|guided|parser/i;

/** Learns from a refusal: true where the same request may be sent again in a form that the endpoint accepts. */
export function learnFrom(status: number, body: string, quirks: Quirks): boolean {
  if (status !== 400 && status !== 404 && status !== 422 && status !== 501 && status !== 500) return false;
  if (status !== 500 && status !== 404) {
    for (const name of ['temperature', 'seed'] as const) {
      if (quirks[name] && new RegExp(`['"\`]?${name}['"\`]?`, 'i').test(body) && !STRUCTURE.test(body)) {
        quirks[name] = false;
        return true;
      }
    }
  }
  if (quirks.format === 'plain' || !STRUCTURE.test(body)) return false;
  quirks.format = quirks.format === 'json_schema' ? 'json_object' : 'plain';
  return true;
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Reads a Chat Completions response. */
export function readReply(body: string): Result<ModelReply, ModelError> {
  const bad = (message: string): Result<never, ModelError> => err({ type: 'bad_reply', message });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return bad('the response is no JSON');
  }
  const choices = fields(value)['choices'];
  if (!Array.isArray(choices) || choices.length === 0) return bad('the response has no choice');
  const choice = fields(choices[0]);
  const message = fields(choice['message']);
  const usage = usageOf(fields(value)['usage']);
  const refusal = message['refusal'];
  if (typeof refusal === 'string' && refusal !== '') {
    return ok({ text: refusal.slice(0, LIMITS.model_reply_chars), stop: 'refusal', usage });
  }
  const finish = choice['finish_reason'];
  const raw = contentOf(message['content']);
  if (finish === 'content_filter') return ok({ text: raw, stop: 'filter', usage });
  const content = raw.trim() === '' ? reasoningJson(message) : raw;
  if (finish === 'length') return ok({ text: stripReasoning(content), stop: 'length', usage });
  if (content.trim() === '') return bad('the response has no text');
  if (content.length > LIMITS.model_reply_chars) {
    return bad(`the reply is longer than ${LIMITS.model_reply_chars} characters`);
  }
  return ok({ text: jsonIn(content), stop: 'done', usage });
}

/** Text, or a list of parts with text. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => fields(part)['text'])
    .filter((t): t is string => typeof t === 'string')
    .join('');
}

/** Some servers put the whole answer into the reasoning field; it counts only where it holds an object. */
function reasoningJson(message: Fields): string {
  for (const name of ['reasoning_content', 'reasoning']) {
    const text = message[name];
    if (typeof text === 'string' && jsonIn(text).startsWith('{')) return text;
  }
  return '';
}

function usageOf(value: unknown): ModelReply['usage'] {
  const { prompt_tokens, completion_tokens } = fields(value) as {
    prompt_tokens?: unknown;
    completion_tokens?: unknown;
  };
  const count = (n: unknown): n is number => typeof n === 'number' && Number.isFinite(n) && n >= 0;
  return count(prompt_tokens) && count(completion_tokens) ? { prompt_tokens, completion_tokens } : null;
}
