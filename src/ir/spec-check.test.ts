import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkSpecTexts } from './spec-check.ts';
import { VERIFY_SIGNALS } from './signals.ts';

const none = { ltl: [], stl: [], program_rules: [] };

test("the rule table's own texts are known", () => {
  const specs = {
    ltl: ['G not_in_nfz', 'F at_goal', 'G (!in_nfz & !on_ground) | F at_goal'],
    stl: [
      'always (dist_to_obstacle > d_min)',
      'always (altitude_min <= z and z <= altitude_max)',
      'eventually[0,deadline] at_goal',
      'eventually[0,720] (at_goal > 0)',
      'always (dist_to_obstacle_m > 10)',
    ],
    program_rules: ['battery_reserve', 'corridor_capacity'],
  };
  assert.deepEqual(checkSpecTexts(specs), []);
});

test('an unknown name is told from a broken text, with the nearest names', () => {
  const issues = checkSpecTexts({
    ltl: ['G not_in_nzf', 'G (not_in_nfz'],
    stl: ['always (dist_to_obstacel_m > 10)', 'always (dist_to_obstacle_m > )'],
    program_rules: ['battery_reserv'],
  });
  assert.deepEqual(
    issues.map((i) => [i.list, i.index, i.type, i.nearest[0] ?? null]),
    [
      ['ltl', 0, 'unknown_proposition', 'not_in_nfz'],
      ['ltl', 1, 'unparsable_spec', null],
      ['stl', 0, 'unknown_proposition', 'dist_to_obstacle_m'],
      ['stl', 1, 'unparsable_spec', null],
      ['program_rules', 0, 'unknown_proposition', 'battery_reserve'],
    ],
  );
});

test('a quantity is no proposition of LTL', () => {
  const [issue] = checkSpecTexts({ ...none, ltl: ['G dist_to_zone_m'] });
  assert.equal(issue?.type, 'unknown_proposition');
});

test('no signal has a name that the reader takes for something else', () => {
  for (const { name, kind } of VERIFY_SIGNALS) {
    assert.deepEqual(checkSpecTexts({ ...none, stl: [`always (${name} > 0)`] }), [], name);
    if (kind === 'proposition') assert.deepEqual(checkSpecTexts({ ...none, ltl: [`G ${name}`] }), [], name);
  }
});
