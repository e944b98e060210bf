import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '#base';
import { DIALOGUE_LIMITS, runDialogue, type DialogueModel } from '#agent';
import {
  SurveyPinsWire,
  SurveyPolicyWire,
  recommendSurvey,
  resolvePins,
  resolvePolicy,
  surveyTools,
  type SurveyEngines,
  type SurveyEvent,
  type SurveyToolContext,
} from '#tools';
import { checkScenario, SurveyScenario, type SurveyCatalogue } from '#world';
import { HttpError } from '../errors.ts';
import type { AssistantSettings } from '../settings.ts';
import { openStream } from '../sse.ts';

/** What the assistant's routes need. */
export type AssistantPorts = {
  readonly catalogue: SurveyCatalogue;
  readonly engines: SurveyEngines;
  /** Null where the model is off: the search works all the same. */
  readonly model: DialogueModel | null;
  readonly settings: AssistantSettings;
  readonly llm_timeout_ms: number;
  readonly clock: Clock;
};

const Policy = { policy: SurveyPolicyWire.optional(), pins: SurveyPinsWire.optional() };

const ChatBody = z.strictObject({
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.string().max(DIALOGUE_LIMITS.max_turn_chars),
      }),
    )
    .min(1)
    .max(DIALOGUE_LIMITS.max_turns)
    .refine((m) => m.at(-1)?.role === 'user', 'the last message must be the user’s'),
  scenario: SurveyScenario,
  ...Policy,
  language: z.enum(['en', 'ru']).nullable().default(null),
});

const RecommendBody = z.strictObject({
  scenario: SurveyScenario,
  ...Policy,
  what: z
    .strictObject({
      basing: z.boolean().default(true),
      fleet: z.boolean().default(true),
      sites: z.boolean().default(true),
      angle: z.boolean().default(true),
      combine: z.boolean().default(true),
    })
    .prefault({}),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
});

/** `/api/assistant/{status,recommend,chat}`. */
export function assistantRoutes(server: FastifyInstance, ports: AssistantPorts): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const { settings, model } = ports;
  app.get(
    '/api/assistant/status',
    { schema: { tags: ['assistant'], summary: 'Whether the model is on, its name, and the limits' } },
    () => ({
      enabled: model !== null,
      provider: model?.provider ?? 'none',
      model: model?.model ?? null,
      simulated: model?.simulated ?? false,
      limits: {
        ...settings,
        ...DIALOGUE_LIMITS,
      },
    }),
  );
  app.post(
    '/api/assistant/recommend',
    {
      schema: {
        tags: ['assistant'],
        summary: 'Search of variants without a model; with accept: text/event-stream it tells its progress',
        body: RecommendBody,
      },
    },
    async (request, reply) => {
      const { body } = request;
      const streamed = /\btext\/event-stream\b/.test(request.headers.accept ?? '');
      return streamed ? streamSearch(ports, body, reply) : search(ports, body, reply);
    },
  );
  app.post(
    '/api/assistant/chat',
    {
      schema: {
        tags: ['assistant'],
        summary:
          'A dialogue as Server-Sent Events: status, tool, ops, evaluation, recommendation, note, message, then done or error',
        body: ChatBody,
      },
    },
    async (request, reply) => {
      if (model === null)
        throw new HttpError(
          503,
          'UPSTREAM_UNAVAILABLE',
          'the model is off: set LLM_PROVIDER to openai or builtin; the search of variants works without it',
        );
      await chat(ports, model, request.body, reply);
    },
  );
}

async function search(
  ports: AssistantPorts,
  body: z.output<typeof RecommendBody>,
  reply: FastifyReply,
): Promise<unknown> {
  refuseBroken(ports, body.scenario);
  const control = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) control.abort();
  });
  const found = await recommendSurvey(
    body.scenario,
    searchOptions(body),
    contextOf(ports, body, control.signal),
  );
  if (found.ok) return found.value;
  throw new HttpError(
    found.error.type === 'stopped' ? 499 : 503,
    found.error.type === 'stopped' ? 'CLIENT_CLOSED' : 'SERVICE_UNAVAILABLE',
    found.error.message.en,
    found.error,
  );
}

async function streamSearch(
  ports: AssistantPorts,
  body: z.output<typeof RecommendBody>,
  reply: FastifyReply,
): Promise<void> {
  refuseBroken(ports, body.scenario);
  const events = openStream(reply);
  const control = new AbortController();
  events.onGone(() => control.abort());
  const context = contextOf(ports, body, control.signal, (data) => events.send('status', data));
  try {
    events.send('status', { state: 'started', step: null, tool: 'recommend', done: 0, total: null });
    const found = await recommendSurvey(body.scenario, searchOptions(body), context);
    if (found.ok) {
      events.send('recommendation', found.value);
      events.send('done', { evaluated: found.value.evaluated, best_id: found.value.best_id });
    } else {
      const { type, message } = found.error;
      events.send('error', {
        error: { code: type.toUpperCase(), message: message.en, details: found.error },
      });
    }
  } catch (e) {
    events.send('error', { error: { code: 'INTERNAL', message: 'internal error', details: null } });
    throw e;
  } finally {
    events.close();
  }
}

async function chat(
  ports: AssistantPorts,
  model: DialogueModel,
  body: z.output<typeof ChatBody>,
  reply: FastifyReply,
): Promise<void> {
  const events = openStream(reply);
  const control = new AbortController();
  events.onGone(() => control.abort());
  const onEvent = ({ event, data }: SurveyEvent): void => events.send(event, data);
  const { scenario, messages, language } = body;
  const context = contextOf(ports, body, control.signal);
  const { policy, pins } = context;
  try {
    await runDialogue(
      { scenario, messages, language, policy, pins },
      {
        model,
        tools: surveyTools(),
        context,
        max_steps: ports.settings.max_steps,
        timeout_ms: ports.llm_timeout_ms,
        clock: ports.clock,
        signal: control.signal,
        onEvent,
        onBug: (bug) => reply.log.error({ err: bug }, 'internal error in a dialogue'),
      },
    );
  } catch (e) {
    onEvent({
      event: 'error',
      data: { error: { code: 'INTERNAL', message: 'internal error', details: null } },
    });
    throw e;
  } finally {
    events.close();
  }
}

/** A scenario that contradicts itself is refused before anything is opened; its issues carry their codes. */
function refuseBroken(ports: AssistantPorts, scenario: SurveyScenario): void {
  const issues = checkScenario(scenario, ports.catalogue);
  const first = issues[0];
  if (first === undefined) return;
  throw new HttpError(
    400,
    'INVALID_SCENARIO',
    `${first.code} ${first.text.en}`,
    issues.map(({ code, path, object_ids, text }) => ({ code, path, object_ids, text })),
  );
}

function contextOf(
  ports: AssistantPorts,
  body: { readonly scenario: SurveyScenario } & z.output<z.ZodObject<typeof Policy>>,
  signal: AbortSignal,
  onProgress?: NonNullable<SurveyToolContext['onProgress']>,
): SurveyToolContext {
  const { max_variants, eval_time_limit_s, eval_concurrency, compute_time_limit_s } = ports.settings;
  return {
    catalogue: ports.catalogue,
    policy: resolvePolicy(body.policy),
    pins: resolvePins(body.pins ?? {}, body.scenario),
    engines: ports.engines,
    limits: { max_variants, eval_time_limit_s, eval_concurrency, compute_time_limit_s },
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

function searchOptions({
  what,
  seed,
}: z.output<typeof RecommendBody>): Parameters<typeof recommendSurvey>[1] {
  return { ...what, seed };
}
