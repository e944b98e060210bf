import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SurveyEvaluation } from '#tools';
import { serve } from '../browser.ts';
import { framesOf } from '../server.ts';

const S03 = 'src/store/bundled/survey-scenarios/s03-multi-sites.json';

test('the call that operators know works as written: Basic, streaming, a scenario file', async () => {
  const server = await serve({ CLOUDBRAIN_AUTH: 'operator:a password' });
  const body = `{"messages":[{"role":"user","content":"Рассчитай план"}],"scenario": ${readFileSync(S03, 'utf8')}}`;
  const done = spawnSync(
    'curl',
    [
      '-sN',
      `${server.url}/api/assistant/chat`,
      '-u',
      'operator:a password',
      '-H',
      'content-type: application/json',
      '-d',
      body,
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  assert.equal(done.status, 0, done.error?.message ?? done.stderr);
  const frames = framesOf(done.stdout);
  assert.equal(frames.at(-1)!.event, 'done');
  const evaluation = frames.find((f) => f.event === 'evaluation')!.data as SurveyEvaluation;
  assert.equal(evaluation.admitted, true);
  assert.match((frames.find((f) => f.event === 'message')!.data as { text: string }).text, /допущен/);
  const stranger = await fetch(`${server.url}/api/assistant/status`);
  assert.equal(stranger.status, 401);
  await server.stop();
});

test('accepted operations outlive the server, even one that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudbrain-data-'));
  const first = await serve({ CLOUDBRAIN_DATA_DIR: folder });
  const decided = await fetch(`${first.url}/api/traffic/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ city: 'demo', instruction: 'Inspect the Old Bridge', certificate: true }),
  });
  const { certificate } = framesOf(await decided.text()).find((f) => f.event === 'decision')!.data as {
    certificate: string;
  };
  const accepted = await fetch(`${first.url}/api/operations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ certificate, actor: 'Anna' }),
  });
  assert.equal(accepted.status, 201, await accepted.clone().text());
  const operation = (await accepted.json()) as { operation_id: string };
  await first.kill();
  const second = await serve({ CLOUDBRAIN_DATA_DIR: folder });
  const found = await fetch(`${second.url}/api/operations/${operation.operation_id}`);
  assert.equal(found.status, 200, await found.clone().text());
  assert.deepEqual(await found.json(), operation);
  await second.stop();
  rmSync(folder, { recursive: true });
});

test('planner and validator run as processes of their own', async () => {
  const services = [await service('planner'), await service('validator')];
  const server = await serve({
    SURVEY_PLANNER_ADDRESS: `127.0.0.1:${services[0]!.port}`,
    SURVEY_VALIDATOR_ADDRESS: `127.0.0.1:${services[1]!.port}`,
  });
  const scenario = await (await fetch(`${server.url}/api/survey/demos/s01`)).json();
  const answer = await fetch(`${server.url}/api/survey/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario }),
  });
  const { verdict } = (await answer.json()) as { verdict: { admitted: boolean } };
  assert.equal(verdict.admitted, true);
  await server.stop();
  assert.deepEqual(await Promise.all(services.map((s) => s.stop())), [0, 0], 'both end cleanly');
});

async function service(name: string): Promise<{ port: number; stop: () => Promise<number | null> }> {
  const child = spawn(process.execPath, ['bin/cloudbrain.mjs', 'survey', 'service', name, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const match = / at \S+:(\d+)/.exec(said);
      if (match !== null) resolve(Number(match[1]));
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    port,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
