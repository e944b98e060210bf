/** compute_plan, recommend, evaluate_variants, adopt_variant, get_plan_report, write_report_note. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { startSession } from './session/session.ts';
import {
  call,
  deskContext,
  deskScenario,
  refusalOf,
  scenarioOf,
  variant,
} from '../../../test/doubles/survey-desk.ts';
import { type EngineScript, ScriptedEngines } from '../../../test/doubles/survey-engines.ts';
import type { SurveySession, SurveyToolContext, SurveyToolOutcome } from './contract.ts';

const start = () => startSession(deskScenario());
const scripted = (script: EngineScript = {}, more: Partial<SurveyToolContext> = {}) =>
  deskContext({ engines: new ScriptedEngines(script), ...more });

type Shown = Record<string, unknown> & { id: string; admitted: boolean | null };

/** The evaluations that a model was shown. */
function shown(outcome: SurveyToolOutcome): Shown[] {
  assert.ok(outcome.result.ok, JSON.stringify(outcome.result));
  return (outcome.result.value as { evaluations: Shown[] }).evaluations;
}

const angle = (deg: number) =>
  variant({ angles: [{ task_id: 'task-1', swath_angle: { mode: 'fixed', deg } }] });

/** A session with variants computed. */
async function withVariants(
  variants: readonly Record<string, unknown>[],
  context = scripted(),
  session: SurveySession = start(),
): Promise<SurveySession> {
  const outcome = await call('evaluate_variants', { variants }, context, session);
  assert.ok(outcome.result.ok, JSON.stringify(outcome.result));
  return outcome.session;
}

test('compute_plan plans the scenario as it stands and tells what the validator said', async () => {
  const engines = new ScriptedEngines({ work_s: () => 1234 });
  const session = start();
  const outcome = await call('compute_plan', { label: 'first' }, deskContext({ engines }), session);
  const [e1] = shown(outcome);
  assert.deepEqual([e1!.id, e1!.label, e1!.status, e1!.admitted], ['e1', 'first', 'planned', true]);
  assert.deepEqual(engines.planned, [session.scenario]);
  assert.equal(outcome.session.revision, session.revision);
  const event = outcome.events[0]!;
  assert.ok(event.event === 'evaluation' && event.data.metrics!.work_time_s === 1234);
  assert.equal(event.data.scenario_revision, session.revision);
  const again = await call('compute_plan', {}, deskContext({ engines }), outcome.session);
  assert.equal(shown(again)[0]!.id, 'e2');
});

test('compute_plan gives the planner the scenario’s limit, and never more than the server’s', async () => {
  const asked: number[] = [];
  const plain = new ScriptedEngines();
  const engines: SurveyToolContext['engines'] = {
    plan: (s, limits) => {
      asked.push(limits.time_limit_s);
      return plain.plan(s, limits);
    },
    validate: plain.validate,
  };
  const context = deskContext({ engines });
  await call('compute_plan', {}, context);
  const long = await call('set_solver', { time_limit_s: 300 }, context);
  await call('compute_plan', {}, context, long.session);
  assert.deepEqual(asked, [30, 60]);
});

test('admitted is the validator’s word: not admitted, no plan and no service are told apart', async () => {
  const not = await call('compute_plan', {}, scripted({ admits: () => false }));
  assert.deepEqual([shown(not)[0]!.status, shown(not)[0]!.admitted], ['planned', false]);
  const none = await call('compute_plan', {}, scripted({ work_s: () => 'infeasible' }));
  assert.deepEqual([shown(none)[0]!.status, shown(none)[0]!.admitted], ['infeasible', null]);
  const session = start();
  const away = await call('compute_plan', {}, scripted({ work_s: () => 'failed' }), session);
  assert.equal(refusalOf(away, session), 'failed');
  const other = await call('compute_plan', {}, scripted({ verdict_about: 'sha256:0' }), session);
  assert.equal(refusalOf(other, session), 'failed');
});

test('own variants: up to eight, only what may vary, nothing in the scenario changes', async () => {
  const engines = new ScriptedEngines();
  const session = start();
  const variants = [
    angle(30),
    variant({ label: 'all', rebase: [{ unit_id: 'unit-2', site_id: 'site-2' }], disable: ['unit-1'] }),
    variant({ open_sites: ['cand-1'], rebase: [{ unit_id: 'unit-1', site_id: 'cand-1' }] }),
    ...Array.from({ length: 5 }, (_, i) => angle(i)),
  ];
  const outcome = await call('evaluate_variants', { variants }, deskContext({ engines }), session);
  assert.equal(scenarioOf(outcome), session.scenario);
  assert.deepEqual(
    shown(outcome).map((v) => v.id),
    ['e1', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'],
  );
  assert.equal(outcome.events.length, 9);
  const [, first, second, third] = outcome.session.evaluations.map((k) => k.evaluation);
  assert.deepEqual(
    first!.changes.map((c) => [c.path, c.was, c.became]),
    [['/tasks/0/swath_angle_deg', null, 30]],
  );
  assert.deepEqual(
    second!.changes.map((c) => c.path),
    ['/units/0/enabled', '/units/1/home_site_id'],
  );
  assert.deepEqual([second!.label, second!.new_site, third!.new_site], ['all', false, true]);
  assert.equal(engines.planned[3]!.sites.at(-1)!.id, 'cand-1');
});

test('own variants are measured against the scenario as it stands, computed once with the same settings', async () => {
  const engines = new ScriptedEngines({
    work_s: (s) => ({ 30: 980, 40: 996, 50: 10 })[s.tasks[0]!.swath_angle_deg ?? 0] ?? 1000,
    admits: (s) => s.tasks[0]!.swath_angle_deg !== 50,
  });
  const context = deskContext({ engines });
  type Gains = {
    base_id: string;
    gains: { id: string; rank: number; gain_ratio: number | null; counts: boolean }[];
  };
  const one = await call('evaluate_variants', { variants: [angle(30), angle(40), angle(50)] }, context);
  assert.ok(one.result.ok);
  const { base_id, gains } = one.result.value as Gains;
  assert.equal(base_id, 'e1');
  assert.deepEqual(
    gains.map((g) => [g.id, g.rank, g.gain_ratio?.toFixed(3) ?? null, g.counts]),
    [
      ['v1', 1, '0.020', true],
      ['v2', 2, '0.004', false],
      ['v3', 3, null, false],
    ],
  );
  const two = await call('evaluate_variants', { variants: [angle(70)] }, context, one.session);
  assert.ok(two.result.ok && (two.result.value as Gains).base_id === 'e1');
  assert.deepEqual(
    shown(two).map((v) => v.id),
    ['v4'],
  );
  assert.equal(engines.planned.length, 5);
  const changed = await call('set_weather', { wind_mps: 4 }, context, two.session);
  const three = await call('evaluate_variants', { variants: [angle(70)] }, context, changed.session);
  assert.ok(three.result.ok && (three.result.value as Gains).base_id === 'e2');
});

test('adopt_variant takes over an admitted, current variant, with the operator’s own solver settings', async () => {
  const session = await withVariants([angle(30)]);
  const outcome = await call('adopt_variant', { variant_id: 'v1' }, deskContext(), session);
  const after = scenarioOf(outcome);
  assert.equal(after.tasks[0]!.swath_angle_deg, 30);
  assert.deepEqual(after.solver, session.scenario.solver);
  assert.deepEqual({ ...after, tasks: session.scenario.tasks }, session.scenario);
  const event = outcome.events[0]!;
  assert.ok(event.event === 'ops' && event.data.tool === 'adopt_variant' && event.data.changes.length === 1);
});

test('adopt_variant refuses what is not there, not admitted, partial, stale, or opens a site', async () => {
  const adopt = async (session: SurveySession, id = 'v1', context = deskContext()) =>
    refusalOf(await call('adopt_variant', { variant_id: id }, context, session), session);
  assert.equal(await adopt(start()), 'nothing_computed');
  const one = await withVariants([angle(30)]);
  assert.equal(await adopt(one, 'v2'), 'unknown_object');
  assert.equal(
    await adopt(await withVariants([angle(30)], scripted({ admits: () => false }))),
    'not_admitted',
  );
  assert.equal(
    await adopt(await withVariants([angle(30)], scripted({ result: () => 'partial' }))),
    'not_admitted',
  );
  assert.equal(
    await adopt(await withVariants([angle(30)], scripted({ work_s: () => 'infeasible' }))),
    'not_admitted',
  );
  const later = await call('set_weather', { wind_mps: 4 }, deskContext(), one);
  assert.equal(await adopt(later.session), 'stale');
  const opened = await withVariants([
    variant({ open_sites: ['cand-1'], rebase: [{ unit_id: 'unit-1', site_id: 'cand-1' }] }),
  ]);
  assert.equal(await adopt(opened), 'needs_operator');
});

test('adopt_variant asks policy and pins again', async () => {
  const session = await withVariants([
    variant({ disable: ['unit-2'] }),
    angle(30),
    variant({ open_sites: ['cand-1'] }),
  ]);
  const adopt = async (id: string, more: Partial<SurveyToolContext>) =>
    refusalOf(await call('adopt_variant', { variant_id: id }, deskContext(more), session), session);
  const policy = { propose_new_sites: false, rebase_units: true, change_fleet: false };
  assert.equal(await adopt('v1', { policy }), 'policy');
  assert.equal(await adopt('v3', { policy }), 'policy');
  const pins = { site_ids: [], unit_ids: ['unit-2'], task_ids: ['task-1'] };
  assert.equal(await adopt('v1', { pins }), 'pinned');
  assert.equal(await adopt('v2', { pins }), 'pinned');
});

test('adopting twice is stale, and going back makes the variant current again', async () => {
  const session = await withVariants([angle(30), angle(60)]);
  const once = await call('adopt_variant', { variant_id: 'v1' }, deskContext(), session);
  const twice = await call('adopt_variant', { variant_id: 'v2' }, deskContext(), once.session);
  assert.equal(refusalOf(twice, once.session), 'stale');
  const back = await call('update_task', { swath_angle: { mode: 'planner' } }, deskContext(), once.session);
  const again = await call('adopt_variant', { variant_id: 'v2' }, deskContext(), back.session);
  assert.equal(scenarioOf(again).tasks[0]!.swath_angle_deg, 60);
});

test('recommend keeps what it computed, so that a variant can be adopted', async () => {
  const context = scripted(
    { work_s: (s) => (s.tasks[0]!.swath_angle_deg === 90 ? 900 : 1000) },
    { policy: { propose_new_sites: false, rebase_units: false, change_fleet: false } },
  );
  const first = await call('compute_plan', {}, context);
  const outcome = await call('recommend', {}, context, first.session);
  assert.ok(outcome.result.ok);
  const value = outcome.result.value as { best_id: string; base: Shown; best: (Shown & { rank: number })[] };
  assert.equal(value.base.id, 'e2');
  assert.deepEqual([value.best[0]!.id, value.best[0]!.rank], [value.best_id, 1]);
  const event = outcome.events[0]!;
  assert.ok(event.event === 'recommendation' && event.data.variants.length === event.data.evaluated);
  assert.equal(scenarioOf(outcome), first.session.scenario);
  const adopted = await call('adopt_variant', { variant_id: value.best_id }, context, outcome.session);
  assert.equal(scenarioOf(adopted).tasks[0]!.swath_angle_deg, 90);
});

test('get_plan_report reads the validator’s findings with values, limits and remedies', async () => {
  assert.equal(refusalOf(await call('get_plan_report')), 'nothing_computed');
  const context = scripted({ admits: () => false });
  const computed = await call('compute_plan', {}, context);
  for (const [language, text, remedy] of [
    ['en', 'coverage 0.9', 'plan again'],
    ['ru', 'покрытие 0,9', 'рассчитать заново'],
  ] as const) {
    const outcome = await call('get_plan_report', { language }, context, computed.session);
    assert.ok(outcome.result.ok);
    const report = outcome.result.value as Record<string, unknown> & { findings: Record<string, unknown>[] };
    assert.deepEqual([report.id, report.admitted, report.current], ['e1', false, true]);
    const f = report.findings[0]!;
    assert.deepEqual(
      [f.code, f.severity, f.measured, f.limit, f.text],
      ['G2-01', 'error', 0.9, 0.9999, text],
    );
    assert.deepEqual(f.remedy, { kind: 'replan', text: remedy, proven: false });
  }
  const later = await call('set_weather', { wind_mps: 4 }, context, computed.session);
  const stale = await call('get_plan_report', { evaluation_id: 'e1' }, context, later.session);
  assert.ok(stale.result.ok && (stale.result.value as { current: boolean }).current === false);
  const gone = await call('get_plan_report', { evaluation_id: 'e7' }, context, computed.session);
  assert.equal(refusalOf(gone, computed.session), 'unknown_object');
});

test('a longer search time does not make a report stale', async () => {
  const computed = await call('compute_plan');
  const longer = await call('set_solver', { time_limit_s: 99 }, deskContext(), computed.session);
  const report = await call('get_plan_report', {}, deskContext(), longer.session);
  assert.ok(report.result.ok && (report.result.value as { current: boolean }).current);
});

test('a note begins with the validator’s facts, whatever the text says', async () => {
  const context = scripted({ admits: () => false, work_s: () => 3661.2 });
  const computed = await call('compute_plan', {}, context);
  const note = (text: string, language = 'ru') =>
    call('write_report_note', { text, language }, context, computed.session);
  const done = await note('Покрытие мало.\u202e\nНужны ещё галсы.');
  assert.ok(done.result.ok);
  const event = done.events[0]!;
  assert.ok(event.event === 'note' && event.data.evaluation_id === 'e1');
  assert.equal(
    event.data.text,
    [
      'Оценка e1. План НЕ допущен валидатором.',
      'время работ 01:01:02; налёт 01:01:02; вылетов 1; покрытие 100.00 %',
      'Замечания: G2-01 (error)',
      '',
      'Покрытие мало.',
      'Нужны ещё галсы.',
    ].join('\n'),
  );
  assert.equal(done.session.note, event.data.text);
  assert.equal(refusalOf(await note('План допущен.'), computed.session), 'not_admitted');
  assert.equal(refusalOf(await note('The plan is admitted.', 'en'), computed.session), 'not_admitted');
  assert.equal(refusalOf(await call('write_report_note')), 'nothing_computed');
});

test('a note on an admitted plan may say so', async () => {
  const computed = await call('compute_plan');
  const text = 'The plan is admitted.';
  const done = await call('write_report_note', { text }, deskContext(), computed.session);
  assert.ok(
    done.result.ok && done.session.note!.startsWith('Evaluation e1. The plan is admitted by the validator.'),
  );
});

test('get_scenario answers in parts, get_catalog with what can be used', async () => {
  const read = async (name: string, args: Record<string, unknown>) => {
    const outcome = await call(name, args);
    assert.ok(outcome.result.ok && outcome.events.length === 0);
    return outcome.result.value as Record<string, unknown>;
  };
  assert.deepEqual(Object.keys(await read('get_scenario', { part: 'units' })), ['revision', 'units']);
  assert.deepEqual(Object.keys(await read('get_scenario', { part: 'tasks' })), ['revision', 'tasks']);
  assert.deepEqual(Object.keys(await read('get_scenario', { part: 'sites' })), [
    'revision',
    'sites',
    'candidate_sites',
  ]);
  const settings = await read('get_scenario', { part: 'settings' });
  assert.ok('weather' in settings && 'policy' in settings && !('units' in settings));
  const all = await read('get_scenario', {});
  assert.ok('weather' in all && 'units' in all && 'tasks' in all);
  const catalogue = await read('get_catalog', {});
  assert.deepEqual(catalogue.aircraft, [
    {
      id: 'quad',
      name: 'Quad',
      kind: 'multirotor',
      cruise_mps: 10,
      endurance_s: 1800,
      wind_max_mps: 10,
      payload_ids: ['cam-a', 'cam-bare'],
    },
  ]);
  assert.deepEqual(
    (catalogue.payloads as { id: string }[]).map((p) => p.id),
    ['cam-a', 'cam-b'],
  );
  assert.deepEqual(Object.keys(await read('get_catalog', { what: 'aircraft' })), ['aircraft']);
});
