import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { runDialogue } from '#agent';
import { type SurveyEvent, surveyTools } from '#tools';
import { type DoubleStep, item, startOpenAiDouble } from '../../test/doubles/openai-server.ts';
import { deskContext, deskScenario } from '../../test/doubles/survey-desk.ts';
import { createDialogueModel } from './dialogue.ts';

const clock = { now: () => '2026-06-01T12:00:00.000Z', elapsed_ms: () => performance.now() };
const wind = { wind_mps: 7, wind_from_deg: 270, gust_mps: 9, temperature_c: null };

async function talk(
  script: readonly DoubleStep[],
  t: { after: (f: () => Promise<void>) => void },
): Promise<{ events: SurveyEvent[]; bodies: readonly Record<string, unknown>[] }> {
  const double = await startOpenAiDouble(script);
  t.after(() => double.close());
  const model = createDialogueModel(
    { provider: 'openai', model: null, base_url: double.url, api_key: 'sk-secret-1' },
    { fetch: globalThis.fetch, clock, sleep: () => Promise.resolve() },
  );
  assert.ok(model.ok && model.value !== null);
  const events: SurveyEvent[] = [];
  await runDialogue(
    {
      scenario: deskScenario(),
      messages: [{ role: 'user', content: 'Поставь ветер 7 м/с с запада, порывы 9 м/с, и рассчитай' }],
      policy: { propose_new_sites: false, rebase_units: true, change_fleet: false },
      pins: { site_ids: [], unit_ids: [], task_ids: [] },
    },
    {
      model: model.value,
      tools: surveyTools(),
      context: deskContext(),
      max_steps: 8,
      timeout_ms: 5000,
      clock,
      onEvent: (event) => events.push(event),
    },
  );
  return { events, bodies: double.requests.map((r) => r.body) };
}

const output = (...items: unknown[]): DoubleStep => ({ kind: 'output', items });

test('a dialogue over the wire: calls out, results back by call_id, reasoning returned as it came', async (t) => {
  const { events, bodies } = await talk(
    [
      output(
        item.reasoning('rs_1', 'AAAA'),
        item.call('call_1', 'set_weather', wind),
        item.call('call_2', 'compute_plan', { label: null }),
      ),
      output(item.text('Ветер выставлен, план пересчитан и допущен валидатором (оценка e1).')),
    ],
    t,
  );
  const names = events.map((e) => e.event).filter((n) => n !== 'status');
  assert.deepEqual(names, ['tool', 'ops', 'tool', 'evaluation', 'message', 'done']);
  const tools = bodies[0]!['tools'] as {
    name: string;
    strict: boolean;
    parameters: Record<string, unknown>;
  }[];
  assert.equal(tools.length, 18);
  assert.ok(tools.every((x) => x.strict && x.parameters['additionalProperties'] === false));
  const input = bodies[1]!['input'] as Record<string, unknown>[];
  assert.deepEqual(
    input.map((i) => [i['type'], i['call_id']]),
    [
      ['message', undefined],
      ['reasoning', undefined],
      ['function_call', 'call_1'],
      ['function_call', 'call_2'],
      ['function_call_output', 'call_1'],
      ['function_call_output', 'call_2'],
    ],
  );
  const results = input.slice(4).map((i) => JSON.parse(i['output'] as string) as { ok: boolean });
  assert.ok(results.every((r) => r.ok));
  assert.doesNotMatch(JSON.stringify(bodies), /sk-secret/);
});

test('a server that fails after a change gives an error with the changed scenario', async (t) => {
  const { events } = await talk(
    [output(item.call('call_1', 'set_weather', wind)), { kind: 'status', status: 503 }],
    t,
  );
  const end = events.at(-1)!;
  assert.ok(end.event === 'error');
  assert.equal(end.data.error.code, 'UPSTREAM_UNAVAILABLE');
  const details = end.data.error.details as { scenario: { weather: { wind_mps: number } } };
  assert.equal(details.scenario.weather.wind_mps, 7);
});

test('an answer that is cut off runs none of its calls', async (t) => {
  const { events } = await talk(
    [
      {
        kind: 'output',
        items: [item.call('call_1', 'set_weather', wind)],
        more: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      },
    ],
    t,
  );
  assert.equal(
    events.some((e) => e.event === 'tool' || e.event === 'ops'),
    false,
  );
  assert.equal(events.at(-1)!.event, 'done');
});
