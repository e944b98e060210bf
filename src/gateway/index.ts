/** gateway: HTTP and Server-Sent Events. */
export * from './settings.ts';
export * from './city-shelf.ts';
export { buildServer, type ServerParts } from './server.ts';
export type { TrafficPorts } from './routes/traffic.ts';
export type { SurveyPorts } from './routes/survey.ts';
export type { SurveyBackend } from './survey/backend.ts';
export { openSurveyPool, poolBackend, type SurveyPool } from './survey/pool.ts';
export { surveyEngines } from './survey/engines.ts';
export { startGrpc, type GrpcServer, type GrpcServices } from './survey/grpc-server.ts';
export { remotePlanner, remoteValidator } from './survey/grpc-client.ts';
export { openSurveyServices, type SurveyServices } from './survey/services.ts';
export type { AssistantPorts } from './routes/assistant.ts';
export type { OperationPorts } from './routes/operations.ts';
export { regionTraffic, type RegionTraffic, type StorePort } from './region-traffic.ts';
