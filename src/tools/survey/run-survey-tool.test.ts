import { test } from 'node:test';
import assert from 'node:assert/strict';
import { runSurveyTool } from './run-survey-tool.ts';
import { surveyTools } from './registry.ts';
import { startSession } from './session/session.ts';
import { call, deskContext, deskScenario, refusalOf } from '../../../test/doubles/survey-desk.ts';
import { ScriptedEngines } from '../../../test/doubles/survey-engines.ts';

const session = startSession(deskScenario());
const WEATHER = '{"wind_mps":4,"wind_from_deg":270,"gust_mps":null,"temperature_c":null}';
const raw = (name: string, text: string, context = deskContext()) =>
  runSurveyTool(surveyTools(), { name, arguments: text }, session, context);

test('raw arguments in order are read and run', async () => {
  const done = await raw('set_weather', WEATHER);
  assert.ok(done.result.ok);
  assert.equal(done.session.scenario.weather.wind_mps, 4);
  assert.notEqual(done.session.revision, session.revision);
  assert.equal(done.session.start_scenario, session.scenario);
});

const unreadable: readonly [string, string][] = [
  ['nothing', ''],
  ['no JSON', 'wind 4'],
  ['a cut-off document', WEATHER.slice(0, 20)],
  ['a second document', `${WEATHER}{}`],
  ['a key that stands twice', WEATHER.replace('{', '{"wind_mps":50,')],
  ['a number beyond the doubles', WEATHER.replace(':4', ':1e999')],
  ['no number at all', WEATHER.replace(':4', ':NaN')],
  ['a prototype key', WEATHER.replace('{', '{"__proto__":{"x":1},')],
  ['a list', '[]'],
  ['null', 'null'],
  ['a further field', WEATHER.replace('{', '{"ceiling_amsl_m":900,')],
  ['a missing field', WEATHER.replace(',"temperature_c":null', '')],
  ['a number as text', WEATHER.replace(':4', ':"4"')],
  ['deep nesting', '['.repeat(5000)],
  ['a megabyte', `{"wind_mps":"${'x'.repeat(1_000_000)}"}`],
];

for (const [what, text] of unreadable)
  test(`arguments with ${what} are an answer, and nothing happens`, async () => {
    const engines = new ScriptedEngines();
    const outcome = await raw('set_weather', text, deskContext({ engines }));
    assert.equal(refusalOf(outcome, session), 'invalid_arguments');
    assert.equal(engines.planned.length, 0);
  });

test('a refusal names the wrong fields in both languages, and repeats no hostile character', async () => {
  const wrong = await raw('set_weather', WEATHER.replace(':4', ':"4\\u202e"'));
  assert.ok(!wrong.result.ok);
  const { en, ru } = wrong.result.error.message;
  assert.match(en, /^wrong arguments: wind_mps: Invalid input: expected number/);
  assert.match(ru, /^неверные аргументы: wind_mps: Неверный ввод: ожидалось число/);
  const unit = '{"unit_id":"u\\u202e\\nx","enabled":null,"home_site_id":null,"payload_id":null}';
  const unknown = await raw('update_unit', unit);
  const payload = unit
    .replace('u\\u202e\\nx', 'unit-1')
    .replace('"payload_id":null', '"payload_id":"p\\u202e\\nx"');
  const foreign = await raw('update_unit', payload);
  for (const outcome of [wrong, unknown, foreign]) {
    refusalOf(outcome, session);
    assert.doesNotMatch(JSON.stringify(outcome.result), /[\p{Cf}]|\\n/u);
  }
});

test('an unknown tool is an answer that names the near ones', async () => {
  const outcome = await raw('set_wether\u202e', '{}');
  assert.equal(refusalOf(outcome, session), 'unknown_tool');
  assert.ok(!outcome.result.ok && outcome.result.error.message.en.includes('set_weather'));
  assert.ok(!outcome.result.ok && !outcome.result.error.message.en.includes('\u202e'));
});

test('no tool touches what only the operator may touch', async () => {
  for (const name of [
    'set_airspace',
    'update_zone',
    'set_policy',
    'set_pins',
    'add_task',
    'remove_task',
    'constructor',
    '__proto__',
  ])
    assert.equal(refusalOf(await raw(name, '{}'), session), 'unknown_tool');
});

test('a caller that has gone away gets nothing computed', async () => {
  const engines = new ScriptedEngines();
  const signal = {
    aborted: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  assert.equal(refusalOf(await call('compute_plan', {}, deskContext({ engines, signal }))), 'stopped');
  assert.equal(engines.planned.length, 0);
});

test('what a model reads is JSON and holds no invisible character', async () => {
  const scenario = deskScenario();
  const named = startSession({ ...scenario, title: { en: 'a\u200b\u202e\nb', ru: 'в\u{e0041}г' } });
  const outcome = await call('get_scenario', {}, deskContext(), named);
  assert.ok(outcome.result.ok);
  const text = JSON.stringify(outcome.result.value);
  assert.deepEqual(JSON.parse(text), outcome.result.value);
  assert.doesNotMatch(text, /[\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\\u/u);
});
