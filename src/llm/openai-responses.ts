import type { DialogueModel } from '#agent';
import { type ReasoningUse, learnReasoning, readTurn, responsesBody } from './responses-wire.ts';
import { type ModelEndpoint, type TransportDeps, ask } from './transport.ts';

/**
 * A model behind an OpenAI-compatible Responses endpoint. Reasoning goes back encrypted, as it came; where the endpoint
 * refuses that, the request is sent once more without it.
 */
export function openAiResponsesModel(endpoint: ModelEndpoint, deps: TransportDeps): DialogueModel {
  let include = true;
  return {
    provider: 'openai',
    model: endpoint.model,
    simulated: false,
    turn: (request, signal) => {
      const use: ReasoningUse = { include, replay: include };
      return ask(endpoint, deps, {
        path: 'responses',
        body: () => responsesBody(request, endpoint.model, use),
        read: readTurn,
        learn: (status, body) => {
          const lighter = learnReasoning(status, body, use);
          include &&= use.include;
          return lighter;
        },
        downgrades: 1,
        timeout_ms: request.timeout_ms,
        signal,
      });
    },
  };
}
