import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { createRng } from '#base';
import { SURVEY_EXPORT_FORMATS } from '#formats';
import type { SurveyPlan, SurveyVerdict } from '#ir';
import { bundledSurveyScenario } from '#store';
import type { SurveyScenario } from '#world';
import { listening } from '../server.ts';

const s01 = bundledSurveyScenario('s01')!;

let server: Awaited<ReturnType<typeof listening>>;
before(async () => {
  server = await listening();
});
after(() => server.close());

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

type Planned = {
  status: string;
  revision: string;
  plan: SurveyPlan | null;
  verdict: SurveyVerdict | null;
  refusals: { code: string }[];
};

let planned: Planned | null = null;
/** The plan of s01 with its verdict, computed once. */
async function plannedS01(): Promise<{ plan: SurveyPlan; verdict: SurveyVerdict; revision: string }> {
  planned ??= (await (await post('/api/survey/plan', { scenario: s01 })).json()) as Planned;
  assert.ok(planned.plan !== null && planned.verdict !== null);
  return { plan: planned.plan, verdict: planned.verdict, revision: planned.revision };
}

test('plan answers the plan and the verdict of the validator on it', async () => {
  const { plan, verdict, revision } = await plannedS01();
  assert.equal(planned!.status, 'complete');
  assert.equal(verdict.admitted, true);
  assert.equal(verdict.plan_hash, plan.plan_hash);
  assert.equal(verdict.scenario_hash, plan.scenario_hash);
  assert.equal(revision, plan.scenario_hash);
  const again = (await (await post('/api/survey/validate', { scenario: s01, plan })).json()) as SurveyVerdict;
  assert.deepEqual(again, verdict);
});

test('a plan of another scenario is not admitted, and a changed one neither', async () => {
  const { plan } = await plannedS01();
  const windy: SurveyScenario = {
    ...s01,
    weather: { ...s01.weather, wind_mps: s01.weather.wind_mps + 1, gust_mps: 12 },
  };
  const other = (await (
    await post('/api/survey/validate', { scenario: windy, plan })
  ).json()) as SurveyVerdict;
  assert.equal(other.admitted, false);
  assert.ok(other.findings.some((f) => f.code.startsWith('G8')));
  const raised = { ...plan, totals: { ...plan.totals, photos: plan.totals.photos + 1 } };
  const third = (await (
    await post('/api/survey/validate', { scenario: s01, plan: raised })
  ).json()) as SurveyVerdict;
  assert.equal(third.admitted, false);
});

test('what cannot be flown is refused with its cause, not as an error', async () => {
  const s10 = bundledSurveyScenario('s10')!;
  const response = await post('/api/survey/plan', { scenario: s10 });
  assert.equal(response.status, 200);
  const body = (await response.json()) as Planned;
  assert.equal(body.status, 'infeasible');
  assert.equal(body.plan, null);
  assert.equal(body.verdict, null);
  assert.equal(body.refusals.length, 1);
});

test('every export format is a file; several files come as one archive', async () => {
  const { plan } = await plannedS01();
  for (const format of [...SURVEY_EXPORT_FORMATS, 'svg', 'report']) {
    const response = await post('/api/survey/export', { scenario: s01, plan, format });
    assert.equal(response.status, 200, `${format}: ${response.status === 200 ? '' : await response.text()}`);
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.ok(bytes.length > 100, format);
    assert.doesNotMatch(name, /NOT-ADMITTED/);
    if (name.endsWith('.zip')) assert.ok(Object.keys(unzipSync(bytes)).length > 1);
  }
});

test('flight files of a plan that is not admitted are held back unless asked for, and then say so', async () => {
  const { plan } = await plannedS01();
  const scenario: SurveyScenario = {
    ...s01,
    airspace: { ...s01.airspace, ceiling_amsl_m: s01.airspace.floor_amsl_m + 1 },
  };
  const refused = await post('/api/survey/export', { scenario, plan, format: 'wpl' });
  assert.equal(refused.status, 409);
  const { error } = (await refused.json()) as { error: { code: string; details: { codes: string[] } } };
  assert.equal(error.code, 'NOT_ADMITTED');
  assert.ok(error.details.codes.length > 0);
  const taken = await post('/api/survey/export', {
    scenario,
    plan,
    format: 'wpl',
    accept_not_admitted: true,
  });
  assert.equal(taken.status, 200);
  assert.match(taken.headers.get('content-disposition') ?? '', /NOT-ADMITTED-/);
});

test('demos, catalogue and import', async () => {
  const { demos } = (await (await fetch(`${server.url}/api/survey/demos`)).json()) as {
    demos: { id: string }[];
  };
  assert.equal(demos.length, 10);
  const s03 = (await (await fetch(`${server.url}/api/survey/demos/s03`)).json()) as SurveyScenario;
  assert.deepEqual(s03, bundledSurveyScenario('s03'));
  assert.equal((await fetch(`${server.url}/api/survey/demos/s99`)).status, 404);
  const catalogue = (await (await fetch(`${server.url}/api/survey/catalog`)).json()) as {
    aircraft: unknown[];
  };
  assert.ok(catalogue.aircraft.length > 3);
  const ring = [
    [30, 60],
    [30.01, 60],
    [30.01, 60.01],
    [30, 60],
  ];
  const areas = await fetch(`${server.url}/api/survey/import?name=field.geojson`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
  });
  assert.equal(areas.status, 200);
  assert.deepEqual(((await areas.json()) as { areas: { rings: unknown }[] }).areas[0]!.rings, [ring]);
  const broken = await fetch(`${server.url}/api/survey/import?name=field.kml`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: '<kml><Placemark>',
  });
  assert.equal(broken.status, 400);
});

test('bad bodies are told what, where and how; nothing is a 500', async () => {
  const { plan } = await plannedS01();
  const rows: [string, unknown, number, string][] = [
    ['/api/survey/plan', {}, 400, 'INVALID_REQUEST'],
    ['/api/survey/plan', [], 400, 'INVALID_REQUEST'],
    ['/api/survey/plan', { scenario: {} }, 400, 'INVALID_SCENARIO'],
    ['/api/survey/plan', { scenario: { ...s01, horizontal_datum: 'SK42' } }, 400, 'INVALID_SCENARIO'],
    ['/api/survey/plan', { scenario: s01, fast: true }, 400, 'INVALID_REQUEST'],
    ['/api/survey/validate', { scenario: s01 }, 400, 'INVALID_REQUEST'],
    ['/api/survey/validate', { scenario: s01, plan: {} }, 400, 'INVALID_PLAN'],
    ['/api/survey/export', { scenario: s01, plan, format: 'doc' }, 400, 'INVALID_REQUEST'],
    ['/api/survey/export', { scenario: s01, plan }, 400, 'INVALID_REQUEST'],
    ['/api/survey/import', {}, 400, 'INVALID_REQUEST'],
  ];
  for (const [path, body, status, code] of rows) {
    const response = await post(path, body);
    const text = await response.text();
    assert.equal(response.status, status, `${path}: ${text}`);
    assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, code, text);
  }
  const twice = await fetch(`${server.url}/api/survey/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"scenario":{},"scenario":{}}',
  });
  assert.equal(twice.status, 400);
  assert.match(await twice.text(), /line 1/);
});

test('fuzzed scenarios are planned, refused or told what is wrong, never a 500', async () => {
  const rng = createRng(6);
  for (let i = 0; i < 150; i++) {
    const scenario = mutated(structuredClone(s01) as unknown, rng);
    const tight = { ...(scenario as object), solver: { time_limit_s: 0.1, seed: 1, iteration_budget: 0 } };
    const response = await post('/api/survey/plan', { scenario: tight });
    const text = await response.text();
    assert.ok(response.status < 500, `case ${i}: ${response.status} ${text.slice(0, 300)}`);
  }
});

/** One leaf of a document replaced by something that does not belong there. */
function mutated(document: unknown, rng: ReturnType<typeof createRng>): unknown {
  const leaves: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      leaves.push([node as Record<string, unknown>, key]);
      walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(document);
  const [holder, key] = leaves[rng.int(leaves.length)]!;
  const values = [null, -1, 0, 1e308, '', 'x'.repeat(3000), [], {}, true, '<script>', [[]], 0.5, -1e-300];
  holder[key] = values[rng.int(values.length)];
  return document;
}
