import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { frozenClock } from '#base';
import { runDialogue } from '#agent';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '#store';
import { DEFAULT_SURVEY_POLICY, type SurveyEvent, type SurveyPolicy, surveyTools } from '#tools';
import type { SurveyScenario } from '#world';
import { type EngineScript, ScriptedEngines } from '../../../test/doubles/survey-engines.ts';
import { phraseModel } from './phrase-model.ts';

const catalogue = bundledSurveyCatalogue();
const ALL: SurveyPolicy = { propose_new_sites: true, rebase_units: true, change_fleet: true };

type Talk = {
  readonly events: readonly SurveyEvent[];
  readonly text: string;
  readonly scenario: SurveyScenario;
};

async function say(
  content: string,
  more: {
    readonly scenario?: string;
    readonly policy?: SurveyPolicy;
    readonly engines?: EngineScript;
    readonly max_steps?: number;
  } = {},
): Promise<Talk> {
  const events: SurveyEvent[] = [];
  await runDialogue(
    {
      scenario: bundledSurveyScenario(more.scenario ?? 's03')!,
      messages: [{ role: 'user', content }],
      policy: more.policy ?? DEFAULT_SURVEY_POLICY,
      pins: { site_ids: [], unit_ids: [], task_ids: [] },
    },
    {
      model: phraseModel(),
      tools: surveyTools(),
      context: {
        catalogue,
        engines: new ScriptedEngines(more.engines),
        limits: { max_variants: 24, eval_time_limit_s: 5, eval_concurrency: 2, compute_time_limit_s: 60 },
      },
      max_steps: more.max_steps ?? 8,
      timeout_ms: 1000,
      clock: frozenClock('2026-06-01T12:00:00.000Z'),
      onEvent: (event) => events.push(event),
    },
  );
  const end = events.at(-1)!;
  assert.ok(end.event === 'done', JSON.stringify(end));
  const messages = events.flatMap((e) => (e.event === 'message' ? [e.data] : []));
  assert.equal(messages.length, 1);
  assert.deepEqual(messages[0]!.unsupported, [], messages[0]!.text);
  return { events, text: messages[0]!.text, scenario: end.data.scenario };
}

const calls = (talk: Talk): string[] => talk.events.flatMap((e) => (e.event === 'tool' ? [e.data.tool] : []));

test('wind and computation: changes first, then the plan, then the validator’s words', async () => {
  const talk = await say('Поставь ветер 5 м/с с запада, порывы 9 м/с, и рассчитай.');
  assert.deepEqual(calls(talk), ['set_weather', 'compute_plan']);
  assert.match(talk.text, /ветер 3 → 5 м\/с|ветер \d.* → 5 м\/с/);
  assert.match(talk.text, /Оценка e1: план допущен валидатором; время работ 00:16:40/);
  assert.deepEqual([talk.scenario.weather.wind_mps, talk.scenario.weather.wind_from_deg], [5, 270]);
});

test('a plan that is not admitted is told so, with its codes', async () => {
  const talk = await say('compute the plan', { engines: { admits: () => false } });
  assert.match(talk.text, /Evaluation e1: the plan is not admitted by the validator;.*errors: G2-01/);
});

test('after a change that is refused nothing is computed', async () => {
  const talk = await say('Поставь ветер 70 м/с и рассчитай');
  assert.deepEqual(calls(talk), ['set_weather']);
  assert.match(talk.text, /Не выполнено \(изменение\)/);
  assert.match(talk.text, /предыдущее не удалось: расчёт/);
  assert.equal(
    talk.events.some((e) => e.event === 'ops'),
    false,
  );
});

test('a switch of the operator is named where it stands in the way', async () => {
  const talk = await say('Выключи борт gemini-02.');
  assert.match(talk.text, /Что разрешено системе/);
  const allowed = await say('Выключи борт gemini-02.', { policy: ALL });
  assert.match(allowed.text, /gemini-02: участвует да → нет/);
});

test('the ready request: compute, search, keep the scenario', async () => {
  const talk = await say(
    'Рассчитай план по текущему сценарию, затем подбери варианты лучше в пределах разрешённого, включая угол галсов. Сценарий не меняй.',
    { engines: { work_s: (s) => (s.tasks.some((t) => t.swath_angle_deg !== null) ? 970 : 1000) } },
  );
  assert.deepEqual(calls(talk), ['compute_plan', 'recommend']);
  assert.match(talk.text, /Лучший вариант v\d+, выигрыш 3 %/);
  assert.equal(
    talk.events.some((e) => e.event === 'ops'),
    false,
  );
});

test('search and adopt the best', async () => {
  const engines: EngineScript = {
    work_s: (s) => (s.tasks.some((t) => t.swath_angle_deg !== null) ? 970 : 1000),
  };
  const talk = await say('Подбери угол галсов и прими лучший', { engines });
  assert.deepEqual(calls(talk), ['recommend', 'adopt_variant']);
  assert.match(talk.text, /Вариант v\d+ принят/);
  assert.ok(talk.scenario.tasks.some((t) => t.swath_angle_deg !== null));
  const none = await say('Подбери вариант и прими лучший');
  assert.match(none.text, /Выигрыша не найдено/);
  assert.match(none.text, /Не выполнено \(принятие варианта\)/);
});

test('own variants by angle come with the plan that they are compared with', async () => {
  const talk = await say('проверь углы 30° и 60°', { scenario: 's01' });
  assert.deepEqual(calls(talk), ['compute_plan', 'evaluate_variants']);
  assert.match(talk.text, /Оценка v1:.*угол галсов — → 30°/);
});

test('report and note are of a plan computed for them', async () => {
  const engines: EngineScript = { admits: () => false };
  const report = await say('Объясни отчёт', { engines });
  assert.deepEqual(calls(report), ['compute_plan', 'get_plan_report']);
  assert.match(report.text, /G2-01 \(ошибка\) \[task-1\]: покрытие 0,9\. Как снять: рассчитать заново/);
  const note = await say('Рассчитай и составь пояснительную записку', { engines });
  assert.deepEqual(calls(note), ['compute_plan', 'get_plan_report', 'write_report_note']);
  const written = note.events.flatMap((e) => (e.event === 'note' ? [e.data.text] : []));
  assert.equal(written.length, 1);
  assert.match(written[0]!, /План НЕ допущен валидатором[^]*G2-01/);
  const english = await say('write the explanatory note');
  assert.match(english.text, /explanatory note is written/);
});

test('what is unclear is asked for, and nothing is done', async () => {
  for (const [phrase, pattern] of [
    ['Поставь ветер 7 и рассчитай', /единицах/],
    ['set wind 7', /unit/],
    ['GSD 3 см', /north, east, south/],
    ['сделай красиво', /Не понял: красиво[^]*Я понимаю/],
    ['подними потолок до 300 м', /на карте/],
    ['Сделай план допущенным', /только валидатор/],
    ['привет', /Я понимаю/],
  ] as const) {
    const talk = await say(phrase);
    assert.match(talk.text, pattern, phrase);
    assert.deepEqual(calls(talk), [], phrase);
  }
});

test('scenario and catalogue are read', async () => {
  assert.match((await say('Покажи сценарий')).text, /Участки: north, east, south/);
  assert.match((await say('show the catalogue')).text, /Payloads: /);
});

test('fleet and sites, by words that the tools take', async () => {
  for (const [phrase, pattern] of [
    ['перебазируй m3e-01 на vpp-3', /m3e-01: домашняя площадка vpp-2 → vpp-3/],
    ['удали борт m3e-02', /удалён объект m3e-02/],
    ['добавь борт m3e-03 модель dji-m3e нагрузка dji-m3e-wide на площадку vpp-1', /добавлен объект m3e-03/],
    [
      'добавь площадку-кандидат cand-2 широта 51.73 долгота 55.27 принимает мультироторы',
      /добавлен объект cand-2/,
    ],
    ['время оборота на vpp-1 5 минут', /vpp-1: время оборота|Так уже и было/],
    ['Снизь резерв до 5 %', /снижает безопасность/],
  ] as const) {
    assert.match((await say(phrase, { policy: ALL })).text, pattern, phrase);
  }
});

test('with few steps the rest is named', async () => {
  const talk = await say('Рассчитай и составь пояснительную записку', { max_steps: 2 });
  assert.match(talk.text, /Оценка e1/);
  assert.match(talk.text, /записка/);
});
