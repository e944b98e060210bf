import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decide, memoryCache, type DecisionRecord } from '#agent';
import { sayIn } from '#engines/explain';
import { readInstruction } from '#language';
import { flightTools } from '#tools';
import { cityContext, localModel } from '../support.ts';

const context = cityContext('demo');
const { state } = context;

/** One instruction for each way in which a run may end, and for each question of another kind. */
const INSTRUCTIONS = {
  ru: [
    'Доставь кровь из больницы А в больницу Б за 12 минут',
    'Доставь кровь из больницы А в больницу Б за 5 секунд',
    'Доставь кровь',
    'Доставь кровь в больницу Ы',
    'Доставь кровь в Приречную',
    'Доставь лекарство в Тюремный лазарет',
    'Доставь 20 кг крови в больницу А',
    'Доставь кровь в больницу А на uav_04',
    'Доставь кровь в больницу А, сохрани 95% заряда',
    'Доставь кровь в больницу А к 5',
    'Доставь кровь в больницу Б для пациента из школы А',
    'Доставь кровь в больницу А и осмотри Старый мост',
    'Заряди uav_05',
    'Отмени полёт',
  ],
  zh: [
    '12分钟内把血液从A医院送到B医院',
    '5秒内把血液从A医院送到B医院',
    '送血液',
    '把血液送到河畔',
    '把药品送到监狱医务室',
    '把20公斤血液送到A医院',
    '把血液送到A医院，保留95%电量',
    '把血液送到B医院给来自A学校的病人',
    '给uav_05充电',
    '取消飞行',
  ],
} as const;

/** Everything of a record that a person reads in the language of the run. */
function texts(record: DecisionRecord, language: 'ru' | 'zh'): string[] {
  const { explanation, refusal, trace } = record;
  const said = trace.flatMap((step) => {
    if (step.kind === 'note') return [step.text];
    if (step.kind !== 'tool') return [];
    const { warnings, error } = step.envelope;
    return [...warnings.map((w) => w.message), ...(error === null ? [] : [error.message])];
  });
  return [
    explanation,
    ...(refusal === null
      ? []
      : [refusal.message, ...refusal.missing_information.map((m) => sayIn(language, m))]),
    ...(refusal?.counterexamples ?? []).map((c) => c.suggested_repair),
    ...said.map((s) => sayIn(language, s)),
  ];
}

const IDS = [
  ...state.city.places.map((p) => p.id),
  ...state.city.buildings.map((b) => b.id),
  ...state.airspace.zones.map((z) => z.id),
  ...state.airspace.corridors.map((c) => c.id),
  ...state.fleet.map((u) => u.id),
].sort((a, b) => b.length - a.length);

/** Latin words of a text beside ids, quotations, formulas of specifications, names of planners, and instants. */
function latin(text: string, specs: readonly string[]): string[] {
  let rest = text.replace(/«[^»]*»/g, ' ').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ' ');
  for (const name of [...specs, ...IDS]) rest = rest.replaceAll(name, ' ');
  return (rest.match(/[A-Za-z][A-Za-z_0-9]*/g) ?? []).filter(
    (w) => !/^(?:R[1-8]|astar_3d|UTC|standin_\w+|w\d+)$/.test(w),
  );
}

for (const language of ['ru', 'zh'] as const) {
  test(`nothing English stands in what is said of an ending (${language})`, async () => {
    const ends = new Set<string>();
    for (const instruction of INSTRUCTIONS[language]) {
      const record = await decide(
        context,
        { instruction, seed: 1, max_repair: 1, stress: 'low', simulation_seeds: [1], language },
        { model: localModel('builtin'), registry: flightTools(), cache: memoryCache() },
      );
      ends.add(record.final_status);
      const specs = (record.verdict?.specs ?? []).map((s) => s.spec);
      for (const text of texts(record, language))
        assert.deepEqual(latin(text, specs), [], `${instruction}: ${text}`);
    }
    assert.deepEqual([...ends].sort(), ['human_confirm', 'safe_refusal', 'success']);
  });
}

test('every question of the reader is said in Russian and Chinese', () => {
  const rows = ['demo', 'tricky'].flatMap((name) =>
    readFileSync(new URL(`../fixtures/instructions/${name}.jsonl`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { text: string }).text),
  );
  const messages = new Set(
    rows.flatMap((text) => readInstruction(text, state).problems.map((p) => p.message)),
  );
  assert.ok(messages.size > 40);
  for (const message of messages) {
    for (const language of ['ru', 'zh'] as const)
      assert.deepEqual(latin(sayIn(language, message), []), [], `${message}: ${sayIn(language, message)}`);
    assert.equal(sayIn('en', message), message);
  }
});
