/** gateway: HTTP and Server-Sent Events. */
export * from './settings.ts';
export * from './city-shelf.ts';
export { buildServer, type ServerParts } from './server.ts';
export type { TrafficPorts } from './routes/traffic.ts';
