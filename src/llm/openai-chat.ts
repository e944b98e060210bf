import type { ModelPort } from '#agent';
import { type Quirks, chatBody, learnFrom, readReply } from './chat-wire.ts';
import { type ModelEndpoint, type TransportDeps, ask } from './transport.ts';

/** Requests sent in a lighter form because the endpoint refused one: three forms and two parameters. */
const DOWNGRADES = 4;

/**
 * A model behind any OpenAI-compatible Chat Completions endpoint. What the endpoint refuses (a schema, a parameter) is left
 * out from then on.
 */
export function openAiChatModel(endpoint: ModelEndpoint, deps: TransportDeps): ModelPort {
  const quirks: Quirks = { format: 'json_schema', temperature: true, seed: true };
  return {
    provider: 'openai',
    model: endpoint.model,
    simulated: false,
    complete: (request, signal) =>
      ask(endpoint, deps, {
        path: 'chat/completions',
        body: () => chatBody(request, endpoint.model, quirks),
        read: readReply,
        learn: (status, body) => learnFrom(status, body, quirks),
        downgrades: DOWNGRADES,
        timeout_ms: request.timeout_ms,
        signal,
      }),
  };
}
