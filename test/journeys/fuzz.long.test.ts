import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, frozenClock, ok, type Rng } from '#base';
import type { DialogueModel } from '#agent';
import { buildServer, cityShelf } from '#gateway';
import { bundledSurveyScenario, openOperationStore } from '#store';
import { flightTools } from '#tools';
import { cityContext } from '../support.ts';
import { testParts, testSettings } from '../server.ts';

const BODIES = 10_000;

/** A model double that says one sentence: fuzz is about what comes in. */
const silent: DialogueModel = {
  provider: 'double',
  model: 'silent',
  simulated: true,
  turn: async () => ok({ text: 'ok', calls: [], stop: 'done', opaque: [], usage: null }),
};

const scenario = {
  ...bundledSurveyScenario('s01')!,
  solver: { time_limit_s: 0.1, seed: 1, iteration_budget: 0 },
};

/** A body that each route would take; fuzz begins from there. */
const ROUTES: readonly (readonly [string, unknown])[] = [
  ['/api/survey/plan', { scenario }],
  ['/api/survey/validate', { scenario, plan: { schema_version: 'survey-plan-1' } }],
  ['/api/survey/export', { scenario, plan: {}, format: 'kml' }],
  [
    '/api/survey/import?name=a.geojson',
    {
      type: 'Polygon',
      coordinates: [
        [
          [30, 60],
          [30.1, 60],
          [30, 60.1],
          [30, 60],
        ],
      ],
    },
  ],
  [
    '/api/assistant/chat',
    {
      messages: [{ role: 'user', content: 'hi' }],
      scenario,
      policy: { rebase_units: true },
      pins: { unit_ids: ['u'] },
    },
  ],
  [
    '/api/assistant/recommend',
    { scenario, policy: {}, pins: {}, what: { angle: false, combine: false }, seed: 1 },
  ],
  ['/api/traffic/decide', { city: 'nowhere', instruction: 'Inspect the Old Bridge', seed: 1 }],
  ['/api/operations', { certificate: { format: 'cloudbrain-certificate-1', digest: 'x' }, actor: 'a' }],
  ['/api/operations/op_1/approve', { actor: 'a', reason: null }],
];

test(`${BODIES} fuzzed bodies over all routes give an answer below 500`, async () => {
  const clock = frozenClock('2026-01-01T00:00:00.000Z');
  const cities = cityShelf([cityContext('demo')]);
  const store = await openOperationStore({ memory: true }, clock);
  const { parts, close } = testParts(
    testSettings({ ASSISTANT_MAX_VARIANTS: '1', ASSISTANT_EVAL_TIME_LIMIT_S: '1' }),
    { operations: { store: async () => store, cities, registry: flightTools(), clock } },
    { model: silent },
  );
  const app = await buildServer(parts);
  const rng = createRng(20_261_130);
  const seen = new Map<number, number>();
  for (let i = 0; i < BODIES; i++) {
    const [url, valid] = ROUTES[i % ROUTES.length]!;
    const payload = bodyText(valid, rng);
    const type = rng.int(20) === 0 ? 'text/plain' : 'application/json';
    const response = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    const { statusCode } = response;
    seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
    assert.ok(
      statusCode < 500,
      `case ${i} ${url}: ${statusCode} ${response.body.slice(0, 300)}\n${payload.slice(0, 2000)}`,
    );
    if (statusCode === 200 && response.body.includes('event: error'))
      assert.doesNotMatch(response.body, /"code":"INTERNAL"/, `case ${i} ${url}\n${payload.slice(0, 2000)}`);
  }
  assert.ok((seen.get(400) ?? 0) > BODIES / 4, JSON.stringify([...seen]));
  console.log(`statuses: ${[...seen].map(([s, n]) => `${s} x ${n}`).join(', ')}`);
  await app.close();
  await close();
  if (store.ok) await store.value.close();
});

/** The text of a body: changed in one to three places, sometimes in its bytes. */
function bodyText(valid: unknown, rng: Rng): string {
  let document = structuredClone(valid);
  for (let n = 1 + rng.int(3); n > 0; n--) document = mutated(document, rng);
  const text = JSON.stringify(document) ?? '';
  switch (rng.int(12)) {
    case 0:
      return text.slice(0, rng.int(text.length + 1));
    case 1:
      return text.replace(/[{[,:]/, rng.pick(['', ',,', '}', '\u0000', '"']));
    case 2:
      return rng.pick(['', 'null', '[]', '1e999', '"x"', '{"__proto__":{}}', '{"a":1,"a":2}', '\ufeff{}']);
    default:
      return text;
  }
}

const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -1e-308,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(5000),
  '\u202e',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  [],
  {},
  [[]],
  { constructor: 1 },
  [null],
  '2026-13-45T99:99:99Z',
  'NaN',
];

/** One member replaced, removed, doubled or added. */
function mutated(document: unknown, rng: Rng): unknown {
  const places: [Record<string, unknown> | unknown[], string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(document);
  if (places.length === 0) return rng.pick(STRANGE);
  const [holder, key] = rng.pick(places);
  const slot = holder as Record<string, unknown>;
  switch (rng.int(4)) {
    case 0:
      delete slot[key];
      break;
    case 1:
      slot[`${key}_${rng.int(9)}`] = rng.pick(STRANGE);
      break;
    default:
      slot[key] = rng.pick(STRANGE);
  }
  return document;
}
