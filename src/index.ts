/**
 * The library: `import { decide, planRoute, monitor } from 'cloudbrain'`. Everything is typed and documented where it is
 * defined; chance and time are arguments, and there is no global state.
 */
export { createRng, frozenClock, hashOf, parseStrictJson, type Clock, type Result, type Rng } from '#base';
export {
  formatFormula,
  monitor,
  checkFiniteLtl,
  onlineMonitor,
  parseSpec,
  type MonitorOptions,
  type MonitorReport,
  type Spec,
  type Trace,
} from '#logic';
export { buildAirModel, parseSystemState, type AirModel, type SystemState, type Trajectory } from '#world';
export {
  LowAltitudeIR,
  lowAltitudeIrJsonSchema,
  missionOf,
  validateIr,
  validateIrText,
  type Counterexample,
  type IrError,
  type IrReport,
  type Mission,
  type ValidationContext,
  type Verdict,
} from '#ir';
export { readInstruction, type Reading } from '#language';
export { assignUav } from '#engines/assign';
export { createRouteCache, planRoute } from '#engines/route';
export { verify } from '#engines/verify';
export { simulateDecision as simulate } from '#engines/simulate';
export { assessRisk } from '#engines/risk';
export { planSurvey as plan } from '#engines/survey';
export { validateSurveyPlan as validate } from '#engines/validator';
export { parseSurveyCatalogue, parseSurveyScenario, type SurveyCatalogue, type SurveyScenario } from '#world';
export { bundledSurveyCatalogue, bundledSurveyScenario } from '#store';
export {
  DEFAULT_SURVEY_POLICY,
  inProcessSurveyEngines,
  recommendSurvey as recommend,
  runSurveyTool,
  startSession,
  surveyTools,
  ToolRegistry,
  flightTools,
  runTool,
  toolContext,
  type ToolContext,
  type ToolDefinition,
  type SurveyRecommendation,
  type SurveySession,
  type SurveyToolContext,
  type ToolEnvelope,
} from '#tools';
export {
  certificateOf,
  decide,
  memoryCache,
  noCache,
  verifyCertificate,
  type DecideOptions,
  type DecidePorts,
  type DecisionRecord,
  runDialogue,
  type DialogueModel,
  type ModelPort,
} from '#agent';
export {
  conflictsOf,
  operationOf,
  verifyChain,
  type Operation,
  type OperationDraft,
  type OperationStore,
} from '#operations';
export { createDialogueModel, createModel, type ModelConfig } from '#llm';
