import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LIMITS } from '#base';
import {
  briefStep,
  certificateOf,
  decide,
  memoryCache,
  type DecisionRecord,
  type ModelPort,
  type TraceStep,
} from '#agent';
import { irErrorIn, reasonIn, sayIn, wordIn } from '#engines/explain';
import type { Counterexample, RouteAnswer } from '#ir';
import { argsJsonSchema, type ToolContext, type ToolEnvelope, type ToolRegistry } from '#tools';
import { HttpError } from '../errors.ts';
import { openStream, type EventStream } from '../sse.ts';
import type { CityShelf } from '../city-shelf.ts';
import type { RegionTraffic } from '../region-traffic.ts';

/** What the traffic routes need. */
export type TrafficPorts = {
  readonly cities: CityShelf;
  readonly registry: ToolRegistry;
  /** A model for a request's seed; null where the model is off. */
  readonly modelFor: (seed: number) => ModelPort | null;
  readonly timeout_sec: number;
  /** Adds accepted operations to a region; null where no store is open. */
  readonly traffic_of: RegionTraffic | null;
};

const DecideBody = z.strictObject({
  city: z.string().min(1).max(200),
  instruction: z.string().trim().min(1).max(LIMITS.instruction_chars),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  max_repair: z.number().int().min(0).max(LIMITS.repair_rounds).default(3),
  stress: z.enum(['none', 'low', 'medium', 'high', 'extreme']).default('low'),
  language: z.enum(['en', 'ru', 'zh']).nullable().default(null),
  /** The replayable certificate of a released decision, inside the event `decision`; it holds the whole state. */
  certificate: z.boolean().default(false),
});

/** `/api/traffic/{decide,tools,cities}`. */
export function trafficRoutes(server: FastifyInstance, ports: TrafficPorts): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api/traffic/tools',
    { schema: { tags: ['traffic'], summary: 'The tools with their argument schemas' } },
    () => ({
      tools: ports.registry.tools.map((t) => ({
        name: t.name,
        summary: t.summary,
        arguments: argsJsonSchema(t),
        errors: t.errors,
      })),
    }),
  );
  app.get(
    '/api/traffic/cities',
    { schema: { tags: ['traffic'], summary: 'Ids and names of the cities here' } },
    () => ({ cities: ports.cities.list() }),
  );
  app.get(
    '/api/traffic/cities/:id',
    {
      schema: {
        tags: ['traffic'],
        summary: 'The whole state document of a city',
        params: z.strictObject({ id: z.string().max(200) }),
      },
    },
    (request) => contextOf(ports, request.params.id).state,
  );
  app.post(
    '/api/traffic/decide',
    {
      schema: {
        tags: ['traffic'],
        summary:
          'The whole loop as Server-Sent Events: status, ir, validation, tool, verdict, repair, decision, then done or error',
        body: DecideBody,
      },
    },
    async (request, reply) => {
      const held = contextOf(ports, request.body.city);
      const context = ports.traffic_of === null ? held : await ports.traffic_of(held);
      const model = ports.modelFor(request.body.seed);
      if (model === null)
        throw new HttpError(
          503,
          'UPSTREAM_UNAVAILABLE',
          'the model is off: set LLM_PROVIDER to builtin or openai',
        );
      await stream(openStream(reply), request.body, context, model, ports);
    },
  );
}

function contextOf(ports: TrafficPorts, id: string): ToolContext {
  const context = ports.cities.context(id);
  if (context === null) {
    const known = ports.cities.list().map((c) => c.id);
    throw new HttpError(
      404,
      'UNKNOWN_CITY',
      `there is no city ${id.slice(0, 80)}; there are: ${known.join(', ')}`,
      { known },
    );
  }
  return context;
}

/** Runs the loop and sends its steps as they happen. When the client goes away, the loop stops before its next round. */
async function stream(
  events: EventStream,
  body: z.output<typeof DecideBody>,
  context: ToolContext,
  model: ModelPort,
  ports: TrafficPorts,
): Promise<void> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ports.timeout_sec * 1000);
  events.onGone(() => abort.abort());
  try {
    events.send('status', {
      state: 'started',
      city: context.state.region_id,
      provider: model.provider,
      model: model.model,
      simulated: model.simulated,
    });
    const { city: _, instruction, certificate, ...rest } = body;
    const record = await decide(
      context,
      { instruction, ...rest, simulation_seeds: [0, 1, 2].map((i) => (body.seed + i) % 0x100000000) },
      {
        model,
        registry: ports.registry,
        cache: memoryCache(),
        signal: abort.signal,
        onStep: (step) => sendStep(events, step, body.language ?? 'en'),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
      },
    );
    const carried = certificate ? { certificate: certificateOf(record, context, instruction) } : {};
    const tried = record.final_status === 'success' ? [] : triedPath(record, context);
    events.send('decision', { ...wireRecord(record, body.language ?? 'en'), tried, ...carried });
    events.send('done', { final_status: record.final_status });
  } catch (e) {
    events.send('error', { error: { code: 'INTERNAL', message: 'internal error', details: null } });
    throw e;
  } finally {
    clearTimeout(timer);
    events.close();
  }
}

type Language = 'en' | 'ru' | 'zh';

/** The record without the trace, which has been streamed step by step; its sentences in the language of the run. */
function wireRecord({ trace, ...record }: DecisionRecord, language: Language): Record<string, unknown> {
  const top_reasons = record.risk?.top_reasons.map((r) => ({ ...r, text: reasonIn(language, r) })) ?? [];
  const risk = record.risk === null ? null : { ...record.risk, top_reasons };
  const verdict =
    record.verdict === null
      ? null
      : {
          ...record.verdict,
          specs: record.verdict.specs.map((s) => ({ ...s, note: sayIn(language, s.note) })),
          violations: saidViolations(record.verdict.violations, language),
        };
  return { ...record, risk, verdict, trace_steps: trace.length };
}

/** Counterexamples with their repairs in a language. */
function saidViolations(list: readonly Counterexample[], language: Language): readonly Counterexample[] {
  return list.map((v) => ({ ...v, suggested_repair: sayIn(language, v.suggested_repair) }));
}

type TriedPoint = {
  readonly t_sec: number;
  readonly z_m: number;
  readonly lon: number;
  readonly lat: number;
  readonly stop_id: string | null;
};

/** The path that was planned last and not released: what the counterexamples speak of. Empty where nothing was planned. */
function triedPath({ trace }: DecisionRecord, context: ToolContext): readonly TriedPoint[] {
  const planned = trace.findLast((s) => s.kind === 'tool' && s.envelope.tool === 'plan_route');
  if (planned?.kind !== 'tool' || planned.envelope.result === null) return [];
  const { waypoints } = planned.envelope.result as RouteAnswer;
  return waypoints.map((p) => {
    const [lon, lat] = context.air.frame.toLonLat(p);
    return { t_sec: p.t_sec, z_m: p.z_m, lon, lat, stop_id: p.stop_id };
  });
}

/** What a tool warns of, or why it failed, in the language of the run. */
function saidOf({ error, warnings }: ToolEnvelope, language: Language): string {
  const texts = error === null ? warnings.map((w) => w.message) : [error.message];
  return texts.map((t) => sayIn(language, t)).join('\n');
}

/** Why a model gave nothing: its own words in English, in Russian what kind of failure it was. */
function saidModelError(
  { type, message }: { readonly type: string; readonly message: string },
  language: Language,
): string {
  return language === 'ru' ? wordIn(language, type) : message;
}

function sendStep(events: EventStream, step: TraceStep, language: Language): void {
  const brief = briefStep(step);
  switch (step.kind) {
    case 'model':
      events.send('status', {
        state: step.error === null ? 'proposal' : 'model_error',
        round: step.round,
        error: step.error,
        said: step.error === null ? '' : saidModelError(step.error, language),
        latency_sec: step.latency_sec,
      });
      if (step.reply !== null) events.send('ir', { round: step.round, reply: step.reply });
      return;
    case 'validation':
      return events.send('validation', {
        round: step.round,
        ...step.report,
        errors: step.report.errors.map((e) => irErrorIn(language, e)),
      });
    case 'tool':
      return events.send('tool', { ...brief, said: saidOf(step.envelope, language) });
    case 'verdict': {
      const said = step.violations.map((v) => `${v.rule}: ${sayIn(language, v.suggested_repair)}`);
      const violations = saidViolations(step.violations, language);
      return events.send('verdict', { ...brief, violations, said: said.join('\n') });
    }
    case 'repair':
      return events.send('repair', brief);
    case 'note':
      return events.send('status', { state: 'note', round: step.round, text: sayIn(language, step.text) });
  }
}
