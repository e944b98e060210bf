import { existsSync } from 'node:fs';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Registry, collectDefaultMetrics, Counter, Histogram } from 'prom-client';
import { installAuth } from './auth.ts';
import { installErrors } from './errors.ts';
import { assistantRoutes, type AssistantPorts } from './routes/assistant.ts';
import { operationRoutes, type OperationPorts } from './routes/operations.ts';
import { surveyRoutes, type SurveyPorts } from './routes/survey.ts';
import { trafficRoutes, type TrafficPorts } from './routes/traffic.ts';
import type { Settings } from './settings.ts';

/** A body larger than this is refused before it is read whole; imported maps are the largest. */
const BODY_BYTES = 32 * 1024 * 1024;

/** What the server is made of beside its settings. */
export type ServerParts = {
  readonly settings: Settings;
  readonly version: string;
  readonly traffic: TrafficPorts;
  readonly survey: SurveyPorts;
  readonly assistant: AssistantPorts;
  /** Null where no store is open: the routes are then absent. */
  readonly operations: OperationPorts | null;
  /** Folder of the built page; null serves no page. */
  readonly page_dir: string | null;
  readonly log: boolean;
};

/** Builds the server; the caller listens and closes. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { settings } = parts;
  const app = fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    logger: parts.log
      ? { level: 'info', redact: ['req.headers.authorization', 'req.headers.cookie'] }
      : false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrors(app);
  installAuth(app, settings.auth);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", 'https:', 'http:'],
        upgradeInsecureRequests: null,
      },
    },
    // Plain HTTP on loopback is the normal case; a proxy that ends TLS sets its own.
    strictTransportSecurity: false,
  });
  if (settings.cors_origin !== null)
    await app.register(cors, {
      origin: settings.cors_origin,
      exposedHeaders: ['content-disposition', 'x-cloudbrain-check'],
    });
  await app.register(rateLimit, { max: settings.rate_per_minute, timeWindow: '1 minute' });
  await app.register(swagger, {
    openapi: { info: { title: 'CloudBrain', version: parts.version } },
    transform: jsonSchemaTransform,
  });
  observe(app);
  app.get('/healthz', { schema: { tags: ['service'] } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { tags: ['service'] } }, () => ({
    status: 'ready',
    cities: parts.traffic.cities.list().length,
    version: parts.version,
  }));
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(async (scope) => trafficRoutes(scope, parts.traffic));
  await app.register(async (scope) => surveyRoutes(scope, parts.survey));
  await app.register(async (scope) => assistantRoutes(scope, parts.assistant));
  const { operations } = parts;
  if (operations !== null) await app.register(async (scope) => operationRoutes(scope, operations));
  if (parts.page_dir !== null && existsSync(parts.page_dir)) {
    await app.register(fastifyStatic, {
      root: parts.page_dir,
      maxAge: '1h',
      // Assets carry a hash in their names; the page that names them does not, and must not be an old one.
      setHeaders: (response, path) => {
        if (path.endsWith('.html')) response.setHeader('cache-control', 'no-cache');
      },
    });
  }
  return app;
}

/** Prometheus metrics at /metrics: process figures, requests by route and status, durations. */
function observe(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route and status',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames,
    registers: [registry],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requests.inc(labels);
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    void reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}
