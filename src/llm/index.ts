/** llm: models behind the agent's port. A model proposes; it computes no route, no plan and no verdict. */
export { createModel, type ModelConfig, type ModelConfigError, type ModelDeps } from './create.ts';
export { builtinModel, builtinProposal, type ProposalDocument } from './builtin.ts';
export { draftIr, questionsOf, standardPlan, type Draft } from './draft.ts';
export { scriptedModel } from './scripted.ts';
