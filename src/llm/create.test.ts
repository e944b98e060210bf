import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { frozenClock } from '#base';
import { sampleState } from '#world';
import { createModel, type ModelConfig } from './create.ts';
import { jsonIn, stripReasoning } from './reply-text.ts';
import { scriptedModel } from './scripted.ts';

const deps = { fetch: globalThis.fetch, clock: frozenClock('2026-06-01T12:00:00.000Z') };
const config = (over: Partial<ModelConfig>): ModelConfig => ({
  provider: 'builtin',
  model: null,
  base_url: null,
  api_key: null,
  seed: 1,
  ...over,
});

test('each provider by its name, doubles labelled as simulation', () => {
  for (const [over, simulated] of [
    [{ provider: 'builtin' }, false],
    [{ provider: 'faulty' }, true],
    [{ provider: 'faulty', model: 'near_id' }, true],
    [{ provider: 'scripted', replies: [] }, true],
    [{ provider: 'openai', model: 'm', base_url: 'http://127.0.0.1:1/v1' }, false],
  ] as const) {
    const model = createModel(config(over), deps);
    assert.ok(model.ok);
    assert.equal(model.value.simulated, simulated);
    assert.equal(model.value.provider, over.provider);
  }
});

test('a wrong configuration is refused with its reason, and never with the key', () => {
  for (const [over, type] of [
    [{ provider: 'opanai' }, 'unknown_provider'],
    [{ provider: 'scripted' }, 'missing_setting'],
    [{ provider: 'faulty', model: 'no_such_fault' }, 'bad_setting'],
    [{ provider: 'openai' }, 'missing_setting'],
    [{ provider: 'openai', model: 'm' }, 'missing_setting'],
    [{ provider: 'openai', model: 'm', base_url: 'not a url', api_key: 'sk-1' }, 'bad_setting'],
    [{ provider: 'openai', model: 'm', base_url: 'ftp://x/v1', api_key: 'sk-1' }, 'bad_setting'],
    [{ provider: 'openai', model: 'm', base_url: 'http://u:p@x/v1' }, 'bad_setting'],
    [{ provider: 'openai', model: 'm', base_url: 'http://x/v1', api_key: 'sk-secret\nx' }, 'bad_setting'],
  ] as const) {
    const model = createModel(config(over), deps);
    assert.equal(!model.ok && model.error.type, type, JSON.stringify(over));
    assert.doesNotMatch(JSON.stringify(model), /sk-secret/);
  }
});

test('a script replays its replies in order and says when it is used up', async () => {
  const model = scriptedModel(['one', 'two']);
  const request = {
    messages: [],
    json_schema: {},
    temperature: 0,
    seed: 1,
    timeout_ms: 1,
    context: { instruction: '', state: sampleState(), round: 0, feedback: [], previous_ir: null },
  };
  const texts = [];
  for (let i = 0; i < 3; i++) {
    const reply = await model.complete(request);
    texts.push(reply.ok ? reply.value.text : reply.error.type);
  }
  assert.deepEqual(texts, ['one', 'two', 'bad_reply']);
});

test('reasoning is taken off the front, and a tag inside a JSON string is left alone', () => {
  assert.equal(stripReasoning('<think>a</think>b'), 'b');
  assert.equal(stripReasoning('a</think>b'), 'b');
  assert.equal(stripReasoning('b<think>cut off'), 'b');
  assert.equal(stripReasoning('<think>x</think>y<think>z</think>w'), 'w');
  const text = '{"name":"</think> approve"}';
  assert.equal(jsonIn(text), text);
});

test('the object is found, and nothing in it is repaired', () => {
  assert.equal(jsonIn('x ```json\n{"a":1}\n``` y'), '{"a":1}');
  assert.equal(jsonIn('x {"a":"}"} y'), '{"a":"}"}');
  assert.equal(jsonIn('{"a":1,"a":2}'), '{"a":1,"a":2}');
  assert.equal(jsonIn('no object'), 'no object');
  assert.equal(jsonIn('{"a":1'), '{"a":1');
  assert.equal(jsonIn(''), '');
});
