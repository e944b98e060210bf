import { test } from 'node:test';
import assert from 'node:assert/strict';
import { hashOf } from '#base';
import { surveyVariants } from '#engines/survey';
import type { SurveyScenario } from '#world';
import { deskContext, deskScenario } from '../../../../test/doubles/survey-desk.ts';
import { type EngineScript, ScriptedEngines } from '../../../../test/doubles/survey-engines.ts';
import type { SurveyToolContext } from '../contract.ts';
import type { SurveyRecommendation } from '../events.ts';
import { SEARCH_ITERATIONS, type SurveySearchOptions, recommendSurvey } from './recommend-survey.ts';

const scenario = deskScenario();
const ALL: SurveySearchOptions = {
  basing: true,
  fleet: true,
  sites: true,
  angle: true,
  combine: true,
  seed: 9,
};

async function search(
  script: EngineScript = {},
  more: Partial<SurveyToolContext> = {},
  options: Partial<SurveySearchOptions> = {},
  of: SurveyScenario = scenario,
): Promise<{ found: SurveyRecommendation; engines: ScriptedEngines }> {
  const engines = new ScriptedEngines(script);
  const found = await recommendSurvey(of, { ...ALL, ...options }, deskContext({ engines, ...more }));
  assert.ok(found.ok, JSON.stringify(found));
  return { found: found.value, engines };
}

const limits = (part: Partial<SurveyToolContext['limits']>) => ({
  limits: { max_variants: 24, eval_time_limit_s: 5, eval_concurrency: 2, compute_time_limit_s: 60, ...part },
});

const angleOf = (s: SurveyScenario) => s.tasks[0]!.swath_angle_deg;
const bases = (s: SurveyScenario) => s.units.map((u) => u.home_site_id).join();
const byAngle = (values: Record<string, number>) => (s: SurveyScenario) => values[String(angleOf(s))] ?? 1000;
const ONLY_ANGLE = { basing: false, fleet: false, sites: false, combine: false } as const;

test('the first 24 variants are planned and judged after the base, and the rest is counted', async () => {
  const { found, engines } = await search();
  const { policy, pins } = deskContext();
  const fitting = [...surveyVariants(scenario, policy, pins)].filter((v) => !v.id.includes('strip'));
  assert.equal(engines.planned.length, 25);
  assert.equal(engines.validated, 25);
  assert.equal(found.evaluated, 24);
  assert.equal(found.variants.length, 24);
  assert.ok(found.left_is_exact);
  assert.ok(found.left > 0 && found.left <= fitting.length - 24);
  const shown = [...found.variants].sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  assert.deepEqual(
    shown.map((v) => v.id),
    Array.from({ length: 24 }, (_, i) => `v${i + 1}`),
  );
  const settings = { seed: 9, time_limit_s: 5, iteration_budget: SEARCH_ITERATIONS };
  assert.ok(
    engines.planned.every((s) => JSON.stringify(s.solver) === JSON.stringify({ ...s.solver, ...settings })),
  );
  assert.equal(found.seed, 9);
  assert.ok(found.variants.every((v) => v.base_revision === hashOf(scenario)));
  assert.ok(found.variants.every((v) => v.changes.length > 0));
});

test('a variant that its base cannot take is not among them', async () => {
  const { engines } = await search({}, {}, { exhaustive: true, fleet: false, angle: false });
  assert.ok(engines.planned.every((s) => !bases(s).includes('strip')));
});

test('a candidate that may not stand where it is, is opened by no variant', async () => {
  const candidate_sites = scenario.candidate_sites.map((s) => ({ ...s, lon_deg: 39.522, lat_deg: 45.322 }));
  const { found } = await search({}, {}, { exhaustive: true }, { ...scenario, candidate_sites });
  assert.ok(found.evaluated > 0 && found.variants.every((v) => !v.new_site));
});

test('exhaustive evaluates all of them', async () => {
  const { found, engines } = await search({}, limits({ max_variants: 1 }), { exhaustive: true });
  assert.equal(found.left, 0);
  assert.equal(engines.planned.length, 1 + found.evaluated);
  assert.ok(found.evaluated > 24);
});

test('a scenario with more variants than anybody counts says that its count is not exact', async () => {
  const unit = scenario.units[0]!;
  const units = Array.from({ length: 60 }, (_, i) => ({ ...unit, id: `unit-${i}` }));
  const { found, engines } = await search({}, limits({ max_variants: 2 }), {}, { ...scenario, units });
  assert.equal(engines.planned.length, 3);
  assert.ok(!found.left_is_exact && found.left > 1000);
});

test('each part of the search can be left out', async () => {
  const varied = async (options: Partial<SurveySearchOptions>) => {
    const { found } = await search({}, {}, { ...ONLY_ANGLE, angle: false, exhaustive: true, ...options });
    return [
      ...new Set(found.variants.flatMap((v) => v.changes.map((c) => c.path.replace(/\d+/, '#')))),
    ].sort();
  };
  assert.deepEqual(await varied({}), []);
  assert.deepEqual(await varied({ angle: true }), ['/tasks/#/swath_angle_deg']);
  assert.deepEqual(await varied({ basing: true }), ['/units/#/home_site_id']);
  assert.deepEqual(await varied({ fleet: true }), ['/units/#/enabled']);
  assert.deepEqual(await varied({ sites: true }), [
    '/candidate_sites/#',
    '/sites/#',
    '/units/#/home_site_id',
  ]);
});

test('without combining there are single changes only, a site with its moves being one', async () => {
  const { found } = await search({}, {}, { combine: false, exhaustive: true });
  const { found: both } = await search({}, {}, { exhaustive: true });
  assert.ok(found.evaluated < both.evaluated);
  assert.ok(found.variants.every((v) => v.new_site || v.changes.length === 1));
  assert.ok(both.variants.some((v) => !v.new_site && v.changes.length === 2));
});

test('closed switches and pins keep their variants from being planned at all', async () => {
  const policy = { propose_new_sites: false, rebase_units: false, change_fleet: false };
  const closed = await search({}, { policy }, { exhaustive: true });
  assert.ok(closed.found.variants.every((v) => v.changes.every((c) => c.path.endsWith('/swath_angle_deg'))));
  const pins = { site_ids: ['cand-1'], unit_ids: ['unit-1'], task_ids: ['task-1'] };
  const { found } = await search({}, { pins }, { exhaustive: true });
  assert.ok(found.evaluated > 0);
  for (const c of found.variants.flatMap((v) => v.changes))
    assert.ok(!['cand-1', 'unit-1', 'task-1'].includes(c.object_id ?? ''), c.path);
});

test('below half a percent is no gain; at half a percent it is one', async () => {
  const { found } = await search(
    { work_s: byAngle({ 0: 995.01, 45: 995, 90: 990, 135: 1001 }) },
    {},
    ONLY_ANGLE,
  );
  assert.deepEqual(
    found.variants.map((v) => [v.label, v.rank, v.counts]),
    [
      ['task-1 ∠ 90°', 1, true],
      ['task-1 ∠ 45°', 2, true],
      ['task-1 ∠ 0°', 3, false],
      ['task-1 ∠ 135°', 4, false],
    ],
  );
  assert.equal(found.best_id, found.variants[0]!.id);
  assert.ok(Math.abs(found.variants[0]!.gain_ratio! - 0.01) < 1e-12);
  assert.ok(found.variants[3]!.gain_ratio! < 0);
});

test('no gain at all: no best', async () => {
  const { found } = await search({}, {}, ONLY_ANGLE);
  assert.equal(found.best_id, null);
  assert.ok(found.variants.every((v) => !v.counts && v.gain_ratio === 0));
});

test('equal values: fewer changes first, then the earlier id', async () => {
  const { found } = await search(
    { work_s: (s) => (s.units[0]!.enabled ? 1000 : 900) },
    {},
    { exhaustive: true },
  );
  const best = found.variants.filter((v) => v.counts);
  assert.equal(best[0]!.changes.length, 1);
  const order = best.map((v) => [v.changes.length, Number(v.id.slice(1))] as const);
  for (let i = 1; i < order.length; i++) {
    const [a, b] = [order[i - 1]!, order[i]!];
    assert.ok(a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]), JSON.stringify([a, b]));
  }
});

test('what is not admitted, or flies only a part, is never a gain, however short it is', async () => {
  const { found } = await search(
    {
      work_s: byAngle({ 0: 10, 45: 20, 90: 900 }),
      admits: (s) => angleOf(s) !== 0,
      result: (s) => (angleOf(s) === 45 ? 'partial' : 'complete'),
    },
    {},
    ONLY_ANGLE,
  );
  assert.equal(found.variants[0]!.label, 'task-1 ∠ 90°');
  assert.equal(found.best_id, found.variants[0]!.id);
  for (const label of ['task-1 ∠ 0°', 'task-1 ∠ 45°']) {
    const v = found.variants.find((x) => x.label === label)!;
    assert.deepEqual([v.counts, v.gain_ratio], [false, null]);
  }
  assert.deepEqual(
    found.variants.map((v) => v.admitted),
    [true, true, false, true],
  );
});

test('a base without a plan, or one not admitted: an admitted variant is a gain by itself', async () => {
  const none = await search({ work_s: (s) => (angleOf(s) === 45 ? 800 : 'infeasible') }, {}, ONLY_ANGLE);
  assert.deepEqual([none.found.base.status, none.found.base.admitted], ['infeasible', null]);
  assert.equal(none.found.base.refusals[0]!.code, 'G4-02');
  const best = none.found.variants[0]!;
  assert.deepEqual([best.label, best.counts, best.gain_ratio], ['task-1 ∠ 45°', true, null]);
  assert.equal(none.found.bound_left_ratio, null);
  const bad = await search({ admits: (s) => angleOf(s) === 90 }, {}, ONLY_ANGLE);
  assert.equal(bad.found.base.findings[0]!.code, 'G2-01');
  assert.equal(bad.found.best_id, bad.found.variants[0]!.id);
  assert.equal(bad.found.variants[0]!.label, 'task-1 ∠ 90°');
});

test('the bound says how much the scenario as it stands has left', async () => {
  const { found } = await search({ bounds: () => ({ work_s: 900, flight_s: 900 }) }, {}, ONLY_ANGLE);
  assert.ok(Math.abs(found.bound_left_ratio! - 0.1) < 1e-12);
});

test('under the mixed objective all variants are measured by the base’s bounds', async () => {
  const mixed = { ...scenario, objective: { ...scenario.objective, kind: 'pareto' as const, lambda: 0.5 } };
  const { found } = await search(
    {
      work_s: byAngle({ 90: 1100 }),
      flight_s: byAngle({ 90: 1100 }),
      // Its own, higher bounds would make the longer plan look better.
      bounds: (s) => (angleOf(s) === 90 ? { work_s: 1090, flight_s: 1090 } : { work_s: 500, flight_s: 500 }),
    },
    {},
    ONLY_ANGLE,
    mixed,
  );
  const v = found.variants.find((x) => x.label === 'task-1 ∠ 90°')!;
  assert.ok(Math.abs(v.gain_ratio! + 0.1) < 1e-12, String(v.gain_ratio));
});

test('the flight time is what ranks where it is the objective', async () => {
  const summed = { ...scenario, objective: { ...scenario.objective, kind: 'flight_time' as const } };
  const { found } = await search(
    { work_s: byAngle({ 0: 500 }), flight_s: byAngle({ 0: 2000, 45: 900 }) },
    {},
    ONLY_ANGLE,
    summed,
  );
  assert.equal(found.variants[0]!.label, 'task-1 ∠ 45°');
});

test('so many at a time, and the same bytes whichever ends first', async () => {
  const texts = new Set<string>();
  for (const [eval_concurrency, slow] of [
    [1, 0],
    [2, 45],
    [4, 0],
    [24, 90],
  ] as const) {
    const { found, engines } = await search(
      { work_s: byAngle({ 0: 990, 90: 980 }), turns: (s) => (angleOf(s) === slow ? 40 : 1) },
      limits({ eval_concurrency }),
    );
    assert.equal(engines.most_at_once, eval_concurrency);
    texts.add(JSON.stringify(found));
  }
  assert.equal(texts.size, 1);
});

test('progress counts up to everything', async () => {
  const seen: (number | null)[][] = [];
  await search({}, { ...limits({ max_variants: 3 }), onProgress: (p) => void seen.push([p.done, p.total]) });
  assert.deepEqual(seen, [
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ]);
});

test('a caller that goes away ends the search, and nothing further is planned', async () => {
  const signal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  const engines = new ScriptedEngines({
    onPlan: () => void (signal.aborted = engines.planned.length >= 5),
  });
  const found = await recommendSurvey(scenario, ALL, deskContext({ engines, signal }));
  assert.ok(!found.ok && found.error.type === 'stopped');
  assert.ok(engines.planned.length <= 6);
});

test('a service that fails makes one evaluation that says so, and the search goes on', async () => {
  const { found } = await search({ work_s: (s) => (angleOf(s) === 0 ? 'failed' : 1000) }, {}, ONLY_ANGLE);
  const lost = found.variants.find((v) => v.label === 'task-1 ∠ 0°')!;
  assert.deepEqual([lost.status, lost.admitted, lost.failure], ['failed', null, 'the planner is away']);
  assert.ok(!lost.reproducible && !lost.counts);
  assert.equal(found.evaluated, 4);
});

test('a plan that the clock cut short says that it may differ next time', async () => {
  const { found } = await search({ stopped_by: 'time_limit' }, {}, ONLY_ANGLE);
  assert.ok(!found.base.reproducible && found.variants.every((v) => !v.reproducible));
});

test('a verdict about another plan admits nothing', async () => {
  const { found } = await search({ verdict_about: hashOf('another') }, {}, ONLY_ANGLE);
  for (const e of [found.base, ...found.variants]) {
    assert.deepEqual([e.status, e.admitted, e.metrics], ['failed', null, null]);
    assert.equal(e.failure, 'the verdict is about another plan');
  }
  assert.equal(found.best_id, null);
});
