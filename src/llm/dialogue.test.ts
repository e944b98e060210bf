import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { frozenClock } from '#base';
import { type DialogueConfig, createDialogueModel } from './dialogue.ts';

const deps = { fetch: globalThis.fetch, clock: frozenClock('2026-06-01T12:00:00.000Z') };
const config = (over: Partial<DialogueConfig>): DialogueConfig => ({
  provider: 'none',
  model: null,
  base_url: null,
  api_key: null,
  ...over,
});

test('none is off, builtin needs nothing, openai has its default model', () => {
  const none = createDialogueModel(config({}), deps);
  assert.ok(none.ok && none.value === null);
  const builtin = createDialogueModel(config({ provider: 'builtin' }), deps);
  assert.ok(builtin.ok && builtin.value?.provider === 'builtin' && !builtin.value.simulated);
  for (const [model, named] of [
    [null, 'gpt-6-sol'],
    [' ', 'gpt-6-sol'],
    ['other', 'other'],
  ] as const) {
    const openai = createDialogueModel(config({ provider: 'openai', model, api_key: 'sk-1' }), deps);
    assert.ok(openai.ok && openai.value?.model === named && !openai.value.simulated);
  }
});

test('a wrong configuration is refused with its reason, and never with the key', () => {
  for (const [over, type] of [
    [{ provider: 'opanai' }, 'unknown_provider'],
    [{ provider: 'openai' }, 'missing_setting'],
    [{ provider: 'openai', base_url: 'ftp://x/v1', api_key: 'sk-secret' }, 'bad_setting'],
    [{ provider: 'openai', base_url: 'http://u:p@x/v1', api_key: 'sk-secret' }, 'bad_setting'],
    [{ provider: 'openai', api_key: 'sk-secret\nx' }, 'bad_setting'],
  ] as const) {
    const model = createDialogueModel(config(over), deps);
    assert.equal(!model.ok && model.error.type, type, JSON.stringify(over));
    assert.doesNotMatch(JSON.stringify(model), /sk-secret/);
  }
});
