import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { frozenClock } from '#base';
import { cityShelf, regionTraffic } from '#gateway';
import { verifyChain, type Operation } from '#operations';
import { openOperationStore } from '#store';
import { flightTools } from '#tools';
import { cityContext, localModel } from '../support.ts';
import { framesOf, listening } from '../server.ts';

const clock = frozenClock('2026-01-01T00:00:00.000Z');
const cities = cityShelf([cityContext('demo')]);
const registry = flightTools();
const opened = openOperationStore({ memory: true }, clock);

let server: Awaited<ReturnType<typeof listening>>;
before(async () => {
  server = await listening(
    {},
    {
      traffic: {
        cities,
        registry,
        modelFor: () => localModel('builtin'),
        timeout_sec: 60,
        traffic_of: regionTraffic(() => opened, clock),
      },
      operations: { store: () => opened, cities, registry, clock },
    },
  );
});
after(async () => {
  await server.close();
  const store = await opened;
  if (store.ok) await store.value.close();
});

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function decided(instruction: string): Promise<{ final_status: string; certificate: string | null }> {
  const text = await (
    await post('/api/traffic/decide', { city: 'demo', instruction, certificate: true })
  ).text();
  return framesOf(text).find((f) => f.event === 'decision')!.data as never;
}

type Failure = { error: { code: string; message: string; details: { conflicts?: unknown[] } | null } };

test('a released decision is accepted once; a second aircraft in its way is not', async () => {
  const { final_status, certificate } = await decided('Inspect the Old Bridge');
  assert.equal(final_status, 'success');
  assert.ok(certificate !== null);
  const first = await post('/api/operations', { certificate, actor: 'Anna' });
  const operation = (await first.json()) as Operation;
  assert.equal(first.status, 201, JSON.stringify(operation).slice(0, 400));
  assert.equal(operation.state, 'accepted');
  assert.equal(operation.accepted_by, 'Anna');
  const again = await post('/api/operations', { certificate, actor: 'Boris' });
  assert.equal(again.status, 200);
  assert.deepEqual(await again.json(), operation);

  // The same flight by the same aircraft at the same time, told in other words: it meets the stored one.
  const other = await decided('Inspect the Old Bridge please');
  assert.ok(other.certificate !== null);
  const refused = await post('/api/operations', { certificate: other.certificate });
  const failure = (await refused.json()) as Failure;
  assert.equal(refused.status, 409, JSON.stringify(failure).slice(0, 400));
  assert.equal(failure.error.code, 'CONFLICT');
  assert.ok((failure.error.details?.conflicts ?? []).length > 0);

  const listed = await (await fetch(`${server.url}/api/operations?region_id=${operation.region_id}`)).json();
  assert.deepEqual(
    (listed as { operations: Operation[] }).operations.map((o) => o.operation_id),
    [operation.operation_id],
  );
  const approved = await post(`/api/operations/${operation.operation_id}/approve`, { actor: 'Vera' });
  assert.equal(((await approved.json()) as Operation).approved_by, 'Vera');
  const cancelled = await post(`/api/operations/${operation.operation_id}/cancel`, {
    actor: 'Vera',
    reason: 'rain',
  });
  assert.equal(((await cancelled.json()) as Operation).end_reason, 'rain');
  const free = await post('/api/operations', { certificate: other.certificate });
  assert.equal(free.status, 201);
});

test('a certificate with one changed byte is refused, as is one of another state', async () => {
  const { certificate } = await decided('Inspect the Old Bridge');
  const altered = certificate!.replace(/"t_sec":(\d)/, (_, d: string) => `"t_sec":${(Number(d) + 1) % 10}`);
  assert.notEqual(altered, certificate);
  const refused = await post('/api/operations', { certificate: altered });
  assert.equal(refused.status, 422);
  assert.match(((await refused.json()) as Failure).error.code, /^CERTIFICATE_/);
  assert.equal((await post('/api/operations', { certificate: '{}' })).status, 422);
  assert.equal((await post('/api/operations', {})).status, 400);
  assert.equal((await post('/api/operations', { certificate, actor: 'a\nb' })).status, 400);
});

test('a run that released nothing has no certificate', async () => {
  const { final_status, certificate } = await decided('Deliver something somewhere');
  assert.notEqual(final_status, 'success');
  assert.equal(certificate, null);
});

test('bad queries, unknown ids, and the audit log, which verifies', async () => {
  assert.equal((await fetch(`${server.url}/api/operations?state=flying`)).status, 400);
  assert.equal((await fetch(`${server.url}/api/operations?limit=0`)).status, 400);
  assert.equal((await fetch(`${server.url}/api/operations?from=yesterday`)).status, 400);
  assert.equal((await fetch(`${server.url}/api/operations/op_none`)).status, 404);
  assert.equal((await post('/api/operations/op_none/approve', {})).status, 404);
  const log = await (await fetch(`${server.url}/api/operations/audit`)).text();
  const lines = log.trimEnd().split('\n');
  assert.ok(verifyChain(lines).ok);
  assert.ok(lines.length > 4, 'acceptances, the refusal and the changes are all there');
  const forged = lines.map((line) => line.replace('"actor":"Anna"', '"actor":"Mallory"'));
  assert.notDeepEqual(forged, lines);
  assert.ok(!verifyChain(forged).ok);
});

test('without a store the routes say so, and the rest of the server works', async () => {
  const broken = await listening(
    {},
    {
      operations: {
        store: async () => ({ ok: false, error: { message: 'the database is away' } }),
        cities,
        registry,
        clock,
      },
    },
  );
  const response = await fetch(`${broken.url}/api/operations`);
  assert.equal(response.status, 503);
  assert.match(await response.text(), /the database is away/);
  assert.equal((await fetch(`${broken.url}/healthz`)).status, 200);
  await broken.close();
});
