import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SURVEY_CODE_LIST, type SurveyCode, type SurveyVerdict } from '#ir';
import { MUTANTS } from './testing/mutants.ts';
import { type Bundle } from './testing/mutate.ts';
import { validateSurveyPlan } from './index.ts';

const verdicts = new Map<Bundle, SurveyVerdict>();

/** Each good bundle is judged once. */
function verdictOf(base: Bundle): SurveyVerdict {
  const known = verdicts.get(base) ?? validateSurveyPlan(base.scenario, base.catalogue, base.plan);
  verdicts.set(base, known);
  return known;
}

test('the bundles that mutants start from raise no error', () => {
  const seen = new Set<object>();
  for (const mutant of MUTANTS) {
    const base = mutant.base();
    if (seen.has(base)) continue;
    seen.add(base);
    const verdict = verdictOf(base);
    const errors = verdict.findings.filter((f) => f.severity === 'error');
    assert.deepEqual(
      errors.map((f) => f.text.en),
      [],
      mutant.name,
    );
    assert.ok(verdict.admitted);
  }
});

for (const mutant of MUTANTS)
  test(`mutant ${mutant.code}: ${mutant.name}`, () => {
    const base = mutant.base();
    const { scenario, catalogue, plan, options } = mutant.make(base);
    const before = verdictOf(base);
    const verdict = validateSurveyPlan(scenario, catalogue, plan, options ?? {});
    const codes = verdict.findings.map((f) => f.code);
    assert.ok(!before.findings.some((f) => f.code === mutant.code), 'the good plan has it already');
    const found = verdict.findings.find((f) => f.code === mutant.code);
    assert.ok(found !== undefined, `raised ${[...new Set(codes)].join(' ') || 'nothing'}`);
    assert.equal(
      verdict.admitted,
      found.severity !== 'error' && !verdict.findings.some((f) => f.severity === 'error'),
    );
    if (found.margin !== null) assert.ok(found.margin <= 0, `margin ${found.margin}`);
    assert.ok(found.text.en.length > 10 && /[а-яё]/i.test(found.text.ru));
    for (const text of [found.text.ru, found.remedy?.text.ru ?? ''])
      assert.doesNotMatch(
        text,
        /\d\.\d|\d (?:m|cm|s|m\/s|m2|Wh|deg|px)(?![a-z])/,
        'units and commas of Russian',
      );
    const allowed = new Set<SurveyCode>([mutant.code, ...(mutant.also ?? [])]);
    const stray = [
      ...new Set(verdict.findings.filter((f) => f.severity === 'error').map((f) => f.code)),
    ].filter((c) => !allowed.has(c));
    assert.deepEqual(stray, [], 'other errors than the fault explains');
  });

test('there are more than sixty mutants and, G8-04 aside, each code has one', () => {
  assert.ok(MUTANTS.length >= 60, String(MUTANTS.length));
  const covered = new Set(MUTANTS.map((m) => m.code));
  assert.deepEqual(
    SURVEY_CODE_LIST.filter((c) => !covered.has(c)),
    ['G8-04'],
  );
});

test('the table of mutants in the README is this suite', () => {
  const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| G\d-\d\d/.test(line));
  const said = rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim())
      .join(': '),
  );
  assert.deepEqual(
    said,
    MUTANTS.map((m) => `${m.code}: ${m.name}`),
  );
});
