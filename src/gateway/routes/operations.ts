import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { canonicalJson, type Clock } from '#base';
import { verifyCertificate, type Certificate } from '#agent';
import {
  LIST_LIMIT,
  OperationState,
  baseHash,
  decidedBaseHash,
  knownTraffic,
  operationOf,
  type Act,
  type Change,
  type OperationError,
} from '#operations';
import { toolContext, type ToolContext, type ToolRegistry } from '#tools';
import { Name } from '#world';
import { HttpError } from '../errors.ts';
import type { CityShelf } from '../city-shelf.ts';
import { orUnavailable, type StorePort } from '../region-traffic.ts';

/** What the routes of accepted operations need. */
export type OperationPorts = {
  readonly store: StorePort;
  readonly cities: CityShelf;
  readonly registry: ToolRegistry;
  readonly clock: Clock;
};

const Actor = Name;

const AcceptBody = z.strictObject({
  /** The certificate of a released decision: its text, or the same document as JSON. */
  certificate: z.union([z.string().max(16 * 1024 * 1024), z.record(z.string(), z.unknown())]),
  /** Who accepts; with HTTP Basic the user's name counts instead. */
  actor: Actor.default('operator'),
});
const ChangeBody = z.strictObject({
  actor: Actor.default('operator'),
  reason: z.string().trim().max(200).nullable().default(null),
});
const Query = z.strictObject({
  region_id: z.string().max(200).nullable().default(null),
  uav_id: z.string().max(200).nullable().default(null),
  /** Several states are joined by commas. */
  state: z.string().max(80).default(''),
  from: z.string().max(40).nullable().default(null),
  to: z.string().max(40).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(100),
  cursor: z.string().max(2000).nullable().default(null),
});
const Id = z.strictObject({ id: z.string().max(200) });

/** `/api/operations`: what has been accepted, with its conflict check on write, and the audit log. */
export function operationRoutes(server: FastifyInstance, ports: OperationPorts): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/api/operations',
    {
      schema: {
        tags: ['operations'],
        summary:
          'Accepts a released decision: replays its certificate, checks conflicts and stores it, or says why not',
        body: AcceptBody,
      },
    },
    async (request, reply) => {
      const written = await accept(ports, request.body, request);
      return reply.status(written.repeated ? 200 : 201).send(written.operation);
    },
  );
  app.get(
    '/api/operations',
    {
      schema: { tags: ['operations'], summary: 'Operations by start, a page at a time', querystring: Query },
    },
    async (request) => {
      const { state, ...query } = request.query;
      const states = z.array(OperationState).safeParse(state === '' ? [] : state.split(','));
      if (!states.success)
        throw new HttpError(
          400,
          'INVALID_REQUEST',
          `/state: must be some of ${OperationState.options.join(', ')}, joined by commas`,
        );
      return orThrow(await (await orUnavailable(ports.store)).list({ ...query, states: states.data }));
    },
  );
  oneRoutes(server, ports);
}

/** The audit log, and what is done to one operation. */
function oneRoutes(server: FastifyInstance, ports: OperationPorts): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/operations/audit',
    {
      schema: {
        tags: ['operations'],
        summary: 'The whole audit log as JSON lines: a header, then every entry',
      },
    },
    async (_, reply) => {
      const store = await orUnavailable(ports.store);
      orThrow(await store.healthy());
      return reply
        .header('content-type', 'application/jsonl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="cloudbrain-audit.jsonl"')
        .send(Readable.from(withLineBreaks(store.exportAudit())));
    },
  );
  app.get(
    '/api/operations/:id',
    { schema: { tags: ['operations'], summary: 'One operation', params: Id } },
    async (request) => orThrow(await (await orUnavailable(ports.store)).get(request.params.id)),
  );
  for (const change of ['approve', 'cancel', 'close'] as const)
    app.post(
      `/api/operations/:id/${change}`,
      {
        schema: {
          tags: ['operations'],
          summary: SUMMARIES[change],
          params: Id,
          body: ChangeBody.prefault({}),
        },
      },
      async (request) => {
        const { actor, reason } = request.body;
        const store = await orUnavailable(ports.store);
        const known = orThrow(await store.get(request.params.id));
        const act = actOf(ports, request, actor, known.region_id);
        return orThrow(await store.change(known.operation_id, change, act, reason)).operation;
      },
    );
}

const SUMMARIES: Readonly<Record<Change, string>> = {
  approve: 'A person approves an accepted operation',
  cancel: 'Gives the airspace back before the start',
  close: 'The aircraft is down; gives the airspace back',
};

async function accept(
  ports: OperationPorts,
  body: z.output<typeof AcceptBody>,
  request: FastifyRequest,
): Promise<{ readonly operation: unknown; readonly repeated: boolean }> {
  const text = typeof body.certificate === 'string' ? body.certificate : canonicalJson(body.certificate);
  const replayed = verifyCertificate(text, ports.registry, (state) => {
    const context = toolContext(state, ports.clock);
    return context.ok ? context : { ok: false, error: 'the state makes no air model' };
  });
  if (!replayed.ok)
    throw new HttpError(422, `CERTIFICATE_${replayed.error.type.toUpperCase()}`, replayed.error.message);
  const certificate = JSON.parse(text) as Certificate;
  const context = contextOf(ports, certificate.state.region_id);
  const { state, air } = context;
  const scene = { state, air, base_hash: baseHash(state) };
  const draft = operationOf(
    {
      final_status: 'success',
      uav_id: certificate.uav_id,
      trajectory: certificate.trajectory,
      ir: certificate.ir,
      state_hash: certificate.state_hash,
      base_hash: decidedBaseHash(certificate.state, state),
      certificate_digest: certificate.digest,
    },
    scene,
  );
  const act = actOf(ports, request, body.actor, state.region_id);
  const store = await orUnavailable(ports.store);
  return orThrow(await store.accept(orThrow(draft), knownTraffic(scene), act));
}

function contextOf(ports: OperationPorts, region_id: string): ToolContext {
  const context = ports.cities.context(region_id);
  if (context !== null) return context;
  throw new HttpError(422, 'UNKNOWN_CITY', `this server holds no region ${region_id.slice(0, 80)}`);
}

/** Who and when. A region of this server stands still at its state's time. */
function actOf(ports: OperationPorts, request: FastifyRequest, named: string, region_id: string): Act {
  return {
    actor: basicUser(request) ?? named,
    at: ports.clock.now(),
    region_time: contextOf(ports, region_id).state.time,
  };
}

/** The user name of HTTP Basic, which has already been checked; null without it. */
function basicUser(request: FastifyRequest): string | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '');
  if (match === null) return null;
  const user = Buffer.from(match[1]!, 'base64').toString('utf8').split(':')[0]!;
  return Actor.safeParse(user).success ? user : null;
}

async function* withLineBreaks(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`;
}

const STATUS: Readonly<Partial<Record<OperationError['type'], number>>> = {
  not_found: 404,
  invalid_operation: 400,
  invalid_act: 400,
  invalid_query: 400,
  not_released: 422,
  store_busy: 503,
  store_unavailable: 503,
  store_corrupt: 503,
};

function orThrow<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: OperationError },
): T {
  if (result.ok) return result.value;
  const { type, message, conflicts } = result.error;
  throw new HttpError(
    STATUS[type] ?? 409,
    type.toUpperCase(),
    message,
    conflicts.length === 0 ? null : { conflicts },
  );
}
