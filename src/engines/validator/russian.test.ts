/** Every Russian text that a verdict can carry is Russian: no Latin words but names of objects and fields, and units. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  type EquipmentError,
  SurveyScenario,
  checkScenario,
  equipmentErrorTextRu,
  parseSurveyScenario,
  schemaIssueRu,
} from '#world';
import { SURVEY_CODES, SurveyPlan } from '#ir';
import { quad } from './testing/bases.ts';
import { MUTANTS } from './testing/mutants.ts';
import { validateSurveyPlan } from './index.ts';

/** Words that are the same in Russian texts. */
const SAME = new Set(['WGS', 'EGM', 'GSD', 'C']);

/** Every string value and every member name of documents: ids and fields may be named. */
function names(document: unknown, into: Set<string>): Set<string> {
  if (typeof document === 'string') into.add(document);
  else if (Array.isArray(document)) for (const x of document) names(x, into);
  else if (typeof document === 'object' && document !== null)
    for (const [key, x] of Object.entries(document)) {
      into.add(key);
      names(x, into);
    }
  return into;
}

function latin(text: string, known: ReadonlySet<string>): string[] {
  const words = text.match(/[A-Za-z][\w.-]*/g) ?? [];
  return words.filter((word) => {
    const bare = word.replace(/[.-]+$/, '');
    // Paths of documents and names made of parts are no words of English.
    return !known.has(bare) && !SAME.has(bare) && !/[\d_]|[a-z]\.[a-z]/.test(bare);
  });
}

function check(text: string, known: ReadonlySet<string>, where: string): void {
  assert.deepEqual(latin(text, known), [], `${where}: ${text}`);
  assert.match(text, /[а-яё]/i, where);
}

test('titles of codes', () => {
  for (const [code, entry] of Object.entries(SURVEY_CODES)) check(entry.ru, new Set(), code);
});

test('findings, remedies and checks not made, of every mutant', () => {
  for (const mutant of MUTANTS) {
    const { scenario, catalogue, plan, options } = mutant.make(mutant.base());
    const known = names([scenario, catalogue, plan], new Set());
    const verdict = validateSurveyPlan(scenario, catalogue, plan, options ?? {});
    for (const f of verdict.findings) {
      check(f.text.ru, known, `${mutant.name} ${f.code}`);
      if (f.remedy !== null) check(f.remedy.text.ru, known, `remedy of ${f.code}`);
    }
    for (const n of verdict.not_judged) check(n.text.ru, known, n.code);
  }
});

test('equipment that is unknown, refused or incomplete', () => {
  const errors: EquipmentError[] = [
    { type: 'unknown_equipment', id: 'quod', near: ['quad', 'quad-2'] },
    { type: 'unknown_equipment', id: 'quod', near: [] },
    { type: 'equipment_refused', id: 'quad', reason: 'the maker says so', rule: null },
    { type: 'equipment_refused', id: 'quad', reason: 'speed', rule: 'speeds_out_of_order' },
    { type: 'figures_missing', id: 'quad', figures: ['cruise_mps', 'battery_wh'] },
  ];
  for (const e of errors) check(equipmentErrorTextRu(e), new Set(['quod', 'quad', 'quad-2']), e.type);
  const { scenario, catalogue } = quad();
  const rows = {
    ...catalogue,
    aircraft: catalogue.aircraft.map((row) => ({ ...row, refused: 'wrong figures' })),
  };
  const issues = checkScenario(
    { ...scenario, units: [{ ...scenario.units[0]!, payload_id: 'cam-x' }] },
    rows,
  );
  assert.deepEqual(issues.map((i) => i.code).sort(), ['G0-03', 'G0-05']);
  for (const i of issues) check(i.text.ru, names([scenario, catalogue], new Set(['cam-x'])), i.code);
});

test('documents that do not fit their schema', () => {
  const { scenario, plan } = quad();
  const broken: unknown[] = [
    null,
    {},
    { ...scenario, extra: 1 },
    { ...scenario, tasks: [] },
    { ...scenario, tasks: 'all' },
    { ...scenario, weather: { ...scenario.weather, wind_mps: -1, wind_from_deg: 361, gust_mps: '5' } },
    { ...scenario, tasks: [{ ...scenario.tasks[0]!, survey_type: 'radar', quality: { type: 'x' } }] },
    { ...scenario, sites: [{ ...scenario.sites[0]!, id: 'a b', pads: 1.5, accepts: ['balloon'] }] },
    { ...scenario, work_window: { start_utc: 'soon', duration_s: null } },
  ];
  const known = names(
    [scenario, plan, SurveyScenario.shape],
    new Set(['camera', 'lidar', 'magnetometer', 'extra']),
  );
  for (const document of broken) {
    const parsed = parseSurveyScenario(document);
    assert.ok(!parsed.ok);
    for (const i of parsed.error.issues) check(i.text.ru, known, i.path);
  }
  const shaped = SurveyPlan.safeParse({ ...plan, seed: -1, extra: 1, plan_hash: 'x', sorties: {} });
  assert.ok(!shaped.success && shaped.error.issues.length >= 4);
  for (const issue of shaped.error.issues) check(schemaIssueRu(issue), known, issue.path.join('.'));
});
