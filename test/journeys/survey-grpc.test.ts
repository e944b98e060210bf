import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openSurveyServices,
  remotePlanner,
  remoteValidator,
  startGrpc,
  surveyEngines,
  type GrpcServer,
  type SurveyServices,
} from '#gateway';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '#store';
import type { SurveyScenario } from '#world';
import { listening, testSettings } from '../server.ts';

const s01 = bundledSurveyScenario('s01')!;
const bytes = (document: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(document));
const read = <T>(document: Uint8Array): T => JSON.parse(new TextDecoder().decode(document)) as T;

let services: SurveyServices;
let grpc: GrpcServer;
let address: string;
before(async () => {
  services = openSurveyServices(testSettings(), bundledSurveyCatalogue());
  grpc = await startGrpc({
    backend: services.backend,
    services: { planner: true, validator: true },
    host: '127.0.0.1',
    port: 0,
    auth: 'a-secret-token',
  });
  address = `127.0.0.1:${grpc.port}`;
});
after(async () => {
  await grpc.close();
  await services.backend.close();
});

test('plan and verdict over gRPC are those of this process', async () => {
  const planner = remotePlanner(address, 'a-secret-token');
  const validator = remoteValidator(address, 'a-secret-token');
  const there = surveyEngines({ plan: planner.plan, validate: validator.validate });
  const here = surveyEngines(services.backend);
  const limits = { time_limit_s: 30 };
  const [a, b] = [await there.plan(s01, limits), await here.plan(s01, limits)];
  assert.ok(a.ok && b.ok);
  assert.deepEqual(a.value, b.value);
  const verdict = await there.validate(s01, a.value, limits);
  assert.ok(verdict.ok);
  assert.equal(verdict.value.admitted, true);
  await planner.close();
  await validator.close();
});

test('a refusal travels with its causes', async () => {
  const planner = remotePlanner(address, 'a-secret-token');
  const made = await planner.plan(bytes(bundledSurveyScenario('s10')), { time_limit_s: 30 });
  assert.ok(!made.ok && made.error.type === 'infeasible');
  assert.equal(made.error.refusals.length, 1);
  await planner.close();
});

test('without the secret, with no scenario and with no plan the services refuse', async () => {
  const stranger = remotePlanner(address, null);
  const refused = await stranger.plan(bytes(s01), { time_limit_s: 5 });
  assert.ok(!refused.ok && refused.error.type === 'failed');
  assert.match('message' in refused.error ? refused.error.message : '', /UNAUTHENTICATED/);
  const planner = remotePlanner(address, 'a-secret-token');
  const wrong = await planner.plan(bytes({}), { time_limit_s: 5 });
  assert.ok(!wrong.ok && wrong.error.type === 'failed' && /INVALID_ARGUMENT/.test(wrong.error.message));
  const validator = remoteValidator(address, 'a-secret-token');
  const noPlan = await validator.validate(bytes(s01), bytes({}), { time_limit_s: 5 });
  assert.ok(!noPlan.ok && noPlan.error.type === 'invalid_plan');
  await Promise.all([stranger.close(), planner.close(), validator.close()]);
});

test('a cancelled call and a passed deadline stop the solver', async () => {
  // So much to improve that the budget alone would run for minutes.
  const endless: SurveyScenario = {
    ...bundledSurveyScenario('s03')!,
    solver: { time_limit_s: 300, seed: 1, iteration_budget: 100_000_000 },
  };
  const planner = remotePlanner(address, 'a-secret-token');
  const control = new AbortController();
  const started = performance.now();
  setTimeout(() => control.abort(), 1500);
  const made = await planner.plan(bytes(endless), { time_limit_s: 300, signal: control.signal });
  assert.ok(!made.ok && made.error.type === 'stopped', JSON.stringify(made).slice(0, 200));
  const limited = await planner.plan(bytes(endless), { time_limit_s: 1 });
  assert.ok(limited.ok);
  assert.equal(read<{ status: { stopped_by: string } }>(limited.value).status.stopped_by, 'time_limit');
  assert.ok(performance.now() - started < 60_000, 'neither ran for its 300 s');
  // Both threads are free again: more calls than threads are answered.
  const again = await Promise.all([1, 2, 3].map(() => planner.plan(bytes(s01), { time_limit_s: 30 })));
  assert.ok(again.every((r) => r.ok));
  await planner.close();
});

test('a server whose planner and validator are elsewhere answers as if they were here', async () => {
  const env = {
    SURVEY_PLANNER_ADDRESS: address,
    SURVEY_VALIDATOR_ADDRESS: address,
    CLOUDBRAIN_AUTH: 'a-secret-token',
  };
  const server = await listening(env);
  const response = await fetch(`${server.url}/api/survey/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer a-secret-token' },
    body: JSON.stringify({ scenario: s01 }),
  });
  const body = (await response.json()) as { verdict: { admitted: boolean } };
  assert.equal(body.verdict.admitted, true);
  await server.close();
});

test('a planner that is not there is a clear 503, and the server lives', async () => {
  const server = await listening({ SURVEY_PLANNER_ADDRESS: '127.0.0.1:1' });
  const response = await fetch(`${server.url}/api/survey/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: s01 }),
  });
  assert.equal(response.status, 503);
  assert.match(await response.text(), /planner service answered UNAVAILABLE/);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  await server.close();
});
