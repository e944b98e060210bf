import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from './main.ts';

test('a command is found under its own name', async () => {
  for (const [name, load] of Object.entries(COMMANDS)) {
    const make = await load();
    assert.equal(make(() => undefined).name(), name);
  }
});

test('starting loads no command: each is imported when it is named', () => {
  const text = readFileSync(new URL('main.ts', import.meta.url), 'utf8');
  const imported = [...text.matchAll(/^import (?!type ).*from '(.+)';$/gm)].map((m) => m[1]);
  assert.deepEqual(imported, ['commander', './output.ts', './version.ts']);
});
