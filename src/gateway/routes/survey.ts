import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { hashOf } from '#base';
import { SURVEY_EXPORT_FORMATS } from '#formats';
import { SurveyPlan } from '#ir';
import { withRussianNames } from '#store';
import { SurveyScenario, type SurveyCatalogue } from '#world';
import { HttpError } from '../errors.ts';
import type { SurveyBackend } from '../survey/backend.ts';
import type { SurveyJobResult } from '../survey/jobs.ts';
import { QueueFull, type SurveyPool } from '../survey/pool.ts';

/** What the survey routes need. */
export type SurveyPorts = {
  readonly catalogue: SurveyCatalogue;
  /** Bundled scenarios by id, in order. */
  readonly demos: readonly SurveyScenario[];
  readonly backend: SurveyBackend;
  /** Threads for reading, writing and converting documents. */
  readonly pool: SurveyPool;
};

/** Reading and writing of a document may take so long. */
const CONVERT_S = 60;

/** Header of an export: what the judge says of the file, read back, as JSON (`SurveyFileCheck`). */
export const CHECK_HEADER = 'x-cloudbrain-check';

const PlanBody = z.strictObject({ scenario: SurveyScenario });
const ValidateBody = z.strictObject({ scenario: SurveyScenario, plan: SurveyPlan });
const ExportOptions = z.strictObject({
  format: z.enum([...SURVEY_EXPORT_FORMATS, 'svg', 'report']),
  language: z.enum(['en', 'ru']).default('en'),
  /** Flight files of a plan that the validator does not admit are refused unless this is true; their names then say so. */
  accept_not_admitted: z.boolean().default(false),
});
/** Degrees of a window as a query has them. */
const degrees = (most: number) =>
  z.string().trim().min(1).transform(Number).pipe(z.number().min(-most).max(most));
const TerrainQuery = z.strictObject({
  name: z.string().min(1).max(200),
  /** What the heights of a GeoTIFF are above; an .hgt tile says it itself. */
  vertical_datum: z.enum(['EGM96', 'EGM2008', 'BALTIC77']).optional(),
  west_deg: degrees(180),
  south_deg: degrees(90),
  east_deg: degrees(180),
  north_deg: degrees(90),
});
const ExportBody = z.strictObject({
  scenario: SurveyScenario,
  plan: SurveyPlan,
  ...ExportOptions.shape,
});

/** `/api/survey/{demos,catalog,plan,validate,export,import,terrain}`. Documents are read in threads, not on the event loop. */
export function surveyRoutes(server: FastifyInstance, ports: SurveyPorts): void {
  readRoutes(server, ports);
  void server.register(async (scope) => {
    // Bodies stay bytes here: a plan of megabytes is parsed by a thread, against the same schemas as published.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.setValidatorCompiler(() => (value: unknown) => ({ value }));
    documentRoutes(scope, ports);
    terrainRoute(scope, ports);
  });
}

function readRoutes(server: FastifyInstance, ports: SurveyPorts): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/survey/demos',
    { schema: { tags: ['survey'], summary: 'The bundled scenarios with what they show' } },
    () => ({ demos: ports.demos.map(({ id, title, shows }) => ({ id, title, shows })) }),
  );
  app.get(
    '/api/survey/demos/:id',
    {
      schema: {
        tags: ['survey'],
        summary: 'A bundled scenario, by its id or number (s03), with its objects named in a language',
        params: z.strictObject({ id: z.string().max(80) }),
        querystring: z.strictObject({ language: z.enum(['en', 'ru']).default('en') }),
      },
    },
    (request) => {
      const { id } = request.params;
      const found = ports.demos.find((s) => s.id === id || s.id.split('-')[0] === id);
      if (found !== undefined) return request.query.language === 'ru' ? withRussianNames(found) : found;
      const known = ports.demos.map((s) => s.id);
      throw new HttpError(
        404,
        'UNKNOWN_SCENARIO',
        `there is no scenario ${id}; there are: ${known.join(', ')}`,
        {
          known,
        },
      );
    },
  );
  app.get(
    '/api/survey/catalog',
    { schema: { tags: ['survey'], summary: 'The equipment catalogue: aircraft, payloads, what fits' } },
    () => ports.catalogue,
  );
}

function documentRoutes(app: FastifyInstance, ports: SurveyPorts): void {
  app.post(
    '/api/survey/plan',
    {
      schema: {
        tags: ['survey'],
        summary: "Plans a scenario and has the plan judged; the verdict is the validator's",
        body: PlanBody,
      },
    },
    (request, reply) => planned(ports, request, reply),
  );
  app.post(
    '/api/survey/validate',
    { schema: { tags: ['survey'], summary: 'The verdict on a plan', body: ValidateBody } },
    async (request, reply) => {
      const { scenario, plan } = await documents(ports, request, z.strictObject({}), true);
      const verdict = await ports.backend.validate(scenario, plan!, {
        time_limit_s: CONVERT_S,
        signal: goneSignal(reply),
      });
      if (verdict.ok) return sendJson(reply, verdict.value);
      throw serviceError(verdict.error);
    },
  );
  app.post(
    '/api/survey/export',
    {
      schema: {
        tags: ['survey'],
        summary: 'A plan as a file of another program, a picture or a report; several files come as a zip',
        body: ExportBody,
      },
    },
    (request, reply) => exported(ports, request, reply),
  );
  app.post(
    '/api/survey/import',
    {
      schema: {
        tags: ['survey'],
        summary:
          'Survey areas of a file (GeoJSON, KML, KMZ, Shapefile, DXF, CSV, QGroundControl plan) in WGS 84',
        consumes: ['application/octet-stream'],
        querystring: z.strictObject({ name: z.string().max(200), crs: z.string().max(60).optional() }),
      },
    },
    async (request, reply) => {
      const query = z
        .strictObject({ name: z.string().min(1).max(200), crs: z.string().max(60).optional() })
        .safeParse(request.query);
      if (!query.success) throw invalid(query.error);
      const { name, crs = null } = query.data;
      const result = await job(
        ports.pool.run({ kind: 'import', bytes: bytesOf(request), name, crs }, CONVERT_S),
      );
      if (result.kind === 'bytes') return sendJson(reply, result.bytes);
      throw resultError(result);
    },
  );
}

/** Ground heights of a file inside a window, in the form that a scenario carries. */
function terrainRoute(app: FastifyInstance, ports: SurveyPorts): void {
  app.post(
    '/api/survey/terrain',
    {
      schema: {
        tags: ['survey'],
        summary:
          'Ground heights of a GeoTIFF or an SRTM tile (.hgt) inside a window, as posts for a scenario',
        consumes: ['application/octet-stream'],
        querystring: TerrainQuery,
      },
    },
    async (request, reply) => {
      const query = TerrainQuery.safeParse(request.query);
      if (!query.success) throw invalid(query.error);
      const { name, vertical_datum = null, ...window } = query.data;
      const result = await job(
        ports.pool.run({ kind: 'terrain', bytes: bytesOf(request), name, vertical_datum, window }, CONVERT_S),
      );
      if (result.kind === 'bytes') return sendJson(reply, result.bytes);
      throw resultError(result);
    },
  );
}

async function planned(
  ports: SurveyPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { scenario } = await documents(ports, request, z.strictObject({}), false);
  const signal = goneSignal(reply);
  const document = JSON.parse(Buffer.from(scenario).toString('utf8')) as SurveyScenario;
  const { time_limit_s } = document.solver;
  const revision = hashOf(document);
  const made = await ports.backend.plan(scenario, { time_limit_s, signal });
  if (!made.ok) {
    if (!('refusals' in made.error)) throw serviceError(made.error);
    const { type, refusals } = made.error;
    return reply.send({ status: type, revision, plan: null, verdict: null, refusals });
  }
  const verdict = await ports.backend.validate(scenario, made.value, { time_limit_s: CONVERT_S, signal });
  if (!verdict.ok) throw serviceError(verdict.error);
  const plan = Buffer.from(made.value);
  // The planner's own member: no id of a plan may hold a quotation mark, so nothing else can look like it.
  const status = /"status":\{"result":"(complete|partial|infeasible)"/.exec(plan.toString('latin1'))?.[1];
  const head = JSON.stringify({ status: status ?? 'complete', revision, refusals: [] }).slice(0, -1);
  return sendJson(
    reply,
    Buffer.concat([
      Buffer.from(`${head},"plan":`),
      plan,
      Buffer.from(',"verdict":'),
      Buffer.from(verdict.value),
      Buffer.from('}'),
    ]),
  );
}

async function exported(
  ports: SurveyPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { scenario, plan, options } = await documents(ports, request, ExportOptions, true);
  const { format, language } = options;
  const flight = format !== 'svg' && format !== 'report';
  let prefix = '';
  let judged: Uint8Array | null = null;
  if (flight) {
    const signal = goneSignal(reply);
    const verdict = await ports.backend.validate(scenario, plan!, { time_limit_s: CONVERT_S, signal });
    if (!verdict.ok) throw serviceError(verdict.error);
    judged = verdict.value;
    const { admitted, findings } = JSON.parse(Buffer.from(verdict.value).toString('utf8')) as {
      admitted: boolean;
      findings: { code: string; severity: string }[];
    };
    if (!admitted) {
      const codes = [...new Set(findings.filter((f) => f.severity === 'error').map((f) => f.code))];
      if (!options.accept_not_admitted)
        throw new HttpError(
          409,
          'NOT_ADMITTED',
          `the validator does not admit this plan (${codes.join(', ')}); send accept_not_admitted: true to have the files all the same`,
          { codes },
        );
      prefix = 'NOT-ADMITTED-';
    }
  }
  const result = await job(
    ports.pool.run({ kind: 'export', scenario, plan: plan!, format, language, verdict: judged }, CONVERT_S),
  );
  if (result.kind !== 'file') throw resultError(result);
  const { check } = result;
  if (check?.admitted === false) prefix = 'NOT-ADMITTED-';
  const name = `${prefix}${result.name}`.replace(/[^A-Za-z0-9._-]/g, '_');
  // The file was read back and judged; what it cannot be judged by is told beside it, and the body stays the file.
  if (check !== null) void reply.header(CHECK_HEADER, JSON.stringify(check));
  return reply
    .header('content-type', result.media_type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(result.bytes));
}

/** Cuts the body into its documents in a thread; what is left must fit `options`. */
async function documents<S extends z.ZodObject>(
  ports: SurveyPorts,
  request: FastifyRequest,
  options: S,
  needsPlan: boolean,
): Promise<{ scenario: Uint8Array; plan: Uint8Array | null; options: z.output<S> }> {
  const result = await job(ports.pool.run({ kind: 'split', body: bytesOf(request) }, CONVERT_S));
  if (result.kind !== 'split') throw resultError(result);
  if (needsPlan && result.plan === null)
    throw new HttpError(400, 'INVALID_REQUEST', '/plan: is missing', [
      { path: '/plan', message: 'is missing' },
    ]);
  if (!needsPlan && result.plan !== null)
    throw new HttpError(400, 'INVALID_REQUEST', '/plan: is not taken here', [
      { path: '/plan', message: 'is not taken here' },
    ]);
  const rest = options.safeParse(result.rest);
  if (!rest.success) throw invalid(rest.error);
  return { scenario: result.scenario, plan: result.plan, options: rest.data };
}

async function job(running: Promise<SurveyJobResult>): Promise<SurveyJobResult> {
  try {
    return await running;
  } catch (e) {
    if (e instanceof QueueFull)
      throw new HttpError(503, 'BUSY', 'too many computations are waiting; come again in some seconds');
    throw e;
  }
}

function bytesOf(request: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array();
}

function sendJson(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(bytes));
}

/** Fires when the client goes away before the answer was sent: the solver then stops. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const control = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) control.abort();
  });
  return control.signal;
}

function invalid(error: z.ZodError): HttpError {
  const details = error.issues.map((i) => ({ path: `/${i.path.map(String).join('/')}`, message: i.message }));
  const first = details[0];
  return new HttpError(
    400,
    'INVALID_REQUEST',
    `${first?.path ?? '/'}: ${first?.message ?? 'invalid'}`,
    details,
  );
}

function resultError(result: SurveyJobResult): HttpError {
  switch (result.kind) {
    case 'invalid_scenario': {
      const details = result.issues.map(({ code, path, text }) => ({ code, path, text }));
      const first = details[0];
      return new HttpError(
        400,
        'INVALID_SCENARIO',
        `${first?.code ?? 'G0-10'} ${first?.text.en ?? 'the document is no scenario'}`,
        details,
      );
    }
    case 'invalid_plan':
      return new HttpError(400, 'INVALID_PLAN', result.error.message);
    case 'invalid_body':
      return new HttpError(400, 'INVALID_REQUEST', result.message);
    case 'invalid_file':
      return new HttpError(400, result.type.toUpperCase(), result.message);
    default:
      throw new Error(`a job ended in ${result.kind}`);
  }
}

function serviceError(error: { readonly type: string; readonly message: string }): HttpError {
  switch (error.type) {
    case 'invalid_plan':
      return new HttpError(400, 'INVALID_PLAN', error.message);
    case 'stopped':
      return new HttpError(499, 'CLIENT_CLOSED', error.message);
    default:
      return new HttpError(503, 'SERVICE_UNAVAILABLE', error.message);
  }
}
