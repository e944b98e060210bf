/** llm: models behind the agent's port. A model proposes; it computes no route, no plan and no verdict. */
export { createModel, PROVIDER_NAMES, type ModelConfig, type ModelDeps } from './create.ts';
export { builtinModel, builtinProposal, type ProposalDocument } from './builtin.ts';
export { draftIr, questionsOf, standardPlan, type Draft } from './draft.ts';
export { scriptedModel } from './scripted.ts';
export { faultyModel, type FaultyOptions } from './faulty.ts';
export { FAULTS, FAULT_NAMES, withFault, type Fault } from './faults.ts';
export { type ModelConfigError } from './endpoint.ts';
export { openAiChatModel } from './openai-chat.ts';
export { type ModelEndpoint, type TransportDeps } from './transport.ts';
export { openAiResponsesModel } from './openai-responses.ts';
export {
  createDialogueModel,
  DEFAULT_DIALOGUE_MODEL,
  DIALOGUE_PROVIDERS,
  type DialogueConfig,
} from './dialogue.ts';
export { phraseModel } from './operator-phrases/phrase-model.ts';
