import { strict as assert } from 'node:assert';
import { test, type TestContext } from 'node:test';
import { sampleState } from '#world';
import type { ModelRequest } from '#agent';
import {
  type DoubleStep,
  type OpenAiDouble,
  type SeenRequest,
  startOpenAiDouble,
} from '../../test/doubles/openai-server.ts';
import { openAiChatModel } from './openai-chat.ts';

const clock = { now: () => '2026-06-01T12:00:00.000Z', elapsed_ms: () => performance.now() };
const KEY = 'sk-secret-0123456789';

function request(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: 'user', content: 'hello' }],
    json_schema: { type: 'object' },
    temperature: 0.2,
    seed: 7,
    timeout_ms: 5000,
    context: { instruction: 'hello', state: sampleState(), round: 0, feedback: [], previous_ir: null },
    ...over,
  };
}

async function setup(
  t: TestContext,
  script: readonly DoubleStep[] | ((r: SeenRequest, i: number) => DoubleStep),
): Promise<{ double: OpenAiDouble; model: ReturnType<typeof openAiChatModel>; slept: number[] }> {
  const double = await startOpenAiDouble(script);
  t.after(() => double.close());
  const slept: number[] = [];
  const model = openAiChatModel(
    { base_url: `${double.url}/`, api_key: KEY, model: 'm1' },
    { fetch: globalThis.fetch, clock, sleep: (ms) => (slept.push(ms), Promise.resolve()) },
  );
  return { double, model, slept };
}

test('sends schema, seed and temperature with the key in one header, and reads text and usage', async (t) => {
  const { double, model } = await setup(t, [{ kind: 'reply', content: '{"a":1}' }]);
  const reply = await model.complete(request());
  assert.deepEqual(reply, {
    ok: true,
    value: { text: '{"a":1}', stop: 'done', usage: { prompt_tokens: 10, completion_tokens: 5 } },
  });
  const [seen] = double.requests;
  assert.equal(seen!.url, '/v1/chat/completions');
  assert.equal(seen!.headers['authorization'], `Bearer ${KEY}`);
  assert.equal(seen!.body['seed'], 7);
  assert.equal(seen!.body['temperature'], 0.2);
  assert.equal((seen!.body['response_format'] as { type: string }).type, 'json_schema');
  assert.equal(JSON.stringify(seen!.body).includes(KEY), false);
});

test('a refused schema is sent as json_object, then plainly, and the endpoint is remembered', async (t) => {
  const { double, model } = await setup(t, (r) => {
    const format = (r.body['response_format'] as { type?: string } | undefined)?.type;
    if (format !== undefined)
      return {
        kind: 'status',
        status: 400,
        body: { error: { message: `response_format ${format} is not supported` } },
      };
    return { kind: 'reply', content: '{}' };
  });
  assert.equal((await model.complete(request())).ok, true);
  assert.equal(double.requests.length, 3);
  assert.equal((await model.complete(request())).ok, true);
  assert.equal(double.requests.length, 4, 'the second question starts where the first ended');
});

test('a parameter that the endpoint does not know is left out from then on', async (t) => {
  const { double, model } = await setup(t, (r) =>
    'temperature' in r.body
      ? { kind: 'status', status: 400, body: { error: { message: "Unsupported value: 'temperature'" } } }
      : { kind: 'reply', content: '{}' },
  );
  assert.equal((await model.complete(request())).ok, true);
  assert.equal(double.requests.length, 2);
  assert.equal('seed' in double.requests[1]!.body, true);
});

test('reasoning, fences and text around the object are stripped; numbers inside are not touched', async (t) => {
  const texts = [
    '<think>first {"a":0}</think>\n{"a":1}',
    'no opener {"a":0}</think>{"a":1}',
    'Here it is:\n```json\n{"a":1}\n```\nDone.',
    'Sure. {"a":1} I hope this helps.',
  ];
  const { model } = await setup(t, (_, i) => ({ kind: 'reply', content: texts[i] ?? '{"a":8e677}' }));
  for (const text of texts) {
    const reply = await model.complete(request());
    assert.equal(reply.ok && reply.value.text, '{"a":1}', text);
  }
  const reply = await model.complete(request());
  assert.equal(reply.ok && reply.value.text, '{"a":8e677}');
});

test('content in parts, or only in the reasoning field, is read', async (t) => {
  const { model } = await setup(t, [
    {
      kind: 'reply',
      content: [
        { type: 'text', text: '{"a"' },
        { type: 'text', text: ':1}' },
      ],
    },
    { kind: 'reply', content: null, message: { reasoning_content: 'so: {"a":1}' } },
    { kind: 'reply', content: null, message: { reasoning_content: 'I wonder' } },
  ]);
  for (let i = 0; i < 2; i++) {
    const reply = await model.complete(request());
    assert.equal(reply.ok && reply.value.text, '{"a":1}');
  }
  const empty = await model.complete(request());
  assert.equal(!empty.ok && empty.error.type, 'bad_reply');
});

test('length, filter and refusal are not answers', async (t) => {
  const { model } = await setup(t, [
    { kind: 'reply', content: '{"a":', finish_reason: 'length' },
    { kind: 'reply', content: '', finish_reason: 'content_filter' },
    { kind: 'reply', content: null, message: { refusal: 'I cannot help with that.' } },
  ]);
  const stops = [];
  for (let i = 0; i < 3; i++) {
    const reply = await model.complete(request());
    stops.push(reply.ok ? reply.value.stop : reply.error.type);
  }
  assert.deepEqual(stops, ['length', 'filter', 'refusal']);
});

test('5xx, 429 and a broken connection are tried twice, then given up', async (t) => {
  for (const [step, type] of [
    [{ kind: 'status', status: 503 }, 'server_error'],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '2' } }, 'rate_limited'],
    [{ kind: 'reset' }, 'unreachable'],
    [{ kind: 'cut' }, 'unreachable'],
  ] as const) {
    const { double, model, slept } = await setup(t, [step]);
    const reply = await model.complete(request());
    assert.equal(!reply.ok && reply.error.type, type, step.kind);
    assert.equal(double.requests.length, 2, step.kind);
    assert.deepEqual(slept, [step.kind === 'status' && step.status === 429 ? 2000 : 500]);
  }
});

test('a second try may succeed', async (t) => {
  const { model } = await setup(t, [
    { kind: 'status', status: 500, body: 'oops' },
    { kind: 'reply', content: '{}' },
  ]);
  assert.equal((await model.complete(request())).ok, true);
});

test('a spent quota, a wrong key and a bad request are not tried again', async (t) => {
  for (const [step, type] of [
    [
      {
        kind: 'status',
        status: 429,
        body: { error: { code: 'insufficient_quota', message: 'insufficient_quota' } },
      },
      'rate_limited',
    ],
    [
      { kind: 'status', status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } },
      'auth',
    ],
    [{ kind: 'status', status: 404, body: { error: { message: 'no such model' } } }, 'bad_reply'],
  ] as const) {
    const { double, model } = await setup(t, [step]);
    const reply = await model.complete(request());
    assert.equal(!reply.ok && reply.error.type, type);
    assert.equal(double.requests.length, 1);
    assert.equal(JSON.stringify(reply).includes(KEY), false, 'the key stays out of errors');
  }
});

test('Retry-After beyond the deadline gives the error at once', async (t) => {
  const { double, model, slept } = await setup(t, [
    { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
  ]);
  const reply = await model.complete(request());
  assert.equal(!reply.ok && reply.error.type, 'rate_limited');
  assert.equal(double.requests.length, 1);
  assert.deepEqual(slept, []);
});

test('the deadline is total: two hanging tries end in timeout', async (t) => {
  const { double, model } = await setup(t, [{ kind: 'hang' }]);
  const reply = await model.complete(request({ timeout_ms: 200 }));
  assert.equal(!reply.ok && reply.error.type, 'timeout');
  assert.ok(double.requests.length <= 2);
});

test('an abort ends the wait, and an aborted signal asks nothing', async (t) => {
  const { double, model } = await setup(t, [{ kind: 'hang' }]);
  const control = new AbortController();
  setTimeout(() => control.abort(), 30);
  const reply = await model.complete(request(), control.signal);
  assert.equal(!reply.ok && reply.error.type, 'aborted');
  const again = await model.complete(request(), control.signal);
  assert.equal(!again.ok && again.error.type, 'aborted');
  assert.equal(double.requests.length, 1);
});

test('garbage, an empty object and a flood are bad replies', async (t) => {
  const { model } = await setup(t, [
    { kind: 'garbage', text: '<html>gateway</html>' },
    { kind: 'garbage', text: '{}' },
    { kind: 'flood', bytes: 3 * 1024 * 1024 },
    { kind: 'reply', content: `{"a":"${'x'.repeat(70_000)}"}` },
  ]);
  for (let i = 0; i < 4; i++) {
    const reply = await model.complete(request());
    assert.equal(!reply.ok && reply.error.type, 'bad_reply', `step ${i}`);
  }
});

test('a server that is not there is unreachable', async () => {
  const gone = await startOpenAiDouble([{ kind: 'hang' }]);
  await gone.close();
  const model = openAiChatModel(
    { base_url: gone.url, api_key: null, model: 'm' },
    { fetch: globalThis.fetch, clock, sleep: () => Promise.resolve() },
  );
  const reply = await model.complete(request());
  assert.equal(!reply.ok && reply.error.type, 'unreachable');
  assert.match(!reply.ok ? reply.error.message : '', /ECONNREFUSED/);
});
