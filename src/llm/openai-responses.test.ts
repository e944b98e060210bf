import { strict as assert } from 'node:assert';
import { test, type TestContext } from 'node:test';
import type { DialogueItem, DialogueModel, DialogueRequest } from '#agent';
import {
  type DoubleStep,
  type OpenAiDouble,
  type SeenRequest,
  item,
  startOpenAiDouble,
} from '../../test/doubles/openai-server.ts';
import { openAiResponsesModel } from './openai-responses.ts';

const clock = { now: () => '2026-06-01T12:00:00.000Z', elapsed_ms: () => performance.now() };
const KEY = 'sk-secret-0123456789';
const TOOL = {
  name: 'compute_plan',
  description: 'Computes.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
};

function request(over: Partial<DialogueRequest> = {}): DialogueRequest {
  return {
    instructions: 'be brief',
    items: [{ kind: 'user', text: 'hello' }],
    tools: [TOOL],
    timeout_ms: 5000,
    summary: {},
    language: 'en',
    ...over,
  };
}

async function setup(
  t: TestContext,
  script: readonly DoubleStep[] | ((r: SeenRequest, i: number) => DoubleStep),
): Promise<{ double: OpenAiDouble; model: DialogueModel; slept: number[] }> {
  const double = await startOpenAiDouble(script);
  t.after(() => double.close());
  const slept: number[] = [];
  const model = openAiResponsesModel(
    { base_url: `${double.url}/`, api_key: KEY, model: 'gpt-6-sol' },
    { fetch: globalThis.fetch, clock, sleep: (ms) => (slept.push(ms), Promise.resolve()) },
  );
  return { double, model, slept };
}

const output = (...items: unknown[]): DoubleStep => ({ kind: 'output', items });

test('asks without storage, with flat strict tools, and with neither temperature nor token limit', async (t) => {
  const { double, model } = await setup(t, [output(item.text('Good day.'))]);
  const turn = await model.turn(request());
  assert.deepEqual(turn, {
    ok: true,
    value: {
      text: 'Good day.',
      calls: [],
      stop: 'done',
      opaque: [],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    },
  });
  const [seen] = double.requests;
  assert.equal(seen!.url, '/v1/responses');
  assert.equal(seen!.headers['authorization'], `Bearer ${KEY}`);
  assert.deepEqual(seen!.body, {
    model: 'gpt-6-sol',
    instructions: 'be brief',
    input: [{ type: 'message', role: 'user', content: 'hello' }],
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', ...TOOL, strict: true }],
  });
  await model.turn(request({ tools: [] }));
  assert.equal('tools' in double.requests[1]!.body, false, 'the last step offers no tool');
});

test('calls are named by call_id, in order, with reasoning kept for the way back', async (t) => {
  const { double, model } = await setup(t, [
    output(
      item.reasoning('rs_1', 'AAAA'),
      item.call('call_a', 'set_weather', { wind_mps: 7 }),
      item.reasoning('rs_2', 'BBBB'),
      item.reasoning('rs_3', null),
      item.call('call_b', 'compute_plan', '{"broken":'),
      { type: 'something_new', id: 'x' },
    ),
    output(item.text('Done.')),
  ]);
  const turn = await model.turn(request());
  assert.ok(turn.ok);
  assert.equal(turn.value.stop, 'calls');
  assert.deepEqual(turn.value.calls, [
    { call_id: 'call_a', name: 'set_weather', arguments: '{"wind_mps":7}' },
    { call_id: 'call_b', name: 'compute_plan', arguments: '{"broken":' },
  ]);
  const items: DialogueItem[] = [
    { kind: 'user', text: 'hello' },
    { kind: 'calls', text: '', calls: turn.value.calls, opaque: turn.value.opaque },
    { kind: 'result', call_id: 'call_a', output: '{"ok":true}' },
    { kind: 'result', call_id: 'call_b', output: '{"ok":false}' },
  ];
  await model.turn(request({ items }));
  assert.deepEqual(double.requests[1]!.body['input'], [
    { type: 'message', role: 'user', content: 'hello' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' },
    { type: 'function_call', call_id: 'call_a', name: 'set_weather', arguments: '{"wind_mps":7}' },
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'BBBB' },
    { type: 'function_call', call_id: 'call_b', name: 'compute_plan', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_a', output: '{"ok":true}' },
    { type: 'function_call_output', call_id: 'call_b', output: '{"ok":false}' },
  ]);
});

const WITH_REASONING: readonly DialogueItem[] = [
  { kind: 'user', text: 'hello' },
  {
    kind: 'calls',
    text: '',
    calls: [{ call_id: 'c', name: 'compute_plan', arguments: '{}' }],
    opaque: [
      {
        before_call: 0,
        item: { type: 'reasoning', id: 'rs_9', summary: [], encrypted_content: 'ZZ' },
      },
    ],
  },
  { kind: 'result', call_id: 'c', output: '{}' },
];
const kinds = (r: SeenRequest): string[] => (r.body['input'] as { type: string }[]).map((i) => i.type);

test('an item that is not found is left out of this request, and reasoning is still asked for in the next', async (t) => {
  const { double, model, slept } = await setup(t, (r) =>
    kinds(r).includes('reasoning')
      ? {
          kind: 'status',
          status: 404,
          body: { error: { message: "Item with id 'rs_9' not found. Items are not persisted." } },
        }
      : output(item.text('Done.')),
  );
  const turn = await model.turn(request({ items: WITH_REASONING }));
  assert.equal(turn.ok && turn.value.text, 'Done.');
  assert.equal(double.requests.length, 2);
  assert.deepEqual(slept, []);
  await model.turn(request());
  assert.deepEqual(double.requests[2]!.body['include'], ['reasoning.encrypted_content']);
});

test('an endpoint that knows no encrypted reasoning is not asked for it again', async (t) => {
  const { double, model } = await setup(t, (r) =>
    'include' in r.body
      ? {
          kind: 'status',
          status: 400,
          body: {
            error: { message: 'Encrypted content is not supported with this model.', param: 'include' },
          },
        }
      : output(item.text('Done.')),
  );
  assert.equal((await model.turn(request())).ok, true);
  assert.equal((await model.turn(request({ items: WITH_REASONING }))).ok, true);
  assert.equal(double.requests.length, 3);
  assert.deepEqual(kinds(double.requests[2]!), ['message', 'function_call', 'function_call_output']);
});

test('only one such fallback, and none for other bad requests', async (t) => {
  for (const [message, asked] of [
    ['reasoning item rs_9 was provided without its required following item', 2],
    ['no such model', 1],
  ] as const) {
    const { double, model } = await setup(t, [{ kind: 'status', status: 400, body: { error: { message } } }]);
    const turn = await model.turn(request({ items: WITH_REASONING }));
    assert.equal(!turn.ok && turn.error.type, 'bad_reply');
    assert.equal(double.requests.length, asked);
  }
});

test('what is cut off, filtered, refused or failed gives no call', async (t) => {
  const call = item.call('c', 'set_weather', '{"wind_mps":');
  const rows: [DoubleStep, string][] = [
    [
      {
        kind: 'output',
        items: [call],
        more: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      },
      'length',
    ],
    [
      {
        kind: 'output',
        items: [call],
        more: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      },
      'filter',
    ],
    [output(call, item.refusal('I cannot.')), 'refusal'],
    [output({ ...(call as object), status: 'incomplete' }), 'length'],
    [{ kind: 'output', items: [call], more: { status: 'in_progress' } }, 'bad_reply'],
    [output(), 'bad_reply'],
    [{ kind: 'output', items: [], more: { output: null } }, 'bad_reply'],
    [{ kind: 'garbage', text: '<html>' }, 'bad_reply'],
    [{ kind: 'garbage', text: 'null' }, 'bad_reply'],
    [output(item.text('x'.repeat(70_000))), 'bad_reply'],
    [{ kind: 'flood', bytes: 3 * 1024 * 1024 }, 'bad_reply'],
  ];
  for (const [step, expected] of rows) {
    const { model, double } = await setup(t, [step]);
    const turn = await model.turn(request());
    assert.equal(turn.ok ? turn.value.stop : turn.error.type, expected);
    if (turn.ok) assert.deepEqual(turn.value.calls, []);
    assert.equal(double.requests.length, 1);
  }
});

test('a failed response is tried again where it may pass, and the key stays out of what it says', async (t) => {
  for (const [code, type, asked] of [
    ['server_error', 'server_error', 2],
    ['rate_limit_exceeded', 'rate_limited', 2],
    ['invalid_prompt', 'bad_reply', 1],
  ] as const) {
    const error = { code, message: `failed for ${KEY}\nnow` };
    const { model, double } = await setup(t, [
      { kind: 'output', items: [], more: { status: 'failed', error } },
    ]);
    const turn = await model.turn(request());
    assert.equal(!turn.ok && turn.error.type, type);
    assert.equal(double.requests.length, asked);
    assert.doesNotMatch(JSON.stringify(turn), /sk-secret|\\n/);
  }
});

test('a call without call_id or name, or with arguments as an object, is kept for the loop to judge', async (t) => {
  const { model } = await setup(t, [
    output({ type: 'function_call', id: 'fc_1', name: 'compute_plan', arguments: { label: null } }),
    output({ type: 'function_call', id: 'fc_1' }),
  ]);
  const one = await model.turn(request());
  assert.deepEqual(one.ok && one.value.calls, [
    { call_id: '', name: 'compute_plan', arguments: '{"label":null}' },
  ]);
  const two = await model.turn(request());
  assert.deepEqual(two.ok && two.value.calls, [{ call_id: '', name: '', arguments: '' }]);
});

test('5xx, 429 and a broken link are tried twice; Retry-After is kept; a spent quota, a key and a redirect are final', async (t) => {
  const rows: [DoubleStep, string, number, number[]][] = [
    [{ kind: 'status', status: 503 }, 'server_error', 2, [500]],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '2' } }, 'rate_limited', 2, [2000]],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '60' } }, 'rate_limited', 1, []],
    [
      { kind: 'status', status: 429, body: { error: { code: 'insufficient_quota', message: 'quota' } } },
      'rate_limited',
      1,
      [],
    ],
    [{ kind: 'status', status: 401, body: { error: { message: `bad key ${KEY}` } } }, 'auth', 1, []],
    [{ kind: 'reset' }, 'unreachable', 2, [500]],
    [{ kind: 'cut' }, 'unreachable', 2, [500]],
    [{ kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'unreachable', 2, [500]],
  ];
  for (const [step, type, asked, waits] of rows) {
    const { double, model, slept } = await setup(t, [step]);
    const turn = await model.turn(request());
    assert.equal(!turn.ok && turn.error.type, type, JSON.stringify(step));
    assert.equal(double.requests.length, asked, JSON.stringify(step));
    assert.deepEqual(slept, waits);
    assert.doesNotMatch(JSON.stringify(turn), /sk-secret/);
  }
});

test('the deadline is total, and an abort ends the wait', async (t) => {
  const { double, model } = await setup(t, [{ kind: 'hang' }]);
  const late = await model.turn(request({ timeout_ms: 150 }));
  assert.equal(!late.ok && late.error.type, 'timeout');
  const asked = double.requests.length;
  assert.ok(asked <= 2);
  const control = new AbortController();
  setTimeout(() => control.abort(), 30);
  const gone = await model.turn(request(), control.signal);
  assert.equal(!gone.ok && gone.error.type, 'aborted');
  assert.equal((await model.turn(request(), control.signal)).ok, false);
  assert.equal(double.requests.length, asked + 1);
});

test('reasoning that a server leaves in the text is not shown', async (t) => {
  const { model } = await setup(t, [
    output(item.text('<think>the plan is admitted</think> No verdict yet.')),
  ]);
  const turn = await model.turn(request());
  assert.equal(turn.ok && turn.value.text, 'No verdict yet.');
});
