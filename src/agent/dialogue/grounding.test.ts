import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { hashOf } from '#base';
import { SURVEY_CODES } from '#ir';
import type { KeptEvaluation, SurveySession } from '#tools';
import { sampleScenario } from '../../world/survey/sample-scenario.ts';
import { claimsOf } from './claims.ts';
import { type FactSources, factsOf } from './facts.ts';
import { checkText, statesVerdict } from './grounding.ts';
import { NEGATIVE, POSITIVE } from './testing/claim-phrases.ts';
import { MADE_UP_METRICS, madeUpEvaluation, sessionWith } from './testing/evaluations.ts';

const scenario = sampleScenario();
const sources = (session: SurveySession, words: readonly string[] = []): FactSources => ({
  session,
  recommendations: [],
  operator_words: words,
  seen: [],
  limits: [],
});
const facts = (kept: readonly KeptEvaluation[], words: readonly string[] = []) =>
  factsOf(sources(sessionWith(scenario, kept), words));
const admitted = facts([madeUpEvaluation(scenario, 'e1', true)]);
const refused = facts([madeUpEvaluation(scenario, 'e1', false)]);
const nothing = facts([]);

test('what says that a plan may be flown needs the validator’s word', () => {
  for (const text of POSITIVE) {
    assert.equal(checkText(text, nothing).may_show, false, `nothing computed: ${text}`);
    assert.equal(checkText(text, refused).may_show, false, `not admitted: ${text}`);
  }
  const clean = facts([madeUpEvaluation(scenario, 'e1', true, { findings: [] })]);
  // Percentages and counts beside the claim are no results of the made-up plan.
  for (const text of POSITIVE) {
    const { unsupported } = checkText(text.replace(/\d+ ?%|\bv4\b/u, ''), clean);
    assert.deepEqual(unsupported, [], `admitted: ${text}`);
  }
});

test('denials, conditions, aims and questions are no claim of admission', () => {
  for (const text of NEGATIVE) {
    assert.deepEqual(
      claimsOf(text).filter((c) => c.positive),
      [],
      text,
    );
  }
});

test('a denial of an admitted plan is a false verdict too', () => {
  for (const text of ['План не допущен.', 'Plan e1 is not admitted.']) {
    assert.equal(checkText(text, admitted).may_show, false, text);
  }
});

const other = { ...scenario, weather: { ...scenario.weather, wind_mps: 1 } };
const mixed = facts([
  madeUpEvaluation(scenario, 'e1', false),
  madeUpEvaluation(other, 'v1', true, {
    base_revision: hashOf(scenario),
    metrics: { ...MADE_UP_METRICS, work_time_s: 1500, flight_time_s: 1500 },
    changes: [
      { path: '/tasks/0/swath_angle_deg', object_id: 'task-1', was: null, became: 30, safety_risk: false },
    ],
  }),
  madeUpEvaluation(other, 'v2', false),
  madeUpEvaluation(other, 'v3', null),
]);

test('a claim is held against the evaluation that it names, else against the scenario as it stands', () => {
  for (const [text, shown] of [
    ['Вариант v1 допущен.', true],
    ['Вариант v1 — 30° — допущен, а e1 не допущен.', true],
    ['Допущен вариант v1.', true],
    ['e1 не допущен, v1 допущен, v2 не допущен', true],
    ['Variant v1 is admitted; v2 and v3 are not admitted.', true],
    ['v2 is admitted.', false],
    ['v1 и v2 допущены.', false],
    ['v1, v2 и v3 допущены.', false],
    ['Вариант v3 допущен.', false],
    ['v9 is admitted.', false],
    ['План допущен.', false],
    ['v1 is admitted. The plan is admitted.', false],
    ['Все варианты допущены.', false],
    ['All variants are admitted.', false],
    ['Среди вариантов есть допущенный: v1.', true],
    ['v1 is not admitted.', false],
  ] as const) {
    assert.equal(checkText(text, mixed).may_show, shown, text);
  }
});

test('an admitted plan of an earlier state of the scenario supports no claim about the present one', () => {
  const stale = sessionWith(scenario, [madeUpEvaluation(other, 'e1', true)]);
  assert.equal(checkText('План допущен.', factsOf(sources(stale))).may_show, false);
  assert.equal(checkText('Оценка e1: план допущен.', factsOf(sources(stale))).may_show, true);
});

test('admitted with a warning is not spotless', () => {
  assert.equal(checkText('План допущен, предупреждений нет.', admitted).may_show, false);
  assert.equal(checkText('The plan is admitted without any warnings.', admitted).may_show, false);
  const clean = facts([madeUpEvaluation(scenario, 'e1', true, { findings: [] })]);
  assert.equal(checkText('План допущен, предупреждений нет.', clean).may_show, true);
});

test('numbers are the validator’s within their own rounding, the scenario’s or the operator’s', () => {
  const known = facts(
    [madeUpEvaluation(scenario, 'e1', true)],
    ['Поставь порывы 11 м/с, запас по времени 45'],
  );
  for (const text of [
    'Время работ 00:31:12.',
    'Время работ 31 мин 12 с.',
    'About 31 min.',
    'It takes 0.52 h.',
    'Покрытие 99,87 %.',
    'Покрытие 99,9 %.',
    'Coverage is about 100 %.',
    'Снято 640 кадров за 2 вылета.',
    'Путь 15,6 км.',
    'Расход 812 Вт·ч.',
    'Высота 160 м выше 150 м.',
    'A GSD of 2.81 cm would do.',
    'GSD задан 3 см.',
    'Ветер 3 м/с, порывы 5 м/с, направление 270°.',
    'Порывы 11 м/с.',
    'Запас 45 мин.',
    'Резерв 20 %.',
    'G1-05 остаётся, 1 предупреждение.',
  ]) {
    assert.deepEqual(checkText(text, known).unsupported, [], text);
  }
  for (const [text, words] of [
    ['Время работ 00:30:00.', '00:30:00'],
    ['Время работ 31 мин 40 с.', '31 мин 40 с'],
    ['Покрытие 97 %.', '97 %'],
    ['Снято 700 кадров.', '700 кадров'],
    ['Высота 120 м.', '120 м'],
    ['Wind 9 m/s.', '9 m/s'],
    ['Код G4-02.', 'G4-02'],
    ['See e7.', 'e7'],
  ] as const) {
    const checked = checkText(text, known);
    assert.deepEqual(checked.unsupported, [words], text);
    assert.equal(checked.may_show, true, 'without a verdict a wrong figure is shown and marked');
  }
});

test('beside a verdict a wrong figure takes the text away', () => {
  assert.equal(checkText('План допущен, время работ 00:30:00.', admitted).may_show, false);
  assert.equal(checkText('План допущен, время работ 00:31:12.', admitted).may_show, true);
});

test('a sentence about one variant may not borrow the figures of another', () => {
  assert.deepEqual(checkText('v1: время работ 25 мин.', mixed).unsupported, []);
  assert.deepEqual(checkText('v1: время работ 31 мин 12 с.', mixed).unsupported, ['31 мин 12 с']);
  assert.deepEqual(checkText('v1 took 19.9 % less.', mixed).unsupported, [], 'against its base');
  assert.deepEqual(checkText('v1 took 25 % less.', mixed).unsupported, ['25 %']);
});

test('a text in an alphabet that is not checked is not shown', () => {
  assert.equal(checkText('计划已批准', admitted).may_show, false);
  assert.equal(checkText('λ = 0.5, Δ', admitted).may_show, true);
});

test('a note is about its own evaluation', () => {
  assert.equal(checkText('План допущен.', mixed, 'v1').may_show, true);
  assert.equal(checkText('План допущен.', mixed, 'v2').may_show, false);
});

test('labels and names that speak of a verdict are told from those that do not', () => {
  for (const text of ['План допущен', 'approved', '✅ best', '安全'])
    assert.equal(statesVerdict(text), true, text);
  for (const text of ['30°', 'Северное поле', 'two units', 'Ignore Street'])
    assert.equal(statesVerdict(text), false, text);
});

test('the texts of the public registry claim no admission', () => {
  for (const [code, { en, ru }] of Object.entries(SURVEY_CODES)) {
    for (const text of [en, ru]) {
      assert.deepEqual(
        claimsOf(text).filter((c) => c.positive),
        [],
        `${code}: ${text}`,
      );
    }
  }
});

test('long hostile texts are checked in reasonable time', () => {
  for (const unit of [
    'допущен ',
    'a ',
    'а.',
    'не ',
    'admitted ',
    '1 ',
    '12:',
    'v1 ',
    'is is is ',
    ',',
    'x'.repeat(50),
    '9 999 ',
    '~*_',
    'no ',
  ]) {
    const text = unit.repeat(Math.ceil(8000 / unit.length)).slice(0, 8000);
    const from = performance.now();
    checkText(text, refused);
    assert.ok(performance.now() - from < 5000, `${unit}: ${Math.round(performance.now() - from)} ms`);
  }
});
