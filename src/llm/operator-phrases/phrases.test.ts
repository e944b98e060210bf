import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '#store';
import { DEFAULT_SURVEY_POLICY, type SurveySummary, surveySummary } from '#tools';
import { readPhrases } from './read-phrases.ts';
import type { Reading } from './reading.ts';

type Row = { readonly scenario: string; readonly phrase: string; readonly does: string };

const rows = readFileSync(
  new URL('../../../test/fixtures/operator-phrases/rows.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);

const summaries = new Map<string, SurveySummary>();
function summaryOf(id: string): SurveySummary {
  const known = summaries.get(id);
  if (known !== undefined) return known;
  const none = { site_ids: [], unit_ids: [], task_ids: [] };
  const made = surveySummary(
    bundledSurveyScenario(id)!,
    bundledSurveyCatalogue(),
    DEFAULT_SURVEY_POLICY,
    none,
  );
  summaries.set(id, made);
  return made;
}

const languageOf = (phrase: string): 'en' | 'ru' => (/[а-я]/i.test(phrase) ? 'ru' : 'en');
const read = (phrase: string, scenario = 's03'): Reading =>
  readPhrases(phrase, summaryOf(scenario), languageOf(phrase));

/** A reading in one line. */
function brief(r: Reading): string {
  const steps = r.steps.map((s) =>
    [s.tool, ...Object.entries(s.args).map(([k, v]) => `${k}=${JSON.stringify(v)}`)].join(' '),
  );
  return [
    ...(r.questions.length > 0 ? ['ask'] : []),
    ...(r.refusals.length > 0 ? ['no'] : []),
    ...(r.unread.length > 0 ? [`unread: ${r.unread.join(' ')}`] : []),
    ...(r.help ? ['help'] : []),
    ...(r.questions.length + r.refusals.length + r.unread.length > 0 ? [] : steps),
  ].join('; ');
}

test(`${rows.length} phrases in Russian and English are read as they are meant`, () => {
  assert.ok(rows.length >= 120);
  const wrong = rows.filter(({ phrase, scenario, does }) => brief(read(phrase, scenario)) !== does);
  assert.deepEqual(
    wrong.map((row) => ({ ...row, did: brief(read(row.phrase, row.scenario)) })),
    [],
  );
});

test('case, doubled blanks, dashes and ё make no difference', () => {
  for (const { phrase, scenario, does } of rows) {
    if (/«|"/.test(phrase)) continue;
    for (const other of [
      phrase.toLowerCase(),
      phrase.replace(/ /g, '  '),
      phrase.replace(/ё/g, 'е'),
      ` ${phrase}\n`,
    ]) {
      assert.equal(brief(read(other, scenario)).toLowerCase(), does.toLowerCase(), other);
    }
  }
});

test('a word that is not understood stops everything, wherever it stands', () => {
  for (const { phrase, scenario, does } of rows) {
    if (/^(?:ask|no|unread|help|$)/.test(does)) continue;
    for (const other of [`непременно ${phrase}`, `не ${phrase}`, `never ${phrase}`]) {
      const reading = readPhrases(other, summaryOf(scenario), 'ru');
      const stopped = reading.unread.length + reading.questions.length + reading.refusals.length;
      assert.ok(stopped > 0, other);
    }
  }
});

test('a name that two objects share is asked for by id', () => {
  const summary = summaryOf('s03');
  const units = summary.units.map((u) => ({ ...u, name: 'Twin' }));
  const reading = readPhrases('выключи борт Twin', { ...summary, units }, 'ru');
  assert.match(reading.questions.join(), /Так называется не один объект/);
});

test('words inside a quoted name are no requests', () => {
  const reading = read('Назови участок north «резерв 0 % и рассчитай»');
  assert.deepEqual(
    reading.steps.map((s) => s.tool),
    ['update_task'],
  );
  assert.equal(reading.steps[0]!.args['name'], 'резерв 0 % и рассчитай');
});

test('a message of 4000 characters is read in reasonable time', () => {
  for (const unit of [
    'ветер 7 ',
    'угол галсов ',
    'удали площадку vpp-1, ',
    '«',
    '1 2 3 ',
    'и, и, и ',
    'добавь площадку ',
    '\u00a0',
  ]) {
    const long = unit.repeat(Math.ceil(4000 / unit.length)).slice(0, 4000);
    const from = performance.now();
    read(long);
    assert.ok(performance.now() - from < 3000, `${unit}: ${performance.now() - from} ms`);
  }
});
